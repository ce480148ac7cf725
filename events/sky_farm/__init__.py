"""The record of Sky Farm: what can happen on floating farms in twelve rounds, and how it looks.

`RULES.md` beside this file holds the rules and rulings that docstrings cite.
"""

from pathlib import Path
from typing import get_args

from events.record import Record
from events.sky_farm.board import board
from events.sky_farm.draw import draw
from events.sky_farm.events import SkyFarmEvents
from events.sky_farm.evolve import evolve
from events.sky_farm.imagine import imagine
from events.sky_farm.options import Options
from events.sky_farm.score import outcome, score
from events.sky_farm.state import START, State, census
from events.sky_farm.tell import tell
from events.sky_farm.view import view

RECORD = Record(
    id="sky_farm",
    rules="sky_farm/1",
    seats=(1, 2, 3, 4, 5, 6),
    options=Options,
    events=get_args(SkyFarmEvents),
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
    view=view,
    texts=Path(__file__).with_name("texts"),
)
"""Sky Farm's record."""
