"""Part 6 of the rules: dice move on, bring what their face shows, and leave or turn back (K27, K65, K66, K70).

Ruling: the order of dice is asked for only while it can matter, that is while one of at least two dice would
bring something; others move by themselves.
"""

from events.choices import Choice, Option, Pick, Picked, Reply
from events.sky_farm import names
from events.sky_farm.effects import Advance, Gain
from events.sky_farm.farming_dice import KINDS, Face
from events.sky_farm.sheet_events import DieLeft, DieTurned
from events.sky_farm.state import Die, Farm, die_of
from events.sky_farm.work import Grow, Move, MoveDie, Symbol
from events.texts import Text
from services.sky_farm.play import Turn


def next_face(die: Die) -> Face:
    """The face a die comes to when it moves on."""
    return KINDS[die.kind].faces[die.face]


def go(turn: Turn, work: Grow | Move | MoveDie | Symbol | Advance) -> Move | None:
    """Move dice on; ask which is next where that matters."""
    match work:
        case Grow():
            turn.push(Move(tuple(die.id for die in turn.farm.dice)))
        case Advance():
            dice = turn.farm.crops if work.dice == "crops" else turn.farm.animals
            turn.push(Move(tuple(die.id for die in dice if die.at >= 0)))
        case Move():
            return _move(turn, work)
        case MoveDie():
            _move_die(turn, work)
        case Symbol():
            _symbol(turn, work)
    return None


def _move(turn: Turn, work: Move) -> Move | None:
    there = standing(turn.farm, work)
    if len(there) > 1 and any(next_face(die).harvest for die in there):
        return Move(tuple(die.id for die in there))
    for die in there:
        turn.push(Move(tuple(other.id for other in there if other != die)))
        turn.step(MoveDie(die.id))
        break
    return None


def standing(farm: Farm, work: Move) -> tuple[Die, ...]:
    """Those of the dice that have not left meanwhile."""
    found = (die_of(farm, name) for name in work.dice)
    return tuple(die for die in found if die is not None)


def _move_die(turn: Turn, work: MoveDie) -> None:
    die = die_of(turn.farm, work.die)
    if die is None:
        return
    face = next_face(die)
    turn.tell(DieTurned(turn.seat, die.id, die.face + 1))
    if face.harvest is not None:
        turn.push(Gain(face.harvest, face.qty), Symbol(die.id))


def _symbol(turn: Turn, work: Symbol) -> None:
    die = die_of(turn.farm, work.die)
    assert die is not None
    match KINDS[die.kind].faces[die.face - 1].symbol:
        case "X":
            turn.tell(DieLeft(turn.seat, die.id))
        case "reset":
            turn.tell(DieTurned(turn.seat, die.id, 1, reset=True))
        case "":
            pass


def menu(farm: Farm, work: Move) -> Choice:
    """Which die moves next."""
    return Pick(Text("sky_farm.ask.move"), tuple(_option(farm.seat, die) for die in standing(farm, work)))


def _option(seat: int, die: Die) -> Option:
    face = next_face(die)
    brings = names.units(face.harvest, face.qty) if face.harvest else Text("sky_farm.face", {"n": die.face + 1})
    args: dict[str, names.Arg] = {"die": names.die_at(die), "brings": brings}
    return Option(die.id, Text("sky_farm.option.move_on", args), about=f"die:{seat}:{die.id}")


def take(turn: Turn, work: Move, reply: Reply) -> None:
    """Move that die, then the rest."""
    assert isinstance(reply, Picked)
    turn.push(Move(tuple(name for name in work.dice if name != reply.ids[0])))
    turn.step(MoveDie(reply.ids[0]))
