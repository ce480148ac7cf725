"""Every word of the cards: what it does, where it is refused, where it just still works (rules 4, 7, 8)."""

import pytest

from events.mars.events import (
    CardsDiscarded,
    CardsDrawn,
    CardsKept,
    Gained,
    NextCardEased,
    ProductionChanged,
    Raised,
    RatingGained,
    ResourcesAdded,
    SpaceClaimed,
    TilePlaced,
    TopRevealed,
)
from events.mars.nouns import Tile, Track
from events.mars.state import Laid
from tests.services.mars.table import CITY, GREEN, OCEAN_SPACES, asked, given, holding, ids, made, mars, offered, stock


def play(state, card):
    return given(state).answers(0, "turn", f"play:{card}")


def test_produce():
    play(mars(holding("sponsors")), "sponsors").then(ProductionChanged(0, "sponsors", {"megacredits": 2})).asks(
        0, "turn"
    )
    state = mars(holding("carbonate_processing"))
    assert not offered(state, "play:carbonate_processing"), "no energy production to lose"
    state = mars(holding("carbonate_processing", production={"energy": 1}))
    assert made(play(state, "carbonate_processing").state, 0, "energy") == 0


@pytest.mark.parametrize(("level", "legal"), [(-4, True), (-5, False)])
def test_money_production_stops_at_minus_five(level, legal):
    state = mars(holding("fueled_generators", production={"megacredits": level}))
    assert offered(state, "play:fueled_generators") is legal


def test_gain():
    play(mars(holding("mineral_deposit")), "mineral_deposit").then(Gained(0, "mineral_deposit", {"steel": 5}))
    # A count may be nothing: the card is legal all the same.
    given(mars(holding("greenhouses"))).answers(0, "turn", "play:greenhouses").asks(0, "turn")


def test_gain_by_count():
    tiles = {"r2c2": Laid(CITY, 1), "ganymede_colony": Laid(CITY, 1)}
    play(mars(holding("greenhouses"), tiles=tiles), "greenhouses").then(Gained(0, "greenhouses", {"plants": 2}))
    state = mars(holding("zeppelins"), tiles=tiles, oxygen=5)
    play(state, "zeppelins").then(ProductionChanged(0, "zeppelins", {"megacredits": 1}))


def test_opponents_tags_and_events_are_counted():
    state = mars(holding("toll_station", played=("space_station",)), {"played": ("satellites", "space_station")})
    play(state, "toll_station").then(ProductionChanged(0, "toll_station", {"megacredits": 2}))
    state = mars(holding("media_archives", events=("asteroid",)), {"events": ("comet", "sabotage")})
    play(state, "media_archives").then(Gained(0, "media_archives", {"megacredits": 3}))


def test_own_tags_count_the_card_itself():
    """4.5: for its effect, not for its requirement."""
    play(mars(holding("power_grid", played=("heat_trappers",))), "power_grid").then(
        ProductionChanged(0, "power_grid", {"energy": 2})
    )
    assert not offered(mars(holding("fusion_power", played=("heat_trappers",))), "play:fusion_power")
    play(mars(holding("worms", played=("tardigrades",)), oxygen=4), "worms").then(
        ProductionChanged(0, "worms", {"plants": 1})
    )


def test_lose():
    state = mars(holding("moss", resources={"plants": 1}), oceans=OCEAN_SPACES[:3])
    assert stock(play(state, "moss").state, 0, "plants") == 0
    assert not offered(mars(holding("moss"), oceans=OCEAN_SPACES[:3]), "play:moss")
    two = mars(holding("nitrophilic_moss", resources={"plants": 1}), oceans=OCEAN_SPACES[:3])
    assert not offered(two, "play:nitrophilic_moss")


def test_reduce_any():
    """7: mandatory, in full, from one player, yourself allowed."""
    state = mars(holding("birds"), {"production": {"plants": 1}}, {"production": {"plants": 2}}, oxygen=13)
    play(state, "birds").then(ProductionChanged(2, "birds", {"plants": -2}, by=0))
    state = mars(holding("birds", production={"plants": 2}), {"production": {"plants": 2}}, oxygen=13)
    play(state, "birds").asks(0, "asked", "seat:1", "seat:0")
    split = mars(holding("birds", production={"plants": 1}), {"production": {"plants": 1}}, oxygen=13)
    assert not offered(split, "play:birds"), "nobody can lose two"


