"""The options of an element of a layout: what each says, where it stands, what it may be.

In      a game as it was read, the element's place in its file, the layout of a face.
Out     the element's own options, those of its text style, those it might have.
Not here  writing them (`editing.layout_editor`), whom a change affects (`editing.layout_users`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from inspect import get_annotations
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct

from cardgen.bind.card.inheritance import resolve_layouts, resolve_styles
from cardgen.bind.elements.element_fields import children
from cardgen.core.findings import Report, Span
from cardgen.core.lengths import LengthError, parse_length, split_length
from cardgen.read.game import GameSpec
from cardgen.read.models.drawn_elements import TextElement
from cardgen.read.models.element import Element
from cardgen.read.models.elements import KINDS
from cardgen.read.models.layouts import LayoutSpec
from cardgen.read.models.pydantic_models import typed_fields
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import StyleSpec, TextStyle
from cardgen.read.models.templated import has_template
from cardgen.read.models.values import Corner
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode

OptionKind = Literal["length", "color", "choice", "text"]
_LENGTHS = ("Distance", "Breadth", "Measure", "TextMeasure", "TextDistance", "TypeSize", "Leading",
            "Tracking", "GridPitch")  # fmt: skip
_COLORS = frozenset(("color", "fill", "stroke"))
_STRUCTURE = frozenset((*KINDS[3:7], "mask", "inside", "piece", "name", "repeat", "as_", "with_"))
"""What makes an element what it is; edited in the file."""


class ElementOption(Struct, frozen=True):
    """An option of an element or a style."""

    key: str
    text: str | None
    """As its file holds it; None if it is not there, or is no text."""
    place: Span
    """Of the key; of its mapping, if it is not there."""
    kind: OptionKind
    choices: tuple[str, ...] = ()
    about: str = ""
    refused: str = ""
    """Why it is not edited here."""
    style: str = ""
    """The style in which it stands."""


class LayoutSource(Struct, frozen=True):
    """The layouts, styles and pieces of a game, each with what it inherits."""

    spec: GameSpec
    layouts: Mapping[str, LayoutSpec]
    styles: Mapping[str, StyleSpec]

    def find(self, layout: LayoutSpec | None, span: Span) -> Element | None:
        """Return the element that stands at a place: in a layout, or in a piece."""
        roots = [element for part in layout.parts for element in part] if layout else []
        for element in (*iterate_elements(roots), *self.iterate_pieces()):
            if element.span == span:
                return element
        return None

    def iterate_pieces(self) -> Iterator[Element]:
        """All elements of pieces."""
        for piece in self.spec.layouts.pieces.values():
            yield from iterate_elements([piece.draw])

    def iterate_all(self) -> Iterator[Element]:
        """All elements of layouts and pieces, as often as layouts have them."""
        for layout in self.layouts.values():
            yield from iterate_elements([element for part in layout.parts for element in part])
        yield from self.iterate_pieces()

    def find_piece(self, span: Span) -> str:
        """Return the piece whose part an element is; "" if it is none's."""
        for name, piece in self.spec.layouts.pieces.items():
            if any(element.span == span for element in iterate_elements([piece.draw])):
                return name
        return ""

    def style_of(self, element: Element) -> StyleSpec | None:
        """Return the style that a text names, with what it inherits."""
        name = element.style if isinstance(element, TextElement) else None
        return self.styles.get(name) if isinstance(name, str) else None

    def find_style_name(self, key: Span) -> str:
        """Return the style in whose own lines a key stands."""
        for name, style in self.spec.layouts.styles.items():
            entries = style.node.entries.values() if style.node else ()
            if any(scalar.span == key for scalar, _ in entries):
                return name
        return ""


def open_layouts(spec: GameSpec) -> LayoutSource:
    """Resolve what layouts and styles inherit."""
    layouts = resolve_layouts(spec.layouts.layouts, Report())
    return LayoutSource(spec, layouts, resolve_styles(spec.layouts.styles, Report()))


def iterate_elements(elements: list[Any]) -> Iterator[Element]:
    """Elements, and all that are in them."""
    for element in elements:
        yield element
        yield from iterate_elements(children(element))


# --- options ---------------------------------------------------------------------------------


