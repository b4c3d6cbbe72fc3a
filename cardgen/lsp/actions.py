"""What can be done about a finding: the edit that its hint stands for, silence, an explanation.

In      findings, the texts of their files.
Out     code actions of the protocol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lsprotocol import types

from cardgen.check.engine.levels import FilePlaces, can_be_silenced, find_named_elements
from cardgen.core.findings import Finding
from cardgen.lsp.documents import Documents
from cardgen.lsp.live_game import LiveGame
from cardgen.lsp.positions import make_range
from cardgen.lsp.size_fixes import find_size_fix
from cardgen.lsp.text_lines import TextLines
from cardgen.report.fixed_files import keep_readable
from cardgen.report.quick_fixes import find_fixes

_NAME = re.compile(r"[\w/-]+")
_SHARED = re.compile(r"on \d+ (?:cards|panels|of \d+ copies)\b")
"""A note of a finding that stands for those on other cards, or copies, too."""
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

    def read_line(file: str, number: int) -> str | None:
        lines = documents.lines_of(game.folder / file)
        return lines[number - 1] if number <= len(lines) else None

    larger = find_size_fix(finding, game.sound) if game.sound else None
    for fix in (*find_fixes(finding, read_line), *([larger] if larger else ())):
        line = read_line(fix.span.file, fix.span.line) or ""
        if line[fix.span.column - 1 : fix.span.end_column - 1] != fix.old:
            continue  # typed over since
        text = documents.text_of((game.folder / fix.span.file).resolve())
        if not keep_readable(text, fix.span.file, [fix]):
            continue
        place = make_range(fix.span, documents.lines_of(game.folder / fix.span.file))
        new = fix.new.replace("\n", documents.line_end_of(game.folder / fix.span.file))
        edit = {documents.uri_of(game, fix.span.file): [types.TextEdit(place, new)]}
        yield types.CodeAction(
            fix.title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            is_preferred=fix.is_safe,
            edit=types.WorkspaceEdit(edit),
        )
    file = game.folder / "game.yaml"
    scope = _find_scope(finding, game)
    silencing = _silence(finding.code, scope, documents.lines_of(file))
    if silencing is not None and can_be_silenced(finding.code):
        silencing.new_text = silencing.new_text.replace("\n", documents.line_end_of(file))
        yield types.CodeAction(
            f"silence `{finding.code}` {_describe(scope)}, with a reason",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=types.WorkspaceEdit({documents.uri_of(game, "game.yaml"): [silencing]}),
        )
    yield types.CodeAction(
        f"explain `{finding.code}`",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        command=types.Command(f"explain {finding.code}", EXPLAIN, arguments=[finding.code]),
    )


def _find_scope(finding: Finding, game: LiveGame) -> dict[str, str]:
    """What an entry of `checks:` names for a finding to be silent. One that many cards share would
    be told at the next card: it is silent for its element, or in its deck."""
    if not _NAME.fullmatch(finding.card):
        return {}
    if not any(_SHARED.match(note.message) for note in finding.notes):
        return {"card": finding.card}
    deck = {"deck": finding.card.partition("/")[0]}
    if game.sound is None or finding.span is None:
        return deck
    named = find_named_elements(game.sound.spec.layouts.node)
    around = [name for name, nodes in named.items() if FilePlaces(nodes).contains(finding.span)]
    return {**deck, "element": around[-1]} if around and _NAME.fullmatch(around[-1]) else deck


def _describe(scope: Mapping[str, str]) -> str:
    """Where a finding is to be silent."""
    if "element" in scope:
        return f"at `{scope['element']}` on all cards of `{scope['deck']}`"
    if "deck" in scope:
        return f"on all cards of `{scope['deck']}`"
    return "here" if scope else "in the whole game"


def _silence(code: str, scope: Mapping[str, str], lines: TextLines) -> types.TextEdit | None:
    """An entry of `checks:` in `game.yaml`; None where the list is written in another way."""
    about = "".join(f", {name}: {value}" for name, value in scope.items())
    entry = f'- {{code: {code}{about}, level: off, reason: "…"}}'
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


def _insert(line: int, text: str, lines: TextLines) -> types.TextEdit:
    last = len(lines) - 1
    place = lines.locate(line, 0) if line <= last else lines.locate(last, len(lines[last]))
    return types.TextEdit(types.Range(place, place), text)
