"""Rules 3 and 7: every way to pay for an action, and triggers not met elsewhere."""

import pytest

from events.choices import Number
from events.mars import RECORD
from events.mars.events import ActionUsed, Gained, Paid, ProductionChanged, RatingGained, Reshuffled
from events.mars.state import all_cards
from events.texts import speaker
from tests.services.mars.table import CITY, Laid, given, holding, made, mars, offered, question, stock


def test_any_amount():
    """Power Infrastructure: X at least 1, and that many M€."""
    state = mars({"played": ("power_infrastructure",), "resources": {"energy": 3}})
    acting = given(state).answers(0, "turn", "use:power_infrastructure")
    choice = question(acting)
    assert isinstance(choice, Number)
    assert (choice.least, choice.most) == (1, 3)
    acting.refuses(0, "asked", 0).refuses(0, "asked", 4).answers(0, "asked", 2)
    acting.then(Paid(0, {"energy": 2}), Gained(0, "power_infrastructure", {"megacredits": 2}))
    assert not offered(mars({"played": ("power_infrastructure",)}), "use:power_infrastructure")


def test_production_as_cost():
    state = mars({"played": ("equatorial_magnetizer",), "production": {"energy": 1}})
    acting = given(state).answers(0, "turn", "use:equatorial_magnetizer")
    acting.then(
        ProductionChanged(0, "equatorial_magnetizer", {"energy": -1}), RatingGained(0, "equatorial_magnetizer", 1)
    )
    assert not offered(mars({"played": ("equatorial_magnetizer",)}), "use:equatorial_magnetizer")


def test_one_of_two_actions():
    state = mars({"played": ("electro_catapult",), "resources": {"plants": 1, "steel": 1}})
    acting = given(state).answers(0, "turn", "use:electro_catapult").asks(0, "asked", "action:0", "action:1")
    acting.answers(0, "asked", "action:1").then(ActionUsed(0, "electro_catapult"), Paid(0, {"steel": 1}))
    assert stock(acting.state, 0, "megacredits") == 107
    one = given(mars({"played": ("electro_catapult",), "resources": {"plants": 1}}))
    one.answers(0, "turn", "use:electro_catapult").then(Paid(0, {"plants": 1}))


def test_titanium_for_water():
    state = mars({"played": ("water_import_from_europa",), "cash": 3, "resources": {"titanium": 3}})
    acting = given(state).answers(0, "turn", "use:water_import_from_europa")
    acting.then(Paid(0, {"titanium": 3, "megacredits": 3}))
    assert not offered(mars({"played": ("water_import_from_europa",), "cash": 11}), "use:water_import_from_europa")


@pytest.mark.parametrize(
    ("seat", "gain"), [({"corporation": "interplanetary_cinematics"}, 2), ({"played": ("media_group",)}, 3)]
)
def test_events_bring_money(seat, gain):
    acting = given(mars(holding("release_of_inert_gases", "sponsors", **seat)))
    acting.answers(0, "turn", "play:release_of_inert_gases")
    assert stock(acting.state, 0, "megacredits") == 100 - 14 + gain
    acting.answers(0, "turn", "play:sponsors")
    assert stock(acting.state, 0, "megacredits") == 100 - 14 + gain - 6


def test_cities_on_mars_pay_martian_rails():
    tiles = {"r2c2": Laid(CITY, 1), "ganymede_colony": Laid(CITY, 1)}
    state = mars({"played": ("martian_rails",), "resources": {"energy": 1}}, tiles=tiles)
    given(state).answers(0, "turn", "use:martian_rails").then(Gained(0, "martian_rails", {"megacredits": 1}))


def test_a_first_action_that_is_impossible_is_skipped():
    full = {
        at: Laid(CITY, 1) for at in ("r0c0", "r0c2", "r1c4", "r2c0", "r2c2", "r2c6", "r3c4", "r4c1", "r4c6", "r4c8")
    }
    full |= {at: Laid(CITY, 1) for at in ("r5c3", "r6c1", "r6c5", "r7c3", "r8c0", "r8c2", "r7c5", "r3c2", "r5c1")}
    state = mars({"corporation": "tharsis_republic", "first_due": True}, tiles=full)
    from events.mars.nouns import Area
    from services.mars.placement import spaces

    assert offered(state, "first") is bool(spaces(state, 0, Area.CITY))


def test_cards_looked_at_are_not_reshuffled():
    """15, Deck: a draw goes on from the reshuffled pile, without the cards being looked at now."""
    cards = [card for card in all_cards(True) if card != "business_contacts"]
    state = mars(holding("business_contacts"), {"played": tuple(cards[:203]), "discards": tuple(cards[203:205])})
    assert state.deck == 2
    acting = given(state).drawing(*cards[205:207], *cards[203:205]).answers(0, "turn", "play:business_contacts")
    acting.then(Reshuffled(2)).asks(0, "asked", *cards[205:207], *cards[203:205])


def test_energy_production_of_one_is_not_enough_for_two():
    assert not offered(mars(holding("magnetic_field_dome", production={"energy": 1})), "play:magnetic_field_dome")
    two = given(mars(holding("magnetic_field_dome", production={"energy": 2}))).answers(
        0, "turn", "play:magnetic_field_dome"
    )
    assert (made(two.state, 0, "energy"), two.state.seats[0].rating) == (0, 21)


def test_the_neutral_opponent_is_in_the_picture():
    state = mars(holding("biomass_combustors", production={"plants": 1}), solo=True, oxygen=6)
    acting = given(state).answers(0, "turn", "play:biomass_combustors").asks(0, "asked", "neutral", "seat:0")
    svg = RECORD.draw(acting.state, speaker("en"))
    assert all(f'data-about="{option.about}"' in svg for option in question(acting).options)
