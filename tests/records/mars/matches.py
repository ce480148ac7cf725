"""The golden matches: each player count, each mode, each way a match can go; together they play every card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from events.choices import Pick, Picked, Reply, sample
from events.commands import Command, Join
from events.commit import AnyCommit, Wait
from events.mars.cards import CARDS
from tests.records.table import InProcess

MODES: Mapping[str, tuple[int, dict[str, Any]]] = {
    "1-solo": (1, {}),
    "2-base": (2, {"corporate_era": False, "research_draft": False}),
    "2-beginner": (2, {"corporate_era": False}),
    "3-draft-ten": (3, {"starting_draft": "ten"}),
    "4-draft-packs": (4, {"starting_draft": "two_packs"}),
    "5-era": (5, {}),
}
"""Name -> seats and options."""
SCIENCE: Mapping[str, tuple[int, int]] = {"2-science": (2, 3), "4-rare": (4, 3)}
"""Matches of players who collect science tags, or cards seldom seen: name -> seats and a number for another match."""
RARE = ("asteroid_mining_consortium", "electro_catapult", "farming", "mangrove", "mass_converter", "urbanized_area")
"""Cards that are played in no other of these matches."""


def resignation(match: InProcess) -> None:
    """The last seat resigns in the middle of the first generation."""
    while match.match.game.phase != "action":
        eager(match)
    for _ in range(12):
        eager(match)
    match.resign(len(match.players) - 1)


def undo(match: InProcess) -> None:
    """Three times a seat takes back what it has just done, and does something else."""
    while match.match.game.phase != "action":
        eager(match)
    for _ in range(3):
        eager(match)
        while match.commits[-1].luck or match.commits[-1].by is None or _reveals(match):
            eager(match)
        by = match.commits[-1].by
        assert by is not None
        match.undo(by)
        eager(match)


def _reveals(match: InProcess) -> bool:
    return any(event.reveals for event in match.commits[-1].events)


def lapse(match: InProcess) -> None:
    """Silence speaks for every seat, in sealed answers and in turns."""
    for _ in range(2 * len(match.players)):
        match.lapse()
    for _ in range(10):
        eager(match)
        match.lapse()


WAYS: Mapping[str, tuple[int, Callable[[InProcess], None]]] = {
    "3-resignation": (3, resignation),
    "3-undo": (3, undo),
    "2-lapse": (2, lapse),
}


class Seated(InProcess):
    """A match in which the first seat may have the beginner corporation."""

    def send(self, player: str, command: Command, cause: str = "player") -> AnyCommit:
        """As ever, but the first to join a match of that name is a beginner."""
        if isinstance(command, Join) and command.seat == 0 and "beginner" in player:
            command = replace(command, options={"beginner": True})
        return super().send(player, command, cause)


def _choosy(match: InProcess) -> bool:
    return "science" in match.players[0] or "rare" in match.players[0]


def _liked(match: InProcess, cards: list[str]) -> list[str]:
    """In a choosy match the rarest first, then those with most science tags; else as they are."""
    if not _choosy(match):
        return cards
    rarest = RARE if "rare" in match.players[0] else ("anti_gravity_technology",)

    def rank(card: str) -> int:
        name = card.rpartition(":")[2]
        if name in rarest or name not in CARDS:
            return 9
        return [str(tag) for tag in CARDS[name].tags].count("science")

    return sorted(cards, key=rank, reverse=True)


def wish(match: InProcess, wait: Wait) -> Reply:
    """An answer of somebody who wants to see cards played: buys what it can, plays what it may, else at random."""
    choice = match.choice(wait)
    if not isinstance(choice, Pick):
        return sample(choice, match.dice)
    kind = wait.key.partition("/")[0]
    if kind in ("research", "setup") and choice.most > 1:
        n = choice.most if kind == "setup" else max(choice.least, min(choice.most, 3))
        chosen = _liked(match, [option.id for option in choice.options])[:n]
        return Picked(tuple(option.id for option in choice.options if option.id in chosen))
    if kind == "draft" and _choosy(match):
        return Picked((_liked(match, [option.id for option in choice.options])[0],))
    if kind == "turn":
        plays = [option.id for option in choice.options if option.id.startswith("play:")]
        if plays and _choosy(match):
            return Picked((_liked(match, plays)[0],))
        if plays:
            return Picked(match.dice.draw(plays, 1))
        acts = [option.id for option in choice.options if option.id.startswith(("use:", "convert:", "first"))]
        if acts and match.dice.roll(3)[0] > 1:
            return Picked(match.dice.draw(acts, 1))
        stop = [option.id for option in choice.options if option.id in ("pass", "end")]
        if stop and match.dice.roll(3)[0] > 1:
            return Picked(tuple(stop))
    return sample(choice, match.dice)


def eager(match: InProcess) -> None:
    """One such answer of the first seat that is asked."""
    wait = match.musts[0]
    match.answer(wait, wish(match, wait))


def names() -> list[str]:
    """The names of all golden matches of this game."""
    return [*MODES, *WAYS, *SCIENCE]


def begun(name: str) -> InProcess:
    """A golden match at its beginning."""
    if name in MODES:
        seats, options = MODES[name]
        return Seated("mars", seats, f"mars-{name}", **options).begin()
    if name in WAYS:
        return InProcess("mars", WAYS[name][0], f"mars-{name}").begin()
    seats, number = SCIENCE[name]
    return InProcess("mars", seats, f"mars-{name}-{number}").begin()


def played(name: str) -> InProcess:
    """A golden match, played anew to its end."""
    match = begun(name)
    if name in WAYS:
        WAYS[name][1](match)
    while match.match.table.status == "running":
        eager(match)
    return match
