"""The golden matches of Sky Farm, for 1 to 6 players. Together they show every component there is (`cover.ALL`).

Curious players play them one after another, each match going out of its way for what those before it have not
shown; so they are made all together, in this order. In them seats also take back, fall silent and leave.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from events.choices import Reply
from events.commands import Answer
from events.commit import AnyCommit, Wait
from events.record import fold
from events.sky_farm import RECORD
from events.sky_farm.farming_dice import KINDS
from events.sky_farm.sheets import BADGES
from services.referee import Ask, shows
from services.sky_farm import REFEREE
from services.table.decide import match_luck
from services.table.undo import undoable
from tests.records.sky_farm.cover import ALL, shown
from tests.records.sky_farm.curious import Curious, Dream
from tests.records.table import InProcess


class Plan(msgspec.Struct, frozen=True):
    """A match: its seats, what they strive for if not for what was not shown yet, and from which commit on something
    out of the ordinary happens."""

    seats: int
    seed: str
    dreams: tuple[Dream, ...] = ()
    chain: int = 9
    """At most so many replies in one message."""
    undo: int = 0
    """Every so many commits the last one is taken back, where it may, or silence speaks."""
    lapse: int = 0
    leave: int = 0


LIVESTOCK = Dream(animal="cloud_hen", project="livestock")
CELLAR = Dream(crop="vine_bean", project="cellar")

PLANS: Mapping[str, Plan] = {
    "4-players": Plan(4, "sky-4-69"),
    "6-players": Plan(6, "sky-6-115"),
    "5-players": Plan(5, "sky-5-109", leave=250),
    "3-players": Plan(3, "sky-3-13", lapse=60),
    "2-players": Plan(2, "sky-2-3", (CELLAR, LIVESTOCK), undo=25),
    "1-player": Plan(1, "sky-1-1", (LIVESTOCK,), chain=2, undo=7),
}
"""In the order in which they are played."""

DREAMT_ANIMALS = ("nebula_sheep", "star_ox", "moon_goat", "sky_boar", "fluff_bunny", "cloud_hen")
DREAMT_CROPS = {
    "nebula_grape": "cellar",
    "comet_pumpkin": "harvest_fair",
    "vine_bean": "cellar",
    "sun_melon": "harvest_fair",
    "sky_corn": "farm_kitchen",
    "glow_tomato": "farm_kitchen",
}
DREAMT_PROJECTS = ("farm_kitchen", "cellar", "harvest_fair", "guest_house", "river_dock", "greenhouse")


def dreams(seen: set[str], seats: int) -> tuple[Dream, ...]:
    """What the seats strive for: first of all what takes longest and was not shown yet."""
    found = [
        Dream(animal=animal, project="" if "badge:livestock" in seen else "livestock")
        for animal in DREAMT_ANIMALS
        if _unborne(animal, seen)
    ]
    found += [Dream(crop=crop, project=project) for crop, project in DREAMT_CROPS.items() if _unborne(crop, seen)]
    found += [Dream(project=project) for project in DREAMT_PROJECTS if f"special:{project}" not in seen]
    found += [Dream(project=badge) for badge in BADGES if f"badge:{badge}" not in seen]
    return tuple([*found, *[Dream()] * seats][:seats])


def _unborne(kind: str, seen: set[str]) -> bool:
    faces = enumerate(KINDS[kind].faces, 1)
    return any(face.harvest and f"harvest:{kind}:{number}" not in seen for number, face in faces)


def names() -> list[str]:
    """The names of all golden matches of Sky Farm."""
    return list(PLANS)


def turn(match: InProcess, player: Curious, wait: Wait, most: int) -> AnyCommit:
    """A seat answers, and what follows too, as far as it can see."""
    state, ask = match.match.game, Ask(wait.seat, wait.key, wait.must)
    luck = match_luck(match.match, match.secret)
    chain: list[Reply] = []
    while len(chain) < most:
        reply = player.reply(state, ask)
        chain.append(reply)
        before = luck.used()
        events = REFEREE.decide(state, REFEREE.command(state, ask, reply), luck)
        state = fold(RECORD, state, events)
        following = [other for other in REFEREE.pending(state) if other.seat == ask.seat]
        if luck.used() != before or any(shows(event, ask.seat) for event in events) or not following:
            break
        ask = following[0]
    sender = match.match.table.seats[wait.seat].player
    return match.send(sender, Answer(wait.id, chain[0], tuple(chain[1:])))


def play(plan: Plan, seen: set[str]) -> InProcess:
    """A match to its end; what it shows is added to `seen`."""
    match = InProcess("sky_farm", plan.seats, plan.seed).begin()
    seen |= shown(match.commits[-1].events)
    player = Curious(seen, plan.seed, plan.dreams or dreams(seen, plan.seats))
    while match.match.table.status == "running":
        n = match.match.n
        if plan.leave and n >= plan.leave and len(match.match.table.still_in) == plan.seats:
            match.resign(plan.seats - 1)
        elif plan.lapse and plan.lapse <= n < plan.lapse + plan.seats:
            match.lapse()
        elif plan.undo and n % plan.undo == 0:
            _take_back(match)
        else:
            wait = match.musts[match.dice.roll(len(match.musts))[0] - 1]
            seen |= shown(turn(match, player, wait, plan.chain).events)
    return match


def _take_back(match: InProcess) -> None:
    for seat in match.match.table.still_in:
        if undoable(match.match, seat).commits:
            match.undo(seat)
            return
    match.lapse()


@cache
def everything() -> Mapping[str, InProcess]:
    """All golden matches, played anew."""
    seen: set[str] = set()
    return {name: play(plan, seen) for name, plan in PLANS.items()}


def played(name: str) -> InProcess:
    """A golden match, played anew to its end, and those before it."""
    return everything()[name]


def missing() -> Iterator[str]:
    """What no golden match shows."""
    found: set[str] = set()
    for match in everything().values():
        for commit in match.commits:
            found |= shown(commit.events)
    yield from sorted(ALL - found)
