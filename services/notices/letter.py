"""What a prompt says, and how it is made to fit a platform. Pure: texts rendered in the player's language.

A letter is built from what its seat may see, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from events.choices import Choice, Form, Lay, Number, Option, Pick, Share
from events.commit import AnyCommit, Wait
from events.match import Match
from events.texts import Say, Text, has
from events.typed import example
from projections.timelines import lines
from services.table.decide import Games, ask_of, choice

DIGEST: Final = 12
"""So many lines of what happened, the latest."""
SPOTS: Final = 12

What = Literal["asked", "closed", "disabled"]


class Item(Struct, frozen=True):
    """A numbered option. `n` is what to type, as on the match's page; "" for what has no number."""

    n: str
    id: str
    text: str
    aside: bool = False


class Letter(Struct, frozen=True, kw_only=True):
    """A prompt in words. Empty parts are left out where it is shown. `prompt` is the wait it shows."""

    what: What
    match: str
    game: str
    seat: int
    prompt: str
    n: int
    due: str | None
    title: str
    digest: tuple[str, ...] = ()
    question: str = ""
    options: tuple[Item, ...] = ()
    more: str = ""
    hint: str = ""
    deadline: str = ""
    board: tuple[str, ...] = ()
    link: str = ""
    link_text: str = ""


def asked(games: Games, match: Match, commits: Sequence[AnyCommit], wait: Wait, say: Say, link: str) -> Letter:
    """The letter for a wait that stands. `commits` are all of the match's."""
    question = choice(games, match, ask_of(wait))
    return Letter(
        what="asked",
        match=match.id,
        game=match.table.game,
        seat=wait.seat,
        prompt=wait.id,
        n=match.n,
        due=wait.due,
        title=say(Text("notices.turn", {"name": name(match, wait.seat)})),
        digest=_digest(match, commits, wait, say),
        question=say(question.ask),
        options=tuple(items(question, say)),
        more=say(Text("notices.more")),
        hint=say(_hint(question)),
        deadline=say(Text("notices.until", {"at": wait.due[:16].replace("T", " ")})) if wait.due else "",
        board=tuple(say(line) for line in match.record.board(match.view(wait.seat))),
        link=link,
        link_text=say(Text("notices.answer_here")),
    )


def closed(match: Match, seat: int, say: Say, link: str) -> Letter:
    """What stands where a prompt stood, once it is answered or nobody asks it any more."""
    over = match.table.status in ("ended", "void")
    return Letter(
        what="closed",
        match=match.id,
        game=match.table.game,
        seat=seat,
        prompt="",
        n=match.n,
        due=None,
        title=say(name(match, seat)),
        question=say(Text("notices.over" if over else "notices.decided")),
        link=link,
        link_text=say(Text("notices.look_here")),
    )


def disabled(match: Match, seat: int, channel: str, reason: str, say: Say) -> Letter:
    """That another channel of the player is used no more."""
    why = say(Text(f"notices.reason.{reason}"))
    return Letter(
        what="disabled",
        match=match.id,
        game=match.table.game,
        seat=seat,
        prompt="",
        n=match.n,
        due=None,
        title=say(Text("notices.disabled", {"channel": channel})),
        question=say(Text("notices.disabled_why", {"why": why})),
    )


def name(match: Match, seat: int) -> Text:
    """The match by name: the game and who else plays."""
    key = f"{match.table.game}.name"
    game: Text | str = Text(key) if has(key) else match.table.game
    others = tuple(Text("seat", {"seat": other}) for other in match.table.still_in if other != seat)
    if not others:
        return Text("notices.name_alone", {"game": game})
    return Text("notices.name", {"game": game, "others": others})


def _digest(match: Match, commits: Sequence[AnyCommit], wait: Wait, say: Say) -> tuple[str, ...]:
    """What happened since the seat's last turn, as the seat may be told, the latest lines."""
    last = max((commit.n for commit in commits if commit.by == wait.seat and commit.n < wait.since), default=0)
    told = [
        "".join(
            part if not at else _joint(part) + part for at, part in enumerate(map(say, lines(match, one, wait.seat)))
        )
        for one in commits
        if last < one.n <= match.n and one.n not in match.table.struck
    ]
    return tuple(line for line in told if line)[-DIGEST:]


def _joint(part: str) -> str:
    return " " if part[:1].isascii() else ""


