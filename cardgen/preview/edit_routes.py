"""What the page may write, if the designer asked for it with `--edit`.

In      requests of the page that passed the access guard, each with the token in a header.
Out     changes of the game's files; refusals with their reasons.
Not here  how a change is made (`cardgen.editing`), who may ask (`preview.access_guard`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.core.findings import Finding
from cardgen.editing.edit_history import EditHistory, FileChange
from cardgen.editing.game_editor import (
    add_row,
    change_row,
    describe_row,
    edit_field,
    edit_items,
    find_editable_row,
)
from cardgen.editing.open_table import EditableRow
from cardgen.editing.pasted_cells import PastedCell, paste_cells
from cardgen.editing.refusal import RefusedError
from cardgen.preview.draft_check import DraftCheck
from cardgen.preview.live_updates import LiveUpdates
from cardgen.preview.responses import json_response
from cardgen.preview.write_requests import read_request, refuse, run_work
from cardgen.read.game import GameSpec
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.tables.cards import CardSpec

_CHANGES = ("duplicate", "delete", "up", "down")


class EditRoutes:
    """The handlers, one method per route. Changes are made one after the other."""

    def __init__(self, live: LiveUpdates) -> None:
        self.live = live
        self.state = state = live.game_state
        self.history = EditHistory(state.game.folder)
        self.drafts = DraftCheck(state.game.folder)
        self._turn = asyncio.Lock()

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/row.json", self.row),
            Route("/edit", self.edit, methods=["POST"]),
            Route("/draft", self.draft, methods=["POST"]),
            Route("/items", self.items, methods=["POST"]),
            Route("/cells", self.paste, methods=["POST"]),
            Route("/row", self.change, methods=["POST"]),
            Route("/new-row", self.add, methods=["POST"]),
            Route("/undo", self.undo, methods=["POST"]),
            Route("/redo", self.redo, methods=["POST"]),
            Route("/history.json", self.count_changes),
        ]

    async def row(self, request: Request) -> Response:
        """The fields of a card's row, as its file holds them now."""
        card = request.query_params.get("card", "")

        def describe() -> dict[str, Any]:
            row = self.find_row(card)
            fields = describe_row(self.state.game.folder, row)
            return {
                "file": row.file,
                "fields": [
                    {
                        "name": field.name,
                        "text": field.text,
                        "refused": field.refused,
                        "choices": list(field.choices),
                        "items": field.items,
                    }
                    for field in fields
                ],
            }

        return await self.answer(describe)

    async def edit(self, request: Request) -> Response:
        """`{card, field, old, new}`: give a field another text."""
        given = await read_request(request)
        old, new = given.get("old"), given.get("new")
        if not isinstance(new, str) or not (old is None or isinstance(old, str)):
            return refuse("a value is a text", 400)

        def edit() -> dict[str, Any]:
            row = self.find_row(_text(given, "card"))
            folder = self.state.game.folder
            change = edit_field(folder, row, _text(given, "field"), old, new)
            return self.make(change)

        return await self.write(edit)

    async def draft(self, request: Request) -> Response:
        """`{card, field, old, new}`: say what such a text would be found to be; write nothing."""
        given = await read_request(request)
        old, new = given.get("old"), given.get("new")
        if not isinstance(new, str) or not (old is None or isinstance(old, str)):
            return refuse("a value is a text", 400)

        def check() -> dict[str, Any]:
            row = self.find_row(_text(given, "card"))
            change = edit_field(self.state.game.folder, row, _text(given, "field"), old, new)
            found = self.drafts.find_new(change, self.state.session.state.revision)
            return {"findings": [_describe_draft(finding) for finding in found]}

        return await run_work(check)

    async def items(self, request: Request) -> Response:
        """`{card, field, old, new}`: give a field that is a list of texts other items."""
        given = await read_request(request)
        old, new = given.get("old"), given.get("new")
        if not _are_texts(old) or not _are_texts(new):
            return refuse("a list is a list of texts", 400)

        def edit() -> dict[str, Any]:
            row = self.find_row(_text(given, "card"))
            folder, field = self.state.game.folder, _text(given, "field")
            return self.make(edit_items(folder, row, field, old or [], new or []))

        return await self.write(edit)

    async def paste(self, request: Request) -> Response:
        """`{cells: [[card, field, new], …]}`: give several fields of a table other texts."""
        given = await read_request(request)
        cells = given.get("cells")
        known = isinstance(cells, list) and all(_are_texts(cell) for cell in cells)
        if not known or not all(len(cell) == 3 for cell in cells or ()):
            return refuse("a cell is a card, a field and a text", 400)

        def paste() -> dict[str, Any]:
            pasted = [self.find_cell(*cell) for cell in cells or ()]
            return self.make(paste_cells(self.state.game.folder, pasted))

        return await self.write(paste)

    async def add(self, request: Request) -> Response:
        """`{card, field, text}`: add a row of one value below that of a card."""
        given = await read_request(request)

        def add() -> dict[str, Any]:
            row = self.find_row(_text(given, "card"))
            folder = self.state.game.folder
            return self.make(add_row(folder, row, _text(given, "field"), _text(given, "text")))

        return await self.write(add)

    async def change(self, request: Request) -> Response:
        """`{card, change}`: write its row twice, take it out, or move it."""
        given = await read_request(request)
        wanted = given.get("change")
        if wanted not in _CHANGES:
            return refuse(f"a row is changed by one of {', '.join(_CHANGES)}", 400)

        def change() -> dict[str, Any]:
            row = self.find_row(_text(given, "card"))
            return self.make(change_row(self.state.game.folder, row, wanted))

        return await self.write(change)

    async def undo(self, _request: Request) -> Response:
        return await self.write(lambda: self.describe(self.history.undo(), undone=True))

    async def redo(self, _request: Request) -> Response:
        return await self.write(lambda: self.describe(self.history.redo()))

    async def count_changes(self, _request: Request) -> Response:
        """How many changes can be undone and made again, whichever page made them."""
        return json_response(self._count_changes())

    def _count_changes(self) -> dict[str, int]:
        return {"undo": len(self.history.done), "redo": len(self.history.undone)}

    def find_row(self, card: str) -> EditableRow:
        """Return the row of a card that is shown.

        Raises:
            RefusedError: there is none, or its table is not edited here.
        """
        spec, deck, row = self._find_read_row(card)
        return find_editable_row(spec, deck, row)

    def find_cell(self, card: str, field: str, new: str) -> PastedCell:
        """Return a value to paste, with what its row said when it was read.

        Raises:
            RefusedError: there is no such row.
        """
        spec, deck, row = self._find_read_row(card)
        declared = spec.decks[deck].fields.get(field)
        names = (field, declared.from_) if declared and declared.from_ else (field,)
        typed = (row.node.value(name) for name in names)
        old = next((node.text for node in typed if isinstance(node, ScalarNode)), None)
        return PastedCell(find_editable_row(spec, deck, row), card, field, old, new)

    def _find_read_row(self, card: str) -> tuple[GameSpec, str, CardSpec]:
        shown = self.state.session.state.shown
        known = self.state.data["cards"].get(card)
        if shown is None or known is None:
            raise RefusedError(f"there is no card `{card}` any more")
        place = (known["file"], known["line"], known["column"])
        if self.state.is_stale(known["deck"], self.find_file(known["file"])):
            found = self.state.session.find_row_now(known["deck"], place)
            if found is None:
                raise RefusedError(
                    f"{known['file']} has changed since the deck `{known['deck']}` was whole; "
                    "mend first what its findings say"
                )
            return shown.spec, known["deck"], found
        for row in shown.spec.cards.get(known["deck"], ()):
            if (row.span.file, row.span.line, row.span.column) == place:
                return shown.spec, known["deck"], row
        raise RefusedError(f"`{card}` was not read from a row of its own")

    def make(self, change: FileChange) -> dict[str, Any]:
        """Write a change of a file that is as the cards on show were read from it: in a newer one
        another row may stand where a card's was.

        Raises:
            RefusedError: it is newer, or cannot be written.
        """
        if self.state.is_newer(self.find_file(change.file), change.before):
            raise RefusedError(
                f"{change.file} was saved by another program meanwhile; look at it, and try again"
            )
        if change.before == change.after:
            return self.describe(change)
        self.history.make(change)
        return self.describe(change)

    def describe(self, change: FileChange, *, undone: bool = False) -> dict[str, Any]:
        if undone:
            change = FileChange(change.file, change.after, change.before, change.about)
        return {
            "file": change.file,
            "about": change.about,
            "difference": change.difference(),
            **self._count_changes(),
        }

    async def write(self, work: Callable[[], dict[str, Any]]) -> Response:
        """Change a file; the game is read again while the answer is on its way."""

        written: list[Path] = []

        def write() -> dict[str, Any]:
            done = work()
            written.append(self.find_file(done["file"]))
            return done

        async with self._turn:
            await self.live.settle()
            answer = await run_work(write)
            for file in written:
                self.live.note_edit(file)
        return answer

    async def answer(self, work: Callable[[], dict[str, Any]]) -> Response:
        """Do one thing after the other."""
        async with self._turn:
            return await run_work(work)

    def find_file(self, name: str) -> Path:
        return self.state.game.folder.joinpath(*name.split("/"))


def _describe_draft(found: Finding) -> dict[str, str]:
    return {"severity": found.severity, "message": found.message, "hint": found.hint}


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _text(given: dict[str, Any], name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""
