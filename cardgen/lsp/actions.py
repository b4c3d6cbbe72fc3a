"""What can be done about a finding: the edit that its hint stands for, silence, an explanation.

In      findings, the texts of their files.
Out     code actions of the protocol.
"""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from cardgen.check.engine.levels import can_be_silenced
from cardgen.core.findings import Finding, ReadLine
from cardgen.lsp.documents import Documents
from cardgen.lsp.live_game import LiveGame
from cardgen.lsp.positions import make_range
from cardgen.lsp.silencing import find_silencing
from cardgen.lsp.size_fixes import find_size_fix
from cardgen.lsp.text_lines import TextLines
from cardgen.read.file_trees import GAME_FILE
from cardgen.report.fix import Fix
from cardgen.report.fixed_files import keep_readable
from cardgen.report.quick_fixes import find_fixes

EXPLAIN = "cardgen.explain"
"""The command that shows what a code means."""


def list_actions(
    finding: Finding, diagnostic: types.Diagnostic, game: LiveGame, documents: Documents
) -> Iterator[types.CodeAction]:
    """What can be done about a finding.

    Args:
        finding: One that was told.
        diagnostic: The same, as the editor knows it.
        game: That it was found in.
        documents: Its files, as the editor has them.
    """
    read_line = _make_line_reader(game, documents)
    for fix in _list_fixes(finding, game, documents, read_line):
        line = read_line(fix.span.file, fix.span.line) or ""
        if line[fix.span.column - 1 : fix.span.end_column - 1] != fix.old:
            continue  # typed over since
        path = game.folder / fix.span.file
        if not keep_readable(documents.text_of(path.resolve()), fix.span.file, [fix]):
            continue
        place = make_range(fix.span, documents.lines_of(path))
        new = fix.new.replace("\n", documents.line_end_of(path))
        edit = {documents.uri_of(game, fix.span.file): [types.TextEdit(place, new)]}
        yield types.CodeAction(
            fix.title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            is_preferred=fix.is_safe,
            edit=types.WorkspaceEdit(edit),
        )
    yield types.CodeAction(
        f"explain `{finding.code}`",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        command=types.Command(f"explain {finding.code}", EXPLAIN, arguments=[finding.code]),
    )


def _make_line_reader(game: LiveGame, documents: Documents) -> ReadLine:
    """What reads lines as editors have them; a fix may ask for all of a file, one by one."""
    known: dict[str, TextLines] = {}

    def read_line(file: str, number: int) -> str | None:
        if file not in known:
            known[file] = documents.lines_of(game.folder / file)
        return known[file][number - 1] if number <= len(known[file]) else None

    return read_line


def _list_fixes(
    finding: Finding, game: LiveGame, documents: Documents, read_line: ReadLine
) -> Iterator[Fix]:
    """The edits that end a finding, those that silence it last."""
    yield from find_fixes(finding, read_line)
    if game.sound and (larger := find_size_fix(finding, game.sound)):
        yield larger
    if can_be_silenced(finding.code):
        silencing = find_silencing(finding, game.sound, documents.lines_of(game.folder / GAME_FILE))
        if silencing is not None:
            yield silencing
