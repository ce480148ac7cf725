"""Section 3 of the rules: camps, sets, decks, tasks, roles (R3, R4, R6, R54)."""

from events.texts import Text
from events.train_farm.cards import cards_of
from events.train_farm.effects import Kind
from events.train_farm.events import CampsPitched, RoleDealt, SetLaid, SetSealed, TasksTurnedUp
from events.train_farm.modules import MENU
from events.train_farm.options import Options, terms
from events.train_farm.rails import HOME
from events.train_farm.roles import in_play
from events.train_farm.start import START
from events.train_farm.state import DECKS
from events.train_farm.tasks import OPEN_AT_START, TASKS
from services.referee import Refused, SetUp
from services.train_farm.rounds import begin_round
from services.train_farm.story import Story


def set_up(story: Story, command: SetUp) -> None:
    """Camps pitched; sets are drawn, or asked for side by side. 20 rounds with the locomotive are refused (R3)."""
    options = command.options
    assert isinstance(options, Options)
    if options.rounds == "20" and "locomotive" in options.modules:
        raise Refused("bad_options", Text("train_farm.refused.rounds"))
    played = terms(options)
    stock = START.resources
    story.tell(
        CampsPitched(
            seats=len(command.seat_options),
            terms=played,
            bolts=stock.bolts,
            food=stock.food,
            people=stock.people,
            durability=START.durability,
            region=HOME if "locomotive" in played.modules else "",
            decks={deck: len(cards_of(deck, "visitors" in played.modules)) for deck in DECKS},
        )
    )
    story.begin(len(command.seat_options))
    if played.start_set == "random":
        for camp in story.state.camps:
            kinds = story.luck.seat(camp.seat).draw(MENU, START.tiles)
            story.tell(SetLaid(camp.seat, _in_order(kinds)))
        deal(story)


def choose_set(story: Story, seat: int, kinds: tuple[Kind, ...]) -> None:
    """A set sealed; when all are in they are laid (R54)."""
    story.tell(SetSealed(seat, kinds))


def lay_sets(story: Story) -> bool:
    """All sets laid once the last is sealed, and what is dealt afterwards; whether it was so."""
    choosing = [camp for camp in story.state.camps if camp.standing]
    if not all(camp.chosen for camp in choosing):
        return False
    for camp in choosing:
        story.tell(SetLaid(camp.seat, _in_order(camp.kinds)))
    deal(story)
    return True


def deal(story: Story) -> None:
    """Tasks turned up and roles dealt, then the first round (R33, R54)."""
    state = story.state
    if state.plays("tasks"):
        story.tell(TasksTurnedUp(story.luck.table.draw(tuple(TASKS), OPEN_AT_START)))
    if state.plays("roles"):
        deck: tuple[str, ...] = ()
        for camp in state.camps:
            if not deck:
                deck = story.luck.table.shuffle(in_play(state.terms.modules))
            if camp.standing:
                story.tell(RoleDealt(camp.seat, deck[0]))
                deck = deck[1:]
    begin_round(story)


def _in_order(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    return tuple(kind for kind in MENU if kind in kinds)
