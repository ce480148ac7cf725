"""The shapes of the API, for its OpenAPI description and for tests that hold every answer against them.

Nothing is built from these: answers are made from what is shown, by `speech`. Requests are decoded into `New...`.
"""

from typing import Any, Literal

import msgspec


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence by meaning, with its rendering in the reader's language."""

    key: str
    args: dict[str, Any]
    text: str


class NewPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player to be made; `lang` is the language they are written to in."""

    name: str
    lang: Literal["en", "zh-Hans", "zh-Hant"] = "en"


class MadePlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player's id and the token, which is shown this once."""

    id: str
    token: str


class Revoked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tokens are worthless now."""

    revoked: int


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open. With `invite`, joining it wants the code. `seats` None: the fewest the game is played with."""

    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    seats: int | None = None
    invite: bool = True


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to take. `entropy`, up to 64 characters of one's own, goes into the match's chance; it is public."""

    code: str = ""
    seat: int | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    entropy: str = ""


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


class Accepted(msgspec.Struct, frozen=True, tag_field="status", tag="accepted", forbid_unknown_fields=True):
    """The command is commit number `commit`; `unused` of the replies that followed were not needed."""

    commit: int
    unused: int


class Opened(msgspec.Struct, frozen=True, tag_field="status", tag="accepted", forbid_unknown_fields=True):
    """The table is open. `code` is the invitation, "" where none is wanted."""

    commit: int
    unused: int
    match: str
    code: str


class Refused(msgspec.Struct, frozen=True, tag_field="status", tag="refused", forbid_unknown_fields=True):
    """Nothing has changed; a stable code says why."""

    code: str
    text: Text


class Queued(msgspec.Struct, frozen=True, tag_field="status", tag="queued", forbid_unknown_fields=True):
    """Not decided yet; look again at this address. `match`: the one being opened."""

    at: str
    match: str = ""


class Problem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a request was not answered: a stable code, and a text in the reader's language."""

    code: str
    text: str
    args: dict[str, Any]


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to choose. `about` names what it is on the board."""

    id: str
    text: Text
    about: str | None
    group: Text | None
    aside: bool


class Unit(Option, frozen=True, forbid_unknown_fields=True):
    """An option of a share: at most `cap` of it, each worth `worth`."""

    cap: int
    worth: int


class Pick(msgspec.Struct, frozen=True, tag_field="kind", tag="pick", forbid_unknown_fields=True):
    """Choose some of the options."""

    ask: Text
    options: tuple[Option, ...]
    least: int
    most: int
    ordered: bool


class Number(msgspec.Struct, frozen=True, tag_field="kind", tag="number", forbid_unknown_fields=True):
    """Say a whole number."""

    ask: Text
    least: int
    most: int


class Share(msgspec.Struct, frozen=True, tag_field="kind", tag="share", forbid_unknown_fields=True):
    """Say an amount of each unit."""

    ask: Text
    options: tuple[Unit, ...]
    total: int
    exact: bool


class Lay(msgspec.Struct, frozen=True, tag_field="kind", tag="lay", forbid_unknown_fields=True):
    """Lay a piece: one of the spots (piece, turn, at)."""

    ask: Text
    pieces: tuple[Option, ...]
    turns: tuple[str, ...]
    spots: tuple[tuple[str, str, str], ...]


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One pick of a form."""

    id: str
    choice: Pick


class Form(msgspec.Struct, frozen=True, tag_field="kind", tag="form", forbid_unknown_fields=True):
    """Answer several small picks together."""

    ask: Text
    fields: tuple[Field, ...]


class Wait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody is asked something. `must`: the match waits for it."""

    seat: int
    id: str
    key: str
    must: bool
    since: int
    due: str | None


class Prompt(Wait, frozen=True, forbid_unknown_fields=True):
    """A wait with its question; `default` is what silence says, `answered` what the seat said before and may still
    change."""

    choice: Pick | Number | Share | Lay | Form
    default: dict[str, Any] | None
    answered: dict[str, Any] | None = None


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits there."""

    seat: int
    player: str
    name: str
    state: Literal["free", "in", "left", "robot"]


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which commits may be taken back, latest first, and why it stops there."""

    commits: tuple[int, ...]
    stops: Text | None


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a match stands for a viewpoint after commit `n`; `last` is the number of its last commit."""

    match: str
    game: str
    n: int
    last: int
    as_: str = msgspec.field(name="as")
    rules: str
    options: dict[str, Any]
    status: Literal["open", "running", "ended", "void"]
    seats: tuple[Seat, ...]
    view: dict[str, Any] | None
    board: tuple[Text, ...]
    waits: tuple[Wait, ...]
    undo: Undo


class ScoreLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a score sheet."""

    key: str
    args: dict[str, Any]
    points: int | None
    text: str


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's score; place and won are null before the end."""

    seat: int
    place: int | None
    won: bool | None
    total: int | None
    lines: tuple[ScoreLine, ...]


class TimelineLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A commit as told to a viewpoint. `struck`: it was taken back since."""

    n: int
    at: str
    seat: int | None
    cause: str
    text: str
    lines: tuple[Text, ...]
    totals: tuple[int | None, ...]
    struck: bool


class Timeline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chronicle of a match."""

    lines: tuple[TimelineLine, ...]


class LiveCommit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of a live event "commit"."""

    n: int
    lines: tuple[Text, ...]
    waits: tuple[Wait, ...]
    struck: tuple[int, ...]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match waits for the player."""

    match: str
    game: str
    seat: int
    id: str
    key: str
    must: bool
    since: int
    due: str | None


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the player's matches."""

    match: str
    game: str
    status: str
    n: int
    at: str
    host: str
    seat: int | None
    seats: tuple[Seat, ...]
    places: tuple[int, ...] | None


class Ranked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's standing over finished matches."""

    player: str
    name: str
    matches: int
    wins: int
    average: float | None
    rating: float
    sigma: float


class GameOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option: its values (null: any of its type), its default; `many`: some are chosen, not one."""

    id: str
    values: tuple[str | int | bool, ...] | None
    default: Any
    text: Text
    many: bool


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that can be played: player counts and options."""

    id: str
    seats: tuple[int, ...]
    options: tuple[GameOption, ...]
    seat_options: tuple[GameOption, ...]
    text: Text


class Links(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Addresses of the page for the own seat: one that only looks, one that also plays. Whoever has one may use it."""

    look: str
    play: str


class Health(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the door can do its work."""

    status: Literal["ok"]
