"""Verifying a record: is it what these players did with this chance, every byte of it?

- The chain: each commit's hash, over the one before it too, begins as its line says; the header has that of the last.
- The secret: its hash stands in the first event; header and last event agree on it.
- Folding and deciding again: each command is decided anew on the match before it, with the chance
  recomputed from the secret; commit, waits, luck counters and state must come out the same.
- The header: every field is recomputed from the commits.

The first commit at which something is wrong is named with what differs; nothing after it is trusted.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from events import codec, records
from events.commit import AnyCommit
from events.match import Gap, Match, advance
from events.records import BadRecord, Header, Line
from events.registry import UnknownGame
from events.table.events import Opened
from services import registry
from services.referee import Refused
from services.table.again import again

SHOWN: Final = 120


class Finding(msgspec.Struct, frozen=True):
    """Something wrong: in which line (from 1) and commit (0: the header), in which respect, and what differs."""

    line: int
    commit: int
    what: str
    detail: str

    def __str__(self) -> str:
        where = f"commit {self.commit}" if self.commit else "header"
        return f"line {self.line} ({where}), {self.what}: {self.detail}"


class Verified(msgspec.Struct, frozen=True):
    """What came of it. `verifiable` is False for records of one viewpoint, which hold too little."""

    match: str
    game: str
    commits: int
    draws: int
    """Draws recomputed."""
    findings: tuple[Finding, ...]
    verifiable: bool = True

    @property
    def good(self) -> bool:
        """Whether it was verified and nothing was found."""
        return self.verifiable and not self.findings


def verify(lines: Iterable[str]) -> Verified:
    """Verify a record given by its lines; never raises for what stands in them."""
    texts = list(lines)
    try:
        header, raws = records.parse(texts)
    except BadRecord as error:
        return Verified("", "", 0, 0, (Finding(error.line, error.line - 1, "form", error.why),))
    if header.viewpoint != "all":
        return Verified(header.match, header.game, len(raws), 0, (), verifiable=False)
    findings = _chain(header, raws)
    draws = 0
    if not findings:
        findings, draws = _replay(header, raws)
    findings = findings or _header_form(header, texts)
    return Verified(header.match, header.game, len(raws), draws, tuple(findings))


def _header_form(header: Header, texts: list[str]) -> list[Finding]:
    first = next(text for text in texts if text.rstrip("\r\n")).rstrip("\r\n")
    if codec.json_line(header) == first:
        return []
    return [Finding(1, 0, "form", "it is not written as records are written")]


def _chain(header: Header, lines: list[Line]) -> list[Finding]:
    """Every line's form, number and hash; the first that is wrong is named."""
    if not lines:
        return [Finding(1, 0, "form", "there are no commits")]
    stood: list[Any] = []
    for n, (number, text, raw, digest, check) in enumerate(lines, 1):
        if not isinstance(raw, dict) or raw.get("n") != n:
            return [Finding(number, n, "number", f"commit {n} should stand here")]
        if not digest:
            return [Finding(number, n, "form", "a number in it is too big")]
        if check != digest[: records.CHECK]:
            found = f"it hashes to {digest[: records.CHECK]}, its check says {_short(check)}"
            return [Finding(number, n, "hash", found)]
        if not isinstance(raw.get("waits"), list) or records.line(raw, digest, stood) != text:
            return [Finding(number, n, "form", "it is not written as records are written")]
        stood = raw["waits"]
    if header.head != lines[-1].digest:
        return [Finding(1, 0, "head", f"the last commit hashes to {lines[-1].digest}, the header says {header.head}")]
    return []


def _replay(header: Header, lines: list[Line]) -> tuple[list[Finding], int]:
    games = registry.load()
    try:
        secret = bytes.fromhex(header.secret or "")
    except ValueError:
        return [Finding(1, 0, "secret", "it is not hexadecimal")], 0
    if not secret:
        return [Finding(1, 0, "secret", "without it no draw can be recomputed")], 0
    folded, decided = Match(), Match()
    seen: list[AnyCommit] = []
    draws = 0
    for n, (number, _, raw, head, _check) in enumerate(lines, 1):
        try:
            commit = codec.from_builtins(raw)
            _opening(commit, secret)
            folded = advance(folded, commit, head, lambda: seen)
            mine, _data, decided = again(games, decided, commit, secret, lambda: seen)
        except (codec.UnknownBytes, Gap, UnknownGame) as error:
            return [Finding(number, n, "form", str(error))], draws
        except Refused as refused:
            return [Finding(number, n, "command", f"decided again it is refused: {refused.code}")], draws
        except _WrongSecret:
            return [Finding(1, 0, "secret", "it is not the one whose hash the first commit holds")], 0
        except Exception as error:  # noqa: BLE001 - a forged record may hold anything
            return [Finding(number, n, "fold", f"{type(error).__name__}: {error}")], draws
        found = _compare(commit, mine, folded, decided)
        if found is not None:
            return [Finding(number, n, *found)], draws
        decided = replace(decided, head=head)
        seen.append(commit)
        draws += sum(end - start for start, end in commit.luck.values())
    return _header(header, folded, seen), draws


class _WrongSecret(Exception):
    pass


def _opening(commit: AnyCommit, secret: bytes) -> None:
    for event in commit.events:
        if isinstance(event, Opened) and sha256(secret).hexdigest() != event.secret_hash:
            raise _WrongSecret


def _compare(commit: AnyCommit, mine: AnyCommit, folded: Match, decided: Match) -> tuple[str, str] | None:
    if commit != mine:
        ours, theirs = (msgspec.to_builtins(one, order="deterministic") for one in (commit, mine))
        path, detail = _difference(ours, theirs, "")
        return path or "commit", detail
    if codec.state_hash(folded.game) != codec.state_hash(decided.game):
        return "state", "folding and deciding again give other states"
    if codec.state_hash(folded.table) != codec.state_hash(decided.table):
        return "table", "folding and deciding again give other tables"
    return None


def _header(header: Header, match: Match, commits: list[AnyCommit]) -> list[Finding]:
    right = records.header(match, commits)
    if not match.table.secret:  # a match that still goes on, written by a test: its secret is in the header alone
        right = replace(right, secret=header.secret)
    if right == header:
        return []
    ours, theirs = msgspec.to_builtins(header), msgspec.to_builtins(right)
    path, detail = _difference(ours, theirs, "")
    return [Finding(1, 0, path, detail)]


def _difference(recorded: Any, right: Any, path: str) -> tuple[str, str]:
    """Where two values first differ, and how."""
    if isinstance(recorded, dict) and isinstance(right, dict):
        for name in [*recorded, *[name for name in right if name not in recorded]]:
            if name not in right or name not in recorded or recorded[name] != right[name]:
                ours, theirs = recorded.get(name, "nothing"), right.get(name, "nothing")
                return _difference(ours, theirs, f"{path}.{name}" if path else str(name))
    if isinstance(recorded, list | tuple) and isinstance(right, list | tuple) and len(recorded) == len(right):
        for place, (ours, theirs) in enumerate(zip(recorded, right, strict=True)):
            if ours != theirs:
                return _difference(ours, theirs, f"{path}[{place}]")
    return path, f"recorded {_short(recorded)}, recomputed {_short(right)}"


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else codec.json_line(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
