"""What players send: the commands of a match as they stand in the stream and in a commit.

A game's own commands are never stored; a reply is recorded as sent (a typed one as it was read).
"""

from typing import Any

import msgspec

from events.choices import SentReply


class _Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    pass


class Open(_Command, frozen=True, tag="open"):
    """Open a table of `seats` seats. `options` are the game's, as JSON. With `invite`, joining wants the code."""

    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    seats: int | None = None
    invite: bool = True


class Join(_Command, frozen=True, tag="join"):
    """Take a free seat. `entropy` goes into the match's chance; it is public."""

    code: str = ""
    seat: int | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    entropy: str = ""


class Start(_Command, frozen=True, tag="start"):
    """Begin to play; the host's to say, once all seats are taken."""


class Answer(_Command, frozen=True, tag="answer"):
    """Answer a prompt; `then` holds answers to the questions that follow for the same seat."""

    prompt: str
    reply: SentReply
    then: tuple[SentReply, ...] = ()


class Undo(_Command, frozen=True, tag="undo"):
    """Take back one's own latest commit, where nothing stands against it."""


class Leave(_Command, frozen=True, tag="leave"):
    """Before the start: free the seat. After it: resign."""


class Propose(_Command, frozen=True, tag="propose"):
    """Ask the others to agree: `cancel` the match, or `undo` one's own latest commit and all since."""

    what: str


class Vote(_Command, frozen=True, tag="vote"):
    """Shorthand for answering the vote's wait; `on` is the number of the proposal."""

    on: str
    yes: bool


class Default(_Command, frozen=True, tag="default"):
    """What silence says, sent by the clock or a robot's keeper; never by a player."""

    prompt: str


Command = Open | Join | Start | Answer | Undo | Leave | Propose | Vote | Default
PlayerCommand = Answer | Undo | Leave | Propose | Vote
