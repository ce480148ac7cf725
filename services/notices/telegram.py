"""Prompts to private Telegram chats: the board as a picture with a caption, or everything as text. Send only.

Plain text without markup, so nothing in it needs escaping. A first message of unknown outcome is never repeated;
edits may be, for an edit that changes nothing is a success.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import structlog

from services.notices.channels import Channel
from services.notices.letter import Letter, fit
from services.notices.sending import SECONDS, Arrived, Draw, Later, Never, Unsure, Verdict

TEXT: Final = 4096
CAPTION: Final = 1024
ALL: Final = ("telegram", 30.0, 30)
"""Messages a second over all chats, edits too."""
CHAT: Final = (1.0, 1)

_NO_CHAT: Final = ("chat not found", "user not found", "peer_id_invalid", "chat_id is empty")
_GONE: Final = ("message to edit not found", "message can't be edited", "message_id_invalid", "message to be edited")

logger = structlog.get_logger(__name__)


class Telegram:
    """A bot. The client has no base URL of its own; `url` is the API's, without the token."""

    def __init__(self, client: httpx.AsyncClient, token: str, url: str = "https://api.telegram.org") -> None:
        self._client = client
        self._base = f"{url.rstrip('/')}/bot{token}"

    def limits(self, channel: Channel) -> tuple[tuple[str, float, int], ...]:
        """30 messages a second, one a second for each chat."""
        return (ALL, (f"telegram:{channel.to}", *CHAT))

    async def deliver(self, channel: Channel, letter: Letter, message: str, mark: str, draw: Draw) -> Verdict:
        """Send or edit; a message's id here is `photo:<id>` or `text:<id>`."""
        kind, _, ident = message.partition(":")
        picture: bytes | None = None
        if letter.what == "asked" and (kind == "photo" if message else channel.board == "picture"):
            picture = await _picture(draw, mark)
        if not message:
            kind = "text" if picture is None else "photo"
        method, fields, files = _call(channel.to, letter, kind, ident, picture)
        try:
            async with asyncio.timeout(SECONDS):
                told = await self._client.post(f"{self._base}/{method}", data=fields, files=files)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            return Later("unreachable")
        except (httpx.HTTPError, TimeoutError):
            return Later("unreachable") if message else Unsure("no_answer")
        return _read(told, kind, ident)


async def _picture(draw: Draw, mark: str) -> bytes | None:
    try:
        return await draw()
    except Exception:  # a picture that cannot be drawn must not keep a prompt from going out
        logger.exception("picture_failed", mark=mark)
        return None


def _call(
    chat: str, letter: Letter, kind: str, ident: str, picture: bytes | None
) -> tuple[str, dict[str, str], dict[str, Any] | None]:
    """Method, fields and files of a call."""
    fields = {"chat_id": chat, **_button(letter)}
    if kind == "text":
        fields["text"] = fit(letter, TEXT, board=True)
        fields["link_preview_options"] = '{"is_disabled":true}'
        return ("editMessageText", {**fields, "message_id": ident}, None) if ident else ("sendMessage", fields, None)
    caption = fit(letter, CAPTION, board=False)
    if not ident:
        return "sendPhoto", {**fields, "caption": caption}, {"photo": ("board.png", picture, "image/png")}
    if picture is None:
        return "editMessageCaption", {**fields, "message_id": ident, "caption": caption}, None
    media = json.dumps({"type": "photo", "media": "attach://board", "caption": caption})
    return (
        "editMessageMedia",
        {**fields, "message_id": ident, "media": media},
        {"board": ("board.png", picture, "image/png")},
    )


def _button(letter: Letter) -> dict[str, str]:
    """The link as a button, where the platform takes it: https and a host with a dot. It stands in the text as well."""
    parts = urlsplit(letter.link)
    if letter.what != "asked" or parts.scheme != "https" or "." not in (parts.hostname or ""):
        return {}
    return {
        "reply_markup": json.dumps(
            {"inline_keyboard": [[{"text": letter.link_text.rstrip(":："), "url": letter.link}]]}
        )
    }


def _read(told: httpx.Response, kind: str, ident: str) -> Verdict:
    """What the platform's answer means."""
    try:
        body = told.json()
    except ValueError:
        body = None
    if not isinstance(body, dict) or told.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
        return Later("status") if ident else Unsure("no_answer")
    result = body.get("result")
    if body.get("ok") is True:
        made = result.get("message_id") if isinstance(result, dict) else None
        return Arrived(f"{kind}:{ident or made}")
    return _refused(int(body.get("error_code") or told.status_code), body, kind, ident)


def _refused(code: int, body: dict[str, Any], kind: str, ident: str) -> Verdict:
    said = str(body.get("description", "")).lower()
    if ident and "message is not modified" in said:
        return Arrived(f"{kind}:{ident}")
    if code == httpx.codes.TOO_MANY_REQUESTS:
        parameters = body.get("parameters")
        wait = parameters.get("retry_after") if isinstance(parameters, dict) else None
        return Later("slow_down", float(wait) if isinstance(wait, int | float) else None, hold=True)
    if code == httpx.codes.FORBIDDEN:
        return Never("blocked", channel=True)
    if any(sign in said for sign in _NO_CHAT):
        return Never("no_such_chat", channel=True)
    if ident and any(sign in said for sign in _GONE):
        return Never("message_gone")
    if code in (httpx.codes.UNAUTHORIZED, httpx.codes.NOT_FOUND):
        logger.error("bot_refused", code=code)
        return Later("bot_refused")
    logger.error("telegram_refused", code=code, said=said)
    return Never("bad_request")
