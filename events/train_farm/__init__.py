"""The record of Train Farm: what can happen while camps try to hold out, and how it looks.

`RULES.md` beside this file holds the rules and rulings that docstrings cite, `NOTATION.md` the language of the cards.
"""

from pathlib import Path

from events.record import Record
from events.train_farm.board import board
from events.train_farm.draw import draw
from events.train_farm.events import EVENTS
from events.train_farm.evolve import evolve
from events.train_farm.imagine import imagine
from events.train_farm.options import Options
from events.train_farm.score import outcome, score
from events.train_farm.state import BEFORE, State, census
from events.train_farm.tell import tell

RECORD = Record(
    id="train_farm",
    rules="train_farm/1",
    seats=(2, 3, 4, 5, 6, 7, 8),
    options=Options,
    events=EVENTS,
    state=State,
    start=BEFORE,
    evolve=evolve,
    imagine=imagine,
    outcome=outcome,
    score=score,
    census=census,
    tell=tell,
    board=board,
    draw=draw,
    texts=Path(__file__).with_name("texts"),
)
"""Train Farm's record."""
