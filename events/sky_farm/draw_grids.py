"""Scratch cards, fishing cards with what is in reach, the geode card, and the neighbours of a seat."""

from events.sky_farm import names
from events.sky_farm.cards import NEIGHBOUR_TRACK
from events.sky_farm.effects import Actions, AnyEffect, Coins, Gain, Geode, Level, Track
from events.sky_farm.grids import (
    AREAS,
    COST,
    FINDS,
    GEODES,
    SQUARES,
    WIDTH,
    ScratchCard,
    catch_area,
    cell_id,
    reachable,
)
from events.sky_farm.ink import (
    DARK,
    FAINT,
    GREY,
    LEAF,
    MARK,
    PANEL,
    PAPER,
    REACH,
    block,
    disc,
    fit,
    hue,
    path,
    rect,
    short,
    text,
    thing,
)
from events.sky_farm.sheets import LEVELS
from events.sky_farm.state import Farm, Side
from events.sky_farm.work import Fishing
from events.texts import Say, Text

CELL = 27.0


def scratch(
    farm: Farm, say: Say, card: ScratchCard, x: float, y: float, cell: float = CELL, names_too: bool = True
) -> str:
    """A scratch card: what was found, and the squares that may come next framed."""
    scratched = {each.square: each.found for each in (farm.forest if card == "forest" else farm.mine)}
    near = set(reachable(frozenset(scratched)))
    parts = []
    for square in SQUARES:
        row, col = divmod(square, WIDTH)
        left, top = x + col * cell, y + row * cell
        found = scratched.get(square)
        ground = PAPER if found else "#b9c2ca"
        frame = rect(
            left + 0.7,
            top + 0.7,
            cell - 1.4,
            cell - 1.4,
            ground,
            REACH if square in near else GREY,
            2,
            1.8 if square in near else 0.7,
        )
        inside = ""
        if names_too and found:
            inside = _found(found, say, left, top, cell)
        elif names_too:
            inside = text(left + cell / 2, top + cell / 2 + 4, "·" * COST[square], 14, DARK, "middle", bold=True)
        drawn = frame + inside
        parts.append(thing(f"square:{farm.seat}:{card}:{cell_id(square)}", drawn) if names_too else drawn)
    return "".join(parts)


def _found(found: str, say: Say, x: float, y: float, cell: float) -> str:
    effects = FINDS[found]
    ground = next((hue(each.resource) for each in effects if isinstance(each, Gain)), PANEL)
    words = " ".join(_sign(each, say) for each in effects)
    inner = rect(x + 1.5, y + 1.5, cell - 3, cell - 3, ground, radius=2)
    return inner + fit(x + cell / 2, y + cell / 2 + 4, words, 11, cell - 3, DARK, "middle", bold=True)


def _sign(each: AnyEffect, say: Say) -> str:
    if isinstance(each, Gain):
        return f"{each.qty}{short(each.resource, say)}"
    if isinstance(each, Actions):
        return f"+{each.n}"
    if isinstance(each, Coins):
        return f"●{each.n}"
    if isinstance(each, Level):
        return "▲"
    return "◆" if isinstance(each, Geode) else "?"


def level(farm: Farm, say: Say, card: ScratchCard, x: float, y: float, room: float) -> str:
    """The title of a scratch card, and beside the card what each step of its level track gives."""
    track: Track = "chop" if card == "forest" else "mine"
    had = farm.levels[track]
    parts = [fit(x, y, say(Text(f"sky_farm.draw.{card}")), 12, room, DARK, bold=True)]
    left = x + WIDTH * CELL + 8
    for step, effects in enumerate(LEVELS[track]):
        full = step < had
        top = y + 12 + step * 26
        gives = say(Text("sky_farm.effect.all", {"parts": names.effects(effects)}))
        size, words = block(gives, 9, room - WIDTH * CELL - 24, 2)
        parts.append(rect(left, top - 4, 11, 11, LEAF if full else PAPER, GREY, 2))
        if full:
            parts.append(path(f"M{left + 2.5:.1f} {top + 1.5:.1f}l2.5 3l4 -6", PAPER, 1.5))
        parts += [text(left + 15, top + 5 + 10 * k, line, size, DARK) for k, line in enumerate(words)]
    return "".join(parts)


