"""A finding as an editor shows it.

In      findings, the texts of their files.
Out     diagnostics of the protocol.
"""

from __future__ import annotations

from lsprotocol import types

from cardgen.core.findings import Finding
from cardgen.lsp.documents import Documents
from cardgen.lsp.live_game import LiveGame
from cardgen.lsp.positions import make_range
from cardgen.lsp.text_lines import TextLines

_SEVERITY = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
}


def make_diagnostic(
    finding: Finding, lines: TextLines, documents: Documents, game: LiveGame
) -> types.Diagnostic:
    """Return a finding as a diagnostic; `lines` are those of its file."""
    cell = f"{finding.span.cell}: " if finding.span and finding.span.cell else ""
    subject = cell + (f"{finding.card}: " if finding.card else "")
    hint = f"\n{finding.hint}" if finding.hint else ""
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(
                documents.uri_of(game, note.span.path),
                make_range(note.span, documents.lines_of(game.folder / note.span.path)),
            ),
            note.message,
        )
        for note in finding.notes
        if note.span
    ]
    return types.Diagnostic(
        make_range(finding.span, lines) if finding.span and not finding.span.cell else nowhere,
        f"{subject}{finding.message}{hint}",
        severity=_SEVERITY[finding.severity],
        code=finding.code,
        source="cardgen",
        related_information=related or None,
    )
