"""The readers: score sheets, leaderboards, timelines and the inbox, built from the log alone.

To add one: write a `Projection` (see `reader`), a pure `apply` from steps to writes; name it in `kinds.PROJECTIONS`;
give `queries` what doors ask of it. Checkpoints, catching up, crashes, rebuilding and comparing come with it. Raise
its `version` when what it writes changes its meaning: workers then build it anew before anything reads it.
"""
