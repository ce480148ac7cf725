"""What a command that cannot do its work says in the end: one line on stderr."""

import sys


def told(error: OSError) -> str:
    """What it concerns - a path, an address - and why."""
    why = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {why}" if error.filename else why


def wrong(command: str, why: str) -> int:
    """Say why what was asked of a command cannot be, and give the code it ends with."""
    print(f"turnpost {command}: {why}", file=sys.stderr)
    return 2
