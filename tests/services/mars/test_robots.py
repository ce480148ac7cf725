"""The robot's judgement: good enough to finish, quick enough to wait for."""

from events.record import fold
from services.dice import Seeded
from services.mars import REFEREE
from services.mars.worth import worth
from services.robots.asked import Asked
from services.robots.greedy import greedy
from tests.services.mars.table import GAME, begun, holding, mars


def test_greedy_finishes_a_match():
    dice, luck = Seeded("greedy"), Seeded(3)
    state = begun(2, luck)
    while not state.over:
        ask = next(ask for ask in REFEREE.pending(state) if ask.must)
        asked = Asked(ask, REFEREE.choice(state, ask), REFEREE.default(state, ask))
        reply = greedy(GAME, GAME.record.view(state, ask.seat), asked, dice)
        state = fold(GAME.record, state, REFEREE.decide(state, REFEREE.command(state, ask, reply), luck))
        assert state.generation < 25
    assert min(sheet.total for sheet in GAME.record.score(state)) > 35


def test_worth_sees_through_an_open_question():
    state = mars(holding("comet"))
    ask = REFEREE.pending(state)[0]
    reply = REFEREE.choice(state, ask).options[0].id
    assert reply == "play:comet"
    from events.choices import Picked

    after = fold(GAME.record, state, REFEREE.decide(state, REFEREE.command(state, ask, Picked((reply,))), Seeded(0)))
    assert after.agenda is not None
    assert worth(GAME.record.view(after, 0), 0) > worth(GAME.record.view(state, 0), 0) - 10


def test_more_is_worth_more():
    plain = worth(mars({}), 0)
    assert worth(mars({"production": {"steel": 1}}), 0) > plain
    assert worth(mars({"rating": 21}), 0) > plain
    assert worth(mars({"cash": 90}), 0) < plain