def test_remove_any():
    """7: optional, any amount up to n, one victim, yourself too."""
    state = mars(holding("asteroid", resources={"plants": 1}), {"resources": {"plants": 2}})
    acting = play(state, "asteroid").asks(0, "asked", "none", "seat:1", "seat:0")
    acting.answers(0, "asked", "seat:1").answers(0, "asked", 1).then(Gained(1, "asteroid", {"plants": -1}, by=0))
    play(state, "asteroid").answers(0, "asked", "none").asks(0, "turn")
    play(state, "asteroid").answers(0, "asked", "seat:1").refuses(0, "asked", 3)
    play(mars(holding("asteroid")), "asteroid").asks(0, "turn")


def test_remove_from_card():
    fish = {"played": ("fish",), "held": {"fish": 3}}
    state = mars(holding("virus"), fish)
    acting = play(state, "virus").asks(0, "asked", "none", "1:fish").answers(0, "asked", "1:fish")
    acting.refuses(0, "asked", 3).answers(0, "asked", 2).then(ResourcesAdded(1, "fish", -2, by=0))
    both = mars(holding("virus"), {**fish, "resources": {"plants": 9}})
    play(both, "virus").asks(0, "asked", "choice:0", "choice:1")
    play(mars(holding("virus"), {"played": ("fish",)}), "virus").asks(0, "turn")


def test_steal_any():
    """7: the victim loses up to n and you gain just that, in one step."""
    state = mars(holding("hired_raiders"), {"cash": 2})
    acting = play(state, "hired_raiders").asks(0, "asked", "none", "seat:1").answers(0, "asked", "seat:1")
    acting.refuses(0, "asked", 3).answers(0, "asked", 2).then(
        Gained(1, "hired_raiders", {"megacredits": -2}, by=0), Gained(0, "hired_raiders", {"megacredits": 2})
    )
    assert "seat:0" not in ids(play(state, "hired_raiders"))


def test_raise_and_rating():
    play(mars(holding("release_of_inert_gases")), "release_of_inert_gases").then(
        RatingGained(0, "release_of_inert_gases", 2)
    )
    acting = play(mars(holding("big_asteroid"), temperature=6), "big_asteroid")
    acting.then(Raised(0, Track.TEMPERATURE, 8))
    assert (acting.state.temperature, acting.state.seats[0].rating) == (8, 21), "the step too many is lost"
    assert offered(mars(holding("asteroid"), temperature=8), "play:asteroid")


def test_rating_by_count():
    state = mars(holding("terraforming_ganymede", played=("ganymede_colony",)))
    play(state, "terraforming_ganymede").then(RatingGained(0, "terraforming_ganymede", 2))


def test_place():
    acting = play(mars(holding("convoy_from_europa")), "convoy_from_europa")
    acting.asks(0, "asked", "step:0", "step:1").answers(0, "asked", "step:0")
    acting.asks(0, "asked", *OCEAN_SPACES).refuses(0, "asked", "r0c0")
    full = mars(holding("subterranean_reservoir"), oceans=OCEAN_SPACES[:9])
    play(full, "subterranean_reservoir").asks(0, "turn")
    assert not offered(mars(holding("urbanized_area", production={"energy": 1})), "play:urbanized_area")


def test_place_more_than_one():
    acting = play(mars(holding("lake_marineris"), temperature=0), "lake_marineris")
    acting.answers(0, "asked", "r0c4").asks(0, "asked", *[at for at in OCEAN_SPACES if at != "r0c4"])
    acting.answers(0, "asked", "r5c7").then(TilePlaced(0, Tile.OCEAN, "r5c7", -1, rating=1))
    assert acting.state.seats[0].rating == 22
    last = play(mars(holding("lake_marineris"), temperature=0, oceans=OCEAN_SPACES[:8]), "lake_marineris")
    last.answers(0, "asked", "r5c7").asks(0, "turn")


