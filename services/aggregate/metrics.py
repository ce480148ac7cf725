"""What the gateway and the worker measure. Labels are outcomes, codes and partitions: nothing of a match or player."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

BUCKETS: Final = (0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
QUICK: Final = (0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0)
COUNTS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)

sent = Counter("turnpost_commands_sent", "Commands a door has sent, by what they came to there.", ["outcome"])
sent_seconds = Histogram(
    "turnpost_command_seconds", "Seconds from sending a command to its outcome, at the door.", buckets=BUCKETS
)
decided = Counter(
    "turnpost_commands", "Commands a worker has settled, by outcome and code of refusal.", ["outcome", "code"]
)
decide_seconds = Histogram("turnpost_decide_seconds", "Seconds to decide a command.", buckets=QUICK)
wait_seconds = Histogram(
    "turnpost_command_wait_seconds", "Seconds from a command's entry into the stream to its commit.", buckets=BUCKETS
)
batch_seconds = Histogram("turnpost_batch_seconds", "Seconds to settle a batch: read, decide, commit.", buckets=BUCKETS)
batch_commands = Histogram("turnpost_batch_commands", "Commands in a batch.", buckets=COUNTS)
troubles = Counter("turnpost_partition_troubles", "Terms over a partition that ended in trouble.", ["partition"])
served = Gauge("turnpost_partition_served", "Whether this worker serves the partition.", ["partition"])
queued = Gauge("turnpost_queue_length", "Commands that wait to be decided, in partitions served here.", ["partition"])
parked = Gauge("turnpost_parked", "Commands put aside, in partitions served here.", ["partition"])
