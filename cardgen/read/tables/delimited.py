"""Delimited text → rows of cells: CSV with commas, semicolons, tabs or bars.

In      the text of a file, its separator if the game states one.
Out     rows of cells with their places; findings for quotes that are left open.
Not here  what the columns are called (`read.tables.grid`).

Quoting follows RFC 4180, and blanks beside a separator do not count. Our own scanner, because
the standard library's loses the columns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from cardgen.core.findings import Finding, Span
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.syntax.written_lines import CELL_ESCAPES, WrittenLine, align_escapes
from cardgen.read.tables.formulas import unguard_cell

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
_SAMPLE = 20
"""Rows that are looked at to find the separator."""
_STATED = re.compile(r'"?sep=(.)"?[;,\t| ]*\n', re.IGNORECASE)
"""The line that Excel reads and writes before the table."""
_FORMULA = re.compile(
    r"""=\s*(?: "(?:[^"]|"")*"\s*\Z                    # a text that is to stay one
            | [+-]?[A-Za-z.]+\(                        # a function
            | \$?[A-Za-z]{1,3}\$?\d+(?:\s*[-+*/^&]|\s*\Z)  # a cell
            | [-+]?\d[\d.,\s]*[-+*/^&] )              # a sum
      | '\d{3,}\Z                                     # digits that are to stay a text
    """,
    re.VERBOSE,
)
"""A cell as it is typed in a spreadsheet, which shows something else."""
_MARKS = frozenset("='")
_RARE_ENDS = re.compile("[\x85\u2028\u2029]")
"""What ends the rows of a table of which nothing else does, as programs of mainframes and the web
write it."""
_SHORTENED = re.compile(r"-?\d(?:[.,]\d+)?E\+\d\d")
_QUOTED = re.compile(r'"((?:[^"]++|"")*+)"')


def scan_rows(
    text: str, file: str, findings: list[Finding], separator: str = ""
) -> Iterator[list[ScalarNode]]:
    """The rows of a table that hold anything, up to a quote that is never closed.

    Args:
        text: What the file holds.
        file: Its name, for places.
        findings: Takes what is wrong with quotes.
        separator: A character; found out if it is empty.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    if has_rare_ends(lines):
        lines = _RARE_ENDS.sub("\n", lines)
    stated = _STATED.match(lines)
    if stated:
        lines = lines[: stated.start()] + "\n" + lines[stated.end() :]
        separator = separator or stated[1]
    scanner = _CellScanner(lines, file, separator or find_separator(lines), findings)
    return scanner.rows()


def has_rare_ends(text: str) -> bool:
    """Whether the rows of a table end at none of the usual line ends."""
    inside = text.strip()
    usual = "\n" in inside or "\r" in inside
    return not usual and _RARE_ENDS.search(inside) is not None


def find_separator(text: str) -> str:
    """The separator by which most of the first rows have as many cells as the header.

    Returns:
        One of `SEPARATORS`; a comma if the table has one column.
    """
    rows = _bare_lines(text)
    if not rows:
        return ","
    counts = {mark: [row.count(mark) for row in rows] for mark in SEPARATORS.values()}

    def fitness(mark: str) -> tuple[int, int, int]:
        header, *rest = counts[mark]
        usual = Counter(rest).get(header, 0)
        return (header > 0), usual, header

    if not any(marks[0] for marks in counts.values()):
        return _find_below_title(counts) or max(SEPARATORS.values(), key=fitness)
    return max(SEPARATORS.values(), key=fitness)


def _find_below_title(counts: Mapping[str, Sequence[int]]) -> str | None:
    """The separator of a table with a title above its headers: of all its rows, twice or more."""
    for mark, (_, *rest) in counts.items():
        if len(rest) > 1 and rest[0] > 1 and set(rest) == {rest[0]}:
            return mark
    return None


def _bare_lines(text: str) -> list[str]:
    """The first lines that hold anything, without what stands in quotes."""
    start = text[:100_000]
    lines = _QUOTED.sub('""', start).split("\n")
    return [line for line in lines if line.strip()][:_SAMPLE]


class _CellScanner:
    """Walks over the text once; every line ends in a line feed."""

    def __init__(self, text: str, file: str, separator: str, findings: list[Finding]) -> None:
        self.text = text
        self.file = file
        self.separator = separator
        self.findings = findings
        self._plain = re.compile(rf"[^{re.escape(separator)}\n]*")
        self._blanks = re.compile(r"[^\S\n\t]*" if separator == "\t" else r"[^\S\n]*")
        self._empty = re.compile(rf"(?:[\s{re.escape(separator)}]*\n)?")
        self.at = 0
        self.line = 1
        self.start = 0  # where the current line begins
        self.broken = False

    def rows(self) -> Iterator[list[ScalarNode]]:
        """The rows that hold anything, up to a quote that is never closed."""
        while self.at < len(self.text):
            self.skip_lines()
            if self.at == len(self.text):
                return
            row = self.row()
            if self.broken:
                return
            if any(cell.text for cell in row):
                yield row

    def skip_lines(self) -> None:
        """Go past lines whose cells are all empty: an export may have a million of them."""
        lines = self.take(self._empty).count("\n")
        self.line, self.start = self.line + lines, self.at

    def doubt_formula(self, text: str, span: Span) -> None:
        """Report a cell that is printed as it was typed into a spreadsheet program."""
        if not _FORMULA.match(text):
            return
        message = f"this cell is printed as it stands here: `{text}`"
        plain = text.removeprefix("=").strip().strip("'\"")
        hint = "export the table with what its cells show, not with its formulas"
        if plain.isalnum():
            hint = f"write `{plain}`"
        self.findings.append(Finding("table-cell", message, span, "warning", hint=hint))

    def doubt_rounding(self, text: str, span: Span) -> None:
        """Report a number as spreadsheet programs shorten those that are too long for them."""
        if _SHORTENED.fullmatch(text):
            message = f"a spreadsheet program made `{text}` of another number or text"
            hint = "format the column as text there, type it again, and export the table"
            self.findings.append(Finding("table-cell", message, span, "warning", hint=hint))

    def row(self) -> list[ScalarNode]:
        cells = [self.cell()]
        while self.text.startswith(self.separator, self.at):
            self.at += 1
            cells.append(self.cell())
        self.at += 1
        self.line, self.start = self.line + 1, self.at
        return cells

    def cell(self) -> ScalarNode:
        self.take(self._blanks)
        return self.quoted() if self.text.startswith('"', self.at) else self.plain()

    def plain(self) -> ScalarNode:
        span = self.span(1)
        raw = self.take(self._plain).strip()
        if raw[:1] in _MARKS:
            self.doubt_formula(raw, span.part(0, len(raw)))
        elif "E+" in raw:
            self.doubt_rounding(raw, span.part(0, len(raw)))
        text = unguard_cell(raw)
        return ScalarNode(span.part(0, len(raw)), text, True, len(raw) - len(text))

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
        width = len(found[0].split("\n", 1)[0])
        said = raw.replace('""', '"')
        if said[:1] in _MARKS:
            self.doubt_formula(said, span.part(0, width))
        text = unguard_cell(said)
        guard = len(said) - len(text)
        verbatim: int | tuple[WrittenLine, ...] | None = 1 + guard
        if '"' in raw:
            column = span.column + 1 + guard
            verbatim = align_escapes(text, raw[guard:], CELL_ESCAPES, column=column) or None
        return ScalarNode(span.part(0, width), text, False, verbatim)

    def after_quote(self) -> None:
        self.take(self._blanks)
        span = self.span(1)
        left = self.take(self._plain).strip()
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
