"""Bodies that somebody might send who means harm: none of them is one that the door should take."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from services import registry

STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    99,
    2**31,
    2**63,
    -(2**64),
    1e308,
    1.5,
    "",
    " ",
    "\x00",
    "\ud800",
    "\u202e",
    "é" * 50,
    "x" * 3000,
    "../../etc/passwd",
    "{acct}:seal",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "${jndi:ldap://x}",
    "%s%n%x",
    "\r\nSet-Cookie: a=b",
    [],
    {},
    [[]],
    [None] * 50,
    {"": ""},
    {"__proto__": {}},
    {"kind": "picked", "ids": ["x"]},
)
REPLIES: tuple[Any, ...] = (
    {"kind": "picked", "ids": ["r1c5", "r1c5"]},
    {"kind": "counted", "number": -5},
    {"kind": "shared", "amounts": {"steel": 10**9}},
    {"kind": "laid", "piece": "x", "turn": "0", "at": "y"},
    {"kind": "filled", "fields": {"x": {"kind": "counted", "number": 1}}},
    {"kind": "typed", "text": "\x00zz;zz;zz", "lang": "en"},
)
GAMES = registry.load()


class Sent(NamedTuple):
    """A request: who sends it (a key of the test's), where to, what."""

    who: str
    path: str
    body: bytes
    form: bool = False


class Foe:
    """Somebody who tries everything, by a seed. `match`: one that runs, with others."""

    def __init__(self, seed: int, match: str) -> None:
        self._rng = Random(seed)
        self._match = match

    def sent(self) -> Sent:
        """The next thing they send."""
        rng = self._rng
        while True:
            path, made, harmless = rng.choice(KINDS)
            path = path.replace("MATCH", self._match)
            if made is None:
                body = bytes(rng.choice(b"=&%+abdo\xff\x00;,") for _ in range(rng.randrange(80)))
                return Sent("outsider", path, body, form=True)
            body = self._spoilt(made(rng))
            if not _taken(body, harmless):
                who = "outsider" if path.endswith("/commands") and rng.random() < 0.3 else "player"
                return Sent(who if path.endswith("/commands") else "outsider", path, body)

    def _spoilt(self, value: Any) -> bytes:
        rng = self._rng
        match rng.randrange(10):
            case 0:
                return rng.randbytes(rng.randrange(200))
            case 1:
                body = _json(value)
                return body[: rng.randrange(len(body))]
            case 2:
                body = bytearray(_json(value))
                for _ in range(rng.randrange(1, 4)):
                    body[rng.randrange(len(body))] = rng.randrange(256)
                return bytes(body)
            case 3:
                deep = rng.choice((5, 19, 25, 2000))
                return b'{"options":' * (deep // 2) + b"[" * deep + b"]" * deep + b"}" * (deep // 2)
            case 4:
                return _json(self._any(4))
            case 5:
                return b"[" + b"1," * rng.choice((10, 5000, 40_000)) + b"1]"
            case _:
                for _ in range(rng.randrange(4)):
                    value = self._changed(value)
                return _json(value)

    def _changed(self, value: Any) -> Any:
        rng = self._rng
        if not isinstance(value, dict) or not value or rng.random() < 0.1:
            return rng.choice(STRANGE)
        name = rng.choice(list(value))
        match rng.randrange(4):
            case 0:
                return {key: item for key, item in value.items() if key != name}
            case 1:
                return {**value, rng.choice(("more", "", "kind", "do", "\x00")): rng.choice(STRANGE)}
            case 2:
                return {**value, name: self._changed(value[name])}
            case _:
                return {**value, name: rng.choice(STRANGE)}

    def _any(self, depth: int) -> Any:
        rng = self._rng
        if not depth or rng.random() < 0.3:
            return rng.choice(STRANGE)
        if rng.random() < 0.5:
            return [self._any(depth - 1) for _ in range(rng.randrange(5))]
        names = ("do", "game", "name", "code", "prompt", "reply", "then", "kind", "ids", "seats", "options")
        return {rng.choice(names): self._any(depth - 1) for _ in range(rng.randrange(5))}


def _json(value: Any) -> bytes:
    return json.dumps(value).encode(errors="surrogatepass")


def _taken(body: bytes, harmless: Callable[[Any], bool]) -> bool:
    """Whether the door may take this: then it is not sent."""
    try:
        value = json.loads(body) if body.strip() else {}
    except (ValueError, RecursionError):
        return False
    return harmless(value)


def _player(value: Any) -> bool:
    if not isinstance(value, dict) or not value.keys() <= {"name", "lang"}:
        return False
    name = value.get("name")
    return isinstance(name, str) and 1 <= len(name.strip()) <= 60 and value.get("lang", "en") in ("en", "zh-Hans")


def _opened(value: Any) -> bool:
    if not isinstance(value, dict) or not value.keys() <= {"game", "seats", "options", "invite"}:
        return False
    game = GAMES.get(value["game"]) if isinstance(value.get("game"), str) else None
    if game is None or not isinstance(value.get("options", {}), dict):
        return False
    names = set(game.record.options.__struct_encode_fields__)
    if not value.get("options", {}).keys() <= names:
        return False
    seats = value.get("seats")
    return seats is None or (type(seats) is int and seats in game.record.seats)


def _own(value: Any) -> bool:
    """What a player may say about their own seat at any time."""
    return isinstance(value, dict) and value.get("do") in ("undo", "leave", "propose", "vote")


def _never(_: Any) -> bool:
    return False


KINDS: tuple[tuple[str, Callable[[Random], Any] | None, Callable[[Any], bool]], ...] = (
    ("/players", lambda _: {"name": "Ada", "lang": "en"}, _player),
    ("/matches", lambda rng: {"game": rng.choice(("planet", "gauntlet")), "seats": 2, "options": {}}, _opened),
    ("/matches/MATCH/join", lambda _: {"code": "x", "seat": 0, "options": {}, "entropy": "y"}, _never),
    ("/matches/MATCH/start", lambda _: {}, _never),
    ("/matches/MATCH/commands", lambda rng: _answer(rng), _own),
    ("/matches/MATCH/commands", lambda rng: _answer(rng), _own),
    ("/matches/MATCH/commands", lambda rng: {"do": rng.choice(("order", "start", "open", "x")), "on": 1}, _own),
    ("/tokens", lambda _: {"more": 1}, lambda value: value == {}),
    ("/session", None, _never),
    ("/open", None, _never),
    ("/matches/MATCH/page", None, _never),
)


def _answer(rng: Random) -> dict[str, Any]:
    reply = rng.choice(REPLIES)
    prompt = rng.choice(("9999.0", "1.0", "x", "4.0.0", "-1.0"))
    return {"do": "answer", "prompt": prompt, "reply": reply, "then": [rng.choice(REPLIES)] * rng.randrange(3)}
