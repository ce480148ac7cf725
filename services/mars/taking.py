"""Rules 7: who can be hit, and by how much."""

from events.mars.agenda import NEUTRAL, NOBODY, Item
from events.mars.map import SPACES
from events.mars.nouns import Held, Resource
from events.mars.state import State, holders
from events.mars.tally import bearers
from events.mars.words import RemoveAny, RemoveAnyFromCard, StealAny
from services.mars.standing import locked, protected


def victims(state: State, seat: int, item: Item, step: RemoveAny | StealAny) -> tuple[int, ...]:
    """Whose resources may go: opponents clockwise, then oneself; stealing also from the neutral opponent (rules 13)."""
    found = []
    for other in bearers(state, seat):
        if other == NEUTRAL:
            if isinstance(step, StealAny):
                found.append(other)
        elif most(state, seat, other, step.resource) and not (isinstance(step, StealAny) and other == seat):
            if isinstance(step, RemoveAny) and step.beside and not _beside(state, item.at, other):
                continue
            found.append(other)
    return tuple(found)


def _beside(state: State, at: str, owner: int) -> bool:
    """Whether the player owns a tile beside the space; a claim is none (rules, Flooding)."""
    space = SPACES.get(at)
    return space is not None and any(
        other in state.tiles and state.tiles[other].seat == owner for other in space.neighbors
    )


def most(state: State, seat: int, victim: int, resource: Resource) -> int:
    """How many of these can be removed from a player by `seat`."""
    holder = state.seats[victim]
    return 0 if victim in state.left or protected(holder, seat, resource) else holder.resources[resource]


def targets(state: State, seat: int, held: Held, any_neutral: bool) -> tuple[str, ...]:
    """Cards, as `seat:card`, from which a resource of this kind may be removed; the neutral one as `neutral`."""
    found = []
    for other in bearers(state, seat):
        if other == NEUTRAL:
            if any_neutral:
                found.append("neutral")
            continue
        holder = state.seats[other]
        for card in holders(holder):
            if card.holds is held and holder.held.get(card.id, 0) and not locked(holder, seat, card.id, held):
                found += [f"{other}:{card.id}"]
    return tuple(found)


def read_target(target: str) -> tuple[int, str]:
    """The seat and card of a target."""
    if target == "neutral":
        return NEUTRAL, ""
    seat, _, card = target.partition(":")
    return int(seat), card


def most_from(state: State, item: Item, step: RemoveAny | StealAny | RemoveAnyFromCard, seat: int) -> int:
    """How many may be taken from the victim or card already named."""
    if isinstance(step, RemoveAnyFromCard):
        victim, card = read_target(item.target)
        return 0 if victim in state.left else min(step.n, state.seats[victim].held.get(card, 0))
    if item.victim == NEUTRAL:
        return step.n
    return min(step.n, most(state, seat, item.victim, step.resource))


def named(item: Item) -> bool:
    """Whether the victim is named and only the amount is open."""
    return item.victim != NOBODY or bool(item.target)
