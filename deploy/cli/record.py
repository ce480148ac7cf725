"""`turnpost record export|import|show|verify` and `turnpost log`: matches as files, and as they stand in the log."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from deploy import records
from deploy.cli.data import Data, MatchId, on_the_log
from deploy.cli.told import told
from deploy.records import RecordError
from events import codec
from events.hidden import Viewer
from events.log import Log
from events.records import BadRecord
from services.verify import verify as check

record = App(name="record", help="Matches as files: one portable format for all games.")

Language = Literal["en", "zh-Hans", "zh-Hant"]
RecordFile = Annotated[Path, Parameter(help="A record, as `turnpost record export` writes it.")]
Json = Annotated[bool, Parameter(help="Print a commit a line, as JSON.")]


def _viewer(name: str) -> Viewer:
    kind, _, seat = name.partition(":")
    if kind == "seat" and seat.isascii() and seat.isdigit():
        return int(seat)
    if name in ("all", "watch"):
        return "all" if name == "all" else None
    sys.exit(f"turnpost: a viewpoint is all, watch or seat:N (from 0), not {name!r}")


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        sys.exit(f"turnpost: {_unreadable(file, error)}")


def _unreadable(file: Path, error: OSError | UnicodeError) -> str:
    if isinstance(error, FileNotFoundError):
        return f"{file}: there is no such file"
    return told(error) if isinstance(error, OSError) else f"{file}: this is no text in UTF-8"


@record.command
def export(
    match: MatchId,
    *,
    out: Annotated[Path | None, Parameter(help="File to write; without it stdout.")] = None,
    viewpoint: Annotated[str, Parameter(name="--as", help="all, watch or seat:N (from 0).")] = "all",
    data: Data = None,
) -> None:
    """Write the record of a match. Before its end only what a viewpoint may see: for "all" what a spectator may."""
    viewer = _viewer(viewpoint)
    lines = on_the_log("record export", lambda log: records.export(log, match, viewer), data, RecordError)
    text = "".join(f"{line}\n" for line in lines)
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        sys.exit(f"turnpost: {told(error)}")
    print(out.resolve())


@record.command(name="import")
def bring_in(file: RecordFile, *, data: Data = None) -> None:
    """Put a finished match into the log, to be replayed. Refused if it is there or is not verified.

    It counts among matches and wins, but changes no rating: anybody can make a record with any players' ids in it.
    """
    lines = _lines(file)

    async def work(log: Log) -> tuple[str, int]:
        try:
            return await records.bring_in(log, lines)
        except (BadRecord, RecordError) as error:
            raise RecordError(f"{file}: {error}") from error

    match, commits = on_the_log("record import", work, data, RecordError)
    print(f"{match}: {commits} commits")


@record.command
def show(
    file: RecordFile,
    *,
    language: Annotated[Language, Parameter(name="--lang")] = "en",
    viewpoint: Annotated[str, Parameter(name="--as", help="all, watch or seat:N (from 0).")] = "all",
) -> int:
    """Tell a record commit by commit, with the totals after each (× marks what was taken back), and the scores.

    That a record is not what it says is told on stderr.
    """
    lines, viewer = _lines(file), _viewer(viewpoint)
    changed = bool(check(lines).findings)
    try:
        for line in records.chronicle(lines, language, viewer):
            print(line)
    except (BadRecord, RecordError) as error:
        print(f"turnpost: {file}: {error}", file=sys.stderr)
        return 1
    except Exception:
        if not changed:
            raise
        print(f"turnpost: {file} cannot be told any further", file=sys.stderr)
        return 1
    finally:
        sys.stdout.flush()
        if changed:
            print(f"turnpost: {file} does not verify; `turnpost record verify` says why", file=sys.stderr)
    return 0


@record.command
def verify(*files: RecordFile) -> int:
    """Check records: the hash chain, every command decided again, every draw recomputed. 1 if one is not what it says.

    What is wrong is printed by line and commit.
    """
    if not files:
        sys.exit("turnpost: name the records to verify")
    wrong = 0
    for file in files:
        try:
            checked = check(file.read_text(encoding="utf-8").splitlines())
        except (OSError, UnicodeError) as error:
            print(f"UNREADABLE {_unreadable(file, error)}")
            wrong += 1
            continue
        if checked.good:
            print(f"OK {file}: {checked.game} {checked.match}, {checked.commits} commits, {checked.draws} draws")
            continue
        wrong += 1
        if not checked.verifiable:
            print(f"NOT VERIFIABLE {file}: it holds what one viewpoint may see, without secret and hashes")
        for finding in checked.findings:
            print(f"WRONG {file}: {finding}")
    return 1 if wrong else 0


def log(match: MatchId, *, json: Json = False, data: Data = None) -> None:
    """Print the commits of a match as they stand in the log, hidden things and all: for operators.

    With `--json`, a commit a line.
    """
    blobs = on_the_log("log", lambda found: found.read_match(match), data)
    if not blobs:
        sys.exit(f"turnpost: there is no match {match!r}")
    for blob in blobs:
        for line in (codec.json_line(codec.to_builtins(blob)),) if json else records.printed(blob):
            print(line)
