"""Fields that say nothing where they stand.

In      layouts, pieces and styles as they were written.
Out     a finding at the first such field of each element.
Not here  fields that contradict each other (`read.models`), lines without a color (`bind`).

Only what is typed on the element itself is judged: a style may say more than each of its texts
makes use of. What a template or a layout that extends this one may still change is let pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec import Struct

from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.idle_stacks import (
    Around,
    enclose,
    list_idle_growth,
    list_idle_justify,
    list_idle_shadows,
)
from cardgen.check.rules.source.idle_values import (
    Idle,
    is_inked,
    is_typed,
    list_blank_values,
    list_idle_tracking,
    list_idle_values,
    plain_value,
)
from cardgen.check.rules.source.line_forms import is_closed, is_smooth
from cardgen.core.findings import Finding, Note, Report
from cardgen.read.models.drawn_elements import (
    PathElement,
    PictureElement,
    ShapeElement,
    SpaceElement,
    TextElement,
)
from cardgen.read.models.element import Element, PaintedElement
from cardgen.read.models.elements import (
    AnyElement,
    BoxElement,
    ColumnElement,
    GridElement,
    OutlineElement,
    OverlayElement,
    RowElement,
)
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import StyleSpec
from cardgen.read.models.templated import Template
from cardgen.read.tables.overrides import read_overrides

_ANCHORS = ("at", "along", "left", "right", "top", "bottom")
_IN_PARENT = {
    "column": _ANCHORS,
    "row": _ANCHORS,
    "grid": (*_ANCHORS, "grow"),
    "overlay": ("grow", "self_"),
}
"""Fields that have no meaning in a parent; what is no stack places its children as an overlay."""
_ON_CURVES = ("valign", "baseline", "grid", "drop_cap", "balance", "hyphenate", "optical", "hang")
_OF_PAINT = ("opacity", "rotate", "blend", "shadow", "inner_shadow", "glow", "finish", "mirror")
_UNKNOWN = object()


IDLE_FIELD = Explanation(
    "idle-field",
    "a field of an element or style says nothing where it stands",
    "It is typed, and the card is printed as if it were not: `left` in a column, `corner` "
    "without a `radius`, `word-space` in a text that is not justified, `align` in a style that "
    "stands on words in texts alone.",
    "Leave it out, or give the element what it needs.",
    "warning",
)


class _WrittenElsewhere(Struct, frozen=True):
    """What else has a say in an element: text styles, and names of elements that are changed."""

    styles: Mapping[str, StyleSpec]
    changed: frozenset[str]

    def may_change(self, element: Element) -> bool:
        return element.name in self.changed


def _find_changed_names(subject: Subject) -> Iterator[str]:
    """Names of elements that a layout's `set:` or the row of a card changes."""
    for layout in subject.spec.layouts.layouts.values():
        yield from layout.set_
    for name, cards in subject.spec.cards.items():
        fields = subject.spec.decks[name].fields
        for card in cards:
            if card.changes:
                yield from read_overrides(card.node, fields, Report())


def find_idle_fields(subject: Subject) -> Iterator[Finding]:
    """One finding for each element that has such a field."""
    layouts = subject.spec.layouts
    around = _WrittenElsewhere(layouts.styles, frozenset(_find_changed_names(subject)))
    for layout in layouts.layouts.values():
        for part in (layout.bleed, layout.trim, layout.safe, layout.tab):
            for element in part or ():
                yield from _walk(element, Around("overlay"), around)
    for piece in layouts.pieces.values():
        yield from _walk(piece.draw, Around(), around)
    for style in layouts.styles.values():
        idle = (*list_blank_values(style), *list_idle_tracking(style))
        if idle:
            yield _describe_idle(style, *idle)
    for booklet in subject.spec.file.booklets.values():
        if booklet.column_gap is not None and booklet.columns == 1:
            hint = "add `columns: 2`, or leave it out"
            yield _describe_idle(booklet, ("column_gap", "the pages have one column", hint))


def _walk(element: AnyElement, box: Around, around: _WrittenElsewhere) -> Iterator[Finding]:
    idle: dict[str, Idle] = {}
    for one in _list_idle(element, box.kind, around):
        idle.setdefault(one[0], one)
    if not around.may_change(element):
        found = (list_idle_growth, list_idle_justify, list_idle_shadows)
        for one in chain.from_iterable(find(element, box) for find in found):
            idle.setdefault(one[0], one)
    if idle:
        yield _describe_idle(element, *idle.values())
    for kind, children in _list_children(element):
        inside = Around(kind) if around.may_change(element) else enclose(kind, element, box)
        for child in children:
            yield from _walk(child, inside, around)


def _describe_idle(element: Spec, first: Idle, *others: Idle) -> Finding:
    """One finding for all such fields of an element or style: the others are notes."""
    key, message = _name_field(element, first)
    further = (_name_field(element, other) for other in others)
    notes = tuple(Note(said, element.key(name)) for name, said in further)
    return Finding("idle-field", message, element.key(key), "warning", hint=first[2], notes=notes)


