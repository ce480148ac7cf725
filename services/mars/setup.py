"""Rules 1 and 13: the table laid, corporations and cards dealt, chosen in secret, revealed in player order."""

from events.mars.agenda import NEUTRAL
from events.mars.corporations import BEGINNER, CORPORATIONS
from events.mars.dealings import (
    CardsBought,
    CorporationChosen,
    CorporationRevealed,
    CorporationsDealt,
    DraftBegan,
    TableLaid,
)
from events.mars.map import (
    CARD_PRICE,
    SOLO_RATING,
    START_PRODUCTION,
    START_RATING,
    STARTING_CARDS,
    STARTING_CORPORATIONS,
)
from events.mars.names import say
from events.mars.options import Options, SeatOptions
from events.mars.state import Seat, State, all_cards, all_corporations, clockwise
from services.mars import research, resolve, solo, triggers, turns
from services.mars.story import Story
from services.referee import Refused, SetUp


def set_up(story: Story, command: SetUp) -> None:
    """All of section 1 up to the first question; refuses a first player that no seat has."""
    options = command.options
    assert isinstance(options, Options)
    n = len(command.seat_options)
    if options.first != "random" and int(options.first) >= n:
        raise Refused("bad_options", say("refused.first", seats=n))
    era = options.corporate_era or n == 1
    first = story.luck.table.roll(n)[0] - 1 if options.first == "random" else int(options.first)
    story.tell(
        TableLaid(
            seats=n,
            first=first,
            corporate_era=era,
            cards=len(all_cards(era)),
            corporations=len(all_corporations(era)),
            rating=SOLO_RATING if n == 1 else START_RATING,
            production=START_PRODUCTION["corporate_era" if era else "base"],
            starting_draft="none" if n == 1 else options.starting_draft,
            research_draft=options.research_draft and n > 1,
            beginners=tuple(s for s, own in enumerate(command.seat_options) if _beginner(own)),
        )
    )
    if n == 1:
        solo.place_neutrals(story)
    _deal(story)


def _beginner(own: object) -> bool:
    return isinstance(own, SeatOptions) and own.beginner


def _deal(story: Story) -> None:
    """Corporations and ten cards; the beginners' are not drafted."""
    state = story.state
    order = clockwise(state, state.first)
    choosers = tuple(seat for seat in order if not state.seats[seat].beginner)
    bag = list(all_corporations(state.corporate_era))
    drawn = story.luck.table.draw(bag, STARTING_CORPORATIONS * len(choosers))
    for place, seat in enumerate(choosers):
        story.tell(CorporationsDealt(seat, drawn[place :: len(choosers)]))
    drafting = state.starting_draft != "none" and len(choosers) > 1
    research.deal(story, tuple(s for s in order if not (drafting and s in choosers)), STARTING_CARDS, pack=False)
    if drafting:
        research.deal(story, choosers, 5 if state.starting_draft == "two_packs" else STARTING_CARDS, pack=True)
        story.tell(DraftBegan(choosers))
        research.go_on_drafting(story)
    else:
        finish_if_sealed(story)


def most_cards(seat: Seat) -> int:
    """How many cards the chosen corporation's M€ pay (rules 15)."""
    return min(len(seat.dealt), CORPORATIONS[seat.chosen].megacredits // CARD_PRICE)


def choose_corporation(story: Story, seat: int, corporation: str) -> None:
    """The first part of the sealed answer."""
    story.tell(CorporationChosen(seat, corporation))


def sealed(state: State, seat: int) -> bool:
    """Whether a seat's setup answer is in; beginners are not asked."""
    holder = state.seats[seat]
    return holder.beginner or holder.stage == 2


def finish_if_sealed(story: Story) -> None:
    """When all have chosen: corporations revealed and cards bought in player order, then the first turn (rules 1)."""
    state = story.state
    if state.phase != "setup" or not all(sealed(state, seat.seat) for seat in state.seats):
        return
    for seat in clockwise(state, state.first):
        _reveal(story, seat)
    turns.begin_actions(story)


def _reveal(story: Story, seat: int) -> None:
    holder = story.state.seats[seat]
    corporation = CORPORATIONS[BEGINNER if holder.beginner else holder.chosen]
    production = _plain(corporation.production.amounts())
    resources = {"megacredits": corporation.megacredits, **_plain(corporation.resources.amounts())}
    story.tell(
        CorporationRevealed(
            seat,
            corporation.id,
            resources,
            production,
            unused=max(0, len(holder.offers) - 1),
            first=bool(corporation.first),
        )
    )
    pool = triggers.on_tags(story.state, seat, corporation.tags, corporation.id)
    for at, laid in story.state.tiles.items():
        if laid.seat == NEUTRAL:
            # Solo: the neutral cities count as placed for whoever gains by cities (rules 13, Tharsis Republic).
            pool += [i for i in triggers.on_tile(story.state, seat, laid, at, "neutral") if solo.counts(i)]
    resolve.run(story, seat, pool)
    holder = story.state.seats[seat]
    if corporation.free_cards:
        story.tell(CardsBought(seat, len(holder.dealt), holder.dealt, (), {}))
    else:
        research.bought(story, seat)


def _plain(amounts: object) -> dict[str, int]:
    assert isinstance(amounts, tuple)
    return dict(amounts)
