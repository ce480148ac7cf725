"""The product's components are those of the lists, read independently: id, number, cost, effect, icon by icon."""

import pytest

from events import registry, texts
from events.sky_farm import RECORD
from events.sky_farm.cards import DECKS, GOALS, NEIGHBOUR_CARDS, NEIGHBOUR_TRACK, ROUNDS, SEASON_ROUNDS, TASK_CARDS
from events.sky_farm.effects import (
    Ability,
    Actions,
    Advance,
    Coins,
    Draw,
    Either,
    FillBadge,
    FillTools,
    Gain,
    Geode,
    Level,
    NeighbourStep,
    Points,
    Task,
    Trellis,
    Unlock,
    Water,
)
from events.sky_farm.farming_dice import ANIMALS, CROPS
from events.sky_farm.grids import AREAS, BAGS, FINDS, GEODES, HALF
from events.sky_farm.resources import RESOURCES, SHAPES
from events.sky_farm.sheets import (
    BADGES,
    BARS,
    COIN_PROJECTS,
    CONVERSIONS,
    LEVELS,
    ROW_BONUS,
    ROWS,
    SPECIALS,
    START_FENCES,
    START_TILLED,
    UPGRADES,
)
from tests.facts.sky_farm.oracle import LANGUAGES, fact

texts.add_catalogue(RECORD.id, RECORD.texts)


def spelled(effects):
    """Effects in the words of the lists."""
    return [_spelled(effect) for effect in effects]


def _spelled(effect):
    match effect:
        case Task(task=task, plus=0):
            return {"task": task}
        case Task(task=task, plus=plus):
            return {"task": task, "plus": plus}
        case Gain(resource=resource, qty=qty):
            return {"gain": resource, "qty": qty}
        case Either(lists=lists):
            return {"choice": [spelled(part) for part in lists]}
        case Level(track=track):
            return {"level": track}
        case Draw(ground=ground, n=n):
            return {ground: n}
        case Water():
            return {"water": 1}
        case Advance(dice=dice):
            return {f"advance_{dice}": "all"}
        case Unlock(area=area):
            return {"unlock": area}
        case Ability(ability=ability):
            return {"ability": ability}
        case NeighbourStep():
            return {"neighbor_step": "both"}
        case Trellis():
            return {"trellis": 1}
    words = {Coins: "coins", Geode: "geode", Actions: "actions", Points: "vp"}
    words |= {FillTools: "fill_tool_slots", FillBadge: "fill_badge_slot"}
    return {words[type(effect)]: effect.n}


def test_resources_and_shapes():
    facts = fact("resources")
    assert len(RESOURCES) == 40
    assert list(RESOURCES) == [each["id"] for each in facts["resources"]]
    for each in facts["resources"]:
        ours = RESOURCES[each["id"]]
        assert (ours.kind, ours.color, ours.shape) == (each["kind"], each["color"], each["shape"])
        assert (ours.value, ours.sellable, ours.group) == (each["value"], each["sellable"], each["group"])
    assert {name: [list(cell) for cell in cells] for name, cells in SHAPES.items()} == {
        name: each["cells"] for name, each in facts["shapes"].items()
    }


def test_dice_face_by_face():
    facts = fact("dice")
    for kinds, listed in ((CROPS, facts["crops"]), (ANIMALS, facts["animals"])):
        assert list(kinds) == [each["id"] for each in listed]
        for each in listed:
            kind = kinds[each["id"]]
            assert (kind.side, kind.side**2) == (each["side"], each["cells"])
            assert kind.needs_trellis is each.get("needs_trellis", False)
            assert list(kind.coin_rows) == each.get("coin_rows", [])
            for face, written in zip(kind.faces, each["faces"], strict=True):
                expected = (
                    written.get("n", 0),
                    written.get("harvest"),
                    written.get("qty", 0),
                    written.get("symbol", ""),
                )
                assert (face.n, face.harvest, face.qty, face.symbol) == expected


def test_coin_rows_stand_equal_in_both_lists():
    """Part 23: the animals' coin rows and the gear stand twice, equal in both."""
    for each in fact("farm_sheet")["animal_unlocks"]:
        assert list(COIN_PROJECTS[each["animal"]].rows) == each["coin_rows"]
    for each in fact("goods_sheet")["fishing_gear"]:
        ours = UPGRADES[each["id"]]
        assert (ours.gear, list(ours.slots), ours.requires) == (each["type"], each["slots"], each.get("requires"))
        assert [list(offset) for offset in ours.pattern] == each.get("pattern", [])


def test_task_cards():
    listed = fact("task_cards")
    assert list(TASK_CARDS) == [each["id"] for each in listed["cards"]]
    assert {deck: len(cards) for deck, cards in DECKS.items()} == listed["decks"]
    for each in listed["cards"]:
        ours = TASK_CARDS[each["id"]]
        assert spelled(ours.upper) == each.get("effect", each.get("upper"))
        assert spelled(ours.lower) == each.get("lower", [])
        assert (ours.condition is not None) is (each["type"] == "conditional")
        if ours.condition is not None:
            assert {"metric": ours.condition.metric, "min": ours.condition.min} == each["condition"]


