"""The notices process: follows the log, keeps the outbox planned, and sends what is due.

Several processes over one deployment do no harm: a row is marked `sending` by exactly one of them before the call.
What one leaves in `sending` when it is killed is found by the next: repeated where the platform takes the same call
for one, else noted as unsure, and never sent a second time.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import itertools
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol

import structlog
from msgspec.structs import replace
from redis.exceptions import RedisError
from structlog.contextvars import bind_contextvars

from events import codec
from events.follow import Follower
from events.log import Log, LogError
from events.match import Match, fold_commits
from events.texts import speaker
from services import registry
from services.notices import letter as letters
from services.notices import metrics, rows
from services.notices.channels import IDEMPOTENT, Channel, Channels
from services.notices.letter import Letter
from services.notices.outbox import Buckets, Change, Kept, Name, Outbox
from services.notices.planner import Planner, now_ms
from services.notices.rows import Row
from services.notices.sending import SECONDS, Arrived, Draw, Later, Never, Sender, Unsure, Verdict
from services.pictures import Pictures, Which, svg
from services.referee import Game

IDLE: Final = 2.0
PAUSE: Final = 0.2
GATHER: Final = 0.05
AT_ONCE: Final = 16
DUE: Final = 200
HOLD: Final = 60.0
DISABLED: Final = "disabled"

TROUBLES = (RedisError, LogError, OSError, TimeoutError)

logger = structlog.get_logger(__name__)


class People(Protocol):
    """What is known of players outside of matches; the program gives it."""

    async def names(self, players: Sequence[str]) -> tuple[str, ...]:
        """Their names in order, "" for nobody."""
        ...

    async def language(self, player: str) -> str:
        """The language a player is written to in."""
        ...

    async def link(self, match: str, seat: int, player: str, language: str) -> str:
        """The address of the match's page, signed for this seat."""
        ...


