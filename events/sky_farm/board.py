"""A view as lines of text that a person at a terminal can play from; the own farm in full, the others' shorter."""

from collections.abc import Iterator

from events.sky_farm import names
from events.sky_farm.cards import ROUNDS
from events.sky_farm.farming_dice import ANIMALS
from events.sky_farm.grids import AREAS, FINDS, WIDTH, ScratchCard, catch_area, cell_id
from events.sky_farm.land import SIDE as LAND_SIDE
from events.sky_farm.manifest import SIDE as CARGO_SIDE
from events.sky_farm.manifest import filled
from events.sky_farm.names import Arg
from events.sky_farm.score import tally
from events.sky_farm.sheets import BAR_USES, COIN_PROJECTS, ROWS
from events.sky_farm.state import Farm, State
from events.sky_farm.work import Fishing
from events.texts import Text, seat_text

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def board(view: State) -> tuple[Text, ...]:
    """Round, goals and display, then farm after farm."""
    if not view.seats:
        return (Text("sky_farm.board.not_begun"),)
    lines = [*_table(view)]
    for farm in view.seats:
        lines += _farm(view, farm, full=view.shown_to in (None, farm.seat))
    return tuple(lines)


def _line(key: str, **args: Arg) -> Text:
    return Text(f"sky_farm.board.{key}", args)


def _table(view: State) -> Iterator[Text]:
    if view.over:
        yield _line("over", reason=Text(view.reason))
    else:
        yield _line("round", round=view.round, rounds=ROUNDS)
    for season, goal in enumerate(view.goals, 1):
        yield _line("goal", season=season, goal=names.goal(goal))
    yield _line("display")
    for card in view.display:
        yield _line("card", id=card, card=names.card_full(card))
    if view.preview:
        yield _line("preview", cards=tuple(names.card_full(card) for card in view.preview))


def _farm(view: State, farm: Farm, *, full: bool) -> Iterator[Text]:
    yield _line("farm_left" if farm.seat in view.left else "farm", who=seat_text(farm.seat))
    yield _line("points", n=(farm.final or tally(farm)).total)
    yield from _neighbours(farm)
    if farm.chosen:
        yield _line("chosen", cards=tuple(names.card(card) for card in farm.chosen))
    if full:
        yield from _field(farm)
        yield from _manifest(farm)
        yield from _boxes(farm)
        for card, track in _TRACKS:
            yield _scratch(farm, card, farm.levels["chop" if track == "chop" else "mine"])
        yield from _waters(farm)
    done = tuple(names.project(name) for name in farm.done if "/" not in name)
    if done:
        yield _line("done", things=done)
    if farm.bars:
        yield _line("bars", n=sum(BAR_USES - uses for uses in farm.bars.values()))


_TRACKS: tuple[tuple[ScratchCard, str], ...] = (("forest", "chop"), ("mine", "mine"))


def _neighbours(farm: Farm) -> Iterator[Text]:
    for side in farm.sides:
        name = names.side(side.side)
        if side.pair:
            yield _line("pair", side=name, cards=tuple(names.neighbour_card(card) for card in side.pair))
        elif side.card:
            yield _line("side", side=name, card=names.neighbour_card(side.card), step=side.step)
        else:
            yield _line("side_empty", side=name, step=side.step)
    if farm.gifts:
        yield _line("gifts", cards=tuple(names.neighbour_card(card) for card in farm.gifts))
    if farm.incoming:
        yield _line("incoming", cards=tuple(names.neighbour_card(card) for card in farm.incoming))


def _field(farm: Farm) -> Iterator[Text]:
    """The ground line by line; dice by letters, explained below."""
    signs = list(farm.ground)
    for cell in range(len(signs)):
        if farm.trellis_mask >> cell & 1:
            signs[cell] = "T"
    letters = []
    for place, die in enumerate(farm.dice):
        letter = _LETTERS[place % len(_LETTERS)]
        sign = letter.upper() if die.kind in ANIMALS else letter
        letters.append(_line("die", sign=sign, die=names.die_at(die)))
        for cell in range(len(signs)):
            if die.mask >> cell & 1:
                signs[cell] = sign
    yield _line("legend")
    for row in range(LAND_SIDE):
        yield _line("line", n=f"r{row + 1:<2}", cells=" ".join(signs[row * LAND_SIDE : (row + 1) * LAND_SIDE]))
    yield from letters
    if farm.waiting:
        yield _line("waiting", animals=tuple(names.kind(die.kind) for die in farm.waiting))


def _manifest(farm: Farm) -> Iterator[Text]:
    yield _line("manifest", n=filled(farm.stamps).bit_count())
    signs = ["."] * CARGO_SIDE * CARGO_SIDE
    pieces = []
    for place, stamp in enumerate(farm.stamps):
        letter = (_LETTERS + _LETTERS.upper())[place % (2 * len(_LETTERS))]
        pieces.append(_line("piece", sign=letter, resource=names.resource(stamp.resource)))
        for cell in stamp.cells:
            signs[cell] = letter
    for row in range(CARGO_SIDE):
        cells = signs[row * CARGO_SIDE : (row + 1) * CARGO_SIDE]
        yield _line("line", n=f"r{row + 1:<2}", cells=" | ".join(" ".join(cells[k : k + 3]) for k in (0, 3, 6)))
    yield from pieces


def _boxes(farm: Farm) -> Iterator[Text]:
    """Rows of boxes not finished, with what they still want; coin boxes."""
    rows: dict[str, list[Text]] = {}
    for row in ROWS.values():
        if row.owner in farm.done or row.id in farm.done:
            continue
        marked = farm.marks.get(row.id, ())
        wanted = tuple(names.resource(icon) for slot, icon in enumerate(row.slots) if slot not in marked)
        args: dict[str, Arg] = {"row": names.row(row.id), "marked": len(marked), "of": len(row.slots)}
        rows.setdefault(row.kind, []).append(_line("row", **args, wanted=wanted))
    for some in rows.values():
        yield _line("boxes", rows=tuple(some))
    coins = [
        _line("coin", project=names.project(project.id), n=farm.coins.get(project.id, 0), of=project.boxes)
        for project in COIN_PROJECTS.values()
    ]
    yield _line("coins", rows=tuple(coins))


def _scratch(farm: Farm, card: ScratchCard, level: int) -> Text:
    scratched = farm.forest if card == "forest" else farm.mine
    found = tuple(_line("found", at=cell_id(each.square), found=names.effects(FINDS[each.found])) for each in scratched)
    head = _line(f"scratch_{card}", n=len(scratched), level=level)
    return Text("sky_farm.effect.all", {"parts": (head, *found)})


def _waters(farm: Farm) -> Iterator[Text]:
    yield _line("areas", areas=tuple(names.area(area) for area in farm.areas))
    now = next((work for work in farm.agenda if isinstance(work, Fishing)), None)
    if now is None:
        return
    fish = AREAS[now.area]
    for row in range(WIDTH):
        shown = tuple(_fish(fish[row * WIDTH + col]) for col in range(WIDTH))
        yield _line("area_row", area=names.area(now.area), row=row + 1, fish=shown)
    reach = ", ".join(cell_id(cell) for cell in catch_area(now.base, now.rod))
    yield _line("fishing", at=cell_id(now.base), cells=reach)


def _fish(fish: str | None) -> Text:
    return names.resource(fish) if fish is not None else Text("sky_farm.no_fish")
