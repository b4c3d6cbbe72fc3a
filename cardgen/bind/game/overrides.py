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
from cardgen.core.findings import Finding, Report, Span, did_you_mean
from cardgen.read.models.drawn_elements import TextElement
from cardgen.read.models.element import Element
from cardgen.read.models.elements import AnyElement, PieceElement
from cardgen.read.models.layouts import LAYOUT_PARTS, LayoutSpec, PieceSpec
from cardgen.read.models.node_data import plain_data
from cardgen.read.models.styles import StyleSpec
from cardgen.read.models.templated import Template
from cardgen.read.syntax.nodes import MappingNode, Node
from cardgen.read.tables.overrides import Change

SIZES = frozenset(("size", "min-size", "leading", "tracking", "fit"))
"""Fields that make room for a text."""
_OF_STYLES = frozenset(("extends", "params"))
_INSIDE = "an override changes fields of an element, not the elements in it"


class LayoutOverrides(Struct):
    """Makes layouts for single cards; those that are alike are made once."""

    report: Report
    pieces: Mapping[str, PieceSpec] = field(default_factory=dict)
    styles: Mapping[str, StyleSpec] = field(default_factory=dict)
    _made: dict[tuple[int, Any], LayoutSpec] = field(default_factory=dict)

    def apply(self, layout: LayoutSpec, changes: Mapping[str, Change]) -> LayoutSpec:
        """The layout with the changes; faulty ones are in the report, and left out."""
        wanted = {name: change for name, change in changes.items() if name in self.named(layout)}
        if not wanted:
            return layout
        key = id(layout), repr([(n, [(k, plain_data(v)) for k, (_, v) in c.items()])
                                for n, c in wanted.items()])  # fmt: skip
        if key not in self._made:
            faults = Report()
            change = _ElementChange(wanted, self.pieces, faults)
            parts: dict[str, Any] = {
                part: change.apply_all(getattr(layout, part))
                for part in LAYOUT_PARTS
                if getattr(layout, part)
            }
            made = layout.model_copy(update=parts)
            if len(faults):  # to be said of the next card too
                self.report.extend(faults.findings)
                return made
            self._made[key] = made
        return self._made[key]

    def named(self, layout: LayoutSpec) -> dict[str, list[AnyElement]]:
        """The elements of a layout, and of the pieces in it, that have a name."""
        found: dict[str, list[AnyElement]] = {}
        for element in self.elements([element for part in layout.parts for element in part]):
            if element.name:
                found.setdefault(element.name, []).append(element)
        return found

    def elements(self, waiting: list[AnyElement]) -> Iterator[AnyElement]:
        """These elements, and all that is in them and in the pieces they draw on all cards."""
        drawn: set[Span] = set()
        while waiting:
            element = waiting.pop()
            yield element
            waiting += children(element)
            piece = find_piece(element, self.pieces)
            if piece is not None and piece.span not in drawn:
                drawn.add(piece.span)
                waiting.append(piece.draw)

    def report_unknown(self, changes: Mapping[str, Change], layouts: Sequence[LayoutSpec]) -> None:
        """Report changes of elements that neither side of the card has."""
        known = set().union(*map(self.named, layouts))
        for name, change in changes.items():
            if name not in known:
                hint = self.hint_of_piece(name, layouts)
                hint = hint or did_you_mean(name, known, what="named element")
                message = f"no element of the card's layouts is named `{name}`"
                place = next(iter(change.values()))[0].span
                self.report.add(Finding("unknown-element", message, place, hint=hint))

    def hint_of_piece(self, name: str, layouts: Sequence[LayoutSpec]) -> str:
        """What to write where a template names the piece that the element is in, or ""."""
        parts = [element for layout in layouts for part in layout.parts for element in part]
        if not any(map(_has_chosen_piece, self.elements(parts))):
            return ""
        for piece, spec in self.pieces.items():
            if any(element.name == name for element in self.elements([spec.draw])):
                return (
                    f"the piece `{piece}` has it, which a template names: "
                    f"write `piece: {piece}` with a `when:`"
                )
        return ""

    def needless_changes(
        self, layout: LayoutSpec, made: LayoutSpec, changes: Mapping[str, Change]
    ) -> Iterator[NeedlessChange]:
        """Changes that leave their field as the layout has it."""
        before, after = self.named(layout), self.named(made)
        for name, change in changes.items():
            for old, new in zip(before.get(name, ()), after.get(name, ()), strict=False):
                for key, (_, node) in change.items():
                    attribute = old.field_of(key)
                    given = self.given_value(old, attribute)
                    if given is not None and given == getattr(new, attribute, None):
                        yield NeedlessChange(name, key, node)

    def given_value(self, element: Element, attribute: str) -> Any:
        """What an element's field is on every card, by itself or by its style; None if nothing
        says it, or a template does."""
        if attribute in element.model_fields_set:
            return getattr(element, attribute, None)
        name = element.style if isinstance(element, TextElement) else None
        for _ in self.styles:
            style = self.styles.get(name) if isinstance(name, str) else None
            if style is None:
                return None
            if attribute in style.model_fields_set and attribute not in _OF_STYLES:
                found = getattr(style, attribute)
                return None if isinstance(found, Template) else found
            name = style.extends
        return None

    def sizes_changed(
        self, layout: LayoutSpec, changes: Mapping[str, Change]
    ) -> Iterator[tuple[str, Node, Mapping[str, Change]]]:
        """Texts whose size a card changes: the name, the place, and the changes without that."""
        named = self.named(layout)
        for name, change in changes.items():
            texts = [spec for spec in named.get(name, ()) if isinstance(spec, TextElement)]
            sizing = [node for key, (_, node) in change.items() if key in SIZES]
            if texts and sizing:
                rest = {key: entry for key, entry in change.items() if key not in SIZES}
                yield name, sizing[0], {**changes, name: rest}