class Worker:
    """Tells players that it is their turn while `run` runs. `delay`: seconds a turn must last before it is told."""

    def __init__(
        self,
        log: Log,
        people: People,
        senders: Mapping[str, Sender],
        *,
        delay: float = 60.0,
        games: Mapping[str, Game] | None = None,
        outbox: Outbox | None = None,
    ) -> None:
        self._log = log
        self._people = people
        self._senders = senders
        self._delay = delay
        self._games = registry.load() if games is None else games
        self._outbox = outbox or Outbox(log)
        self._channels = Channels(log.client)
        self._buckets = Buckets(log)
        self._pictures = Pictures()
        self._attempts = (f"{secrets.token_hex(6)}.{number}" for number in itertools.count(1))
        self._working: dict[Name, asyncio.Task[None]] = {}
        self._room = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """Run until cancelled; calls that are being made are waited for."""
        try:
            async with Follower(self._log) as follower, asyncio.TaskGroup() as tasks:
                for partition in range(self._log.partitions):
                    tasks.create_task(self._serve(partition, follower))
        finally:
            await self._finish()

    async def _finish(self) -> None:
        """Wait for the calls that are being made, even if cancelled again; then give them up."""
        end = asyncio.get_running_loop().time() + SECONDS + 1
        while self._working and (left := end - asyncio.get_running_loop().time()) > 0:
            with suppress(asyncio.CancelledError):
                await asyncio.wait(self._working.values(), timeout=left)
        for task in self._working.values():
            task.cancel()

    async def _serve(self, partition: int, follower: Follower) -> None:
        planner = Planner(self._log, self._outbox, self._channels, partition, self._delay)
        task = asyncio.current_task()
        assert task is not None
        with follower.partition(partition) as grown:
            while not task.cancelling():  # redis-py can swallow a cancellation while it connects
                grown.clear()
                try:
                    await planner.catch_up()
                    pause = await self._begin_due(partition, grown)
                except TROUBLES as error:
                    logger.warning("notices_interrupted", partition=partition, error=str(error))
                    planner.doubt()
                    pause = PAUSE
                    await asyncio.sleep(PAUSE)
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):  # wait_for can lose a cancellation (Python 3.11)
                        await grown.wait()
                await asyncio.sleep(GATHER)  # for what else comes, to plan it all at once

    async def _begin_due(self, partition: int, done: asyncio.Event) -> float:
        """Begin to work on what is due; gives the seconds until something else is."""
        due_now = await self._outbox.due(partition, now_ms(), DUE)
        metrics.overdue.labels(partition).set(sum(name not in self._working for name in due_now))
        metrics.scheduled.labels(partition).set(await self._outbox.scheduled(partition))
        for name in due_now:
            if name not in self._working:
                task = self._working[name] = asyncio.create_task(self._work(name))
                task.add_done_callback(lambda _, name=name: self._done(name, done))  # type: ignore[misc]
        due = await self._outbox.next(partition)
        return IDLE if due is None else min(IDLE, max(PAUSE, (due - now_ms()) / 1000))

    def _done(self, name: Name, event: asyncio.Event) -> None:
        self._working.pop(name, None)
        event.set()

    async def _work(self, name: Name) -> None:
        """Do the next thing about a row that is due."""
        bind_contextvars(match=name.match)
        async with self._room:
            kept: Kept | None = None
            try:
                kept = await self._outbox.get(name)
                if kept is None:
                    await self._outbox.forget(name)
                elif kept.row.due is not None and kept.row.due <= now_ms():
                    await self._advance(kept)
            except TROUBLES as error:
                logger.warning("notice_interrupted", match=name.match, row=name.key, error=str(error))
                await asyncio.sleep(PAUSE)
            except Exception:  # one row must not stop the others; it is looked at again later
                logger.exception("notice_failed", match=name.match, row=name.key)
                if kept is not None and kept.row.state != "sending":
                    await self._put(kept, rows.later(kept.row, "no_match", now_ms()))

    async def _advance(self, kept: Kept) -> None:
        row, now = kept.row, now_ms()
        if row.state == "sending":
            logger.warning("notice_found", match=row.match, row=row.key, trying=row.trying)
            await self._put(kept, rows.found(row, now, idempotent=row.kind in IDEMPOTENT))
            return
        if row.message and row.shown == row.wants:
            await self._put(kept, replace(row, due=None))
            return
        channel = await self._channels.get(row.player, row.channel)
        sender = self._senders.get(row.kind)
        if channel is None or channel.dead or sender is None:
            gone = "channel_gone" if channel is None else "channel_dead" if channel.dead else "not_configured"
            await self._put(kept, rows.dead(row, gone, now))
            return
        made = await self._letter(row)
        if made is None:  # another question stands by now; the planner will say which
            await self._put(kept, replace(row, due=now + 1000))
            return
        wait = await self._buckets.spend(sender.limits(channel))
        if wait:
            await self._put(kept, replace(row, due=now + wait))
            return
        marked = rows.begun(row, next(self._attempts), now)
        if await self._put(kept, marked):
            letter, draw = made
            with metrics.call_seconds.labels(row.kind).time():
                verdict = await sender.deliver(channel, letter, row.message, _mark(row), draw)
            await self._settle(marked, verdict)
            await self._consider(marked, channel, sender, verdict)

    async def _settle(self, marked: Row, verdict: Verdict) -> None:
        """Note what came of a call, whatever happened to the row meanwhile."""
        log = logger.bind(match=marked.match, seat=marked.seat, row=marked.key, prompt=marked.trying)
        name = Name(marked.match, marked.key)
        while True:
            kept = await self._outbox.get(name)
            if kept is None:
                return
            now, row = now_ms(), kept.row
            if row.attempt != marked.attempt:
                log.warning("notice_overtaken", state=row.state)
                return
            after: Row | None
            if row.state == "sending":
                after = _after(row, verdict, now)
            else:
                after = (
                    rows.turned_out(row, marked.attempt, verdict.message, now) if isinstance(verdict, Arrived) else None
                )
            if after is None or await self._put(kept, after):
                metrics.settled.labels(row.kind, row.state if after is None else after.state).inc()
                log.info("notice_settled", state=row.state if after is None else after.state, reason=row.reason)
                return

    async def _consider(self, row: Row, channel: Channel, sender: Sender, verdict: Verdict) -> None:
        """What a verdict means for more than its row."""
        if isinstance(verdict, Later) and verdict.hold:
            bucket, rate, most = sender.limits(channel)[-1]
            await self._buckets.hold(bucket, verdict.seconds or HOLD, rate, most, now_ms())
        if isinstance(verdict, Never) and verdict.channel:
            metrics.disabled.labels(row.kind).inc()
            logger.warning("channel_disabled", player=row.player, channel=channel.id, reason=verdict.reason)
            await self._channels.disable(row.player, channel.id, verdict.reason)
            for other in await self._channels.of(row.player):
                if not other.dead:
                    await self._tell_disabled(row, channel, other)

    async def _tell_disabled(self, row: Row, channel: Channel, other: Channel) -> None:
        now = now_ms()
        told = Row(
            match=row.match,
            seat=row.seat,
            turn=row.turn,
            player=row.player,
            channel=other.id,
            kind=other.kind,
            about=channel.id,
            state="queued",
            wants=DISABLED,
            asked=now,
            at=now,
            due=now,
        )
        await self._outbox.put(row.match, Change(told.key, b"", told))

    async def _put(self, kept: Kept, row: Row) -> bool:
        return await self._outbox.put(row.match, Change(row.key, kept.data, row))

    async def _letter(self, row: Row) -> tuple[Letter, Draw] | None:
        """What a row says now, and how its picture is drawn; None where the question it wants does not stand."""
        blobs = await self._log.read_match(row.match)
        commits = [codec.decode(blob) for blob in blobs]
        match = fold_commits(commits, codec.digest(blobs[-1]))
        bind_contextvars(commit=match.n)
        language = await self._people.language(row.player)
        names = await self._people.names(match.table.players)
        say = speaker(language, names)
        draw = self._draw(match, row.seat, language, names)
        if row.about:
            channel = await self._channels.get(row.player, row.about)
            reason = (channel.dead if channel else "") or "channel_gone"
            return letters.disabled(match, row.seat, channel.masked if channel else row.about, reason, say), draw
        link = await self._people.link(row.match, row.seat, row.player, language)
        if not row.wants:
            return letters.closed(match, row.seat, say, link), draw
        wait = match.wait(row.wants)
        if wait is None:
            return None
        return letters.asked(self._games, match, commits, wait, say, link), draw

    def _draw(self, match: Match, seat: int, language: str, names: tuple[str, ...]) -> Draw:
        say = speaker(language, names)
        which = Which(match.id, match.n, seat, language, names)
        return lambda: self._pictures.png(which, lambda: svg(match, seat, say))


def _after(row: Row, verdict: Verdict, now: int) -> Row:
    match verdict:
        case Arrived(message):
            return rows.arrived(row, message, now)
        case Later(reason, seconds):
            return rows.later(row, reason, now, seconds)
        case Unsure(reason):
            return rows.unsure(row, reason, now)
        case Never(reason):
            return rows.dead(row, reason, now)


def _mark(row: Row) -> str:
    """The same for the same letter on the same channel, however often it is sent."""
    said = f"{row.match}\n{row.key}\n{row.wants}"
    return f"msg_{base64.b32encode(hashlib.blake2b(said.encode(), digest_size=15).digest()).decode().lower()}"
