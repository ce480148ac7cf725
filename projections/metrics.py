"""What the readers measure. Labels are names of read models and partitions: nothing of a match or player."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

BUCKETS: Final = (0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

commits = Counter("turnpost_projection_commits", "Commits (for ratings: results) read.", ["projection"])
skipped = Counter("turnpost_projection_skipped", "Commits that could not be read, and were left out.", ["projection"])
resets = Counter(
    "turnpost_projection_resets", "Read models emptied, for the log is another than before.", ["projection"]
)
batch_seconds = Histogram(
    "turnpost_projection_batch_seconds", "Seconds to read and write a batch.", ["projection"], buckets=BUCKETS
)
lag = Gauge(
    "turnpost_projection_lag",
    'Commits that the read model which is read has yet to read; partition "all" for ratings, of results.',
    ["projection", "partition"],
)
