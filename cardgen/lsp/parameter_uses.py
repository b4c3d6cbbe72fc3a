"""Names that a piece is given: `sea` in `takes: {tint: sea}` and in `with: {tint: sea}`.

In      the layouts of a game, as they were read.
Out     the kind of name that each parameter takes; `Use`s.

A parameter takes colors, say, where all that its piece does with it is `fill: "{{ tint }}"`, or to
hand it whole to another piece that does so. One that stands in any other expression may be taken
apart, compared or printed: of what kind it is can then not be known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from cardgen.lsp.uses import Use
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find

_MOST_PIECES = 20
"""Pieces that may stand in each other."""


class _Value(Struct, frozen=True):
    """A plain value below a node."""

    key: str
    scalar: ScalarNode
    piece: str
    """The piece that is given it; "" where it is a field's."""


def list_parameter_uses(root: Node | None, takes: Mapping[str, str]) -> Iterator[Use]:
    """Every name that a piece is given, or has by default.

    Args:
        root: Of the layouts.
        takes: Fields that take a name, and its kind.
    """
    pieces = find(root, "pieces")
    if root is None or pieces is None:
        return
    kinds = {
        (piece, name): _find_kind(pieces, piece, name, takes)
        for piece in _list_keys(pieces)
        for name in list_parameters(root, piece)
    }
    for piece, name in kinds:
        default = find(pieces, piece, "takes", name) or find(
            pieces, piece, "params", name, "default"
        )
        if isinstance(default, ScalarNode) and kinds[piece, name]:
            yield Use(kinds[piece, name], default.text, default.span)
    for value in _list_values(root, "", ""):
        kind = kinds.get((value.piece, value.key), "")
        if kind and "{" not in value.scalar.text:
            yield Use(kind, value.scalar.text, value.scalar.span)


def list_parameters(root: Node | None, piece: str) -> list[str]:
    """What a piece takes."""
    fields = ("takes", "params")
    return [name for one in fields for name in _list_keys(find(root, "pieces", piece, one))]


def find_parameter_kind(root: Node | None, piece: str, name: str, takes: Mapping[str, str]) -> str:
    """The kind of name that a piece is given under a parameter; "" where it is not certain."""
    return _find_kind(find(root, "pieces"), piece, name, takes)


def _find_kind(
    pieces: Node | None, piece: str, name: str, takes: Mapping[str, str], depth: int = 0
) -> str:
    drawn = find(pieces, piece, "draw")
    kinds: set[str] = set()
    for value in _list_values(drawn, "", ""):
        text = value.scalar.text
        if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text):
            continue
        if not re.fullmatch(rf"\{{\{{\s*{re.escape(name)}\s*\}}\}}", text) or depth > _MOST_PIECES:
            return ""
        if value.piece:
            kinds.add(_find_kind(pieces, value.piece, value.key, takes, depth + 1))
        else:
            kinds.add(takes.get(value.key, ""))
    return kinds.pop() if len(kinds) == 1 else ""


def _list_values(node: Node | None, key: str, piece: str) -> Iterator[_Value]:
    """The plain values below a node, with the key that each stands under."""
    if isinstance(node, ScalarNode):
        yield _Value(key, node, piece)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _list_values(item, key, piece)
    elif isinstance(node, MappingNode):
        used = find(node, "piece")
        for inner, (_, value) in node.entries.items():
            if inner == "with" and isinstance(used, ScalarNode) and isinstance(value, MappingNode):
                for name, (_, given) in value.entries.items():
                    yield from _list_values(given, name, used.text)
            else:
                yield from _list_values(value, inner, "")


def _list_keys(node: Node | None) -> list[str]:
    return list(node.entries) if isinstance(node, MappingNode) else []
