"""What stands on the terminal: the board, questions with numbered options, and a line to write on."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from events.choices import Choice, Form, Lay, Number, Option, Pick, Share
from events.texts import Say, Text
from events.typed import example

BOLD: Final = "\x1b[1m"
DIM: Final = "\x1b[2m"
WARM: Final = "\x1b[33m"
PLAIN: Final = "\x1b[0m"
CLEAR: Final = "\x1b[2J\x1b[3J\x1b[H"


def word(say: Say, key: str, **args: Text | int | str) -> str:
    """One of the terminal's own words."""
    return say(Text(f"play.{key}", dict(args)))


class Screen:
    """A terminal, or what stands in for one: a pipe gets the same lines without colours."""

    def __init__(self) -> None:
        self.colours = sys.stdout.isatty()

    def line(self, text: str = "", look: str = "") -> None:
        """One line."""
        print(f"{look}{text}{PLAIN}" if look and self.colours else text, flush=True)

    def lines(self, texts: Sequence[str]) -> None:
        """Several lines."""
        for text in texts:
            self.line(text)

    def rule(self, title: str = "") -> None:
        """A line across."""
        self.line(f"── {title} ".ljust(60, "─") if title else "─" * 60, DIM)

    def clear(self) -> None:
        """Take everything away, so that the next player does not see it."""
        if self.colours:
            sys.stdout.write(CLEAR)
        else:
            self.line()

    async def ask(self, prompt: str) -> str | None:
        """What is written, None at the end of input. The event loop goes on meanwhile."""
        loop = asyncio.get_running_loop()
        told: asyncio.Future[str | None] = loop.create_future()

        def tell(text: str | None) -> None:
            if not told.done():
                told.set_result(text)

        def read() -> None:
            try:
                text: str | None = input(f"{BOLD}{prompt}{PLAIN} " if self.colours else f"{prompt} ")
            except (EOFError, UnicodeDecodeError):
                text = None
            loop.call_soon_threadsafe(tell, text)

        threading.Thread(target=read, daemon=True).start()
        return await told


def question(choice: Choice, say: Say) -> Iterator[str]:
    """A question as lines, its options numbered as they can be typed."""
    match choice:
        case Pick():
            yield from _pick(choice, say)
        case Number():
            yield "  " + word(say, "number", least=choice.least, most=choice.most)
        case Share():
            for place, unit in enumerate(choice.options, 1):
                about = word(say, "unit", worth=unit.worth, cap=unit.cap)
                yield f"  {place:>3}  {say(unit.text)}  ({unit.id}; {about})"
            yield "  " + word(say, "share", total=choice.total)
        case Lay():
            yield from _options(choice.pieces, say)
            if len(choice.turns) > 1:
                yield "  " + word(say, "turns", turns=" ".join(choice.turns))
            places = dict.fromkeys(at for _, _, at in choice.spots)
            yield "  " + word(say, "places", places=" ".join(sorted(places, key=natural)))
            if choice.spots:
                key = "lay" if len(choice.turns) > 1 else "lay_flat"
                yield "  " + word(say, key, example=example(choice))
        case Form():
            for field in choice.fields:
                yield f"  {say(field.choice.ask)}"
                yield from _pick(field.choice, say)
            yield "  " + word(say, "form", n=len(choice.fields), example=", ".join("1" for _ in choice.fields))


def _pick(choice: Pick, say: Say) -> Iterator[str]:
    yield from _options(choice.options, say)
    if choice.most > 1:
        key = "exactly" if choice.least == choice.most else "between"
        key = f"{key}_ordered" if choice.ordered else key
        yield "  " + word(say, key, least=choice.least, most=choice.most)
    if choice.least == 0:
        yield "  " + word(say, "or_none")


def _options(options: Sequence[Option], say: Say) -> Iterator[str]:
    for group, members in groupby(enumerate(options, 1), key=lambda one: one[1].group):
        if group is not None:
            yield f"  {say(group)}"
        for place, option in members:
            mark = f"  ({word(say, 'aside')})" if option.aside else ""
            yield f"  {place:>3}  {say(option.text)}{mark}"


def natural(name: str) -> tuple[str, int, str]:
    """A key that puts f2 before f10."""
    head = name.rstrip("0123456789")
    digits = name[len(head) :]
    return head, int(digits) if digits else -1, name
