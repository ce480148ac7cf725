"""The record of Planet: what can happen on the way to twelve full cores, and how it looks.

`RULES.md` beside this file holds the rules and rulings that docstrings cite.
"""

from pathlib import Path
from typing import get_args

from events.planet.board import board
from events.planet.draw import draw
from events.planet.events import PlanetEvents
from events.planet.evolve import evolve
from events.planet.imagine import imagine
from events.planet.options import Options
from events.planet.score import outcome, score
from events.planet.state import START, State, census
from events.planet.tell import tell
from events.record import Record

RECORD = Record(
    id="planet",
    rules="planet/1",
    seats=(2, 3, 4),
    options=Options,
    events=get_args(PlanetEvents),
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
"""Planet's record."""
