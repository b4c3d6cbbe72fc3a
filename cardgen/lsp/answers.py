"""Answers to what an editor asks about a place in a file.

In      a `Document`, the question.
Out     results of the protocol; None where there is nothing to say.
"""

from __future__ import annotations

from lsprotocol import types
from msgspec.structs import replace

from cardgen.core.file_lines import YAML_FILES
from cardgen.lsp.anchors import find_anchor
from cardgen.lsp.completion import complete, complete_cell, find_replaced, place_items
from cardgen.lsp.cursor import Cursor, find_cursor
from cardgen.lsp.documents import Documents, OpenDocument
from cardgen.lsp.hover import describe_card, describe_code, describe_field, describe_use
from cardgen.lsp.named_elements import find_changed_element
from cardgen.lsp.positions import has_place, make_range
from cardgen.lsp.renaming import find_edits
from cardgen.lsp.swatches import list_colors, write_color
from cardgen.lsp.symbols import list_counts, list_symbols
from cardgen.lsp.table_completion import find_cell
from cardgen.lsp.uses import Use
from cardgen.read.tables.reading import DELIMITED


def complete_at(
    document: OpenDocument, params: types.CompletionParams, _documents: Documents
) -> types.CompletionList:
    number, column = document.lines.find(params.position)
    cursor = _cursor_at(document, number, column)
    in_edition = cursor.path[:1] == ("editions",) or document.is_of_edition
    cursor = replace(cursor, in_edition=in_edition)
    if document.file.lower().endswith(DELIMITED):
        cell = find_cell(document.lines, number, column)
        offer = complete_cell(cell, cursor, document.kind, document.game.sound)
    else:
        offer = complete(cursor, document.kind, document.game.sound)
    line = document.lines[number]
    start, end = find_replaced(offer, line, column)
    place = types.Range(document.lines.locate(number, start), document.lines.locate(number, end))
    return types.CompletionList(False, place_items(offer, line, column, place))


def hover_at(
    document: OpenDocument, params: types.HoverParams, _documents: Documents
) -> types.Hover | None:
    """A name first, then a card's picture on its first line, then the field."""
    text = _describe(document, params.position)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None


def find_definition(
    document: OpenDocument, params: types.DefinitionParams, documents: Documents
) -> list[types.Location] | None:
    number, column = document.lines.find(params.position)
    anchor = find_anchor(document.lines, number, column)
    if anchor is not None:
        line, columns = anchor
        start, end = (document.lines.locate(line, place) for place in columns)
        return [types.Location(document.uri, types.Range(start, end))]
    places = _list_places(document, params.position, documents)
    return [place for use, place in places or () if use.is_declared] or None


def find_references(
    document: OpenDocument, params: types.ReferenceParams, documents: Documents
) -> list[types.Location] | None:
    places = _list_places(document, params.position, documents)
    if places is None:
        return None
    wanted = params.context.include_declaration
    return [place for use, place in places if wanted or not use.is_declared]


def prepare_rename(
    document: OpenDocument, params: types.PrepareRenameParams, _documents: Documents
) -> types.PrepareRenamePlaceholder | None:
    """The name that a cursor stands in; None where there is none to change."""
    use = _use_at(document, params.position)
    if use is None or use.typed is None:
        return None
    return types.PrepareRenamePlaceholder(make_range(use.span, document.lines), use.typed)


def rename_at(
    document: OpenDocument, params: types.RenameParams, documents: Documents
) -> types.WorkspaceEdit | None:
    """The same name everywhere.

    Raises:
        RenameRefused: it cannot be.
    """
    use = _use_at(document, params.position)
    if use is None or use.typed is None:
        return None
    new = params.new_name.strip()
    if new == use.typed:
        return types.WorkspaceEdit({})
    changes: dict[str, list[types.TextEdit]] = {}
    for file, edits in find_edits(document.game, documents, use, new).items():
        lines = documents.lines_of(document.game.folder / file)
        places = [types.TextEdit(make_range(one.span, lines), one.new) for one in edits]
        changes[documents.uri_of(document.game, file)] = places
    return types.WorkspaceEdit(changes)


def list_document_symbols(
    document: OpenDocument, _params: types.DocumentSymbolParams, _documents: Documents
) -> list[types.DocumentSymbol]:
    return list(list_symbols(document.game.uses, document.file, document.lines))


def list_document_colors(
    document: OpenDocument, _params: types.DocumentColorParams, _documents: Documents
) -> list[types.ColorInformation]:
    game = document.game
    return list(list_colors(game.sound, game.uses, document.file, document.lines))


