"""A match as a file: JSON Lines, a header and then one commit a line, the same for every game.

The header says nothing that the commits do not say; verifying recomputes it. Before the end a record
has a viewpoint other than "all": its commits are as that viewer may see them, and it cannot be verified.

A line of a whole record is its commit as stored, but for what follows from the lines before it: the match (but in
the first), the number (they stand in order), `prev` (the hash of the commit before it), a `luck` without draws; and
of the waits those that stood before are given by their id alone, new ones without the `id`, `since` and `due` that a
new wait has. At the end stands `check`, the first four digits of the commit's own hash: it tells which line was
changed, the header's `head`, the whole hash of the last commit, that none was.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from events import codec
from events.commit import AnyCommit, Commit, Wait, visible
from events.hidden import Viewer
from events.match import Match

FORMAT: Final = 2
CHECK: Final = 4


class Seated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a record: its player, the player's options, and whether the player stayed ("in" or "left")."""

    seat: int
    player: str
    options: dict[str, Any]
    state: str


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat came off."""

    seat: int
    score: int | None
    place: int | None
    won: bool | None


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The first line. `opened` and `ended`: times of the first and the last commit (None while it goes on);
    `result`: None without places; `secret`: in hex; `head`: the hash of the last commit. The last two are left
    out of a record of one viewpoint."""

    record: int
    viewpoint: str
    match: str
    game: str
    rules: str
    options: dict[str, Any]
    seats: tuple[Seated, ...]
    opened: str
    ended: str | None
    result: tuple[Result, ...] | None
    secret: str | None = None
    head: str | None = None


class BadRecord(ValueError):
    """This is no record that can be read: `line` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


def viewpoint(viewer: Viewer) -> str:
    """A viewer as the header names it."""
    if isinstance(viewer, int):
        return f"seat:{viewer}"
    return "watch" if viewer is None else viewer


def header(match: Match, commits: Sequence[AnyCommit], viewer: Viewer = "all") -> Header:
    """The header of a match folded from these commits."""
    table = match.table
    over = table.status in ("ended", "void")
    whole = viewer == "all"
    result = None
    if table.places is not None:
        sheets = match.record.score(match.view(viewer))
        result = tuple(Result(sheet.seat, sheet.total, sheet.place, sheet.won) for sheet in sheets)
    seats = enumerate(table.seats)
    return Header(
        record=FORMAT,
        viewpoint=viewpoint(viewer),
        match=match.id,
        game=table.game,
        rules=table.rules,
        options=table.options,
        seats=tuple(Seated(number, seat.player, seat.options, seat.state) for number, seat in seats),
        opened=commits[0].at,
        ended=commits[-1].at if over else None,
        result=result,
        secret=table.secret or None if whole else None,
        head=match.head if whole else None,
    )


class Line(NamedTuple):
    """A commit's line: its number in the file, its text, the commit as stored (what follows put back), that commit's
    hash ("" if it can have none) and the beginning of the hash that the line gives."""

    number: int
    text: str
    raw: Any
    digest: str
    check: Any


def write(match: Match, commits: Sequence[AnyCommit], viewer: Viewer = "all") -> Iterator[str]:
    """The lines of a match's record, without line ends. "all" is for matches that are over."""
    if viewer == "all":
        yield from export(match, [codec.encode(commit) for commit in commits])
        return
    yield codec.json_line(header(match, commits, viewer))
    for commit in commits:
        yield codec.json_line(visible(commit, viewer))


def export(match: Match, blobs: Sequence[bytes], viewer: Viewer = "all") -> Iterator[str]:
    """The lines of a match's record from its stored bytes; the whole one as stored, also by earlier versions."""
    commits = [codec.decode(blob) for blob in blobs]
    if viewer != "all":
        yield from write(match, commits, viewer)
        return
    yield codec.json_line(header(match, commits))
    yield from stored(blobs)


def stored(blobs: Iterable[bytes]) -> Iterator[str]:
    """The lines of the stored commits of a match, from the first on."""
    before: Sequence[Any] = ()
    for blob in blobs:
        raw = codec.to_builtins(blob)
        yield line(raw, codec.digest(blob), before)
        before = raw["waits"]


