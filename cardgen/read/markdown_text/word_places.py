"""Find where words stand in the lines of a Markdown file.

`markdown-it-py` knows the lines of blocks, and nothing of columns. So words are looked for in the
lines they came from, one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field

from cardgen.core.findings import Span

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode


def place_of_line(places: Sequence[Span | None], line: int) -> Span | None:
    """Where a line, counted from 0, was typed; None if where it stands."""
    return places[line] if line < len(places) else None


class WordFinder(Struct):
    """Finds the words of a block in its lines, one after the other."""

    file: str
    lines: Sequence[str]
    node: SyntaxTreeNode
    column: int = 0
    line: int = 0
    places: Sequence[Span | None] = ()

    def __post_init__(self) -> None:
        node: SyntaxTreeNode | None = self.node
        while node is not None and not node.is_root and node.map is None:
            node = node.parent
        self.line = node.map[0] if node is not None and not node.is_root and node.map else 0

    def newline(self) -> None:
        self.line, self.column = self.line + 1, 0

    def here(self) -> Span:
        return self.place_at(self.column, 1)

    def place_at(self, column: int, length: int) -> Span:
        """A stretch of the current line; of a translated one the place of its translation."""
        moved = place_of_line(self.places, self.line)
        if moved is not None and moved.file != self.file:
            return moved
        number = moved.line if moved else self.line + 1
        return Span(self.file, number, column + 1, column + 1 + max(1, length))

    def find(self, word: str) -> Span:
        """The place of the next `word`, as near as it is known."""
        head, *rest = word.split("\n")
        text = self.lines[self.line] if self.line < len(self.lines) else ""
        start = text.find(head, self.column)
        if start < 0:
            return self.here()
        self.column = start + len(head)
        place = self.place_at(start, len(head))
        for part in rest:
            self.newline()
            self.column = len(part)
        return place


class FixedPlace(WordFinder):
    """A finder for which every word stands at one place."""

    place: Span = field(default_factory=lambda: Span("", 1, 1, 2))

    def here(self) -> Span:
        return self.place

    def find(self, word: str) -> Span:  # noqa: ARG002
        return self.place
