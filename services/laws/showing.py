"""The law of what people see: every text has its words in every language, every picture is well-formed.

Board and picture take the view alone, so they need no twins; they are made once for each viewer and
language at a few commits of a match, for they are dear.
"""

from collections.abc import Iterator
from typing import Any, Final
from xml.etree import ElementTree as ET

from events.choices import Choice, Form, Lay, Option, Pick, Share
from events.hidden import Viewer, redact
from events.table.events import TableEvent
from events.table.tell import tell as tell_table
from events.texts import LANGUAGES, MISSING, Text, render, speaker
from services.dice import Seeded
from services.laws.moment import Memory, Moment, viewers
from services.table.decide import ask_of, choice
from services.table.undo import undoable

PICTURES: Final = 1
"""How often a match is drawn before its end."""


def has_words(moment: Moment, _: Memory, __: Seeded) -> Iterator[str]:
    """Every line of the chronicle, question, option and score line has its words in every language."""
    texts: list[Text] = []
    record = moment.game.record
    every: tuple[Viewer, ...] = (*viewers(moment), "all")
    for viewer in every:
        for event in moment.commit.events:
            shown = redact(event, viewer)
            line = (tell_table if isinstance(shown, TableEvent) else record.tell)(shown)
            texts += [] if line is None else [line]
    for wait in moment.commit.waits:
        texts += texts_of(choice(moment.games, moment.after, ask_of(wait)))
    if moment.after.game is not None:
        texts += [line.text for sheet in record.score(moment.after.game) for line in sheet.lines]
    for seat in range(len(moment.after.table.seats)):
        stops = undoable(moment.after, seat).stops
        texts += [] if stops is None else [stops]
    yield from _missing(texts)


def _missing(texts: list[Text]) -> Iterator[str]:
    for language in LANGUAGES:
        for text in texts:
            words = render(text, language)
            if MISSING in words or "{" in words or not words:
                yield f"no words in {language}: {words or text.key}"
                return


def texts_of(asked: Choice) -> list[Text]:
    """Every text of a question."""
    texts = [asked.ask]
    if isinstance(asked, Form):
        return texts + [text for field in asked.fields for text in texts_of(field.choice)]
    for option in options_of(asked):
        texts += [option.text] if option.group is None else [option.text, option.group]
    return texts


def options_of(asked: Choice) -> list[Option]:
    """Every option of a question."""
    match asked:
        case Pick() | Share():
            return list(asked.options)
        case Lay():
            return list(asked.pieces)
        case Form():
            return [option for field in asked.fields for option in field.choice.options]
        case _:
            return []


def is_lit_up(moment: Moment, memory: Memory, _: Seeded) -> Iterator[str]:
    """Board and picture of every viewer in every language: words for all, well-formed, and everything a seat's
    options are about is in its picture."""
    if moment.after.game is None or (moment.playing and memory.pictures >= PICTURES):
        return
    memory.pictures += 1
    record = moment.game.record
    for viewer in viewers(moment):
        view = record.view(moment.after.game, viewer)
        who = "the spectator" if viewer is None else f"seat {viewer}"
        yield from (f"{who}, board: {line}" for line in _missing(list(record.board(view))))
        about = {
            option.about
            for wait in moment.commit.waits
            if wait.seat == viewer
            for option in options_of(choice(moment.games, moment.after, ask_of(wait)))
            if option.about is not None
        }
        for language in LANGUAGES:
            for line in _picture(record.draw(view, speaker(language)), about):
                yield f"{who}, picture in {language}: {line}"
                return


def _picture(svg: str, about: set[str]) -> Iterator[str]:
    try:
        root: Any = ET.fromstring(svg)  # noqa: S314 - our own drawing
    except ET.ParseError as error:
        yield f"not well-formed: {error}"
        return
    if not root.tag.endswith("}svg"):
        yield f"its root is {root.tag}"
    if MISSING in svg:
        yield f"no words for {svg.split(MISSING, 1)[1][:60]}"
    there = set()
    for element in root.iter():
        there.add(element.get("data-about"))
        if element.tag.rpartition("}")[2].lower() in ("script", "style", "foreignobject"):
            yield f"it holds <{element.tag.rpartition('}')[2]}>"
        for name, value in element.items():
            if name.startswith(("on", "style")) or value.lstrip().lower().startswith("javascript:"):
                yield f"it holds {name}={value!r}"
    missing = about - there
    if missing:
        yield f"options are about {sorted(missing)}, which are not in it"