def waters(farm: Farm, say: Say, x: float, y: float) -> str:
    """The four fishing cards; closed ones are pale, and what is in reach is framed."""
    now = next((work for work in farm.agenda if isinstance(work, Fishing)), None)
    step = WIDTH * CELL + 17
    return "".join(
        _water(farm, say, area, now if now and now.area == area else None, x + number * step, y)
        for number, area in enumerate(AREAS)
    )


def _water(farm: Farm, say: Say, area: str, now: Fishing | None, x: float, y: float) -> str:
    opened = area in farm.areas
    title = say(names.area(area)) + ("" if opened else f" ({say(Text('sky_farm.draw.closed'))})")
    parts = [fit(x, y + 12, title, 12, WIDTH * CELL, DARK if opened else GREY, bold=True)]
    reach = catch_area(now.base, now.rod) if now else ()
    for cell, fish in enumerate(AREAS[area]):
        row, col = divmod(cell, WIDTH)
        left, top = x + col * CELL, y + 17 + row * CELL
        ground = (hue(fish) if opened else "#eef1f3") if fish else PAPER
        drawn = rect(left + 0.7, top + 0.7, CELL - 1.4, CELL - 1.4, ground, FAINT, 2, 0.8)
        if fish:
            drawn += fit(left + CELL / 2, top + 18, short(fish, say), 11, CELL - 4, DARK if opened else GREY, "middle")
        if cell in reach:
            base = now is not None and cell == now.base
            drawn += rect(
                left + 1.5,
                top + 1.5,
                CELL - 3,
                CELL - 3,
                "none",
                MARK if base else REACH,
                3,
                3 if base else 2,
                "" if base else "4 2",
            )
        if now is not None and cell in now.caught:
            drawn += path(
                f"M{left + 4:.1f} {top + 4:.1f}l{CELL - 8} {CELL - 8}m0 {8 - CELL}l{8 - CELL} {CELL - 8}", DARK, 1.8
            )
        parts.append(thing(f"fish:{farm.seat}:{area}:{cell_id(cell)}", drawn))
    return thing(f"area:{farm.seat}:{area}", *parts)


def geode(farm: Farm, say: Say, x: float, y: float, cell: float = CELL) -> str:
    """The geode card."""
    parts = [text(x, y + 12, say(Text("sky_farm.draw.geode")), 12, DARK, bold=True)]
    for number, found in enumerate(GEODES):
        row, col = divmod(number, WIDTH)
        left, top = x + col * cell, y + 17 + row * cell
        drawn = rect(left + 0.7, top + 0.7, cell - 1.4, cell - 1.4, hue(found), FAINT, 2, 0.8)
        drawn += fit(left + cell / 2, top + cell / 2 + 4, short(found, say), 10.5, cell - 4, DARK, "middle")
        parts.append(thing(f"geode:{farm.seat}:{cell_id(number)}", drawn))
    return "".join(parts)


def neighbours(farm: Farm, say: Say, x: float, y: float, room: float) -> str:
    """Both sides next to one another: the card that lies there, the track, cards just drawn; below, gifts to take."""
    half = room / 2
    parts = [_side(side, say, x + half * k, y, half - 8) for k, side in enumerate(farm.sides)]
    for number, card in enumerate(farm.gifts):
        gift = fit(x, y + 98 + 12 * number, say(names.neighbour_gift(card)), 9.5, room, MARK)
        parts.append(thing(f"card:{card}", gift))
    return "".join(parts)


def _side(side: Side, say: Say, x: float, y: float, room: float) -> str:
    title = f"{say(Text('sky_farm.draw.neighbours'))}: {say(names.side(side.side))}"
    parts = [fit(x, y + 12, title, 11, room - 62, DARK, bold=True)]
    for step in range(len(NEIGHBOUR_TRACK)):
        full = step < side.step
        parts.append(disc(x + room - 54 + step * 7.5, y + 8, 3.3, LEAF if full else PAPER, GREY))
    if side.pair:
        for number, card in enumerate(side.pair):
            size, lines = block(say(names.neighbour_card(card)), 9, room, 5)
            top = y + 25 + 53 * number
            drawn = "".join(text(x, top + 10 * k, line, size, MARK) for k, line in enumerate(lines))
            parts.append(thing(f"card:{card}", drawn) if card else drawn)
    elif side.card:
        size, lines = block(say(names.neighbour_card(side.card)), 10, room, 5)
        drawn = "".join(text(x, y + 26 + 12 * k, line, size, DARK) for k, line in enumerate(lines))
        parts.append(thing(f"card:{side.card}", drawn))
    return "".join(parts)
