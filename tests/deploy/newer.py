"""The program as a newer one would be: it writes a read model in another version. `python -m tests.deploy.newer ...`

With the gauntlet among its games it also knows events that an older one does not.
"""

from __future__ import annotations

from typing import cast

from deploy.cli import main
from projections.kinds import CODE

RAISED = "sheets"

if __name__ == "__main__":
    cast("dict[str, int]", CODE)[RAISED] += 1
    main()
