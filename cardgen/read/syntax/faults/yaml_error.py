"""Where a YAML parser stopped, and what a designer is told about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct


class Place(NamedTuple):
    """A line and a column, both from 0."""

    line: int
    column: int


class YamlError(Struct, frozen=True):
    """Where the parser stopped, and where what it was reading begins."""

    problem: str
    context: str
    at: Place
    start: Place
    lines: Sequence[str]

    def text(self, line: int) -> str:
        return self.lines[line] if 0 <= line < len(self.lines) else ""

    @property
    def before(self) -> str:
        """What stands on the line before the place."""
        return self.text(self.at.line)[: self.at.column]

    @property
    def after(self) -> str:
        """What stands on the line from the place on."""
        return self.text(self.at.line)[self.at.column :]


class Cause(Struct, frozen=True):
    """A sentence, what to write instead, and the place; with a second place if there is one."""

    message: str
    hint: str
    place: Place
    note: tuple[str, Place] | None = None


Describe = Callable[[YamlError], Cause | None]
