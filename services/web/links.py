"""Links that carry a viewpoint: `?t=<token>`, signed, bound to a match, a seat and the player who has it.

A *look* link shows what the seat sees. A *play* link also answers for the seat. When the seat changes hands, its
links are void, and so they are when its player revokes other tokens.
"""

import base64
import hmac
from typing import Final, Literal, NamedTuple

from services.web.accounts import same

Kind = Literal["look", "play"]

_MARKS: Final[dict[str, Kind]] = {"v": "look", "p": "play"}
_LONGEST: Final = 64


class Link(NamedTuple):
    """What a link claims, before `holds` has checked it."""

    kind: Kind
    seat: int
    token: str


def make(seal: bytes, kind: Kind, match: str, seat: int, player: str) -> str:
    """The token of a link."""
    mark = next(mark for mark, meant in _MARKS.items() if meant == kind)
    mac = hmac.digest(seal, "\0".join((mark, match, str(seat), player)).encode(), "sha256")[:18]
    return f"{mark}{seat}.{base64.urlsafe_b64encode(mac).decode()}"


def read(token: str) -> Link | None:
    """What the token of a link claims; None if it is none."""
    head, dot, _ = token.partition(".")
    if not dot or len(token) > _LONGEST or not token.isascii():
        return None
    kind, seat = _MARKS.get(head[:1]), head[1:]
    if kind is None or not seat.isdigit() or len(seat) > 2:
        return None
    return Link(kind, int(seat), token)


def holds(seal: bytes, link: Link, match: str, player: str) -> bool:
    """Whether the link was made here for this match and for the player who has the seat."""
    return same(make(seal, link.kind, match, link.seat, player), link.token)
