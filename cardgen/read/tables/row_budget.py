"""How many rows of a table are read.

Not here  what a row may hold (`read.tables.cards`).
"""

from __future__ import annotations

MAX_ROWS = 100_000


class TableOverError(Exception):
    """A table holds more than is read, or a deck's tables do; it has been reported."""