def _name_field(element: Spec, idle: Idle) -> tuple[str, str]:
    """A field as it is typed, and what is wrong with it."""
    field, reason, _ = idle
    key = type(element).model_fields[field].alias or field
    return key, f"`{key}` says nothing here: {reason}"


def _list_children(element: AnyElement) -> Iterator[tuple[str, Iterable[AnyElement]]]:
    match element:
        case ColumnElement():
            yield "column", element.column
        case RowElement():
            yield "row", element.row
        case GridElement():
            yield "grid", element.grid
        case OverlayElement():
            yield "overlay", element.overlay
        case OutlineElement():
            yield "overlay", element.inside
    if isinstance(element, BoxElement) and element.mask is not None:
        yield "overlay", (element.mask,)


def _list_idle(element: AnyElement, parent: str, around: _WrittenElsewhere) -> Iterator[Idle]:
    loose = around.may_change(element)
    if not loose:
        yield from list_idle_values(element)
    yield from _list_idle_places(element, parent)
    match element:
        case TextElement():
            yield from _list_idle_in_text(element, around.styles)
        case PictureElement():
            yield from _list_idle_in_picture(element)
        case ShapeElement() | PathElement():
            yield from _list_idle_in_shape(element, loose=loose)
        case BoxElement():
            yield from _list_idle_in_box(element, loose=loose)
        case SpaceElement():
            for name in _OF_PAINT:
                if is_typed(element, name):
                    yield name, "nothing is drawn in empty room", "leave it out"
    if isinstance(element, PaintedElement):
        yield from _list_idle_in_line(element, loose=loose)


def _list_idle_places(element: Element, parent: str) -> Iterator[Idle]:
    yield from _list_foreign(element, parent)
    if parent == "overlay":
        for one, other, size in (("left", "right", "width"), ("top", "bottom", "height")):
            if is_typed(element, one, other, size):
                yield other, f"`{one}` and `{size}` say where it ends", "leave out one of the three"
        yield from _list_idle_at(element)
    size = {"row": "width", "column": "height"}.get(parent, "")
    if size and isinstance(element, SpaceElement) and is_typed(element, size):
        yield "space", f"`{size}` says how much room it is", f"leave out `{size}`"
    if size and is_typed(element, "grow", size) and plain_value(element, "grow"):
        yield size, "`grow` says how much it gets", f"leave out `{size}` or `grow`"
    if is_typed(element, "as_") and not is_typed(element, "repeat"):
        yield "as_", "nothing is repeated", "leave it out, or write `repeat:`"
    if isinstance(element, GridElement) and is_typed(element, "justify"):
        yield "justify", "cells share the width of a grid", "leave it out"


def _list_idle_at(element: Element) -> Iterator[Idle]:
    """A corner beside distances that put the element elsewhere."""
    corner = plain_value(element, "at")
    if not isinstance(corner, str):
        return
    opposite = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
    for side in corner.split():
        other = opposite.get(side, "")
        if other and is_typed(element, other) and not is_typed(element, side):
            yield "at", f"`{other}` says where it stands, not `{side}`", f"write `{other}` in `at`"
    across = is_typed(element, "left") or is_typed(element, "right")
    down = is_typed(element, "top") or is_typed(element, "bottom")
    if corner == "center" and across and down and is_typed(element, "width", "height"):
        yield "at", "its sides say where it stands, not `center`", "leave it out"


def _list_foreign(element: Element, parent: str) -> Iterator[Idle]:
    """Fields that are for elements in another kind of parent."""
    for name in _IN_PARENT.get(parent, ()):
        if is_typed(element, name):
            stack = parent if parent != "overlay" else ""
            reason = f"this stands in a {stack}" if stack else "this stands in no column or row"
            hint = "put it into an `overlay:`" if stack else "write `width`, `height` or `at`"
            yield name, reason, hint
    if isinstance(element, SpaceElement) and parent == "overlay":
        yield "space", "nothing stands beside it", "leave it out"


def _list_idle_in_text(element: TextElement, styles: Mapping[str, StyleSpec]) -> Iterator[Idle]:
    if is_typed(element, "curve"):
        yield from _list_idle_on_curve(element)
        return
    if is_typed(element, "valign", "baseline"):
        yield "valign", "`baseline` says where the first line stands", "leave out one of them"
    align = _look(element, styles, "align")
    if align is not _UNKNOWN:
        yield from _list_unaligned(element, align)
    limits = [_look(element, styles, name) for name in ("min_size", "max_size")]
    if limits == [None, None]:
        for name in ("step", "fit"):
            if is_typed(element, name) and plain_value(element, name) != "none":
                yield name, "the text has one size", "give it a `min-size` or `max-size`"


