"""The type of a request, spelled once."""

from typing import Any, TypeAlias

import litestar

Request: TypeAlias = litestar.Request[Any, Any, Any]
