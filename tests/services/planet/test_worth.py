"""What robots think of positions: more is better, and a robot that looks one ply ahead beats chance."""

from events.choices import sample
from events.hidden import redact
from events.planet import RECORD
from events.planet.tiles import EMPTY
from events.record import fold
from services.dice import Seeded
from services.planet import REFEREE, worth
from tests.services.planet.dsl import begun, planet, table

LOOKS = 12


def test_won_cards_are_worth_their_points():
    """6.3."""
    none, same, other = (
        worth(table(objectives=("O1", "O2"), animals={0: cards}), 0) for cards in ((), ("A01",), ("A10",))
    )
    assert same - none == 1
    assert other - none == 2


def test_a_lead_on_an_open_card_is_worth_something():
    behind, ahead = (
        worth(table(planets, columns={5: ("A02",)}, beginner=True), 0)
        for planets in ((EMPTY, planet("T01@0")), (planet("T01@0"), EMPTY))
    )
    assert ahead > behind + 0.5


def test_areas_of_the_objective_are_worth_something():
    """6.2."""
    poor, rich = (
        worth(table((planet("T08@0", "T09@11"), EMPTY), objectives=goals), 0) for goals in (("O1", "O2"), ("O2", "O1"))
    )
    assert rich > poor


def test_a_seat_that_left_is_no_rival():
    """R28."""
    state = table((EMPTY, planet("T01@0")), columns={5: ("A02",)})
    gone = table((EMPTY, planet("T01@0")), columns={5: ("A02",)}, left=(1,))
    assert worth(gone, 0) > worth(state, 0)


def test_worth_reads_the_view_alone():
    """What a seat may not read changes nothing, once it is imagined the same."""
    state = begun(3)
    assert worth(redact(state, 1), 1) == worth(state, 1)


def test_one_ply_on_worth_beats_chance():
    """One of four looks ahead; it wins nearly always."""
    won = 0
    for number in range(8):
        won += _winner_is_the_robot(number)
    assert won >= 7


def _winner_is_the_robot(number):
    dice = Seeded(number)
    state = begun(4, dice)
    robot = number % 4
    while not state.over:
        (ask,) = REFEREE.pending(state)
        choice = REFEREE.choice(state, ask)
        reply = sample(choice, dice)
        if ask.seat == robot:
            seen = RECORD.imagine(redact(state, robot), robot, dice)
            tries = [sample(choice, dice) for _ in range(LOOKS)]
            reply = max(tries, key=lambda one: _after(seen, ask, one, dice))
        state = fold(RECORD, state, REFEREE.decide(state, REFEREE.command(state, ask, reply), dice))
    return state.places_taken[robot] == 1


def _after(seen, ask, reply, dice):
    events = REFEREE.decide(seen, REFEREE.command(seen, ask, reply), dice)
    return worth(redact(fold(RECORD, seen, events), ask.seat), ask.seat)
