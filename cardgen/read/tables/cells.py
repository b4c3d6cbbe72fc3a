"""What the readers of spreadsheets share: cells with places, and the faults of workbooks.

In      what a cell shows, its row and column.
Out     `ScalarNode`s whose places say `cards.xlsx: Units!C7`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.core.findings import Finding, Span, did_you_mean
from cardgen.read.syntax.nodes import ScalarNode

MAX_CELLS = 4_000_000
"""Cells from the first to the last that holds something."""
MAX_COLUMNS = 2_000
MAX_UNPACKED_BYTES = 120_000_000
"""Of a workbook, which is a compressed archive."""


class WorkbookError(Exception):
    """A workbook cannot be read; the message completes «`name` …»."""


def column_number(letters: bytes) -> int:
    """The number of a column from 1, as in `AB`."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def cell_span(file: str, row: int, column: int) -> Span:
    """The place of a cell, both counted from 1; `file` is `cards.xlsx#Units`."""
    return Span(file, row, column, column + 1)


def rows_of_cells(
    file: str, shown: Iterator[tuple[int, Sequence[str]]]
) -> Iterator[list[ScalarNode]]:
    """The rows that hold anything, cells beyond the last filled one left out.

    Args:
        file: The workbook and sheet, for places.
        shown: Numbers of rows from 1, and the texts of their cells from the first column.
    """
    for number, texts in shown:
        last = max((i for i, text in enumerate(texts, 1) if text), default=0)
        if last:
            yield [
                ScalarNode(cell_span(file, number, column), texts[column - 1], True)
                for column in range(1, last + 1)
            ]


def find_sheet(names: Sequence[str], wanted: str) -> str:
    """The sheet of that name, case left aside; the first if none is named.

    Raises:
        WorkbookError: there is none.
    """
    if not names:
        raise WorkbookError("has no sheet with cells")
    if not wanted:
        return names[0]
    folded = {name.casefold(): name for name in reversed(names)}
    found = folded.get(wanted.casefold())
    if found is None:
        hint = did_you_mean(wanted, names, what="sheet")
        raise WorkbookError(f"has no sheet `{wanted}`; {hint}")
    return found


_KNOWN = 14
"""Digits of a number that is typed with a power of ten, `1.5E+20`; one that was typed whole has
15 and a point."""


def error_cell(file: str, row: int, column: int, shown: str) -> Finding:
    """A cell whose formula failed."""
    message = f"this cell holds an error: {shown}"
    hint = "mend its formula in the spreadsheet program, and save"
    return Finding("table-cell", message, cell_span(file, row, column), hint=hint)


def picture_cell(file: str, row: int, column: int) -> Finding:
    """A cell that shows what older programs take for an error: a picture that was placed in it, a
    linked value, or a formula that has no room."""
    message = "this cell shows a picture, a linked value or an error, and no text"
    hint = "save a picture in the game's folder, and write the name of the file into the cell"
    return Finding("table-cell", message, cell_span(file, row, column), hint=hint)


def empty_formula(file: str, row: int, column: int) -> Finding:
    """A formula that no spreadsheet program has worked out yet."""
    message = "this cell has a formula, and the file does not hold its value"
    hint = "open the file in a spreadsheet program and save it there"
    return Finding("table-cell", message, cell_span(file, row, column), hint=hint)


def unknown_format(file: str, row: int, column: int, code: str, shown: str) -> Finding:
    """A number format that is not understood."""
    message = f"the number format `{code}` is not known here; the cell is read as `{shown}`"
    hint = "give the cell another format, or make it text"
    span = cell_span(file, row, column)
    return Finding("table-cell", message, span, severity="warning", hint=hint)


def unknown_look(file: str, row: int, column: int, shown: str) -> Finding:
    """A value of which the file does not hold how it is shown."""
    message = f"the file does not hold what this cell shows; it is read as `{shown}`"
    hint = "open the file in a spreadsheet program and save it there, or make the cell text"
    return Finding("table-cell", message, cell_span(file, row, column), "warning", hint=hint)


def is_shortened(shown: str) -> bool:
    """Whether a number without a format has more digits than spreadsheet programs know."""
    digits, power, _ = shown.partition("E+")
    return bool(power) and len(digits) > _KNOWN


def shortened_number(file: str, row: int, column: int, shown: str) -> Finding:
    """A number without a format that has too many digits for a spreadsheet program."""
    message = f"a spreadsheet program made `{shown}` of another number or text"
    hint = "format the cell as text there, and type it again"
    return Finding("table-cell", message, cell_span(file, row, column), "warning", hint=hint)


