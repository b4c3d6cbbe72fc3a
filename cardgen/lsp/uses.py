"""A name at a place in the files of a game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cardgen.core.findings import Span


class Use(Struct, frozen=True):
    """A name at a place."""

    kind: str
    name: str
    """Of a card `deck/id`."""
    span: Span
    is_declared: bool = False
    text: str | None = ""
    """What is typed there, if not the name; None where it is typed nowhere: the row of a card."""

    @property
    def typed(self) -> str | None:
        return self.name if self.text == "" else self.text

    def stands_in(self, lines: Sequence[str]) -> bool:
        """Whether a file still reads so at its place: while half of it is typed, places are those
        of the game as it could be read last."""
        if self.span.line > len(lines):
            return False
        typed = lines[self.span.line - 1][self.span.column - 1 : self.span.end_column - 1]
        return self.typed is None or typed.strip("'\"") == self.typed
