"""What all events of Train Farm share."""

from typing import ClassVar, Literal

from events.record import Event, tagged

Why = Literal["card", "site", "event", "task", "trade", "gift", "aid", "station", "crane", "free", "supply"]
WardBy = Literal["wall", "full_wall", "infirmary", "full_infirmary", "role", "visitor"]
Against = Literal["damage", "lose_people", "lost_contact", "lose_action"]


class TrainFarmEvent(Event, frozen=True, tag=tagged("train_farm")):
    """The base of all of them."""


class OwnEvent(TrainFarmEvent, frozen=True, tag=tagged("train_farm")):
    """The base of those that touch their seat's part alone."""

    own: ClassVar[bool] = True
