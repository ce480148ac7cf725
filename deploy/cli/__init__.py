"""The command `turnpost`. Each subcommand is a module of this package, imported when it is wanted."""

import sys

from cyclopts import App

app = App(
    name="turnpost",
    help="Play board games by message: an event-sourced service for matches that last days.",
    version_flags=["--version"],
)


# Imported when called: "module:function", one line a command, in the order of the help page.
app.command("deploy.cli.fuzz:fuzz", name="fuzz", help="Play random matches in process and check the laws.")


def main() -> None:
    """Entry point of the program."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
