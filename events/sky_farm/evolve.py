"""What each event means for the state. Computes no rule and refuses nothing."""

from typing import Any

from msgspec.structs import replace

from events.sky_farm.cards import DECKS
from events.sky_farm.events import (
    CardsKept,
    FarmsBegun,
    FarmScored,
    GiftTaken,
    MatchDecided,
    NeighboursReshuffled,
    OldCardsDiscarded,
    PairDealt,
    PhaseBegun,
    Planned,
    PlayerResigned,
    PreviewTurned,
    RoundEvents,
    SeasonScored,
    SkyFarmEvents,
    TableEvents,
    TasksDiscarded,
    TasksDrawn,
    TasksReshuffled,
)
from events.sky_farm.evolve_farm import evolve_farm
from events.sky_farm.sheet_events import Given, OwnEvent, SheetEvents
from events.sky_farm.state import Farm, Season, Side, SideName, Stage, State, still_in


def evolve(state: State, event: SkyFarmEvents) -> State:
    """The state after the event."""
    if isinstance(event, OwnEvent):
        return _of_seat(state, event)
    return _of_table(state, event)


def _of_table(state: State, event: TableEvents) -> State:
    match event:
        case FarmsBegun():
            seats = tuple(Farm(s, Side(s, "left"), Side(s, "right")) for s in range(event.seats))
            return State(seats=seats, goals=event.goals, deck=DECKS["public"])
        case TasksDiscarded():
            return replace(state, discard=_sorted(*state.discard, *state.display), display=())
        case TasksDrawn():
            deck = tuple(card for card in state.deck if card not in event.cards)
            return replace(state, deck=deck, display=(*state.display, *event.cards))
        case TasksReshuffled():
            return replace(state, deck=_sorted(*state.deck, *state.discard), discard=())
        case PreviewTurned():
            return replace(state, display=(*state.display, *state.preview), preview=event.cards)
        case PhaseBegun() | OldCardsDiscarded() | PairDealt() | NeighboursReshuffled():
            return _phase(state, event)
        case SeasonScored() | PlayerResigned() | FarmScored() | MatchDecided():
            return _scored(state, event)


def _phase(state: State, event: PhaseBegun | OldCardsDiscarded | PairDealt | NeighboursReshuffled) -> State:
    match event:
        case PhaseBegun():
            stage: dict[str, Stage] = {"neighbours": "gifts", "keep": "keep", "play": "play"}
            begun = replace(state, round=event.round, phase=event.phase)
            return _each(begun, lambda farm: _begin(replace(farm, stage=stage[event.phase]), event))
        case OldCardsDiscarded():
            farm = state.seats[event.seat]
            gone = [side.card for side in farm.sides if side.side in event.sides]
            sides = {name: replace(_side(farm, name), card="", due=True) for name in event.sides}
            return replace(
                _with(state, replace(farm, named=(), **sides)),
                neighbour_discard=_sorted(*state.neighbour_discard, *gone),
            )
        case PairDealt():
            farm = state.seats[event.seat]
            side: dict[str, Any] = {event.side: replace(_side(farm, event.side), pair=event.cards)}
            return _with(state, replace(farm, **side))
        case NeighboursReshuffled():
            return replace(state, neighbour_discard=())


def _begin(farm: Farm, event: PhaseBegun) -> Farm:
    """A phase begins for a seat: gifts come in and empty sides become due, or the round's own counts are cleared."""
    if event.phase == "neighbours":
        left, right = (replace(side, due=not side.card) for side in farm.sides)
        return replace(farm, gifts=farm.incoming, incoming=(), left=left, right=right, chosen=())
    return replace(farm, chosen=()) if event.phase == "play" else farm


def _scored(state: State, event: SeasonScored | PlayerResigned | FarmScored | MatchDecided) -> State:
    match event:
        case SeasonScored():
            return replace(
                state,
                seats=tuple(
                    replace(farm, season=Season(), season_points=(*farm.season_points, points))
                    for farm, points in zip(state.seats, event.points, strict=True)
                ),
            )
        case PlayerResigned():
            farm = replace(state.seats[event.seat], agenda=(), stage="")
            return replace(_with(state, farm), left=(*state.left, event.seat))
        case FarmScored():
            return _with(state, replace(state.seats[event.seat], final=event.final))
        case MatchDecided():
            return replace(state, places=event.places, reason=event.reason)


def _of_seat(state: State, event: RoundEvents | SheetEvents) -> State:
    if isinstance(event, Planned):
        return _with(state, replace(state.seats[event.seat], agenda=event.agenda, turn=event.turn))
    if isinstance(event, GiftTaken | CardsKept | Given):
        return _neighbourly(state, event)
    return _with(state, evolve_farm(state.seats[event.seat], event))


def _neighbourly(state: State, event: GiftTaken | CardsKept | Given) -> State:
    """What moves neighbour cards between a seat and the table or another seat."""
    farm = state.seats[event.seat]
    match event:
        case GiftTaken():
            place = farm.gifts.index(event.card)
            gifts = (*farm.gifts[:place], *farm.gifts[place + 1 :])
            return replace(
                _with(state, replace(farm, gifts=gifts)),
                neighbour_discard=_sorted(*state.neighbour_discard, event.card),
            )
        case CardsKept():
            sides = {
                name: replace(_side(farm, name), card=card, due=False, pair=()) for name, card in event.kept.items()
            }
            return replace(
                _with(state, replace(farm, stage="kept", **sides)),
                neighbour_discard=_sorted(*state.neighbour_discard, *event.discarded),
            )
        case Given():
            side: dict[str, Any] = {event.side: replace(_side(farm, event.side), card="")}
            season = replace(farm.season, gifts_given=farm.season.gifts_given + 1)
            given = _with(state, replace(farm, season=season, **side))
            if event.to is None:
                return replace(given, neighbour_discard=_sorted(*state.neighbour_discard, event.card))
            other = given.seats[event.to]
            return _with(given, replace(other, incoming=_sorted(*other.incoming, event.card)))


def _side(farm: Farm, name: SideName) -> Side:
    return farm.left if name == "left" else farm.right


def _with(state: State, farm: Farm) -> State:
    return replace(state, seats=(*state.seats[: farm.seat], farm, *state.seats[farm.seat + 1 :]))


def _each(state: State, change: Any) -> State:
    inside = still_in(state)
    return replace(state, seats=tuple(change(farm) if farm.seat in inside else farm for farm in state.seats))


def _sorted(*cards: str) -> tuple[str, ...]:
    return tuple(sorted(cards))
