"""The form that opens a table: a game with its number of players, and the options of every game; shown and read."""

import secrets
from collections.abc import Sequence
from typing import Any

from events.commands import Open
from events.texts import Say, Text
from services.referee import Game
from services.web import games
from services.web.asking import Request
from services.web.handlers import site_of
from services.web.pages.frame import address, word
from services.web.pages.markup import Html, tag
from services.web.pages.question import Fields, one
from services.web.problems import Problem
from services.web.site import Site


def form(request: Request, say: Say, entered: Fields | None = None) -> Html:
    """The form, set to what was entered where it is shown again."""
    chosen = one(entered or {}, "game")
    choices = []
    options = []
    for name, game in site_of(request).games.items():
        title = say(games.title(name))
        for seats in game.record.seats:
            text, value = word(say, "game_for", game=title, seats=seats), f"{name}/{seats}"
            choices.append(tag("option", text, value=value, selected=value == chosen))
        again = entered if chosen.partition("/")[0] == name else None
        fields = [_option(say, name, shape, again) for shape in _shapes(game) if shape.values]
        if fields:
            summary = tag("summary", word(say, "options_of", game=title))
            options.append(tag("details", summary, fields, open=again is not None))
    return tag(
        "form",
        tag("input", type="hidden", name="key", value=secrets.token_urlsafe(12)),
        tag("p", tag("label", word(say, "game"), for_="game"), tag("select", choices, id="game", name="game")),
        options,
        tag("button", word(say, "open"), type="submit"),
        method="post",
        action=address("/open", lang=request.query_params.get("lang")),
    )


def read(site: Site, fields: Fields) -> Open | Text:
    """The command in the form, or what does not fit. The number of seats stands in the name of the game it is for.

    Problem(no_such_game).
    """
    name, _, seats = one(fields, "game").partition("/")
    game = site.games.get(name)
    if game is None or not (seats.isascii() and seats.isdigit() and len(seats) <= 2):
        raise Problem("no_such_game")
    options: dict[str, Any] = {}
    for shape in _shapes(game):
        given = fields.get(_name(name, shape), [])
        known = {_text(value): value for value in shape.values or ()}
        unknown = next((text for text in given if text not in known), None)
        if unknown is not None:
            return Text("web.page.no_such_value", {"option": shape.text, "given": unknown[:40]})
        if _switch(shape):
            options[shape.id] = bool(given)
        elif shape.many:
            options[shape.id] = [known[text] for text in given]
        elif given:
            options[shape.id] = known[given[0]]
    return Open(name, options, int(seats))


def _shapes(game: Game) -> tuple[games.OptionShape, ...]:
    return games.options(game.record, game.record.options)


def _switch(shape: games.OptionShape) -> bool:
    """Whether an option is a yes or no. By the type of its values: 0 and 1 equal False and True, and are numbers."""
    return not shape.many and shape.values is not None and all(isinstance(value, bool) for value in shape.values)


def _name(game: str, shape: games.OptionShape) -> str:
    return f"{game}:{shape.id}"


def _text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _option(say: Say, game: str, shape: games.OptionShape, entered: Fields | None) -> Html:
    """One option of a game: a switch, some of several, or one of several."""
    name = _name(game, shape)
    values = shape.values or ()
    chosen = _default(shape) if entered is None else entered.get(name, ())
    if _switch(shape):
        return tag("div", _box(name, _text(True), say(shape.text), chosen))
    if shape.many:
        boxes = [_box(name, _text(value), _called(say, game, value), chosen) for value in values]
        return tag("div", tag("p", say(shape.text)), boxes)
    choices = [
        tag("option", _called(say, game, value), value=_text(value), selected=_text(value) in chosen)
        for value in values
    ]
    return tag("p", tag("label", say(shape.text), for_=name), tag("select", choices, id=name, name=name))


def _box(name: str, value: str, text: str, chosen: Sequence[str]) -> Html:
    box = tag("input", type="checkbox", name=name, value=value, checked=value in chosen)
    return tag("label", box, " ", text, class_="switch")


def _called(say: Say, game: str, value: str | int | bool) -> str:
    return say(games.value_text(game, value))


def _default(shape: games.OptionShape) -> list[str]:
    """The default as a form would send it."""
    return [_text(value) for value in (shape.default if shape.many else (shape.default,)) if value is not None]
