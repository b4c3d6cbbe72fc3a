"""Find where words stand in the lines of a Markdown file.

`markdown-it-py` knows the lines of blocks, and nothing of columns. So words are looked for in the
lines they came from, one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it.tree import SyntaxTreeNode
from msgspec import Struct, field

from cardgen.core.findings import Span


class WordFinder(Struct):
    """Finds the words of a block in its lines, one after the other."""

    file: str
    lines: Sequence[str]
    node: SyntaxTreeNode
    column: int = 0
    line: int = 0

    def __post_init__(self) -> None:
        node: SyntaxTreeNode | None = self.node
        while node is not None and not node.is_root and node.map is None:
            node = node.parent
        self.line = node.map[0] if node is not None and not node.is_root and node.map else 0

    def newline(self) -> None:
        self.line, self.column = self.line + 1, 0

    def here(self) -> Span:
        return Span(self.file, self.line + 1, self.column + 1, self.column + 2)

    def find(self, word: str) -> Span:
        """The place of the next `word`, as near as it is known."""
        head, *rest = word.split("\n")
        text = self.lines[self.line] if self.line < len(self.lines) else ""
        start = text.find(head, self.column)
        if start < 0:
            return self.here()
        self.column = start + len(head)
        place = Span(self.file, self.line + 1, start + 1, start + 1 + max(1, len(head)))
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