def present_color(
    document: OpenDocument, params: types.ColorPresentationParams, _documents: Documents
) -> list[types.ColorPresentation]:
    """A color as it may stand at its place."""
    (number, first), (_, last) = map(document.lines.find, (params.range.start, params.range.end))
    shown = write_color(params.color, document.lines[number], first, last, document.file)
    return [] if shown is None else [types.ColorPresentation(shown)]


def list_inlay_hints(
    document: OpenDocument, _params: types.InlayHintParams, _documents: Documents
) -> list[types.InlayHint]:
    checked = document.game.sound
    return list(list_counts(checked, document.file, document.lines)) if checked else []


# --- places --------------------------------------------------------------------------------


def _cursor_at(document: OpenDocument, number: int, column: int) -> Cursor:
    has_comments = document.file.endswith(YAML_FILES)
    return find_cursor(document.lines, number, column, has_comments=has_comments)


def _describe(document: OpenDocument, position: types.Position) -> str:
    use = _use_at(document, position)
    checked = document.game.sound
    if use is not None and checked is not None and use.typed is not None:
        return describe_use(use, checked)
    number, column = document.lines.find(position)
    line = document.lines[number]
    column = _end_of_word(line, column)
    cursor = _cursor_at(document, number, column)
    if found := describe_code(cursor):
        return found
    if document.kind.startswith("cards:") and checked is not None:
        card = _card_at(document, number + 1)
        return describe_card(checked, card) if card else ""
    if line[column:].lstrip("'\"").startswith(":") and not cursor.in_block:
        changed = find_changed_element(cursor, document.kind, checked)
        cursor, kind = changed or (cursor, document.kind)
        return describe_field(kind, cursor.path, cursor.word, cursor.whole)
    return ""


def _end_of_word(line: str, column: int) -> int:
    while column < len(line) and (line[column].isalnum() or line[column] in "-_"):
        column += 1
    return column


def _card_at(document: OpenDocument, line: int) -> str:
    """The card whose row a line stands in: the last one that begins at or above it."""
    cards = (use for use in document.game.uses if use.kind == "card" and use.typed is None)
    own = [use for use in cards if use.span.file == document.file and use.span.line <= line]
    return max(own, key=lambda use: use.span.line).name if own else ""


def _use_at(document: OpenDocument, position: types.Position) -> Use | None:
    """The use of a name at a place; a name that is typed before the row it stands in."""
    number, column = document.lines.find(position)
    places = [
        use
        for use in document.game.uses
        if use.span.file == document.file
        and has_place(use.span, number + 1, column + 1)
        and use.stands_in(document.lines)
    ]
    return min(places, key=_width_of, default=None)


def _width_of(use: Use) -> tuple[bool, int]:
    return use.typed is None, use.span.end_column - use.span.column


def _alike(document: OpenDocument, use: Use) -> list[Use]:
    """Every use of the same name; of a card that has an `id:` its row is none."""
    found = [one for one in document.game.uses if (one.kind, one.name) == (use.kind, use.name)]
    typed = [one for one in found if one.typed is not None]
    return typed if any(one.is_declared for one in typed) else found


def _list_parts(document: OpenDocument, use: Use, documents: Documents) -> list[OpenDocument]:
    """A file as each of the games has it that know a name by it: the file's own first."""
    declared = {one.span.file for one in _alike(document, use) if one.is_declared}
    uris = (document.uri, *(documents.uri_of(document.game, file) for file in declared))
    found = {document.game: document}
    for one in (one for uri in uris for one in documents.find_all(uri)):
        found.setdefault(one.game, one)
    return list(found.values())


def _list_places(
    document: OpenDocument, position: types.Position, documents: Documents
) -> list[tuple[Use, types.Location]] | None:
    """Every use of the name at a place, each once; None where no name stands. Of one in a file
    that several games include, or that is declared there, those of all of them."""
    use = _use_at(document, position)
    if use is None:
        return None
    found: dict[tuple[str, int, int], tuple[Use, types.Location]] = {}
    for part in _list_parts(document, use, documents):
        for one in _list_standing(part, use, documents):
            place = _locate(part, one, documents)
            found.setdefault((place.uri, one.span.line, one.span.column), (one, place))
    return list(found.values())


def _list_standing(document: OpenDocument, use: Use, documents: Documents) -> list[Use]:
    """Every use of the same name that its file still has."""
    found, folder = _alike(document, use), document.game.folder
    lines = {file: documents.lines_of(folder / file) for file in {one.span.file for one in found}}
    return [one for one in found if one.stands_in(lines[one.span.file])]


def _locate(document: OpenDocument, use: Use, documents: Documents) -> types.Location:
    lines = documents.lines_of(document.game.folder / use.span.file)
    uri = documents.uri_of(document.game, use.span.file)
    return types.Location(uri, make_range(use.span, lines))
