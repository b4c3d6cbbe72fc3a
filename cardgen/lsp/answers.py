"""Answers to what an editor asks about a place in a file.

In      a `Document`, the question.
Out     results of the protocol; None where there is nothing to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from cardgen.lsp.completion import complete
from cardgen.lsp.cursor import Cursor, find_cursor
from cardgen.lsp.documents import Documents, OpenDocument
from cardgen.lsp.hover import describe_card, describe_code, describe_field, describe_use
from cardgen.lsp.names import Use, list_uses
from cardgen.lsp.positions import find_column, has_place, make_range
from cardgen.lsp.symbols import list_colors, list_counts, list_symbols, show_color


def complete_at(
    document: OpenDocument, params: types.CompletionParams, _documents: Documents
) -> types.CompletionList:
    cursor = _cursor_at(document, params.position)
    return types.CompletionList(False, complete(cursor, document.kind, document.game.sound))


def hover_at(
    document: OpenDocument, params: types.HoverParams, _documents: Documents
) -> types.Hover | None:
    """A name first, then a card's picture on its first line, then the field."""
    text = _describe(document, params.position)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None


def find_definition(
    document: OpenDocument, params: types.DefinitionParams, documents: Documents
) -> list[types.Location] | None:
    use = _use_at(document, params.position)
    if use is None:
        return None
    uses = _alike(document, use)
    return [_locate(document, one, documents) for one in uses if one.is_declared] or None


def find_references(
    document: OpenDocument, params: types.ReferenceParams, documents: Documents
) -> list[types.Location] | None:
    use = _use_at(document, params.position)
    if use is None:
        return None
    wanted = params.context.include_declaration
    uses = (one for one in _alike(document, use) if wanted or not one.is_declared)
    return [_locate(document, one, documents) for one in uses]


def rename_at(
    document: OpenDocument, params: types.RenameParams, documents: Documents
) -> types.WorkspaceEdit | None:
    """The same name everywhere; of a card only where it is typed as an `id:`."""
    use = _use_at(document, params.position)
    if use is None or use.kind == "card" or not params.new_name.strip():
        return None
    changes: dict[str, list[types.TextEdit]] = {}
    for one in _alike(document, use):
        place = _locate(document, one, documents)
        line = documents.lines_of(document.game.folder / one.span.file)[one.span.line - 1]
        old = line[one.span.column - 1 : one.span.end_column - 1]
        quote = old[0] if old[:1] in ("'", '"') else ""
        edit = types.TextEdit(place.range, f"{quote}{params.new_name}{quote}")
        if edit not in changes.setdefault(place.uri, []):
            changes[place.uri].append(edit)
    return types.WorkspaceEdit(changes)


def list_document_symbols(
    document: OpenDocument, _params: types.DocumentSymbolParams, _documents: Documents
) -> list[types.DocumentSymbol]:
    checked = document.game.sound
    return list(list_symbols(checked, document.file, document.lines)) if checked else []


def list_document_colors(
    document: OpenDocument, _params: types.DocumentColorParams, _documents: Documents
) -> list[types.ColorInformation]:
    return list(list_colors(document.game.sound, document.file, document.lines))


def present_color(
    _document: OpenDocument, params: types.ColorPresentationParams, _documents: Documents
) -> list[types.ColorPresentation]:
    return [types.ColorPresentation(show_color(params.color))]


def list_inlay_hints(
    document: OpenDocument, _params: types.InlayHintParams, _documents: Documents
) -> list[types.InlayHint]:
    checked = document.game.sound
    return list(list_counts(checked, document.file, document.lines)) if checked else []


# --- places --------------------------------------------------------------------------------


def _cursor_at(document: OpenDocument, position: types.Position) -> Cursor:
    line = document.lines[position.line] if position.line < len(document.lines) else ""
    return find_cursor(document.lines, position.line, find_column(line, position.character))


def _describe(document: OpenDocument, position: types.Position) -> str:
    use = _use_at(document, position)
    checked = document.game.sound
    if use is not None and checked is not None and use.kind != "card":
        return describe_use(use, checked)
    line = document.lines[position.line] if position.line < len(document.lines) else ""
    column = _end_of_word(line, find_column(line, position.character))
    cursor = find_cursor(document.lines, position.line, column)
    if found := describe_code(cursor):
        return found
    if document.kind.startswith("cards:") and checked is not None:
        card = _card_at(document, position.line + 1)
        return describe_card(checked, card) if card else ""
    if line[column:].lstrip("'\"").startswith(":"):
        above = find_cursor(document.lines, position.line, column).path
        return describe_field(document.kind, above, cursor.word)
    return ""


def _end_of_word(line: str, column: int) -> int:
    while column < len(line) and (line[column].isalnum() or line[column] in "-_"):
        column += 1
    return column


def _card_at(document: OpenDocument, line: int) -> str:
    """The card whose row a line stands in: the last one that begins at or above it."""
    cards = (
        [use for use in list_uses(document.game.sound) if use.kind == "card"]
        if document.game.sound
        else []
    )
    own = [use for use in cards if use.span.file == document.file and use.span.line <= line]
    return max(own, key=lambda use: use.span.line).name if own else ""


def _use_at(document: OpenDocument, position: types.Position) -> Use | None:
    checked = document.game.sound
    if checked is None or position.line >= len(document.lines):
        return None
    line = document.lines[position.line]
    column = find_column(line, position.character) + 1
    places = (
        use
        for use in list_uses(checked)
        if use.span.file == document.file and has_place(use.span, position.line + 1, column)
    )
    return next(places, None)


def _alike(document: OpenDocument, use: Use) -> Iterator[Use]:
    checked = document.game.sound
    for one in list_uses(checked) if checked else ():
        if (one.kind, one.name) == (use.kind, use.name):
            yield one


def _locate(document: OpenDocument, use: Use, documents: Documents) -> types.Location:
    lines = documents.lines_of(document.game.folder / use.span.file)
    uri = documents.uri_of(document.game, use.span.file)
    return types.Location(uri, make_range(use.span, lines))
