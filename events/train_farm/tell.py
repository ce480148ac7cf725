"""A redacted event as a line of the chronicle; None where another line says it already."""

from events.texts import Text, seat_text
from events.train_farm import events as e
from events.train_farm import names
from events.train_farm.cards import EVENTS
from events.train_farm.effects import RESOURCES, Cost
from events.train_farm.orders import forms
from events.train_farm.trail import SPACES


def tell(event: e.TrainFarmEvents) -> Text | None:
    """One event as a sentence."""
    match event:
        case e.CampsPitched() | e.SetSealed() | e.SetLaid() | e.TasksTurnedUp() | e.RoleDealt():
            return _set_up(event)
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
            return _flow(event)
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
            return _card(event)
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
        ):
            return _exploring(event)
        case e.Gained() | e.Lost() | e.Paid() | e.Traded() | e.Added() | e.SavingGained() | e.SavingUsed() | e.Capped():
            return _stock(event)
        case (
            e.Hit()
            | e.Damaged()
            | e.Repaired()
            | e.DurabilityCapped()
            | e.Warded()
            | e.WallSpent()
            | e.WallDemoted()
            | e.CampFell()
        ):
            return _wall(event)
        case e.Built() | e.Upgraded() | e.WallRenewed() | e.Dismantled() | e.TowerLost() | e.CampMoved():
            return _building(event)
        case (
            e.TaskDone()
            | e.RaceWon()
            | e.VisitorJoined()
            | e.VisitorKept()
            | e.VisitorLeft()
            | e.AidRolled()
            | e.AidSettled()
            | e.OrderSet()
        ):
            return _extra(event)


def _line(key: str, seat: int, **args: Text | int | str | tuple[Text, ...]) -> Text:
    return names.say(f"told.{key}", who=seat_text(seat), **args)


def _set_up(event: e.SettingUp) -> Text:
    match event:
        case e.CampsPitched():
            cost = names.price(Cost(event.bolts, event.food, event.people))
            return names.say("told.pitched", seats=event.seats, stock=cost, rounds=event.terms.rounds)
        case e.SetSealed():
            return _line("set_sealed", event.seat)
        case e.SetLaid():
            return _line("set_laid", event.seat, kinds=tuple(names.module(kind) for kind in event.kinds))
        case e.TasksTurnedUp():
            return names.say("told.tasks", tasks=tuple(names.task(task) for task in event.tasks))
        case e.RoleDealt():
            return _line("role", event.seat, role=names.role(event.role))


def _flow(event: e.Flow) -> Text | None:
    match event:
        case e.RoundBegan():
            return names.say("told.round", round=event.round, lead=seat_text(event.lead))
        case e.Supplied():
            return _supplied(event)
        case e.EventTurnedUp():
            return names.say("told.event", card=names.card(event.card), rules=names.say(f"card.{event.card}.rules"))
        case e.PlanSealed():
            return _line("plan_sealed", event.seat)
        case e.EventDone():
            if EVENTS[event.card].horde and event.held:
                return names.say("told.held", who=tuple(seat_text(seat) for seat in event.held))
            return None
        case e.MatchDecided():
            if event.winners:
                winners = tuple(seat_text(seat) for seat in event.winners)
                return names.say("told.won", who=winners, reason=Text(event.reason))
            return names.say("told.nobody", reason=Text(event.reason))
        case e.ActionsOpened() | e.PlanShown() | e.BlockBegan() | e.RoundClosing() | e.TurnCame() | e.Asked():
            return None


def _supplied(event: e.Supplied) -> Text:
    amounts = zip(RESOURCES, (event.bolts, event.food, event.people), strict=True)
    parts = tuple(names.amount(res, n) for res, n in amounts if n)
    got = names.say("amount.all", parts=parts) if parts else names.say("amount.nothing")
    key = "supplied_eating" if event.eaten else "supplied"
    line = _line(key, event.seat, got=got, n=event.eaten)
    return names.say("told.low", line=line) if event.low else line


def _card(event: e.Drawing) -> Text | None:
    match event:
        case e.DeckShuffled():
            return names.say("told.shuffled", deck=names.say(f"deck.{event.deck}"))
        case e.DeckEmpty():
            return names.say("told.empty", deck=names.say(f"deck.{event.deck}"))
        case e.CardDrawn() | e.CardPeeked():
            key = "drew" if event.card else "peeked"
            return _line(key, event.seat, card=names.card(event.card), deck=names.say(f"deck.{event.deck}"))
        case e.CardShown():
            return _line("shows", event.seat, card=names.card(event.card))
        case e.CardDeclined():
            return _line("declined", event.seat)
        case e.CardHanded():
            return _line("handed", event.seat, to=seat_text(event.to))
        case e.CardDiscarded():
            return _line("discarded", event.seat, card=names.card(event.card))
        case e.CardKept() | e.CardOpened() | e.CardResolved():
            return None


