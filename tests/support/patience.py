"""How long tests wait for what must come.

Many times what it takes on a busy machine: only a fault costs so much.
"""

SECONDS = 150.0
MILLISECONDS = 60_000
"""For each condition that a page is to meet."""
