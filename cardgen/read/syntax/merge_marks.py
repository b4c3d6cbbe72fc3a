"""Lines that git leaves in a file of which two versions could not be merged.

In      the text of a file: YAML, a table, Markdown, a catalog of translations.
Out     a finding at the first such line, if there is one.

Both versions stand in such a file: a table would print them as cards, and the marks too.
"""

from __future__ import annotations

import re

from cardgen.core.findings import Finding, Note, Span

_MARK = re.compile(r"^(<{7}|>{7})(?:[ \t][^\r\n]*)?$", re.MULTILINE)


def find_conflict(text: str, file: str) -> Finding | None:
    """Return what to do about a merge that was not finished; None if there is none."""
    if "<<<<<<<" not in text and ">>>>>>>" not in text:
        return None
    marks = list(_MARK.finditer(text.replace("\r\n", "\n")))
    if not marks:
        return None
    begun = [mark for mark in marks if mark[1].startswith("<")] or marks
    hint = "keep the lines that are right, and delete the others with the lines that begin with "
    hint += "`<<<<<<<`, `=======` and `>>>>>>>`; then `git add` the file"
    message = "a merge was not finished here: git left both versions in the file"
    notes = tuple(Note("and here", _span(mark, file)) for mark in begun[1:4])
    return Finding("merge-conflict", message, _span(begun[0], file), hint=hint, notes=notes)


def _span(mark: re.Match[str], file: str) -> Span:
    line = mark.string.count("\n", 0, mark.start()) + 1
    return Span(file, line, 1, 1 + len(mark[0]))
