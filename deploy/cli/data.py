"""`--data`, which every command has that reaches a deployment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from deploy.settings import Settings, read_settings

Data = Annotated[Path | None, Parameter(help="The data folder; by default TURNPOST_DATA, else ./var.")]


def settings_over(data: Path | None) -> Settings:
    """The settings of this environment, over this data folder if one is named. Raises SettingsError."""
    settings = read_settings()
    return settings if data is None else replace(settings, data=data)
