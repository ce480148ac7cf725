"""Deciding a batch of commands in order against states in memory. Knows neither Redis nor FastStream.

    desk = Desk(games, states, done, loaded)
    for envelope in envelopes: desk.take(envelope)
    desk.plan(acks)  # what one script must write
    desk.keep()      # once it is written

A command that makes the rules crash is tried again, then answered `our_fault` and parked; the match stays as it was.
"""

from __future__ import annotations

import hmac
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime

import structlog
from msgspec import Struct
from structlog.contextvars import bound_contextvars

from events import codec
from events.commands import Open
from events.commit import AnyCommit
from events.log import Append, Batch, Settled
from events.match import Match, fold
from events.traces import Span, span
from services.aggregate import metrics
from services.aggregate.envelope import Envelope, Reply, Stored, decode_stored, encode, refusal
from services.aggregate.limit import OverTime, time_limit
from services.referee import Refused
from services.table.decide import Games, Sender, decide, match_luck, seal

TRIES = 3
STATES = 2048
SECRET_BYTES = 32

logger = structlog.get_logger(__name__)


class Known(Struct, frozen=True):
    """A match in memory: its state after its last commit, and its secret while it has one."""

    match: Match
    secret: bytes | None


class States:
    """Folded matches, the latest used kept. A state is of the number it holds; the commit script checks that number."""

    def __init__(self, limit: int = STATES) -> None:
        self._limit = limit
        self._kept: OrderedDict[str, Known] = OrderedDict()

    def get(self, match: str) -> Known | None:
        """The state, if it is kept."""
        known = self._kept.get(match)
        if known is not None:
            self._kept.move_to_end(match)
        return known

    def __contains__(self, match: str) -> bool:
        return match in self._kept

    def put(self, match: str, known: Known) -> None:
        """Keep a state, dropping the one not used for longest."""
        self._kept[match] = known
        self._kept.move_to_end(match)
        if len(self._kept) > self._limit:
            self._kept.popitem(last=False)


class NeedsHistory(Exception):
    """A command takes commits back; give the desk the match's commits by `remember` and take the command again."""


