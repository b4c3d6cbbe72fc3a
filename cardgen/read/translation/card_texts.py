"""The texts of cards that are translated: which fields, and their texts one by one.

In      the decks of a game, its layouts as a tree, the cards by name.
Out     what a visit gives in the place of each text, by card and field.

A field is translated where it says so (`translate: yes`), and if it does not say, where layouts or
booklets print it and nothing needs its very words: no condition compares it, no picture, color or
style is named by it, its values are not listed under `one-of`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from cardgen.core.findings import Span
from cardgen.expressions.printed_words import compared_names
from cardgen.read.models.game_file import DeckSpec, GameFile
from cardgen.read.row_changes import NamedCards
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.copies import COPIES
from cardgen.read.translation.fixed_texts import (
    names_of,
    read_layout_names,
)
from cardgen.read.translation.messages import Visit, has_words

Cards = Mapping[str, tuple[CardSpec, ...]]


def translated_fields(
    file: GameFile, layouts: Node | None, booklets: Iterable[str], cards: NamedCards
) -> Mapping[str, frozenset[str]]:
    """By deck, the fields whose texts are translated.

    Args:
        file: The game.
        layouts: The root of its layouts.
        booklets: The texts of its booklets.
        cards: Its cards.
    """
    names = read_layout_names(layouts)
    shown, keys = names.printed, names.needed
    for text in booklets:
        shown |= names_of(text)
    found = {}
    for name, deck in file.decks.items():
        computed = [spec.value for spec in deck.fields.values() if spec.value]
        used = shown.union(*(names_of(value) for value in computed))
        needed = keys.union(
            *(compared_names(value) for value in computed),
            *(names_of(text) for text in (deck.front, deck.back, deck.tab)),
        )
        columns = {
            field
            for key, card in cards.cards.items()
            if key[0] == name
            for field in card.node.entries
        }
        found[name] = frozenset(
            field for field in columns if _is_translated(field, deck, used, needed)
        )
    return found


def printed_constants(
    file: GameFile, layouts: Node | None, booklets: Iterable[str], cards: Cards
) -> list[str]:
    """The constants of a game that layouts, booklets or texts of cards print, and whose very words
    nothing needs.

    Args:
        file: The game.
        layouts: The root of its layouts.
        booklets: The texts of its booklets.
        cards: Its cards.
    """
    names = read_layout_names(layouts)
    decks = file.decks.values()
    computed = [spec.value for deck in decks for spec in deck.fields.values() if spec.value]
    named = [text for deck in decks for text in (deck.front, deck.back, deck.tab, deck.id)]
    filled = [
        text
        for name, deck in file.decks.items()
        for field in deck.fields
        if deck.fields[field].template
        for text in (card.values.get(field) for card in cards.get(name, ()))
        if isinstance(text, str)
    ]
    shown = names.printed.union(*map(names_of, (*booklets, *computed, *filled)))
    needed = names.needed.union(*map(compared_names, (*computed, *filled)), *map(names_of, named))
    return [name for name in file.vars if name in shown and name not in needed]


def _is_translated(
    name: str, deck: DeckSpec, shown: Collection[str], needed: Collection[str]
) -> bool:
    if name in (*COPIES, "id") or not deck.translate:
        return False
    spec = deck.fields.get(name)
    if spec is not None and spec.translate is not None:
        return spec.translate
    if spec is not None and (spec.one_of or spec.value or spec.type in ("integer", "number")):
        return False
    return name in shown and name not in needed


def visit_cards(
    cards: NamedCards,
    fields: Mapping[str, frozenset[str]],
    visit: Visit,
    translated: Collection[Span] = (),
) -> dict[tuple[str, str], dict[str, Node]]:
    """Visit all texts of cards.

    Args:
        cards: The cards.
        fields: Those to visit, by deck.
        visit: Given each text.
        translated: Where texts are that need no translation.

    Returns:
        The fields that a visit changed, by card.
    """
    changed: dict[tuple[str, str], dict[str, Node]] = {}
    for key, card in cards.cards.items():
        node = card.node
        for name in node.entries:
            if name in fields.get(key[0], ()):
                value = node.entries[name][1]
                if value.span in translated:
                    continue
                made = _visited(value, f"{key[0]}.{name}", "/".join(key), visit)
                if made is not value:
                    changed.setdefault(key, {})[name] = made
    return changed


def _visited(node: Node, context: str, owner: str, visit: Visit) -> Node:
    if isinstance(node, ScalarNode):
        return visit(node, context, owner) if has_words(node.text) else node
    if isinstance(node, SequenceNode):
        items = [_visited(item, context, owner, visit) for item in node.items]
        same = all(a is b for a, b in zip(items, node.items, strict=True))
        return node if same else SequenceNode(node.span, items)
    entries = {
        name: (key, _visited(value, context, owner, visit))
        for name, (key, value) in node.entries.items()
    }
    same = all(entries[name][1] is node.entries[name][1] for name in entries)
    return node if same else MappingNode(node.span, entries)
