"""Playing at one terminal: everybody at one keyboard, and robots, at a match like any other.

The match is opened, joined, started and played by commands through the stream; its log is in the data folder.
"""

from pathlib import Path

from events.texts import add_catalogue

add_catalogue("play", Path(__file__).with_name("texts"))
