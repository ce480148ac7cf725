"""Answers that are refused on a page: the reason in words, the form as it was sent; and examples that are answers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from events.choices import (
    Choice,
    Counted,
    Field,
    Filled,
    Form,
    Laid,
    Lay,
    Number,
    Option,
    Pick,
    Picked,
    Share,
    Shared,
    Typed,
    Unit,
    accepts,
    sample,
)
from events.texts import LANGUAGES, Text, speaker
from events.typed import parse
from services import registry
from services.dice import Seeded
from services.web.pages import question
from services.web.pages.misfit import misfit
from tests.web.playing import Table
from tests.web.test_pages import Page, page

registry.load()  # and with it the texts that say what cannot be read

ASK = Text("web.page.game")


def plain(text: str) -> Text:
    return Text("web.plain", {"text": text})


ABC = tuple(Option(name, plain(name.upper())) for name in "abc")
FREE = Option("free", plain("Free"), aside=True)
COINS = (Unit("steel", plain("Steel"), cap=4, worth=2), Unit("coins", plain("Coins"), cap=9))
SAY = speaker("en")


@pytest.mark.parametrize(
    ("choice", "reply", "said"),
    [
        (Pick(ASK, ABC), Picked(), "Choose exactly 1; 0 were chosen."),
        (Pick(ASK, ABC, 2, 2), Picked(("a",)), "Choose exactly 2; one was chosen."),
        (Pick(ASK, ABC, 1, 2), Picked(), "Choose at least 1; 0 were chosen."),
        (Pick(ASK, ABC, 0, 2), Picked(("a", "b", "c")), "Choose at most 2; 3 were chosen."),
        (Pick(ASK, ABC, 0, 2, ordered=True), Typed("a a"), "Choose each at most once."),
        (Pick(ASK, (*ABC, FREE), 0, 2), Picked(("a", "free")), "Free: a free action is chosen alone; the question"),
        (Pick(ASK, ABC), Picked(("z",)), None),
        (Number(ASK, 2, 5), Counted(9), "A whole number from 2 to 5 is needed."),
        (Number(ASK, 2, 5), Typed("x"), "Write a number from 2 to 5."),
        (Share(ASK, COINS, 7), Shared({"steel": 1, "coins": 3}), "That comes to 5; it must come to 7."),
        (Share(ASK, COINS, 7), Typed("1 3"), "That comes to 5; it must come to 7."),
        (Share(ASK, COINS, 7), Shared({"steel": 5}), "Steel: a whole number from 0 to 4 is needed."),
        (Share(ASK, COINS, 7), Shared({"coins": -1}), "Coins: a whole number from 0 to 9 is needed."),
        (Share(ASK, COINS, 7, exact=False), Shared({"steel": 3}), "That comes to 6; at least 7 is needed."),
        (
            Share(ASK, COINS, 7, exact=False),
            Shared({"steel": 4, "coins": 1}),
            "That comes to 9, more than the 7 needed: give less of Steel.",
        ),
        (Lay(ASK, ABC, ("0",), (("a", "0", "f1"), ("b", "0", "f2"))), Laid("a", "0", "f2"), "A cannot be laid at f2."),
        (Lay(ASK, ABC, ("0",), (("a", "0", "f1"),)), Laid("a", "0", "f9"), "Choose a place where something can be"),
        (Lay(ASK, ABC, ("0",), (("a", "0", "f1"),)), Laid("", "0", "f1"), "Choose what to lay first."),
        (
            Lay(ASK, ABC, ("0", "1"), (("a", "0", "f1"),)),
            Laid("a", "1", "f1"),
            "A cannot be laid at f1 turned like that.",
        ),
        (
            Form(ASK, (Field("x", Pick(plain("Which?"), ABC)),)),
            Filled({"x": Picked()}),
            "Which? Choose exactly 1; 0 were chosen.",
        ),
    ],
)
def test_why_a_reply_does_not_fit_is_told_in_words(choice: Choice, reply: Any, said: str | None) -> None:
    why = misfit(choice, reply)
    assert (why is None) == (said is None)
    assert why is None or SAY(why).startswith(said or "")
    for language in LANGUAGES:
        assert why is None or "⟦" not in speaker(language)(why)


def questions() -> list[Choice]:
    """Questions of every shape; an option's number may be another's id."""
    crossed = (Option("2", plain("Two")), Option("x", plain("X")), Option("1", plain("One")))
    return [
        Pick(ASK, ABC),
        Pick(ASK, ABC, 0, 2),
        Pick(ASK, ABC, 3, 3),
        Pick(ASK, (FREE, *ABC), 2, 3, ordered=True),
        Pick(ASK, crossed, 2, 2),
        Pick(ASK, crossed, 3, 3),
        Pick(ASK, (), 0, 0),
        Number(ASK, 2, 5),
        Share(ASK, COINS, 7),
        Share(ASK, COINS, 7, exact=False),
        Lay(ASK, ABC, ("0", "1"), (("b", "1", "f1"),)),
        Form(ASK, (Field("x", Pick(ASK, ABC, 2, 2)), Field("y", Pick(ASK, ABC, 0, 1)))),
    ]


def example_of(choice: Choice, default: Any = None) -> str:
    found = re.search(r'placeholder="([^"]*)"', question.form(choice, default, SAY, "q"))
    assert found is not None
    return found[1]


@pytest.mark.parametrize("choice", questions())
def test_the_example_in_the_answer_box_is_an_answer(choice: Choice) -> None:
    assert accepts(choice, parse(choice, example_of(choice), SAY))


def test_the_example_of_amounts_is_what_silence_says() -> None:
    assert example_of(Share(ASK, COINS, 7), Shared({"steel": 2, "coins": 3})) == "2 3"


@pytest.mark.parametrize("choice", questions())
def test_a_form_set_to_a_reply_is_read_as_that_reply(choice: Choice) -> None:
    dice = Seeded(5)
    for _ in range(5):
        reply = sample(choice, dice, asides=False)
        fields = question.written(choice, reply)
        sent = question.read(choice, fields, "en")[0]
        assert (parse(choice, sent.text, SAY) if isinstance(sent, Typed) else sent) == reply
        markup = question.form(choice, None, SAY, "q", fields)
        marked = re.findall(r"<(?:input|option)[^>]*(?: checked| selected)[^>]*>", markup)
        for values in fields.values():
            for value in values:
                assert any(f'value="{value}"' in one for one in [*marked, *re.findall("<input[^>]*>", markup)])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refused_answer_keeps_what_was_entered(table: Table, language: str) -> None:
    await table.open("planet", first="0")
    await table.start()
    link = (await table.players[0].get(f"{table.path}/links")).json()["play"]
    where, hidden = (await page(table.http, f"{link}&lang={language}")).form("answer")
    assert f"lang={language}" in where
    shown = (await table.http.get(where)).text
    pieces = re.findall(r'name="piece" value="([^"]+)"', shown)
    spots = re.findall(r'<option value="(f[^"]+)"', shown)
    told = await table.http.post(where, data={**hidden, "typed": "1 <0> nowhere"})
    assert told.status_code == 409
    assert 'value="1 &lt;0&gt; nowhere"' in told.text
    told = await table.http.post(where, data={**hidden, "piece": pieces[-1], "turn": "9", "at": spots[-1]})
    assert told.status_code == 409
    found = Page(told.text)
    assert f"{pieces[-1]} 9" not in found.text
    assert re.search(f'value="{pieces[-1]}" checked', told.text)
    assert told.text.count(" checked") == 1
    assert re.search(f'<option value="{spots[-1]}" selected', told.text)
    for link in found.links:
        if "lang=" in link and "picture" not in link:
            assert (await table.http.get(link)).status_code == 200, link


async def asked_to_pay(table: Table) -> tuple[int, Any]:
    """A match in which a seat must share out an amount: that seat and its prompt."""
    for _ in range(10):
        await table.open("gauntlet")
        await table.start()
        while seats := await table.waiting():
            prompt = next(one for one in await table.prompts(seats[0]) if one["must"])
            if prompt["choice"]["kind"] == "share":
                return seats[0], prompt
            assert (await table.answer(seats[0], prompt)).status_code == 200
    raise AssertionError("nobody was asked to pay")


async def test_amounts_that_do_not_add_up_are_told_in_words(table: Table) -> None:
    """What the amounts come to is said, and they stay."""
    seat, prompt = await asked_to_pay(table)
    link = (await table.players[seat].get(f"{table.path}/links")).json()["play"]
    units, total = prompt["choice"]["options"], prompt["choice"]["total"]
    for language in LANGUAGES:
        action, hidden = (await page(table.http, f"{link}&lang={language}")).form("answer")
        for amount, why in (
            (99, Text("web.misfit.amount", {"what": "", "cap": units[0].get("cap", 0)})),
            (0, Text("web.misfit.too_little", {"total": total, "given": 0})),
        ):
            told = await table.http.post(action, data={**hidden, f"share:{units[0]['id']}": str(amount)})
            assert told.status_code == 409
            assert speaker(language)(why) in Page(told.text).text
            assert f'name="share:{units[0]["id"]}" min="0" max="{units[0].get("cap", 0)}" value="{amount}"' in told.text
            assert 'class="option unit"' in told.text


async def test_a_folded_question_is_open_where_its_answer_was_refused(table: Table) -> None:
    await table.open("train_farm")
    await table.start()
    while must := [one for one in await table.prompts(0) if one["must"]]:
        assert (await table.answer(0, must[0])).status_code == 200
    prompts = await table.prompts(0)
    many = next(one for one in prompts if not one["must"] and len(one["choice"]["options"]) > 8)
    folded = f"Show the {len(many['choice']['options'])} possibilities"
    link = (await table.players[0].get(f"{table.path}/links")).json()["play"]
    assert f"<details><summary>{folded}" in (await table.http.get(link)).text
    told = await table.http.post(
        link, data={"do": "answer", "key": "k", "prompt": many["id"], "typed": "no such thing"}
    )
    assert told.status_code == 409
    assert f"<details open><summary>{folded}" in told.text
    assert 'value="no such thing"' in told.text


async def test_payment_rows_wrap(table: Table) -> None:
    style = (await table.http.get("/style.css")).text
    assert ".option.unit { flex-wrap: wrap; }" in style
