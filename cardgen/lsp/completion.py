"""What may be typed where the cursor is: fields, names, values, functions.

In      where the cursor is, the kind of the file, the game as it was when it was sound.
Out     completion items.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types
from msgspec.structs import replace

from cardgen.bind.booklet.booklets import page_sizes
from cardgen.core.sizes import size_names
from cardgen.editing.yaml_styles import is_plain, quote_double
from cardgen.lsp.cursor import Cursor
from cardgen.lsp.fields import find_field, list_fields
from cardgen.lsp.names import DECLARED, TAKES, list_names
from cardgen.lsp.parameter_uses import find_parameter_kind, list_parameters
from cardgen.lsp.table_completion import CellPlace
from cardgen.lsp.text_completion import complete_expression, complete_markup
from cardgen.pipeline.checked_game import Checked
from cardgen.read.models.tables import WORKBOOKS
from cardgen.read.syntax.nodes import ScalarNode, find
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.tables.reading import DELIMITED, JSON, JSON_LINES

_PIECE = re.compile(r"\bpiece\s*:\s*([\w-]+)")
_YAML = (".yaml", ".yml")
_FONTS = (".ttf", ".otf", ".woff", ".woff2", ".ttc")
FILES = {
    "cards": (*DELIMITED, *JSON, *JSON_LINES, *WORKBOOKS, *_YAML),
    "text": (".md",),
    "picture": (".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".pdf"),
    "composition": _YAML,
    "layouts": _YAML,
    **dict.fromkeys(("regular", "bold", "italic", "bold-italic"), _FONTS),
}
"""Fields that take files, and how these end."""
_SIDES = frozenset(("left", "right", "top", "bottom", "flaps"))
"""Fields that take layouts among the panels of a box, and lengths elsewhere."""
Kind = types.CompletionItemKind
_ICONS = {
    "function": Kind.Function,
    "constant": Kind.Constant,
    "color": Kind.Color,
    "field of a card": Kind.Field,
}


def complete(cursor: Cursor, kind: str, checked: Checked | None) -> list[types.CompletionItem]:
    """Return what fits at a cursor.

    Args:
        cursor: Where it is.
        kind: Of the file: `game`, `layouts`, `composition`, or `cards:DECK`.
        checked: The game as it was read last.
    """
    markup = complete_markup(cursor.text, checked) if _is_text(cursor, kind) else None
    if cursor.in_expression or _takes_expression(cursor, kind):
        found = _list_named(complete_expression(cursor.text, checked, booklet=kind == "booklet"))
    elif markup is not None:
        found = _list_named(markup)
    elif kind.startswith("cards:"):
        found = _complete_card(cursor, kind.partition(":")[2], checked)
    elif cursor.key:
        found = _complete_value(cursor, kind, checked)
    else:
        found = _complete_key(cursor, kind, checked)
    return list({item.label: item for item in found}.values())


def complete_cell(
    cell: CellPlace, cursor: Cursor, deck: str, checked: Checked | None
) -> list[types.CompletionItem]:
    """Return what fits in a cell of a table in CSV."""
    if cell.is_head:
        names = (name for name in _list_columns(deck, checked) if name not in cell.others)
        return list(_items(names, Kind.Field, f"field of `{deck}`"))
    if cursor.in_expression:
        return list(_list_named(complete_expression(cell.text, checked, booklet=False)))
    markup = complete_markup(cell.text, checked)
    if markup is not None:
        return list(_list_named(markup))
    return list(_list_held(cell.column, deck, checked))


def _is_text(cursor: Cursor, kind: str) -> bool:
    """Whether words stand where the cursor is, and no YAML."""
    if kind == "booklet":
        return True
    value = cursor.text.rpartition(f"{cursor.key}:")[2].lstrip() if cursor.key else ""
    return cursor.in_quotes or bool(value and value[0] not in "{[")


def _takes_expression(cursor: Cursor, kind: str) -> bool:
    field = find_field(kind, cursor.path, cursor.key, cursor.beside) if cursor.key else None
    return field is not None and field.doc.startswith("Expression")


def _list_named(named: Iterable[tuple[str, Iterable[str]]]) -> Iterator[types.CompletionItem]:
    for kind, names in named:
        yield from _items(names, _ICONS.get(kind, Kind.Reference), kind)


def _complete_key(
    cursor: Cursor, kind: str, checked: Checked | None
) -> Iterator[types.CompletionItem]:
    fields = list_fields(kind, cursor.path, cursor.beside)
    if not fields and cursor.path:  # an item of a list
        *above, key = cursor.path
        yield from _complete_value(replace(cursor, path=tuple(above), key=key), kind, checked)
    for field in fields:
        yield _item(field.name, Kind.Field, field.doc, insert=f"{field.name}: ")
    if checked and (piece := _find_piece(cursor)):
        given = list_parameters(checked.spec.layouts.node, piece)
        yield from _items(given, Kind.Field, f"parameter of `{piece}`", insert="{}: ")
    if kind == "composition" and not cursor.path and checked:
        yield from _items(checked.spec.decks, Kind.Class, "deck", insert="{}: ")


def _complete_value(
    cursor: Cursor, kind: str, checked: Checked | None
) -> Iterator[types.CompletionItem]:
    key = cursor.key
    named = _kind_of(cursor, checked)
    names = list_names(checked, named) if checked else []
    yield from _items(names, Kind.Reference, named)
    if key == "size" and "decks" in cursor.path:
        yield from _items(sorted(size_names()), Kind.EnumMember, "component size")
    if key == "page":
        yield from _items((*page_sizes(), *sorted(size_names())), Kind.EnumMember, "page size")
    if key in FILES and checked:
        files = dict.fromkeys((*checked.game.own_files(), *checked.game.asset_names()))
        fitting = (name for name in files if name.lower().endswith(FILES[key]))
        yield from _items(fitting, Kind.File, "file")
    field = find_field(kind, cursor.path, key, cursor.beside)
    if field is not None:
        yield from _items(field.values, Kind.EnumMember, field.doc)


def _kind_of(cursor: Cursor, checked: Checked | None) -> str:
    """What kind of name a value is."""
    piece = _find_piece(cursor)
    if piece and checked:
        return find_parameter_kind(checked.spec.layouts.node, piece, cursor.key, TAKES)
    if cursor.key == "extends":
        return next((DECLARED[key] for key in cursor.path if key in DECLARED), "")
    if cursor.path[-1:] == ("styles",) and "booklets" in cursor.path:
        return "style"
    if cursor.key == "size" and "decks" not in cursor.path:
        return ""
    if cursor.key in _SIDES and "panels" not in cursor.path:
        return ""
    return TAKES.get(cursor.key, "")


def _find_piece(cursor: Cursor) -> str:
    """The piece that is given what is typed: `{piece: badge, with: {tint: `; "" if it is none."""
    found = _PIECE.findall(cursor.text) if cursor.path[-1:] == ("with",) else []
    return str(found[-1]) if found else ""


def _complete_card(
    cursor: Cursor, deck: str, checked: Checked | None
) -> Iterator[types.CompletionItem]:
    """Columns that other cards have, and what they hold in one."""
    if cursor.key:
        for item in _list_held(cursor.key, deck, checked):
            if not cursor.in_quotes:
                item.insert_text = _write_plainly(item.label)
            yield item
        return
    yield from _items(_list_columns(deck, checked), Kind.Field, f"field of `{deck}`", insert="{}: ")


def _write_plainly(text: str) -> str:
    """A text as it may stand for a value in braces: in quotes where it would be another without."""
    found = find(read_yaml(f"{{a: {text}}}", "")[0], "a")
    is_same = isinstance(found, ScalarNode) and found.plain and found.text == text
    return text if is_same and is_plain(text, "{") else quote_double(text)


def _list_columns(deck: str, checked: Checked | None) -> Iterable[str]:
    """Fields that a deck declares, and those that its cards have."""
    cards = checked.spec.cards.get(deck, ()) if checked else ()
    spec = checked.spec.decks.get(deck) if checked else None
    held = (name for card in cards for name in card.values)
    return dict.fromkeys(("id", "copies", *(spec.fields if spec else ()), *held))


def _list_held(column: str, deck: str, checked: Checked | None) -> Iterator[types.CompletionItem]:
    """The values that a field may have, and those that other cards have in it."""
    spec = checked.spec.decks.get(deck) if checked else None
    field = spec.fields.get(column) if spec else None
    yield from _items(field.one_of if field else (), Kind.EnumMember, f"`{column}`")
    cards = checked.spec.cards.get(deck, ()) if checked else ()
    held = (card.values.get(column) for card in cards)
    values = dict.fromkeys(str(one) for one in held if one not in (None, ""))
    yield from _items(list(values)[:200], Kind.Value, f"`{column}` of other cards")


def _items(
    names: Iterable[str], kind: types.CompletionItemKind, doc: str, *, insert: str = "{}"
) -> Iterator[types.CompletionItem]:
    return (_item(name, kind, doc, insert=insert.format(name)) for name in names)


def _item(
    name: str, kind: types.CompletionItemKind, doc: str, *, insert: str
) -> types.CompletionItem:
    return types.CompletionItem(label=name, kind=kind, documentation=doc, insert_text=insert)
