"""Elements of layouts that are changed by their name: under `set:`, and in the row of a card.

In      a place, the game when it was sound.
Out     the names that may stand there; the place as one in the element that is changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cardgen.check.engine.levels import find_named_elements
from cardgen.lsp.cursor import Cursor
from cardgen.lsp.edition_files import list_edition_layouts
from cardgen.pipeline.checked_game import Checked
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find

_LAYOUT = "layout"
"""The field of a row whose keys are names of elements."""
_MOST_PARENTS = 20


def find_changed_element(
    cursor: Cursor, kind: str, checked: Checked | None
) -> tuple[Cursor, str] | None:
    """Return a place in the changes of an element as one in the element itself, and the kind of
    file that this stands in; None elsewhere."""
    match kind, *cursor.path:
        case "layouts", "layouts", layout, "set", name, *inner:
            root = _list_parents(checked, layout)
        case str(), "layout", name, *inner if _takes_changes(kind, checked):
            root = checked.spec.layouts.node if checked else None
        case _:
            return None
    fields = _list_fields(root, name) if not inner else {}
    path = ("layouts", "", "safe", *inner)
    return replace(cursor, path=path, element=fields), "layouts"


def list_element_names(cursor: Cursor, kind: str, checked: Checked) -> Iterator[str]:
    """The names of elements, where one may stand."""
    match kind, *cursor.path:
        case "layouts", "layouts", layout, "set":
            yield from find_named_elements(_list_parents(checked, layout))
        case str(), "layout" if _takes_changes(kind, checked):
            yield from find_named_elements(checked.spec.layouts.node)


def _takes_changes(kind: str, checked: Checked | None) -> bool:
    """Whether `layout:` in a row of a table changes elements; a deck may have a field of the
    name."""
    deck = kind.partition("cards:")[2]
    spec = checked.spec.decks.get(deck) if checked else None
    return spec is not None and _LAYOUT not in spec.fields


def _list_parents(checked: Checked | None, layout: str) -> Node | None:
    """The layouts that a layout starts from."""
    roots = [checked.spec.layouts.node, *list_edition_layouts(checked)] if checked else []
    for root in roots:
        node = find(root, "layouts", layout)
        found: list[Node] = []
        while node is not None and len(found) < _MOST_PARENTS:
            parent = find(node, "extends")
            node = find(root, "layouts", parent.text) if isinstance(parent, ScalarNode) else None
            found += [node] if node is not None else []
        if found:
            return SequenceNode(found[0].span, found)
    return None


def _list_fields(root: Node | None, name: str) -> dict[str, str]:
    """The fields of the first element of a name, with what plainly stands in each."""
    elements = find_named_elements(root).get(name, [])
    first = elements[0] if elements else None
    entries = first.entries.items() if isinstance(first, MappingNode) else ()
    return {key: value.text if isinstance(value, ScalarNode) else "" for key, (_, value) in entries}