def list_options(source: LayoutSource, element: Element) -> list[ElementOption]:
    """Return the options that an element has in its own lines, or that a layout sets on it."""
    return list(_list_typed(source, element))


def list_style_options(source: LayoutSource, element: Element) -> list[ElementOption]:
    """Return what a text takes from its style, and does not say itself."""
    style = source.style_of(element)
    if style is None:
        return []
    own = element.node.entries if element.node else {}
    return [option for option in _list_typed(source, style) if option.key not in own]


def list_missing(source: LayoutSource, element: Element) -> list[ElementOption]:
    """Return the options that an element might have, and has not."""
    there = element.node.entries if element.node else {}
    model = type(element)
    found = []
    for name, info in model.model_fields.items():
        key = info.alias or name
        if key in there or name in _STRUCTURE:
            continue
        kind, choices = _describe_type(source, model, name)
        about = info.description or ""
        refused = _refuse_file(source, element.span.file)
        found.append(ElementOption(key, None, element.span, kind, choices, about, refused))
    return found


def _list_typed(source: LayoutSource, owner: Spec) -> Iterator[ElementOption]:
    model = type(owner)
    for key, (scalar, node) in (owner.node.entries if owner.node else {}).items():
        name = owner.field_of(key) if isinstance(owner, Element | TextStyle) else key
        if name in _STRUCTURE or name not in model.model_fields or name in ("extends", "params"):
            continue
        kind, choices = _describe_type(source, model, name)
        text = node.text if isinstance(node, ScalarNode) else None
        refused = _refuse_file(source, scalar.span.file) or _refuse_value(node, kind)
        style = source.find_style_name(scalar.span) if isinstance(owner, StyleSpec) else ""
        about = model.model_fields[name].description or ""
        yield ElementOption(key, text, scalar.span, kind, choices, about, refused, style)


def _refuse_file(source: LayoutSource, file: str) -> str:
    """Why nothing of a file is edited here; "" if it is one of the game's own layouts."""
    if file in source.spec.file.layouts:
        return ""
    tables = {name for files in source.spec.tables.values() for name in files}
    if file in tables:
        return f"a row of {file} changes it for its card"
    return f"it stands in {file}, which the game only includes; edit it there"


def _refuse_value(node: Node, kind: OptionKind) -> str:
    if isinstance(node, MappingNode):
        return "it is a mapping; edit it in the file"
    if not isinstance(node, ScalarNode):
        return "it is a list; edit it in the file"
    if has_template(node.text):
        return "it is a template, filled in for each card; edit it in the file"
    if kind == "length" and split_length(node.text) is None and _is_length(node.text):
        return "it is calculated; edit it in the file"
    return ""


def _is_length(text: str) -> bool:
    try:
        parse_length(text)
    except LengthError:
        return False
    return True


def _describe_type(
    source: LayoutSource, model: type[Spec], name: str
) -> tuple[OptionKind, tuple[str, ...]]:
    """What an option may be."""
    if name in _COLORS and "str" in _annotations(model)[name]:
        return "color", tuple(source.spec.file.palette)
    if name == "at":
        return "choice", get_args(Corner)
    if name == "style":
        return "choice", tuple(source.spec.layouts.styles)
    if name == "font" and source.spec.file.fonts:
        return "choice", tuple(source.spec.file.fonts)
    choices = _list_literals(typed_fields(model)[name].annotation)
    if choices:
        return "choice", choices
    words = _annotations(model)[name].replace("|", " ").replace("[", " ").split()
    return ("length" if any(word in _LENGTHS for word in words) else "text"), ()


@cache
def _annotations(model: type[Spec]) -> Mapping[str, str]:
    return {
        name: str(annotation)
        for owner in reversed(model.__mro__)
        for name, annotation in get_annotations(owner).items()
    }


def _list_literals(annotation: Any) -> tuple[str, ...]:
    """The words that a type allows; empty if it allows anything else."""
    if annotation is bool:
        return ("yes", "no")
    if get_origin(annotation) is Literal:
        return tuple(map(str, get_args(annotation)))
    parts = [part for part in get_args(annotation) if part is not type(None)]
    return _list_literals(parts[0]) if len(parts) == 1 else ()
