"""For every test: the gauntlet is registered beside the real games."""

import os

os.environ["TURNPOST_EXTRA_GAMES"] = "tests.laws.gauntlet"