def _exploring(event: e.Exploring) -> Text | None:
    match event:
        case e.Explored():
            return _line("explored", event.seat)
        case e.DieRolled():
            return _line("rerolled" if event.again else f"rolled_{event.kind}", event.seat, raw=event.raw)
        case e.SquadMoved():
            kind = SPACES[event.space].kind
            return _line("moved", event.seat, roll=event.roll, space=event.space, kind=names.say(f"space.{kind}.name"))
        case e.OptionTaken():
            return _line("took", event.seat, label=names.say(f"card.{event.card}.{event.option}"))
        case e.Tested():
            key = "passed_test" if event.passed else "failed_test"
            return _line(key, event.seat, total=event.total, target=event.target)
        case e.Stranded():
            return _line("stranded", event.seat, round=event.until)
        case e.ForwardTaken():
            return _line("forward", event.seat, round=event.until)
        case e.ContactLost():
            return _line("contact_lost", event.seat, round=event.until)
        case e.SquadReturned():
            return _line("returned", event.seat)
        case e.ActionBarred():
            return _line("barred", event.seat, round=event.round)
        case e.Passed():
            return _line("passed", event.seat)


def _stock(event: e.Stocks) -> Text | None:
    match event:
        case e.Gained():
            return _line("gained", event.seat, what=names.amount(event.res, event.n))
        case e.Lost():
            return _line("lost", event.seat, what=names.amount(event.res, event.n))
        case e.Paid():
            return _line("paid", event.seat, what=names.price(Cost(event.bolts, event.food, event.people)))
        case e.Traded():
            give, get = names.amount(event.give, event.gave), names.amount(event.get, event.got)
            return _line("traded", event.seat, give=give, get=get)
        case e.Added():
            n = names.signed(event.n)
            return _line(f"added_{event.what}", event.seat, n=n, first=event.first, last=event.last)
        case e.SavingGained():
            what = names.price(Cost(bolts=event.bolts, people=event.people))
            return _line("saving", event.seat, what=what, uses=event.uses, round=event.last)
        case e.SavingUsed():
            return None
        case e.Capped():
            return _line("capped", event.seat, what=names.price(Cost(food=event.food, people=event.people)))


def _wall(event: e.Walls) -> Text | None:
    match event:
        case e.Hit():
            return _line("hit", event.seat)
        case e.Damaged():
            return _line("damaged", event.seat, n=event.durability)
        case e.Repaired():
            return _line("repaired", event.seat, n=event.durability)
        case e.DurabilityCapped():
            return _line("durability", event.seat, n=event.durability)
        case e.Warded():
            by = names.card(event.card) if event.card else names.say(f"ward.{event.by}")
            return _line("warded", event.seat, by=by, against=names.say(f"against.{event.against}"))
        case e.WallSpent():
            return _line("wall_lost" if event.lost else "wall_spent", event.seat)
        case e.WallDemoted():
            return _line("wall_demoted", event.seat)
        case e.CampFell():
            return _line("resigned" if event.resigned else "fell", event.seat)


def _building(event: e.Building) -> Text:
    match event:
        case e.Built():
            return _line("built", event.seat, module=names.module(event.kind))
        case e.Upgraded():
            return _line("upgraded", event.seat, module=names.module(event.kind))
        case e.WallRenewed():
            return _line("renewed", event.seat)
        case e.Dismantled():
            return _line("dismantled", event.seat, module=names.module(event.kind), n=event.refund)
        case e.TowerLost():
            return _line("tower_lost", event.seat)
        case e.CampMoved():
            return _line("camp_moved", event.seat, region=names.region(event.region))


def _extra(event: e.Extras) -> Text | None:
    match event:
        case e.TaskDone():
            return _line("task_done", event.seat, task=names.task(event.task))
        case e.RaceWon():
            return _line("race_won", event.seat)
        case e.VisitorJoined():
            return _line("joined", event.seat, visitor=names.card(event.card), round=event.last)
        case e.VisitorKept():
            return _line("kept", event.seat, visitor=names.card(event.card), round=event.last)
        case e.VisitorLeft():
            return _line(f"left_{event.why}", event.seat, visitor=names.card(event.card))
        case e.AidRolled():
            return _line("aid_rolled", event.seat, raw=event.raw)
        case e.AidSettled():
            if event.to is None:
                return None
            return _line("aid_given", event.seat, to=seat_text(event.to))
        case e.OrderSet():
            if not event.name or event.form not in forms(event.name):
                return None  # a private matter of another seat (R13)
            return _line("order", event.seat, order=names.order(event.name), form=names.form(event.form))
