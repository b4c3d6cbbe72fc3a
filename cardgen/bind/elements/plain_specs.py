"""Elements and styles whose fields hold templates, as they are on one card.

In      a `TemplatedSpec`, a card's values.
Out     the same mapping with the templates filled in, validated as if it had been typed so;
        findings that name the card, where a result is not what the field takes.

Cards for which the templates give the same share one spec, so what follows from it (a text's
setting, a group's paint) is also worked out once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.card.look_ups import LookUps, Noted
from cardgen.bind.elements.card_context import CardContext, TemplateFiller
from cardgen.core.findings import Finding, Note, Report, Span
from cardgen.expressions import template
from cardgen.expressions.faults import TemplateFault
from cardgen.read.kept_specs import NOT_KEPT, KeptSpecs
from cardgen.read.models.element import PaintedElement
from cardgen.read.models.node_data import plain_data
from cardgen.read.models.templated import TemplatedSpec, has_template
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find

F = TypeVar("F", bound=TemplatedSpec)

MAX_SPECS = 4096
"""How many filled specs are kept; then all are let go."""
_OF_LINES = ("stroke_width", "dash", "cap", "join")
"""Fields that say how the line around a shape or a box is drawn."""


class PlainSpecs(Struct):
    """Fills in the templates of elements and styles."""

    filler: TemplateFiller
    report: Report
    look_ups: LookUps
    specs: KeptSpecs = NOT_KEPT
    _templates: dict[int, Noted[tuple[str, ...]]] = field(default_factory=dict)
    _plain: dict[tuple[Any, ...], Noted[TemplatedSpec | None]] = field(default_factory=dict)

    def templates(self, spec: TemplatedSpec) -> tuple[str, ...]:
        """The fields of a spec of the layouts that hold templates; looked up often."""
        found = self._templates.get(id(spec))
        if found is None:
            found = self.look_ups.collect(lambda: self.find_templates(spec))
            self._templates[id(spec)] = found
        return self.look_ups.take(found)

    def find_templates(self, spec: TemplatedSpec) -> tuple[str, ...]:
        if isinstance(spec, PaintedElement):
            self.report_lineless(spec)
        return spec.templates

    def report_lineless(self, spec: PaintedElement) -> None:
        """Report how a line is drawn, where none is: as written, whatever templates give."""
        given = [name for name in _OF_LINES if name in spec.model_fields_set]
        if not given or "stroke" in spec.model_fields_set:
            return
        key = given[0].replace("_", "-")
        message = f"`{key}` draws nothing: there is no `stroke`"
        hint = "give it a `stroke:`, a color"
        self.report.add(Finding("bad-stroke", message, spec.place(key), "warning", hint=hint))

    def fill(self, spec: F, context: CardContext) -> F | None:
        """The spec as it is on a card; None, and a finding, if it cannot be."""
        names = self.templates(spec)
        if not names:
            return spec
        assert spec.node is not None
        filled: dict[str, Node | None] = {}
        for name in names:
            info = type(spec).model_fields[name]
            key = info.alias or name
            try:
                filled[key] = _filled(spec.node.entries[key][1], context.values)
                _refuse_template(filled[key])
            except TemplateFault as fault:
                self.report_fault(fault, spec, key, context)
                return None
            if filled[key] is None and info.is_required():
                self.report_empty(spec, key, context)
                return None
        return self.validated(spec, filled, context)

    def report_fault(
        self, fault: TemplateFault, spec: TemplatedSpec, key: str, context: CardContext
    ) -> None:
        scalar = _scalar_with_template(find(spec.node, key))
        source = scalar.text if scalar else ""
        self.filler.report_fault(fault, scalar, spec, source, context)

    def report_empty(self, spec: TemplatedSpec, key: str, context: CardContext) -> None:
        """Report a field that an element cannot be without, and that a card leaves empty."""
        message = f"`{key}` comes out empty"
        hint = "fill in what it is made of, or draw the element only `when:` that is there"
        finding = Finding("missing-field", message, spec.place(key), hint=hint)
        self.report.add(about_card(finding, context))

    def validated(
        self, spec: F, filled: Mapping[str, Node | None], context: CardContext
    ) -> F | None:
        key = (id(spec), *(_frozen(plain_data(node)) for node in filled.values()))
        if key not in self._plain:
            if len(self._plain) >= MAX_SPECS:
                self._plain.clear()
            start = len(self.report)
            made = self.look_ups.collect(
                lambda: self.specs.fill(spec, _with(spec, filled), self.report)
            )
            self._plain[key] = cast(Noted[TemplatedSpec | None], made)
            self.report.change_since(start, lambda finding: about_card(finding, context))
        return cast(F | None, self.look_ups.take(self._plain[key]))

    def name_card(self, spec: TemplatedSpec, context: CardContext, start: int) -> None:
        """Name the card in findings on what the templates of a spec gave.

        Args:
            spec: As it stands in the layouts.
            context: The card.
            start: How many findings there were before.
        """
        if len(self.report) == start:
            return
        places = _places(spec)

        def change(finding: Finding) -> Finding:
            return about_card(finding, context) if finding.span in places else finding

        self.report.change_since(start, change)


def _places(spec: TemplatedSpec) -> frozenset[Span]:
    """Where the templates of a spec stand."""
    nodes = (find(spec.node, type(spec).model_fields[n].alias or n) for n in spec.templates)
    return frozenset(span for node in nodes for span in _spans(node))


def about_card(finding: Finding, context: CardContext) -> Finding:
    """A finding on a value that a template gave for a card."""
    if finding.card:
        return finding
    note = Note("for the card", context.card.span)
    return replace(finding, card=context.label, notes=(*finding.notes, note))


def _with(spec: TemplatedSpec, filled: Mapping[str, Node | None]) -> MappingNode:
    """The spec's node, the templates filled in; what they leave empty is left out."""
    assert spec.node is not None
    entries = {
        key: (scalar, filled.get(key, node)) for key, (scalar, node) in spec.node.entries.items()
    }
    kept = {key: (scalar, node) for key, (scalar, node) in entries.items() if node is not None}
    return MappingNode(spec.node.span, kept)


