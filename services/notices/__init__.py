"""First prompts out: whoever a match waits for is told, by the channels they named, once.

`rows` is what becomes of one prompt on one channel, `planning` which prompts there must be, `outbox` where they are
kept, `letter` what they say, `telegram` and `webhook` how they go out, `worker` what runs it all. Answers do not come
in here: each prompt holds a signed link to the match's page.
"""

from pathlib import Path

from events.texts import add_catalogue

add_catalogue("notices", Path(__file__).with_name("texts"))
