"""`turnpost parked list|retry`: commands that could not be decided, and another try once their reason is mended."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from deploy.cli.data import Data, on_the_log
from events.log import Log
from services.aggregate.envelope import decode_stored
from services.aggregate.parked import NotParked, Parked
from services.aggregate.parked import parked as parked_commands
from services.aggregate.parked import retry as try_again

Json = Annotated[bool, Parameter(help="Print one document, as JSON.")]
Names = Annotated[str, Parameter(help="The names that `turnpost parked list` gives, or all.")]

PATIENCE = 15.0
PAUSE = 0.1

parked = App(name="parked", help="Commands that could not be decided: list them, or try them again.")


@parked.command(name="list")
def show(*, json: Json = False, data: Data = None) -> None:
    """List parked commands, the oldest first: name, match, who sent it under which key, and what it does.

    What was sent is not shown, for it may be hidden. With `--json`, one document.
    """
    found = on_the_log("parked list", parked_commands, data)
    if json:
        print(msgspec.json.encode({"parked": [_told(one) for one in found]}).decode())
        return
    for one in found:
        told = _told(one)
        print(" ".join(part for part in told.values() if part is not None))
    print(f"{len(found)} parked", file=sys.stderr)


@parked.command
def retry(*names: Names, data: Data = None) -> int:
    """Try parked commands again, by their names or `all`, and tell what each comes to. 1 if one could not be decided.

    The match stands where it stands now; what was asked then may have been answered since.
    """
    if not names:
        sys.exit("turnpost parked retry: name the commands, or all")

    async def work(log: Log) -> int:
        listed = [one.name for one in await parked_commands(log)] if names == ("all",) else list(names)
        return sum([await _retry(log, name) for name in listed])

    return 1 if on_the_log("parked retry", work, data) else 0


async def _retry(log: Log, name: str) -> int:
    """Try one again; 1 if that did not help."""
    try:
        envelope = await try_again(log, name)
    except NotParked as error:
        print(f"{name}: {error}")
        return 1
    end = asyncio.get_running_loop().time() + PATIENCE
    while asyncio.get_running_loop().time() < end:
        stored = await log.outcome(envelope.match, envelope.command_id)
        if stored is not None:
            outcome = decode_stored(stored)
            print(f"{name}: {f'accepted as commit {outcome.commit}' if outcome.commit else f'refused: {outcome.code}'}")
            return int(outcome.code == "our_fault")
        await asyncio.sleep(PAUSE)
    print(f"{name}: waits to be decided; no worker has come to it in {PATIENCE:.0f} s")
    return 0


def _told(one: Parked) -> dict[str, str | None]:
    sent = one.envelope
    return {
        "name": one.name,
        "match": sent.match if sent else None,
        "player": sent.player if sent else None,
        "key": sent.key if sent else None,
        "does": type(sent.command).__name__ if sent else f"unreadable, {len(one.data)} bytes",
    }
