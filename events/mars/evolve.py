"""What each event means for the state. Computes no rule and refuses nothing."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from events.mars import events as e
from events.mars.agenda import NEUTRAL, NOBODY, Agenda
from events.mars.dealings import (
    CardPicked,
    CardsBought,
    CardsChosen,
    CardsDealt,
    CorporationChosen,
    CorporationRevealed,
    CorporationsDealt,
    DraftBegan,
    DraftEnded,
    HeatChosen,
    NeutralPlaced,
    NeutralsRevealed,
    PacksPassed,
    ResearchBegan,
    SealedEvent,
    SetUpEvent,
    TableLaid,
)
from events.mars.nouns import RESOURCES, Tile, Track
from events.mars.state import Laid, Seat, State


def evolve(state: State, event: e.MarsEvents) -> State:
    """The state after the event."""
    if isinstance(event, e.SupplyEvent):
        return _supply(state, event)
    if isinstance(event, e.TurnEvent):
        return _turns(state, event)
    if isinstance(event, e.BoardEvent):
        return _board(state, event)
    if isinstance(event, e.CardEvent):
        return _cards(state, event)
    if isinstance(event, SealedEvent):
        return _sealed(state, event)
    if isinstance(event, SetUpEvent):
        return _set_up(state, event)
    return _ending(state, event)


def _with(state: State, seat: int, **changes: Any) -> State:
    return replace(state, seats=_seats(state, replace(state.seats[seat], **changes)))


def _seats(state: State, changed: Seat) -> tuple[Seat, ...]:
    return (*state.seats[: changed.seat], changed, *state.seats[changed.seat + 1 :])


def _plus(old: Mapping[str, int], more: Mapping[str, int], sign: int = 1) -> dict[str, int]:
    new = dict(old)
    for name, n in more.items():
        new[name] = new.get(name, 0) + sign * n
    return new


def _less(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([card for card in cards if card not in gone])


def _set_up(state: State, event: SetUpEvent) -> State:
    match event:
        case TableLaid():
            return _laid(event)
        case NeutralsRevealed():
            return replace(state, deck=state.deck - len(event.cards), discards=(*state.discards, *event.cards))
        case NeutralPlaced():
            return replace(state, tiles={**state.tiles, event.at: Laid(event.tile, NEUTRAL)})
        case CorporationsDealt():
            spare = state.spare - len(event.corporations)
            return replace(_with(state, event.seat, offers=event.corporations), spare=spare)
        case CorporationRevealed():
            seat = state.seats[event.seat]
            seat = replace(
                seat,
                corporation=event.corporation,
                resources=_plus(seat.resources, event.resources),
                production=_plus(seat.production, event.production),
                offers=(),
                chosen="",
                first_due=event.first,
            )
            return replace(state, seats=_seats(state, seat), spare=state.spare + event.unused)
        case CardsBought():
            seat = state.seats[event.seat]
            return _with(
                state,
                event.seat,
                hand=(*seat.hand, *event.cards),
                resources=_plus(seat.resources, event.paid, -1),
                discards=(*seat.discards, *event.rest),
                dealt=(),
                choice=(),
                heat=0,
                stage=0,
                tries=0,
            )
        case ResearchBegan():
            return replace(state, phase="research")


def _laid(event: TableLaid) -> State:
    production = dict.fromkeys(RESOURCES, event.production)
    return State(
        seats=tuple(
            Seat(seat, seat in event.beginners, rating=event.rating, production=production)
            for seat in range(event.seats)
        ),
        corporate_era=event.corporate_era,
        starting_draft=event.starting_draft,
        research_draft=event.research_draft,
        phase="setup",
        generation=1,
        first=event.first,
        deck=event.cards,
        spare=event.corporations,
    )


def _sealed(state: State, event: SealedEvent) -> State:
    match event:
        case CardsDealt():
            fresh = {"pack": event.cards} if event.pack else {"dealt": event.cards}
            return replace(_with(state, event.seat, **fresh), deck=state.deck - len(event.cards))
        case DraftBegan():
            return replace(state, phase="draft", drafters=event.seats, draft_step=0)
        case CardPicked():
            return _with(state, event.seat, picked=event.card, stage=1)
        case PacksPassed():
            for one in event.drafters:
                kept = (*state.seats[one.seat].kept, one.kept)
                state = _with(state, one.seat, kept=kept, pack=one.pack, picked="", stage=0)
            return replace(state, draft_step=state.draft_step + 1)
        case DraftEnded():
            for number in event.seats:
                seat = state.seats[number]
                state = _with(state, number, dealt=seat.kept, kept=())
            return replace(state, phase="setup" if state.generation == 1 else "research", drafters=())
        case CorporationChosen():
            tries = state.seats[event.seat].tries + 1
            return _with(state, event.seat, chosen=event.corporation, choice=(), stage=1, tries=tries)
        case CardsChosen():
            if state.phase == "setup":
                return _with(state, event.seat, choice=event.cards, stage=2)
            tries = state.seats[event.seat].tries + 1
            return _with(state, event.seat, choice=event.cards, heat=0, stage=1, tries=tries)
        case HeatChosen():
            return _with(state, event.seat, heat=event.heat, stage=2)


def _cards(state: State, event: e.CardEvent) -> State:
    match event:
        case e.CardShown():
            hand = _less(state.seats[event.seat].hand, (event.card,))
            return replace(_with(state, event.seat, hand=hand), showing=event.card)
        case e.CardPlayed():
            return _played(state, event)
        case e.CardsDrawn():
            hand = (*state.seats[event.seat].hand, *event.cards)
            return replace(_with(state, event.seat, hand=hand), deck=state.deck - len(event.cards))
        case e.CardsLookedAt():
            return replace(_with(state, event.seat, looked=event.cards), deck=state.deck - len(event.cards))
        case e.CardsKept():
            seat = state.seats[event.seat]
            discards = (*seat.discards, *event.rest)
            return _with(state, event.seat, hand=(*seat.hand, *event.cards), looked=(), discards=discards)
        case e.TopRevealed():
            return replace(state, deck=state.deck - 1, discards=(*state.discards, event.card))
        case e.CardsDiscarded():
            seat = state.seats[event.seat]
            discards = (*seat.discards, *event.cards)
            return _with(state, event.seat, hand=_less(seat.hand, event.cards), discards=discards)
        case e.Reshuffled():
            seats = tuple(replace(seat, discards=()) for seat in state.seats)
            return replace(state, seats=seats, discards=(), deck=state.deck + event.n)


def _played(state: State, event: e.CardPlayed) -> State:
    seat = state.seats[event.seat]
    seat = replace(
        seat,
        hand=_less(seat.hand, (event.card,)),
        played=seat.played if event.event else (*seat.played, event.card),
        events=(*seat.events, event.card) if event.event else seat.events,
        next_discount=0,
        next_steps=0,
    )
    return replace(state, seats=_seats(state, seat), showing="")


def _supply(state: State, event: e.SupplyEvent) -> State:
    match event:
        case e.NeutralReduced():
            return state
        case e.Produced():
            return _produced(state, event)
        case (
            e.Paid()
            | e.Converted()
            | e.Gained()
            | e.ProductionChanged()
            | e.RatingGained()
            | e.ResourcesAdded()
            | e.NextCardEased()
        ):
            return replace(state, seats=_seats(state, _supplied(state.seats[event.seat], event)))


_SeatSupply = (
    e.Paid | e.Converted | e.Gained | e.ProductionChanged | e.RatingGained | e.ResourcesAdded | e.NextCardEased
)


def _supplied(seat: Seat, event: _SeatSupply) -> Seat:
    match event:
        case e.Paid():
            return replace(seat, resources=_plus(seat.resources, event.amounts, -1))
        case e.Converted():
            return replace(seat, resources=_plus(seat.resources, {event.what: -event.n}))
        case e.Gained():
            return replace(seat, resources=_plus(seat.resources, event.amounts))
        case e.ProductionChanged():
            return replace(seat, production=_plus(seat.production, event.amounts))
        case e.RatingGained():
            return replace(seat, rating=seat.rating + event.n, rating_rose=True)
        case e.ResourcesAdded():
            return replace(seat, held=_plus(seat.held, {event.card: event.n}))
        case e.NextCardEased():
            discount, steps = seat.next_discount + event.discount, seat.next_steps + event.steps
            return replace(seat, next_discount=discount, next_steps=steps)


def _produced(state: State, event: e.Produced) -> State:
    seat = state.seats[event.seat]
    resources = _plus(seat.resources, {"energy": -event.energy, "heat": event.energy})
    return _with(state, event.seat, resources=_plus(resources, event.amounts))


def _board(state: State, event: e.BoardEvent) -> State:
    match event:
        case e.Raised(track=Track.TEMPERATURE):
            return replace(_rated(state, event.seat, event.rating), temperature=event.to)
        case e.Raised():
            return replace(_rated(state, event.seat, event.rating), oxygen=event.to)
        case e.TilePlaced():
            tiles = {**state.tiles, event.at: Laid(event.tile, event.owner, event.name)}
            claims = {at: seat for at, seat in state.claims.items() if at != event.at}
            oceans = state.oceans + (event.tile is Tile.OCEAN)
            return replace(_rated(state, event.seat, event.rating), tiles=tiles, claims=claims, oceans=oceans)
        case e.SpaceClaimed():
            return replace(state, claims={**state.claims, event.at: event.seat})
        case e.MilestoneClaimed():
            return replace(state, milestones={**state.milestones, event.milestone: event.seat})
        case e.AwardFunded():
            return replace(state, awards={**state.awards, event.award: event.seat})


def _rated(state: State, seat: int, rating: int) -> State:
    return _with(state, seat, rating=state.seats[seat].rating + rating, rating_rose=True) if rating else state


def _turns(state: State, event: e.TurnEvent) -> State:
    match event:
        case e.ActionsBegan():
            return replace(state, phase="action", turn=0)
        case e.TurnBegan():
            return replace(state, active=event.seat, actions=0, turn=state.turn + 1)
        case e.ProjectUsed():
            return state
        case e.ActionUsed():
            return _with(state, event.seat, used=(*state.seats[event.seat].used, event.card))
        case e.FirstActionUsed():
            return _with(state, event.seat, first_due=False)
        case e.Asked():
            agenda = Agenda(event.seat, event.current, event.pool)
            return replace(state, agenda=agenda, asked=state.asked + 1)
        case e.ActionTaken():
            return replace(state, agenda=None, actions=state.actions + 1)
        case e.Passed():
            return _with(state, event.seat, passed=True, next_discount=0, next_steps=0)
        case e.GenerationBegan():
            seats = tuple(replace(seat, passed=False, used=(), rating_rose=False) for seat in state.seats)
            return replace(
                state, seats=seats, generation=event.generation, first=event.first, active=NOBODY, turn=0, asked=0
            )


def _ending(state: State, event: e.EndEvent) -> State:
    match event:
        case e.ConversionBegan():
            return replace(state, phase="final", active=NOBODY)
        case e.ConversionEnded():
            return replace(state, converted=(*state.converted, event.seat))
        case e.PlayerResigned():
            seat = state.seats[event.seat]
            gone = (*seat.discards, *seat.hand, *seat.looked, *seat.dealt)
            changed = _with(state, event.seat, hand=(), looked=(), dealt=(), choice=(), heat=0, discards=gone)
            claims = {at: owner for at, owner in state.claims.items() if owner != event.seat}
            return replace(changed, claims=claims, left=(*state.left, event.seat))
        case e.MatchDecided():
            return replace(
                state, phase="over", places=event.places, reason=event.reason, won=event.won, agenda=None, active=NOBODY
            )
