"""Rules 6 and 15, Order of effects: asked where it can differ, never where it cannot; nothing mandatory is blocked."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.choices import sample
from events.mars.agenda import Item
from events.mars.cards import CARDS
from events.mars.events import CardPlayed, Gained, ProductionChanged
from events.mars.state import Laid, is_event
from events.record import fold
from services.dice import Seeded
from services.mars import REFEREE, asking, legal, opening, resolve
from services.mars.footprints import conflict, footprint
from services.mars.possible import feasible, ready
from services.mars.story import Story
from services.referee import answer
from tests.services.mars.table import (
    CITY,
    GAME,
    GREEN,
    OCEAN,
    OCEAN_SPACES,
    asked,
    begun,
    given,
    holding,
    ids,
    made,
    mars,
    offered,
    stock,
)


def test_removal_and_algae():
    """Plants removed before or after Arctic Algae."""
    algae = {"played": ("arctic_algae",), "resources": {"plants": 1}}
    acting = given(mars(holding("comet"), algae)).answers(0, "turn", "play:comet")
    acting.asks(0, "asked", "step:0", "step:1").answers(0, "asked", "step:0").answers(0, "asked", "r0c4")
    acting.asks(0, "asked", "step:0", "step:1")
    acting.answers(0, "asked", "step:1").then(Gained(1, "arctic_algae", {"plants": 2}))
    acting.answers(0, "asked", "seat:1").answers(0, "asked", 3)
    assert stock(acting.state, 1, "plants") == 0


def test_comet_without_algae_is_not_asked_about():
    acting = given(mars(holding("comet"), {"resources": {"plants": 3}})).answers(0, "turn", "play:comet")
    assert asked(acting) == "mars.ask.place"
    acting.answers(0, "asked", "r0c4").asks(0, "asked", "none", "seat:1")


def test_gains_alone_are_never_asked_about():
    given(mars(holding("kelp_farming"), oceans=OCEAN_SPACES[:6])).answers(0, "turn", "play:kelp_farming").asks(
        0, "turn"
    )


def test_a_loss_waits_for_its_gain():
    """Moss with Viral Enhancers: the plant of the trigger pays the loss, and nothing else is offered for it."""
    state = mars(holding("moss", played=("viral_enhancers",)), oceans=OCEAN_SPACES[:3])
    acting = given(state).answers(0, "turn", "play:moss").asks(0, "turn")
    assert (stock(acting.state, 0, "plants"), made(acting.state, 0, "plants")) == (0, 1)


def test_energy_tapping_either_order():
    """With no energy production anywhere, gain first, then lose your own."""
    alone = given(mars(holding("energy_tapping"))).answers(0, "turn", "play:energy_tapping").asks(0, "turn")
    assert made(alone.state, 0, "energy") == 0
    rival = mars(holding("energy_tapping"), {"production": {"energy": 1}})
    acting = given(rival).answers(0, "turn", "play:energy_tapping").asks(0, "asked", "step:0", "step:1")
    taken = acting.answers(0, "asked", "step:0").then(ProductionChanged(1, "energy_tapping", {"energy": -1}, by=0))
    assert made(taken.state, 0, "energy") == 1
    spared = given(rival).answers(0, "turn", "play:energy_tapping").answers(0, "asked", "step:1")
    spared.asks(0, "asked", "seat:1", "seat:0")
    own = mars(holding("energy_tapping", production={"energy": 1}), {"production": {"energy": 1}})
    given(own).answers(0, "turn", "play:energy_tapping").asks(0, "asked", "seat:1", "seat:0")


@pytest.mark.parametrize(
    ("corporation", "level", "legal"),
    [("teractor", -4, True), ("teractor", -5, False), ("tharsis_republic", -5, True)],
)
def test_immigrant_city_near_the_limit(corporation, level, legal):
    seat = holding("immigrant_city", corporation=corporation, production={"megacredits": level, "energy": 1})
    state = mars(seat)
    assert offered(state, "play:immigrant_city") is legal
    if legal:
        acting = given(state).answers(0, "turn", "play:immigrant_city").answers(0, "asked", "r2c2").asks(0, "turn")
        assert made(acting.state, 0, "megacredits") == -5


def test_power_supply_consortium_needs_somebody_or_itself():
    state = mars(holding("power_supply_consortium", played=("power_plant", "wave_power")))
    assert offered(state, "play:power_supply_consortium")
    assert not offered(mars(holding("heat_trappers")), "play:heat_trappers"), "heat cannot be gained first"


def test_a_victim_that_would_block_a_loss_is_not_offered():
    """Robotic Workforce copies Heat Trappers and the like: oneself is a victim only if all else stays possible."""
    pool = [Item(0, "x", (resolve_step(),))]
    state = mars({"production": {"energy": 1}}, {"production": {"energy": 1}})
    rest = [Item(0, "y", (loss_of_energy(),))]
    choice = asking.question(state, 0, pool[0], rest)
    assert [option.id for option in choice.options] == ["seat:1"]
    assert feasible(state, 0, [*pool, *rest])
    alone = mars({"production": {"energy": 1}})
    assert not feasible(alone, 0, [*pool, *rest])


def resolve_step() -> Any:
    from events.mars.nouns import Resource
    from events.mars.words import ReduceAny

    return ReduceAny(Resource.ENERGY, 1)


def loss_of_energy() -> Any:
    from events.mars.words import Produce

    return Produce(energy=-1)


def test_several_tiles():
    """A tile beside oceans placed by the same card: Nuclear Zone at -2 degrees brings an ocean."""
    state = mars(holding("nuclear_zone"), temperature=-2)
    acting = given(state).answers(0, "turn", "play:nuclear_zone").asks(0, "asked", "step:0", "step:1")
    acting.answers(0, "asked", "step:1").asks(0, "asked", "step:0", "step:1")
    calm = given(mars(holding("nuclear_zone"))).answers(0, "turn", "play:nuclear_zone")
    assert made(calm.state, 0, "heat") == 0
    assert asked(calm) == "mars.ask.place"


def test_cards_before_or_after_a_choice():
    """Large Convoy: cards drawn before or after the choice."""
    acting = given(mars(holding("large_convoy", played=("fish",)))).answers(0, "turn", "play:large_convoy")
    acting.asks(0, "asked", "step:0", "step:1", "step:2")


def test_a_choice_may_wait_for_a_tile_that_can_bring_a_card():
    """The ocean at 0 degrees comes after the card's own removal by default, and may lie on a card space."""
    rival = {"resources": {"plants": 2}}
    state = mars(holding("asteroid"), rival, temperature=-2)
    acting = given(state).answers(0, "turn", "play:asteroid").asks(0, "asked", "step:0", "step:1")
    acting.answers(0, "asked", "step:1").answers(0, "asked", "r0c3").asks(0, "asked", "step:0", "step:1")
    acting.drawing("ants").answers(0, "asked", "step:1").asks(0, "asked", "none", "seat:1")
    assert acting.state.seats[0].hand == ("ants",)
    dry = mars(holding("asteroid"), rival, temperature=-2, oceans=("r0c3", "r1c5"))
    given(dry).answers(0, "turn", "play:asteroid").asks(0, "asked", "none", "seat:1")


