"""The readers: score sheets, leaderboards, timelines and the inbox, built from the log alone."""
