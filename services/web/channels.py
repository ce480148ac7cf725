"""How a player wants to be told that it is their turn, and what became of it: channels, and the notices of a match."""

from typing import Any, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath

from events.texts import Text
from services.notices import planning
from services.notices.channels import BadChannel, Channel, Channels, make
from services.notices.outbox import Outbox
from services.notices.planner import now_ms
from services.notices.why import iso
from services.web import shapes
from services.web.asking import Request
from services.web.bodies import decode, read_body
from services.web.handlers import match_id, site_of, told
from services.web.problems import Problem
from services.web.rates import COMMANDS
from services.web.site import Site
from services.web.viewpoint import player_of


class NewChannel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A channel to be used. `to`: an https address, or the number of a private Telegram chat with the bot."""

    kind: Literal["webhook", "telegram"]
    to: str
    board: Literal["picture", "text"] = "picture"


class KnownChannel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A channel of a player. `dead` says why it is used no more, null while it is."""

    id: str
    kind: str
    to: str
    board: str
    dead: shapes.Text | None


class MadeChannel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A channel that is used from now on. `secret` signs what goes to a webhook; it is shown when one registers."""

    id: str
    kind: str
    to: str
    board: str
    dead: shapes.Text | None
    secret: str | None


class Notice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What became of telling a player of a turn on a channel. `at`: when its state last changed."""

    turn: int
    prompt: str | None
    channel: str | None
    kind: str | None
    state: Literal["queued", "sending", "sent", "unsure", "edited", "withdrawn", "dead"]
    reason: shapes.Text | None
    asked: str
    at: str


@post("/players/me/channels", opt={"reads": NewChannel, "gives": {201: MadeChannel}})
async def register(request: Request) -> Response[bytes]:
    """Be told here from now on, also what one is asked already. The same destination again is the same channel.

    What could never be used is refused: a platform this deployment does not send to, a webhook that is not https, or
    at an address that is not public.
    """
    site = site_of(request)
    player = await player_of(request, site)
    site.rates.spend(f"commands:{player.id}", COMMANDS)
    body = decode(await read_body(request), NewChannel)
    channels = Channels(site.log.client)
    try:
        if body.kind not in site.platforms:
            raise BadChannel("not_configured")
        channel = await channels.add(player.id, make(body.kind, body.to, body.board, site.webhook_networks))
    except BadChannel as error:
        raise Problem("bad_body", why=error.text) from error
    await _tell_standing(site, player.id, channel)
    shown = {**_shown(site, channel), "secret": channel.secret or None}
    return told(shown, request, status=201, Cache_Control="no-store")


@get("/players/me/channels", opt={"gives": tuple[KnownChannel, ...]})
async def channels(request: Request) -> Response[bytes]:
    """The player's channels, without their secrets, and why those that are not used are not."""
    site = site_of(request)
    player = await player_of(request, site)
    return told([_shown(site, one) for one in await Channels(site.log.client).of(player.id)], request)


@delete("/players/me/channels/{channel:str}", status_code=200, opt={"gives": shapes.Nothing})
async def unregister(request: Request, channel: FromPath[str]) -> Response[bytes]:
    """Be told there no more. A channel that is not (or no more) one of the player's is `no_such_channel`."""
    site = site_of(request)
    player = await player_of(request, site)
    site.rates.spend(f"commands:{player.id}", COMMANDS)
    if not await Channels(site.log.client).remove(player.id, channel):
        raise Problem("no_such_channel")
    return told({}, request)


@get("/matches/{match:str}/notices", opt={"gives": tuple[Notice, ...]})
async def notices(request: Request, match: FromPath[str]) -> Response[bytes]:
    """Whether and how the player was told in a match, and why not where not; the latest first."""
    site = site_of(request)
    player = await player_of(request, site)
    match = match_id(match)
    await site.matches.now(match)
    kept = [one.row for one in (await Outbox(site.log).rows(match)).values() if one.row.player == player.id]
    return told(
        [
            {
                "turn": row.turn,
                "prompt": row.wants or None,
                "channel": row.channel or None,
                "kind": row.kind or None,
                "state": row.state,
                "reason": reason_text(row.reason),
                "asked": iso(row.asked),
                "at": iso(row.at),
            }
            for row in sorted(kept, key=lambda row: (-row.turn, row.key))
        ],
        request,
    )


async def _tell_standing(site: Site, player: str, channel: Channel) -> None:
    """What the player is asked already, and could not be told before."""
    outbox = Outbox(site.log)
    for match in dict.fromkeys(wait.match for wait in await site.readers.inbox(player)):
        for change in planning.registered(await outbox.rows(match), channel, player, now_ms()):
            await outbox.put(match, change)


def reason_text(reason: str) -> Text | None:
    """Why something was dropped, as a text."""
    return Text(f"notices.reason.{reason}") if reason else None


def _shown(site: Site, channel: Channel) -> dict[str, Any]:
    return {
        "id": channel.id,
        "kind": channel.kind,
        "to": channel.to,
        "board": channel.board,
        "dead": reason_text(channel.dead or ("" if channel.kind in site.platforms else "not_configured")),
    }
