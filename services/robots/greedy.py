"""The robot that looks one answer ahead: it takes what makes the best position, as `worth` has it.

Every reply is tried on the same few positions imagined from the robot's view, with chance of its own.
"""

from itertools import islice
from typing import Any, Final

from events.choices import Choice, Pick, Picked, Reply, replies, sample
from events.record import fold
from services.dice import Seeded
from services.referee import Game, Refused
from services.referee import answer as play
from services.robots.asked import Asked

OPTIONS: Final = 12
"""At most so many replies are tried for a question."""
WORLDS: Final = 2
"""On so many imagined positions."""


def greedy(game: Game, view: Any, asked: Asked, dice: Seeded) -> Reply:
    """The reply after which the imagined positions are worth most to the seat; among equals any."""
    if asked.ask.key.startswith("table/"):
        return _vote(asked.choice, dice)
    options = candidates(asked, dice)
    if len(options) == 1:
        return options[0]
    seat = asked.ask.seat
    worlds = [game.record.imagine(view, seat, dice) for _ in range(WORLDS)]
    seeds = [str(dice.roll(1_000_000)[0]) for _ in worlds]
    best: list[Reply] = []
    most = float("-inf")
    for reply in options:
        worth = sum(_worth(game, world, asked, reply, seed) for world, seed in zip(worlds, seeds, strict=True))
        if worth > most:
            best, most = [reply], worth
        elif worth == most:
            best.append(reply)
    return dice.draw(best, 1)[0]


def _worth(game: Game, world: Any, asked: Asked, reply: Reply, seed: str) -> float:
    try:
        step = play(game, world, asked.ask, reply, (), Seeded(seed))
    except Refused:
        return float("-inf")
    seat = asked.ask.seat
    after = fold(game.record, world, step.events)
    return game.referee.worth(game.record.view(after, seat), seat)


def candidates(asked: Asked, dice: Seeded) -> list[Reply]:
    """The replies worth trying: all where they are few, else some at random and what silence says.

    Asides are among them once in a while only, so that no chain of them goes on for ever.
    """
    few = list(islice(replies(asked.choice), OPTIONS + 1))
    if len(few) > OPTIONS:
        few = [] if asked.default is None else [asked.default]
        for _ in range(2 * OPTIONS):
            if len(few) >= OPTIONS:
                break
            reply = sample(asked.choice, dice, asides=False)
            if reply not in few:
                few.append(reply)
    if isinstance(asked.choice, Pick) and dice.roll(4)[0] == 1:
        few += [Picked((option.id,)) for option in asked.choice.options if option.aside][: OPTIONS // 2]
    return few[:OPTIONS]


def _vote(choice: Choice, dice: Seeded) -> Reply:
    """Let others take back what they like; let no match be cancelled."""
    if isinstance(choice, Pick):
        return Picked(("yes",)) if choice.ask.key == "table.ask.vote_undo" else Picked(("no",))
    return sample(choice, dice)
