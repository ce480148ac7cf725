"""Standing orders (R13, NOTATION 5): what a seat's protections and rerolls do while its player is away."""

from msgspec import Struct

WALL = "wall"
FULL_WALL = "full_wall"
INFIRMARY = "infirmary"
FULL_INFIRMARY = "full_infirmary"
HARTMANN = "ROLE-HART"
REROLL_TEST = "reroll_test"
REROLL_MOVE = "reroll_move"
WARDING_VISITORS = ("VIS-03", "VIS-04", "VIS-08")

ALWAYS, NEVER = "always", "never"
_AT_LEAST = tuple(f"least_{n}" for n in (1, 2, 3, 4, 5))
_AT_MOST = tuple(f"most_{n}" for n in (1, 2, 3, 4, 5))

FORMS: dict[str, tuple[str, ...]] = {
    WALL: ("smart", ALWAYS, NEVER),
    FULL_WALL: (ALWAYS, "lost_contact", "lose_action", NEVER),
    INFIRMARY: ("least_2", *(form for form in _AT_LEAST if form != "least_2"), NEVER),
    HARTMANN: ("least_2", *(form for form in _AT_LEAST if form != "least_2"), NEVER),
    FULL_INFIRMARY: (ALWAYS, NEVER),
    REROLL_TEST: ("failed", NEVER),
    REROLL_MOVE: (NEVER, *_AT_MOST),
    **dict.fromkeys(WARDING_VISITORS, (ALWAYS, NEVER)),
}
"""The forms of each order of a protection or reroll, the default first."""

KEEPING = ("ask", "yes", "no")
"""The forms of the order to keep a visitor, by the visitor's card with `keep/` before it."""


def keep(card: str) -> str:
    """The name of the order to keep this visitor."""
    return f"keep/{card}"


def forms(order: str) -> tuple[str, ...]:
    """The forms this order can take, the default first."""
    return KEEPING if order.startswith("keep/") else FORMS[order]


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """An order that differs from its default."""

    name: str
    form: str


def form(orders: tuple[Order, ...], name: str) -> str:
    """What is ordered."""
    return next((order.form for order in orders if order.name == name), forms(name)[0])


def number(form: str) -> int | None:
    """The number in a form such as `least_2`."""
    _, _, digits = form.partition("_")
    return int(digits) if digits.isdigit() else None
