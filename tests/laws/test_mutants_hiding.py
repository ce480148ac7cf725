"""Games that give away what is hidden, and the laws that notice."""

import pytest
from msgspec.structs import replace

from events.choices import Option, Picked
from events.hidden import redact
from events.texts import Text
from services.laws import never_varied
from services.referee import Refused
from tests.laws.breaking import Mutant, with_part
from tests.laws.gauntlet import RECORD, REFEREE, commands, events
from tests.laws.gauntlet.state import red


@pytest.fixture
def mutant(monkeypatch: pytest.MonkeyPatch) -> Mutant:
    return Mutant(monkeypatch)


def test_blind_refusal_notices_a_refusal_by_chance(mutant):
    def decide(state, command, luck):
        if isinstance(command, commands.Pass) and luck.table.roll(2) == (1,):
            raise Refused("unlucky")
        return REFEREE.decide(state, command, luck)

    mutant.with_referee(decide=decide).breaks("blind_refusal", "by chance")


def test_blind_refusal_notices_a_refusal_by_what_others_hold(mutant):
    def decide(state, command, luck):
        if isinstance(command, commands.AimAt) and not any(red(card) for card in state.parts[command.target].hand):
            raise Refused("nothing_there")
        return REFEREE.decide(state, command, luck)

    mutant.with_referee(decide=decide).breaks("blind_refusal", "on a twin")


def test_no_leak_notices_a_view_that_shows_a_hand(mutant):
    def view(state, viewer):
        shown = redact(state, viewer)
        return with_part(shown, 0, hand=state.parts[0].hand) if shown.parts else shown

    mutant.with_record(view=view).breaks("no_leak", "hand")


def test_no_leak_notices_a_field_that_is_not_declared_hidden(mutant):
    def evolve(state, event):
        after = RECORD.evolve(state, event)
        if isinstance(event, events.Dealt):  # a public sum of what was dealt
            return with_part(after, event.seat, spent=sum(int(card[-1]) for card in event.hand))
        return after

    def imagine(view, seat, chance):
        twin = RECORD.imagine(view, seat, chance)
        for part in twin.parts:
            if part.seat != seat and not twin.turns:
                twin = with_part(twin, part.seat, spent=sum(int(card[-1]) for card in part.hand))
        return twin

    mutant.with_record(evolve=evolve, imagine=imagine).breaks("no_leak", "spent")


def test_no_leak_notices_a_key_that_names_a_hidden_card(mutant):
    def pending(state):
        return tuple(
            replace(ask, key=f"{ask.key}{state.parts[ask.seat].hand}") if ask.key.startswith("turn") else ask
            for ask in REFEREE.pending(state)
        )

    mutant.with_referee(pending=pending).breaks("no_leak", "who is asked")


def test_no_leak_notices_a_question_not_asked_for_what_a_hand_holds(mutant):
    def pending(state):
        return tuple(
            replace(ask, must=any(red(card) for card in state.parts[ask.seat].hand))
            if ask.key.startswith("toll")
            else ask
            for ask in REFEREE.pending(state)
        )

    mutant.with_referee(pending=pending).breaks("no_leak", "who is asked")


def test_no_leak_notices_options_that_depend_on_other_hands(mutant):
    def choice(state, ask):
        asked = REFEREE.choice(state, ask)
        if ask.key.startswith("aim"):
            held = sum(red(card) for part in state.parts for card in part.hand)
            return replace(asked, options=(*asked.options, Option("pass", Text("gauntlet.ask.bank", {"n": held}))))
        return asked

    mutant.with_referee(choice=choice).breaks("no_leak", "options")


def test_no_leak_notices_a_default_that_depends_on_other_hands(mutant):
    def default(state, ask):
        held = sum(red(card) for part in state.parts if part.seat != ask.seat for card in part.hand)
        if ask.key.startswith("seal"):
            quiet = REFEREE.default(state, ask)
            return replace(quiet, fields={**quiet.fields, "bid": Picked(("low" if held % 2 else "high",))})
        return REFEREE.default(state, ask)

    mutant.with_referee(default=default).breaks("no_leak", "default")


def test_no_leak_notices_an_event_that_should_have_been_declared_to_reveal(mutant, monkeypatch):
    monkeypatch.setattr(events.BidsShown, "reveals", False)
    monkeypatch.setattr(events.PacksPassed, "reveals", False)
    monkeypatch.setattr("services.referee.shown", lambda *_: False)
    mutant.breaks("no_leak", "not declared to reveal")


def test_no_leak_notices_an_imagine_that_forgets_a_place(mutant):
    def imagine(view, seat, chance):  # dropped cards stay blank
        twin = RECORD.imagine(view, seat, chance)
        for part in view.parts:
            twin = with_part(twin, part.seat, dropped=part.dropped)
        return twin

    mutant.with_record(imagine=imagine).breaks("no_leak", "other pieces")


def test_no_leak_notices_a_view_that_forgets_a_place(mutant):
    def view(state, viewer):  # dropped cards show, and nobody deals them anew
        shown = redact(state, viewer)
        for part in state.parts:
            shown = with_part(shown, part.seat, dropped=part.dropped)
        return shown

    mutant.with_record(view=view).breaks("no_leak", "dropped")


def test_no_leak_notices_twins_of_other_pieces(mutant):
    def imagine(view, seat, chance):
        twin = RECORD.imagine(view, seat, chance)
        return replace(twin, deck=twin.deck + 1)

    mutant.with_record(imagine=imagine).breaks("no_leak")


def test_never_varied_notices_a_place_that_is_shown_and_never_dealt_anew(mutant):
    def view(state, viewer):
        shown = redact(state, viewer)
        for part in state.parts:
            shown = with_part(shown, part.seat, bid=part.bid)
        return shown

    def imagine(view, seat, chance):
        twin = RECORD.imagine(view, seat, chance)
        for part in view.parts:
            twin = with_part(twin, part.seat, bid=part.bid)
        return twin

    found, counted = mutant.with_record(view=view, imagine=imagine).plays(["no_leak"])
    assert found == []
    (line,) = never_varied(counted, matches=50)
    assert line.startswith("Part.bid ")
    assert never_varied(counted, matches=49) == []
