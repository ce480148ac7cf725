"""Nothing is sent into special-use ranges, whatever a name or a spelling says."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address, ip_network

import pytest

from services.notices.addresses import Refused, Unresolved, public, resolve
from services.notices.channels import BadChannel, make

SPECIAL = [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1",
    "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
    "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1",
    "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::", "fc00::1", "fd12:3456::1",
    "fe80::1", "fec0::1", "ff02::1",
]  # fmt: skip


@pytest.mark.parametrize("address", SPECIAL)
async def test_special_use_ranges_are_refused(address: str) -> None:
    assert not public(ip_address(address))

    async def leads(host: str, port: int) -> Sequence[str]:
        return ["93.184.216.34", address]  # one public address does not help

    with pytest.raises(Refused):
        await resolve("hooks.example", 443, leads)
    with pytest.raises(Refused):
        await resolve(address, 443)


@pytest.mark.parametrize("address", ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
async def test_public_addresses_are_called(address: str) -> None:
    assert public(ip_address(address))
    assert await resolve(address, 443) == str(ip_address(address))


async def test_an_operator_may_open_a_network() -> None:
    assert await resolve("10.1.2.3", 443, allowed=[ip_network("10.0.0.0/8")]) == "10.1.2.3"
    with pytest.raises(Refused):
        await resolve("127.0.0.1", 443, allowed=[ip_network("10.0.0.0/8")])


async def test_a_name_that_leads_nowhere() -> None:
    async def nowhere(host: str, port: int) -> Sequence[str]:
        raise OSError("no such name")

    async def empty(host: str, port: int) -> Sequence[str]:
        return []

    for ask in (nowhere, empty):
        with pytest.raises(Unresolved):
            await resolve("hooks.example", 443, ask)


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("http://hooks.example/x", "https_only"),
        ("ftp://hooks.example/x", "https_only"),
        ("hooks.example/x", "bad_url"),
        ("https://", "bad_url"),
        ("https:///x", "bad_url"),
        ("https://user:pw@hooks.example/", "bad_url"),
        ("https://hooks.example:99999/", "bad_url"),
        ("https://hooks.example/a b", "bad_url"),
        ("https://hooks.example\\@127.0.0.1/", "bad_url"),
        ("https://hooks.example/\r\nHost: x", "bad_url"),
        ("https://hööks.example/", "bad_url"),
        ("https://hooks.example/" + "x" * 500, "bad_url"),
    ],
)
def test_what_is_no_webhook(to: str, why: str) -> None:
    with pytest.raises(BadChannel) as caught:
        make("webhook", to)
    assert caught.value.text.key == f"notices.refused.{why}"


@pytest.mark.parametrize("to", ["", "-100123", "@somebody", "0", "12a", "１２"])
def test_groups_and_names_are_no_private_chat(to: str) -> None:
    with pytest.raises(BadChannel):
        make("telegram", to)
