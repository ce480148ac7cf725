"""Every law can fail: each of these broken games is noticed by the law it breaks."""

import itertools
import random

import pytest
from msgspec.structs import replace

from events.choices import Picked, Share
from events.texts import Text
from services.laws import LAWS
from services.referee import Leave, Refused
from services.table.undo import Undoable
from tests.laws import test_mutants_hiding
from tests.laws.breaking import Mutant, when, with_part
from tests.laws.gauntlet import RECORD, REFEREE, commands, events
from tests.laws.gauntlet.cards import Toll


@pytest.fixture
def mutant(monkeypatch: pytest.MonkeyPatch) -> Mutant:
    return Mutant(monkeypatch)


def test_the_gauntlet_itself_keeps_every_law(mutant):
    found, counted = mutant.plays(LAWS)
    assert found == []
    assert counted.keys() == {"Part.hand", "Part.pack", "Part.dropped", "Part.keep", "Part.bid"}
    assert all(differed for _, differed in counted.values())


def test_fold_notices_an_evolve_that_counts_its_calls(mutant):
    calls = itertools.count()
    lying = when(
        lambda _, event: isinstance(event, events.Passed),
        RECORD.evolve,
        lambda state, event: with_part(RECORD.evolve(state, event), event.seat, spent=next(calls)),
    )
    mutant.with_record(evolve=lying).breaks("fold", "spent")


def test_codec_notices_an_event_that_comes_back_different(mutant):
    def decide(state, command, luck):
        found = REFEREE.decide(state, command, luck)
        return [replace(one, cells=list(one.cells)) if isinstance(one, events.Built) else one for one in found]

    mutant.with_referee(decide=decide).breaks("codec", "another commit")


def test_waits_notice_two_questions_a_seat_must_answer(mutant):
    mutant.with_referee(pending=lambda state: tuple(replace(ask, must=True) for ask in REFEREE.pending(state))).breaks(
        "waits", "two questions it must answer"
    )


def test_waits_notice_a_key_that_names_many_decisions(mutant):
    def pending(state):
        return tuple(replace(ask, key=ask.key.replace("turn/", "turn-")[:5]) for ask in REFEREE.pending(state))

    mutant.with_referee(pending=pending).breaks("waits", "no new decisions")


def test_waits_notice_an_id_that_outlives_its_answer(mutant):
    from services.referee import number

    mutant.patch("services.table.decide.number", lambda asks, before, n, *_: number(asks, before, n))
    mutant.breaks("waits", "kept its id")


def test_no_dead_end_notices_when_nobody_must(mutant):
    quiet = when(
        lambda state: any(isinstance(need, Toll) for part in state.parts for need in part.agenda),
        REFEREE.pending,
        lambda _: (),
    )
    mutant.with_referee(pending=quiet).breaks("no_dead_end", "nobody must")


def test_no_dead_end_notices_a_default_outside_the_question(mutant):
    mutant.with_referee(default=lambda *_: Picked(("pass",))).breaks("no_dead_end", "silence")


def test_conservation_notices_a_lost_card(mutant):
    losing = when(
        lambda _, event: isinstance(event, events.CardPlayed),
        RECORD.evolve,
        lambda state, event: replace(RECORD.evolve(state, event), discards=state.discards),
    )
    mutant.with_record(evolve=losing).breaks("conservation", "CardPlayed")


def test_conservation_notices_a_doubled_card(mutant):
    doubling = when(
        lambda _, event: isinstance(event, events.TollPaid) and bool(event.card),
        RECORD.evolve,
        lambda state, event: with_part(
            RECORD.evolve(state, event), event.seat, hand=state.parts[event.seat].hand, silver=0
        ),
    )
    mutant.with_record(evolve=doubling).breaks("conservation", "cards")


def test_commuting_notices_an_own_event_that_touches_the_table(mutant):
    def last_one(state, event):
        return replace(RECORD.evolve(state, event), plays=10 * state.plays + event.seat)

    touching = when(lambda _, event: isinstance(event, events.Sealed), RECORD.evolve, last_one)
    mutant.with_record(evolve=touching).breaks("commuting", "other order")


def test_taken_back_notices_chance_taken_back(mutant):
    def lax(match, seat):
        return Undoable(tuple(step.n for step in match.steps[1:] if step.by == seat)[-1:], None)

    mutant.patch("services.table.decide.undoable", lax).patch("services.fuzz.playing.undoable", lax)
    mutant.breaks("taken_back", "taken back alone")


def test_taken_back_notices_what_others_built_on(mutant):
    def only_own(match, seat):
        own = [step.n for step in match.steps if step.by == seat and step.own and not step.firm and not step.wall]
        return Undoable(tuple(own[-1:]), None)

    mutant.patch("services.table.decide.undoable", only_own).patch("services.fuzz.playing.undoable", only_own)
    mutant.breaks("taken_back", "without")


def test_determinism_notices_foreign_chance(mutant):
    dice = random.Random(1)

    def decide(state, command, luck):
        if isinstance(command, commands.PutAway):
            command = replace(command, silver=dice.randint(0, command.silver))
        return REFEREE.decide(state, command, luck)

    mutant.with_referee(decide=decide).breaks("determinism", "another commit")


