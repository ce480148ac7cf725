"""The referee of Train Farm: who may do what, and what comes of it."""

from events.train_farm import RECORD
from services.referee import Referee
from services.train_farm.decide import decide
from services.train_farm.pending import choice, command, default, given, pending
from services.train_farm.worth import worth

REFEREE = Referee(
    pending=pending, choice=choice, command=command, decide=decide, default=default, worth=worth, given=given
)
"""Train Farm's referee."""

__all__ = ["RECORD", "REFEREE"]
