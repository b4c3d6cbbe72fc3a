"""Rows of cells → the same mappings that YAML gives.

In      rows of cells with their places, the first of them the headers.
Out     one `MappingNode` a row; findings for columns without a name or with another's.
Not here  finding the cells (`read.tables.delimited`, `read.tables.workbook`), values
          (`read.tables.cards`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from cardgen.core.findings import Finding
from cardgen.read.models.tables import FieldSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode
from cardgen.read.tables.apart_columns import ApartColumns
from cardgen.read.tables.doubtful_rows import RowDoubts
from cardgen.read.tables.failed_formulas import FailedFormulas
from cardgen.read.tables.headers import COPIES, COPIES_HEADERS, name_columns
from cardgen.read.tables.row_lines import RowLines
from cardgen.read.tables.turned_dates import TurnedDates

Row = Sequence[ScalarNode]
_TABLE = 3
"""A row with so many cells is one of a table whose headers are more than one."""
_RUNNING = 5
"""So many cards with running numbers make it likely that these are no copies."""


def read_grid(
    rows: Iterable[Row],
    fields: Mapping[str, FieldSpec],
    take: Callable[[Node], None],
    findings: list[Finding],
    surplus: str = "",
) -> Row:
    """Hand over each row below the headers as a mapping.

    Args:
        rows: Those that hold anything.
        fields: What the deck declares.
        take: Is given the rows.
        findings: Takes what is wrong with columns.
        surplus: What to do with a cell that is beyond the last header of delimited text.

    Returns:
        The headers, without any if there is no row.
    """
    cells = iter(rows)
    headers = next(cells, None)
    if headers is None:
        return ()
    names = name_columns([header.text for header in headers], fields)
    delimited = bool(surplus)
    surplus = surplus or "delete the cell, or name its column in the first row"
    columns = _Columns(headers, names, findings, surplus)
    doubts, lines = RowDoubts(names, [header.text for header in headers]), RowLines(headers)
    apart, dates, formulas = ApartColumns(headers, names), TurnedDates(), FailedFormulas()
    for row in map(lines.mark, cells):
        doubts.count(row)
        apart.look_at(row)
        dates.look_at(row)
        formulas.look_at(row)
        take(columns.mapping(row))
    columns.check()
    findings.extend(formulas.findings())
    told = {finding.span for finding in findings}  # the workbook says itself what adds up
    doubted = (*doubts.findings(delimited=delimited), *apart.findings(), *dates.findings())
    findings.extend(finding for finding in doubted if finding.span not in told)
    return headers


class _Columns:
    """The columns of one table."""

    def __init__(
        self, headers: Row, names: Sequence[str], findings: list[Finding], surplus: str
    ) -> None:
        self.findings, self.surplus, self.headers = findings, surplus, headers
        self.names = names
        self.keys = [ScalarNode(h.span, n, True) for h, n in zip(headers, names, strict=True)]
        """What each column is called, where that is typed."""
        self.nameless: set[int] = {i for i, name in enumerate(names) if not name}
        self.reported: set[int] = set()
        filled = [header for header in headers if header.text]
        self.lone = filled[0] if len(filled) == 1 else None
        """The only header; perhaps a title above the table."""
        self.is_titled = False
        self.copies = next((i for i, name in enumerate(names) if name == COPIES), None)
        self.counted: list[str] = []
        if len(filled) >= _TABLE and len({header.text for header in filled}) == 1:
            self.report_title(filled[0])  # one cell across the columns
        else:
            self.check_names(names)

    def check_names(self, names: Sequence[str]) -> None:
        first: dict[str, int] = {}
        for index, name in enumerate(names):
            if name and name in first:
                same = self.headers[index].text == self.headers[first[name]].text
                message = f"two columns are called `{name}`"
                hint = "rename one" if same else "rename one, or give its field `from:`"
                if same and self.headers[index].span.cell and index == first[name] + 1:
                    hint = "rename one; if it is one cell across several columns, unmerge it"
                span = self.headers[index].span
                self.findings.append(Finding("duplicate-key", message, span, hint=hint))
            first.setdefault(name, index)

    def mapping(self, cells: Row) -> MappingNode:
        """A row; an empty cell is a field that the card does not have."""
        if self.lone is not None and sum(bool(cell.text) for cell in cells) >= _TABLE:
            self.report_title(self.lone)
        node = MappingNode(cells[0].span)
        entries = node.entries
        for index, cell in enumerate(cells):
            if not cell.text:
                continue
            if index >= len(self.names):
                self.report_surplus(cells, index)
                break
            key = self.keys[index]
            if key.text:
                entries[key.text] = (key, cell)
            else:
                self.report_nameless(index)
        if self.copies is not None and len(self.counted) < _RUNNING:
            self.counted.append(cells[self.copies].text if self.copies < len(cells) else "")
        return node

    def report_title(self, lone: ScalarNode) -> None:
        """Report, once, what stands where the names of the fields should."""
        if self.is_titled:
            return
        self.is_titled = True
        message = f"nothing but `{lone.text}` stands in the first row, which names the fields"
        hint = "delete what stands above the row that names them"
        self.findings.append(Finding("csv-column", message, lone.span, hint=hint))

    def report_surplus(self, cells: Row, index: int) -> None:
        if self.is_titled:
            return
        message = f"this row has {len(cells)} cells, the header {len(self.names)}"
        self.findings.append(Finding("csv-row", message, cells[index].span, hint=self.surplus))

    def report_nameless(self, index: int) -> None:
        if index in self.reported or self.is_titled:
            return
        self.reported.add(index)
        message = "this column has cells, but no name"
        hint = "name it in the first row, or delete it"
        self.findings.append(Finding("csv-column", message, self.headers[index].span, hint=hint))

    def check(self) -> None:
        """Doubt a column of copies that counts the rows."""
        if self.copies is None:
            return
        header = self.headers[self.copies]
        running = [str(n) for n in range(1, _RUNNING + 1)]
        if header.text.casefold() not in COPIES_HEADERS[:3] and self.counted == running:
            message = f"`{header.text}` is read as the number of copies, and it counts the cards"
            hint = f"declare it under `fields:` if it is a field: `{header.text}: integer`"
            self.findings.append(
                Finding("copies-column", message, header.span, severity="warning", hint=hint)
            )