def test_a_choice_does_not_go_before_what_comes_earlier():
    """Two oceans are the player's to order; the removal between them is open with them, not asked ahead of both."""
    rival = {"resources": {"plants": 2}}
    state = mars(holding("comet"), rival, temperature=-2, oceans=("r0c3", "r1c5"))
    acting = given(state).answers(0, "turn", "play:comet").asks(0, "asked", "step:0", "step:1", "step:2")
    acting.answers(0, "asked", "step:0").asks(0, "asked", "step:0", "step:1", "step:2")
    acting.answers(0, "asked", "step:0").answers(0, "asked", "r0c4").asks(0, "asked", "none", "seat:1")


def test_two_triggers_by_one_tag():
    """Mars University and Olympus Conference hear the same tag; two alike are one option."""
    played = ("mars_university", "olympus_conference")
    state = mars(holding("research", "ants", played=played, held={"olympus_conference": 1}))
    acting = given(state).answers(0, "turn", "play:research")
    assert len(ids(acting)) == 3
    assert asked(acting) == "mars.ask.order"


def test_opponents_triggers_are_resolved_by_the_active_player():
    """6: all triggers open are the active player's to order; those of others hold no choice."""
    state = mars({}, {"played": ("pets", "rover_construction", "immigrant_city"), "corporation": "tharsis_republic"})
    acting = given(state).answers(0, "turn", "project:city").answers(0, "asked", "r2c2").asks(0, "turn")
    assert (made(acting.state, 1, "megacredits"), stock(acting.state, 1, "megacredits")) == (2, 102)
    assert acting.state.seats[1].held == {"pets": 1}


