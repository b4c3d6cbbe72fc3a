"""Why a change is not made."""

from __future__ import annotations


class RefusedError(Exception):
    """A change cannot be made as asked, and nothing is written; the message says why."""
