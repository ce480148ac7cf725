"""The record: what can happen while Mars is made liveable, and how it looks.

`RULES.md` beside this file holds the rules that docstrings cite, and the rulings made where they are silent.
"""

from pathlib import Path
from typing import get_args

from events.mars.board import board
from events.mars.draw import draw
from events.mars.events import MarsEvents
from events.mars.evolve import evolve
from events.mars.imagine import imagine
from events.mars.options import Options, SeatOptions
from events.mars.score import outcome, score
from events.mars.state import START, State, census
from events.mars.tell import tell
from events.record import Record

RECORD = Record(
    id="mars",
    rules="mars/1",
    seats=(1, 2, 3, 4, 5),
    options=Options,
    seat_options=SeatOptions,
    events=get_args(MarsEvents),
    state=State,
    start=START,
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
"""The record of this game."""
