"""A local Telegram: it answers like the bot API and refuses what that refuses. For tests.

Messages stand in `chats`; everything that came, refused or not, in `calls`. `before` and `after` are called around
each call, to stall it, to cut its connection (`Cut`), or to end a process.
"""

from __future__ import annotations

import asyncio
import email
import json
import struct
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import uvicorn

from deploy import door

TOKEN = "123456:AAH-test"


class Cut(Exception):
    """The connection breaks here, without an answer."""


class Refuse(Exception):
    """The platform says no."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


Hook = Callable[[str, dict[str, Any]], Awaitable[None]]


async def _nothing(method: str, fields: dict[str, Any]) -> None:
    return None


@dataclass
class Message:
    id: int
    text: str | None
    caption: str | None
    photo: bytes | None
    markup: str
    revisions: int = 0


@dataclass
class FakeTelegram:
    chats: dict[str, dict[int, Message]] = field(default_factory=dict)
    blocked: set[str] = field(default_factory=set)
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    before: Hook = _nothing
    after: Hook = _nothing
    pace: float = 0.0
    """Seconds between two calls about one chat; sooner is 429."""
    url: str = ""
    _last: dict[str, float] = field(default_factory=dict)
    _next: int = 100

    @property
    def messages(self) -> list[Message]:
        """All messages of all chats, in the order they came."""
        return sorted((one for chat in self.chats.values() for one in chat.values()), key=lambda one: one.id)

    def sends(self) -> list[dict[str, Any]]:
        return [fields for method, fields in self.calls if method.startswith("send")]

    def handle(self, path: str, fields: dict[str, Any]) -> dict[str, Any]:
        prefix, _, method = path.strip("/").partition("/")
        if prefix != f"bot{TOKEN}":
            raise Refuse(401, "Unauthorized")
        self.calls.append((method, fields))
        call = {
            "sendMessage": self._send_message,
            "sendPhoto": self._send_photo,
            "editMessageText": self._edit_text,
            "editMessageCaption": self._edit_caption,
            "editMessageMedia": self._edit_media,
        }.get(method)
        if call is None:
            raise Refuse(404, "Not Found")
        chat = fields.get("chat_id", "")
        if not chat:
            raise Refuse(400, "Bad Request: chat_id is empty")
        if chat not in self.chats:
            raise Refuse(400, "Bad Request: chat not found")
        if chat in self.blocked:
            raise Refuse(403, "Forbidden: bot was blocked by the user")
        now = time.monotonic()
        if now - self._last.get(chat, float("-inf")) < self.pace:
            raise Refuse(429, "Too Many Requests: retry after 1", retry_after=1)
        _check_markup(fields.get("reply_markup", ""))
        made = call(self.chats[chat], fields)
        self._last[chat] = now
        return {"message_id": made.id, "date": int(time.time()), "chat": {"id": int(chat), "type": "private"}}

    def _send_message(self, chat: dict[int, Message], fields: dict[str, Any]) -> Message:
        return self._add(chat, Message(0, _text(fields), None, None, fields.get("reply_markup", "")))

    def _send_photo(self, chat: dict[int, Message], fields: dict[str, Any]) -> Message:
        photo = fields.get("photo")
        if photo is None:
            raise Refuse(400, "Bad Request: there is no photo in the request")
        _check_photo(photo)
        return self._add(chat, Message(0, None, _caption(fields), photo, fields.get("reply_markup", "")))

    def _edit_text(self, chat: dict[int, Message], fields: dict[str, Any]) -> Message:
        message = _find(chat, fields)
        if message.text is None:
            raise Refuse(400, "Bad Request: there is no text in the message to edit")
        return _changed(message, text=_text(fields), markup=fields.get("reply_markup", ""))

    def _edit_caption(self, chat: dict[int, Message], fields: dict[str, Any]) -> Message:
        message = _find(chat, fields)
        if message.photo is None:
            raise Refuse(400, "Bad Request: there is no caption in the message to edit")
        return _changed(message, caption=_caption(fields), markup=fields.get("reply_markup", ""))

    def _edit_media(self, chat: dict[int, Message], fields: dict[str, Any]) -> Message:
        message = _find(chat, fields)
        media = json.loads(fields.get("media", "{}"))
        if media.get("type") != "photo" or not str(media.get("media", "")).startswith("attach://"):
            raise Refuse(400, "Bad Request: can't parse InputMedia")
        photo = fields.get(media["media"].removeprefix("attach://"))
        if photo is None:
            raise Refuse(400, "Bad Request: attached file not found")
        _check_photo(photo)
        caption = _caption(media)
        return _changed(message, caption=caption, photo=photo, markup=fields.get("reply_markup", ""))

    def _add(self, chat: dict[int, Message], message: Message) -> Message:
        self._next += 1
        message.id = self._next
        chat[message.id] = message
        return message


def _text(fields: dict[str, Any]) -> str:
    text = str(fields.get("text", "")).strip()
    if not text:
        raise Refuse(400, "Bad Request: message text is empty")
    if _units(text) > 4096:
        raise Refuse(400, "Bad Request: message is too long")
    return text


def _caption(fields: dict[str, Any]) -> str:
    caption = str(fields.get("caption", ""))
    if _units(caption) > 1024:
        raise Refuse(400, "Bad Request: message caption is too long")
    return caption


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _check_photo(photo: bytes) -> None:
    if not photo:
        raise Refuse(400, "Bad Request: file must be non-empty")
    if len(photo) > 10 * 1024 * 1024:
        raise Refuse(400, "Bad Request: file is too big")
    if photo[:8] != b"\x89PNG\r\n\x1a\n":
        raise Refuse(400, "Bad Request: IMAGE_PROCESS_FAILED")
    width, height = struct.unpack(">II", photo[16:24])
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise Refuse(400, "Bad Request: PHOTO_INVALID_DIMENSIONS")


def _check_markup(markup: str) -> None:
    if not markup:
        return
    try:
        rows = json.loads(markup)["inline_keyboard"]
    except (ValueError, KeyError, TypeError):
        raise Refuse(400, "Bad Request: can't parse reply keyboard markup JSON object") from None
    for button in (button for row in rows for button in row):
        if not button.get("text"):
            raise Refuse(400, 'Bad Request: can\'t parse inline keyboard button: Field "text" must be of type String')
        if "callback_data" in button:
            if not 1 <= len(button["callback_data"].encode()) <= 64:
                raise Refuse(400, "Bad Request: BUTTON_DATA_INVALID")
        elif "url" in button:
            parts = urlsplit(button["url"])
            if parts.scheme not in ("http", "https") or "." not in (parts.hostname or ""):
                raise Refuse(
                    400, f"Bad Request: inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL"
                )
        else:
            raise Refuse(400, "Bad Request: Text buttons are unallowed in the inline keyboard")


def _find(chat: dict[int, Message], fields: dict[str, Any]) -> Message:
    ident = str(fields.get("message_id", ""))
    if not ident.isdigit():
        raise Refuse(400, "Bad Request: message identifier is not specified")
    if int(ident) not in chat:
        raise Refuse(400, "Bad Request: message to edit not found")
    return chat[int(ident)]


def _changed(message: Message, **content: Any) -> Message:
    if all(getattr(message, name) == value for name, value in content.items()):
        raise Refuse(
            400,
            "Bad Request: message is not modified: specified new message content and reply markup are exactly the "
            "same as a current content and reply markup of the message",
        )
    for name, value in content.items():
        setattr(message, name, value)
    message.revisions += 1
    return message


def _fields(kind: str, body: bytes) -> dict[str, Any]:
    if kind.startswith("multipart/form-data"):
        whole = email.message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
        found: dict[str, Any] = {}
        for part in whole.get_payload():  # type: ignore[union-attr]
            name = part.get_param("name", header="content-disposition")  # type: ignore[union-attr]
            data = part.get_payload(decode=True)  # type: ignore[union-attr]
            found[str(name)] = data if part.get_filename() else data.decode()  # type: ignore[union-attr]
        return found
    return dict(parse_qsl(body.decode(), keep_blank_values=True))


@asynccontextmanager
async def telegram(*chats: int) -> AsyncIterator[FakeTelegram]:
    """A Telegram at a loopback port, knowing these private chats."""
    fake = FakeTelegram(chats={str(chat): {} for chat in chats})

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            part = await receive()
            body, more = body + part.get("body", b""), part.get("more_body", False)
        kind = dict(scope["headers"]).get(b"content-type", b"").decode()
        method = scope["path"].rpartition("/")[2]
        status, told = 200, {"ok": True}
        try:
            fields = _fields(kind, body)
            await fake.before(method, fields)
            told["result"] = fake.handle(scope["path"], fields)
            await fake.after(method, fields)
        except Cut:
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"99")]})
            return  # less than was promised: the connection is closed
        except Refuse as error:
            status = error.code
            told = {"ok": False, "error_code": error.code, "description": error.description}
            if error.parameters:
                told["parameters"] = error.parameters
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(told).encode()})

    async with serving(app) as url:
        fake.url = url
        yield fake


@asynccontextmanager
async def serving(app: Any, **tls: Any) -> AsyncIterator[str]:
    """An ASGI app at a loopback port."""
    listening = door.listen("127.0.0.1", 0)
    listening.listen()
    config = uvicorn.Config(app, log_config=None, lifespan="off", ws="none", timeout_graceful_shutdown=1, **tls)
    server = uvicorn.Server(config)
    server.capture_signals = _no_signals  # type: ignore[method-assign, assignment]
    task = asyncio.create_task(server.serve([listening]))
    try:
        yield door.address(listening)
    finally:
        server.should_exit = True
        async with asyncio.timeout(8):
            await task


class _no_signals:
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...
