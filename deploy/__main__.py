"""`python -m deploy` is the command `turnpost`; supervised processes are started this way."""

from deploy.cli import main

main()
