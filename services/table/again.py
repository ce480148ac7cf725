"""Deciding a recorded commit again: the same command on the match before it, with the recorded chance.

Shared by laws and verifying. Needs the match's secret.
"""

from events.commands import Join, Leave, Open, Start
from events.commit import AnyCommit
from events.match import History, Match
from events.table.events import Joined, Opened
from services.table.decide import Games, Sender, decide, match_luck, seal


def sender(match: Match, commit: AnyCommit) -> Sender:
    """Who sent the command of a commit on this match."""
    table, first = match.table, commit.events[0] if commit.events else None
    match commit.command:
        case Open():
            player = first.host if isinstance(first, Opened) else ""
        case Join():
            player = first.player if isinstance(first, Joined) else ""
        case Start():
            player = table.host
        case Leave() if commit.by is None:
            player = table.host
        case _:
            known = commit.by is not None and commit.by < len(table.seats)
            player = table.seats[commit.by].player if known and commit.by is not None else ""
    return Sender(player, commit.cause)


def again(
    games: Games, match: Match, commit: AnyCommit, secret: bytes, history: History
) -> tuple[AnyCommit, bytes, Match]:
    """The commit, its bytes and the match after it as they come out now; Refused if the command is not accepted."""
    decision = decide(games, match, commit.command, sender(match, commit), secret, match_luck(match, secret))
    return seal(
        games,
        match,
        decision,
        match_id=commit.match,
        at=commit.at,
        cause=commit.cause,
        command_id=commit.command_id,
        secret=secret,
        history=history,
    )
