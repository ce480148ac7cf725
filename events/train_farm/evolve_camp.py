"""What an event means for the camp it is about, and nothing else."""

from typing import Any

from msgspec.structs import replace

from events.train_farm import events as e
from events.train_farm.effects import Kind
from events.train_farm.orders import Order, forms
from events.train_farm.state import Camp, Guest, Saving, Squad, Tile, Timed

CampEvents = (
    e.SetLaid
    | e.Supplied
    | e.Exploring
    | e.Stocks
    | e.Damaged
    | e.Repaired
    | e.DurabilityCapped
    | e.Warded
    | e.WallSpent
    | e.WallDemoted
    | e.Building
    | e.TaskDone
    | e.VisitorJoined
    | e.VisitorKept
    | e.VisitorLeft
    | e.AidRolled
    | e.AidSettled
    | e.OrderSet
)


def in_camp(camp: Camp, event: CampEvents, round_: int) -> Camp:
    """The camp after the event, in this round."""
    match event:
        case e.SetLaid():
            return replace(camp, tiles=tuple(Tile(kind) for kind in event.kinds), kinds=(), chosen=False)
        case e.Supplied():
            return replace(
                camp,
                bolts=camp.bolts + event.bolts,
                food=camp.food + event.food - event.eaten,
                people=camp.people + event.people,
                short=event.short,
                low=round_ + 1 if event.low else camp.low,
            )
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
            return _explored(camp, event)
        case e.Gained() | e.Lost() | e.Paid() | e.Traded() | e.Added() | e.SavingGained() | e.SavingUsed() | e.Capped():
            return _stocked(camp, event)
        case e.Damaged() | e.Repaired() | e.DurabilityCapped():
            return replace(camp, durability=event.durability)
        case e.Warded():
            return _warded(camp, event)
        case e.WallSpent():
            return _without(camp, "wall") if event.lost else _tile(camp, "wall", face="spent", used=0)
        case e.WallDemoted():
            return _tile(camp, "wall", face="base", used=0)
        case e.Built() | e.Upgraded() | e.WallRenewed() | e.Dismantled() | e.TowerLost() | e.CampMoved():
            return _built(camp, event, round_)
        case (
            e.TaskDone()
            | e.VisitorJoined()
            | e.VisitorKept()
            | e.VisitorLeft()
            | e.AidRolled()
            | e.AidSettled()
            | e.OrderSet()
        ):
            return _extra(camp, event, round_)


def _tile(camp: Camp, kind: Kind, **changes: Any) -> Camp:
    return replace(camp, tiles=tuple(replace(t, **changes) if t.kind == kind else t for t in camp.tiles))


def _without(camp: Camp, kind: Kind) -> Camp:
    return replace(camp, tiles=tuple(tile for tile in camp.tiles if tile.kind != kind))


def _explored(camp: Camp, event: e.Exploring) -> Camp:
    match event:
        case e.Explored():
            return replace(camp, acted=True, rerolled=False, explorations=camp.explorations + 1)
        case e.DieRolled():
            return replace(camp, rerolled=True) if event.again else camp
        case e.SquadMoved():
            return replace(camp, squad=replace(camp.squad, space=event.space))
        case e.OptionTaken():
            return camp
        case e.Tested():
            return replace(camp, risky_successes=camp.risky_successes + (event.risky and event.passed))
        case e.Stranded():
            return replace(camp, squad=replace(camp.squad, until=event.until))
        case e.ForwardTaken():
            return replace(camp, squad=replace(camp.squad, until=event.until, forward=True))
        case e.ContactLost():
            return replace(camp, squad=Squad(until=event.until, lost=True))
        case e.SquadReturned():
            return replace(camp, squad=Squad())
        case e.ActionBarred():
            return replace(camp, barred=(*camp.barred, event.round))
        case e.Passed():
            return replace(camp, acted=True)


