"""How many there are of a card: what its row says, and what lists of parts say in its place.

In      a row of a card table, or the text of a cell.
Out     the number of copies; a finding where it cannot be known.
Not here  the other fields of a row (`read.tables.cards`).
"""

from __future__ import annotations

import re

from cardgen.core.findings import Finding, Report
from cardgen.read.syntax.nodes import MappingNode, ScalarNode
from cardgen.read.tables.values import INTEGER

COPIES = ("copies", "qty")
MAX_COPIES = 10_000
_ZEROS = re.compile(r"([1-9][0-9]{0,4}|0)[.,]0{1,2}\Z")
"""A whole number as spreadsheets of any country show it that show decimals."""
_BENCHED = "0 benches a card: it is checked, and not printed"
_MARKED = re.compile(r"[x×*]?\s*(\d{1,4})\s*(?:[x×*]|pcs\.?)?", re.IGNORECASE)
"""A number as lists of parts have it, in digits of any script."""


def read_copies(node: MappingNode, report: Report) -> int | None:
    """How many of the card to print; None, and a finding, if that cannot be known."""
    given = next((node.value(name) for name in COPIES if name in node.entries), None)
    if given is None:
        return 1
    _refuse_two_counts(node, report)
    text = given.text if isinstance(given, ScalarNode) else ""
    rounded = _ZEROS.match(text)
    if rounded:
        text = rounded[1]
    if INTEGER.match(text) and 0 <= int(text) <= MAX_COPIES:
        return int(text)
    shown = f", not `{text}`" if text else ""
    message = f"`copies` is a whole number from 0 to {MAX_COPIES}{shown}"
    report.add(Finding("bad-copies", message, given.span, hint=_explain_copies(text)))
    return None


def is_number_of_copies(text: str) -> bool:
    """Whether a cell says how many copies there are."""
    return bool(_ZEROS.match(text) or (INTEGER.match(text) and 0 <= int(text) <= MAX_COPIES))


def looks_like_copies(text: str) -> bool:
    """Whether a cell says so as lists of parts do, `x3` or `3 pcs`, or as it should."""
    return bool(_MARKED.fullmatch(text)) or is_number_of_copies(text)


def _explain_copies(text: str) -> str:
    """What to write for a text that is no number of copies."""
    marked = _MARKED.fullmatch(text)
    if marked:
        return f"write `{int(marked[1])}`: digits only"
    if text.isalpha() or not text.strip("-–—?"):
        return f"write digits, or leave it empty for one; {_BENCHED}"
    return _BENCHED


def _refuse_two_counts(node: MappingNode, report: Report) -> None:
    """Report a row whose `copies` and `qty` are different numbers."""
    first, second = (node.value(name) for name in COPIES)
    if not isinstance(first, ScalarNode) or not isinstance(second, ScalarNode):
        return
    if first.text != second.text:
        message = f"`copies` says {first.text or 'nothing'}, and `qty` {second.text or 'nothing'}"
        report.add(Finding("bad-copies", message, second.span, hint="leave one of them out"))
