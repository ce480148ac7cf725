"""The few shapes of question and answer that every game uses, and what they accept.

One set serves web, chat, terminal, robots and fuzzing alike; there are no widget words in it.
Reading typed lines is in `typed`.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Protocol, TypeVar

import msgspec
from msgspec import Meta

from events.texts import Text

T = TypeVar("T")


class Dice(Protocol):
    """The part of chance that `sample` needs."""

    def draw(self, bag: Sequence[T], n: int) -> tuple[T, ...]:
        """`n` different items of the bag, in the order drawn."""
        ...

    def roll(self, sides: int, n: int = 1) -> tuple[int, ...]:
        """`n` numbers from 1 to `sides`."""
        ...


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to choose: a stable id, a text, and what on the board it is (`kind:id`).

    Options of one `group` follow one another. An `aside` is a free action that stays possible
    meanwhile; it is not counted in `least` and `most`, and after it the question stands.
    """

    id: str
    text: Text
    about: str | None = None
    group: Text | None = None
    aside: bool = False


class Unit(Option, frozen=True, omit_defaults=True):
    """An option of a `Share`: at most `cap` of it, each worth `worth`."""

    cap: int = 0
    worth: int = 1


class Pick(msgspec.Struct, frozen=True, tag_field="kind", tag="pick"):
    """Choose `least` to `most` of the options, in order if `ordered`."""

    ask: Text
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    ordered: bool = False

    @property
    def regular(self) -> tuple[Option, ...]:
        """The options that are no asides."""
        return tuple(option for option in self.options if not option.aside)


class Number(msgspec.Struct, frozen=True, tag_field="kind", tag="number"):
    """A whole number from `least` to `most`."""

    ask: Text
    least: int
    most: int


class Share(msgspec.Struct, frozen=True, tag_field="kind", tag="share"):
    """An amount of each unit. Exact: amount times worth adds up to `total`. Not exact: it reaches
    `total`, and with any one unit less it would not."""

    ask: Text
    options: tuple[Unit, ...]
    total: int
    exact: bool = True


class Lay(msgspec.Struct, frozen=True, tag_field="kind", tag="lay"):
    """Lay one piece, turned, at a place: one of the `spots` (piece, turn, at)."""

    ask: Text
    pieces: tuple[Option, ...]
    turns: tuple[str, ...]
    spots: tuple[tuple[str, str, str], ...]


class Field(msgspec.Struct, frozen=True):
    """One of the small Picks of a `Form`."""

    id: str
    choice: Pick


class Form(msgspec.Struct, frozen=True, tag_field="kind", tag="form"):
    """Several small Picks answered together."""

    ask: Text
    fields: tuple[Field, ...]


Choice = Pick | Number | Share | Lay | Form


class Picked(msgspec.Struct, frozen=True, tag_field="kind", tag="picked", forbid_unknown_fields=True):
    """The ids chosen of a `Pick`."""

    ids: tuple[str, ...] = ()