class NeedlessChange(Struct, frozen=True):
    """A field that is changed to what it is."""

    element: str
    key: str
    node: Node


class _ElementChange(Struct):
    """Changes named elements, wherever they stand: in groups, masks and pieces."""

    wanted: Mapping[str, Change]
    pieces: Mapping[str, PieceSpec]
    report: Report
    open: list[str] = field(default_factory=list)
    """Pieces that are being changed."""

    def apply_all(self, elements: Sequence[AnyElement]) -> list[AnyElement]:
        return [self.apply(element) for element in elements]

    def apply(self, spec: AnyElement) -> AnyElement:
        """An element with its changes, and those of what is in it; itself, if there are none."""
        inner: dict[str, Any] = {}
        for name in spec.holding_elements():
            held = getattr(spec, name)
            before = held if isinstance(held, list) else [held] if held else []
            after = self.apply_all(before)
            if any(new is not old for new, old in zip(after, before, strict=True)):
                inner[name] = after if isinstance(held, list) else after[0]
        if inner:
            spec = spec.model_copy(update=inner)
        if isinstance(spec, PieceElement):
            spec = self.change_piece(spec)
        own = self.wanted.get(spec.name) if spec.name else None
        return spec if own is None else self.change_fields(spec, own)

    def change_piece(self, spec: PieceElement) -> PieceElement:
        """A use of a piece that draws another element than the piece does."""
        piece = find_piece(spec, self.pieces)
        if piece is None or spec.piece in self.open:
            return spec
        self.open.append(spec.piece)
        draw = self.apply(piece.draw)
        self.open.pop()
        return spec if draw is piece.draw else spec.with_draw(draw)

    def change_fields(self, spec: AnyElement, change: Change) -> AnyElement:
        """An element with its own fields changed."""
        assert spec.node is not None
        kept = dict(change)
        for key, (scalar, _) in change.items():
            if spec.field_of(key) in {*spec.holding_elements(), "name"}:
                hint = "give the element inside a `name:`, and change that"
                self.report.add(Finding("unknown-field", _INSIDE, scalar.span, hint=hint))
                del kept[key]
        from cardgen.read.validate import validate_filled  # few cards change their layout

        entries = MappingNode(spec.node.span, spec.node.entries | kept)
        made = validate_filled(spec, entries, self.report)
        return spec if made is None else made


def _has_chosen_piece(spec: Element) -> bool:
    """Whether an element draws a piece that a template names."""
    return isinstance(spec, PieceElement) and isinstance(spec.piece, Template)


def find_piece(spec: Element, pieces: Mapping[str, PieceSpec]) -> PieceSpec | None:
    """The piece that an element draws on all cards; None if it is none, or a template says it."""
    if not isinstance(spec, PieceElement) or isinstance(spec.piece, Template):
        return None
    piece = pieces.get(spec.piece)
    return piece and (piece if spec.draw is None else piece.model_copy(update={"draw": spec.draw}))
