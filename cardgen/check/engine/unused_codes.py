"""The codes of what is there and does nothing; where a game has editions, in none of them."""

from __future__ import annotations

UNUSED = frozenset((
    "unused-layout", "unused-style", "unused-font", "unused-color", "unused-icon", "unused-piece",
    "unused-file", "unused-hyphenation", "never-drawn", "field-not-shown", "useless-level",
    "idle-comparison",
))  # fmt: skip
