"""What can be done about a finding: the edit that its hint stands for, silence, an explanation.

In      findings, the texts of their files.
Out     code actions of the protocol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lsprotocol import types

from cardgen.check.engine.levels import can_be_silenced
from cardgen.core.findings import Finding
from cardgen.lsp.positions import make_range
from cardgen.report.quick_fixes import find_fixes

EXPLAIN = "cardgen.explain"
"""The command that shows what a code means."""


def list_actions(
    finding: Finding,
    diagnostic: types.Diagnostic,
    uri: str,
    lines: Sequence[str],
    game: tuple[str, Sequence[str]],
) -> Iterator[types.CodeAction]:
    """What can be done about a finding.

    Args:
        finding: One that stands in the file.
        diagnostic: The same, as the editor knows it.
        uri: Of the file.
        lines: Of the file.
        game: URI and lines of `game.yaml`, where findings are silenced.
    """

    def read_line(_: str, number: int) -> str | None:
        return lines[number - 1] if number <= len(lines) else None

    for fix in find_fixes(finding, read_line):
        edit = types.TextEdit(make_range(fix.span, lines), fix.new)
        yield types.CodeAction(
            fix.title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            is_preferred=fix.is_safe,
            edit=types.WorkspaceEdit({uri: [edit]}),
        )
    silencing = _silence(finding, game[1]) if can_be_silenced(finding.code) else None
    if silencing is not None:
        yield types.CodeAction(
            f"silence `{finding.code}` here, with a reason",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=types.WorkspaceEdit({game[0]: [silencing]}),
        )
    yield types.CodeAction(
        f"explain `{finding.code}`",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        command=types.Command(f"explain {finding.code}", EXPLAIN, arguments=[finding.code]),
    )


def _silence(finding: Finding, lines: Sequence[str]) -> types.TextEdit | None:
    """An entry of `checks:` in `game.yaml`; None where the list is written in another way."""
    about = f", card: {finding.card}" if re.fullmatch(r"[\w/-]+", finding.card) else ""
    entry = f'- {{code: {finding.code}{about}, level: off, reason: "…"}}'
    found = [number for number, line in enumerate(lines) if re.match(r"checks\s*:", line)]
    if not found:
        last = len(lines)
        lead = "" if not lines or not lines[-1] else "\n"
        return _insert(
            last - 1 if lead == "" and lines else last, f"{lead}checks:\n  {entry}\n", lines
        )
    head = lines[found[0]]
    if head.split("#")[0].partition(":")[2].strip():
        return None
    below = lines[found[0] + 1] if found[0] + 1 < len(lines) else ""
    item = re.match(r"( *)- ", below)
    return _insert(found[0] + 1, f"{item[1] if item else '  '}{entry}\n", lines)


def _insert(line: int, text: str, lines: Sequence[str]) -> types.TextEdit:
    if line >= len(lines) and lines:
        last = len(lines) - 1
        place = types.Position(last, len(lines[last]))
        return types.TextEdit(types.Range(place, place), text)
    place = types.Position(line, 0)
    return types.TextEdit(types.Range(place, place), text)
