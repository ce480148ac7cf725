"""The referee of Sky Farm: who may do what, and what comes of it."""

from services.referee import Referee
from services.sky_farm.decide import decide
from services.sky_farm.pending import choice, command, default, pending
from services.sky_farm.worth import worth

REFEREE = Referee(pending=pending, choice=choice, command=command, decide=decide, default=default, worth=worth)
"""Sky Farm's referee."""
