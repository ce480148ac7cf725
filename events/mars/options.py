"""What a table and a seat may choose before the match begins (rules 12, 15)."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Corporate Era (always on for one player), drafts (never for one player), and who begins."""

    corporate_era: bool = True
    starting_draft: Literal["none", "ten", "two_packs"] = "none"
    research_draft: bool = True
    first: Literal["random", "0", "1", "2", "3", "4"] = "random"


class SeatOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The beginner corporation: 42 M€, ten cards for nothing, no effect (rules 1)."""

    beginner: bool = False