def _list_idle_on_curve(element: TextElement) -> Iterator[Idle]:
    for name in _ON_CURVES:
        if is_typed(element, name):
            yield name, "the text runs along a curve", "leave it out"
    curve = plain_value(element, "curve")
    if is_typed(element, "align") and plain_value(element, "align") == "justify":
        yield "align", "a curve holds one line", "write `curve: {spread: yes}`, or another side"
    elif is_typed(element, "align") and curve and curve.path and curve.spread:
        yield "align", "letters are spread over the whole path", "leave out `align` or `spread`"


def _list_unaligned(element: TextElement, align: str | None) -> Iterator[Idle]:
    """Fields that are for lines that stand otherwise."""
    justified = align == "justify"
    for name in ("word_space", "letter_space", "font_stretch"):
        if is_typed(element, name) and not justified:
            yield name, "only justified lines use it", "write `align: justify`, or leave it out"
    if justified and plain_value(element, "balance"):
        yield "balance", "justified lines are as long as the box", "leave it out"
    if align != "center" and plain_value(element, "optical"):
        yield "optical", "it is for centered lines", "write `align: center`, or leave it out"
    if align in ("center", "right") and is_typed(element, "drop_cap"):
        yield "drop_cap", "lines begin at different places", "write `align: left`"


def _look(element: TextElement, styles: Mapping[str, StyleSpec], name: str) -> Any:
    """What a text or its style says; `_UNKNOWN` where that is not known without the card."""
    own: Any = element
    for _ in range(len(styles) + 1):
        found = getattr(own, name)
        if isinstance(found, Template):
            return _UNKNOWN
        if found is not None:
            return found
        parent = own.style if own is element else own.extends
        if isinstance(parent, Template) or (parent and parent not in styles):
            return _UNKNOWN
        if not parent:
            return None
        own = styles[parent]
    return None


def _list_idle_in_picture(element: PictureElement) -> Iterator[Idle]:
    if is_typed(element, "focus") and plain_value(element, "fit") == "stretch":
        yield "focus", "all of the picture is shown", "leave it out, or write `fit: cover`"
    if is_typed(element, "radius") and plain_value(element, "mask") not in (None, "rectangle"):
        yield "radius", "the mask cuts the picture", "leave out `radius` or `mask`"


def _list_idle_in_shape(element: ShapeElement | PathElement, *, loose: bool) -> Iterator[Idle]:
    kind = plain_value(element, "shape") if isinstance(element, ShapeElement) else "path"
    name = "shape" if isinstance(element, ShapeElement) else "path"
    if not (loose or is_inked(element)):
        yield name, "it has no `fill` and no `stroke`", "give it a `fill:` or `stroke:`, a color"
    if kind == "line" and is_typed(element, "fill") and not _is_bent(element):
        yield "fill", "a line is painted by its `stroke`", "write `stroke:`"
    if kind == "rectangle" and is_typed(element, "corner") and not is_typed(element, "radius"):
        yield "corner", "corners without a `radius` are sharp", "write `radius: 2mm`"


def _is_bent(element: PathElement | ShapeElement) -> bool:
    """Whether a line has an area between its points, as far as that is known."""
    points: object = element.points if isinstance(element, ShapeElement) else ()
    return not isinstance(points, list) or len(points) > 2


def _list_idle_in_line(element: PaintedElement, *, loose: bool) -> Iterator[Idle]:
    """Ends and corners of a line that has none."""
    if not is_typed(element, "stroke"):
        return
    if is_typed(element, "cap") and not element.dash and not loose and is_closed(element):
        hint = "leave it out, or write `dash: [2mm, 1mm]`"
        yield "cap", "this line has no ends", hint
    if is_typed(element, "join") and is_smooth(element):
        yield "join", "this line has no corners", "leave it out"


def _list_idle_in_box(element: BoxElement, *, loose: bool) -> Iterator[Idle]:
    if is_typed(element, "corner") and not (is_typed(element, "radius") or loose):
        yield "corner", "corners without a `radius` are sharp", "write `radius: 2mm`"
    if is_typed(element, "radius") and not (_is_edged(element) or loose):
        hint = "give it a `fill:`, a `stroke:` or `clip: yes`"
        yield "radius", "nothing shows the corners of this box", hint
    if plain_value(element, "mask_by") == "light" and _is_black(element.mask):
        hint = "paint the mask in `white`, or leave `mask-by` out"
        yield "mask_by", "where its mask is black, the box is hidden, and so is all of it", hint


def _is_black(mask: AnyElement | None) -> bool:
    """Whether a shape or path is painted in black alone, as far as it says that itself."""
    if not isinstance(mask, ShapeElement | PathElement):
        return False
    paints = [plain_value(mask, name) for name in ("fill", "stroke") if is_typed(mask, name)]
    return bool(paints) and all(paint in ("black", "#000", "#000000") for paint in paints)


def _is_edged(element: PaintedElement) -> bool:
    return any(is_typed(element, name) for name in ("fill", "stroke", "clip"))
