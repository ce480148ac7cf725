"""The map and the numbers printed on it, from `data/map.json`. Knows no tile that lies there."""

from pathlib import Path
from typing import Any

import msgspec

from events.mars.nouns import Tag, Track


class Space(msgspec.Struct, frozen=True):
    """A hexagon: `kind` is land, ocean or reserved; `bonus` one entry a cube or card; neighbours clockwise."""

    id: str
    n: int
    row: int
    col: int
    q: int
    r: int
    kind: str
    bonus: tuple[str, ...]
    neighbors: tuple[str, ...]
    name: str = ""
    volcanic: bool = False
    reserved_for: str = ""


_RAW: dict[str, Any] = msgspec.json.decode((Path(__file__).parent / "data" / "map.json").read_bytes())

SPACES: dict[str, Space] = {space.id: space for space in msgspec.convert(_RAW["spaces"], tuple[Space, ...])}
"""The 61 spaces in reading order."""
OFF_MAP: tuple[str, ...] = tuple(place["id"] for place in _RAW["off_map"])

_TRACKS: dict[str, Any] = _RAW["global_parameters"]
START_AT = {Track(name): int(track["start"]) for name, track in _TRACKS.items()}
GOAL = {Track(name): int(track["goal"]) for name, track in _TRACKS.items()}
STEP = {Track(name): int(track["step"]) for name, track in _TRACKS.items()}
HEAT_BONUSES: frozenset[int] = frozenset(
    bonus["at"] for bonus in _TRACKS["temperature"]["bonus"] if "production" in bonus["do"]
)
"""Temperatures that give one heat production (rules 8)."""
OCEAN_BONUS: int = next(bonus["at"] for bonus in _TRACKS["temperature"]["bonus"] if "place" in bonus["do"])
"""The temperature that gives an ocean."""
OXYGEN_BONUS: int = _TRACKS["oxygen"]["bonus"][0]["at"]
"""The oxygen that gives a step of temperature."""
OCEANS: int = GOAL[Track.OCEANS]
BESIDE_OCEAN: int = _RAW["ocean_adjacency_bonus"]["megacredits_per_adjacent_ocean"]

PROJECTS: dict[str, int] = {project["id"]: project["cost"] for project in _RAW["standard_projects"]}
"""Standard projects with their printed cost."""
PLANTS_FOR_GREENERY: int = _RAW["conversions"][0]["pay"]["plants"]
HEAT_FOR_STEP: int = _RAW["conversions"][1]["pay"]["heat"]

MILESTONES: tuple[str, ...] = tuple(one["id"] for one in _RAW["milestones"]["list"])
_NEEDS: dict[str, dict[str, Any]] = {one["id"]: one["need"] for one in _RAW["milestones"]["list"]}
TERRAFORMER: int = _NEEDS["terraformer"]["tr"]
MAYOR: int = _NEEDS["mayor"]["own_cities"]
GARDENER: int = _NEEDS["gardener"]["own_greeneries"]
BUILDER: int = _NEEDS["builder"]["own_tags"][Tag.BUILDING]
PLANNER: int = _NEEDS["planner"]["cards_in_hand"]
MILESTONE_COST: int = _RAW["milestones"]["cost"]
MILESTONE_POINTS: int = _RAW["milestones"]["vp"]
MOST_MILESTONES: int = _RAW["milestones"]["max_claimed"]
AWARDS: tuple[str, ...] = tuple(one["id"] for one in _RAW["awards"]["list"])
AWARD_COSTS: tuple[int, ...] = tuple(_RAW["awards"]["cost"])
AWARD_FIRST: int = _RAW["awards"]["vp_first"]
AWARD_SECOND: int = _RAW["awards"]["vp_second"]
SECOND_FROM: int = _RAW["awards"]["second_place_from_players"]

_CONSTANTS: dict[str, Any] = _RAW["constants"]
START_RATING: int = _CONSTANTS["start_tr"]
SOLO_RATING: int = _CONSTANTS["solo_start_tr"]
SOLO_GENERATIONS: int = _CONSTANTS["solo_generations"]
CARD_PRICE: int = _CONSTANTS["card_price"]
RESEARCH_CARDS: int = _CONSTANTS["research_cards"]
STARTING_CARDS: int = _CONSTANTS["starting_project_cards"]
STARTING_CORPORATIONS: int = _CONSTANTS["starting_corporation_cards"]
STEEL_VALUE: int = _CONSTANTS["steel_value"]
TITANIUM_VALUE: int = _CONSTANTS["titanium_value"]
LEAST_MONEY_PRODUCTION: int = _CONSTANTS["min_megacredit_production"]
ACTIONS: int = _CONSTANTS["actions_per_turn"]
START_PRODUCTION: dict[str, int] = _CONSTANTS["start_production"]


def least_production(resource: str) -> int:
    """How low a production may go (rules 4, Limits)."""
    return LEAST_MONEY_PRODUCTION if resource == "megacredits" else 0
