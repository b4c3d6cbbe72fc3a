"""CSV text → the same nodes that YAML gives, so that cards may come from a spreadsheet.

The first row names the fields; an empty cell is an absent field. Quoting follows
RFC 4180. Our own scanner, because the standard library's loses the columns.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.diagnostics import Finding, Span
from cardgen.read.yaml_tree import Mapping, Scalar, Sequence

_Cell = tuple[str, int, int, bool]  # text, line, column, quoted


def read_csv(text: str, file: str) -> tuple[Sequence | None, list[Finding]]:
    """Parse a table. Returns the rows as mappings, and findings."""
    findings: list[Finding] = []
    rows = list(_rows(text, file, findings))
    if not rows:
        span = Span(file, 1, 1, 2)
        return None, [Finding("empty-file", "the file is empty", span)]
    header = [_scalar(cell, file) for cell in rows[0]]
    _check_header(header, findings)
    table = Sequence(header[0].span)
    table.items = [_row(header, cells, file, findings) for cells in rows[1:]]
    return table, findings


def _check_header(header: list[Scalar], findings: list[Finding]) -> None:
    seen: set[str] = set()
    for scalar in header:
        if scalar.text in seen:
            message = f"two columns are called `{scalar.text}`"
            findings.append(Finding("duplicate-key", message, scalar.span, hint="rename one"))
        seen.add(scalar.text)


def _row(header: list[Scalar], cells: list[_Cell], file: str, findings: list[Finding]) -> Mapping:
    scalars = [_scalar(cell, file) for cell in cells]
    row = Mapping(scalars[0].span)
    if len(scalars) > len(header):
        message = f"this row has {len(scalars)} cells, the header {len(header)}"
        hint = "put a text that contains a comma in double quotes"
        findings.append(Finding("csv-row", message, scalars[len(header)].span, hint=hint))
    for key, scalar in zip(header, scalars, strict=False):
        if key.text and scalar.text:
            row.entries[key.text] = (Scalar(scalar.span, key.text, True), scalar)
    return row


def _scalar(cell: _Cell, file: str) -> Scalar:
    text, line, column, quoted = cell
    width = max(1, len(text) + 2 * quoted)
    return Scalar(Span(file, line, column, column + width), text, not quoted, int(quoted))


def _rows(text: str, file: str, findings: list[Finding]) -> Iterator[list[_Cell]]:
    position = line = 0
    start = 0  # where the current line begins
    cells: list[_Cell] = []
    while position < len(text):
        column = position - start + 1
        value, end, breaks, quoted = _cell(text, position)
        if end is None:
            span = Span(file, line + 1, column, column + 1)
            hint = "close the quote; write a quote inside as two"
            findings.append(Finding("csv-quote", "this quote is never closed", span, hint=hint))
            return
        cells.append((value, line + 1, column, quoted))
        if breaks:
            line += breaks
            start = text.rfind("\n", 0, end) + 1
        after = text[end : end + 1]
        position = end + 1
        if after == "\r":
            position, after = position + 1, "\n"
        if after != ",":
            if any(cell[0] for cell in cells):
                yield cells
            cells, line, start = [], line + 1, position
        elif position == len(text):
            cells.append(("", line + 1, position - start + 1, False))
    if any(cell[0] for cell in cells):
        yield cells


def _cell(text: str, start: int) -> tuple[str, int | None, int, bool]:
    """One cell: its text, where it ends, the line breaks in it, whether it was quoted."""
    if text[start] != '"':
        ends = [at for mark in ",\r\n" if (at := text.find(mark, start)) >= 0]
        end = min(ends, default=len(text))
        return text[start:end].strip(), end, 0, False
    position = start + 1
    while (close := text.find('"', position)) >= 0:
        if text[close + 1 : close + 2] != '"':
            value = text[start + 1 : close].replace('""', '"')
            return value, close + 1, text.count("\n", start, close), True
        position = close + 2
    return "", None, 0, True
