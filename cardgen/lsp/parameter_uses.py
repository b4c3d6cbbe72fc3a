"""Names that a piece or a style is given: `sea` in `takes: {tint: sea}` and in `with: {tint: sea}`.

In      the layouts of a game, as they were read.
Out     the kind of name that each parameter takes; `Use`s.

A parameter takes colors, say, where all that its piece does with it is `fill: "{{ tint }}"`, or to
hand it whole to another piece that does so; a style likewise. One that stands in any other
expression may be taken apart, compared or printed: of what kind it is can then not be known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from cardgen.lsp.field_uses import find_name
from cardgen.lsp.uses import Use
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find

_DRAWN = ("pieces", "styles")
_MOST_PIECES = 20
"""Pieces that may stand in each other."""


class _Owner(NamedTuple):
    """A piece or a style that takes parameters."""

    group: str
    """`pieces` or `styles`."""
    name: str


class _Value(Struct, frozen=True):
    """A plain value below a node."""

    key: str
    scalar: ScalarNode
    owner: _Owner | None
    """The piece or style that is given it; None where it is a field's."""


def list_parameter_uses(root: Node | None, takes: Mapping[str, str]) -> Iterator[Use]:
    """Every name that a piece or a style is given, or has by default.

    Args:
        root: Of the layouts.
        takes: Fields that take a name, and its kind.
    """
    if root is None:
        return
    owners = [_Owner(group, name) for group in _DRAWN for name in _list_keys(find(root, group))]
    kinds = {
        (owner, name): _find_kind(root, owner, name, takes)
        for owner in owners
        for name in _list_taken(root, owner)
    }
    for (owner, name), kind in kinds.items():
        default = find(root, *owner, "takes", name) or find(root, *owner, "params", name, "default")
        if isinstance(default, ScalarNode) and kind:
            yield find_name(default, kind)
    for value in _list_values(root, "", None):
        kind = kinds.get((value.owner, value.key), "") if value.owner else ""
        if kind and "{" not in value.scalar.text:
            yield find_name(value.scalar, kind)


def list_parameters(root: Node | None, piece: str) -> list[str]:
    """What a piece takes."""
    return _list_taken(root, _Owner("pieces", piece))


def find_parameter_kind(
    root: Node | None, name: str, takes: Mapping[str, str], *, piece: str = "", style: str = ""
) -> str:
    """The kind of name that a piece or a style is given under a parameter; "" where it is not
    certain."""
    owner = _Owner("pieces", piece) if piece else _Owner("styles", style)
    return _find_kind(root, owner, name, takes)


def _list_taken(root: Node | None, owner: _Owner) -> list[str]:
    return [name for one in ("takes", "params") for name in _list_keys(find(root, *owner, one))]


def _find_kind(
    root: Node | None, owner: _Owner, name: str, takes: Mapping[str, str], depth: int = 0
) -> str:
    kinds: set[str] = set()
    for value in _list_values(_find_drawn(root, owner), "", None):
        text = value.scalar.text
        if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text):
            continue
        if not re.fullmatch(rf"\{{\{{\s*{re.escape(name)}\s*\}}\}}", text):
            if "{" in text or owner.group == "pieces":
                return ""
            continue
        if depth > _MOST_PIECES:
            return ""
        if value.owner:
            kinds.add(_find_kind(root, value.owner, value.key, takes, depth + 1))
        else:
            kinds.add(takes.get(value.key, ""))
    return kinds.pop() if len(kinds) == 1 else ""


def _find_drawn(root: Node | None, owner: _Owner) -> Node | None:
    """What is made with the parameters: the element of a piece, the other fields of a style."""
    node = find(root, *owner)
    if owner.group == "pieces" or not isinstance(node, MappingNode):
        return find(node, "draw") if node else None
    fields = {key: entry for key, entry in node.entries.items() if key != "params"}
    return MappingNode(node.span, fields)


def _list_values(node: Node | None, key: str, owner: _Owner | None) -> Iterator[_Value]:
    """The plain values below a node, with the key that each stands under."""
    if isinstance(node, ScalarNode):
        yield _Value(key, node, owner)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _list_values(item, key, owner)
    elif isinstance(node, MappingNode):
        given_to = _find_owner(node)
        for inner, (_, value) in node.entries.items():
            if inner == "with" and given_to and isinstance(value, MappingNode):
                for name, (_, given) in value.entries.items():
                    yield from _list_values(given, name, given_to)
            else:
                yield from _list_values(value, inner, None)


def _find_owner(element: MappingNode) -> _Owner | None:
    """The piece or style that an element gives values to."""
    for group, field in (("pieces", "piece"), ("styles", "style")):
        named = find(element, field)
        if isinstance(named, ScalarNode):
            return _Owner(group, named.text)
    return None


def _list_keys(node: Node | None) -> list[str]:
    return list(node.entries) if isinstance(node, MappingNode) else []
