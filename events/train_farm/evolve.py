"""What each event means for the state. Computes no rule and refuses nothing."""

from typing import Any

from msgspec.structs import replace

from events.train_farm import events as e
from events.train_farm.evolve_camp import in_camp
from events.train_farm.state import Buried, Camp, Fall, Held, Squad, State


def evolve(state: State, event: e.TrainFarmEvents) -> State:
    """The state after the event."""
    match event:
        case e.CampsPitched() | e.SetSealed() | e.SetLaid() | e.TasksTurnedUp() | e.RoleDealt():
            return _set_up(state, event)
        case (
            e.RoundBegan()
            | e.Supplied()
            | e.ActionsOpened()
            | e.EventTurnedUp()
            | e.PlanSealed()
            | e.PlanShown()
            | e.BlockBegan()
            | e.EventDone()
            | e.RoundClosing()
            | e.TurnCame()
            | e.Asked()
            | e.MatchDecided()
        ):
            return _flow(state, event)
        case (
            e.DeckShuffled()
            | e.DeckEmpty()
            | e.CardDrawn()
            | e.CardPeeked()
            | e.CardShown()
            | e.CardKept()
            | e.CardDeclined()
            | e.CardHanded()
            | e.CardOpened()
            | e.CardDiscarded()
            | e.CardResolved()
        ):
            return _cards(state, event)
        case e.VisitorJoined():
            return _with(_without(state, event.slot), in_camp(state.camps[event.seat], event, state.round))
        case e.VisitorLeft():
            after = _discarded(state, "encounter", event.card)
            return _with(after, in_camp(state.camps[event.seat], event, state.round))
        case e.CampFell():
            return _fallen(state, event)
        case e.Hit():
            return replace(state, damaged=(*state.damaged, event.seat)) if state.event else state
        case e.RaceWon():
            return replace(state, race_won=event.seat)
        case (
            e.Explored()
            | e.DieRolled()
            | e.SquadMoved()
            | e.OptionTaken()
            | e.Tested()
            | e.Stranded()
            | e.ForwardTaken()
            | e.ContactLost()
            | e.SquadReturned()
            | e.ActionBarred()
            | e.Passed()
            | e.Gained()
            | e.Lost()
            | e.Paid()
            | e.Traded()
            | e.Added()
            | e.SavingGained()
            | e.SavingUsed()
            | e.Capped()
            | e.Damaged()
            | e.Repaired()
            | e.DurabilityCapped()
            | e.Warded()
            | e.WallSpent()
            | e.WallDemoted()
            | e.Built()
            | e.Upgraded()
            | e.WallRenewed()
            | e.Dismantled()
            | e.TowerLost()
            | e.CampMoved()
            | e.TaskDone()
            | e.VisitorKept()
            | e.AidRolled()
            | e.AidSettled()
            | e.OrderSet()
        ):
            return _with(state, in_camp(state.camps[event.seat], event, state.round))


def _with(state: State, camp: Camp) -> State:
    camps = state.camps
    return replace(state, camps=(*camps[: camp.seat], camp, *camps[camp.seat + 1 :]))


def _change(state: State, seat: int, **changes: Any) -> State:
    return _with(state, replace(state.camps[seat], **changes))


def _all(state: State, **changes: Any) -> tuple[Camp, ...]:
    return tuple(replace(camp, **changes) for camp in state.camps)


def _without(state: State, slot: int) -> State:
    return replace(state, hand=tuple(held for held in state.hand if held.slot != slot))


def _discarded(state: State, deck: str, card: str) -> State:
    return replace(state, discard={**state.discard, deck: (*state.discard[deck], card)})


def _set_up(state: State, event: e.SettingUp) -> State:
    match event:
        case e.CampsPitched():
            camp = Camp(
                0,
                bolts=event.bolts,
                food=event.food,
                people=event.people,
                durability=event.durability,
                region=event.region,
            )
            return State(
                terms=event.terms,
                camps=tuple(replace(camp, seat=seat) for seat in range(event.seats)),
                down=event.decks,
                discard=dict.fromkeys(event.decks, ()),
            )
        case e.SetSealed():
            return _change(state, event.seat, chosen=True, kinds=event.kinds)
        case e.SetLaid():
            return _with(state, in_camp(state.camps[event.seat], event, 1))
        case e.TasksTurnedUp():
            return replace(state, open_tasks=event.tasks)
        case e.RoleDealt():
            return _change(state, event.seat, role=event.role)


