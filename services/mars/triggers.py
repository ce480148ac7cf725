"""What cards in play do when something happens: the active player's first, then clockwise (rules 6, 15)."""

from collections.abc import Iterator

from events.mars.agenda import Item
from events.mars.card import Card
from events.mars.map import PROJECTS, SPACES
from events.mars.nouns import By, Kind, Tag, Tile
from events.mars.passives import (
    BonusPlaced,
    CardPlayed,
    CityPlaced,
    GreeneryPlaced,
    OceanPlaced,
    PaidFor,
    ProjectUsed,
    TagPlayed,
    When,
)
from events.mars.state import Laid, State, clockwise, passives_of


def _whens(state: State, actor: int, cause: str) -> Iterator[tuple[int, str, When]]:
    """Every trigger that may hear the actor; one that is not for its `own` does not hear its own card being played."""
    for seat in clockwise(state, actor):
        for source, passive in passives_of(state.seats[seat]):
            if isinstance(passive, When) and (seat == actor or passive.on.by is By.ANY):
                if source == cause and seat == actor and not passive.own:
                    continue
                yield seat, source, passive


def _item(seat: int, source: str, when: When, played: str = "") -> Item:
    return Item(seat, source, when.do, optional=when.optional, played=played)


def on_tile(state: State, actor: int, laid: Laid, at: str, cause: str) -> list[Item]:
    """A tile was placed by the actor, by a card that is just being played (`cause`) or by none."""
    found = []
    for seat, source, when in _whens(state, actor, cause):
        match when.on:
            case OceanPlaced():
                hears = laid.tile is Tile.OCEAN
            case CityPlaced(on_mars=on_mars):
                hears = laid.city and not (on_mars and at not in SPACES)
            case GreeneryPlaced():
                hears = laid.tile is Tile.GREENERY
            case BonusPlaced(any_of=any_of):
                hears = at in SPACES and any(resource in SPACES[at].bonus for resource in any_of)
            case TagPlayed() | CardPlayed() | ProjectUsed() | PaidFor():
                hears = False
        if hears:
            found.append(_item(seat, source, when))
    return found


def on_tags(state: State, actor: int, tags: tuple[Tag, ...], cause: str) -> list[Item]:
    """Tags came into play with a card or corporation: once for each (rules 6)."""
    found = []
    for seat, source, when in _whens(state, actor, cause):
        if isinstance(when.on, TagPlayed):
            times = sum(tag in when.on.tags for tag in tags)
            found += [_item(seat, source, when, played=cause)] * times
    return found


def on_card(state: State, actor: int, card: Card) -> list[Item]:
    """A card was paid for and played, in the order of what happened: paid, played, its tags."""
    found = [
        _item(seat, source, when)
        for seat, source, when in _whens(state, actor, card.id)
        if isinstance(when.on, PaidFor) and card.cost >= when.on.least
    ]
    for seat, source, when in _whens(state, actor, card.id):
        if isinstance(when.on, CardPlayed) and _is_such(card, when.on.kind, when.on.tag):
            found.append(_item(seat, source, when))
    return found + on_tags(state, actor, card.tags, card.id)


def _is_such(card: Card, kind: Kind, tag: Tag | None) -> bool:
    return card.kind is kind and (tag is None or tag in card.tags)


def on_project(state: State, actor: int, project: str) -> list[Item]:
    """A standard project was paid for and used."""
    found = []
    for seat, source, when in _whens(state, actor, ""):
        match when.on:
            case PaidFor(least=least):
                hears = PROJECTS[project] >= least
            case ProjectUsed(but=but):
                hears = project not in but
            case _:
                hears = False
        if hears:
            found.append(_item(seat, source, when))
    return found
