"""A view as lines of text that a person at a terminal or in a chat can play from."""

from collections.abc import Iterator

from events.mars import describe, names
from events.mars.agenda import NOBODY
from events.mars.cards import CARDS
from events.mars.corporations import CORPORATIONS
from events.mars.map import OCEANS, SPACES, Space
from events.mars.names import say
from events.mars.nouns import RESOURCES
from events.mars.score import total
from events.mars.state import Seat, State, tags
from events.texts import Text, seat_text


def board(view: State) -> tuple[Text, ...]:
    """Tracks, map row by row, milestones and awards, each player's board, and the cards that may be read."""
    if not view.seats:
        return (say("board.not_begun"),)
    lines = [*_head(view), *_map(view), *_claims(view)]
    for seat in view.seats:
        lines += _player(view, seat)
    return tuple(lines)


def _head(view: State) -> Iterator[Text]:
    if view.over:
        yield say("board.over", reason=Text(view.reason))
    phase = say(f"phase.{view.phase}")
    yield say("board.generation", n=view.generation, first=seat_text(view.first), phase=phase)
    yield say("board.tracks", temperature=view.temperature, oxygen=view.oxygen, oceans=view.oceans, most=OCEANS)
    discards = len(view.discards) + sum(len(seat.discards) for seat in view.seats)
    yield say("board.deck", n=view.deck, discards=discards)


def _map(view: State) -> Iterator[Text]:
    """Every space with its tile, or what it gives."""
    yield say("board.map")
    for row in range(9):
        spaces = tuple(_space(view, space) for space in SPACES.values() if space.row == row)
        yield say("board.row", spaces=spaces)
    for at, laid in view.tiles.items():
        if at not in SPACES:
            yield say("board.off_map", space=names.space(at), who=names.owner(laid.seat))


def _space(view: State, space: Space) -> Text:
    laid = view.tiles.get(space.id)
    if laid is not None:
        if laid.seat == NOBODY:
            return say("board.tile", id=space.id, tile=names.tile(laid))
        return say("board.own_tile", id=space.id, tile=names.tile(laid), who=names.owner(laid.seat))
    if space.id in view.claims:
        return say("board.claim", id=space.id, who=seat_text(view.claims[space.id]))
    kind = say(f"board.kind_{space.kind}")
    if space.bonus:
        return say("board.bonus", id=space.id, kind=kind, gives=tuple(names.resource(one) for one in space.bonus))
    return say("board.bare", id=space.id, kind=kind)


def _claims(view: State) -> Iterator[Text]:
    if view.milestones:
        taken = tuple(
            say("board.taken", what=say(f"milestone.{one}"), who=names.owner(seat))
            for one, seat in view.milestones.items()
        )
        yield say("board.milestones", taken=taken)
    if view.awards:
        funded = tuple(
            say("board.taken", what=say(f"award.{one}"), who=names.owner(seat)) for one, seat in view.awards.items()
        )
        yield say("board.awards", taken=funded)


def _player(view: State, seat: Seat) -> Iterator[Text]:
    who = seat_text(seat.seat)
    if seat.seat in view.left:
        yield say("board.left", who=who)
        return
    corporation = names.card(seat.corporation) if seat.corporation else say("board.no_corporation")
    key = "board.player_passed" if seat.passed else "board.player"
    yield say(key, who=who, corporation=corporation, rating=seat.rating, points=total(view, seat.seat))
    stock = tuple(
        say("board.stock", what=names.resource(name), n=seat.resources[name], more=seat.production[name])
        for name in RESOURCES
    )
    yield say("board.resources", stock=stock)
    found = tags(seat.corporation, seat.played)
    if found:
        listed = tuple(say("word.amount", n=n, what=say(f"tag.{tag}")) for tag, n in found.items())
        yield say("board.tags", tags=listed)
    if seat.corporation and CORPORATIONS[seat.corporation].passive:
        yield say("board.effects", lines=describe.corporation_lines(CORPORATIONS[seat.corporation]))
    if seat.played:
        yield say("board.played", cards=tuple(_in_play(seat, name) for name in seat.played))
    if seat.events:
        yield say("board.events", cards=names.cards(seat.events))
    yield from _corporations(seat)
    yield say("board.hand", n=len(seat.hand))
    for name in seat.hand:
        if name:
            yield card_line(name)
    offered = [name for name in (*seat.dealt, *seat.pack, *seat.looked) if name]
    if offered:
        yield say("board.offered", n=len(offered))
        yield from map(card_line, offered)


def _corporations(seat: Seat) -> Iterator[Text]:
    """Those to choose from, or the one that is chosen and not revealed yet, for who may know."""
    offers = [name for name in seat.offers if name]
    if offers:
        yield say("board.corporations", n=len(offers))
        yield from map(corporation_line, offers)
    elif seat.chosen and not seat.corporation:
        yield say("board.chosen")
        yield corporation_line(seat.chosen)


def _in_play(seat: Seat, name: str) -> Text:
    n = seat.held.get(name, 0)
    return say("board.holds", card=names.card(name), n=n) if n else names.card(name)


def corporation_line(name: str) -> Text:
    """A corporation in one line: name, tags, its start and its effects."""
    corporation = CORPORATIONS[name]
    marks = tuple(say(f"tag.{tag}") for tag in corporation.tags) or (say("board.no_tags"),)
    lines = describe.corporation_lines(corporation)
    return say("board.corporation", corporation=names.card(name), tags=marks, lines=lines)


def card_line(name: str) -> Text:
    """A card in one line: name, cost, tags, and what stands on it."""
    card = CARDS[name]
    marks = tuple(say(f"tag.{tag}") for tag in card.tags) or (say("board.no_tags"),)
    lines = describe.card_lines(card) or (say("board.no_text"),)
    kind = say(f"kind.{card.kind}")
    return say("board.card", card=names.card(name), n=card.cost, kind=kind, tags=marks, lines=lines)
