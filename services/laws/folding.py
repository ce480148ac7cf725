"""Laws of the log: folding gives the live state, bytes keep everything, deciding again gives the same bytes."""

from collections.abc import Iterator

import msgspec

from events import codec
from events.match import advance, fold
from services.dice import Seeded
from services.laws.moment import Memory, Moment
from services.referee import Refused
from services.table.again import again
from services.table.decide import pending


def folds(moment: Moment, memory: Memory, _: Seeded) -> Iterator[str]:
    """The commit's bytes on the match before it give the match after it, and evolve left the old state alone."""
    commit = codec.decode(moment.data)
    after = advance(moment.before, commit, codec.digest(moment.data), moment.earlier)
    if after != moment.after:
        yield f"folding gives another {_difference(after, moment.after)}"
    if memory.last is not None and codec.state_hash(moment.before.game) != memory.state:
        yield "the state before this commit was changed in place"
    memory.state = codec.state_hash(moment.after.game)


def _difference(one: msgspec.Struct, other: msgspec.Struct) -> str:
    for name in one.__struct_fields__:
        ours, theirs = getattr(one, name), getattr(other, name)
        if ours != theirs:
            if isinstance(ours, msgspec.Struct) and type(ours) is type(theirs):
                return f"{name}.{_difference(ours, theirs)}"
            return f"{name}: {str(ours)[:200]} instead of {str(theirs)[:200]}"
    return "match"


def keeps_bytes(moment: Moment, _: Memory, __: Seeded) -> Iterator[str]:
    """A commit survives its bytes and its line of JSON, and the line gives the same bytes."""
    commit, data = moment.commit, moment.data
    if codec.encode(commit) != data:
        yield "the commit has other bytes now"
    if codec.decode(data) != commit:
        yield "the bytes give another commit"
    raw = msgspec.json.decode(codec.json_line(commit))
    if codec.builtins_bytes(raw) != data:
        yield "the line of JSON gives other bytes"
    if codec.from_builtins(raw) != commit:
        yield "the line of JSON gives another commit"


def is_deterministic(moment: Moment, _: Memory, __: Seeded) -> Iterator[str]:
    """The same command on the same match with the same chance gives the same bytes."""
    try:
        _commit, data, _after = again(moment.games, moment.before, moment.commit, moment.secret, moment.earlier)
    except Refused as refused:
        yield f"decided again it is refused: {refused.code}"
        return
    if data != moment.data:
        yield f"decided again it is another commit: {codec.json_line(_commit)[:600]}"


def resumes(moment: Moment, _: Memory, __: Seeded) -> Iterator[str]:
    """Stopping here and folding all bytes anew gives the same match, and the same seats are asked the same."""
    match = fold(moment.blobs)
    if match != moment.after:
        yield f"folding from the first byte gives another {_difference(match, moment.after)}"
    asked = [(ask.seat, ask.key, ask.must) for ask in pending(moment.games, match)]
    if asked != [(wait.seat, wait.key, wait.must) for wait in match.waits]:
        yield f"asked are {asked}, but the commit's waits are {match.waits}"
