"""What the system refused, as the one line a command ends with."""


def told(error: OSError) -> str:
    """What it concerns - a path, an address - and why."""
    why = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {why}" if error.filename else why
