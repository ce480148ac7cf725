"""Robots answer legally, look at nothing but view and prompt, and the greedy one plays better."""

import pytest

from events.choices import Counted, Option, Pick, Picked, Unit, accepts
from events.choices import Number as Asking
from events.choices import Share as Sharing
from events.texts import Text
from services import registry, robots
from services.dice import Seeded
from services.referee import Ask, answer
from services.robots.greedy import OPTIONS, candidates
from tests.dsl import begun
from tests.laws.gauntlet import RECORD, REFEREE

GAUNTLET = registry.game("gauntlet")
EMPTY = Text("gauntlet.ask.turn")


def play(names, seed):
    """A match of the gauntlet played by these robots; places."""
    dice = Seeded(seed)
    state = begun(GAUNTLET, seats=len(names), luck=Seeded(f"luck {seed}"))
    while RECORD.outcome(state) is None:
        ask = next(ask for ask in REFEREE.pending(state) if ask.must)
        prompt = robots.Asked(ask, REFEREE.choice(state, ask), REFEREE.default(state, ask))
        reply = robots.ROBOTS[names[ask.seat]](GAUNTLET, RECORD.view(state, ask.seat), prompt, dice)
        assert accepts(prompt.choice, reply)
        for event in answer(GAUNTLET, state, ask, reply, (), dice).events:
            state = RECORD.evolve(state, event)
    return RECORD.outcome(state).places


@pytest.mark.parametrize("name", robots.ROBOTS)
def test_robots_finish_matches(name):
    assert min(play([name] * 3, 1)) == 1


def test_greedy_beats_random():
    wins = sum(play(["greedy", "random"], seed)[0] == 1 for seed in range(12))
    assert wins >= 9


def test_a_robot_gives_the_same_answer_to_the_same_view():
    state = begun(GAUNTLET, seats=3, luck=Seeded(3))
    ask = REFEREE.pending(state)[1]
    prompt = robots.Asked(ask, REFEREE.choice(state, ask), REFEREE.default(state, ask))
    view = RECORD.view(state, ask.seat)
    twin = RECORD.view(RECORD.imagine(view, ask.seat, Seeded("twin")), ask.seat)
    one, other = (robots.greedy(GAUNTLET, each, prompt, Seeded(5)) for each in (view, twin))
    assert one == other


@pytest.mark.parametrize(
    "choice",
    [
        Asking(EMPTY, 0, 1000),
        Pick(EMPTY, tuple(Option(f"o{n}", EMPTY) for n in range(30)), least=3, most=5),
        Sharing(EMPTY, tuple(Unit(f"u{n}", EMPTY, cap=9, worth=n) for n in range(1, 5)), 20),
    ],
)
def test_at_most_a_dozen_replies_are_tried_and_silence_is_among_them(choice):
    silence = next(iter(candidates(robots.Asked(Ask(0, "x"), choice), Seeded(1))))
    few = candidates(robots.Asked(Ask(0, "x"), choice, silence), Seeded(2))
    assert len(few) <= OPTIONS
    assert silence in few
    assert all(accepts(choice, reply) for reply in few)


def test_asides_are_tried_once_in_a_while():
    choice = Pick(EMPTY, (Option("go", EMPTY), Option("sell", EMPTY, aside=True)))
    tried = [Picked(("sell",)) in candidates(robots.Asked(Ask(0, "x"), choice), Seeded(seed)) for seed in range(40)]
    assert 0 < sum(tried) < 25


def test_votes_are_answered_without_looking_at_the_game():
    options = (Option("yes", EMPTY), Option("no", EMPTY))
    ask = Ask(0, "table/vote/7", must=False)
    for key, said in (("table.ask.vote_undo", "yes"), ("table.ask.vote_cancel", "no")):
        prompt = robots.Asked(ask, Pick(Text(key), options))
        assert robots.greedy(GAUNTLET, None, prompt, Seeded(1)) == Picked((said,))


def test_one_legal_reply_needs_no_thought():
    prompt = robots.Asked(Ask(0, "x"), Asking(EMPTY, 3, 3))
    assert robots.greedy(GAUNTLET, None, prompt, Seeded(1)) == Counted(3)
