"""What a table of Planet may choose before it begins."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The first player by seat number, or at random (R15); the variants, which may be combined (R14)."""

    first: Literal["random", "0", "1", "2", "3"] = "random"
    beginner: bool = False
    mystery: bool = False
