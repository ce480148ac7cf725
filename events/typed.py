"""Reading what a person types as the answer to a question, and writing an answer in the typed form.

Pick: numbers in option order, ids, or the start of a label ("2 5", "comet"); "none" for an empty pick.
Number: "3". Share: amounts in option order ("10 2 0") or by name ("steel=2"). Lay: "piece turn spot", or "piece spot"
where there is but one turn.
Form: one pick for each question, separated by commas. A semicolon stands between a reply and the
replies that follow it.
"""

from collections.abc import Sequence

from events.choices import (
    Choice,
    Counted,
    Filled,
    Form,
    Laid,
    Lay,
    Number,
    Option,
    Pick,
    Picked,
    Reply,
    SentReply,
    Share,
    Shared,
    Typed,
    is_aside,
)
from events.texts import Say, Text

SPELLED = 200
NONE_WORDS = frozenset({"none", "-", "无", "無", "不选", "不選"})


class Unreadable(ValueError):
    """A typed line that is no answer to this question; `text` says why."""

    def __init__(self, key: str, **args: str | int) -> None:
        super().__init__(key)
        self.text = Text(f"table.typed.{key}", dict(args))


def split(line: str) -> tuple[str, ...]:
    """The reply and the replies that follow it, parted at semicolons (also the full-width one)."""
    return tuple(part.strip() for part in line.replace("；", ";").split(";") if part.strip())


def parse(choice: Choice, line: str, say: Say) -> Reply:
    """The reply a typed line means; Unreadable if it means none. Legality is judged by `accepts`."""
    line = line.strip()
    match choice:
        case Pick():
            return _parse_pick(choice, line, say)
        case Number():
            digits = line.removeprefix("+")
            if not _is_number(digits):
                raise Unreadable("number", least=choice.least, most=choice.most)
            return Counted(int(digits))
        case Share():
            return _parse_share(choice, line)
        case Lay():
            return _parse_lay(choice, line, say)
        case Form():
            return _parse_form(choice, line, say)


def _is_number(word: str) -> bool:
    return word.isascii() and word.removeprefix("-").isdigit() and len(word) <= 9


def _words(line: str) -> list[str]:
    for mark in ",，、":
        line = line.replace(mark, " ")
    return line.split()


def _parse_pick(choice: Pick, line: str, say: Say) -> Picked:
    if line.lower() in NONE_WORDS and find(choice.options, line, say, exact=True) is None:
        return Picked(())
    whole = find(choice.options, line, say)  # a label of several words
    ids = [] if whole is None else [whole]
    words = _words(line) if whole is None else []
    if len(words) > max(choice.most, 1):
        raise Unreadable("most", n=choice.most)
    for word in words:
        found = find(choice.options, word, say)
        if found is None:
            raise Unreadable("unknown", given=word[:80])
        ids.append(found)
    if is_aside(choice, Picked(tuple(ids))):
        return Picked(tuple(ids))
    if len(ids) < choice.least:
        raise Unreadable("least", n=choice.least)
    return Picked(tuple(ids))


def find(options: Sequence[Option], word: str, say: Say, exact: bool = False) -> str | None:
    """The id of the option a word means: an id, a number from 1, a label or an unambiguous start of one.

    None if it means none; Unreadable if it could mean several.
    """
    if any(option.id == word for option in options):
        return word
    if _is_number(word) and 1 <= int(word) <= len(options):
        return options[int(word) - 1].id
    if exact or not word:
        return None
    low = word.casefold()
    labels = [(say(option.text).casefold(), option.id) for option in options]
    same = [name for label, name in labels if label == low] or [name for label, name in labels if label.startswith(low)]
    if not same:
        same = [option.id for option in options if option.id.casefold().startswith(low)]
    if len(same) > 1:
        raise Unreadable("ambiguous", given=word[:80])
    return same[0] if same else None


def _parse_share(choice: Share, line: str) -> Shared:
    words = _words(line)
    amounts: dict[str, int] = {}
    for place, word in enumerate(words):
        name, equals, number = word.partition("=")
        if not equals:
            if place >= len(choice.options):
                raise Unreadable("share")
            name, number = choice.options[place].id, word
        if not _is_number(number) or name not in {unit.id for unit in choice.options}:
            raise Unreadable("share")
        amounts[name] = int(number)
    return Shared({name: amount for name, amount in amounts.items() if amount})


def _parse_lay(choice: Lay, line: str, say: Say) -> Laid:
    words = _words(line)
    key = "lay" if len(choice.turns) > 1 else "lay_flat"
    if len(words) == 2 and len(choice.turns) == 1:
        words = [words[0], choice.turns[0], words[1]]
    if len(words) != 3:
        raise Unreadable(key, example=example(choice))
    piece = find(choice.pieces, words[0], say)
    places = {spot[2] for spot in choice.spots}
    at = words[2] if words[2] in places else _suffix(places, words[2])
    if piece is None or words[1] not in choice.turns or at is None:
        raise Unreadable(key, example=example(choice))
    return Laid(piece, words[1], at)


def example(choice: Lay) -> str:
    """How an answer can be typed: number, turn and place; number and place where there is but one turn."""
    piece, turn, at = choice.spots[0] if choice.spots else ("", "0", "r1c1")
    numbers = [str(number) for number, one in enumerate(choice.pieces, 1) if one.id == piece]
    return " ".join([*(numbers or ["1"]), *([turn] if len(choice.turns) > 1 else []), at])


def _suffix(places: set[str], word: str) -> str | None:
    """A place by its number alone, as "7" for "f7", where that is unambiguous."""
    found = [place for place in places if place.lstrip("abcdefghijklmnopqrstuvwxyz") == word]
    return found[0] if len(found) == 1 else None


def _parse_form(choice: Form, line: str, say: Say) -> Filled:
    parts = [part.strip() for part in line.replace("，", ",").split(",")]
    if len(parts) != len(choice.fields):
        raise Unreadable("form", n=len(choice.fields))
    return Filled(
        {field.id: _parse_pick(field.choice, part, say) for field, part in zip(choice.fields, parts, strict=True)}
    )


def spell(reply: SentReply) -> str:
    """A reply in the typed form, by ids, cut at `SPELLED` characters (for messages and the chronicle)."""
    return _spell(reply)[:SPELLED]


def _spell(reply: SentReply) -> str:
    match reply:
        case Picked():
            return " ".join(reply.ids) or "none"
        case Counted():
            return str(reply.number)
        case Shared():
            return " ".join(f"{name}={amount}" for name, amount in reply.amounts.items()) or "0"
        case Laid():
            return f"{reply.piece} {reply.turn} {reply.at}"
        case Filled():
            return ", ".join(_spell(part) for part in reply.fields.values())
        case Typed():
            return reply.text
