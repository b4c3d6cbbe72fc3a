"""CSV text → the same nodes that YAML gives, so that cards may come from a spreadsheet.

The first row names the fields; an empty cell is an absent field. Quoting follows
RFC 4180, and blanks beside a comma do not count. Our own scanner, because the standard
library's loses the columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.core.findings import Finding, Span
from cardgen.read.syntax.nodes import MappingNode, ScalarNode, SequenceNode

_BLANKS = re.compile(r"[^\S\n]*")
_PLAIN = re.compile(r"[^,\n]*")
_QUOTED = re.compile(r'"((?:[^"]++|"")*+)"')


def read_csv(text: str, file: str) -> tuple[SequenceNode | None, list[Finding]]:
    """Parse a table. Returns the rows as mappings, and findings."""
    scanner = _Scanner(text.replace("\r\n", "\n").replace("\r", "\n"), file)
    rows = list(scanner.rows())
    findings = scanner.findings
    if not rows:
        empty = Finding("empty-file", "the file is empty", Span(file, 1, 1, 2))
        return None, findings or [empty]
    header, *body = rows
    _check_header(header, body, findings)
    table = SequenceNode(header[0].span)
    table.items = [_row(header, cells, findings) for cells in body]
    return table, findings


def _check_header(
    header: list[ScalarNode], body: list[list[ScalarNode]], findings: list[Finding]
) -> None:
    seen: set[str] = set()
    for index, name in enumerate(header):
        if name.text in seen:
            message = f"two columns are called `{name.text}`"
            findings.append(Finding("duplicate-key", message, name.span, hint="rename one"))
        elif not name.text and any(row[index].text for row in body if index < len(row)):
            message = "this column has cells, but no name"
            hint = "name it in the first row, or delete it"
            findings.append(Finding("csv-column", message, name.span, hint=hint))
        if name.text:
            seen.add(name.text)


def _row(header: list[ScalarNode], cells: list[ScalarNode], findings: list[Finding]) -> MappingNode:
    row = MappingNode(cells[0].span)
    if len(cells) > len(header):
        message = f"this row has {len(cells)} cells, the header {len(header)}"
        hint = "put a text that contains a comma in double quotes"
        findings.append(Finding("csv-row", message, cells[len(header)].span, hint=hint))
    for name, cell in zip(header, cells, strict=False):
        if name.text and cell.text:
            row.entries[name.text] = (ScalarNode(cell.span, name.text, True), cell)
    return row


class _Scanner:
    """Walks over the text once; every line ends in a line feed."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.findings: list[Finding] = []
        self.at = 0
        self.line = 1
        self.start = 0  # where the current line begins
        self.broken = False

    def rows(self) -> Iterator[list[ScalarNode]]:
        """The rows that hold anything, up to a quote that is never closed."""
        while self.at < len(self.text):
            row = self.row()
            if self.broken:
                return
            if any(cell.text for cell in row):
                yield row

    def row(self) -> list[ScalarNode]:
        cells = [self.cell()]
        while self.text.startswith(",", self.at):
            self.at += 1
            cells.append(self.cell())
        self.at += 1
        self.line, self.start = self.line + 1, self.at
        return cells

    def cell(self) -> ScalarNode:
        self.take(_BLANKS)
        return self.quoted() if self.text.startswith('"', self.at) else self.plain()

    def plain(self) -> ScalarNode:
        span = self.span(1)
        text = self.take(_PLAIN).strip()
        return ScalarNode(span.part(0, len(text)), text, True, 0)

    def quoted(self) -> ScalarNode:
        span = self.span(1)
        found = _QUOTED.match(self.text, self.at)
        if found is None:
            self.report("this quote is never closed", span, "close the quote")
            self.broken, self.at = True, len(self.text)
            return ScalarNode(span, "", False)
        self.at = found.end()
        raw = found[1]
        if "\n" in raw:
            self.line += raw.count("\n")
            self.start = self.text.rindex("\n", 0, self.at) + 1
        self.after_quote()
        verbatim = None if '"' in raw or "\n" in raw else 1
        width = len(found[0].split("\n", 1)[0])
        return ScalarNode(span.part(0, width), raw.replace('""', '"'), False, verbatim)

    def after_quote(self) -> None:
        self.take(_BLANKS)
        span = self.span(1)
        left = self.take(_PLAIN).strip()
        if left:
            message = "there is text after the closing quote"
            self.report(message, span.part(0, len(left)), "put the whole cell in quotes")

    def take(self, pattern: re.Pattern[str]) -> str:
        """Go past what `pattern` matches here."""
        found = pattern.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return found[0]

    def span(self, length: int) -> Span:
        column = self.at - self.start + 1
        return Span(self.file, self.line, column, column + length)

    def report(self, message: str, span: Span, hint: str) -> None:
        hint = f"{hint}; write a quote inside as two"
        self.findings.append(Finding("csv-quote", message, span, hint=hint))
