"""How a game at the terminal begins: players made, a table opened, joined and started."""

from __future__ import annotations

import secrets
from typing import Final

from deploy.hotseat.saved import Saved
from deploy.hotseat.serving import Serving
from deploy.hotseat.wanted import Cannot, Wanted
from events.commands import Command, Join, Open, Start
from events.texts import Text
from services.aggregate.envelope import Accepted, Rejected, match_id

PATIENCE: Final = 30.0


async def begin(serving: Serving, wanted: Wanted) -> Saved:
    """Make the players, open, join and start. Raises Cannot."""
    made = [await serving.accounts.create(name, wanted.lang) for name in wanted.names]
    players = tuple(player.id for player, _ in made)
    key = await _key(serving, players[0], wanted)
    match = match_id(players[0], key)

    async def send(player: str, command: Command, under: str) -> None:
        outcome = await serving.gateway.send(match, player, under, command, patience=PATIENCE)
        if isinstance(outcome, Rejected):
            raise Cannot(outcome.text)
        if not isinstance(outcome, Accepted):
            raise Cannot(Text("web.problem.busy"), code=1)

    await send(players[0], Open(wanted.game, dict(wanted.options), wanted.players, invite=False), key)
    for seat, player in enumerate(players):
        await send(player, Join(seat=seat), "join")
    await send(players[0], Start(), "start")
    return Saved(match, wanted.game, players, wanted.names, wanted.robots, wanted.kind, wanted.lang, wanted.seed)


async def _key(serving: Serving, host: str, wanted: Wanted) -> str:
    """The key the table is opened under: with a seed the first not yet used, so that the first match repeats."""
    if wanted.seed is None:
        return secrets.token_hex(8)
    number = 1
    while await serving.log.number(match_id(host, key := f"open-{wanted.game}-{number}")):
        number += 1
    return key
