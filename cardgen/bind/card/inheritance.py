"""Resolve `extends`: styles and layouts, merged key by key.

In      the specs of `layouts.yaml`.
Out     each style and layout whole; findings for unknown parents and circles.

Merging is done on nodes, so that an inherited value still points at the line it was
written on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from cardgen.core.findings import FIELD, Finding, Report, did_you_mean
from cardgen.read.kept_specs import NOT_KEPT, KeptSpecs
from cardgen.read.models.layouts import LAYOUT_PARTS, LayoutsFile, LayoutSpec
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import StyleSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode

S = TypeVar("S", LayoutSpec, StyleSpec)
_PART: dict[type[Spec], str] = {LayoutSpec: "layouts", StyleSpec: "styles"}
_MAX_CHAIN = 100
_Merge = Callable[[MappingNode, MappingNode], S | None]
"""A parent's node, and one laid over it, as a model."""


def resolve_styles(
    specs: Mapping[str, StyleSpec], report: Report, kept: KeptSpecs = NOT_KEPT
) -> dict[str, StyleSpec]:
    """Each style with what it inherits."""

    def merge(parent: MappingNode, own: MappingNode) -> StyleSpec | None:
        return _validated(_over(parent, own), StyleSpec, report, kept)

    return _resolve(specs, "style", merge, report)


def resolve_layouts(
    specs: Mapping[str, LayoutSpec], report: Report, kept: KeptSpecs = NOT_KEPT
) -> dict[str, LayoutSpec]:
    """Each layout with what it inherits, the changes of `set` made."""

    def merge(parent: MappingNode, own: MappingNode) -> LayoutSpec | None:
        return _validated(_merge_layout(parent, own, report), LayoutSpec, report, kept)

    for spec in specs.values():
        if spec.set_ and spec.extends is None:
            message = (
                "`set` changes elements of the layout that this one extends, and it extends none"
            )
            hint = "write `extends:` and a layout, or change the elements themselves"
            report.add(Finding("unknown-element", message, spec.key("set"), hint=hint))
    return _resolve(specs, "layout", merge, report)


def _resolve(specs: Mapping[str, S], what: str, merge: _Merge[S], report: Report) -> dict[str, S]:
    done: dict[str, S] = {}
    for name in specs:
        _whole(name, specs, what, merge, report, done, ())
    return done


def _whole(
    name: str,
    specs: Mapping[str, S],
    what: str,
    merge: _Merge[S],
    report: Report,
    done: dict[str, S],
    path: tuple[str, ...],
) -> S:
    if name in done:
        return done[name]
    own = specs[name]
    parent_name = own.extends
    done_early = _refused(own, name, what, specs, path, report)
    if done_early:
        report.lost.add((FIELD, str(own.span)))
    if parent_name is None or done_early or own.node is None:
        done[name] = own
        return own
    parent = _whole(parent_name, specs, what, merge, report, done, (*path, name))
    if name in done:  # closed a circle further down
        return done[name]
    if report.lacks_field(parent.span):
        report.lost.add((FIELD, str(own.span)))
    assert parent.node is not None
    merged = merge(parent.node, own.node)
    done[name] = own if merged is None else merged
    return done[name]


def _validated(node: MappingNode, model: type[S], report: Report, kept: KeptSpecs) -> S | None:
    """The merged node as its model, by way of the whole file's: that one is built already,
    and to build the models of all elements once more takes longer than to bind a game."""
    empty = MappingNode(node.span, {})
    parts = {"styles": empty, "layouts": _named(empty), _PART[model]: _named(node)}
    key = ScalarNode(node.span, "", plain=True)
    root = MappingNode(node.span, {name: (key, part) for name, part in parts.items()})
    file: LayoutsFile | None = kept.validate(root, LayoutsFile, report)
    if file is None:
        return None
    found: S = getattr(file, _PART[model])[""]
    return found


def _named(node: MappingNode) -> MappingNode:
    return MappingNode(node.span, {"": (ScalarNode(node.span, "", plain=True), node)})


def _refused(
    own: LayoutSpec | StyleSpec,
    name: str,
    what: str,
    specs: Mapping[str, Spec],
    path: tuple[str, ...],
    report: Report,
) -> bool:
    """Report a parent that cannot be had."""
    parent = own.extends
    if parent is None:
        return False
    place = own.place("extends")
    if parent == name or parent in path:
        start = path.index(parent) if parent in path else len(path)
        way = " → ".join((*path[start:], name, parent))
        message = f"this {what} extends itself: {way}"
        report.add(Finding("circular-extends", message, place, hint="extend another one"))
        return True
    if len(path) > _MAX_CHAIN:
        message = f"this {what} is extended by {len(path)} others, one by the other"
        hint = f"at most {_MAX_CHAIN} are followed"
        report.add(Finding("circular-extends", message, place, hint=hint))
        return True
    if parent not in specs:
        report.unknown(what, parent, specs, place)
        return True
    return False


def _over(parent: MappingNode, own: MappingNode) -> MappingNode:
    """Own entries over the parent's."""
    return MappingNode(own.span, parent.entries | own.entries)


def _merge_layout(parent: MappingNode, own: MappingNode, report: Report) -> MappingNode:
    merged = _over(parent, own)
    changes = own.value("set")
    merged.entries.pop("set", None)
    if not isinstance(changes, MappingNode):
        return merged
    wanted = {key: (scalar, node) for key, (scalar, node) in changes.entries.items()}
    found: set[str] = set()
    for part in LAYOUT_PARTS:
        entry = merged.entries.get(part)
        if entry:
            merged.entries[part] = (entry[0], _changed(entry[1], wanted, found))
    known = _names(merged)
    for name, (scalar, _) in wanted.items():
        if name not in found:
            hint = did_you_mean(name, known, what="named element")
            message = f"no element of the parent layout is named `{name}`"
            report.add(Finding("unknown-element", message, scalar.span, hint=hint))
    return merged


def _changed(node: Node, wanted: Mapping[str, tuple[ScalarNode, Node]], found: set[str]) -> Node:
    """The tree with named elements changed, elsewhere the same nodes."""
    if isinstance(node, SequenceNode):
        return SequenceNode(node.span, [_changed(item, wanted, found) for item in node.items])
    if not isinstance(node, MappingNode):
        return node
    entries = {
        key: (scalar, _changed(value, wanted, found))
        for key, (scalar, value) in node.entries.items()
    }
    name = node.value("name")
    if isinstance(name, ScalarNode) and name.text in wanted:
        found.add(name.text)
        change = wanted[name.text][1]
        if isinstance(change, MappingNode):
            entries |= change.entries
    return MappingNode(node.span, entries)


def _names(node: Node) -> list[str]:
    if isinstance(node, SequenceNode):
        return [name for item in node.items for name in _names(item)]
    if not isinstance(node, MappingNode):
        return []
    name = node.value("name")
    own = [name.text] if isinstance(name, ScalarNode) else []
    return own + [inner for _, value in node.entries.values() for inner in _names(value)]
