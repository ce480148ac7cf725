"""Laws of questions: somebody must, every legal reply is accepted, no other, and refusals tell and change nothing."""

from collections.abc import Iterator
from typing import Any

from events import codec
from events.choices import (
    Choice,
    Counted,
    Filled,
    Form,
    Laid,
    Lay,
    Number,
    Pick,
    Picked,
    Reply,
    SentReply,
    Share,
    Shared,
    Typed,
    accepts,
    sample,
    tidy,
)
from events.commands import Answer, Command, Default, Leave, Undo
from events.commit import Wait
from events.record import fold
from events.table.events import TakenBack
from events.typed import SPELLED, spell
from services.dice import Seeded
from services.laws.moment import Memory, Moment, Tried, attempt, attempt_as, viewers
from services.referee import Ask, Game, Refused, answer, read_reply
from services.table.decide import ask_of, choice, default, pending
from services.table.votes import PREFIX

TRIES = LUCKS = 2
STRANGER = "a stranger"


def waits(moment: Moment, memory: Memory, _: Seeded) -> Iterator[str]:
    """Who is asked is what the referee says; ids live as long as their question and never come back."""
    before, after, n = moment.before.waits, moment.commit.waits, moment.n
    asked = [(ask.seat, ask.key, ask.must) for ask in pending(moment.games, moment.after)]
    if asked != [(wait.seat, wait.key, wait.must) for wait in after]:
        yield f"the referee asks {asked}"
    if len({(wait.seat, wait.key) for wait in after}) < len(after):
        yield "the same seat is asked the same twice"
    musts = [wait.seat for wait in after if wait.must]
    if len(set(musts)) < len(musts):
        yield f"a seat has two questions it must answer: {musts}"
    if {wait.seat for wait in after} - set(moment.after.table.still_in):
        yield "a seat without a player is asked"
    old = {wait.id: wait for wait in before}
    command = moment.commit.command
    for place, wait in enumerate(after):
        if wait.id in memory.gone:
            yield f"the id {wait.id} came back"
        if wait.id not in old and wait.id != f"{n}.{place}":
            yield f"a new question has the id {wait.id}"
        if wait.id in old and (old[wait.id].seat, old[wait.id].key) != (wait.seat, wait.key):
            yield f"the id {wait.id} went to another question"
        if isinstance(command, Answer | Default) and wait.id == command.prompt:
            yield f"the question {wait.id} was answered and kept its id"
        yield from _since(moment, wait)
    memory.gone.update(old.keys() - {wait.id for wait in after})
    if any(isinstance(event, TakenBack) for event in moment.commit.events):
        memory.keys.clear()
        return
    back = memory.keys & {(wait.seat, wait.key) for wait in after}
    if back:
        yield f"these keys were asked before, and are no new decisions: {sorted(back)}"
    memory.keys.update({(wait.seat, wait.key) for wait in before} - {(wait.seat, wait.key) for wait in after})


def _since(moment: Moment, wait: Wait) -> Iterator[str]:
    turns = {old.seat: old.since for old in moment.before.waits if old.must}
    if wait.must and wait.since != turns.get(wait.seat, moment.n):
        yield f"the turn of seat {wait.seat} is said to last since {wait.since}"


def has_no_dead_end(moment: Moment, _: Memory, dice: Seeded) -> Iterator[str]:
    """Until the end somebody must answer, and every question has a legal reply and a legal default."""
    if not moment.playing:
        return
    if not any(wait.must for wait in moment.commit.waits):
        yield "nobody must do anything, and the match is not over"
    for wait in moment.commit.waits:
        asked = choice(moment.games, moment.after, ask_of(wait))
        if not accepts(asked, sample(asked, dice)):
            yield f"a sample of {wait.key} is no legal reply"
        silence = default(moment.games, moment.after, ask_of(wait))
        if silence is not None and not accepts(asked, silence):
            yield f"what silence says to {wait.key} is no legal reply: {silence}"
        if (silence is None) is wait.must:
            yield f"{wait.key}: a default goes with a must, and with nothing else"


