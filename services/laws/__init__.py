"""The laws every game must keep, checked over random play by tests and `turnpost fuzz`.

A `Watch` follows one match: `see` after each commit checks the cheap laws, and the dear ones at a few
random commits and at the end. What is broken comes back as data; nothing here raises.
"""

import traceback
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec

from services.dice import Seeded
from services.laws import asking, folding, hiding, pieces, showing
from services.laws.hiding import ENOUGH, never_varied
from services.laws.moment import Law, Memory, Moment

__all__ = ["CHEAP", "DEAR", "ENOUGH", "LAWS", "Law", "Memory", "Moment", "Violation", "Watch", "never_varied"]

CHEAP: Final[Mapping[str, Law]] = {
    "fold": folding.folds,
    "codec": folding.keeps_bytes,
    "waits": asking.waits,
    "no_dead_end": asking.has_no_dead_end,
    "conservation": pieces.conserves,
    "commuting": pieces.commutes,
    "taken_back": pieces.takes_back,
}
"""Checked at every commit."""

DEAR: Final[Mapping[str, Law]] = {
    "determinism": folding.is_deterministic,
    "resumption": folding.resumes,
    "legal_accepted": asking.accepts_the_legal,
    "typed": asking.reads_typed,
    "no_back_door": asking.has_no_back_door,
    "refusal_leaves_nothing": asking.refuses_without_a_trace,
    "blind_refusal": asking.refuses_blindly,
    "no_leak": hiding.leaks_nothing,
    "scores": pieces.scores,
    "words": showing.has_words,
    "lit_up": showing.is_lit_up,
}
"""Checked at a few random commits and at the end."""

BY_THE_DRIVER: Final = ("termination", "crash", "verify", "never_varied")
"""Laws checked by whoever plays the matches."""

LAWS: Final = (*CHEAP, *DEAR, *BY_THE_DRIVER)
"""The names of all laws."""

ONE_IN: Final = 12
"""One commit in so many has the dear laws checked."""


class Violation(msgspec.Struct, frozen=True):
    """A broken law: in the match of this seed, at this commit (0: the run as a whole)."""

    law: str
    seed: int
    commit: int
    detail: str
    record: str = ""
    """Where the match's record was written."""


class Watch:
    """The laws over one match."""

    def __init__(self, seed: int, dear: bool = True, one_in: int = ONE_IN, only: Collection[str] = tuple(LAWS)) -> None:
        self.seed = seed
        self.memory = Memory()
        self._one_in = one_in
        self._cheap = {name: law for name, law in CHEAP.items() if name in only}
        self._dear = {name: law for name, law in DEAR.items() if name in only and dear}
        self._dice = Seeded(f"laws/{seed}")

    def see(self, moment: Moment) -> list[Violation]:
        """What is broken at this commit."""
        laws = self._cheap
        if moment.after.table.status in ("ended", "void") or self._dice.roll(self._one_in)[0] == 1:
            laws = laws | self._dear
        found = [broken for name, law in laws.items() for broken in self.check(name, law, moment)]
        self.memory.last = moment
        return found

    def check(self, name: str, law: Law, moment: Moment) -> Sequence[Violation]:
        """What one law says; a law that meets an error reports it."""
        try:
            details = list(law(moment, self.memory, self._dice))
        except Exception as error:  # noqa: BLE001 - whatever a game raises is a finding
            where = traceback.extract_tb(error.__traceback__)[-1]
            details = [f"{type(error).__name__}: {error} ({where.filename.rsplit('/', 1)[-1]}:{where.lineno})"]
        return [Violation(name, self.seed, moment.n, detail) for detail in details]
