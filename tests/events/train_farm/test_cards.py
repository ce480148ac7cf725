"""Every card and piece holds exactly what the component files say (NOTATION 1 to 4)."""

from __future__ import annotations

import msgspec
import pytest

from events.train_farm import effects as fx
from events.train_farm import modules, rails, roles, start, tasks, trail
from events.train_farm.cards import ENCOUNTERS, EVENTS, HIGH_RISK, VISITING, VISITORS, cards_of, decides
from events.train_farm.effects import (
    Choose,
    Damage,
    Effects,
    Exchange,
    Forward,
    FreeBuild,
    Gift,
    HighRisk,
    If,
    Lose,
    LoseAction,
    LostContact,
    Pay,
    PayOr,
    Strand,
    branches,
    words,
)
from events.train_farm.passives import Passive
from tests.facts.train_farm import oracle


def plain(value):
    """A decoded struct as the JSON it was read from."""
    return msgspec.json.decode(msgspec.json.encode(value))


def bare(value):
    """JSON without what is a default in our structs."""
    if isinstance(value, dict):
        return {key: bare(part) for key, part in value.items() if not (key == "bonus" and part == [])}
    return [bare(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize(("deck", "cards"), [("encounter_deck", ENCOUNTERS), ("high_risk_deck", HIGH_RISK)])
def test_exploration_cards_are_the_typed_ones(deck, cards):
    typed = oracle.cards(deck)
    assert list(cards) == list(typed)
    for key, card in cards.items():
        safe, risky = typed[key]["options"]
        assert (safe["id"], safe["kind"], risky["id"], risky["kind"]) == ("A", "safe", "B", "risky")
        assert set(safe) == {"id", "kind", "label", "effects", "rules"}, "option A has neither cost nor test"
        assert plain(card.safe) == bare(safe["effects"])
        assert plain(card.risky.success) == bare(risky["success"])
        assert plain(card.risky.failure) == bare(risky["failure"])
        assert {"die": 6, "target": card.risky.target} == risky["test"]
        assert plain(card.risky.cost) == risky.get("cost", {})
        assert (card.copies, list(card.tags)) == (typed[key]["copies"], typed[key]["tags"])


def test_events_are_the_typed_ones():
    typed = oracle.cards("event_deck")
    assert list(EVENTS) == list(typed)
    for key, card in EVENTS.items():
        blocks = [(block["who"], bare(block["effects"])) for block in typed[key]["resolve"]]
        ours = [(_who(block.who), plain(block.effects)) for block in card.resolve]
        assert ours == blocks
        assert (card.copies, list(card.tags)) == (typed[key]["copies"], typed[key]["tags"])
        assert card.horde == ("horde" in typed[key]["tags"])


def _who(who):
    return {"most": who.most} if who.most else {"least": who.least} if who.least else "each"


def test_sizes_of_the_decks():
    assert (len(ENCOUNTERS), len(HIGH_RISK), len(EVENTS), len(VISITORS)) == (54, 26, 49, 10)
    assert len(cards_of("encounter", visitors=True)) == 64
    assert len(cards_of("encounter", visitors=False)) == 54
    assert {card.copies for card in (*ENCOUNTERS.values(), *HIGH_RISK.values(), *EVENTS.values())} == {1}


def test_visitors_modules_roles_rails_tasks_are_the_typed_ones():
    visitors = oracle.fact("visitors")
    assert {key: card.passives for key, card in VISITORS.items()} == {
        card["id"]: read(card["passives"]) for card in visitors["cards"]
    }
    assert (VISITING.stay_rounds, VISITING.upkeep_food) == (visitors["stay_rounds"], visitors["upkeep_food"])
    assert plain(VISITING.extend) == visitors["extend"]
    for typed in oracle.fact("modules")["modules"]:
        ours = modules.MODULES[typed["id"]]
        for side, face in ((ours.base, "base"), (ours.full, "upgraded")):
            assert plain(side.cost) == typed[face]["cost"]
            assert side.passives == read(typed[face]["passives"])
    assert {key: role.passives for key, role in roles.ROLES.items()} == {
        role["id"]: read(role["passives"]) for role in oracle.fact("roles")["roles"]
    }
    assert {key: plain(region.on_enter) for key, region in rails.REGIONS.items()} == {
        region["id"]: region["on_enter"] for region in oracle.fact("rails")["regions"]
    }
    for region in oracle.fact("rails")["regions"]:
        assert sorted(rails.neighbours(region["id"], line=False)) == sorted(region["adjacent"])
        assert rails.REGIONS[region["id"]].passives == read(region["passives"])
    assert {key: plain(task.goal) for key, task in tasks.TASKS.items()} == {
        task["id"]: task["goal"] for task in oracle.fact("tasks")["tasks"]
    }
    assert plain(tasks.REWARD) == oracle.fact("tasks")["reward"]


def read(passives):
    """Typed passives as structs, which know every field or refuse it."""
    return msgspec.convert(passives, tuple[Passive, ...])


def test_map_and_start_are_the_typed_ones():
    typed = oracle.fact("map")
    assert [(space.kind, space.high_risk_on) for space in trail.SPACES[1:]] == [
        (space["kind"], space["high_risk_on"]) for space in typed["spaces"][1:]
    ]
    assert {kind: plain(site) for kind, site in trail.MAP.sites.items()} == {
        kind: each["site"] for kind, each in typed["kinds"].items()
    }
    assert (trail.LAST, trail.MAP.near_limit) == (typed["last"], typed["near_limit"])
    begin = oracle.fact("start")
    assert plain(start.START.resources) == begin["resources"]
    assert (start.START.durability, start.START.forward_food) == (3, begin["forward"]["price_food"])
    assert {key: list(preset.kinds) for key, preset in start.PRESETS.items()} == {
        preset["id"]: preset["tiles"] for preset in begin["preset_sets"]
    }
    for raw in range(1, 7):
        face = next(face for face in begin["aid_die"]["faces"] if raw in face["on"])
        assert plain(start.aid(raw)) == face["gift"]


def all_effects():
    for card in (*ENCOUNTERS.values(), *HIGH_RISK.values()):
        for effects in (card.safe, card.risky.success, card.risky.failure):
            yield card.id, effects
    for event in EVENTS.values():
        for block in event.resolve:
            yield event.id, block.effects


def deep(effects: Effects):
    for effect in effects:
        yield effect
        for inner in branches(effect):
            yield from deep(inner)


def test_words_stand_where_the_notation_allows_them():
    """NOTATION 2: tests and blocks only in events; strandings, Forward cards and high-risk draws only on cards."""
    for key, effects in all_effects():
        for effect in deep(effects):
            if key in EVENTS:
                assert not isinstance(effect, Strand | Forward | HighRisk | Gift | FreeBuild), key
            else:
                assert not isinstance(effect, fx.Test), key
            if isinstance(effect, Choose):
                assert all(not isinstance(each, Pay) for lists in effect.from_ for each in lists[1:]), key


def test_inside_a_test_there_is_no_decision_and_none_after_it():
    """R31: all decisions of an event can be asked before any die is rolled."""
    for event in EVENTS.values():
        deciding = [decides(block.effects) for block in event.resolve]
        assert not any(deciding[1:]), "decisions stand in the first block only"
        for block in event.resolve:
            if block.who.most or block.who.least:
                assert not decides(block.effects)
            rolled = False
            for effect in deep(block.effects):
                if isinstance(effect, fx.Test):
                    assert not any(decides(inner) for inner in branches(effect)), event.id
            for effect in block.effects:
                assert not (rolled and decides((effect,))), event.id
                rolled = rolled or isinstance(effect, fx.Test)


def test_nothing_but_payments_and_conditions_comes_before_a_decision():
    """What `plans` relies on: stocks are known when decisions are asked."""
    changing = (Lose, Damage, LoseAction, LostContact)
    for event in EVENTS.values():
        for block in event.resolve:
            changed = False
            for effect in block.effects:
                if decides((effect,)):
                    assert not changed, event.id
                changed = changed or isinstance(effect, changing)


def test_tags_that_name_a_word_stand_on_exactly_the_cards_that_hold_it():
    named = {"damage", "repair", "lost_contact", "lose_action", "stranded", "forward", "high_risk", "yield", "upkeep"}
    named |= {"discount", "free_build", "gift"}
    for cards in (ENCOUNTERS, HIGH_RISK):
        for card in cards.values():
            held = words(card.safe) | words(card.risky.success) | words(card.risky.failure)
            assert set(card.tags) & named == held & named, card.id
    for event in EVENTS.values():
        held = frozenset().union(*(words(block.effects) for block in event.resolve))
        assert set(event.tags) & named == held & named, event.id


def test_hordes_are_stronger_in_the_wilderness_by_their_own_clause():
    """R40."""
    for event in EVENTS.values():
        regions = {e.cond.region for block in event.resolve for e in deep(block.effects) if isinstance(e, If)}
        assert ("wilderness" in regions) == event.horde, event.id


def test_every_word_of_the_language_is_used():
    used = frozenset().union(*(words(effects) for _, effects in all_effects()))
    assert used == oracle.ops([oracle.fact(deck) for deck in oracle.DECKS])
    assert len(used) == 21


def test_unlimited_trades_are_few():
    """R8: what makes sixty food possible."""
    found = {key for key, effects in all_effects() for e in deep(effects) if isinstance(e, Exchange) and e.max is None}
    assert found == {"ENC-022", "HRK-001", "HRK-022", "EVT-041"}


def test_payments_are_never_decisions_by_themselves():
    for _, effects in all_effects():
        assert not isinstance(effects[0] if effects else None, Pay)
        assert all(isinstance(effect, PayOr) or effect for effect in effects)