def test_draw():
    acting = given(mars(holding("technology_demonstration"))).drawing("comet", "ants")
    acting.answers(0, "turn", "play:technology_demonstration").then(
        CardsDrawn(0, "technology_demonstration", ("comet", "ants"))
    )


def test_draw_on_an_empty_deck():
    """15, Deck: a draw goes on from the discard pile; nothing left: fewer are drawn."""
    everything = tuple(card for card in mars_cards() if card != "technology_demonstration")
    state = mars(holding("technology_demonstration"), {"discards": everything[:1], "events": everything[1:]})
    acting = given(state).drawing(everything[0]).answers(0, "turn", "play:technology_demonstration")
    assert acting.state.seats[0].hand == everything[:1]
    assert acting.state.deck == 0


def mars_cards():
    from events.mars.state import all_cards

    return all_cards(True)


def test_look_and_keep():
    acting = given(mars(holding("business_contacts"))).drawing("comet", "ants", "fish", "moss")
    acting.answers(0, "turn", "play:business_contacts").asks(0, "asked", "comet", "ants", "fish", "moss")
    acting.refuses(0, "asked", "comet").answers(0, "asked", "comet", "fish")
    acting.then(CardsKept(0, ("comet", "fish"), ("ants", "moss")))


def test_look_and_buy():
    state = mars({"played": ("inventors_guild",)})
    acting = given(state).drawing("comet").answers(0, "turn", "use:inventors_guild").asks(0, "asked", "buy", "discard")
    assert stock(acting.answers(0, "asked", "buy").state, 0, "megacredits") == 97
    acting = given(state).drawing("comet").answers(0, "turn", "use:inventors_guild").answers(0, "asked", "discard")
    acting.then(CardsKept(0, (), ("comet",)))
    poor = given(mars({"played": ("inventors_guild",), "cash": 2})).drawing("comet")
    poor.answers(0, "turn", "use:inventors_guild").then(CardsKept(0, (), ("comet",)))


def test_reveal_top():
    state = mars({"played": ("search_for_life",)})
    found = given(state).drawing("ants").answers(0, "turn", "use:search_for_life")
    found.then(TopRevealed(0, "ants"), ResourcesAdded(0, "search_for_life", 1))
    missed = given(state).drawing("comet").answers(0, "turn", "use:search_for_life")
    assert missed.state.seats[0].held == {}
    assert missed.state.discards == ("comet",)
    assert not offered(mars({"played": ("search_for_life",), "cash": 0}), "use:search_for_life")


def test_add_here():
    play(mars(holding("nitrite_reducing_bacteria")), "nitrite_reducing_bacteria").then(
        ResourcesAdded(0, "nitrite_reducing_bacteria", 3)
    )
    bacteria = {"played": ("nitrite_reducing_bacteria",), "held": {"nitrite_reducing_bacteria": 2}}
    given(mars(bacteria)).answers(0, "turn", "use:nitrite_reducing_bacteria").then(
        ResourcesAdded(0, "nitrite_reducing_bacteria", 1)
    )
    three = mars({**bacteria, "held": {"nitrite_reducing_bacteria": 3}})
    acting = given(three).answers(0, "turn", "use:nitrite_reducing_bacteria").asks(0, "asked", "action:0", "action:1")
    acting.answers(0, "asked", "action:1").then(
        ResourcesAdded(0, "nitrite_reducing_bacteria", -3), RatingGained(0, "nitrite_reducing_bacteria", 1)
    )


def test_add_to_card():
    """4.4: you must add if you can, all on one card; without a card it is lost."""
    acting = play(mars(holding("imported_nitrogen", played=("fish", "birds", "ants"))), "imported_nitrogen")
    acting.then(ResourcesAdded(0, "ants", 3)).asks(0, "asked", "fish", "birds")
    acting.answers(0, "asked", "birds").then(ResourcesAdded(0, "birds", 2))
    lost = play(mars(holding("imported_nitrogen")), "imported_nitrogen").asks(0, "turn")
    assert lost.state.seats[0].held == {}


