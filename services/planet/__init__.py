"""The referee of Planet: who may do what, and what comes of it."""

from services.planet.decide import decide
from services.planet.pending import choice, command, default, pending
from services.planet.worth import worth
from services.referee import Referee

REFEREE = Referee(pending=pending, choice=choice, command=command, decide=decide, default=default, worth=worth)
"""Planet's referee."""