def test_saturn_hears_every_jovian_tag():
    state = mars(holding("colonizer_training_camp"), {"corporation": "saturn_systems"})
    acting = given(state).answers(0, "turn", "play:colonizer_training_camp")
    assert made(acting.state, 1, "megacredits") == 1


def test_event_tags_act_while_played():
    """4.7: Optimal Aerobraking, and tags of events for triggers."""
    state = mars(holding("technology_demonstration", played=("optimal_aerobraking", "olympus_conference")))
    acting = given(state).drawing("ants", "fish").answers(0, "turn", "play:technology_demonstration")
    assert stock(acting.state, 0, "heat") == 3
    assert acting.state.seats[0].held == {"olympus_conference": 1}
    assert acting.state.seats[0].events == ("technology_demonstration",)


class First:
    """Chance that always gives the first: so that two orders of drawing bring the same cards."""

    def __init__(self) -> None:
        self.table = self

    def seat(self, _: int) -> "First":
        return self

    def used(self) -> int:
        return 0

    def draw(self, bag: Any, n: int) -> Any:
        return tuple(bag[:n])

    def roll(self, _: int, n: int = 1) -> Any:
        return (1,) * n

    def shuffle(self, items: Any) -> Any:
        return tuple(items)


def bare(state: Any) -> Any:
    """A state without what only says in which order things came."""
    seats = tuple(
        replace(seat, hand=tuple(sorted(seat.hand)), discards=tuple(sorted(seat.discards))) for seat in state.seats
    )
    return replace(state, seats=seats, agenda=None, asked=0, discards=tuple(sorted(state.discards)))


def both_done(state: Any, seat: int, one: Item, other: Item) -> Any:
    """The state after two items in this order, questions answered by silence."""
    story = Story(replace(state, agenda=None), First())
    for item in (one, other):
        done = resolve.run(story, seat, [item])
        while not done:
            agenda = story.state.agenda
            choice = REFEREE.choice(story.state, REFEREE.pending(story.state)[0])
            done = resolve.go_on(story, asking.silence(story.state, seat, agenda.current or agenda.pool[0], choice))
        story.state = replace(story.state, agenda=None)
    return bare(story.state)


def opened(state: Any, seat: int) -> list[tuple[Any, list[Item]]]:
    """For each card the seat could play now: the state just after, and what is then open."""
    found = []
    for name in state.seats[seat].hand:
        if legal.playable(state, seat, name):
            after = fold(GAME.record, state, [CardPlayed(seat, name, is_event(name))])
            found.append((after, opening.of_card(after, seat, CARDS[name])))
    return found


@pytest.mark.parametrize("seed", range(1, 5))
def test_what_is_declared_independent_commutes(seed):
    """Random play: of every two items open together and without conflict, both orders give the same state."""
    dice, luck = Seeded(f"order {seed}"), Seeded(seed)
    state, pairs = begun(4, luck), 0
    while not state.over:
        ask = next(ask for ask in REFEREE.pending(state) if ask.must)
        if ask.key.startswith("turn"):
            for after, pool in opened(state, ask.seat):
                for k, one in enumerate(pool):
                    for other in pool[k + 1 :]:
                        pairs += commutes(after, ask.seat, one, other)
        events = REFEREE.decide(state, REFEREE.command(state, ask, sample(REFEREE.choice(state, ask), dice)), luck)
        state = fold(GAME.record, state, events)
    assert pairs > 40


