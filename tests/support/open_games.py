"""A game all of whose texts are open in an editor, none of them saved.

In      the folder of a game.
Out     what the language server answers there, without a server.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from lsprotocol import types

from cardgen.core.findings import Finding
from cardgen.lsp import answers
from cardgen.lsp.documents import Documents, OpenDocument
from cardgen.lsp.live_game import LiveGame
from cardgen.lsp.names import list_text_files
from cardgen.lsp.positions import make_range, path_of
from cardgen.lsp.server import make_server
from cardgen.lsp.text_lines import change_text, count_units
from cardgen.pipeline.checked_game import Checked


class OpenGame:
    """A game in an editor."""

    def __init__(self, folder: Path) -> None:
        _, self.session = make_server()
        self.folder = folder
        self.documents: Documents = self.session.documents
        live = self.documents.put((folder / "game.yaml").as_uri(), self.saved("game.yaml"), 1)
        assert live is not None
        self.live: LiveGame = live
        live.look({})
        named = list_text_files(self.checked)
        self.files = [file for file in named if (folder / file).is_file()]
        self.restore(self.files)
        self.look()

    @property
    def checked(self) -> Checked:
        """The game as it could be read last."""
        assert self.live.sound is not None
        return self.live.sound

    def saved(self, file: str) -> str:
        """What the disk has."""
        return (self.folder / file).read_bytes().decode("utf-8")

    def text(self, file: str) -> str:
        """What the editor has."""
        return self.documents.text_of((self.folder / file).resolve())

    def put(self, file: str, text: str) -> None:
        self.documents.put((self.folder / file).as_uri(), text, 2)

    def restore(self, files: Iterable[str]) -> None:
        for file in files:
            self.put(file, self.saved(file))

    def look(self) -> Sequence[Finding]:
        """What is found now."""
        found = self.live.look(self.documents.buffers).findings
        self.session.findings[self.live] = found
        return found

    def document(self, file: str) -> OpenDocument:
        found = self.documents.find((self.folder / file).as_uri())
        assert found is not None
        return found

    def name(self, file: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier((self.folder / file).as_uri())

    def place(self, file: str, line: int, column: int) -> types.Position:
        """A place; line and column from 1 in characters."""
        return self.document(file).lines.locate(line - 1, column - 1)

    def read(self, uri: str, place: types.Range) -> str:
        """The text at a place of one line."""
        path = path_of(uri)
        assert path is not None
        lines = self.documents.lines_of(path)
        (line, start), (_, end) = lines.find(place.start), lines.find(place.end)
        return lines[line][start:end]

    def actions(self, finding: Finding) -> list[types.CodeAction]:
        """What can be done about a finding, as its editor asks."""
        assert finding.span is not None
        document = self.document(finding.span.path)
        asked = types.CodeActionParams(
            self.name(document.file),
            make_range(finding.span, document.lines),
            types.CodeActionContext([]),
        )
        found = self.session.act(asked)
        return [
            one
            for one in found
            if one.diagnostics
            and one.diagnostics[0].code == finding.code
            and finding.message in one.diagnostics[0].message
        ]

    def apply(self, changes: Mapping[str, Sequence[types.TextEdit]] | None) -> list[str]:
        """Put edits into the open files; gives these."""
        changed = []
        for uri, edits in (changes or {}).items():
            path = path_of(uri)
            assert path is not None
            made = [
                types.TextDocumentContentChangePartial(one.range, one.new_text)
                for one in sorted(edits, key=lambda one: one.range.start, reverse=True)
            ]
            file = path.relative_to(self.folder).as_posix()
            self.documents.put(uri, change_text(self.text(file), made), 3)
            changed.append(file)
        return changed

    def offer(self, file: str, old: str, new: str) -> dict[str, str]:
        """What each item makes of a file, with the cursor at `^` in what stands for `old`; the
        game is as it was before that was typed."""
        before = self.text(file)
        assert old in before
        at = before.index(old) + new.index("^")
        typed = before.replace(old, new.replace("^", "", 1), 1)
        self.put(file, typed)
        document = self.document(file)
        lines = re.split(r"\r\n|\n", typed[:at])
        place = types.Position(len(lines) - 1, count_units(lines[-1]))
        asked = types.CompletionParams(self.name(file), place)
        items = answers.complete_at(document, asked, self.documents).items
        self.put(file, before)
        return {one.label: change_text(typed, [_make_change(one)]) for one in items}


def _make_change(item: types.CompletionItem) -> types.TextDocumentContentChangePartial:
    assert isinstance(item.text_edit, types.TextEdit)
    return types.TextDocumentContentChangePartial(item.text_edit.range, item.text_edit.new_text)
