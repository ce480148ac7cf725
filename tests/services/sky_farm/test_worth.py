"""Silence and robots: what silence says is legal and not foolish; a robot that looks ahead beats one that does not."""

import pytest

from events.choices import accepts
from events.record import fold
from events.sky_farm import RECORD
from events.sky_farm.effects import Coins, Draw
from events.sky_farm.farming_dice import KINDS
from events.sky_farm.land import FENCE, marked, pens
from services.dice import Seeded
from services.robots import Asked, greedy, random
from services.sky_farm import REFEREE
from services.sky_farm.silence import crop_yield, good_cells, snug, split
from services.sky_farm.worth import worth
from tests import dsl
from tests.services.sky_farm.dsl import GAME, at, farm, ground, stamped


def total(robot, seed, seats=1):
    """What robots alone at a table come to."""
    luck, dice, state = Seeded(seed), Seeded(f"r{seed}"), dsl.begun(GAME, seats)
    while RECORD.outcome(state) is None:
        ask = REFEREE.pending(state)[0]
        asked = Asked(ask, REFEREE.choice(state, ask), REFEREE.default(state, ask))
        assert accepts(asked.choice, asked.default)
        reply = robot(GAME, RECORD.view(state, ask.seat), asked, dice)
        state = fold(RECORD, state, REFEREE.decide(state, REFEREE.command(state, ask, reply), luck))
    return sum(sheet.total for sheet in RECORD.score(state)) / seats


def test_looking_ahead_pays():
    """The bar is two and a half times random play."""
    assert total(greedy, 1) >= 2.5 * max(8, total(random, 1))


def test_silence_alone_plays_a_match():
    def silent(game, view, asked, dice):
        return asked.default

    assert total(silent, 2) > 0


def test_fences_close_the_pen_begun():
    """The six start fences want six more."""
    own = farm()
    cells = good_cells(own, Draw("fence", 6))
    fences = marked(own.ground, FENCE) | sum(1 << cell for cell in cells)
    assert len(cells) == 6
    assert len(pens(fences)) == 1


def test_tilling_makes_a_field_first():
    cells = good_cells(farm(ground=ground("r1c1 r1c2")), Draw("till", 2))
    assert cells == (12, 13)


def test_coins_fill_a_row_first():
    assert split(farm(coins={"internship": 2}), 1) == {"internship": 1}
    assert split(farm(), 2) == {"energy_1": 2}
    assert sum(split(farm(), 7).values()) == 7


def test_stamps_nestle():
    stamps = stamped(("copper", "r1c1 r1c2"))
    covered = sum(1 << cell for cell in stamps[0].cells)
    beside, apart = 0b11 << 9, 0b11 << 40
    assert snug(covered, beside) > snug(covered, apart)


@pytest.mark.parametrize(
    ("die", "moves", "face", "value"),
    [("moon_radish", 1, 1, 0.0), ("moon_radish", 2, 1, 2.8), ("moon_radish", 9, 3, 0.0), ("vine_bean", 1, 3, 0.0)],
)
def test_what_a_die_will_bring(die, moves, face, value):
    assert crop_yield(KINDS[die], moves, face) == pytest.approx(value)


def test_worth_grows_with_what_is_done():
    game = at(farm(), Coins(3))
    before = worth(game.state, 0)
    game.does("coins", {"energy_1": 2, "cloud_hen": 1})
    assert worth(game.state, 0) > before - 2
    done = at(farm(done=("axe_1",), marks={"axe_1": (0, 1, 2)}), Coins(3))
    assert worth(done.state, 0) > before
