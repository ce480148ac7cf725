"""The referee: who may do what, and what comes of it."""

from events.mars import RECORD as RECORD
from services.mars.decide import decide
from services.mars.pending import choice, command, default, given, pending
from services.mars.worth import worth
from services.referee import Referee

REFEREE = Referee(
    pending=pending, choice=choice, command=command, decide=decide, default=default, worth=worth, given=given
)
"""The referee of this game."""
