"""Layouts as single cards change them.

In      a layout, the changes of a card's row by the names of elements.
Out     the layout for that card; findings where a change does not fit, and what is known of
        changes that may not be needed (`bind.bound_faces.Override`).

What is not changed stays the same elements, so that it is bound once for all cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from cardgen.bind.elements.element_fields import children
from cardgen.core.findings import Finding, Report, did_you_mean
from cardgen.read.models.elements import AnyElement, Element, TextElement
from cardgen.read.models.layouts import LAYOUT_PARTS, LayoutSpec
from cardgen.read.syntax.nodes import MappingNode, Node
from cardgen.read.tables.overrides import Change
from cardgen.read.validate import plain_data, validate_filled

SIZES = frozenset(("size", "min-size", "leading", "tracking", "fit"))
"""Fields that make room for a text."""
_INSIDE = "an override changes fields of an element, not the elements in it"


class LayoutOverrides(Struct):
    """Makes layouts for single cards; those that are alike are made once."""

    report: Report
    _made: dict[tuple[int, Any], LayoutSpec] = field(default_factory=dict)

    def apply(self, layout: LayoutSpec, changes: Mapping[str, Change]) -> LayoutSpec:
        """The layout with the changes; faulty ones are in the report, and left out."""
        wanted = {name: change for name, change in changes.items() if name in _named(layout)}
        if not wanted:
            return layout
        key = id(layout), repr([(n, [(k, plain_data(v)) for k, (_, v) in c.items()])
                                for n, c in wanted.items()])  # fmt: skip
        if key not in self._made:
            faults = Report()
            parts: dict[str, Any] = {
                part: changed(getattr(layout, part), wanted, faults)
                for part in LAYOUT_PARTS
                if getattr(layout, part)
            }
            made = layout.model_copy(update=parts)
            if len(faults):  # to be said of the next card too
                self.report.extend(faults.findings)
                return made
            self._made[key] = made
        return self._made[key]


def changed(
    elements: Sequence[AnyElement], wanted: Mapping[str, Change], report: Report
) -> list[AnyElement]:
    """Elements, those that are named with their changes."""
    return [_changed_element(element, wanted, report) for element in elements]


def _changed_element(spec: AnyElement, wanted: Mapping[str, Change], report: Report) -> AnyElement:
    inner = {
        name: changed(getattr(spec, name), wanted, report)
        for name in spec.holding_elements()
        if isinstance(getattr(spec, name), list) and _holds(spec, wanted)
    }
    if inner:
        spec = spec.model_copy(update=inner)
    return _with_fields(spec, wanted[spec.name], report) if spec.name in wanted else spec


def _with_fields(spec: AnyElement, change: Change, report: Report) -> AnyElement:
    """An element with its own fields changed."""
    assert spec.node is not None
    kept = dict(change)
    for key, (scalar, _) in change.items():
        if spec.field_of(key) in {*spec.holding_elements(), "name"}:
            hint = "give the element inside a `name:`, and change that"
            report.add(Finding("unknown-field", _INSIDE, scalar.span, hint=hint))
            del kept[key]
    made = validate_filled(spec, MappingNode(spec.node.span, spec.node.entries | kept), report)
    return spec if made is None else made


def report_unknown(
    changes: Mapping[str, Change], layouts: Sequence[LayoutSpec], report: Report
) -> None:
    """Report changes of elements that neither side of the card has."""
    known = set().union(*map(_named, layouts))
    for name, change in changes.items():
        if name not in known:
            hint = did_you_mean(name, known, what="named element")
            message = f"no element of the card's layouts is named `{name}`"
            place = next(iter(change.values()))[0].span
            report.add(Finding("unknown-element", message, place, hint=hint))


class NeedlessChange(Struct, frozen=True):
    """A field that is changed to what it is."""

    element: str
    key: str
    node: Node


def needless_changes(
    layout: LayoutSpec, made: LayoutSpec, changes: Mapping[str, Change]
) -> Iterator[NeedlessChange]:
    """Changes that leave their field as the layout has it."""
    before, after = _named(layout), _named(made)
    for name, change in changes.items():
        for old, new in zip(before.get(name, ()), after.get(name, ()), strict=False):
            for key, (_, node) in change.items():
                attribute = old.field_of(key)
                same = getattr(old, attribute, None) == getattr(new, attribute, None)
                if same and attribute in old.model_fields_set:
                    yield NeedlessChange(name, key, node)


def sizes_changed(
    layout: LayoutSpec, changes: Mapping[str, Change]
) -> Iterator[tuple[str, Node, Mapping[str, Change]]]:
    """Texts whose size a card changes: the name, the place, and the changes without that."""
    for name, change in changes.items():
        texts = [spec for spec in _named(layout).get(name, ()) if isinstance(spec, TextElement)]
        sizing = [node for key, (_, node) in change.items() if key in SIZES]
        if texts and sizing:
            rest = {key: entry for key, entry in change.items() if key not in SIZES}
            yield name, sizing[0], {**changes, name: rest}


def _named(layout: LayoutSpec) -> dict[str, list[AnyElement]]:
    """The elements of a layout that have a name."""
    found: dict[str, list[AnyElement]] = {}
    waiting = [element for part in layout.parts for element in part]
    while waiting:
        element = waiting.pop()
        if element.name:
            found.setdefault(element.name, []).append(element)
        waiting += children(element)
    return found


def _holds(spec: Element, wanted: Mapping[str, Change]) -> bool:
    return any(child.name in wanted or _holds(child, wanted) for child in children(spec))
