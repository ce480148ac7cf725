"""Where a webhook's name leads, and whether anything may be sent there.

A name is resolved once for a call, every address it has must be an ordinary public one, and the call goes to the
address that was looked at: a name that changes its mind in between (DNS rebinding) gains nothing.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""(host, port) -> its addresses. Raises OSError."""

_EMBEDDING = (
    (ip_network("64:ff9b::/96"), 0),  # NAT64
    (ip_network("64:ff9b:1::/48"), 0),
    (ip_network("2002::/16"), 80),  # 6to4: the IPv4 address follows the prefix
)


class Refused(Exception):
    """Nothing is sent to this address."""


class Unresolved(Exception):
    """The name leads nowhere just now."""


def host_of(url: str) -> str:
    """The host of a URL in its one spelling: lower case, no dot at the end. Raises Refused, ValueError."""
    host = (urlsplit(url).hostname or "").rstrip(".").lower()
    if not host or len(host) > 253:
        raise Refused("no host")
    return host


def networks(text: str) -> tuple[Network, ...]:
    """Networks named in a setting, separated by commas. ValueError."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def public(address: Address) -> bool:
    """Whether it is an ordinary address of the public internet: none of the special-use ranges, nor one in disguise."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped
        if inner is not None:
            return public(inner)
        if address.teredo is not None:
            return False
        for network, shift in _EMBEDDING:
            if address in network:
                return address.is_global and public(IPv4Address(int(address) >> shift & 0xFFFFFFFF))
        if int(address) >> 32 == 0:  # IPv4-compatible, deprecated
            return False
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not address.is_unspecified
        and not address.is_loopback
        and not address.is_link_local
        and not (isinstance(address, IPv6Address) and address.is_site_local)
    )


def callable_address(text: str, allowed: Sequence[Network] = ()) -> bool:
    """Whether this address may be called: a public one, or one of a network that an operator has opened."""
    address = ip_address(text.partition("%")[0])
    return public(address) or any(address in network for network in allowed)


def may_lead(host: str, allowed: Sequence[Network] = ()) -> bool:
    """Whether a host could be called: an address that may be, or a name, of which that is not known before."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return bool(allowed) or not f".{host}".endswith(".localhost")
    return callable_address(host, allowed)


async def lookup(host: str, port: int) -> Sequence[str]:
    """Ask the system's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [str(place[0]) for *_, place in found]


async def resolve(host: str, port: int, ask: Resolve = lookup, allowed: Sequence[Network] = ()) -> str:
    """The address to call. Raises Refused if any address of the name is none to call, Unresolved if it has none.

    `allowed` are networks an operator has opened although they are not public.
    """
    try:
        found = [str(ip_address(host))]
    except ValueError:
        try:
            found = list(await ask(host, port))
        except (OSError, UnicodeError) as error:
            raise Unresolved(str(error)) from error
    if not found:
        raise Unresolved("no address")
    for text in found:
        if not callable_address(text, allowed):
            raise Refused(f"{text} is not a public address")
    return found[0]
