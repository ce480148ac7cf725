"""Robots at the HTTP door: each has one seat, is told what that seat is told, and answers when it is asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec

from deploy.client import Client, Declined, Prompt
from events.choices import Reply
from services import registry, robots
from services.dice import Seeded
from services.robots import Asked
from services.table.decide import ask_of

PASSED = frozenset({"stale_prompt", "not_asked", "over"})
"""What a robot may be told when others have acted while it thought."""

Kind = Literal["greedy", "random"]
Thinks = Callable[[Client, str, int, Prompt], Awaitable[Reply]]
"""(client, match, seat, prompt) -> the reply."""


def thinker(game: str, kind: Kind, seed: str) -> Thinks:
    """A robot for a seat of a game; with the same seed and the same questions it answers the same."""
    both, robot, dice = registry.game(game), robots.ROBOTS[kind], Seeded(seed)

    async def think(client: Client, match: str, seat: int, prompt: Prompt) -> Reply:
        view = None
        if kind != "random":  # which looks at nothing
            position = await client.get(f"/matches/{match}", **{"as": f"seat:{seat}"})
            view = msgspec.convert(position["view"], both.record.state)
        return robot(both, view, Asked(ask_of(prompt), prompt.choice, prompt.default), dice)

    return think


async def sit(client: Client, match: str, seat: int, thinks: Thinks) -> int:
    """Play a seat to the end of its match, woken by live updates; gives how many prompts it answered."""
    answered: set[str] = set()
    async for news in client.live(match, f"seat:{seat}"):
        if not any(wait.seat == seat and wait.must and wait.id not in answered for wait in news.waits):
            continue
        for prompt in await client.prompts(match):
            if prompt.must and prompt.id not in answered:
                await _answer(client, match, seat, prompt, thinks)
                answered.add(prompt.id)
    return len(answered)


async def _answer(client: Client, match: str, seat: int, prompt: Prompt, thinks: Thinks) -> None:
    reply = await thinks(client, match, seat, prompt)
    body = {"do": "answer", "prompt": prompt.id, "reply": msgspec.to_builtins(reply)}
    try:
        await client.command(f"/matches/{match}/commands", body)
    except Declined as no:
        if no.code not in PASSED:
            raise
