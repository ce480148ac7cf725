"""A small made-up game that has every difficulty of the contract at once. For tests only.

Each round all seats choose in secret which card of their pack to keep and how high to bid, and may
change it while others still think. Packs move on; in the order of bids each seat plays a card or
passes. Cards are paid for in gold and silver and set off work: pebbles out of the own bag, tiles
whose cells bring more work at once, silver put away, and tolls laid on others, who answer when they
like (also two at a time, also before their own turn). The next seat may look on and clap.
"""

from pathlib import Path

from events.record import Record
from services.referee import Referee
from tests.laws.gauntlet.decide import decide
from tests.laws.gauntlet.events import EVENTS
from tests.laws.gauntlet.evolve import evolve
from tests.laws.gauntlet.imagine import imagine
from tests.laws.gauntlet.pending import choice, command, default, pending
from tests.laws.gauntlet.show import board, draw, outcome, score, tell, worth
from tests.laws.gauntlet.state import START, Options, SeatOptions, State, census

RECORD = Record(
    id="gauntlet",
    rules="gauntlet/1",
    seats=(2, 3, 4),
    options=Options,
    seat_options=SeatOptions,
    events=EVENTS,
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
    texts=Path(__file__).parent / "texts",
)
REFEREE = Referee(pending=pending, choice=choice, command=command, decide=decide, default=default, worth=worth)
