"""What a seat can do in Sky Farm: answer the question that stands first in its agenda."""

from msgspec import Struct

from events.choices import Reply


class Take(Struct, frozen=True):
    """The answer to the question of this key; which question that is stands in the seat's agenda."""

    seat: int
    key: str
    reply: Reply
