"""A module that cannot be loaded as a game."""

raise LookupError("comet")
