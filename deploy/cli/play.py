"""`turnpost play`: a match at this terminal, everybody in turn at one keyboard, robots in the other seats."""

from __future__ import annotations

import asyncio
import logging
import os
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from cyclopts import Parameter
from msgspec.structs import replace
from redis.exceptions import RedisError

from deploy import logs
from deploy.cli.data import Data, settings_over
from deploy.cli.told import told, wrong
from deploy.embedded import ServerError
from deploy.hotseat import saved as games
from deploy.hotseat.begin import begin
from deploy.hotseat.game import End, Sitting
from deploy.hotseat.saved import Saved
from deploy.hotseat.screen import WARM, Screen, word
from deploy.hotseat.serving import NotOurs, Serving, serving
from deploy.hotseat.wanted import Cannot, Wanted, wanted
from deploy.settings import Settings, SettingsError
from events.log import LogError
from events.texts import Say, Text, speaker
from services import registry
from services.web.games import title as title_of

Language = Literal["en", "zh-Hans", "zh-Hant"]


def play(
    game: str | None = None,
    *,
    players: int | None = None,
    lang: Language | None = None,
    robots: str | None = None,
    level: Literal["greedy", "random"] = "greedy",
    names: str | None = None,
    options: Annotated[tuple[str, ...], Parameter(negative=(), consume_multiple=True)] = (),
    match: str | None = None,
    seed: int | None = None,
    data: Data = None,
) -> None:
    """Play at this terminal, everybody in turn at one keyboard. `quit` puts the match away, to go on later.

    The match is one like any other: its commands go through the stream, its log is in the data folder.

    Parameters
    ----------
    game
        The game to play; without it you are asked, and may go on with a match that was put away.
    players
        How many seats; by default the fewest the game is played with that hold the robots and a person.
    lang
        The language; by default that of the terminal.
    robots
        Seats played by robots, counted from 1: 2,3
    level
        How the robots play: greedy looks one answer ahead, random answers anything legal.
    names
        The players' names in the order of seats: Ada,Bo
    options
        Options of the game: beginner=true first=0
    match
        Go on with this match.
    seed
        With the same seed, in a fresh data folder, chance and robots are the same.
    """
    logs.configure(logging.ERROR)
    language = lang or _language()
    say = speaker(language)
    try:
        settings = settings_over(data)
        chance = settings.test_seed if seed is None else str(seed)

        def want(picked: str) -> Wanted:
            return wanted(picked, players, names, robots, level, language, options, chance)

        if match is not None and games.find(settings.data / "play", match) is None:
            raise Cannot(Text("play.error.no_saved", {"match": match[:40]}), code=1)
        asked = Asked(want, None if game is None else want(game), match, language, chance, data)
        with suppress(KeyboardInterrupt):
            asyncio.run(_play(settings, asked))
    except Cannot as error:
        wrong("play", say(error.text))
        sys.exit(error.code)
    except NotOurs:
        sys.exit(f"turnpost: {say(Text('play.error.not_ours'))}")
    except (SettingsError, ServerError, LogError, RedisError) as error:
        sys.exit(f"turnpost: {error}")
    except OSError as error:
        sys.exit(f"turnpost: {told(error)}")


class Asked(NamedTuple):
    """What the command line asks for: a new game, a match to go on with, or neither."""

    want: Callable[[str], Wanted]
    new: Wanted | None
    match: str | None
    language: str
    seed: str | None
    data: Path | None = None


async def _play(settings: Settings, asked: Asked) -> None:
    screen, folder, say = Screen(), settings.data / "play", speaker(asked.language)
    async with serving(settings, asked.seed) as place:
        found = await _found(place, folder, asked, screen, say)
        if found is None:
            return
        games.keep(folder, found)
        title = say(title_of(found.game))
        screen.line(word(say, "begun", game=title, players=len(found.players), match=found.match))
        end = await Sitting(place, found, screen).play()
        if end is End.OVER:
            games.forget(folder, found.match)
        else:
            go_on = found.match if asked.data is None else f"{found.match} --data {shlex.quote(str(asked.data))}"
            screen.line(word(say, "saved", match=go_on))


async def _found(place: Serving, folder: Path, asked: Asked, screen: Screen, say: Say) -> Saved | None:
    """The game to play: the one named, a new one, or what is chosen of those put away and those there are."""
    if asked.match is not None:
        found = games.find(folder, asked.match)
        return None if found is None else replace(found, lang=asked.language)
    if asked.new is not None:
        return await begin(place, asked.new)
    saved = [one for one in games.everything(folder) if await place.log.number(one.match)]
    fresh = list(registry.load())
    screen.line(word(say, "choose"))
    for number, one in enumerate(saved, 1):
        n = await place.log.number(one.match)
        title = say(title_of(one.game))
        screen.line(f"  {number}  " + word(say, "go_on", game=title, players=len(one.players), n=n, match=one.match))
    for number, name in enumerate(fresh, len(saved) + 1):
        screen.line(f"  {number}  " + word(say, "begin", game=say(title_of(name))))
    while (line := await screen.ask(">")) is not None:
        text = line.strip()
        if text.lower().lstrip("/") in ("quit", "q"):
            return None
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
        if 1 <= number <= len(saved):
            return replace(saved[number - 1], lang=asked.language)
        if len(saved) < number <= len(saved) + len(fresh):
            return await begin(place, asked.want(fresh[number - len(saved) - 1]))
        if text in fresh:
            return await begin(place, asked.want(text))
        screen.line(word(say, "choose_how", most=len(saved) + len(fresh), games=", ".join(fresh)), WARM)
    return None


def _language() -> Language:
    """The language of the terminal."""
    name = next((os.environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(key)), "")
    if not name.startswith("zh"):
        return "en"
    return "zh-Hant" if name.startswith(("zh_TW", "zh_HK", "zh_MO", "zh_Hant")) else "zh-Hans"
