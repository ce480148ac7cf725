"""What the client makes of answers of a door that is newer than it."""

from __future__ import annotations

import msgspec

from deploy.client import Prompt
from events.choices import Number
from events.texts import Text


def test_fields_that_a_newer_door_adds_to_a_prompt_are_passed_over() -> None:
    asked = Prompt(id="4.0", seat=1, key="bid", must=True, since=4, choice=Number(Text("bid"), 0, 9))
    told = {**msgspec.to_builtins(asked), "mood": {"of": "the door"}}
    assert msgspec.json.decode(msgspec.json.encode(told), type=Prompt) == asked
