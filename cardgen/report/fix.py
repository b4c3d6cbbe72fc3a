"""An edit that a hint stands for."""

from __future__ import annotations

from msgspec import Struct

from cardgen.core.findings import Span


class Fix(Struct, frozen=True):
    """An edit in one line of a file of the game; `new` may bring a line more."""

    title: str
    span: Span
    """What is replaced; nothing, if it ends where it begins."""
    old: str
    new: str
    is_safe: bool
