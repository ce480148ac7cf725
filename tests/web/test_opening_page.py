"""The form that opens a table: every game with every option, and what a refused one shows."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from html.parser import HTMLParser

import httpx
import pytest

from events.texts import Text, speaker
from services import registry
from services.web import games
from services.web.pages.opening import read
from services.web.problems import Problem
from services.web.site import Site
from tests.web.test_pages import Page

KEYS = (f"key{n}" for n in itertools.count())


class Opening(HTMLParser):
    """The form that opens a table, as a browser would read it: fields with their values, and what is set."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.inside = False
        self.select = ""
        self.values: dict[str, list[str]] = {}
        self.set: dict[str, list[str]] = {}
        self.switches: set[str] = set()
        self.feed(text)

    def handle_starttag(self, name: str, found: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in found}
        if name == "form":
            self.inside = given["action"].startswith("/open")
        if not self.inside:
            return
        match name:
            case "select":
                self.select = given["name"]
            case "option":
                self.values.setdefault(self.select, []).append(given["value"])
                if "selected" in given:
                    self.set.setdefault(self.select, []).append(given["value"])
            case "input" if given.get("type") == "checkbox":
                self.switches.add(given["name"])
                self.values.setdefault(given["name"], []).append(given["value"])
                if "checked" in given:
                    self.set.setdefault(given["name"], []).append(given["value"])
            case _:
                pass

    def sent(self, game: str) -> dict[str, list[str]]:
        """What a browser sends for this game when nothing is touched."""
        untouched = {name: self.set.get(name, values[:1]) for name, values in self.values.items() if name != "game"}
        for name in self.switches:
            untouched[name] = self.set.get(name, [])
        return {**untouched, "game": [game], "key": [next(KEYS)]}


@pytest.fixture
async def ada(url: str, working: None) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of somebody signed in."""
    async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=20) as http:
        assert (await http.post("/session", data={"do": "new", "name": "Ada"})).status_code == 200
        yield http


@pytest.mark.parametrize("game", sorted(registry.load()))
async def test_a_table_of_every_game_is_opened_with_what_the_form_shows(
    site: Site, ada: httpx.AsyncClient, game: str
) -> None:
    form = Opening((await ada.get("/")).text)
    record = registry.game(game).record
    for seats in record.seats:
        told = await ada.post("/open", data=form.sent(f"{game}/{seats}"))
        table = (await site.matches.now(told.headers["location"].split("/")[2])).table
        assert (table.game, len(table.seats)) == (game, seats)
    for shape in games.options(record, record.options):
        found = table.options[shape.id]
        assert (sorted(found) == sorted(shape.default)) if shape.many else (found == shape.default), shape.id


@pytest.mark.parametrize("game", sorted(registry.load()))
async def test_every_value_of_every_option_is_read_as_it_is(site: Site, ada: httpx.AsyncClient, game: str) -> None:
    form = Opening((await ada.get("/")).text)
    record = registry.game(game).record
    seats = max(record.seats)
    for shape in games.options(record, record.options):
        for value in shape.values or ():
            name, given = f"{game}:{shape.id}", str(value).lower() if isinstance(value, bool) else str(value)
            sent = {**form.sent(f"{game}/{seats}"), name: [] if value is False else [given]}
            assert value is False or given in form.values[name]
            command = read(site, sent)
            assert not isinstance(command, Text)
            found = command.options[shape.id]
            assert (found, type(found)) == (([value], list) if shape.many else (value, type(value)))
            told = await ada.post("/open", data=sent)
            if told.status_code == 409:  # an option may want another one beside it, and says so in words
                assert " - at `$" not in told.text
                assert "Expected" not in told.text
            else:
                assert told.status_code == 303


@pytest.mark.parametrize("game", ["planet/²", "planet/٣", "planet/", "planet/-2", "planet", "chess/2"])
async def test_a_number_of_players_is_written_in_plain_digits(site: Site, ada: httpx.AsyncClient, game: str) -> None:
    assert (await ada.post("/open", data={"game": game, "key": next(KEYS)})).status_code == 404
    with pytest.raises(Problem):
        read(site, {"game": [game]})


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
async def test_a_refused_table_shows_the_page_whole_and_the_form_as_it_was_sent(
    ada: httpx.AsyncClient, language: str
) -> None:
    say = speaker(language)
    entered = {
        "game": "train_farm/5",
        "train_farm:rounds": "40",
        "train_farm:base_upkeep": "1",
        "train_farm:wall_lifts_durability": "true",
        "train_farm:first": "ignored",
        "planet:mystery": "true",
    }
    wrong = {**entered, "train_farm:timeout": "zz"}
    far = {**entered, "game": "train_farm/99"}
    for sent in (wrong, far):
        told = await ada.post("/open", params={"lang": language}, data={**sent, "key": next(KEYS)})
        assert told.status_code == 409
        found = Page(told.text)
        for word in ("hello", "sign_out", "token", "your_matches", "new_match"):
            assert say(Text(f"web.page.{word}", {"name": "Ada"})) in found.text
        assert " - at `$" not in told.text
        form = Opening(told.text)
        assert form.set.get("game") == (["train_farm/5"] if sent is wrong else None)
        assert form.set["train_farm:rounds"] == ["40"]
        assert form.set["train_farm:base_upkeep"] == ["1"]
        assert form.set["train_farm:wall_lifts_durability"] == ["true"]
        assert "train_farm:food_debt" not in form.set  # on by default, and taken off
        for link in found.links:
            if "lang=" in link:
                assert (await ada.get(link)).status_code == 200, link
    told = await ada.post("/open", params={"lang": language}, data={**wrong, "key": next(KEYS)})
    option = Text("train_farm.option.timeout")
    assert say(Text("web.page.no_such_value", {"option": option, "given": "zz"})) in Page(told.text).text
