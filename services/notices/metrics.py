"""What the notices process measures. Labels are kinds of channel, states and partitions."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

settled = Counter("turnpost_notices", "Calls to platforms, by the state their row came to.", ["kind", "state"])
call_seconds = Histogram("turnpost_notice_call_seconds", "Seconds of a call to a platform.", ["kind"], buckets=BUCKETS)
disabled = Counter("turnpost_channels_disabled", "Channels disabled, for the platform refused them.", ["kind"])
scheduled = Gauge("turnpost_notices_scheduled", "Rows that are to be looked at, now or later.", ["partition"])
overdue = Gauge("turnpost_notices_due", "Rows that are due and not worked on yet.", ["partition"])
