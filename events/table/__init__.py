"""The table of a match: seats, votes, taking back and the end. A record like a game's, known to no game."""
