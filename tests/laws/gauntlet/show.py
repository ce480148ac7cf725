"""How the gauntlet looks: score, chronicle, board and picture. Of a view alone."""

from typing import assert_never
from xml.sax.saxutils import escape

from events.record import Outcome, ScoreLine, ScoreSheet
from events.texts import Say, Text, seat_text
from tests.laws.gauntlet import events as e
from tests.laws.gauntlet.cards import CELLS, PEBBLES, TILES, card_text
from tests.laws.gauntlet.state import Part, State


def outcome(state: State) -> Outcome | None:
    """The places once it is decided."""
    return Outcome(state.places, state.reason) if state.reason else None


def score(view: State) -> tuple[ScoreSheet, ...]:
    """Points by seat."""
    return tuple(_sheet(view, part) for part in view.parts)


def _sheet(view: State, part: Part) -> ScoreSheet:
    lines = (
        ScoreLine("gauntlet.score.banked", points=part.banked),
        ScoreLine("gauntlet.score.pebbles", points=sum(PEBBLES[pebble] for pebble in part.pebbles)),
        ScoreLine("gauntlet.score.yard", points=2 * len(part.covered)),
    )
    place = view.places[part.seat] if view.places else None
    return ScoreSheet(part.seat, place, None if place is None else place == 1, part.points, lines)


AHEAD = {"Build": 2.5, "Pull": 2.0, "Bank": 0.5, "Aim": 0.2, "Toll": -0.3}
"""What work still to do is worth."""


def worth(view: State, seat: int) -> float:
    """How good a position looks."""
    part = view.parts[seat]
    work = sum(AHEAD.get(type(need).__name__, 0) for need in part.agenda)
    return part.points + work + 0.4 * part.silver + 0.7 * part.gold + 0.1 * len(part.hand)


def tell(event: e.AnyEvent) -> Text | None:
    """One event as a sentence, None where another says it already."""
    match event:
        case e.Prepared():
            return _told("prepared", rounds=event.rounds)
        case e.RoundBegan():
            return _told("round_began", round=event.round)
        case e.BidsShown():
            return Text("gauntlet.told.bids", {"order": tuple(seat_text(seat) for seat in event.order)})
        case e.PacksPassed():
            return _told("passed_packs")
        case e.GameOver():
            return _told(f"over_{event.reason}")
        case _:
            return _of_a_seat(event)


def _of_a_seat(event: e.BeyondASeat | e.Own) -> Text | None:
    who = seat_text(event.seat)
    match event:
        case e.TurnBegan() | e.Skipped() | e.LookedAway():
            return None
        case e.CardPlayed():
            return _told("played", who=who, card=card_text(event.card))
        case e.Aimed():
            return _told("aimed", who=who, target=seat_text(event.target))
        case e.TollPaid():
            return _told("toll_silver" if event.silver else "toll", who=who)
        case e.Pulled():
            points = sum(PEBBLES[pebble] for pebble in event.pebbles)
            return _told("pulled", who=who, n=len(event.pebbles), points=points)
        case e.Built():
            return _told("built", who=who, tile=Text(f"gauntlet.tile.{event.tile}"))
        case e.Banked():
            return _told("banked", who=who, n=event.silver) if event.silver else None
        case e.Cheered():
            return _told("cheered", who=who, die=event.die)
        case e.Paid():
            return _told("paid", who=who, n=2 * event.gold + event.silver)
        case e.Dealt() | e.Sealed() | e.Passed() | e.GoldChanged() | e.Resigned():
            return _told(type(event).__name__.lower(), who=who)
        case _:
            assert_never(event)


def board(view: State) -> tuple[Text, ...]:
    """The table as text, a line a seat."""
    lines = [Text("gauntlet.board.round", {"round": view.round, "rounds": view.rounds, "deck": view.deck})]
    for part in view.parts:
        cards = tuple(card_text(card) for card in (*part.hand, *part.pack) if card)
        purse: dict[str, Text | int | str | tuple[Text, ...]] = {
            "who": seat_text(part.seat),
            "gold": part.gold,
            "silver": part.silver,
            "points": part.points,
            "hand": len(part.hand),
        }
        lines.append(Text("gauntlet.board.seat", purse))
        if cards:
            lines.append(Text("gauntlet.board.cards", {"cards": cards}))
    return tuple(lines)


def draw(view: State, say: Say) -> str:
    """The table as SVG, a row a seat."""
    rows: list[str] = []
    for row, part in enumerate(view.parts):
        y = 60 * row
        rows.append(f'<g data-about="seat:{part.seat}">{_words(4, y + 20, say(seat_text(part.seat)))}</g>')
        for place, cell in enumerate(CELLS):
            fill = "#567" if cell in part.covered else "#eee"
            spot = f'x="{120 + 40 * (place % 3)}" y="{y + 26 * (place // 3)}"'
            about = f'data-about="cell:{part.seat}.{cell}"'
            rows.append(f'<rect {about} {spot} width="36" height="22" fill="{fill}" stroke="#222"/>')
        for place, card in enumerate(card for card in (*part.hand, *part.pack) if card):
            rows.append(f'<g data-about="card:{card}">{_words(250 + 70 * place, y + 20, say(card_text(card)))}</g>')
    y = 60 * len(view.parts)
    for place, tile in enumerate(TILES):
        words = _words(4 + 80 * place, y + 20, say(Text(f"gauntlet.tile.{tile}")))
        rows.append(f'<g data-about="tile:{tile}">{words}</g>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {y + 40}">{"".join(rows)}</svg>'


def _words(x: int, y: int, words: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="14">{escape(words)}</text>'


def _told(key: str, **args: Text | int) -> Text:
    return Text(f"gauntlet.told.{key}", dict(args))