def _flow(state: State, event: e.Flow) -> State:
    match event:
        case e.RoundBegan():
            camps = tuple(
                replace(
                    camp,
                    acted=False,
                    dismantled=False,
                    start_food=camp.food,
                    start_people=camp.people,
                    aid=0,
                    aided=False,
                    chosen=False,
                    barred=tuple(number for number in camp.barred if number >= event.round),
                    timed=tuple(each for each in camp.timed if each.last >= event.round),
                    savings=tuple(each for each in camp.savings if each.last >= event.round),
                )
                for camp in state.camps
            )
            return replace(state, round=event.round, lead=event.lead, phase="supply", camps=camps)
        case e.Supplied():
            return _with(state, in_camp(state.camps[event.seat], event, state.round))
        case e.ActionsOpened():
            return replace(state, phase="act", turn=None)
        case e.EventTurnedUp():
            down = {**state.down, "event": state.down["event"] - 1}
            after = replace(state, phase="gather", event=event.card, asks=event.asks, down=down, block=0, damaged=())
            return replace(after, camps=_all(after, chosen=False, plan=""))
        case e.PlanSealed():
            return _change(state, event.seat, chosen=True, plan=event.plan)
        case e.PlanShown():
            return _change(state, event.seat, chosen=False, plan="")
        case e.BlockBegan():
            return replace(state, phase="resolve", block=event.block)
        case e.EventDone():
            after = replace(_discarded(state, "event", event.card), phase="settle", event="", asks=())
            for seat in event.held:
                after = _change(after, seat, hordes_held=after.camps[seat].hordes_held + 1)
            return after
        case e.RoundClosing():
            return replace(state, phase="close")
        case e.TurnCame():
            return replace(state, turn=event.seat)
        case e.Asked():
            return _change(state, event.seat, asked=event.number, agenda=event.agenda)
        case e.MatchDecided():
            return replace(state, places=event.places, winners=event.winners, reason=event.reason)


def _cards(state: State, event: e.Drawing) -> State:
    match event:
        case e.DeckShuffled():
            down = {**state.down, event.deck: state.down[event.deck] + len(state.discard[event.deck])}
            return replace(state, down=down, discard={**state.discard, event.deck: ()})
        case e.DeckEmpty() | e.CardKept():
            return state
        case e.CardDrawn():
            return _drawn(state, event, Held(event.slot, event.seat, event.deck, (), "", event.card))
        case e.CardPeeked():
            return _drawn(state, event, Held(event.slot, event.seat, event.deck, (event.seat,), event.card))
        case e.CardShown():
            hand = tuple(replace(h, shown=event.card, card="") if h.slot == event.slot else h for h in state.hand)
            return replace(state, hand=hand)
        case e.CardDeclined():
            held = state.held(event.slot)
            after = _without(state, event.slot)
            return replace(after, bottom=(*after.bottom, Buried(held.deck, held.readers, held.known)))
        case e.CardHanded():
            hand = tuple(_handed(held, event) if held.slot == event.slot else held for held in state.hand)
            return replace(state, hand=hand)
        case e.CardOpened():
            return _change(state, event.seat, rerolled=False)
        case e.CardDiscarded():
            return _discarded(_without(state, event.slot), state.held(event.slot).deck, event.card)
        case e.CardResolved():
            deck = state.held(event.slot).deck
            after = _discarded(_without(state, event.slot), deck, event.card)
            if deck == "high_risk":
                return _change(after, event.seat, high_risk_resolved=after.camps[event.seat].high_risk_resolved + 1)
            return after


def _drawn(state: State, event: e.CardDrawn | e.CardPeeked, held: Held) -> State:
    after = replace(state, hand=(*state.hand, held), slots=max(state.slots, event.slot + 1))
    if event.buried:
        first = next(place for place, buried in enumerate(state.bottom) if buried.deck == event.deck)
        return replace(after, bottom=(*state.bottom[:first], *state.bottom[first + 1 :]))
    return replace(after, down={**state.down, event.deck: state.down[event.deck] - 1})


def _handed(held: Held, event: e.CardHanded) -> Held:
    return replace(held, seat=event.to, readers=tuple(sorted({*held.readers, event.to})))


def _fallen(state: State, event: e.CampFell) -> State:
    camp = state.camps[event.seat]
    fallen = Camp(
        camp.seat,
        standing=False,
        resigned=event.resigned,
        tiles=camp.tiles,
        explorations=camp.explorations,
        risky_successes=camp.risky_successes,
        high_risk_resolved=camp.high_risk_resolved,
        hordes_held=camp.hordes_held,
        squad=Squad(),
        asked=camp.asked,
    )
    fall = Fall(event.seat, state.round, event.cause)
    return replace(_with(state, fallen), fallen=(*state.fallen, fall))
