"""Games begun at this terminal: which match it is and who sits where. The match itself is in the log."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct


class Saved(Struct, frozen=True):
    """A game at this terminal. `players` are ids by seat; `robots` the seats that are played by one."""

    match: str
    game: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    robots: tuple[int, ...]
    kind: str
    lang: str
    seed: str | None = None


def keep(folder: Path, saved: Saved) -> None:
    """Write it down."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{saved.match}.json"
    fresh = path.with_suffix(".new")
    fresh.write_bytes(msgspec.json.format(msgspec.json.encode(saved)))
    fresh.replace(path)


def find(folder: Path, match: str) -> Saved | None:
    """The game of this match, None if none was begun here."""
    try:
        return msgspec.json.decode((folder / f"{match}.json").read_bytes(), type=Saved)
    except (OSError, msgspec.DecodeError):
        return None


def everything(folder: Path) -> list[Saved]:
    """All games begun here, the latest first."""
    files = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    found = [find(folder, path.stem) for path in files]
    return [saved for saved in found if saved is not None]


def forget(folder: Path, match: str) -> None:
    """A game that is over."""
    (folder / f"{match}.json").unlink(missing_ok=True)
