"""Project cards and corporations: small ones with their text for hands, strips for cards in play."""

from events.mars import describe
from events.mars.card import Card, Corporation
from events.mars.cards import CARDS
from events.mars.corporations import CORPORATIONS
from events.mars.icons import icon
from events.mars.ink import INK, PALE, PAPER, about, circle, fit, rect, tag, width, wrap, write
from events.mars.names import card as card_name
from events.mars.nouns import Kind
from events.mars.state import Seat
from events.texts import Say, Text

KINDS = {Kind.AUTOMATED: ("#2e7d3a", "■"), Kind.ACTIVE: ("#1f5fa8", "▶"), Kind.EVENT: ("#b3372f", "!")}
"""Colour and mark of a kind of card."""
CARD_W, CARD_H, GAP = 186.0, 134.0, 8.0
TEXT = 10.4
STRIP_W, STRIP_H = 231.0, 22.0


def hand(cards: tuple[str, ...], say: Say, x: float, y: float) -> tuple[str, float]:
    """Cards with all that stands on them, five in a row; and how high they are."""
    parts = []
    for k, name in enumerate(cards):
        left, top = x + (CARD_W + GAP) * (k % 5), y + (CARD_H + GAP) * (k // 5)
        parts.append(about(f"card:{name}", _card(name, say, left, top)))
    return "".join(parts), (CARD_H + GAP) * -(-len(cards) // 5)


def _card(name: str, say: Say, x: float, y: float) -> str:
    if name in CARDS:
        card = CARDS[name]
        colour, mark = KINDS[card.kind]
        tags = [*card.tags, *(("event",) if card.kind is Kind.EVENT else ())]
        return _face(card_name(name), colour, mark, str(card.cost), tags, describe.card_lines(card), say, x, y)
    one: Corporation = CORPORATIONS[name]
    return _face(card_name(name), "#5a4632", "◆", "", list(one.tags), describe.corporation_lines(one), say, x, y)


def _face(
    name: Text,
    colour: str,
    mark: str,
    cost: str,
    tags: list[str],
    lines: tuple[Text, ...],
    say: Say,
    x: float,
    y: float,
) -> str:
    parts = [rect(x, y, CARD_W, CARD_H, PAPER, 7, stroke=colour, stroke_width=1.6)]
    parts.append(tag("path", d=f"M{x} {y + 24}v-17a7 7 0 0 1 7 -7h{CARD_W - 14}a7 7 0 0 1 7 7v17z", fill=colour))
    left = x + 8
    if cost:
        parts.append(
            circle(x + 15, y + 12, 10.5, "#f4c534", stroke=PAPER)
            + write(x + 15, y + 16, cost, 12, INK, "middle", bold=True)
        )
        left = x + 30
    room = CARD_W - (left - x) - 20
    parts.append(write(left, y + 16, fit(say(name), 11.5, room), 11.5, PAPER))
    parts.append(write(x + CARD_W - 7, y + 16.5, mark, 12, PAPER, "end"))
    parts += [icon(one, x + CARD_W - 6 - 20 * (len(tags) - k), y + 27, 18) for k, one in enumerate(tags)]
    top = y + 38
    for line in lines:
        # The first line or two leave room for the tags.
        wide = CARD_W - 14 - (20 * len(tags) + 4 if top < y + 54 else 0)
        words = say(line)
        if width(words, TEXT) > wide and top < y + 54 and len(tags) > 1:
            top = y + 57
            wide = CARD_W - 14
        for row in wrap(words, TEXT, wide, 7):
            if top > y + CARD_H - 4:
                break
            parts.append(write(x + 7, top, row, TEXT, INK))
            top += 12.6
    return "".join(parts)


def strips(seat: Seat, say: Say, x: float, y: float) -> tuple[str, float]:
    """A seat's cards in play and events played, four in a row; and how high they are."""
    parts = []
    names = (seat.corporation, *seat.played) if seat.corporation else seat.played
    for k, name in enumerate((*names, *seat.events)):
        left, top = x + (STRIP_W + 4) * (k % 4), y + (STRIP_H + 3) * (k // 4)
        parts.append(about(f"played:{seat.seat}:{name}", _strip(seat, name, say, left, top)))
    total = len(names) + len(seat.events)
    return "".join(parts), (STRIP_H + 3) * -(-total // 4)


def _strip(seat: Seat, name: str, say: Say, x: float, y: float) -> str:
    card: Card | None = CARDS.get(name)
    colour, mark = KINDS[card.kind] if card is not None else ("#5a4632", "◆")
    tags = list(card.tags if card is not None else CORPORATIONS[name].tags)
    used = name in seat.used
    parts = [rect(x, y, STRIP_W, STRIP_H, "#ebe7e1" if used else PAPER, 4, stroke=colour)]
    parts.append(rect(x, y, 18, STRIP_H, colour, 4) + write(x + 9, y + 15.5, mark, 11, PAPER, "middle"))
    parts += [icon(one, x + STRIP_W - 3 - 18 * (len(tags) - k), y + 3, 16) for k, one in enumerate(tags)]
    room = STRIP_W - 26 - 18 * len(tags)
    held = seat.held.get(name, 0)
    if held and card is not None and card.holds is not None:
        right = x + STRIP_W - 6 - 18 * len(tags)
        parts.append(
            icon(card.holds, right - 16, y + 3, 16) + write(right - 19, y + 15.5, str(held), 12, INK, "end", bold=True)
        )
        room -= 36
    parts.append(write(x + 22, y + 15, fit(say(card_name(name)), 11, room), 11, PALE if used else INK))
    if used:
        parts.append(write(x + 14, y + 9, "✓", 9, PAPER, "middle"))
    return "".join(parts)
