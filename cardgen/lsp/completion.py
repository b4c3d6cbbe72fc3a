"""What may be typed where the cursor is: fields, names, values, functions.

In      where the cursor is, the kind of the file, the game as it was when it was sound.
Out     an `Offer`: completion items, and what of one is typed before and behind the cursor.

An item says what it takes the place of: editors do not agree on what a word is, and `box-front` or
`fonts/Serif.ttf` would be written behind the part that is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types
from msgspec import Struct
from msgspec.structs import replace

from cardgen.editing.yaml_styles import is_plain, quote_double
from cardgen.lsp.card_values import list_choices, list_heads, list_keys, list_values
from cardgen.lsp.cursor import Cursor
from cardgen.lsp.fields import find_field, list_fields
from cardgen.lsp.known_fields import list_known_fields
from cardgen.lsp.named_elements import find_changed_element, list_element_names
from cardgen.lsp.parameter_uses import list_parameters
from cardgen.lsp.table_completion import CellPlace, write_cell
from cardgen.lsp.text_completion import complete_expression, complete_markup
from cardgen.lsp.value_names import list_key_names, list_value_names
from cardgen.pipeline.checked_game import Checked
from cardgen.read.syntax.nodes import ScalarNode, find
from cardgen.read.syntax.yaml_tree import read_yaml

Kind = types.CompletionItemKind
_ICONS = {
    "function": Kind.Function,
    "constant": Kind.Constant,
    "operator": Kind.Operator,
    "color": Kind.Color,
    "file": Kind.File,
    "field of a card": Kind.Field,
    "component size": Kind.EnumMember,
    "page size": Kind.EnumMember,
}
_EXPRESSIONS = ("Expression", "Field or expression")
"""How the docs of fields begin that take such."""
_EXPRESSION_KEYS = (("count",), ("share",), ("equal",))
"""Parts of a composition in which what is in quotes may be one too."""
_OPENED = re.compile(r"\{\{|\{%")
_NAME_TAIL = re.compile(r"\w*")
_KEY_TAIL = re.compile(r"[\w.-]*(?=\s*:(?:\s|$))|")
_MARKUP_TAIL = re.compile(r"[^{}\s\"']*(?=\})|")
_QUOTED_TAIL = {
    '"': re.compile(r'(?:[^"\\]|\\.)*(?=")|'),
    "'": re.compile(r"(?:[^']|'')*(?=')|"),
}
_PLAIN_TAIL = re.compile(r"(?:(?!\s*(?:\s#|$)).)*")
_FLOW_TAIL = re.compile(r"(?:(?!\s*(?:\s#|$|[,\]}])).)*")


class Offer(Struct, frozen=True):
    """What is offered at a place."""

    items: list[types.CompletionItem]
    typed: str = ""
    """What stands before the cursor of what an item takes the place of."""
    tail: re.Pattern[str] = _NAME_TAIL
    """Matches what stands behind it."""


def complete(cursor: Cursor, kind: str, checked: Checked | None) -> Offer:
    """Return what fits at a cursor.

    Args:
        cursor: Where it is.
        kind: Of the file: `game`, `layouts`, `composition`, or `cards:DECK`.
        checked: The game as it was read last.
    """
    if cursor.in_comment:
        return Offer([])
    cursor, kind = find_changed_element(cursor, kind, checked) or (cursor, kind)
    if cursor.in_expression or _takes_expression(cursor, kind):
        return _complete_expression(cursor, kind, checked)
    markup = None
    if _is_text(cursor, kind):
        markup = complete_markup(cursor.text, checked, editions=cursor.in_edition)
    if markup is not None:
        return Offer(_list_named(markup), re.split(r"[{\s]", cursor.text)[-1], _MARKUP_TAIL)
    return Offer([]) if cursor.in_block else _complete_yaml(cursor, kind, checked)


def _complete_yaml(cursor: Cursor, kind: str, checked: Checked | None) -> Offer:
    """Keys, or values of one."""
    found: Iterable[types.CompletionItem] = ()
    if not cursor.key:
        found = list(_complete_key(cursor, kind, checked))
        if not found and cursor.path:  # an item of a list
            *above, key = cursor.path
            cursor = replace(cursor, path=tuple(above), key=key)
    if cursor.key:
        found = _complete_value(cursor, kind, checked)
    found = list({item.label: item for item in found}.values())
    if not cursor.key:
        return Offer(found, cursor.typed, _KEY_TAIL)
    for item in found:
        item.insert_text = _write_value(item.insert_text or item.label, cursor)
    return Offer(found, cursor.typed, _find_value_tail(cursor))


def complete_cell(cell: CellPlace, cursor: Cursor, kind: str, checked: Checked | None) -> Offer:
    """Return what fits in a cell of a table in CSV; see `complete`."""
    deck = kind.partition("cards:")[2]
    if cell.is_head:
        found = list(_list_heads(cell, kind, checked))
    elif cursor.in_expression:
        return _complete_expression(cursor, kind, checked)
    elif markup := complete_markup(cell.text, checked, editions=cursor.in_edition):
        return Offer(_list_named(markup), re.split(r"[{\s]", cell.text)[-1], _MARKUP_TAIL)
    elif cell.goes_on:
        return Offer([])
    elif deck:
        found = list(_list_held((cell.column,), deck, checked))
    else:
        place = Cursor((), cell.column, "", in_expression=False, in_quotes=False)
        found = list(_complete_value(place, kind, checked))
    for item in found:
        item.insert_text = write_cell(item.label, cell)
    return Offer(found, cell.text, cell.tail)


def _list_heads(
    cell: CellPlace, kind: str, checked: Checked | None
) -> Iterator[types.CompletionItem]:
    """Columns that a table has not yet."""
    deck = kind.partition("cards:")[2]
    if deck:
        names = (name for name in list_heads(deck, checked) if name not in cell.others)
        yield from _items(names, Kind.Field, f"field of `{deck}`")
    for field in list_fields(kind, ()):
        if field.name not in cell.others:
            yield _item(field.name, Kind.Field, field.doc, insert=field.name)


def place_items(
    offer: Offer, line: str, column: int, place: types.Range
) -> list[types.CompletionItem]:
    """Say of each item what it takes the place of: nothing that would be left beside it.

    Args:
        offer: The items.
        line: The line of the cursor.
        column: Of the cursor, from 0 in characters.
        place: The range of what is typed before the cursor and behind it.
    """
    behind = offer.tail.match(line, column)
    is_key_there = offer.tail is _KEY_TAIL and re.match(r"\s*:", line[column + _size(behind) :])
    for item in offer.items:
        text = item.insert_text or item.label
        if is_key_there:
            text = text.removesuffix(": ")
        elif offer.tail is _MARKUP_TAIL and line[column + _size(behind) :][:1] != "}":
            text += "}"
        elif line[:column].endswith(":") and not offer.typed:
            text = f" {text}"  # `style:` is a key once a blank follows it
        item.text_edit, item.insert_text = types.TextEdit(place, text), None
    return offer.items


def find_replaced(offer: Offer, line: str, column: int) -> tuple[int, int]:
    """The columns of what an item takes the place of."""
    return max(0, column - len(offer.typed)), column + _size(offer.tail.match(line, column))


def _size(found: re.Match[str] | None) -> int:
    return len(found[0]) if found else 0


# --- expressions and texts -----------------------------------------------------------------


def _complete_expression(cursor: Cursor, kind: str, checked: Checked | None) -> Offer:
    text = _OPENED.split(cursor.text)[-1] if cursor.in_expression else cursor.typed
    is_booklet = kind == "booklet"
    fields: list[str] = []
    if checked and not is_booklet:
        fields = list_known_fields(kind, cursor.path, checked)
        if cursor.path[:1] == ("pieces",) and len(cursor.path) > 1:
            fields = [*list_parameters(checked.spec.layouts.node, cursor.path[1]), *fields]
    named, typed = complete_expression(text, checked, booklet=is_booklet, fields=fields)
    return Offer(list({item.label: item for item in _list_named(named)}.values()), typed)


def _is_text(cursor: Cursor, kind: str) -> bool:
    """Whether words stand where the cursor is, and no YAML."""
    if kind == "booklet" or cursor.in_block:
        return True
    if kind == "composition":
        return False
    value = cursor.text.rpartition(f"{cursor.key}:")[2].lstrip() if cursor.key else ""
    return cursor.in_quotes or bool(value and value[0] not in "{[")


def _takes_expression(cursor: Cursor, kind: str) -> bool:
    if kind == "composition" and not cursor.key:
        return cursor.in_quotes and cursor.path[1:2] in _EXPRESSION_KEYS
    field = find_field(kind, cursor.path, cursor.key, cursor.whole) if cursor.key else None
    return field is not None and field.doc.startswith(_EXPRESSIONS)


def _list_named(named: Iterable[tuple[str, Iterable[str]]]) -> list[types.CompletionItem]:
    return [
        item
        for kind, names in named
        for item in _items(names, _ICONS.get(kind, Kind.Reference), kind)
    ]


# --- keys and values -----------------------------------------------------------------------


def _complete_key(
    cursor: Cursor, kind: str, checked: Checked | None
) -> Iterator[types.CompletionItem]:
    """Fields that the mapping has not yet."""
    named = list_element_names(cursor, kind, checked) if checked else ()
    changed = (name for name in named if name not in cursor.others)
    yield from _items(changed, Kind.Reference, "element of the layout", insert="{}: ")
    if kind.startswith("cards:"):
        yield from _list_new_columns(cursor, kind.partition(":")[2], checked)
        return
    for field in list_fields(kind, cursor.path, cursor.whole):
        is_name = bool(cursor.element) and field.name == "name"
        if field.name not in cursor.others and not is_name:
            yield _item(field.name, Kind.Field, field.doc, insert=f"{field.name}: ")
    for doc, names in list_key_names(cursor, kind, checked) if checked else ():
        others = (name for name in names if name not in cursor.others)
        yield from _items(others, _ICONS.get(doc, Kind.Reference), doc, insert="{}: ")


def _complete_value(
    cursor: Cursor, kind: str, checked: Checked | None
) -> Iterator[types.CompletionItem]:
    if kind.startswith("cards:"):
        yield from _list_held((*cursor.path, cursor.key), kind.partition(":")[2], checked)
        return
    field = find_field(kind, cursor.path, cursor.key, cursor.whole)
    if checked and (field is None or field.takes_scalar):
        yield from _list_named(list_value_names(cursor, kind, checked))
    if field is not None:
        yield from _items(field.values, Kind.EnumMember, field.doc)


def _list_new_columns(
    cursor: Cursor, deck: str, checked: Checked | None
) -> Iterator[types.CompletionItem]:
    """Columns that other cards have, or the keys of what they hold in one."""
    names = list_keys(deck, cursor.path, checked) if cursor.path else list_heads(deck, checked)
    others = (name for name in names if name not in cursor.others)
    yield from _items(others, Kind.Field, f"field of `{deck}`", insert="{}: ")


def _list_held(
    path: tuple[str, ...], deck: str, checked: Checked | None
) -> Iterator[types.CompletionItem]:
    """The values that a field may have, or those that other cards have in it."""
    choices = list_choices(deck, path[0], checked) if len(path) == 1 else ()
    yield from _items(choices, Kind.EnumMember, f"`{path[0]}`")
    if not choices:
        yield from _items(
            list_values(deck, path, checked), Kind.Value, f"`{path[-1]}` of other cards"
        )


def _write_value(text: str, cursor: Cursor) -> str:
    """A text as it may stand where the cursor is: in quotes where it would be another without."""
    if cursor.in_quotes:
        mark = cursor.text[len(cursor.text) - len(cursor.typed) - 1]
        return quote_double(text)[1:-1] if mark == '"' else text.replace("'", "''")
    line = f"{{a: {text}}}" if cursor.is_flow else f"a: {text}"
    found = find(read_yaml(line, "")[0], "a") if "\n" not in text else None
    is_same = isinstance(found, ScalarNode) and found.plain and found.text == text
    return text if is_same and is_plain(text, "{") else quote_double(text)


def _find_value_tail(cursor: Cursor) -> re.Pattern[str]:
    if cursor.in_quotes:
        return _QUOTED_TAIL[cursor.text[len(cursor.text) - len(cursor.typed) - 1]]
    return _FLOW_TAIL if cursor.is_flow else _PLAIN_TAIL


def _items(
    names: Iterable[str], kind: types.CompletionItemKind, doc: str, *, insert: str = "{}"
) -> Iterator[types.CompletionItem]:
    return (_item(name, kind, doc, insert=insert.replace("{}", name)) for name in names)


def _item(
    name: str, kind: types.CompletionItemKind, doc: str, *, insert: str
) -> types.CompletionItem:
    return types.CompletionItem(label=name, kind=kind, documentation=doc, insert_text=insert)
