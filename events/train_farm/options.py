"""What a table of Train Farm may choose before it begins (RULES part III). Defaults first."""

from typing import Literal

from msgspec import Struct

from events.train_farm.rails import ROUNDS as LONG

ExtraModule = Literal["locomotive", "roles", "tasks", "visitors", "observers"]
EXTRA_MODULES: tuple[ExtraModule, ...] = ("locomotive", "roles", "tasks", "visitors", "observers")


SHORT = 20


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options with their rulings' numbers in the rules."""

    rounds: Literal["auto", "20", "40"] = "auto"
    modules: frozenset[ExtraModule] = frozenset()
    start_set: Literal["any_three", "preset", "random"] = "any_three"
    action_order: Literal["arrival", "seat"] = "arrival"
    reserve_rule: Literal["moment", "intake"] = "moment"
    survivors: Literal["shared", "ranked"] = "shared"
    last_camp: Literal["plays_on", "wins"] = "plays_on"
    wall_lifts_durability: bool = False
    full_wall_hit: Literal["absorbs", "suffers"] = "absorbs"
    spent_wall: Literal["kept", "lost"] = "kept"
    food_debt: bool = True
    base_upkeep: Literal[0, 1] = 0
    forward_source: Literal["buy_or_card", "pay_with_card"] = "buy_or_card"
    reroll_scope: Literal["any_die", "move_die"] = "any_die"
    event_role_scope: Literal["events", "all_cards"] = "events"
    dismantle: Literal["free", "action"] = "free"
    rail_shape: Literal["ring", "line"] = "ring"
    reactions: Literal["standing", "ask"] = "standing"
    timeout: Literal["safe_explore", "skip"] = "safe_explore"


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """The options as they are played: rounds counted, modules in order, switches by name. A stored format."""

    rounds: int = 20
    modules: tuple[ExtraModule, ...] = ()
    start_set: Literal["any_three", "preset", "random"] = "any_three"
    seat_order: bool = False
    intake: bool = False
    ranked: bool = False
    last_camp_wins: bool = False
    wall_lifts_durability: bool = False
    full_wall_suffers: bool = False
    spent_wall_lost: bool = False
    food_debt: bool = True
    base_upkeep: int = 0
    pay_with_card: bool = False
    reroll_move_only: bool = False
    asji_all_cards: bool = False
    dismantle_action: bool = False
    rail_line: bool = False
    ask_reactions: bool = False
    skip_when_silent: bool = False


def terms(options: Options) -> Terms:
    """What is played under these options: 40 rounds with the locomotive, otherwise 20 unless asked for (R3)."""
    modules = tuple(module for module in EXTRA_MODULES if module in options.modules)
    rounds = LONG if options.rounds == "40" or "locomotive" in modules else SHORT
    return Terms(
        rounds=rounds,
        modules=modules,
        start_set=options.start_set,
        seat_order=options.action_order == "seat",
        intake=options.reserve_rule == "intake",
        ranked=options.survivors == "ranked",
        last_camp_wins=options.last_camp == "wins",
        wall_lifts_durability=options.wall_lifts_durability,
        full_wall_suffers=options.full_wall_hit == "suffers",
        spent_wall_lost=options.spent_wall == "lost",
        food_debt=options.food_debt,
        base_upkeep=options.base_upkeep,
        pay_with_card=options.forward_source == "pay_with_card",
        reroll_move_only=options.reroll_scope == "move_die",
        asji_all_cards=options.event_role_scope == "all_cards",
        dismantle_action=options.dismantle == "action",
        rail_line=options.rail_shape == "line",
        ask_reactions=options.reactions == "ask",
        skip_when_silent=options.timeout == "skip",
    )
