"""The HTTP door: the API and the plain pages. It sends commands to the stream and shows the log to each viewer.

Whatever leaves here goes through `viewpoint`: nothing hidden is in any byte sent to somebody who may not know it.
"""
