"""From the log to the outbox: one partition's commits become rows, and the checkpoint moves in the same step.

Only what comes after the first start is told: an old log that is read again causes nothing. A turn that began and
ended while nobody read is not told either; one that still goes on is, late.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime

import structlog

from events import codec, faults
from events.log import Log
from events.match import Match, fold
from projections.folds import Folds
from projections.reader import Step
from projections.store import BATCH, Checkpoint
from services.notices import planning
from services.notices.channels import Channels
from services.notices.outbox import Change, Kept, Moved, Outbox
from services.notices.rows import dead, wanted

AGAIN = 10

logger = structlog.get_logger(__name__)


def now_ms() -> int:
    """Unix milliseconds."""
    return time.time_ns() // 1_000_000


class Planner:
    """Plans the rows of one partition. `delay`: seconds between the beginning of a turn and its announcement."""

    def __init__(self, log: Log, outbox: Outbox, channels: Channels, partition: int, delay: float) -> None:
        self._log = log
        self._outbox = outbox
        self._channels = channels
        self._partition = partition
        self._delay = delay
        self._folds = Folds(log)
        self._at: Checkpoint | None = None

    def doubt(self) -> None:
        """Look at the checkpoint anew, and at whether the log agrees with it."""
        self._at = None
        self._folds.forget()

    async def catch_up(self) -> int:
        """Plan until nothing is left; gives how many commits that were."""
        done = 0
        while count := await self._batch():
            done += count
        return done

    async def _batch(self) -> int:
        try:
            if self._at is None:
                self._at = await self._checked()
            at = self._at
            entries = await self._log.read(self._partition, at.pos, BATCH)
            if not entries:
                if await self._log.position(self._partition) < at.pos:
                    self._at = None  # the log is shorter than it was: a replica that lagged took over
                return 0
            after = Checkpoint(entries[-1].pos, codec.digest(entries[-1].data))
            await self._log.settle(self._partition, after.pos)  # a notice that was sent cannot be called back
            steps = []
            for step in await self._folds.steps(entries):
                if isinstance(step, Step):
                    steps.append(step)
                else:
                    kind, place = type(step.error).__name__, faults.place(step.error)
                    logger.error("commit_skipped", match=step.entry.match, commit=step.entry.n, kind=kind, place=place)
            await self._write(steps, at, after)
        except Moved:
            self._at = None
            return 1
        self._at = after
        return len(entries)

    async def _write(self, steps: Sequence[Step], before: Checkpoint, after: Checkpoint) -> None:
        first: dict[str, Step] = {}
        last: dict[str, Step] = {}
        when: dict[tuple[str, int], int] = {}
        for step in steps:
            first.setdefault(step.commit.match, step)
            last[step.commit.match] = step
            when[step.commit.match, step.commit.n] = unix_ms(step.commit.at)
        stirred = [
            step.after
            for match, step in last.items()
            if first[match].before.waits != step.after.waits
            or first[match].before.table.seats != step.after.table.seats
        ]
        await self._plan(stirred, when, before, after)

    async def _plan(
        self, matches: Sequence[Match], when: dict[tuple[str, int], int], before: Checkpoint, after: Checkpoint
    ) -> None:
        """Write what there must be for these matches; senders change rows meanwhile, so it may take a few tries."""
        over = {match.id for match in matches if match.table.status in ("ended", "void")}
        for _ in range(AGAIN):
            changes = {match.id: await self._changes(match, when) for match in matches}
            wanted_changes = {match: changed for match, changed in changes.items() if changed}
            if await self._outbox.plan(self._partition, wanted_changes, over, before.pos, after):
                return
        raise Moved("rows kept changing")

    async def _changes(self, match: Match, when: dict[tuple[str, int], int]) -> list[Change]:
        kept = await self._outbox.rows(match.id)
        ways = {player: await self._channels.of(player) for player in planning.players(match)}
        for wait in planning.turns(match):
            if (match.id, wait.since) not in when:
                found = await self._log.read_match(match.id, wait.since - 1, 1)
                when[match.id, wait.since] = unix_ms(codec.decode(found[0]).at) if found else now_ms()
        asked = {since: at for (name, since), at in when.items() if name == match.id}
        return planning.plan(match, kept, ways, asked, now_ms(), self._delay)

    async def _checked(self) -> Checkpoint:
        """The stored checkpoint. The first time it is the end of the log; so it is, with all rows in work planned
        anew, when the log is another than the one that was read."""
        stands = await self._outbox.checkpoint(self._partition)
        if stands is not None and stands.pos == 0:
            return stands
        if stands is not None:
            there = await self._log.read(self._partition, stands.pos - 1, 1)
            if there and codec.digest(there[0].data) == stands.mark:
                return stands
            logger.warning("outbox_reset", partition=self._partition, stood=stands.pos)
        self._folds.forget()
        head = await self._log.position(self._partition)
        last = await self._log.read(self._partition, head - 1, 1) if head else []
        after = Checkpoint(head, codec.digest(last[0].data) if last else "")
        before = stands or Checkpoint()
        await self._again(before, after)
        return after

    async def _again(self, before: Checkpoint, after: Checkpoint) -> None:
        names = dict.fromkeys(name.match for name in await self._outbox.open(self._partition, 100_000))
        matches = [fold(await self._log.read_match(name)) for name in names]
        lost = {name: await self._outbox.rows(name) for name, match in zip(names, matches, strict=True) if not match.n}
        changes = {name: [_lost(key, kept) for key, kept in rows.items()] for name, rows in lost.items()}
        if lost:
            await self._outbox.plan(self._partition, changes, set(lost), before.pos, before)
        await self._plan([match for match in matches if match.n], {}, before, after)


def _lost(key: str, kept: Kept) -> Change:
    """The row of a match that is not in the log any more."""
    now = now_ms()
    row = wanted(kept.row, "", now) or kept.row
    return Change(key, kept.data, dead(row, "no_match", now))


def unix_ms(iso: str) -> int:
    """Unix milliseconds of a commit's time."""
    return round(datetime.fromisoformat(iso).timestamp() * 1000)
