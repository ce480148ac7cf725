"""Texts by meaning: a key and arguments, rendered late, at the doors, in the reader's language.

Catalogues are TOML files `en.toml`, `zh-Hans.toml` and `zh-Hant.toml`, one folder a package. Nested
tables are joined by dots and prefixed with the package's id: `[ask] place = "..."` in the catalogue
of `planet` is the key `planet.ask.place`.

A template holds `{name}` for an argument and `{name#one|other}` for a choice by whether a whole
number is one (both may hold arguments themselves: `{n#one card|{n} cards}`). `{seat}` given
as `Text("seat", {"seat": 2})` becomes the player's name at the door.
"""

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant")
MISSING: Final = "⟦"  # stands before a key no catalogue has; the law `lit_up` looks for it


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence or name by meaning. `args` may hold texts, whole numbers, strings or lists of texts."""

    key: str
    args: "dict[str, Text | int | str | tuple[Text, ...]]" = msgspec.field(default_factory=dict)


Say = Callable[[Text], str]

_PLACE: Final = re.compile(r"\{([a-z_]+)(?:#((?:[^|{}]|\{[a-z_]+\})*)\|((?:[^{}]|\{[a-z_]+\})*))?\}")
_folders: dict[str, Path] = {}


def seat_text(seat: int) -> Text:
    """The player of a seat; doors that know names put them in."""
    return Text("seat", {"seat": seat})


def add_catalogue(package: str, folder: Path) -> None:
    """Make the catalogues in `folder` serve the keys that begin with `package` and a dot."""
    if _folders.get(package) != folder:
        _folders[package] = folder
        _catalogue.cache_clear()


def catalogue(package: str, language: str) -> Mapping[str, str]:
    """Every template of a package in a language, by full key. KeyError if the package is unknown."""
    return _catalogue(package, language)


@cache
def _catalogue(package: str, language: str) -> Mapping[str, str]:
    with (_folders[package] / f"{language}.toml").open("rb") as file:
        return dict(_flat(package, tomllib.load(file)))


def _flat(prefix: str, table: Mapping[str, object]) -> Iterable[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}.{name}", value)
        else:
            yield f"{prefix}.{name}", str(value)


def has(key: str, language: str = "en") -> bool:
    """Whether a catalogue has this key."""
    package = key.partition(".")[0]
    return package in _folders and key in _catalogue(package, language)


def render(text: Text, language: str = "en", names: Sequence[str] = ()) -> str:
    """The text in a language (one of LANGUAGES). A key without a template shows as `⟦key⟧`, never an error."""
    if text.key == "seat":
        return _seat_name(text, language, names)
    package = text.key.partition(".")[0]
    template = _catalogue(package, language).get(text.key) if package in _folders else None
    if template is None:
        return f"{MISSING}{text.key}⟧"

    def place(found: re.Match[str]) -> str:
        name, one, other = found.groups()
        if name not in text.args:
            return f"{MISSING}{text.key}:{name}⟧"
        value = text.args[name]
        if one is not None:
            return _PLACE.sub(place, one if value == 1 else other)
        return _argument(value, language, names)

    return _PLACE.sub(place, template)


def _argument(value: Text | int | str | tuple[Text, ...], language: str, names: Sequence[str]) -> str:
    match value:
        case Text():
            return render(value, language, names)
        case tuple():
            comma = ", " if language == "en" else "、"
            return comma.join(render(part, language, names) for part in value)
        case int() if value < 0:
            return f"−{-value}"  # a real minus sign, as in print
        case int() | str():
            return str(value)


def _seat_name(text: Text, language: str, names: Sequence[str]) -> str:
    seat = text.args.get("seat")
    if isinstance(seat, int) and 0 <= seat < len(names) and names[seat]:
        return names[seat]
    number = seat + 1 if isinstance(seat, int) else "?"
    return f"Player {number}" if language == "en" else f"玩家{number}"


def speaker(language: str, names: Sequence[str] = ()) -> Say:
    """A function that renders in this language (English if it is none of ours) with these names, by seat."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    return lambda text: render(text, known, names)


def negotiate(accept: str | None) -> str:
    """The best of LANGUAGES for an `Accept-Language` header; English when nothing fits."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate((accept or "").split(",")[:20]):
        tag, _, rest = part.strip().partition(";")
        quality = rest.strip().removeprefix("q=") if rest else "1"
        try:
            weight = float(quality)
        except ValueError:
            continue
        language = _language(tag.strip().lower())
        if language and weight > 0:
            wanted.append((-weight, place, language))
    return min(wanted)[2] if wanted else "en"


def _language(tag: str) -> str | None:
    parts = tag.split("-")
    if parts[0] == "en" or tag == "*":
        return "en"
    if parts[0] != "zh":
        return None
    traditional = {"hant", "tw", "hk", "mo"} & set(parts[1:])
    return "zh-Hant" if traditional and "hans" not in parts else "zh-Hans"


def parity(package: str) -> list[str]:
    """What differs between the languages of a package: keys and placeholders missing or added, one line each."""
    english = _catalogue(package, "en")
    found: list[str] = []
    for language in LANGUAGES[1:]:
        other = _catalogue(package, language)
        found += [f"{package}/{language}: {key} is missing" for key in english if key not in other]
        found += [f"{package}/{language}: {key} is in no English catalogue" for key in other if key not in english]
        for key in english.keys() & other.keys():
            ours, theirs = _names(english[key]), _names(other[key])
            if ours != theirs:
                found.append(f"{package}/{language}: {key} has {sorted(theirs)}, English has {sorted(ours)}")
    return sorted(found)


def _names(template: str) -> set[str]:
    names: set[str] = set()
    for name, *parts in _PLACE.findall(template):
        names.add(name)
        names.update(*map(_names, parts))
    return names


def main(roots: Sequence[str]) -> int:
    """Print every difference between the catalogues below these folders; 1 if there is any. Run by `make lint`."""
    folders = [file.parent for root in roots for file in sorted(Path(root).rglob("texts/en.toml"))]
    for folder in folders:
        add_catalogue(folder.parent.name, folder)
    problems = [line for folder in folders for line in parity(folder.parent.name)]
    for line in problems:
        print(line, file=sys.stderr)
    print(f"{len(folders)} catalogues, {len(LANGUAGES)} languages, {len(problems)} differences", file=sys.stderr)
    return 1 if problems or not folders else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