def test_resumption_notices_what_is_kept_outside_of_the_state(mutant):
    turns = itertools.count(1)
    counting = when(
        lambda _, event: isinstance(event, events.TurnBegan),
        RECORD.evolve,
        lambda state, event: replace(RECORD.evolve(state, event), plays=next(turns)),
    )
    mutant.with_record(evolve=counting).breaks("resumption", "plays")


def test_legal_accepted_notices_a_reply_offered_and_refused(mutant):
    def decide(state, command, luck):
        if isinstance(command, commands.AimAt) and command.target == 0:
            raise Refused("not_him")
        return REFEREE.decide(state, command, luck)

    mutant.with_referee(decide=decide).breaks("legal_accepted", "not_him")


def test_legal_accepted_notices_a_seat_that_may_not_leave(mutant):
    def decide(state, command, luck):
        if isinstance(command, Leave) and not state.turns:
            raise Refused("stay")
        return REFEREE.decide(state, command, luck)

    mutant.with_referee(decide=decide).breaks("legal_accepted", "stay")


def test_typed_notices_ids_that_cannot_be_typed(mutant):
    def choice(state, ask):
        asked = REFEREE.choice(state, ask)
        if isinstance(asked, Share):
            units = tuple(replace(unit, id=f"{unit.id} coins") for unit in asked.options)
            return replace(asked, options=units)
        return asked

    mutant.with_referee(choice=choice).breaks("typed", "not read as")


def test_no_back_door_notices_when_replies_are_not_checked(mutant):
    mutant.patch("services.referee.accepts", lambda _choice, reply: isinstance(reply, Picked) or reply is not None)
    mutant.breaks("no_back_door")


def test_no_back_door_notices_answers_for_another_seat(mutant):
    from services.table import decide

    original = decide._answer

    def any_seat(game, match, seat, command, luck):
        wait = match.wait(command.prompt)
        return original(game, match, wait.seat if wait else seat, command, luck)

    mutant.patch("services.table.decide._answer", any_seat).breaks("no_back_door", "accepted: seat")


def test_refusal_leaves_nothing_notices_a_refusal_that_draws(mutant):
    def decide(state, command, luck):
        if isinstance(command, commands.Play) and command.card.endswith("1"):
            luck.table.roll(6)
            raise Refused("unlucky")
        return REFEREE.decide(state, command, luck)

    mutant.with_referee(decide=decide).breaks("refusal_leaves_nothing", "after 1 draws")


def test_scores_notice_a_place_before_the_end(mutant):
    def score(view):
        return tuple(replace(sheet, place=sheet.place or 1) for sheet in RECORD.score(view))

    mutant.with_record(score=score).breaks("scores", "before the end")


def test_scores_notice_places_that_are_none(mutant):
    def outcome(state):
        found = RECORD.outcome(state)
        return None if found is None else replace(found, places=tuple(place + 1 for place in found.places))

    mutant.with_record(outcome=outcome).breaks("scores")


def test_words_notice_a_line_without_words(mutant):
    told = when(lambda e: isinstance(e, events.Passed), RECORD.tell, lambda _: Text("gauntlet.told.nothing"))
    mutant.with_record(tell=told).breaks("words", "gauntlet.told.nothing")


@pytest.mark.parametrize(
    ("change", "saying"),
    [
        (lambda svg: svg.replace("</svg>", ""), "well-formed"),
        (lambda svg: svg.replace("data-about=", "data-of="), "options are about"),
        (lambda svg: svg.replace("<rect ", '<rect style="" ', 1), "style"),
        (lambda svg: svg.replace("</svg>", "<script/></svg>"), "script"),
    ],
)
def test_lit_up_notices_a_picture(mutant, change, saying):
    mutant.with_record(draw=lambda view, say: change(RECORD.draw(view, say))).breaks("lit_up", saying)


def test_lit_up_notices_a_board_without_words(mutant):
    mutant.with_record(board=lambda _: (Text("gauntlet.board.empty"),)).breaks("lit_up", "board")


def test_termination_is_noticed(mutant):
    def decide(state, command, luck):
        return REFEREE.decide(replace(state, rounds=99), command, luck)

    mutant.patch("services.fuzz.playing.LIMIT", 150)
    mutant.with_referee(decide=decide).breaks("termination")


def test_a_crash_is_noticed(mutant):
    def decide(state, command, luck):
        if isinstance(command, commands.PayToll):
            raise KeyError("lost")
        return REFEREE.decide(state, command, luck)

    mutant.with_referee(decide=decide).breaks("crash", "lost")


def test_every_law_has_a_mutant():
    names = {
        name.removeprefix("test_").split("_notice")[0]
        for name in [*globals(), *vars(test_mutants_hiding)]
        if "_notice" in name
    }
    names |= {"termination", "crash"}
    assert set(LAWS) - names == {"verify"}, "verify is broken in tests/services/test_verify.py"
