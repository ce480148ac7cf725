"""Records of matches out of a deployment's log and into it, and as text to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from redis.exceptions import ResponseError

from events import codec, records
from events.commit import AnyCommit
from events.hidden import Viewer
from events.log import Log, Script, tag
from events.match import Gap, Match, advance, fold
from events.record import ranked
from events.records import BadRecord, Header
from events.table.tell import nobody_won
from events.texts import Say, Text, speaker
from projections import sheets, timelines
from projections.store import Results
from services.verify import Verified, verify

_IMPORT = Script((Path(__file__).parent / "lua" / "import.lua").read_text(encoding="utf-8"))


class RecordError(Exception):
    """A record cannot be given or taken; the message says why."""


class Unverified(RecordError):
    """A record is not what it says, or cannot be verified; nothing was imported."""

    def __init__(self, checked: Verified) -> None:
        super().__init__("; ".join(map(str, checked.findings)) or "a record of one viewpoint cannot be verified")


class Present(RecordError):
    """The deployment has a match of this id already."""


async def export(log: Log, match_id: str, viewer: Viewer | None = "all") -> list[str]:
    """The lines of a match's record. Everything ("all") is given after the end only; a running match is given to
    a spectator instead. Raises RecordError if there is no such match or no such seat."""
    blobs = await log.read_match(match_id)
    if not blobs:
        raise RecordError(f"there is no match {match_id!r}")
    match = fold(blobs)
    if viewer == "all" and match.table.status not in ("ended", "void"):
        viewer = None
    if isinstance(viewer, int) and not 0 <= viewer < len(match.table.seats):
        raise RecordError(f"match {match_id} has no seat {viewer}")
    return list(records.export(match, blobs, viewer))


def save(lines: Iterable[str], folder: Path, match: str, game: str) -> Path:
    """Write a record as `<game>-<match>.jsonl` in a folder and give its absolute path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder.resolve() / f"{game}-{match}.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


async def bring_in(log: Log, lines: Sequence[str]) -> tuple[str, int]:
    """Put a finished match into the log and give its id and how many commits it has. Raises Unverified, Present.

    Its result is not rated: a record proves how a match went, but anybody can make one in which any players' ids stand.
    """
    checked = verify(lines)
    if not checked.good:
        raise Unverified(checked)
    header, commits = records.read(lines)
    if header.ended is None:
        raise RecordError(f"match {header.match} is not over; only finished matches are imported")
    own = tag(log.partition_of(header.match))
    keys = [f"{own}:meta", f"{own}:log", log.key(header.match, "match")]
    blobs = [codec.builtins_bytes(raw) for _, _, raw in commits]
    if not await log.number(header.match):
        await Results(log.client).leave_out(header.match)
    try:
        await _IMPORT(log.client, keys, [header.match, *blobs])
    except ResponseError as error:
        if "PRESENT" in str(error):
            if list(await log.read_match(header.match)) == blobs:
                raise Present(f"match {header.match} is there already") from error
            raise Present(f"another match of the id {header.match} is there already; this one was not taken") from error
        raise
    return header.match, len(blobs)


# As text


def chronicle(lines: Iterable[str], language: str, viewer: Viewer = "all") -> Iterator[str]:
    """A record as lines to read: what happened, commit by commit, with the totals after it; then the score sheets.

    A record of one viewpoint is told from that, whatever `viewer` says. Raises BadRecord, and RecordError if there is
    no such seat.
    """
    header, raws = records.read(lines)
    viewer = _viewer(header, viewer)
    if isinstance(viewer, int) and viewer >= len(header.seats):
        raise RecordError(f"match {header.match} has no seat {viewer}")
    say = speaker(language)
    yield f"{header.match} · {header.rules} · {header.opened}"
    match, history = Match(), list[AnyCommit]()
    told: list[str] = []
    for number, _, raw in raws:
        try:
            commit = codec.from_builtins({**_BLANK, "match": header.match, **raw})
            match = advance(match, commit, "", lambda: history)
        except (codec.UnknownBytes, Gap, LookupError) as error:
            raise BadRecord(number, str(error)) from error
        history.append(commit)
        told.append(_told(match, commit, viewer, say))
    for commit, line in zip(history, told, strict=True):
        mark = "×" if commit.n in match.table.struck else " "
        yield f"{commit.n:>5}{mark} {line}"
    if match.game is not None:
        yield ""
        yield from score_lines(sheets.scores(match, viewer), say)


_BLANK = {"command_id": "", "command": {"do": "undo"}, "luck": {}, "prev": ""}
"""What a record of one viewpoint leaves out of its commits."""


def _viewer(header: Header, viewer: Viewer) -> Viewer:
    kind, _, seat = header.viewpoint.partition(":")
    if kind == "seat":
        return int(seat)
    return None if kind == "watch" else viewer


def _told(match: Match, commit: AnyCommit, viewer: Viewer, say: Say) -> str:
    texts = " ".join(say(text) for text in timelines.always(match, commit, viewer))
    if match.game is None:
        return texts
    totals = [("–" if total is None else str(total)) for total in timelines.totals(match, viewer)]
    return f"{texts} [{' '.join(totals)}]"


def score_lines(scores: Sequence[Any], say: Say) -> Iterator[str]:
    """Score sheets as lines of text."""
    placed = ranked(scores)
    if scores and scores[0].place is not None and not placed:
        yield say(nobody_won([sheet.place for sheet in scores]))
    for sheet in scores:
        place = f"{sheet.place}. " if placed and sheet.place is not None else ""
        yield f"{place}{say(Text('seat', {'seat': sheet.seat}))}: {'–' if sheet.total is None else sheet.total}"
        for line in sheet.lines:
            yield f"   {'' if line.points is None else line.points:>4}  {say(line.text)}"


def printed(data: bytes) -> Iterator[str]:
    """A commit of the log as lines to read, everything in it."""
    raw = codec.to_builtins(data)
    by = "nobody" if raw["by"] is None else f"seat {raw['by']}"
    yield f"commit {raw['n']}  {raw['at']}  {by}  {raw['cause']}  {raw['command_id']}"
    yield f"  command {_plain(raw['command'], 'do')}"
    for event in raw["events"]:
        yield f"  {_plain(event, 'type')}"
    for stream, (start, end) in raw["luck"].items():
        yield f"  luck {stream} {start}..{end}"
    for wait in raw["waits"]:
        due = f" due {wait['due']}" if wait["due"] else ""
        kind = "must" if wait["must"] else "may"
        yield f"  asks seat {wait['seat']} {wait['id']} {wait['key']} ({kind}, since {wait['since']}){due}"
    yield f"  after {raw['prev'][:16] or 'nothing'}, hashes to {codec.digest(data)[:16]}"


def _plain(value: dict[str, Any], name: str) -> str:
    rest = " ".join(f"{key}={codec.json_line(item)}" for key, item in value.items() if key != name)
    return f"{value.get(name)} {rest}".rstrip()
