"""Events as lines of the chronicle, as far as the reader may see them."""

from events.mars import events as e
from events.mars import names
from events.mars.agenda import NOBODY
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
from events.mars.events import MarsEvents
from events.mars.names import Arg, say
from events.mars.state import Laid
from events.texts import Text, seat_text


def tell(event: MarsEvents) -> Text | None:
    """One line for the event, or None where it says nothing by itself."""
    if isinstance(event, SetUpEvent):
        return _set_up(event)
    if isinstance(event, SealedEvent):
        return _sealed(event)
    if isinstance(event, e.CardEvent):
        return _cards(event)
    if isinstance(event, e.SupplyEvent):
        return _supply(event)
    if isinstance(event, e.BoardEvent):
        return _board(event)
    if isinstance(event, e.TurnEvent):
        return _turns(event)
    return _ending(event)


def _line(key: str, seat: int, **args: Arg) -> Text:
    return say(f"tell.{key}", who=seat_text(seat), **args)


def _listed(key: str, seat: int, cards: tuple[str, ...], **args: Arg) -> Text:
    """Cards by name for whoever may read them, else only how many."""
    if all(cards):
        return _line(f"{key}_seen", seat, n=len(cards), cards=names.cards(cards), **args)
    return _line(key, seat, n=len(cards), **args)


def _set_up(event: SetUpEvent) -> Text | None:
    match event:
        case TableLaid():
            key = "tell.laid_era" if event.corporate_era else "tell.laid"
            return say(key, n=event.seats, who=seat_text(event.first))
        case NeutralsRevealed():
            return say("tell.neutrals", cards=names.cards(event.cards))
        case NeutralPlaced():
            return say("tell.neutral_tile", tile=names.tile_name(event.tile), space=names.space(event.at))
        case CorporationsDealt():
            if not all(event.corporations):
                return None
            return _line("corporations_seen", event.seat, cards=names.cards(event.corporations))
        case CorporationRevealed():
            gains = names.changes(event.resources)
            return _line("revealed", event.seat, corporation=names.card(event.corporation), gains=gains)
        case CardsBought():
            if event.n and all(event.cards):
                return _line("bought_seen", event.seat, n=event.n, cards=names.cards(event.cards))
            return _line("bought" if event.n else "bought_none", event.seat, n=event.n)
        case ResearchBegan():
            return None


def _sealed(event: SealedEvent) -> Text | None:
    match event:
        case CardsDealt():
            return _listed("dealt", event.seat, event.cards)
        case PacksPassed():
            own = [one for one in event.drafters if one.kept]
            return _line("kept_seen", own[0].seat, card=names.card(own[0].kept)) if len(own) == 1 else None
        case CorporationChosen():
            if not event.corporation:
                return None
            return _line("chosen_seen", event.seat, corporation=names.card(event.corporation))
        case DraftBegan():
            return say("tell.draft")
        case CardPicked():
            return _line("picked_seen", event.seat, card=names.card(event.card)) if event.card else None
        case CardsChosen() | HeatChosen() | DraftEnded():
            return None


def _cards(event: e.CardEvent) -> Text | None:
    match event:
        case e.CardShown():
            return _line("shown", event.seat, card=names.card(event.card))
        case e.CardPlayed():
            return _line("played", event.seat, card=names.card(event.card))
        case e.CardsDrawn():
            return _listed("drawn", event.seat, event.cards, source=names.source(event.source))
        case e.CardsLookedAt():
            return _listed("looked", event.seat, event.cards)
        case e.CardsKept():
            return _line("kept", event.seat, n=len(event.cards), rest=len(event.rest))
        case e.TopRevealed():
            return _line("top", event.seat, card=names.card(event.card))
        case e.CardsDiscarded():
            return _listed("discarded", event.seat, event.cards)
        case e.Reshuffled():
            return say("tell.reshuffled", n=event.n)


def _supply(event: e.SupplyEvent) -> Text | None:
    match event:
        case e.Paid():
            return _line("paid", event.seat, amounts=names.amounts(event.amounts))
        case e.Converted():
            return _line("converted", event.seat, n=event.n, what=names.units(event.what, event.n))
        case e.Gained() | e.ProductionChanged():
            return _changed(event)
        case e.NeutralReduced():
            return say("tell.neutral_reduced", source=names.source(event.source))
        case e.RatingGained():
            return _line("rating", event.seat, n=event.n, source=names.source(event.source))
        case e.ResourcesAdded():
            key = "taken_from_card" if event.by != NOBODY else "added" if event.n > 0 else "used_from_card"
            args: dict[str, Arg] = {"n": abs(event.n), "card": names.card(event.card)}
            if event.by != NOBODY:
                args["by"] = seat_text(event.by)
            return _line(key, event.seat, **args)
        case e.NextCardEased():
            if event.discount:
                return _line("next_discount", event.seat, n=event.discount)
            return _line("next_steps", event.seat, n=event.steps)
        case e.Produced():
            return _line("produced", event.seat, gains=names.changes(event.amounts), energy=event.energy)


def _changed(event: e.Gained | e.ProductionChanged) -> Text:
    word = "gained" if isinstance(event, e.Gained) else "production"
    args: dict[str, Arg] = {"gains": names.changes(event.amounts), "source": names.source(event.source)}
    if event.by not in (NOBODY, event.seat):
        return _line(f"{word}_by", event.seat, by=seat_text(event.by), **args)
    return _line(word, event.seat, **args)


def _board(event: e.BoardEvent) -> Text | None:
    match event:
        case e.Raised():
            return _line(f"raised_{event.track}", event.seat, to=event.to)
        case e.TilePlaced():
            tile = names.tile(Laid(event.tile, event.owner, event.name))
            return _line("placed", event.seat, tile=tile, space=names.space(event.at))
        case e.SpaceClaimed():
            return _line("claimed_space", event.seat, space=names.space(event.at))
        case e.MilestoneClaimed():
            return _line("claimed", event.seat, milestone=say(f"milestone.{event.milestone}"))
        case e.AwardFunded():
            return _line("funded", event.seat, award=say(f"award.{event.award}"))


def _turns(event: e.TurnEvent) -> Text | None:
    match event:
        case e.ProjectUsed():
            return _line("project", event.seat, project=names.project(event.project))
        case e.ActionUsed():
            return _line("used", event.seat, card=names.card(event.card))
        case e.FirstActionUsed():
            return _line("first_action", event.seat)
        case e.Passed():
            return _line("passed_unasked" if event.unasked else "passed", event.seat)
        case e.GenerationBegan():
            return say("tell.generation", n=event.generation, who=seat_text(event.first))
        case e.ActionsBegan() | e.TurnBegan() | e.Asked() | e.ActionTaken():
            return None


def _ending(event: e.EndEvent) -> Text | None:
    match event:
        case e.ConversionBegan():
            return say("tell.conversion")
        case e.ConversionEnded():
            return None
        case e.PlayerResigned():
            return _line("resigned", event.seat)
        case e.MatchDecided():
            winners = tuple(seat_text(seat) for seat, place in enumerate(event.places) if place == 1)
            if len(event.places) < 2:
                return say("tell.decided", reason=Text(event.reason))
            return say("tell.winner", who=winners, reason=Text(event.reason))