def _filled(node: Node, values: Mapping[str, Any]) -> Node | None:
    """A node with its templates filled in; None for a text that comes out empty."""
    match node:
        case ScalarNode():
            return _filled_scalar(node, values)
        case SequenceNode():
            items = (_filled(item, values) for item in node.items)
            empty = ScalarNode(node.span, "", plain=True)
            return SequenceNode(node.span, [empty if item is None else item for item in items])
        case MappingNode():
            filled = {key: (k, _filled(inner, values)) for key, (k, inner) in node.entries.items()}
            kept = {key: (k, inner) for key, (k, inner) in filled.items() if inner is not None}
            return MappingNode(node.span, kept)


def _filled_scalar(scalar: ScalarNode, values: Mapping[str, Any]) -> Node | None:
    """A text with its templates filled in; a list or mapping that `{{ one }}` gives stays one."""
    if not has_template(scalar.text):
        return scalar
    value = template.fill_native(scalar.text, values)
    if isinstance(value, list | tuple | dict):
        return _node_of(value, scalar.span)
    text = (value if isinstance(value, str) else template.fill(scalar.text, values)).strip()
    return ScalarNode(scalar.span, text, plain=False) if text else None


def _refuse_template(node: Node | None) -> None:
    """A template that a card's own value holds is filled in nowhere.

    Raises:
        TemplateFault: there is one.
    """
    left = _scalar_with_template(node)
    if left is not None:
        message = f"this gives `{left.text}`, which is a template itself"
        hint = "write in the cell what the template stands for"
        raise TemplateFault("template-value", message, hint=hint)


def _node_of(value: Any, span: Span) -> Node:
    """A value of a card as a node; all of it stands where the template does."""
    if isinstance(value, list | tuple):
        return SequenceNode(span, [_node_of(item, span) for item in value])
    if isinstance(value, dict):
        entries = {
            str(key): (ScalarNode(span, str(key), plain=True), _node_of(inner, span))
            for key, inner in value.items()
        }
        return MappingNode(span, entries)
    return ScalarNode(span, template.fill("{{ value }}", {"value": value}), plain=True)


def _frozen(data: Any) -> Any:
    """Plain data as something that can be a key."""
    if isinstance(data, dict):
        return tuple((key, _frozen(value)) for key, value in data.items())
    return tuple(map(_frozen, data)) if isinstance(data, list) else data


def _scalar_with_template(node: Node | None) -> ScalarNode | None:
    """The first scalar with a template, at a node or below it."""
    return next((scalar for scalar in scalars_in(node) if has_template(scalar.text)), None)


def scalars_in(node: Node | None) -> list[ScalarNode]:
    """The scalars of a node, in their order."""
    match node:
        case ScalarNode():
            return [node]
        case SequenceNode():
            return [scalar for item in node.items for scalar in scalars_in(item)]
        case MappingNode():
            return [s for _, inner in node.entries.values() for s in scalars_in(inner)]
        case _:
            return []


def _spans(node: Node | None) -> list[Span]:
    """The places of a node and of all that is in it."""
    return [node.span, *(scalar.span for scalar in scalars_in(node))] if node else []
