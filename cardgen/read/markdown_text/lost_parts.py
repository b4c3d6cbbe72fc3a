"""What Markdown drops: typed numbers of lists, cells beyond a head's, names of headings.

In      lists, tables and names as the parser gives them, the lines they came from.
Out     findings at what is not printed as it is typed.
Not here  how lists and tables are read (`read.markdown_text.parser`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence

from markdown_it.rules_block.table import escapedSplit
from markdown_it.tree import SyntaxTreeNode

from cardgen.core.findings import Finding, Span, plural
from cardgen.read.markdown_text.inline_reader import opening_token

Locate = Callable[[SyntaxTreeNode], Span]
_INDENT = re.compile(r"[\s>]*")


def find_other_number(listing: SyntaxTreeNode, locate: Locate) -> Finding | None:
    """The first item of a list that is printed with another number than it is typed with.

    Who types one number before all of them leaves it to Markdown to count.
    """
    typed = [opening_token(item).info for item in listing.children]
    if not all(number.isdecimal() for number in typed) or len(set(typed)) == 1:
        return None
    first, mark = int(typed[0]), opening_token(listing.children[0]).markup
    for index, (item, number) in enumerate(zip(listing.children, typed, strict=True)):
        if int(number) == first + index:
            continue
        message = f"`{number}{mark}` is printed as `{first + index}{mark}`: the items are counted"
        hint = f"write `{first + index}{mark}`; or begin a list at `{number}{mark}` behind a text"
        return Finding("markdown-lost", message, locate(item), "warning", hint=hint)
    return None


def find_taken_name(slug: str, taken: Container[str], span: Span) -> Finding | None:
    """The name of a heading that another one above it has: links lead to that one."""
    if slug not in taken:
        return None
    message = f"a heading above has the name `{slug}`, and links lead to that one"
    hint = "give this heading another name"
    return Finding("markdown-lost", message, span, "warning", hint=hint)


def find_surplus_cells(
    row: SyntaxTreeNode, lines: Sequence[str], columns: int, span: Span
) -> Finding | None:
    """The cells that a row has beyond those of the head: Markdown leaves them out.

    Args:
        row: A row of a table.
        lines: Those of the text.
        columns: How many the head has.
        span: The line of the row.
    """
    number = row.map[0] if row.map else len(lines)
    line = lines[number] if number < len(lines) else ""
    cells = escapedSplit(_INDENT.sub("", line, count=1).rstrip())
    cells = cells[1 if cells and not cells[0].strip() else 0 :]
    cells = cells[: -1 if cells and not cells[-1].strip() else None]
    lost = [cell.strip() for cell in cells[columns:] if cell.strip()]
    divided = any(cell.count("{{") != cell.count("}}") for cell in cells[:columns])
    if divided or not lost:  # half an expression is told where it stands
        return None
    at, indent = line.rfind(lost[0]), len(line) - len(line.lstrip())
    here = at >= 0 and span.line == number + 1
    place = span.part(at - indent, len(lost[0])) if here else span
    message = f"`{lost[0]}` is not printed: the table's head has {plural(columns, 'column')}"
    hint = r"give the head a cell more, or write `\|` for a bar inside a cell"
    return Finding("markdown-lost", message, place, "warning", hint=hint)
