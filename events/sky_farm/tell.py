"""Events of the table and of a seat's way through a round as lines of the chronicle, as far as the reader may see."""

from events.sky_farm import names
from events.sky_farm.events import (
    BarUsed,
    CardBegun,
    CardsChosen,
    CardsKept,
    ExchangeNamed,
    FarmsBegun,
    FarmScored,
    GiftTaken,
    LowerHalf,
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
    TaskBegun,
    TasksDiscarded,
    TasksDrawn,
    TasksReshuffled,
    TurnFinished,
)
from events.sky_farm.names import Arg
from events.sky_farm.sheet_events import OwnEvent
from events.sky_farm.tell_sheets import line, tell_sheets
from events.texts import Text, seat_text


def tell(event: SkyFarmEvents) -> Text | None:
    """One line for the event, or ``None`` where it says nothing by itself."""
    if not isinstance(event, OwnEvent):
        return _of_table(event)
    if isinstance(event, RoundEvents):
        return _of_round(event)
    return tell_sheets(event)


def _of_table(event: TableEvents) -> Text | None:
    match event:
        case FarmsBegun():
            goals = tuple(Text(f"sky_farm.goal.{name}") for name in event.goals)
            return Text("sky_farm.tell.begun", {"n": event.seats, "goals": goals})
        case TasksDrawn():
            return Text("sky_farm.tell.tasks", {"cards": tuple(names.card(card) for card in event.cards)})
        case TasksReshuffled():
            return Text("sky_farm.tell.reshuffled")
        case PreviewTurned():
            cards = tuple(names.card(card) for card in event.cards)
            return Text("sky_farm.tell.preview", {"cards": cards}) if cards else None
        case PhaseBegun():
            return Text(f"sky_farm.tell.phase_{event.phase}", {"round": event.round})
        case TasksDiscarded():
            return None
        case OldCardsDiscarded() | PairDealt() | NeighboursReshuffled():
            return _neighbours(event)
        case SeasonScored() | PlayerResigned() | FarmScored() | MatchDecided():
            return _ending(event)


def _neighbours(event: OldCardsDiscarded | PairDealt | NeighboursReshuffled) -> Text:
    match event:
        case OldCardsDiscarded():
            args: dict[str, Arg] = {"sides": tuple(names.side(side) for side in event.sides)}
            return Text("sky_farm.tell.exchanged", {"who": seat_text(event.seat), **args})
        case PairDealt():
            args = {"side": names.side(event.side), "cards": tuple(names.neighbour_card(c) for c in event.cards)}
            return Text("sky_farm.tell.pair", {"who": seat_text(event.seat), **args})
        case NeighboursReshuffled():
            return Text("sky_farm.tell.neighbours_reshuffled")


def _ending(event: SeasonScored | PlayerResigned | FarmScored | MatchDecided) -> Text:
    match event:
        case SeasonScored():
            counted = zip(event.counts, event.points, strict=True)
            scores = tuple(
                Text("sky_farm.tell.season_seat", {"who": seat_text(seat), "n": count, "points": points})
                for seat, (count, points) in enumerate(counted)
            )
            return Text("sky_farm.tell.season", {"season": event.season, "scores": scores})
        case PlayerResigned():
            return Text("sky_farm.tell.resigned", {"who": seat_text(event.seat)})
        case FarmScored():
            return Text("sky_farm.tell.scored", {"who": seat_text(event.seat), "total": event.final.total})
        case MatchDecided():
            winners = names.seats(seat for seat, place in enumerate(event.places) if place == 1)
            key = "sky_farm.tell.shared" if len(winners) > 1 else "sky_farm.tell.winner"
            return Text(key, {"who": winners, "reason": Text(event.reason)})


def _of_round(event: RoundEvents) -> Text | None:
    match event:
        case Planned() | ExchangeNamed():
            return None
        case GiftTaken():
            return line(event, "gift_taken", card=event.card, gift=names.units(event.resource, event.qty))
        case CardsKept():
            cards = tuple(
                Text("sky_farm.tell.kept_side", {"side": names.side(side), "card": names.neighbour_card(card)})
                for side, card in event.kept.items()
            )
            return line(event, "kept", cards=cards)
        case CardsChosen():
            first, second = (names.card(card) for card in event.cards)
            return line(event, "chosen", first=first, second=second)
        case CardBegun():
            return line(event, "card", card=names.card(event.card))
        case LowerHalf():
            return line(event, "lower" if event.done else "no_lower", card=names.card(event.card))
        case TaskBegun():
            return line(event, "task", task=names.task(event.task), n=event.actions)
        case BarUsed():
            return line(event, "bar")
        case TurnFinished():
            return line(event, "finished")
