"""Quotes around a template, which YAML takes for two mappings, as an edit.

In      the `Finding` of `text: {{ name }}`, the line that it stands in.
Out     a `Fix` that puts the whole text in quotes: `text: "{{ name }} of {{ kind }}"`.

Between braces or brackets the text ends where a comma or a closing bracket stands outside of its
templates, in the rows of a block with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.core.findings import Finding, Span
from cardgen.report.fix import Fix
from cardgen.report.quoting_fixes import make_quoting_fix

_ASKED = "put a template in quotes: "
_TEMPLATE = r"\{\{[^{}]*\}\}"
_IN_FLOW = re.compile(rf"{_TEMPLATE}(?:{_TEMPLATE}|[^{{}}\[\],\"'#])*(?=\s*(?:[,}}\]]|\Z| #\s))")
_IN_BLOCK = re.compile(
    rf"{_TEMPLATE}(?:{_TEMPLATE}|\{{[^{{}}]*\}}|\[[^\[\]{{}}]*\]|[^{{}}\[\]\s]|\s(?!#))*"
    r"(?=\s*(?: #\s|\Z))"
)
"""Icons and words with a style belong to it, an apostrophe, too."""
_BEFORE = re.compile(r"(?:: +|- +|[\[,] *)\Z")
_STRINGS = re.compile(r"\"[^\"]*\"|'[^']*'")


def list_template_fixes(finding: Finding, span: Span, line: str) -> Iterator[Fix]:
    """The edit of a hint that asks for quotes around a template."""
    start = span.column - 2
    if not finding.hint.startswith(_ASKED) or not _BEFORE.search(line[:start]):
        return
    found = _IN_BLOCK.match(line, start) if _is_in_block(line, start) else None
    found = found or _IN_FLOW.match(line, start)
    if found is not None:
        text = found[0].rstrip()
        yield make_quoting_fix(Span(span.file, span.line, start + 1, start + 1 + len(text)), text)


def _is_in_block(line: str, start: int) -> bool:
    """Whether no brackets are open in a line; where some are in those above, it ends with a comma
    or closes them."""
    before = _STRINGS.sub("", line[:start])
    is_closed = all(before.count(one) == before.count(other) for one, other in ("{}", "[]"))
    return is_closed and not line.rstrip().endswith(",")
