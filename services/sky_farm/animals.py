"""Part 13 of the rules: housing animals and moving them between pens, free and whenever the owner may act.

Rulings: housing a waiting animal is one aside; moving is an aside that takes an animal up, after which more may
be taken up and all are set down again, so that several can be rearranged together (K36); ``back`` puts all where
they stood. While animals are taken up nothing else happens.
"""

from functools import lru_cache

from events.choices import Choice, Option, Pick, Picked, Reply
from events.sky_farm import names
from events.sky_farm.farming_dice import ANIMALS
from events.sky_farm.land import BLOCK, CELL_OF, FENCE, LAND_IDS, fitting, marked, pens
from events.sky_farm.sheet_events import AnimalHoused, AnimalsMoved
from events.sky_farm.state import Die, Farm, die_of
from events.sky_farm.work import Arrange
from events.texts import Text
from services.sky_farm.play import Turn


def places(farm: Farm, die: Die, *, alone: bool = False) -> tuple[int, ...]:
    """Upper left cells where the animal may stand: free blocks inside one closed pen (13.2, K35).

    ``alone``: as if no other animal were there.
    """
    taken = 0
    for other in farm.crops if alone else (*farm.crops, *farm.animals):
        taken |= other.mask
    return tuple(
        [at for pen in pens(marked(farm.ground, FENCE)) for at in fitting(ANIMALS[die.kind].side, pen & ~taken)]
    )


def asides(farm: Farm) -> tuple[Option, ...]:
    """Housing each kind that waits, and taking up animals that could stand elsewhere."""
    if not farm.animals or not pens(marked(farm.ground, FENCE)):
        return ()
    options = []
    for die in first_waiting(farm):
        for at in places(farm, die):
            args: dict[str, names.Arg] = {"die": names.kind(die.kind), "at": LAND_IDS[at]}
            text = Text("sky_farm.option.house", args)
            options.append(
                Option(f"house:{die.id}:{LAND_IDS[at]}", text, about=f"die:{farm.seat}:{die.id}", aside=True)
            )
    for die in farm.animals:
        if die.at >= 0 and set(places(farm, die, alone=True)) - {die.at}:
            text = Text("sky_farm.option.take_up", {"die": names.die_at(die)})
            options.append(Option(f"move:{die.id}", text, about=f"die:{farm.seat}:{die.id}", aside=True))
    return tuple(options)


def first_waiting(farm: Farm) -> tuple[Die, ...]:
    """The waiting animals, one of each kind."""
    kinds: dict[str, Die] = {}
    for die in farm.waiting:
        kinds.setdefault(die.kind, die)
    return tuple(kinds.values())


def can_house(farm: Farm) -> bool:
    """Whether a waiting animal has a place now, or has one once others have moved (K36)."""
    if not farm.waiting:
        return False
    room = 0
    for pen in pens(marked(farm.ground, FENCE)):
        room |= pen
    for crop in farm.crops:
        room &= ~crop.mask
    housed = [ANIMALS[die.kind].side for die in farm.animals if die.at >= 0]
    return any(
        _fit(tuple(sorted((*housed, ANIMALS[die.kind].side), reverse=True)), room) for die in first_waiting(farm)
    )


@lru_cache(maxsize=4096)
def _fit(sides: tuple[int, ...], room: int) -> bool:
    """Whether blocks of these sides fit into the room side by side."""
    if not sides:
        return True
    if sum(side * side for side in sides) > room.bit_count():
        return False
    return any(_fit(sides[1:], room & ~BLOCK[sides[0]][at]) for at in fitting(sides[0], room))


def is_aside(option: str) -> bool:
    """Whether this is the id of one of the asides."""
    return option.partition(":")[0] in ("house", "move")


def take_aside(turn: Turn, option: str) -> None:
    """House the animal, or take it up."""
    word, die, *at = option.split(":")
    if word == "house":
        turn.tell(AnimalHoused(turn.seat, die, CELL_OF[at[0]]))
        turn.rest()
    else:
        _take_up(turn, Arrange((), ()), die)
        turn.rest(1)


def _take_up(turn: Turn, work: Arrange, name: str) -> None:
    die = die_of(turn.farm, name)
    assert die is not None
    known = {each for each, _ in work.was}
    was = work.was if name in known else (*work.was, (name, die.at))
    turn.tell(AnimalsMoved(turn.seat, {name: -1}))
    turn.push(Arrange((*work.lifted, name), was))


def go(_: Turn, work: Arrange) -> Arrange | None:
    """Ask until all stand again."""
    return work if work.lifted else None


def menu(farm: Farm, work: Arrange) -> Choice:
    """Where to set down which, which other to take up, or everything back."""
    options = []
    for name in work.lifted:
        die = die_of(farm, name)
        assert die is not None
        for at in places(farm, die):
            args: dict[str, names.Arg] = {"die": names.kind(die.kind), "at": LAND_IDS[at]}
            options.append(
                Option(
                    f"set:{name}:{LAND_IDS[at]}",
                    Text("sky_farm.option.set_down", args),
                    about=f"die:{farm.seat}:{name}",
                )
            )
    options.append(Option("back", Text("sky_farm.option.back")))
    for die in farm.animals:
        if die.at >= 0 and die.id not in {name for name, _ in work.was}:
            text = Text("sky_farm.option.take_up", {"die": names.die_at(die)})
            options.append(Option(f"lift:{die.id}", text, about=f"die:{farm.seat}:{die.id}"))
    return Pick(Text("sky_farm.ask.arrange"), tuple(options))


def take(turn: Turn, work: Arrange, reply: Reply) -> None:
    """Set one down, take another up, or put all back."""
    assert isinstance(reply, Picked)
    word, *rest = reply.ids[0].split(":")
    if word == "set":
        turn.tell(AnimalsMoved(turn.seat, {rest[0]: CELL_OF[rest[1]]}))
        turn.push(Arrange(tuple(name for name in work.lifted if name != rest[0]), work.was))
    elif word == "lift":
        _take_up(turn, work, rest[0])
    else:
        turn.tell(AnimalsMoved(turn.seat, dict(work.was)))
