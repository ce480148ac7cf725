"""How things are called: texts for cards, resources, tiles, spaces and the like."""

from collections.abc import Iterable, Mapping

from events.mars.agenda import NEUTRAL, NOBODY
from events.mars.cards import CARDS
from events.mars.corporations import CORPORATIONS
from events.mars.map import OFF_MAP, PROJECTS, SPACES
from events.mars.state import Laid
from events.texts import Text, seat_text

Arg = Text | int | str | tuple[Text, ...]


def say(key: str, **args: Arg) -> Text:
    """A text of this game."""
    return Text(f"mars.{key}", dict(args))


def card(name: str) -> Text:
    """A project card or corporation by name; one that may not be read is just a card."""
    if name in CARDS:
        return say(f"card.{name}")
    if name in CORPORATIONS:
        return say(f"corporation.{name}")
    return say("word.unseen_card")


def cards(names: Iterable[str]) -> tuple[Text, ...]:
    """Cards as a list."""
    return tuple(card(name) for name in names)


def source(name: str) -> Text:
    """Where an effect comes from: a card, corporation, project, track or space."""
    if name in CARDS or name in CORPORATIONS:
        return card(name)
    if name.removeprefix("project:") in PROJECTS:
        return project(name.removeprefix("project:"))
    return say(f"source.{name}")


def project(name: str) -> Text:
    """A standard project."""
    return say(f"project.{name}")


def resource(name: str) -> Text:
    """Steel, plants, microbes ..."""
    return say(f"resource.{name}")


_ONE_AND_MORE = {
    "plants": ("plant", "plants"),
    "microbe": ("microbe", "microbes"),
    "animal": ("animal", "animals"),
    "fighter": ("fighter", "fighters"),
}


def units(name: str, n: int) -> Text:
    """A resource as it is called after this number."""
    one, more = _ONE_AND_MORE.get(name, (name, name))
    return resource(one if abs(n) == 1 else more)


def tile(laid: Laid) -> Text:
    """What lies there."""
    return say(f"tile.{laid.name or laid.tile.value}")


def tile_name(kind: str, name: str = "") -> Text:
    """A tile that is to be placed."""
    return say(f"tile.{name or kind}")


def space(at: str) -> Text:
    """A space by its id, with its name if it has one."""
    if at in OFF_MAP:
        return say(f"space.{at}")
    if at in SPACES and SPACES[at].name:
        return say("space.named", id=at, name=say(f"space.{at}"))
    return say("space.plain", id=at)


def owner(seat: int) -> Text:
    """A player, the neutral opponent, or nobody."""
    if seat == NEUTRAL:
        return say("word.neutral")
    if seat == NOBODY:
        return say("word.nobody")
    return seat_text(seat)


def amounts(those: Mapping[str, int]) -> tuple[Text, ...]:
    """Resources with their numbers, signs left as they are."""
    return tuple(say("word.amount", n=n, what=units(name, n)) for name, n in those.items() if n)


def changes(those: Mapping[str, int]) -> tuple[Text, ...]:
    """Resources with a plus or minus sign."""
    return tuple(say("word.more" if n > 0 else "word.less", n=n, what=units(name, n)) for name, n in those.items() if n)
