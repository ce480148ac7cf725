"""What a table can choose in Sky Farm: nothing."""

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Sky Farm has one way to be played."""
