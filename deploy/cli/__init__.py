"""The command `turnpost`. Each subcommand is a module of this package, imported when it is wanted."""

import sys
from importlib.metadata import version

from cyclopts import App

app = App(
    name="turnpost",
    help="Play board games by message: an event-sourced service for matches that last days.",
    version=lambda: version("turnpost"),
    version_flags=["--version"],
)


# Imported when called: "module:function", one line a command, in the order of the help page.
app.command("deploy.cli.run:up", name="up", help="Run everything on this machine; prints the address.")
app.command("deploy.cli.play:play", name="play", help="Play at this terminal, everybody in turn at one keyboard.")
app.command("deploy.cli.fuzz:fuzz", name="fuzz", help="Play random matches in process and check the laws.")
app.command("deploy.cli.demo:demo", name="demo", help="Robots play whole matches through HTTP and the streams.")
app.command("deploy.cli.record:record", name="record", help="Export, import, show and verify records of matches.")
app.command("deploy.cli.record:log", name="log", help="Print the commits of a match as they stand in the log.")
app.command("deploy.cli.run:web", name="web", help="Serve HTTP: the API and the pages (a process).")
app.command("deploy.cli.run:worker", name="worker", help="Decide commands (a process).")
app.command("deploy.cli.parked:parked", name="parked", help="Commands that could not be decided: list or retry them.")
app.command("deploy.cli.project:project", name="project", help="Keep the read models up to date (a process).")
app.command("deploy.cli.project:rebuild", name="rebuild", help="Build a read model anew and switch to it.")
app.command("deploy.cli.notices:notices", name="notices", help="Tell players that it is their turn (a process).")
app.command("deploy.cli.why:why_waiting", name="why-waiting", help="Who is asked in a match, and whether they know.")
app.command("deploy.cli.doctor:doctor", name="doctor", help="Look at server, leases, lag, outbox and disk.")
app.command("deploy.cli.backup:backup", name="backup", help="Copy everything the server holds, at one moment.")
app.command("deploy.cli.backup:restore", name="restore", help="Put a backup into an empty data folder.")
app.command("deploy.cli.bench:bench", name="bench", help="Measure speed, side by side with others in one run.")


def main() -> None:
    """Entry point of the program."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
