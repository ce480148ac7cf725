"""Speed, measured side by side with others in one run, on a server with `appendfsync always`.

Ratios compare with something that does the same work with a library's own means, in interleaved rounds,
and are medians of the rounds' ratios; figures are plain and drift with the machine.
"""
