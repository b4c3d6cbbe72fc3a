"""A name at a place in the files of a game."""

from __future__ import annotations

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
