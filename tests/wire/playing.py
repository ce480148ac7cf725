"""A player's hand for tests on a real server: opens tables, folds the log, answers at random."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from events.choices import Picked, sample
from events.commands import Answer, Command, Join, Open, Start
from events.commit import Wait
from events.log import Log
from events.match import Match, fold
from services import registry
from services.aggregate.envelope import Accepted, Outcome, Rejected
from services.aggregate.gateway import Gateway
from services.dice import Seeded
from services.table.decide import ask_of, choice

NOTHING = Answer("0.0", Picked(()))


@dataclass
class Players:
    """Players `<name>0`, `<name>1` ... at one table, with keys that count up."""

    gateway: Gateway
    log: Log
    name: str = "p"
    seats: int = 2
    game: str = "planet"
    match: str = ""
    sent: int = 0
    dice: Seeded = field(default_factory=lambda: Seeded(1))

    async def send(self, seat: int, command: Command, key: str | None = None, patience: float = 10) -> Outcome:
        self.sent += 1
        key = key or f"k{self.sent}"
        return await self.gateway.send(self.match, f"{self.name}{seat}", key, command, patience=patience)

    async def open(self) -> None:
        opening = Open(self.game, seats=self.seats, invite=False)
        self.match, outcome = await self.gateway.open(f"{self.name}0", "open", opening)
        assert outcome == Accepted(1), outcome
        for seat in range(self.seats):
            assert await self.send(seat, Join()) == Accepted(2 + seat)

    async def start(self) -> None:
        assert await self.send(0, Start()) == Accepted(2 + self.seats)

    async def state(self) -> Match:
        return fold(await self.log.read_match(self.match))

    async def answer_of(self, match: Match, wait: Wait) -> Answer:
        return Answer(wait.id, sample(choice(registry.load(), match, ask_of(wait)), self.dice))

    async def play(self, moves: int) -> list[int]:
        """Answer the first must question, `moves` times or to the end; the numbers of the commits."""
        numbers: list[int] = []
        for _ in range(moves):
            match = await self.state()
            wait = next((wait for wait in match.waits if wait.must), None)
            if wait is None:
                break
            outcome = await self.send(wait.seat, await self.answer_of(match, wait))
            assert isinstance(outcome, Accepted), outcome
            numbers.append(outcome.commit)
        return numbers


async def until(condition, seconds: float = 30.0) -> None:  # type: ignore[no-untyped-def]
    """Wait until an async condition holds."""
    async with asyncio.timeout(seconds):
        while not await condition():
            await asyncio.sleep(0.02)


def code_of(outcome: Outcome) -> str:
    assert isinstance(outcome, Rejected), outcome
    return outcome.code
