"""Robots: players that are given what a seat is given, its view and a prompt, and nothing more.

A robot decides on positions imagined from its view; the match's own chance and state are out of its reach.
"""

from collections.abc import Mapping
from typing import Final

from services.robots.asked import Asked, Robot
from services.robots.greedy import greedy
from services.robots.random import random

__all__ = ["ROBOTS", "Asked", "Robot", "greedy", "random"]

ROBOTS: Final[Mapping[str, Robot]] = {"random": random, "greedy": greedy}
"""Every robot by name."""