def accepts_the_legal(moment: Moment, _: Memory, dice: Seeded) -> Iterator[str]:
    """Every sampled reply, every default and everybody's leaving is accepted by the referee."""
    if not moment.playing:
        return
    game = moment.after.game
    for wait in moment.commit.waits:
        asked = choice(moment.games, moment.after, ask_of(wait))
        for turn in range(TRIES):
            reply = sample(asked, dice)
            tried = attempt(moment, game, wait.seat, Answer(wait.id, reply), f"{moment.n}/{turn}")
            if tried.code:
                yield f"{reply} to {wait.key} is refused: {tried.code}"
        if wait.must:
            tried = attempt(moment, game, wait.seat, Default(wait.id), "silence")
            if tried.code:
                yield f"silence to {wait.key} is refused: {tried.code}"
    for seat in moment.after.table.still_in:
        tried = attempt(moment, game, seat, Leave(), "leave")
        if tried.code:
            yield f"seat {seat} may not leave: {tried.code}"


def reads_typed(moment: Moment, _: Memory, dice: Seeded) -> Iterator[str]:
    """Every legal reply can be typed, by ids, and is read as itself."""
    for wait in moment.commit.waits:
        asked = choice(moment.games, moment.after, ask_of(wait))
        reply = sample(asked, dice)
        typed = spell(reply)
        if len(typed) < SPELLED and read_reply(asked, Typed(typed)) != tidy(asked, reply):
            yield f"{wait.key}: {typed!r} is not read as {reply}"


def outside(asked: Choice, wait: Wait, dice: Seeded) -> list[Reply]:
    """Replies that are none to this question."""
    wrong: list[Reply] = [Counted(-1), Picked(("no such option",)), Laid("x", "0", "nowhere"), Filled({}), Shared({})]
    match asked:
        case Pick():
            ids = tuple(option.id for option in asked.options)
            wrong += [Picked(ids), Picked(()), Picked((*ids[:1], *ids[:1])), Picked(ids[: asked.most + 1])]
        case Number():
            wrong += [Counted(asked.least - 1), Counted(asked.most + 1)]
        case Share():
            every = {unit.id: unit.cap for unit in asked.options}
            wrong += [Shared({name: cap + 1 for name, cap in every.items()}), Shared(every), Shared({"no": 1})]
        case Lay():
            places = [spot[2] for spot in asked.spots] or ["nowhere"]
            for piece in asked.pieces:
                wrong.append(Laid(piece.id, dice.draw(asked.turns, 1)[0], dice.draw(places, 1)[0]))
                wrong.append(Laid(piece.id, "no such turn", places[0]))
        case Form():
            legal = sample(asked, dice)
            assert isinstance(legal, Filled)
            wrong += [Filled(dict(list(legal.fields.items())[1:])), Filled({**legal.fields, "more": Picked(())})]
            wrong += [Filled({**legal.fields, field.id: Picked((wait.key,))}) for field in asked.fields]
    return [reply for reply in wrong if not accepts(asked, reply)]


def has_no_back_door(moment: Moment, _: Memory, dice: Seeded) -> Iterator[str]:
    """A reply outside the question, an old question, another seat's question: refused, and nothing is drawn or
    changed by it."""
    if moment.after.game is None:
        return
    game = moment.after.game
    before = codec.state_hash(game)
    players = {seat: moment.after.table.seats[seat].player for seat in moment.after.table.still_in}
    tried: list[tuple[str, str, Tried]] = []
    for wait in moment.commit.waits:
        asked = choice(moment.games, moment.after, ask_of(wait))
        legal = sample(asked, dice)
        sent: list[SentReply] = [*outside(asked, wait, dice), Typed("?!"), Typed("")]
        for reply in sent:
            if isinstance(reply, Typed) and reply.text == "" and accepts(asked, Picked(())):
                continue
            done = attempt(moment, game, wait.seat, Answer(wait.id, reply), "back door")
            tried.append((f"{reply} to {wait.key}", "not_an_answer", done))
        for seat, player in players.items():
            if seat != wait.seat:
                done = attempt_as(moment, game, player, Answer(wait.id, legal), "another seat")
                tried.append((f"seat {seat} answering {wait.key} of seat {wait.seat}", "not_asked", done))
        done = attempt_as(moment, game, STRANGER, Answer(wait.id, legal), "stranger")
        tried.append((f"a stranger answering {wait.key}", "not_seated", done))
        if not wait.must:
            done = attempt_as(moment, game, STRANGER, Default(wait.id), "lapse")
            tried.append((f"silence to {wait.key}, which nobody waits for", "not_asked", done))
    for old in moment.before.waits:
        if moment.playing and moment.after.wait(old.id) is None and old.seat in players:
            done = attempt(moment, game, old.seat, Answer(old.id, Picked(())), "stale")
            tried.append((f"answering {old.key} again", "stale_prompt", done))
    yield from _refused(tried)
    if codec.state_hash(game) != before:
        yield "a refused command changed the state"


