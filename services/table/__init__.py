"""The referee of the table: opening, seats, answers, taking back, votes and the end; known to no game."""
