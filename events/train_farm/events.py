"""What can happen in a match of Train Farm. Facts with their results: nothing here is worked out later."""

from typing import get_args

from events.train_farm.events_base import Against, OwnEvent, TrainFarmEvent, WardBy, Why
from events.train_farm.events_camp import (
    ActionBarred,
    Added,
    AidRolled,
    AidSettled,
    Built,
    CampFell,
    CampMoved,
    Capped,
    Damaged,
    Dismantled,
    DurabilityCapped,
    Gained,
    Hit,
    Lost,
    OrderSet,
    Paid,
    Passed,
    RaceWon,
    Repaired,
    SavingGained,
    SavingUsed,
    TaskDone,
    TowerLost,
    Traded,
    Upgraded,
    VisitorJoined,
    VisitorKept,
    VisitorLeft,
    WallDemoted,
    WallRenewed,
    WallSpent,
    Warded,
)
from events.train_farm.events_explore import (
    CardDeclined,
    CardDiscarded,
    CardDrawn,
    CardHanded,
    CardKept,
    CardOpened,
    CardPeeked,
    CardResolved,
    CardShown,
    ContactLost,
    DeckEmpty,
    DeckShuffled,
    DieRolled,
    Explored,
    ForwardTaken,
    OptionTaken,
    SquadMoved,
    SquadReturned,
    Stranded,
    Tested,
)
from events.train_farm.events_round import (
    ActionsOpened,
    Asked,
    BlockBegan,
    CampsPitched,
    EventDone,
    EventTurnedUp,
    MatchDecided,
    PlanSealed,
    PlanShown,
    RoleDealt,
    RoundBegan,
    RoundClosing,
    SetLaid,
    SetSealed,
    Supplied,
    TasksTurnedUp,
    TurnCame,
)

__all__ = [
    "EVENTS",
    "ActionBarred",
    "ActionsOpened",
    "Added",
    "Against",
    "AidRolled",
    "AidSettled",
    "Asked",
    "BlockBegan",
    "Building",
    "Built",
    "CampFell",
    "CampMoved",
    "CampsPitched",
    "Capped",
    "CardDeclined",
    "CardDiscarded",
    "CardDrawn",
    "CardHanded",
    "CardKept",
    "CardOpened",
    "CardPeeked",
    "CardResolved",
    "CardShown",
    "ContactLost",
    "Damaged",
    "DeckEmpty",
    "DeckShuffled",
    "DieRolled",
    "Dismantled",
    "Drawing",
    "DurabilityCapped",
    "EventDone",
    "EventTurnedUp",
    "Explored",
    "Exploring",
    "Extras",
    "Flow",
    "ForwardTaken",
    "Gained",
    "Hit",
    "Lost",
    "MatchDecided",
    "OptionTaken",
    "OrderSet",
    "OwnEvent",
    "Paid",
    "Passed",
    "PlanSealed",
    "PlanShown",
    "RaceWon",
    "Repaired",
    "RoleDealt",
    "RoundBegan",
    "RoundClosing",
    "SavingGained",
    "SavingUsed",
    "SetLaid",
    "SetSealed",
    "SettingUp",
    "SquadMoved",
    "SquadReturned",
    "Stocks",
    "Stranded",
    "Supplied",
    "TaskDone",
    "TasksTurnedUp",
    "Tested",
    "TowerLost",
    "Traded",
    "TrainFarmEvent",
    "TrainFarmEvents",
    "TurnCame",
    "Upgraded",
    "VisitorJoined",
    "VisitorKept",
    "VisitorLeft",
    "WallDemoted",
    "WallRenewed",
    "WallSpent",
    "Walls",
    "WardBy",
    "Warded",
    "Why",
]

SettingUp = CampsPitched | SetSealed | SetLaid | TasksTurnedUp | RoleDealt
Flow = (
    RoundBegan
    | Supplied
    | ActionsOpened
    | EventTurnedUp
    | PlanSealed
    | PlanShown
    | BlockBegan
    | EventDone
    | RoundClosing
    | TurnCame
    | Asked
    | MatchDecided
)
Drawing = (
    DeckShuffled
    | DeckEmpty
    | CardDrawn
    | CardPeeked
    | CardShown
    | CardKept
    | CardDeclined
    | CardHanded
    | CardOpened
    | CardDiscarded
    | CardResolved
)
Exploring = (
    Explored
    | DieRolled
    | SquadMoved
    | OptionTaken
    | Tested
    | Stranded
    | ForwardTaken
    | ContactLost
    | SquadReturned
    | ActionBarred
    | Passed
)
Stocks = Gained | Lost | Paid | Traded | Added | SavingGained | SavingUsed | Capped
Walls = Hit | Damaged | Repaired | DurabilityCapped | Warded | WallSpent | WallDemoted | CampFell
Building = Built | Upgraded | WallRenewed | Dismantled | TowerLost | CampMoved
Extras = TaskDone | RaceWon | VisitorJoined | VisitorKept | VisitorLeft | AidRolled | AidSettled | OrderSet
TrainFarmEvents = SettingUp | Flow | Drawing | Exploring | Stocks | Walls | Building | Extras

EVENTS: tuple[type[TrainFarmEvent], ...] = get_args(TrainFarmEvents)
