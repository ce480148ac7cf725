"""The exploration map as a picture: a path in two rows, what each space brings, its hazard, and the squads on it."""

from events.texts import Say
from events.train_farm import names
from events.train_farm.effects import Gain
from events.train_farm.ink import DARK, EDGE, GREY, PANEL, SIGNS, fitted, marker, num, rect, text, thing, wide, wrapped
from events.train_farm.state import State
from events.train_farm.trail import SPACES, site

_ROW = 10
_HAZARD = {7: "#e6efe0", 6: "#e6efe0", 4: "#f6e7b8", 3: "#f1cfa0", 2: "#e7a98f"}


def trail(view: State, say: Say, x: float, y: float, room: float) -> tuple[str, float]:
    """The map; its second row runs back, so that neighbours touch."""
    w, h, gap = room / _ROW, 66.0, 30.0
    drawn = ""
    for number in range(len(SPACES)):
        row, column = divmod(number, _ROW)
        left = x + (column if row == 0 else _ROW - 1 - column) * w
        drawn += _link(number, left, y + row * (h + gap), w, h, gap)
    for number in range(len(SPACES)):
        row, column = divmod(number, _ROW)
        left = x + (column if row == 0 else _ROW - 1 - column) * w
        drawn += _space(view, say, number, left + 3, y + row * (h + gap), w - 6, h)
    return drawn + _legend(say, x, y + h + gap, w, h), 2 * h + gap + 30


def _link(number: int, left: float, top: float, w: float, h: float, gap: float) -> str:
    """The rails to the next space."""
    if number + 1 == len(SPACES):
        return ""
    middle_x, middle_y = left + w / 2, top + h / 2
    if number + 1 == _ROW:
        path = f"M{num(middle_x)} {num(middle_y)}v{num(h + gap)}"
    else:
        path = f"M{num(middle_x)} {num(middle_y)}h{num(w if number < _ROW else -w)}"
    return f'<path d="{path}" stroke="{EDGE}" stroke-width="6"/>'


def _space(view: State, say: Say, number: int, x: float, y: float, w: float, h: float) -> str:
    space = SPACES[number]
    drawn = rect(x, y, w, h, _HAZARD[space.high_risk_on], DARK, 8)
    drawn += text(x + 6, y + 16, str(number), 14, DARK, bold=True)
    if number:
        drawn += text(
            x + w - 5, y + 15, f"⚠{space.high_risk_on}+" if space.high_risk_on < 6 else "⚠6", 11.5, GREY, "end"
        )
    name = say(names.say(f"space.{space.kind}.name"))
    lines = [name] if wide(name, 11) <= w - 4 else list(wrapped(name, w - 6, 11))[:2]
    for k, line in enumerate(reversed(lines)):
        drawn += fitted(x + w / 2, y + h - 6 - 12 * k, line, w - 4, 12 if len(lines) == 1 else 11, DARK, "middle")
    drawn += _gains(number, x, y, w)
    here = [camp for camp in view.camps if camp.standing and not camp.squad.lost and camp.squad.space == number]
    step = min(20.0, (w - 16) / max(1, len(here) - 1)) if len(here) > 1 else 0.0
    for place, camp in enumerate(here):
        drawn += thing(f"squad:{camp.seat}", marker(x + 10 + step * place, y + h + 8, camp.seat))
    return drawn


def _gains(number: int, x: float, y: float, w: float) -> str:
    """The site bonus as signs."""
    signs = [effect.res for effect in site(number) if isinstance(effect, Gain) for _ in range(effect.n)]
    left = x + w / 2 - 9.5 * (len(signs) - 1)
    return "".join(SIGNS[res](left + 19 * place, y + 31, 8) for place, res in enumerate(signs))


def _legend(say: Say, x: float, y: float, w: float, h: float) -> str:
    """What the hazard sign means, in the free place of the second row."""
    lines = say(names.say("draw.hazard")).split("|")
    box = rect(x, y + 4, w - 6, h - 8, PANEL, "none", 6)
    return box + "".join(fitted(x + 4, y + 22 + 16 * k, line, w - 12, 11.5, GREY) for k, line in enumerate(lines))
