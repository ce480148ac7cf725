"""Train Farm in figures: how camps end, what their players do, what befalls them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from events.choices import Pick, Picked, Reply, sample
from events.commit import AnyCommit, Wait
from events.train_farm import events as e
from events.train_farm.camp import full_level, level
from events.train_farm.options import Options, terms
from events.train_farm.state import State
from services.dice import Seeded
from services.referee import Game
from services.robots import ROBOTS, Asked, random
from services.train_farm.endings import DEVELOPMENT
from services.train_farm.pending import TURN
from services.train_farm.turn import EXPLORE
from tests.balance.figures import Column, Figures, Measure
from tests.balance.playing import Bar, Kind
from tests.records.table import InProcess
from tests.records.train_farm import policy

FACTS: Final = Path(__file__).parents[1] / "facts" / "train_farm" / "balance.json"
DEATHS: Final = {
    "1-3": range(1, 4),
    "4-8": range(4, 9),
    "9-14": range(9, 15),
    "15-20": range(15, 21),
    "21-40": range(21, 41),
}
STOCKS: Final = ("bolts", "food", "people", "durability")
MEASURES: Final = (
    Measure("destroyed", "camps destroyed"),
    Measure("all_destroyed", "games in which all are destroyed"),
    Measure("survived", "camps that survived to the last round"),
    Measure("development", "games won by development"),
    Measure("rounds", "mean rounds", "mean"),
    Measure("explore", "actions: explore"),
    Measure("build", "actions: build"),
    Measure("idle", "no action"),
    *(Measure(f"fell_{name}", f"camps that fell in rounds {name}") for name in DEATHS),
    Measure("hits", "camp damaged, a camp", "mean", 2),
    Measure("absorbed", "of these absorbed by a full Wall", "mean", 2),
    Measure("cancelled", "of these cancelled by a base Wall", "mean", 2),
    Measure("high_risk", "draws from the high-risk deck"),
    Measure("lost_actions", "actions lost, a camp", "mean", 2),
    Measure("lost_contacts", "contacts lost, a camp", "mean", 2),
    Measure("strandings", "strandings, a camp", "mean", 2),
    Measure("forward", "Forward cards, a camp", "mean", 2),
    Measure("low", "low-supply rounds, a camp", "mean", 2),
    Measure("race_won", "games with the task race decided"),
    Measure("race_round", "round in which it was", "mean"),
    *(Measure(name, f"{name} of a standing camp, 10/50/90 of 100", "tenths") for name in STOCKS),
    Measure("level", "camp level, likewise", "tenths"),
    Measure("full", "full modules, likewise", "tenths"),
)


def _even(game: Game, view: Any, asked: Asked, dice: Seeded) -> Reply:
    """Random, but where one may explore and may build, a coin says which; nothing is taken down."""
    choice = asked.choice
    if asked.ask.key.startswith(TURN) and isinstance(choice, Pick):
        others = [option.id for option in choice.regular if option.id != EXPLORE]
        if others and (len(others) == len(choice.regular) or dice.roll(2)[0] == 1):
            return Picked(dice.draw(others, 1))
        return Picked((EXPLORE,))
    return random(game, view, asked, dice)


def _steady(game: Game, view: Any, asked: Asked, dice: Seeded) -> Reply:
    return policy.steady(view, _wait(asked), asked.choice, _silence(asked, dice))


def _developer(game: Game, view: Any, asked: Asked, dice: Seeded) -> Reply:
    return policy.developer(view, _wait(asked), asked.choice, _silence(asked, dice))


def _wait(asked: Asked) -> Wait:
    return Wait(seat=asked.ask.seat, id="", key=asked.ask.key, must=asked.ask.must, since=0)


def _silence(asked: Asked, dice: Seeded) -> Reply:
    """What silence says; of what is merely offered anything."""
    return sample(asked.choice, dice) if asked.default is None else asked.default


class _Count:
    """What happened in a match, commit by commit."""

    def __init__(self, seats: int) -> None:
        self.standing = seats
        self.round = 0
        self.race = 0
        self.chances = 0
        """Camps standing when actions opened, over all rounds."""
        self.n: Counter[str] = Counter()

    def see(self, commit: AnyCommit) -> None:
        for event in commit.events:
            self._one(event)

    def _one(self, event: Any) -> None:
        match event:
            case e.RoundBegan():
                self.round = event.round
            case e.ActionsOpened():
                self.chances += self.standing
            case e.CampFell():
                self.standing -= 1
                self.n.update(f"fell_{name}" for name, rounds in DEATHS.items() if self.round in rounds)
            case e.RaceWon():
                self.race = self.round
            case e.Built() | e.Upgraded() | e.WallRenewed() | e.CampMoved() | e.Dismantled():
                self.n["build"] += event.action
            case e.CardDrawn() | e.CardPeeked():
                self.n["draws"] += 1
                self.n["high_risk"] += event.deck == "high_risk"
            case e.Warded():
                self.n["cancelled"] += event.by == "wall" and event.against == "damage"
            case e.Supplied():
                self.n["low"] += event.low
            case _:
                self.n[NAMES.get(type(event), "")] += 1


NAMES: Final[Mapping[type, str]] = {
    e.Explored: "explore",
    e.Hit: "hits",
    e.WallDemoted: "absorbed",
    e.ActionBarred: "lost_actions",
    e.ContactLost: "lost_contacts",
    e.Stranded: "strandings",
    e.ForwardTaken: "forward",
}
A_CAMP: Final = ("hits", "absorbed", "cancelled", "lost_actions", "lost_contacts", "strandings", "forward", "low")


def figures(match: InProcess) -> Figures:
    """What a finished match came to."""
    state: State = match.match.game
    seats = len(state.camps)
    count = _Count(seats)
    for commit in match.commits:
        count.see(commit)
    stand = [camp for camp in state.camps if camp.standing]
    developed = state.reason == DEVELOPMENT
    n, camps, chances = count.n, float(seats), float(count.chances)
    shares: dict[str, tuple[float, float]] = {
        "destroyed": (seats - len(stand), camps),
        "all_destroyed": (not stand, 1.0),
        "survived": (0 if developed else len(stand), camps),
        "development": (developed, 1.0),
        "rounds": (state.round, 1.0),
        "explore": (n["explore"], chances),
        "build": (n["build"], chances),
        "idle": (chances - n["explore"] - n["build"], chances),
        "high_risk": (n["high_risk"], n["draws"]),
    }
    shares |= {f"fell_{name}": (n[f"fell_{name}"], camps) for name in DEATHS if DEATHS[name][0] <= state.terms.rounds}
    shares |= {name: (n[name], camps) for name in A_CAMP}
    if state.plays("tasks"):
        shares |= {"race_won": (count.race > 0, 1.0), "race_round": (count.race, float(count.race > 0))}
    values = {name: [getattr(camp, name) for camp in stand] for name in STOCKS}
    values |= {"level": [level(camp) for camp in stand], "full": [full_level(camp) for camp in stand]}
    return Figures(shares, values)


def beside(seats: int, robot: str, options: Mapping[str, Any]) -> list[Column]:
    """The columns of BALANCE.md for this many seats, this player and these options; those of random for even too."""
    asked = terms(msgspec.convert(dict(options), Options))
    return [
        Column(row["title"], row["figures"])
        for row in json.loads(FACTS.read_text(encoding="utf-8"))
        if seats in row["seats"] and row["robot"] == {"even": "random"}.get(robot, robot)
        if terms(msgspec.convert(row["options"], Options)) == asked
    ]


KIND: Final = Kind(
    game="train_farm",
    seats=4,
    matches=500,
    robots={**ROBOTS, "even": _even, "steady": _steady, "developer": _developer},
    offered=("aid/", "aid_gift/"),
    measures=MEASURES,
    figures=figures,
    beside=beside,
    bars=(
        Bar("random", 4, "destroyed", "random play loses 90 to 99 % of camps", 90, 99),
        Bar("greedy", 4, "destroyed", "greedy keeps 60 % of camps or more, so loses at most 40 %", 0, 40),
    ),
)
