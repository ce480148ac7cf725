"""Webhooks over real TLS: signed, pinned, never redirected, sent until certain."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from services.notices.channels import Channel, make
from services.notices.letter import Letter
from services.notices.sending import Arrived, Later, Never, Verdict
from services.notices.webhook import Webhooks
from tests.services.notices.fake_hooks import FakeHooks
from tests.services.notices.office import LOOPBACK, Office

LETTER = Letter(
    what="asked", match="m", game="planet", seat=0, prompt="8.0", n=8, due=None, title="Planet with Bo",
    question="Where?", link="https://play.example.org/x",
)  # fmt: skip


async def draw() -> bytes:
    raise AssertionError("nobody looks at it")


async def call(receiver: FakeHooks, message: str = "", **how: object) -> tuple[Verdict, Channel]:
    channel = make("webhook", receiver.url)
    receiver.secret = channel.secret
    given = {"allowed": LOOPBACK, "verify": receiver.trust, "ask": receiver.resolve, **how}
    async with Webhooks(**given) as webhooks:  # type: ignore[arg-type]
        return await webhooks.deliver(channel, LETTER, message, "msg_1", draw), channel


async def test_it_is_signed_and_called_by_its_name(receiver: FakeHooks) -> None:
    verdict, _ = await call(receiver)
    assert verdict == Arrived("msg_1")
    ((ident, told),) = receiver.came  # the receiver has checked the signature
    assert (ident, told["type"], told["data"]["title"]) == ("msg_1", "prompt.asked", "Planet with Bo")
    assert receiver.hosts == [f"hooks.test:{receiver.port}"]
    verdict, _ = await call(receiver, "msg_0")
    assert receiver.came[-1][1]["type"] == "prompt.changed"


async def test_a_certificate_of_another_name_or_maker_is_refused(receiver: FakeHooks) -> None:
    assert (await call(receiver, verify=True))[0] == Later("unreachable")
    channel = Channel(
        id="x", kind="webhook", to=receiver.url.replace("hooks.test", "other.test"), secret="whsec_MfKQ9r8G"
    )

    async def ask(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.1"]

    async with Webhooks(allowed=LOOPBACK, verify=receiver.trust, ask=ask) as webhooks:
        assert await webhooks.deliver(channel, LETTER, "", "m", draw) == Later("unreachable")
    assert receiver.came == []


async def test_loopback_is_refused_unless_opened(receiver: FakeHooks) -> None:
    assert (await call(receiver, allowed=()))[0] == Never("refused_address", channel=True)
    assert receiver.came == []


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (200, Arrived("msg_1")),
        (403, Never("forbidden", channel=True)),
        (404, Never("not_found", channel=True)),
        (410, Never("gone", channel=True)),
        ((302, {"location": "https://127.0.0.1/"}), Later("redirected")),
        (304, Later("redirected")),
        (500, Later("status")),
        (422, Later("status")),
        ((429, {"retry-after": "17"}), Later("slow_down", 17.0, hold=True)),
        ((503, {"retry-after": "99999999"}), Later("slow_down", 86_400.0, hold=True)),
        ((503, {"retry-after": "Mon, 01 Jan 2001 00:00:00 GMT"}), Later("slow_down", 0.0, hold=True)),
        ((429, {"retry-after": "soon"}), Later("slow_down", None, hold=True)),
    ],
)
async def test_what_an_answer_means(receiver: FakeHooks, answer: object, verdict: Verdict) -> None:
    receiver.statuses = [answer]  # type: ignore[list-item]
    assert (await call(receiver))[0] == verdict
    assert len(receiver.came) == 1  # no redirect was followed


async def test_nobody_listens() -> None:
    channel = make("webhook", "https://hooks.test:9/")

    async def ask(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.1"]

    async with Webhooks(allowed=LOOPBACK, ask=ask) as webhooks:
        assert await webhooks.deliver(channel, LETTER, "", "m", draw) == Later("unreachable")


async def test_a_turn_over_webhooks_asked_changed_closed_each_once(office: Office, receiver: FakeHooks) -> None:
    await office.webhook(0)
    receiver.statuses = [500]
    await office.start()
    await office.begin()
    while 0 not in {wait.seat for wait in office.game.musts}:
        await office.move()
    await office.until(lambda: _tried(office))
    await office.hurry(lambda row: row.tries > 0)  # a minute has passed
    await office.settled()
    while 0 in {wait.seat for wait in office.game.musts}:
        await office.move()
    await office.settled()
    kinds = [told["type"] for told in receiver.once.values()]
    assert kinds[0] == "prompt.asked"
    assert kinds[-1] == "prompt.closed"
    assert set(kinds[1:-1]) <= {"prompt.changed"}
    assert len(receiver.came) == len(kinds) + 1  # the one that was refused came again, under the same id
    asked = receiver.came[0][1]["data"]
    assert asked["options"]
    assert asked["board"]
    assert asked["link"].startswith("https://play.example.org/")


async def _tried(office: Office) -> bool:
    return any(row.tries for row in await office.rows())