def items(question: Choice, say: Say) -> list[Item]:
    """The options with the numbers they have on the match's page."""
    match question:
        case Pick():
            return _numbered(question.options, say)
        case Number():
            return [Item("", "", f"{question.least}-{question.most}")]
        case Share():
            return [
                Item(
                    str(place),
                    unit.id,
                    f"{say(unit.text)} (≤ {unit.cap}{f', × {unit.worth}' if unit.worth != 1 else ''})",
                )
                for place, unit in enumerate(question.options, 1)
            ]
        case Lay():
            places = dict.fromkeys(at for _, _, at in question.spots)
            shown = ", ".join([*list(places)[:SPOTS], *(["..."] if len(places) > SPOTS else [])])
            return [*_numbered(question.pieces, say), Item("", "", shown)]
        case Form():
            found: list[Item] = []
            for field in question.fields:
                found.append(Item("", field.id, say(field.choice.ask)))
                found += _numbered(field.choice.options, say)
            return found


def _numbered(options: Sequence[Option], say: Say) -> list[Item]:
    return [Item(str(place), option.id, say(option.text), option.aside) for place, option in enumerate(options, 1)]


def _hint(question: Choice) -> Text:
    match question:
        case Pick(most=1):
            return Text("notices.hint.one")
        case Pick():
            key = "ordered" if question.ordered else "some"
            return Text(f"notices.hint.{key}", {"least": question.least, "most": question.most})
        case Number():
            return Text("notices.hint.number")
        case Share():
            return Text("notices.hint.share", {"total": question.total})
        case Lay():
            key = "lay" if len(question.turns) > 1 else "lay_flat"
            return Text(f"notices.hint.{key}", {"example": example(question)})
        case Form():
            return Text("notices.hint.form")


def units(text: str) -> int:
    """How long a text is as some platforms count: in UTF-16 code units."""
    return len(text) + sum(character > "\uffff" for character in text)


def fit(letter: Letter, limit: int, *, board: bool) -> str:
    """The letter as plain text of at most `limit` UTF-16 units.

    What does not fit goes in this order: what happened first, then the board, then options from the end (`letter.more`
    stands for them). Title, question, deadline and link stay.
    """
    head = [letter.title]
    tail = [letter.deadline, f"{letter.link_text} {letter.link}".strip()]
    asked = ["", letter.question] if letter.question else []
    options = [_line(item) for item in letter.options]
    hint = [letter.hint] if letter.hint else []
    digest = list(letter.digest)
    shown = ["", *letter.board] if board and letter.board else []

    def text(digest: list[str], shown: list[str], options: list[str]) -> str:
        told = ["", *digest] if digest else []
        parts = [*head, *told, *shown, *asked, *options, *hint, "", *filter(None, tail)]
        return "\n".join(parts).strip()

    def fits(digest: list[str], shown: list[str], options: list[str]) -> bool:
        return units(text(digest, shown, options)) <= limit

    kept = _most(len(digest), lambda lines: fits(digest[len(digest) - lines :], shown, options))
    digest = digest[len(digest) - kept :]
    if not fits(digest, shown, options):
        shown = []
    if not fits(digest, shown, options):
        kept = _most(len(options), lambda many: fits(digest, shown, [*options[:many], letter.more]))
        options = [*options[:kept], letter.more]
    whole = text(digest, shown, options)
    if units(whole) <= limit:
        return whole
    link = "\n".join(filter(None, tail))
    room = limit - units(link) - 2
    short = _cut("\n".join([*head, *asked]).strip(), room) if room > 0 else ""
    return f"{short}\n{link}" if short else _cut(link, limit)


def _most(many: int, fits: Callable[[int], bool]) -> int:
    """The greatest number up to `many` that fits, where less always fits better; 0 if none does."""
    least = 0
    while least < many:
        middle = (least + many + 1) // 2
        if fits(middle):
            least = middle
        else:
            many = middle - 1
    return least


def _cut(text: str, limit: int) -> str:
    if units(text) <= limit:
        return text
    return text.encode("utf-16-le")[: 2 * (limit - 1)].decode("utf-16-le", "ignore") + "…"


def _line(item: Item) -> str:
    return f"{item.n}. {item.text}" if item.n else item.text


def builtins(letter: Letter) -> dict[str, Any]:
    """The letter as programs read it."""
    return {
        "match": letter.match,
        "game": letter.game,
        "seat": letter.seat,
        "prompt": letter.prompt or None,
        "n": letter.n,
        "due": letter.due,
        "title": letter.title,
        "digest": letter.digest,
        "question": letter.question,
        "options": [{"n": item.n, "id": item.id, "text": item.text, "aside": item.aside} for item in letter.options],
        "hint": letter.hint,
        "board": letter.board,
        "link": letter.link or None,
    }
