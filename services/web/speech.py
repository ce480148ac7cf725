"""How things are said over HTTP: JSON in the shapes of the wire, every text rendered in the reader's language."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from events.record import ScoreLine
from events.texts import LANGUAGES, Say, Text, add_catalogue, negotiate, speaker
from services.web.asking import Request

JSON: Final = "application/json"
LANGUAGE_COOKIE: Final = "turnpost_lang"

add_catalogue("web", Path(__file__).with_name("texts"))

_encoder = msgspec.json.Encoder(order="deterministic")


def language_of(request: Request) -> str:
    """The reader's language: `?lang=`, else what the browser was told, else Accept-Language, else English."""
    for wanted in (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if wanted in LANGUAGES:
            return wanted
    return negotiate(request.headers.get("accept-language"))


def say_in(language: str, names: Sequence[str] = ()) -> Say:
    """A function that renders texts in this language with these players' names."""
    return speaker(language, names)


def spoken(value: Any, say: Say) -> Any:
    """A value as dicts and lists, every field of a struct there, each Text with its rendered "text" beside it."""
    return _Walk(say).say(value)


class _Walk:
    """One value being said; texts without arguments, which are most, are rendered once."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._bare: dict[str, dict[str, Any]] = {}

    def say(self, value: Any) -> Any:
        match value:
            case Text():
                return self._text(value)
            case str() | int() | None:
                return value
            case msgspec.Struct():
                return self._struct(value)
            case tuple() | list():
                return [self.say(item) for item in value]
            case Mapping():
                return {str(key): self.say(item) for key, item in value.items()}
            case set() | frozenset():
                return [self.say(item) for item in sorted(value)]
            case _:
                return value

    def _text(self, text: Text) -> dict[str, Any]:
        """A text with its rendering. What stands in it is rendered once, and put into it as it is."""
        if not text.args:
            found = self._bare.get(text.key)
            if found is None:
                found = self._bare[text.key] = {"key": text.key, "args": {}, "text": self._say(text)}
            return found
        args: dict[str, Any] = {}
        ready: dict[str, Text | int | str | tuple[Text, ...]] = {}
        for name, arg in text.args.items():
            args[name] = told = self.say(arg)
            match arg:
                case Text():
                    ready[name] = told["text"]
                case tuple():
                    ready[name] = tuple([Text("web.plain", {"text": part["text"]}) for part in told])
                case _:
                    ready[name] = arg
        return {"key": text.key, "args": args, "text": self._say(Text(text.key, ready))}

    def _struct(self, value: msgspec.Struct) -> dict[str, Any]:
        config = value.__struct_config__
        found: dict[str, Any] = {}
        if config.tag_field is not None:
            found[config.tag_field] = config.tag
        for field, name in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
            found[name] = self.say(getattr(value, field))
        if isinstance(value, ScoreLine):
            found["text"] = self._say(value.text)
        return found


def to_json(value: Any, say: Say) -> bytes:
    """A value as JSON, its texts rendered. The same value gives the same bytes."""
    return _encoder.encode(spoken(value, say))


def plain_json(value: Any) -> bytes:
    """A value without texts as JSON. The same value gives the same bytes."""
    return _encoder.encode(value)


def in_a_row(texts: Sequence[Text], say: Say, language: str) -> str:
    """Sentences one after another, as the language sets them."""
    return ("" if language.startswith("zh") else " ").join(say(text) for text in texts)