def test_add_to_a_card_that_has_some():
    """14: the card may be played with no target, for nothing."""
    some = {"played": ("fish", "security_fleet", "ants"), "held": {"fish": 1, "security_fleet": 2}}
    play(mars(holding("ceos_favorite_project", **some)), "ceos_favorite_project").asks(
        0, "asked", "fish", "security_fleet"
    )
    play(mars(holding("ceos_favorite_project", played=("fish",))), "ceos_favorite_project").asks(0, "turn")


def test_choose():
    state = mars(holding("artificial_photosynthesis"))
    acting = play(state, "artificial_photosynthesis").asks(0, "asked", "choice:0", "choice:1")
    assert made(acting.answers(0, "asked", "choice:1").state, 0, "energy") == 2
    play(state, "artificial_photosynthesis").refuses(0, "asked", "choice:2")


def test_if_tags():
    rich = mars(holding("nitrogen_rich_asteroid", played=("trees", "grass", "moss")))
    assert made(play(rich, "nitrogen_rich_asteroid").state, 0, "plants") == 4
    poor = mars(holding("nitrogen_rich_asteroid", played=("trees", "grass")))
    assert made(play(poor, "nitrogen_rich_asteroid").state, 0, "plants") == 1


def test_produce_from_space():
    acting = play(mars(holding("mining_rights")), "mining_rights")
    assert set(ids(acting)) == {"r0c0", "r1c1", "r2c6", "r3c0", "r7c0", "r7c5", "r8c0", "r8c1"}
    acting.answers(0, "asked", "r3c0").then(
        TilePlaced(0, Tile.SPECIAL, "r3c0", 0, "mining_rights"),
        ProductionChanged(0, "mining_rights", {"titanium": 1}),
    )
    assert not offered(mars(holding("mining_area")), "play:mining_area"), "no own tile"
    beside = mars(holding("mining_area"), tiles={"r1c0": Laid(GREEN, 0)})
    acting = play(beside, "mining_area").asks(0, "asked", "r0c0", "r1c1")
    assert made(acting.answers(0, "asked", "r0c0").state, 0, "steel") == 1


def test_swap_production():
    acting = play(mars(holding("insulation", production={"heat": 3})), "insulation").refuses(0, "asked", 0)
    acting.refuses(0, "asked", 4).answers(0, "asked", 2)
    assert (made(acting.state, 0, "heat"), made(acting.state, 0, "megacredits")) == (1, 2)
    assert not offered(mars(holding("insulation")), "play:insulation")
    one = play(mars(holding("insulation", production={"heat": 1})), "insulation").asks(0, "turn")
    assert made(one.state, 0, "megacredits") == 1


def test_next_card():
    """5: for the next card this generation, whatever it is; other actions in between are fine."""
    state = mars(holding("indentured_workers", "sponsors", "comet"))
    acting = play(state, "indentured_workers").then(NextCardEased(0, 8, 0)).answers(0, "turn", "play:sponsors")
    assert stock(acting.state, 0, "megacredits") == 100, "sponsors for nothing"
    assert acting.state.seats[0].next_discount == 0
    state = mars(holding("special_design", "trees"), temperature=-8)
    assert not offered(state, "play:trees")
    assert "play:trees" in ids(play(state, "special_design"))
    assert not offered(mars(holding("trees", next_steps=2), temperature=-10), "play:trees")
    passed = given(mars(holding("sponsors", next_discount=8))).answers(0, "turn", "pass")
    assert passed.state.seats[0].next_discount == 0


def test_land_claim():
    """9: free, unreserved, unclaimed land; no tile; nobody else may build there."""
    acting = play(mars(holding("land_claim"), claims={"r0c0": 1}, tiles={"r0c2": Laid(GREEN, 1)}), "land_claim")
    offered_spaces = ids(acting)
    assert not {"r0c0", "r0c2", "r4c2", "r0c1"} & set(offered_spaces)
    acting.answers(0, "asked", "r2c2").then(SpaceClaimed(0, "r2c2"))
    assert acting.state.seats[0].resources["megacredits"] == 99
    rival = mars({}, {}, claims={"r2c2": 1})
    assert "r2c2" not in ids(given(rival).answers(0, "turn", "project:city"))
    own = mars({}, {}, claims={"r2c2": 0})
    built = given(own).answers(0, "turn", "project:city").answers(0, "asked", "r2c2")
    assert built.state.claims == {}