def test_every_card_among_all_triggers():
    """Each card as just played at a table where every trigger there is can hear it."""
    hearing = (
        "viral_enhancers",
        "mars_university",
        "olympus_conference",
        "ecological_zone",
        "decomposers",
        "herbivores",
    )
    theirs = ("arctic_algae", "pets", "rover_construction", "immigrant_city", "fish", "tardigrades", "ants")
    plenty = {"resources": {"plants": 9, "heat": 9, "steel": 9, "titanium": 9, "energy": 9}}
    levels = {"production": {"plants": 3, "heat": 3, "steel": 2, "titanium": 2, "energy": 3, "megacredits": 2}}
    mine = {
        "played": (*hearing, "birds", "nitrite_reducing_bacteria", "mine"),
        "held": {"olympus_conference": 1, "birds": 2},
    }
    pairs = 0
    for name in CARDS:
        if name in (*hearing, *theirs, "birds", "nitrite_reducing_bacteria", "mine", "comet", "sponsors"):
            continue
        for temperature, oxygen in ((-30, 0), (-2, 7)):
            state = mars(
                {**mine, **plenty, **levels, "hand": (name, "comet", "sponsors"), "corporation": "saturn_systems"},
                {
                    "played": theirs,
                    "held": {"fish": 3, "ants": 2},
                    **plenty,
                    **levels,
                    "corporation": "tharsis_republic",
                },
                tiles={"r2c2": Laid(CITY, 1), "r2c3": Laid(GREEN, 0), "r4c6": Laid(CITY, 0), "r4c4": OCEAN},
                temperature=temperature,
                oxygen=oxygen,
            )
            after = fold(GAME.record, state, [CardPlayed(0, name, is_event(name))])
            pool = opening.of_card(after, 0, CARDS[name])
            pairs += sum(commutes(after, 0, one, other) for k, one in enumerate(pool) for other in pool[k + 1 :])
    assert pairs > 200


def commutes(state: Any, seat: int, one: Item, other: Item) -> bool:
    """Whether the two are declared independent; then both orders must come to the same."""
    marks = [footprint(state, seat, item, asking.question(state, seat, item, [])) for item in (one, other)]
    if one == other or conflict(*marks) or not (ready(state, one) and ready(state, other)):
        return False
    assert both_done(state, seat, one, other) == both_done(state, seat, other, one), (one, other)
    return True


def test_then_carries_a_whole_turn():
    """One message: play comet; the space; nobody; the payment by its preset on the way."""
    from events.choices import Picked

    state = mars(holding("comet", resources={"titanium": 2}), {"resources": {"plants": 2}})
    acting = given(state).answers(0, "turn", "play:comet", then=(Picked(("r0c4",)), Picked(("none",)))).asks(0, "turn")
    assert (acting.unused, stock(acting.state, 0, "titanium")) == (0, 0)


def test_a_typed_line_carries_a_whole_turn():
    """As from chat: "play comet; r0c4; nobody"."""
    from events.choices import Typed
    from events.typed import split

    state = mars(holding("comet"), {"resources": {"plants": 2}})
    first, *rest = split("play:comet; r0c4; nobody")
    ask = REFEREE.pending(state)[0]
    step = answer(GAME, state, ask, Typed(first), tuple(Typed(one) for one in rest), Seeded(1))
    assert step.unused == 0
    assert REFEREE.pending(fold(GAME.record, state, step.events))[0].key.startswith("turn")


def test_greenery_and_city_tiles_hear_their_triggers():
    state = mars({"played": ("herbivores",)}, tiles={"r2c2": Laid(GREEN, 0), "r4c6": Laid(CITY, 1)})
    acting = given(state).answers(0, "turn", "project:greenery").answers(0, "asked", "r2c3")
    assert acting.state.seats[0].held == {"herbivores": 1}
