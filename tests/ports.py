"""Loopback ports for servers that must be told their port before they listen."""

from __future__ import annotations

import random
import socket
from contextlib import suppress

LOWEST, PAST, BUS = 12_000, 22_000, 10_000
"""Below 32,768 with and without the bus, so that no outgoing connection of another test takes one meanwhile."""


def free_ports(count: int) -> list[int]:
    """Free ports whose cluster bus ports, 10,000 above, are free as well, from a drawn place on.

    Drawn because tests run side by side.

    Raises:
        OSError: there are not so many.
    """
    found: list[int] = []
    start = random.SystemRandom().randrange(LOWEST, PAST)
    for port in (*range(start, PAST), *range(LOWEST, start)):
        with suppress(OSError), socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", port))
            other.bind(("127.0.0.1", port + BUS))
            found.append(port)
            if len(found) == count:
                return found
    raise OSError("no free ports")
