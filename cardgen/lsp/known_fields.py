"""Which fields of cards an expression knows, where it stands.

In      a place in the layouts, in `game.yaml`, the composition or a card table.
Out     fields that the cards of every deck have which the expression is for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.lsp.card_values import list_columns
from cardgen.pipeline.checked_game import Checked
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find


def list_known_fields(kind: str, path: Sequence[str], checked: Checked) -> list[str]:
    """The fields that an expression knows.

    Args:
        kind: Of the file that it stands in.
        path: The keys above it.
        checked: The game.
    """
    decks = [list_columns(deck, checked) for deck in _find_decks(kind, path, checked)]
    return [name for name in decks[0] if all(name in one for one in decks)] if decks else []


def _find_decks(kind: str, path: Sequence[str], checked: Checked) -> list[str]:
    """The decks whose cards show what stands at a place; all of them where none is known to."""
    every = [*checked.spec.decks]
    group, name = path[:2] if len(path) > 1 else ("", "")
    if kind == "layouts" and group in ("layouts", "pieces"):
        shown = {group: {name}}
        layouts = _follow_uses(checked.spec.layouts.node, shown)
        used = {face.deck for face in checked.bound.faces if face.layout in layouts}
        return [deck for deck in every if deck in used] or every
    named = path[0] if kind == "composition" and path else kind.partition("cards:")[2]
    if group == "decks":
        named = name
    return [named] if named in every else every


def _follow_uses(root: Node | None, shown: Mapping[str, set[str]]) -> set[str]:
    """The layouts that hold a piece, or extend a layout, over any number of steps."""
    pieces, layouts = set(shown.get("pieces", ())), set(shown.get("layouts", ()))
    before = -1
    while before < len(pieces) + len(layouts):
        before = len(pieces) + len(layouts)
        for name, node in _list_entries(find(root, "pieces")):
            if pieces & set(_list_held(node, "piece")):
                pieces.add(name)
        for name, node in _list_entries(find(root, "layouts")):
            extended = find(node, "extends")
            is_more = isinstance(extended, ScalarNode) and extended.text in layouts
            if is_more or pieces & set(_list_held(node, "piece")):
                layouts.add(name)
    return layouts


def _list_held(node: Node | None, key: str) -> Iterator[str]:
    """What stands under a key anywhere below a node."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _list_held(item, key)
    for name, value in _list_entries(node):
        if name == key and isinstance(value, ScalarNode):
            yield value.text
        else:
            yield from _list_held(value, key)


def _list_entries(node: Node | None) -> list[tuple[str, Node]]:
    entries = node.entries.items() if isinstance(node, MappingNode) else ()
    return [(name, value) for name, (_, value) in entries]
