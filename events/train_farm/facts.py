"""Reads the component files in `data/` into frozen structs, once. Knows no rule and no match."""

from pathlib import Path
from typing import TypeVar

import msgspec

DATA = Path(__file__).with_name("data")

T = TypeVar("T")


def read(name: str, shape: type[T]) -> T:
    """The component file `name` decoded as `shape`; `msgspec.ValidationError` if it is not one."""
    return msgspec.json.decode((DATA / f"{name}.json").read_bytes(), type=shape)