def line(raw: Any, digest: str, before: Sequence[Any] = ()) -> str:
    """The line of a stored commit that has this hash, after a commit with these waits."""
    said = {name: value for name, value in raw.items() if name not in _FOLLOWS or (name == "match" and raw["n"] == 1)}
    if not raw["luck"]:
        del said["luck"]
    said["command"] = _prompt(raw["command"], {wait["id"]: place for place, wait in enumerate(_dicts(before))})
    said["waits"] = [_said(wait, before, raw["n"], place) for place, wait in enumerate(raw["waits"])]
    return msgspec.json.encode({**said, "check": digest[:CHECK]}).decode()


_FOLLOWS: Final = ("match", "n", "prev")


def _said(wait: Any, before: Sequence[Any], n: int, place: int) -> Any:
    if not isinstance(wait, dict):
        return wait
    if wait in before:
        return before.index(wait)
    new = _new(n, place)
    return {name: value for name, value in wait.items() if name not in new or value != new[name]}


def _prompt(command: Any, names: Mapping[Any, Any]) -> Any:
    """A command with the name of the prompt it answers put in place of another."""
    if isinstance(command, dict) and type(command.get("prompt")) in (str, int):
        return {**command, "prompt": names.get(command["prompt"], command["prompt"])}
    return command


def _new(n: int, place: int) -> dict[str, Any]:
    """What a wait has that its commit raised, in this place of its waits."""
    return {"id": f"{n}.{place}", "since": n, "due": None}


def read(lines: Iterable[str]) -> tuple[Header, list[tuple[int, str, Any]]]:
    """Header and, for each commit, the number of its line, the line and what it holds; BadRecord if it cannot be."""
    head, commits = parse(lines)
    return head, [(commit.number, commit.text, commit.raw) for commit in commits]


def parse(lines: Iterable[str]) -> tuple[Header, list[Line]]:
    """The header and the lines of the commits; BadRecord if it cannot be. Nothing is verified."""
    head: Header | None = None
    commits: list[Line] = []
    for number, text in enumerate(lines, 1):
        content = text.rstrip("\r\n")
        if not content:
            continue
        try:
            raw = msgspec.json.decode(content)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadRecord(number, f"this is no JSON: {error}") from error
        if head is None:
            head = _header(number, raw)
        elif head.viewpoint != "all" or not isinstance(raw, dict):
            commits.append(Line(number, content, raw, "", None))
        else:
            commits.append(_read(number, content, raw, commits))
    if head is None:
        raise BadRecord(1, "there is nothing in it")
    return head, commits


def _read(number: int, text: str, said: dict[str, Any], before: Sequence[Line]) -> Line:
    """A line of a whole record with what follows from those before it put in; what is no commit stays as it is."""
    check = said.pop("check", None)
    n = len(before) + 1
    last: dict[str, Any] = before[-1].raw if before and isinstance(before[-1].raw, dict) else {}
    stood = dict(enumerate(_dicts(last.get("waits"))))
    if "command" in said:
        said["command"] = _prompt(said["command"], {place: wait.get("id") for place, wait in stood.items()})
    if isinstance(said.get("waits"), list):
        said["waits"] = [_whole(wait, stood, n, place) for place, wait in enumerate(said["waits"])]
    follows = {"match": last["match"]} if "match" in last else {}
    filled = {**follows, "n": n, "luck": {}, **said, "prev": before[-1].digest if before else ""}
    raw = {name: filled.pop(name) for name in Commit.__struct_fields__ if name in filled} | filled
    try:
        digest = codec.digest(codec.builtins_bytes(raw))
    except OverflowError:
        digest = ""
    return Line(number, text, raw, digest, check)


def _dicts(values: Any) -> list[dict[str, Any]]:
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def _whole(wait: Any, stood: Mapping[int, Any], n: int, place: int) -> Any:
    if type(wait) is int:
        return stood.get(wait, wait)
    if not isinstance(wait, dict):
        return wait
    filled = {**_new(n, place), **wait}
    return {name: filled.pop(name) for name in Wait.__struct_fields__ if name in filled} | filled


def _header(number: int, raw: Any) -> Header:
    if not isinstance(raw, dict) or "record" not in raw:
        raise BadRecord(number, "this is no header of a record")
    if raw["record"] != FORMAT:
        raise BadRecord(number, f"records of format {raw['record']!r} are not known here, only {FORMAT}")
    try:
        return msgspec.convert(raw, Header)
    except msgspec.ValidationError as error:
        raise BadRecord(number, str(error)) from error