def test_neighbour_cards_and_track():
    listed = fact("neighbors")
    assert list(NEIGHBOUR_CARDS) == [each["id"] for each in listed["cards"]] == sorted(NEIGHBOUR_CARDS)
    for each in listed["cards"]:
        ours = NEIGHBOUR_CARDS[each["id"]]
        assert (list(ours.wants), spelled(ours.gives)) == (each["wants"], each["gives"])
    assert [spelled(step) for step in NEIGHBOUR_TRACK] == [each["effects"] for each in listed["track"]]
    assert {effect.source for step in NEIGHBOUR_TRACK for effect in step if isinstance(effect, Points)} == {
        "neighbours"
    }


def test_goals_and_seasons():
    listed = fact("season_goals")
    assert [list(rounds) for rounds in SEASON_ROUNDS] == [each["rounds"] for each in listed["seasons"]]
    assert fact("setup")["rounds"] == ROUNDS
    for each in listed["goals"]:
        ours = GOALS[each["id"]]
        assert (ours.season, ours.metric) == (each["season"], each["metric"])
        assert [list(tier) for tier in ours.tiers] == each["tiers"]


@pytest.mark.parametrize(("count", "points"), [(0, 0), (3, 0), (4, 3), (6, 3), (7, 6), (9, 6), (10, 9), (30, 9)])
def test_only_the_best_tier_reached_counts(count, points):
    assert GOALS["G11"].points(count) == points


def test_scratch_bags_fill_their_halves():
    listed = fact("scratch")
    for card in ("forest", "mine"):
        for half in ("upper", "lower"):
            assert len(BAGS[card][half]) == listed["squares"][half] == list(HALF.values()).count(half)
            expected = [each["effects"] for each in listed[card]["bag"][half] for _ in range(each["count"])]
            ours = [spelled(FINDS[found]) for found in BAGS[card][half]]
            assert sorted(map(str, ours)) == sorted(map(str, expected))
            assert list(BAGS[card][half]) == sorted(BAGS[card][half])


def test_fishing_and_geode_cards():
    for each in fact("fishing")["areas"]:
        assert list(AREAS[each["id"]]) == [fish for row in each["grid"] for fish in row]
        assert sum(fish is not None for fish in AREAS[each["id"]]) == each["fish_cells"]
    assert list(GEODES) == [found for row in fact("geode")["grid"] for found in row]


def test_farm_sheet():
    listed = fact("farm_sheet")
    assert [list(cell) for cell in START_TILLED] == listed["grid"]["start_tilled"]
    assert [list(cell) for cell in START_FENCES] == listed["grid"]["start_fences"]
    for each in listed["maintenance"]:
        ours = CONVERSIONS[each["pay"]]
        assert each[ours.ground] == ours.n
    for each in listed["tool_upgrades"]:
        ours = UPGRADES[each["id"]]
        assert (list(ours.slots), ours.requires) == (each["slots"], each.get("requires"))
        assert (ours.task, ours.trellis) == (each["effect"].get("extra_actions"), "trellis" in each["effect"])
    for track, each in listed["level_tracks"].items():
        assert [spelled(step) for step in LEVELS[track]] == each["steps"]


def test_goods_sheet():
    listed = fact("goods_sheet")
    assert list(ROW_BONUS) == [each["task"] for each in listed["cargo"]["row_bonus"]]
    for each in listed["special_projects"]:
        ours = SPECIALS[each["id"]]
        assert (ours.divided, [list(row) for row in ours.rows]) == (each["divided"], each["rows"])
        assert spelled(ours.reward) == [*each["reward"], *each["dashed"]]
    for each in listed["badge_projects"]:
        ours = BADGES[each["id"]]
        assert ours.points == each["vp_when_both_rows"]
        assert [list(row) for row in ours.rows] == [row["slots"] for row in each["rows"]]
        assert [spelled(reward) for reward in ours.rewards] == [row["row_reward"] for row in each["rows"]]
    assert [COIN_PROJECTS[bar].rows for bar in BARS] == [(each["coins"],) for each in listed["energy_bars"]]
    for name in ("internship", "buyback", "hired_hands", "town_fund"):
        ours = COIN_PROJECTS[name]
        assert ours.rows == (listed[name]["coins_per_row"],) * listed[name]["rows"]
        assert spelled(ours.effect) == [listed[name]["effect"]]
    assert len(ROWS) == 12 + 19 + 14


def test_an_undivided_project_has_one_row():
    """17.1: with one row "any full row" and "all boxes" are the same."""
    assert all(len(special.rows) == 1 for special in SPECIALS.values() if not special.divided)


NAMED = [
    ("resource", "resources", "resources"),
    ("die", "dice", "crops"),
    ("die", "dice", "animals"),
    ("card", "task_cards", "cards"),
    ("goal", "season_goals", "goals"),
    ("area", "fishing", "areas"),
    ("project", "farm_sheet", "tool_upgrades"),
    ("project", "goods_sheet", "fishing_gear"),
    ("project", "goods_sheet", "special_projects"),
    ("project", "goods_sheet", "badge_projects"),
]


@pytest.mark.parametrize(("section", "file", "group"), NAMED, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_those_of_the_lists(section, file, group, language):
    catalogue = texts.catalogue("sky_farm", language)
    for each in fact(file)[group]:
        assert catalogue[f"sky_farm.{section}.{each['id']}"] == each["name"][language]


def test_catalogues_have_the_same_keys():
    registry.load()
    assert texts.parity("sky_farm") == []