def _stocked(camp: Camp, event: e.Stocks) -> Camp:
    match event:
        case e.Gained():
            return replace(camp, **{event.res: camp.stock(event.res) + event.n})
        case e.Lost():
            return replace(camp, **{event.res: camp.stock(event.res) - event.n})
        case e.Paid():
            return replace(
                camp, bolts=camp.bolts - event.bolts, food=camp.food - event.food, people=camp.people - event.people
            )
        case e.Traded():
            after = replace(camp, **{event.give: camp.stock(event.give) - event.gave})
            return replace(after, **{event.get: after.stock(event.get) + event.got})
        case e.Added():
            timed = Timed(event.what, event.n, event.first, event.last)
            return replace(camp, timed=(*camp.timed, timed))
        case e.SavingGained():
            saving = Saving(event.bolts, event.people, event.uses, event.last)
            return replace(camp, savings=(*camp.savings, saving))
        case e.SavingUsed():
            saving = camp.savings[event.place]
            rest = (replace(saving, uses=saving.uses - 1),) if saving.uses > 1 else ()
            return replace(camp, savings=(*camp.savings[: event.place], *rest, *camp.savings[event.place + 1 :]))
        case e.Capped():
            return replace(camp, food=camp.food - event.food, people=camp.people - event.people)


def _warded(camp: Camp, event: e.Warded) -> Camp:
    match event.by:
        case "wall" | "full_wall":
            wall = camp.tile("wall")
            return camp if wall is None else _tile(camp, "wall", used=wall.used + 1)
        case "infirmary":
            return replace(camp, people_warded=camp.people_warded + 1)
        case "full_infirmary":
            return replace(camp, action_warded=camp.action_warded + 1)
        case "role":
            return replace(camp, role_warded=camp.role_warded + 1)
        case "visitor":
            guests = tuple(replace(g, used=g.used + 1) if g.card == event.card else g for g in camp.guests)
            return replace(camp, guests=guests)


def _built(camp: Camp, event: e.Building, round_: int) -> Camp:
    match event:
        case e.Built():
            tile = Tile(event.kind, laid=round_, paid=event.bolts)
            return replace(camp, tiles=(*camp.tiles, tile), acted=camp.acted or event.action)
        case e.Upgraded():
            old = camp.tile(event.kind)
            spent = old.paid if old is not None else 0
            after = _tile(camp, event.kind, face="full", used=0, paid=spent + event.bolts)
            return replace(after, acted=camp.acted or event.action)
        case e.WallRenewed():
            old = camp.tile("wall")
            spent = old.paid if old is not None else 0
            after = _tile(camp, "wall", face="base", used=0, paid=spent + event.bolts)
            return replace(after, acted=camp.acted or event.action)
        case e.Dismantled():
            after = replace(_without(camp, event.kind), bolts=camp.bolts + event.refund, dismantled=True)
            return replace(after, acted=camp.acted or event.action)
        case e.TowerLost():
            return _without(camp, "watchtower")
        case e.CampMoved():
            return replace(camp, region=event.region, acted=camp.acted or event.action)


def _extra(camp: Camp, event: e.Extras, round_: int) -> Camp:
    match event:
        case e.TaskDone():
            return replace(camp, tasks=(*camp.tasks, event.task))
        case e.VisitorJoined():
            return replace(camp, guests=(*camp.guests, Guest(event.card, round_, event.last)))
        case e.VisitorKept():
            guests = tuple(replace(g, kept=True, last=event.last) if g.card == event.card else g for g in camp.guests)
            return replace(camp, guests=guests, food=camp.food - event.food)
        case e.VisitorLeft():
            return replace(camp, guests=tuple(guest for guest in camp.guests if guest.card != event.card))
        case e.AidRolled():
            return replace(camp, aid=event.raw)
        case e.AidSettled():
            return replace(camp, aided=True)
        case e.OrderSet():
            kept = tuple(order for order in camp.orders if order.name != event.name)
            new = () if event.form == forms(event.name)[0] else (Order(event.name, event.form),)
            return replace(camp, orders=(*kept, *new))
        case e.RaceWon():
            return camp
