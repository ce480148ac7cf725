"""A view as lines of text that a person at a terminal can play from."""

from collections.abc import Iterator

from events.texts import Text, seat_text
from events.train_farm import names
from events.train_farm.camp import durability_cap, level, storage_cap
from events.train_farm.effects import Cost
from events.train_farm.state import DECKS, Camp, State
from events.train_farm.trail import SPACES


def board(view: State) -> tuple[Text, ...]:
    """Round and event, decks, tasks, then each camp."""
    if not view.camps:
        return (names.say("board.not_begun"),)
    lines = [*_round(view), *_decks(view)]
    for camp in view.camps:
        lines += _camp(view, camp)
    return tuple(lines)


def _round(view: State) -> Iterator[Text]:
    if view.over:
        yield names.say("board.over", reason=Text(view.reason))
    elif view.phase == "sets":
        yield names.say("board.sets")
    else:
        phase = names.say(f"phase.{view.phase}")
        lead = seat_text(view.lead)
        yield names.say("board.round", round=view.round, rounds=view.terms.rounds, phase=phase, lead=lead)
    if view.event:
        rules = names.say(f"card.{view.event}.rules")
        yield names.say("board.event", card=names.card(view.event), rules=rules)
    if view.open_tasks:
        for task in view.open_tasks:
            done = tuple(seat_text(camp.seat) for camp in view.camps if task in camp.tasks)
            who = names.say("board.done_by", who=done) if done else names.say("board.done_by_none")
            yield names.say("board.task", task=names.task(task), text=names.say(f"task.{task}.text"), done=who)


def _decks(view: State) -> Iterator[Text]:
    counts = tuple(
        names.say(
            "board.deck",
            deck=names.say(f"deck.{deck}"),
            n=view.down[deck] + _low(view, deck),
            discard=len(view.discard[deck]),
        )
        for deck in DECKS
    )
    yield names.say("board.decks", decks=counts)
    for held in view.hand:
        card = held.known
        yield names.say(
            "board.held", who=seat_text(held.seat), card=names.card(card), deck=names.say(f"deck.{held.deck}")
        )


def _low(view: State, deck: str) -> int:
    return sum(buried.deck == deck for buried in view.bottom)


def _camp(view: State, camp: Camp) -> Iterator[Text]:
    who = seat_text(camp.seat)
    if not camp.standing:
        yield names.say("board.fallen", who=who)
        return
    caps = {
        "durability": camp.durability,
        "cap": durability_cap(camp),
        "store": storage_cap(camp),
        "level": level(camp),
    }
    yield names.say("board.camp", who=who, bolts=camp.bolts, food=camp.food, people=camp.people, **caps)
    if camp.tiles:
        faces = tuple(names.say(f"face.{tile.face}", module=names.module(tile.kind)) for tile in camp.tiles)
        yield names.say("board.tiles", tiles=faces)
    yield names.say("board.squad", where=squad(camp))
    marks = status(view, camp)
    if marks:
        yield names.say("board.status", marks=marks)


def squad(camp: Camp) -> Text:
    """Where the squad is."""
    where = camp.squad
    if where.lost:
        return names.say("squad.lost", round=where.until)
    if not where.out:
        return names.say("squad.home")
    kind = names.say(f"space.{SPACES[where.space].kind}.name")
    if not where.until:
        return names.say("squad.out", space=where.space, kind=kind)
    key = "squad.forward" if where.forward else "squad.stays"
    return names.say(key, space=where.space, kind=kind, round=where.until)


def status(view: State, camp: Camp) -> tuple[Text, ...]:
    """Role, region, visitors, and what holds for a while."""
    marks: list[Text] = []
    if camp.role:
        marks.append(names.say("mark.role", role=names.role(camp.role), text=names.say(f"role.{camp.role}.text")))
    if camp.region:
        marks.append(names.say("mark.region", region=names.region(camp.region)))
    marks += [names.say("mark.guest", visitor=names.card(guest.card), round=guest.last) for guest in camp.guests]
    if view.round in camp.barred:
        marks.append(names.say("mark.barred_now"))
    if view.round + 1 in camp.barred:
        marks.append(names.say("mark.barred_next"))
    if camp.low >= view.round > 0:
        marks.append(names.say("mark.low", round=camp.low))
    for each in camp.timed:
        n = names.signed(each.n)
        marks.append(names.say(f"mark.{each.what}", n=n, first=each.first, last=each.last))
    for saving in camp.savings:
        what = names.price(Cost(bolts=saving.bolts, people=saving.people))
        marks.append(names.say("mark.saving", what=what, uses=saving.uses, round=saving.last))
    return tuple(marks)