def no_date(file: str, row: int, column: int, code: str, shown: str) -> Finding:
    """A number that is to be shown as a date, and is none."""
    message = f"this cell holds no date to show as `{code}`; it is read as `{shown}`"
    hint = "type the date, or make the cell text"
    return Finding("table-cell", message, cell_span(file, row, column), "warning", hint=hint)


def early_day(file: str, row: int, column: int, shown: str) -> Finding:
    """A day that other spreadsheet programs show as another one."""
    message = f"other programs show another day before March 1900; it is read as `{shown}`"
    hint = "make the cell text, or give it the format of a number if it is no day"
    return Finding("table-cell", message, cell_span(file, row, column), "warning", hint=hint)


# --- what a sheet has and cards do not -------------------------------------------------------


def hidden_rows(file: str, rows: Sequence[int]) -> Finding:
    """Rows that the spreadsheet program does not show; `rows` has at least one."""
    listed = ", ".join(map(str, rows[:8])) + (", …" if len(rows) > 8 else "")
    one = len(rows) == 1
    what = f"row {listed} is" if one else f"rows {listed} are"
    message = f"{what} hidden or filtered out, and {'a card' if one else 'cards'} all the same"
    hint = "delete or show what is hidden, or choose rows with `where:`"
    return Finding("table-cell", message, cell_span(file, rows[0], 1), "warning", hint=hint)


def hidden_columns(file: str, columns: Sequence[int]) -> Finding:
    """Columns that the spreadsheet program does not show; `columns` has at least one."""
    letters = [cell_span(file, 1, column).cell.partition("!")[2][:-1] for column in columns]
    listed = ", ".join(letters[:8]) + (", …" if len(letters) > 8 else "")
    one = len(columns) == 1
    what = f"column {listed} is" if one else f"columns {listed} are"
    message = f"{what} hidden, and {'a field' if one else 'fields'} of the cards all the same"
    hint = "delete or show what is hidden"
    return Finding("table-cell", message, cell_span(file, 1, columns[0]), "warning", hint=hint)


def totals_row(file: str, row: int) -> Finding:
    """The last row of an Excel table, which adds up those above it."""
    message = f"row {row} is the totals row of a table, and a card all the same"
    hint = "turn the totals of the table off, or choose rows with `where:`"
    return Finding("table-cell", message, cell_span(file, row, 1), "warning", hint=hint)


def struck_cells(file: str, cells: Sequence[tuple[int, int]]) -> Finding:
    """Cells that are struck through; `cells`, rows and columns, has at least one."""
    verb = "is" if len(cells) == 1 else "are"
    message = f"{_list_cells(file, cells)} {verb} struck through, and on the cards all the same"
    hint = "delete what is struck through, or write `[words]{strike}` if it is to be printed so"
    return Finding("table-cell", message, cell_span(file, *cells[0]), "warning", hint=hint)


def pasted_pictures(file: str, cells: Sequence[tuple[int, int]]) -> Finding:
    """Cells on which pictures lie; `cells`, rows and columns, has at least one."""
    what, it = ("a picture lies", "it") if len(cells) == 1 else ("pictures lie", "them")
    message = f"{what} on {_list_cells(file, cells)}, and cards do not take {it} over"
    hint = f"save {it} in the game's folder, and write the name of the file into the cell"
    return Finding("table-cell", message, cell_span(file, *cells[0]), "warning", hint=hint)


def _list_cells(file: str, cells: Sequence[tuple[int, int]]) -> str:
    spans = [cell_span(file, row, column) for row, column in cells[:8]]
    listed = ", ".join(span.cell.partition("!")[2] for span in spans)
    return listed + (", …" if len(cells) > 8 else "")


def wide_cell(file: str, row: int, columns: tuple[int, int]) -> Finding:
    """A merged cell that covers several columns: a heading, mostly."""
    first, last = columns
    message = f"this merged cell stands in {last - first + 1} columns of its card"
    hint = "unmerge the cell; a heading between the rows is read as a card"
    return Finding("table-cell", message, cell_span(file, row, first), "warning", hint=hint)


def formatted_words(file: str, row: int, column: int) -> Finding:
    """A cell some of whose words are bold, italic or struck through."""
    message = "words of this cell have a format of their own, which cards do not take over"
    hint = "write `**bold**`, `*italic*` or `[words]{style}`"
    return Finding("table-cell", message, cell_span(file, row, column), "warning", hint=hint)
