"""The elements of a face: where each stands, what it is, who has it.

In      a laid-out game, a card and its side.
Out     `FaceElement`s in painting order; plain data of them for the page.
Not here  finding where findings point (`preview.finding_outlines`), HTTP
          (`preview.element_routes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, cast

from msgspec import Struct

from cardgen.bind.bound_elements import BoundElement, GroupBox, TextBox
from cardgen.bind.bound_faces import BoundFace
from cardgen.check.engine.ink_marks import list_marks
from cardgen.core.geometry import Rect, Transform
from cardgen.editing.arranging import Container
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.effects import rotation
from cardgen.layout.face.layouter import place_face
from cardgen.layout.face.measure import padding
from cardgen.pipeline.checked_game import Checked
from cardgen.preview.finding_outlines import FractionBox, to_fractions

Side = Literal["front", "back"]
PARTS = ("bleed", "trim", "safe", "tab")
_KINDS = {
    "TextBox": "text",
    "PictureBox": "picture",
    "ShapeBox": "shape",
    "PathBox": "path",
    "OutlineBox": "outline",
    "BarcodeBox": "barcode",
    "SpaceBox": "space",
}
_MAX_WORDS = 60


class FaceElement(Struct, frozen=True):
    """An element as it stands on a face."""

    placed: PlacedElement
    depth: int
    container: Container
    inner: Rect
    """What its container leaves for it: percents of its sides count from that."""
    turn: Transform | None
    """How what it stands in is turned."""
    ink: Rect | None

    @property
    def box(self) -> BoundElement:
        return self.placed.box

    @property
    def kind(self) -> str:
        box = self.box
        return box.kind if isinstance(box, GroupBox) else _KINDS[type(box).__name__]

    def corners(self) -> list[tuple[float, float]]:
        """Its corners on the page, clockwise from the upper left."""
        rect, turn = self.placed.rect, self.turn
        if self.box.frame.rotate:
            own = rotation(self.box.frame.rotate, rect)
            turn = turn.after(own) if turn else own
        points = [
            (rect.left, rect.top), (rect.right, rect.top),
            (rect.right, rect.bottom), (rect.left, rect.bottom),
        ]  # fmt: skip
        return [turn.apply(x, y) for x, y in points] if turn else points


def find_face(shown: Checked, card: str, side: str) -> BoundFace | None:
    """Return a side of a card by the key that the page knows it by."""
    for deck in shown.bound.decks:
        for one in deck.cards:
            if f"{deck.name}/{one.id}" == card:
                return one.back if side == "back" else one.front
    return None


def list_face_elements(shown: Checked, face: BoundFace) -> list[FaceElement]:
    """Return the elements of a face, those that hold others before these."""
    placed = place_face(face, shown.laid.deck_fits)
    ink = {id(mark.placed): mark.rect for mark in list_marks(placed)}
    boxes = (face.size.bleed_box, face.size.trim_box, face.size.safe_box, face.size.tab_box)
    parts = (face.body.bleed, face.body.trim, face.body.safe, face.body.tab)
    found: list[FaceElement] = []
    rest = iter(placed)
    for part, box in zip(parts, boxes, strict=True):
        for _ in part if box else ():
            own = _Surroundings(0, "overlay", cast(Rect, box), None)
            found += _walk(next(rest), own, ink)
    return found


class _Surroundings(Struct, frozen=True):
    depth: int
    container: Container
    inner: Rect
    turn: Transform | None


def _walk(
    placed: PlacedElement, place: _Surroundings, ink: dict[int, Rect | None]
) -> Iterator[FaceElement]:
    own = ink.get(id(placed))
    yield FaceElement(placed, place.depth, place.container, place.inner, place.turn, own)
    box, rect, turn = placed.box, placed.rect, place.turn
    if box.frame.rotate:
        turned = rotation(box.frame.rotate, rect)
        turn = turn.after(turned) if turn else turned
    container: Container = box.kind if isinstance(box, GroupBox) else "overlay"
    inner = rect.inset(padding(box, rect.width, rect.height)) if isinstance(box, GroupBox) else rect
    for child in (*placed.children, *placed.mask):
        yield from _walk(child, _Surroundings(place.depth + 1, container, inner, turn), ink)


def describe_elements(elements: Sequence[FaceElement], page: Rect) -> list[dict[str, object]]:
    """Describe elements for the page; boxes are shares of the bleed box."""
    return [_describe(number, one, page) for number, one in enumerate(elements)]


def _describe(number: int, one: FaceElement, page: Rect) -> dict[str, object]:
    span, box = one.box.span, one.box
    return {
        "at": number,
        "kind": one.kind,
        "name": getattr(box, "element", ""),
        "words": _read_words(box),
        "depth": one.depth,
        "container": one.container,
        "box": to_fractions(one.placed.rect, page),
        "corners": [
            (round(x / page.width, 5), round(y / page.height, 5)) for x, y in one.corners()
        ],
        "ink": _fractions(one.ink, page),
        "turned": bool(box.frame.rotate or one.turn),
        "place": {"file": span.file, "line": span.line, "column": span.column},
    }


def _round(x: float, y: float) -> tuple[float, float]:
    return round(x, 5), round(y, 5)


def _fractions(rect: Rect | None, page: Rect) -> FractionBox | None:
    return to_fractions(rect, page) if rect else None


def _read_words(box: BoundElement) -> str:
    if not isinstance(box, TextBox):
        return ""
    inlines = (i for part in box.text.paragraphs for line in part for i in line)
    words = " ".join("".join(inline.text for inline in inlines).split())
    return words if len(words) <= _MAX_WORDS else f"{words[:_MAX_WORDS]}…"