def test_robotic_workforce():
    """The production box of a building card again, losses and victims worked out afresh."""
    state = mars(holding("robotic_workforce", played=("mine", "carbonate_processing", "sponsors")))
    assert made(play(state, "robotic_workforce").state, 0, "steel") == 1, "only the mine can be copied"
    assert not offered(mars(holding("robotic_workforce", played=("sponsors",))), "play:robotic_workforce")
    both = mars(holding("robotic_workforce", played=("mine", "carbonate_processing"), production={"energy": 1}))
    acting = play(both, "robotic_workforce").asks(0, "asked", "mine", "carbonate_processing")
    assert made(acting.answers(0, "asked", "carbonate_processing").state, 0, "heat") == 3


def test_robotic_workforce_copies_corporations_and_mines():
    guild = mars(holding("robotic_workforce", corporation="mining_guild"))
    assert made(play(guild, "robotic_workforce").state, 0, "steel") == 1
    area = mars(
        holding("robotic_workforce", played=("mining_area",)), tiles={"r7c5": Laid(Tile.SPECIAL, 0, "mining_area")}
    )
    assert made(play(area, "robotic_workforce").state, 0, "titanium") == 1
    city = mars(holding("robotic_workforce", played=("immigrant_city",), production={"energy": 1}))
    done = play(city, "robotic_workforce").state
    assert (made(done, 0, "energy"), made(done, 0, "megacredits")) == (0, -2), "14: the whole box"


def test_discard_to_draw():
    """Mars University: discard first, then draw; optional; needs a card."""
    state = mars(holding("trans_neptune_probe", "ants", played=("mars_university",)))
    acting = play(state, "trans_neptune_probe").asks(0, "asked", "ants")
    acting.drawing("comet").answers(0, "asked", "ants").then(
        CardsDiscarded(0, ("ants",)), CardsDrawn(0, "mars_university", ("comet",))
    )
    kept = play(state, "trans_neptune_probe").answers(0, "asked").asks(0, "turn")
    assert kept.state.seats[0].hand == ("ants",)
    empty = mars(holding("trans_neptune_probe", played=("mars_university",)))
    play(empty, "trans_neptune_probe").asks(0, "turn")


def test_remove_here_to_draw():
    """Olympus Conference: drawing needs a cube there."""
    state = mars(holding("breathing_filters", played=("olympus_conference",)), oxygen=7)
    play(state, "breathing_filters").then(ResourcesAdded(0, "olympus_conference", 1))
    cube = mars(holding("breathing_filters", played=("olympus_conference",), held={"olympus_conference": 1}), oxygen=7)
    acting = play(cube, "breathing_filters").asks(0, "asked", "choice:0", "choice:1").drawing("comet")
    acting.answers(0, "asked", "choice:1").then(
        ResourcesAdded(0, "olympus_conference", -1), CardsDrawn(0, "olympus_conference", ("comet",))
    )


def test_add_to_played():
    """Viral Enhancers: the second option only if the card just played holds microbes or animals; once a tag."""
    state = mars(holding("tardigrades", "lichen", played=("viral_enhancers",)), temperature=-24)
    acting = play(state, "tardigrades").asks(0, "asked", "choice:0", "choice:1")
    acting.answers(0, "asked", "choice:1").then(ResourcesAdded(0, "tardigrades", 1))
    assert stock(play(state, "lichen").state, 0, "plants") == 1
    twice = play(
        mars(holding("ecological_zone", played=("viral_enhancers",)), tiles={"r2c2": Laid(GREEN, 0)}), "ecological_zone"
    )
    assert twice.state.agenda is not None
    assert asked(twice) in ("mars.ask.order", "mars.ask.place", "mars.ask.choose")
