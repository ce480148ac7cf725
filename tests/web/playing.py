"""Players at the HTTP door, for tests: they open, join, start, and answer their prompts at random."""

from __future__ import annotations

import itertools
from typing import Any

import httpx
import msgspec

from events.choices import Choice, Reply, sample
from services.dice import Seeded
from services.web.site import Site

_choice = msgspec.json.Decoder(Choice)


class Player:
    """Somebody with a token."""

    def __init__(self, http: httpx.AsyncClient, ident: str, token: str) -> None:
        self.http = http
        self.id = ident
        self.token = token
        self._keys = (f"k{number}" for number in itertools.count(1))

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.http.get(path, headers={**self.headers, **headers})

    async def send(self, path: str, body: Any, key: str | None = None, **headers: str) -> httpx.Response:
        given = {**self.headers, "Idempotency-Key": key or next(self._keys), **headers}
        return await self.http.post(path, content=msgspec.json.encode(body), headers=given)


class Table:
    """A match at the door and its players."""

    def __init__(self, url: str, site: Site) -> None:
        self.http = httpx.AsyncClient(base_url=url, trust_env=False, timeout=20)
        self.site = site
        self.players: list[Player] = []
        self.match = ""
        self.code = ""
        self.dice = Seeded(1)

    async def __aenter__(self) -> Table:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def player(self, name: str = "Ada") -> Player:
        made = await self.http.post("/players", json={"name": name})
        assert made.status_code == 201, made.text
        return Player(self.http, made.json()["id"], made.json()["token"])

    async def open(self, game: str = "gauntlet", seats: int = 2, **options: Any) -> None:
        """Open, everybody joins."""
        self.players = [await self.player(name) for name in ("Ada", "Bo", "Cem", "Dee")[:seats]]
        told = await self.players[0].send("/matches", {"game": game, "seats": seats, "options": options})
        assert told.status_code == 200, told.text
        self.match, self.code = told.json()["match"], told.json()["code"]
        for player in self.players:
            joined = await player.send(f"{self.path}/join", {"code": self.code})
            assert joined.status_code == 200, joined.text

    async def start(self) -> None:
        told = await self.players[0].send(f"{self.path}/start", {})
        assert told.status_code == 200, told.text

    @property
    def path(self) -> str:
        return f"/matches/{self.match}"

    async def prompts(self, seat: int) -> list[Any]:
        return (await self.players[seat].get(f"{self.path}/prompts")).json()

    def reply(self, prompt: Any) -> Reply:
        """A legal reply at random to a prompt as it came."""
        return sample(_choice.decode(msgspec.json.encode(prompt["choice"])), self.dice)

    async def answer(self, seat: int, prompt: Any, **more: Any) -> httpx.Response:
        body = {"do": "answer", "prompt": prompt["id"], "reply": self.reply(prompt), **more}
        return await self.players[seat].send(f"{self.path}/commands", body)

    async def waiting(self) -> list[int]:
        """The seats that must answer now."""
        told = (await self.http.get(self.path)).json()
        return [wait["seat"] for wait in told["waits"] if wait["must"]]

    async def play(self, moves: int = 10_000) -> int:
        """Answer must questions, so many times or to the end; how many it were."""
        for done in range(moves):
            seats = await self.waiting()
            if not seats:
                return done
            prompt = next(one for one in await self.prompts(seats[0]) if one["must"])
            told = await self.answer(seats[0], prompt)
            assert told.status_code == 200, (prompt, told.text)
        return moves