Small = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A whole number that JSON and msgpack keep exactly."""


class Counted(msgspec.Struct, frozen=True, tag_field="kind", tag="counted", forbid_unknown_fields=True):
    """The number given to a `Number`."""

    number: Small


class Shared(msgspec.Struct, frozen=True, tag_field="kind", tag="shared", forbid_unknown_fields=True):
    """Amounts by unit id; what is not named is zero."""

    amounts: dict[str, Small]


class Laid(msgspec.Struct, frozen=True, tag_field="kind", tag="laid", forbid_unknown_fields=True):
    """One spot of a `Lay`."""

    piece: str
    turn: str
    at: str


class Filled(msgspec.Struct, frozen=True, tag_field="kind", tag="filled", forbid_unknown_fields=True):
    """A `Form`, by field id."""

    fields: dict[str, Picked]


class Typed(msgspec.Struct, frozen=True, tag_field="kind", tag="typed", forbid_unknown_fields=True):
    """A line as a person types it; read against its question when that comes."""

    text: str
    lang: str = "en"


Reply = Picked | Counted | Shared | Laid | Filled
SentReply = Picked | Counted | Shared | Laid | Filled | Typed


def accepts(choice: Choice, reply: SentReply) -> bool:
    """Whether the reply is one of the legal answers to this question."""
    match choice, reply:
        case Pick(), Picked():
            return _accepts_pick(choice, reply)
        case Number(), Counted():
            return choice.least <= reply.number <= choice.most
        case Share(), Shared():
            return _accepts_share(choice, reply)
        case Lay(), Laid():
            return (reply.piece, reply.turn, reply.at) in choice.spots
        case Form(), Filled():
            return reply.fields.keys() == {field.id for field in choice.fields} and all(
                _accepts_pick(field.choice, reply.fields[field.id]) for field in choice.fields
            )
        case _:
            return False


def _accepts_pick(choice: Pick, reply: Picked) -> bool:
    if is_aside(choice, reply):
        return True
    known = {option.id for option in choice.regular}
    return (
        choice.least <= len(reply.ids) <= choice.most
        and len(set(reply.ids)) == len(reply.ids)
        and known.issuperset(reply.ids)
    )


def _accepts_share(choice: Share, reply: Shared) -> bool:
    units = {unit.id: unit for unit in choice.options}
    if not units.keys() >= reply.amounts.keys():
        return False
    if any(not 0 <= amount <= units[name].cap for name, amount in reply.amounts.items()):
        return False
    paid = sum(amount * units[name].worth for name, amount in reply.amounts.items())
    if choice.exact:
        return paid == choice.total
    used = [units[name].worth for name, amount in reply.amounts.items() if amount]
    return paid >= choice.total and all(paid - worth < choice.total for worth in used)


def is_aside(choice: Choice, reply: SentReply) -> bool:
    """Whether the reply is one free action of a `Pick`, after which the question stands."""
    if not isinstance(choice, Pick) or not isinstance(reply, Picked) or len(reply.ids) != 1:
        return False
    return any(option.aside and option.id == reply.ids[0] for option in choice.options)


def tidy(choice: Choice, reply: Reply) -> Reply:
    """An accepted reply in its one spelling: unordered picks in option order, zero amounts left out."""
    match choice, reply:
        case Pick(ordered=False), Picked():
            places = {option.id: place for place, option in enumerate(choice.options)}
            return Picked(tuple(sorted(reply.ids, key=places.__getitem__)))
        case Share(), Shared():
            return Shared({unit.id: reply.amounts[unit.id] for unit in choice.options if reply.amounts.get(unit.id)})
        case Form(), Filled():
            fields: dict[str, Picked] = {}
            for field in choice.fields:
                part = tidy(field.choice, reply.fields[field.id])
                assert isinstance(part, Picked)
                fields[field.id] = part
            return Filled(fields)
        case _:
            return reply


def only(choice: Choice) -> Reply | None:
    """The one legal reply, if there is just one (asides not counted)."""
    found = list(islice(replies(choice), 2))
    return found[0] if len(found) == 1 else None


def replies(choice: Choice) -> Iterator[Reply]:
    """Every legal reply without asides, lazily. Ordered picks of several give each set in option order only."""
    match choice:
        case Pick():
            yield from _pick_replies(choice)
        case Number():
            yield from (Counted(number) for number in range(choice.least, choice.most + 1))
        case Share():
            yield from _share_replies(choice)
        case Lay():
            yield from (Laid(*spot) for spot in choice.spots)
        case Form():
            yield from _form_replies(choice.fields)


def _pick_replies(choice: Pick) -> Iterator[Reply]:
    from itertools import combinations

    ids = [option.id for option in choice.regular]
    for size in range(choice.least, min(choice.most, len(ids)) + 1):
        for some in combinations(ids, size):
            yield Picked(some)


def _share_replies(choice: Share) -> Iterator[Reply]:
    units = choice.options

    def spend(place: int, amounts: dict[str, int], paid: int) -> Iterator[Reply]:
        if place == len(units):
            reply = Shared({name: amount for name, amount in amounts.items() if amount})
            if _accepts_share(choice, reply):
                yield reply
            return
        unit = units[place]
        rest = sum(other.cap * other.worth for other in units[place + 1 :])
        for amount in range(unit.cap + 1):
            now = paid + amount * unit.worth
            if now + rest < choice.total:
                continue
            yield from spend(place + 1, {**amounts, unit.id: amount}, now)
            if now >= choice.total:
                break

    yield from spend(0, {}, 0)


def _form_replies(fields: tuple[Field, ...]) -> Iterator[Reply]:
    if not fields:
        yield Filled({})
        return
    first, rest = fields[0], fields[1:]
    for head in _pick_replies(first.choice):
        assert isinstance(head, Picked)
        for tail in _form_replies(rest):
            assert isinstance(tail, Filled)
            yield Filled({first.id: head, **tail.fields})


def sample(choice: Choice, dice: Dice, asides: bool = True) -> Reply:
    """A legal reply at random; one in five is an aside where there is one. ValueError if none is legal."""
    match choice:
        case Pick():
            return _sample_pick(choice, dice, asides)
        case Number():
            if choice.most < choice.least:
                raise ValueError("a number without a legal reply")
            return Counted(choice.least + dice.roll(choice.most - choice.least + 1)[0] - 1)
        case Share():
            some = list(islice(_share_replies(choice), 200))
            if not some:
                raise ValueError("a share without a legal reply")
            return dice.draw(some, 1)[0]
        case Lay():
            return Laid(*dice.draw(choice.spots, 1)[0])
        case Form():
            parts: dict[str, Picked] = {}
            for field in choice.fields:
                parts[field.id] = _sample_pick(field.choice, dice, asides=False)
            return Filled(parts)


def _sample_pick(choice: Pick, dice: Dice, asides: bool) -> Picked:
    regular = choice.regular
    free = [option for option in choice.options if option.aside] if asides else []
    if len(regular) < choice.least:
        raise ValueError("a pick without a legal reply")
    if free and dice.roll(5)[0] == 1:
        return Picked((dice.draw(free, 1)[0].id,))
    most = min(choice.most, len(regular))
    size = choice.least + dice.roll(most - choice.least + 1)[0] - 1
    drawn = dice.draw([option.id for option in regular], size)
    if choice.ordered:
        return Picked(drawn)
    places = {option.id: place for place, option in enumerate(regular)}
    return Picked(tuple(sorted(drawn, key=places.__getitem__)))


def count(choice: Choice) -> int:
    """How many legal replies there are, orders counted, asides not."""
    if isinstance(choice, Pick):
        n = len(choice.regular)
        ways = math.perm if choice.ordered else math.comb
        return sum(ways(n, size) for size in range(choice.least, min(choice.most, n) + 1))
    if isinstance(choice, Form):
        return math.prod(count(field.choice) for field in choice.fields)
    return sum(1 for _ in replies(choice))
