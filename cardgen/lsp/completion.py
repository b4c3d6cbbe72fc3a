"""What may be typed where the cursor is: fields, names, values, functions.

In      where the cursor is, the kind of the file, the game as it was when it was sound.
Out     completion items.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from cardgen.core.sizes import size_names
from cardgen.expressions.text_functions import TEXT_FUNCTIONS
from cardgen.lsp.cursor import Cursor
from cardgen.lsp.fields import find_field, list_fields
from cardgen.lsp.names import DECLARED, TAKES
from cardgen.pipeline.inspection import Checked
from cardgen.read.syntax.nodes import MappingNode, find

FILES = ("cards", "text", "picture", "composition", "layouts", "regular", "bold", "italic")
Kind = types.CompletionItemKind


def complete(cursor: Cursor, kind: str, checked: Checked | None) -> list[types.CompletionItem]:
    """Return what fits at a cursor.

    Args:
        cursor: Where it is.
        kind: Of the file: `game`, `layouts`, `composition`, or `cards:DECK`.
        checked: The game as it was read last.
    """
    if cursor.in_expression:
        found = _list_expression_names(checked)
    elif kind.startswith("cards:"):
        found = _complete_card(cursor, kind.partition(":")[2], checked)
    elif cursor.key:
        found = _complete_value(cursor, kind, checked)
    else:
        found = _complete_key(cursor, kind, checked)
    return list({item.label: item for item in found}.values())


def _complete_key(
    cursor: Cursor, kind: str, checked: Checked | None
) -> Iterator[types.CompletionItem]:
    for field in list_fields(kind, cursor.path):
        yield _item(field.name, Kind.Field, field.doc, insert=f"{field.name}: ")
    if kind == "composition" and not cursor.path and checked:
        yield from _items(checked.spec.decks, Kind.Class, "deck", insert="{}: ")


def _complete_value(
    cursor: Cursor, kind: str, checked: Checked | None
) -> Iterator[types.CompletionItem]:
    key = cursor.key
    names = list_names(checked, _kind_of(cursor)) if checked else []
    yield from _items(names, Kind.Reference, _kind_of(cursor))
    if key == "size" and "decks" in cursor.path:
        yield from _items(sorted(size_names()), Kind.EnumMember, "component size")
    if key in FILES and checked:
        files = (*checked.game.own_files(), *checked.game.asset_names())
        yield from _items(dict.fromkeys(files), Kind.File, "file")
    field = find_field(kind, cursor.path, key)
    if field is not None:
        yield from _items(field.values, Kind.EnumMember, field.doc)


def _kind_of(cursor: Cursor) -> str:
    """What kind of name a value is."""
    if cursor.key == "extends":
        return next((DECLARED[key] for key in cursor.path if key in DECLARED), "")
    if cursor.key == "size" and "decks" not in cursor.path:
        return ""
    return TAKES.get(cursor.key, "")


def list_names(checked: Checked, kind: str) -> list[str]:
    """The names of a kind that a game declares."""
    if kind == "card":
        return [f"{deck.name}/{card.id}" for deck in checked.bound.decks for card in deck.cards]
    found: list[str] = []
    for field, one in DECLARED.items():
        for root in (checked.spec.file.node, checked.spec.layouts.node):
            node = find(root, field) if one == kind else None
            if isinstance(node, MappingNode):
                found += node.entries
    return list(dict.fromkeys(found))


def _complete_card(
    cursor: Cursor, deck: str, checked: Checked | None
) -> Iterator[types.CompletionItem]:
    """Columns that other cards have, and what they hold in one."""
    cards = checked.spec.cards.get(deck, ()) if checked else ()
    if not cursor.key:
        names = dict.fromkeys(("id", "copies", *(name for card in cards for name in card.values)))
        yield from _items(names, Kind.Field, f"field of `{deck}`", insert="{}: ")
        return
    held = (card.values.get(cursor.key) for card in cards)
    values = dict.fromkeys(str(one) for one in held if one not in (None, ""))
    yield from _items(list(values)[:200], Kind.Value, f"`{cursor.key}` of other cards")


def _list_expression_names(checked: Checked | None) -> Iterator[types.CompletionItem]:
    if checked:
        cards = (card for cards in checked.spec.cards.values() for card in cards)
        names = dict.fromkeys(name for card in cards for name in card.values)
        yield from _items(names, Kind.Field, "field of a card")
        yield from _items(checked.spec.constants, Kind.Constant, "constant")
    yield from _items(TEXT_FUNCTIONS, Kind.Function, "function")


def _items(
    names: Iterable[str], kind: types.CompletionItemKind, doc: str, *, insert: str = "{}"
) -> Iterator[types.CompletionItem]:
    return (_item(name, kind, doc, insert=insert.format(name)) for name in names)


def _item(
    name: str, kind: types.CompletionItemKind, doc: str, *, insert: str
) -> types.CompletionItem:
    return types.CompletionItem(label=name, kind=kind, documentation=doc, insert_text=insert)
