"""Plain pages without script: a match, a player's matches. Forms send what the API takes."""
