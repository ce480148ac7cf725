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
    if isinstance(value, Text):
        args = {name: spoken(arg, say) for name, arg in value.args.items()}
        return {"key": value.key, "args": args, "text": say(value)}
    if isinstance(value, msgspec.Struct):
        return _struct(value, say)
    if isinstance(value, Mapping):
        return {str(key): spoken(item, say) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [spoken(item, say) for item in value]
    if isinstance(value, (set, frozenset)):
        return [spoken(item, say) for item in sorted(value)]
    return value


def _struct(value: msgspec.Struct, say: Say) -> dict[str, Any]:
    config = value.__struct_config__
    found: dict[str, Any] = {}
    if config.tag_field is not None:
        found[config.tag_field] = config.tag
    for field, name in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
        found[name] = spoken(getattr(value, field), say)
    if isinstance(value, ScoreLine):
        found["text"] = say(value.text)
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
