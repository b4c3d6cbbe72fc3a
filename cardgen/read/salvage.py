"""Files with faults, as far as they are sound.

In      a node tree, a model.
Out     the model of what is sound, so that later phases can find what else is wrong; the findings.
Not here  what is wrong, in words (`read.validate`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, TypeVar, cast

from pydantic_core import ValidationError

from cardgen.core.findings import FIELD, Report
from cardgen.read.models.core_schemas import make_validator
from cardgen.read.models.node_data import plain_data
from cardgen.read.syntax.nodes import MappingNode, Node, SequenceNode, find
from cardgen.read.validate import Path, validate_node

T = TypeVar("T")

_ROUNDS = 12
"""How often to prune: each round may uncover what the last one hid."""


def salvage_node(
    node: Node, model: type[T] | Any, report: Report, *, deepest: int | None = None
) -> T | None:
    """The node as `model`, faulty entries reported and left out.

    Args:
        node: What was read.
        model: What it is held against.
        report: Takes the findings, and which mappings lack an entry (`Report.lost`).
        deepest: How many steps down entries are left out alone; below, with what is around them.

    Returns:
        The model, None where nothing is left.
    """
    value: T | None = validate_node(node, model, report)
    rest: Node | None = node
    for _ in range(_ROUNDS):
        if value is not None or rest is None:
            return value
        rest = _pruned(rest, model, report, deepest)
        value = validate_node(rest, model, Report()) if rest else None
    return value


def _pruned(node: Node, model: Any, report: Report, deepest: int | None) -> Node | None:
    """The tree without the entries that the model refuses."""
    try:
        make_validator(cast(Hashable, model)).validate_python(plain_data(node))
    except ValidationError as error:
        details = error.errors(include_url=False)
        known = {_known_path(node, detail["loc"])[:deepest] for detail in details}
        if () in known:
            return None
        around = (find(node, *path[:-1]) for path in known)
        report.lost |= {(FIELD, str(one.span)) for one in around if one is not None}
        return _without(node, known)
    return node


def _known_path(node: Node, loc: Path) -> Path:
    """The steps of an error's path that are in the file."""
    path: list[str | int] = []
    here: Node | None = node
    for step in loc:
        inner = find(here, step)
        if inner is not None:
            path.append(step)
            here = inner
    return tuple(path)


def _without(node: Node, paths: Iterable[Path]) -> Node:
    """A copy of the tree without the nodes at `paths`, each of one step or more."""
    inner: dict[str | int, list[Path]] = {}
    for path in paths:
        inner.setdefault(path[0], []).append(path[1:])
    if isinstance(node, MappingNode):
        entries = {
            key: (name, _without(value, inner[key]) if key in inner else value)
            for key, (name, value) in node.entries.items()
            if () not in inner.get(key, ())
        }
        return MappingNode(node.span, entries)
    if isinstance(node, SequenceNode):
        items = [
            _without(item, inner[index]) if index in inner else item
            for index, item in enumerate(node.items)
            if () not in inner.get(index, ())
        ]
        return SequenceNode(node.span, items)
    return node