class Desk:
    """One batch of one partition.

    `done` holds the stored outcomes of its commands, `loaded` the commits and secrets of matches not in memory.
    """

    def __init__(
        self,
        games: Games,
        states: States,
        done: Mapping[tuple[str, str], bytes],
        loaded: Mapping[str, tuple[list[bytes], bytes | None]],
        *,
        seed: str | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._games = games
        self._states = states
        self._done = done
        self._loaded = loaded
        self._seed = seed
        self._now = now
        self._fresh: dict[tuple[str, str], Stored] = {}
        self._after: dict[str, Known] = {}
        self._numbers: dict[str, int] = {}
        self._histories: dict[str, list[AnyCommit]] = {}
        self._appends: list[Append] = []
        self._settled: list[Settled] = []
        self._secrets: dict[str, bytes | None] = {}
        self._parked: list[bytes] = []
        self._counted: list[tuple[str, str]] = []
        self.replies: dict[str, list[Reply]] = {}
        self.accepted = 0

    def take(self, envelope: Envelope) -> None:
        """Decide a command, or find that it was decided. Raises NeedsHistory, and then nothing was noted."""
        place = (envelope.match, envelope.command_id)
        stored = self._fresh.get(place)
        if stored is None and place in self._done:
            stored = decode_stored(self._done[place])
        if stored is not None:
            self._counted.append(("repeated", ""))
        else:
            with bound_contextvars(match=envelope.match, command=envelope.command_id):
                stored = self._decide(envelope)
            self._counted.append(("accepted" if stored.commit else "refused", stored.code))
            self._fresh[place] = stored
            self._settled.append(Settled(*place, encode(stored), refused=not stored.commit))
        if stored.body != envelope.body:
            reused = refusal("key_reused")
            stored = Stored(stored.body, 0, code=reused.code, text=reused.text)
        if envelope.reply_to:
            self.replies.setdefault(envelope.reply_to, []).append(Reply(*place, stored))

    def park(self, data: bytes) -> None:
        """Put aside what cannot be decided."""
        self._parked.append(data)

    def give_up(self, envelope: Envelope) -> None:
        """Answer and park a command unseen: deciding it has ended workers before."""
        place = (envelope.match, envelope.command_id)
        if place in self._done:
            return
        stored = self._fault(envelope)
        self._settled.append(Settled(*place, encode(stored), refused=True))
        self._counted.append(("refused", stored.code))
        if envelope.reply_to:
            self.replies.setdefault(envelope.reply_to, []).append(Reply(*place, stored))

    def remember(self, match: str, blobs: Iterable[bytes]) -> None:
        """Give the commits of a match up to before this batch."""
        before = [codec.decode(blob) for blob in blobs]
        added = [codec.decode(append.data) for append in self._appends if append.match == match]
        self._histories[match] = before + added

    def plan(self, acks: list[str]) -> Batch:
        """What the commit script must write for what was taken, with the stream entries it acknowledges."""
        return Batch(
            appends=self._appends,
            settled=self._settled,
            versions=self._numbers,
            secrets=self._secrets,
            parked=self._parked,
            acks=acks,
        )

    def keep(self) -> None:
        """Keep the new states in memory, and count what was decided, once it is written."""
        for outcome, code in self._counted:
            metrics.decided.labels(outcome, code).inc()
        for match, known in self._after.items():
            self._states.put(match, known)

    def _known(self, match: str) -> Known:
        known = self._after.get(match) or self._states.get(match)
        if known is None:
            blobs, secret = self._loaded[match]
            known = Known(fold(blobs), secret)
            if blobs:
                self._states.put(match, known)
        self._numbers.setdefault(match, known.match.n)
        return known

    def _decide(self, envelope: Envelope) -> Stored:
        does = type(envelope.command).__name__
        log = logger.bind(does=does)
        for attempt in range(1, TRIES + 1):
            try:
                with (
                    span("decide", kind="consumer", parent=envelope.trace, match=envelope.match, does=does) as at,
                    metrics.decide_seconds.time(),
                    time_limit(),
                ):
                    return self._judged(envelope, at, log)
            except NeedsHistory:
                raise
            except OverTime:
                log.exception("command_over_time")
                break
            except Exception:  # no error of one command may stop a partition
                log.exception("command_failed", attempt=attempt)
        return self._fault(envelope)

    def _judged(self, envelope: Envelope, at: Span, log: structlog.stdlib.BoundLogger) -> Stored:
        try:
            return self._seal(envelope, at, log)
        except Refused as refused:
            seat = _seat(self._known(envelope.match).match, envelope.player)
            at.note(outcome="refused", code=refused.code)
            log.info("command_refused", code=refused.code, seat=seat)
            return Stored(envelope.body, 0, code=refused.code, text=refused.text)

    def _fault(self, envelope: Envelope) -> Stored:
        self.park(encode(envelope))
        fault = refusal("our_fault")
        return Stored(envelope.body, 0, code=fault.code, text=fault.text)

    def _seal(self, envelope: Envelope, at: Span, log: structlog.stdlib.BoundLogger) -> Stored:
        known = self._known(envelope.match)
        match, secret = known.match, known.secret
        opens = isinstance(envelope.command, Open) and not match.n
        if opens:
            secret = self._new_secret(envelope.match)
        sender = Sender(envelope.player, envelope.cause)
        luck = match_luck(match, secret or b"")
        decision = decide(self._games, match, envelope.command, sender, secret or b"", luck)
        if secret is None:
            raise LookupError("the secret of a match in play is gone")
        commit, data, after = seal(
            self._games,
            match,
            decision,
            match_id=envelope.match,
            at=self._now().isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            cause=envelope.cause,
            command_id=envelope.command_id,
            secret=secret,
            history=lambda: self._history(envelope.match),
        )
        if opens:
            self._secrets[envelope.match] = secret
        if after.table.status in ("ended", "void"):
            self._secrets[envelope.match] = secret = None
        if envelope.match in self._histories:
            self._histories[envelope.match].append(commit)
        self._after[envelope.match] = Known(after, secret)
        self._appends.append(Append(envelope.match, commit.n, data, at.carried))
        self.accepted += 1
        at.note(outcome="accepted", commit=commit.n, seat=-1 if commit.by is None else commit.by)
        log.info("command_accepted", seat=commit.by, commit=commit.n, events=len(commit.events))
        return Stored(envelope.body, commit.n, decision.unused)

    def _history(self, match: str) -> list[AnyCommit]:
        if match not in self._histories:
            raise NeedsHistory(match)
        return self._histories[match]

    def _new_secret(self, match: str) -> bytes:
        if self._seed is None:
            return os.urandom(SECRET_BYTES)
        return hmac.digest(self._seed.encode(), match.encode(), "sha256")


def _seat(match: Match, player: str) -> int | None:
    """The seat a player has."""
    players = match.table.players
    return players.index(player) if player in players else None