def _refused(tried: list[tuple[str, str, Tried]]) -> Iterator[str]:
    for what, code, done in tried:
        if not done.code:
            yield f"accepted: {what}"
        elif done.code != code:
            yield f"refused as {done.code} instead of {code}: {what}"


def refuses_without_a_trace(moment: Moment, _: Memory, dice: Seeded) -> Iterator[str]:
    """Whatever is refused has drawn nothing and changed nothing."""
    if moment.after.game is None:
        return
    game = moment.after.game
    before = codec.state_hash(game)
    for seat, command in commands(moment, dice):
        tried = attempt(moment, game, seat, command, "trace")
        if tried.code and tried.used:
            yield f"{command} was refused ({tried.code}) after {tried.used} draws"
    if codec.state_hash(game) != before:
        yield "trying commands changed the state"


def refuses_blindly(moment: Moment, _: Memory, dice: Seeded) -> Iterator[str]:
    """Whether and how a command is refused is the same under any chance and any hidden twin."""
    if not moment.playing:
        return
    game, record = moment.after.game, moment.game.record
    twins = {}
    for seat in viewers(moment):
        if seat is not None:
            twins[seat] = record.imagine(record.view(game, seat), seat, dice)
    for seat, command in commands(moment, dice):
        lucks = [f"luck {number}" for number in dice.roll(1_000_000, LUCKS)]
        one, *others = [attempt(moment, game, seat, command, luck) for luck in lucks]
        if any(other.verdict != one.verdict for other in others):
            yield f"{command} of seat {seat} is refused by chance: {one.verdict}"
        blind = attempt(moment, twins[seat], seat, command, lucks[0]).verdict
        if blind != one.verdict:
            yield f"{command} of seat {seat}: {one.verdict}, but on a twin {blind}"


def following(game: Game, state: Any, ask: Ask, reply: Reply, dice: Seeded, most: int = 3) -> Iterator[Reply]:
    """Legal replies at random to the questions that follow a reply for its seat; every other share is passed over."""
    now: Ask | None = ask
    for _ in range(most):
        assert now is not None
        try:
            done = answer(game, state, now, reply, (), Seeded("following"))
        except Refused:
            return
        state = fold(game.record, state, done.events)
        if game.record.outcome(state) is not None:
            return
        now = next((one for one in game.referee.pending(state) if one.seat == ask.seat and one.must), None)
        if now is None:
            return
        asked = game.referee.choice(state, now)
        if isinstance(asked, Share) and dice.roll(2)[0] == 1:
            reply = game.referee.default(state, now)
        else:
            reply = sample(asked, dice)
            yield reply


def commands(moment: Moment, dice: Seeded) -> list[tuple[int, Command]]:
    """Commands of every seat that may or may not be accepted."""
    found: list[tuple[int, Command]] = []
    for wait in moment.commit.waits:
        asked = choice(moment.games, moment.after, ask_of(wait))
        reply = sample(asked, dice)
        found.append((wait.seat, Answer(wait.id, reply)))
        if not wait.key.startswith(PREFIX):
            chain = following(moment.game, moment.after.game, ask_of(wait), reply, dice)
            found.append((wait.seat, Answer(wait.id, reply, tuple(chain))))
        wrong = outside(asked, wait, dice)
        if wrong:
            found.append((wait.seat, Answer(wait.id, dice.draw(wrong, 1)[0])))
    for seat in moment.after.table.still_in:
        found += [(seat, Undo()), (seat, Leave())]
    return found
