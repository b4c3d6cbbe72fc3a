"""Sheets of a workbook that nothing reads, although they seem to hold more of the same cards.

In      the heads of a workbook's visible sheets; what `game.yaml` says of sheets.
Out     findings, one a sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from cardgen.core.findings import Finding, Report, Span
from cardgen.read.models.tables import split_sheet
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.tables.cells import cell_span

Heads = Mapping[str, Sequence[object]]
"""By sheet, in the order of the tabs, what stands in the first row that holds anything; nothing
where no other row does, as in a sheet that is still to be filled."""
MOST_TOLD = 20
"""So many sheets of a workbook are told one by one."""
_FEWEST = 2
"""One word alone may head any list."""


def find_unread_sheets(file: str, read: str, heads: Heads) -> Iterator[Finding]:
    """The sheets with the heads of the one that is read, for it is the first."""
    own = heads.get(read, ())
    if len(own) < _FEWEST:
        return
    for name, others in heads.items():
        if name != read and others == own:
            message = f"the sheet `{name}` has the heads of `{read}`, and is not read"
            hint = f"name all sheets, as in `cards: ['{file}#{read}', '{file}#{name}']`, or hide it"
            span = cell_span(f"{file}#{name}", 1, 1)
            yield Finding("unread-sheet", message, span, "warning", hint=hint)


def forget_named_sheets(root: Node | None, report: Report) -> None:
    """Take back what was reported of sheets that `game.yaml` names, for another deck or edition;
    of very many others the first are told, and how many more there are."""
    if not any(finding.code == "unread-sheet" for finding in report.findings):
        return
    named = {(file, sheet.casefold()) for file, sheet in _list_named(root)}

    def is_named(span: Span | None) -> bool:
        file, sheet = split_sheet(span.file) if span else ("", "")
        return (file, sheet.casefold()) in named

    kept = (one for one in report.findings if one.code != "unread-sheet" or not is_named(one.span))
    report.replace(_shorten(list(kept)))


def _shorten(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings, without those of very many sheets of one workbook."""
    counts = Counter(_workbook_of(one) for one in findings)
    told: Counter[str] = Counter()
    for one in findings:
        book = _workbook_of(one)
        told[book] += 1
        more = counts[book] - MOST_TOLD
        if not book or told[book] < MOST_TOLD or more <= 0:
            yield one
        elif told[book] == MOST_TOLD:
            yield replace(one, message=f"{one.message}; nor are {more:,} more")


def _workbook_of(finding: Finding) -> str:
    """The file of an unread sheet, "" for any other finding."""
    is_sheet = finding.code == "unread-sheet" and finding.span is not None
    return split_sheet(finding.span.file)[0] if is_sheet and finding.span else ""


def _list_named(node: Node | None) -> Iterator[tuple[str, str]]:
    """Files and sheets below a node: `cards.xlsx#Units`, or `file` and `sheet`."""
    if isinstance(node, ScalarNode) and "#" in node.text:
        yield split_sheet(node.text)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _list_named(item)
    elif isinstance(node, MappingNode):
        sheet, file = node.value("sheet"), node.value("file") or node.value("table")
        if isinstance(sheet, ScalarNode) and isinstance(file, ScalarNode):
            yield file.text, sheet.text
        for _, value in node.entries.values():
            yield from _list_named(value)
