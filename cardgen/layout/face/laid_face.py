"""A face laid out: its placed elements by box, and what did not fit.

In      a bound face, sizes that its deck decided.
Out     `Laid`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_elements import BoundElement, TextBox
from cardgen.bind.bound_faces import BoundFace
from cardgen.core.geometry import Rect
from cardgen.layout.face.boxes import BoxLayout, PlacedElement
from cardgen.layout.face.measure import Key


class LaidFace(Struct):
    """A face laid out: its placed elements by box, and what did not fit."""

    face: BoundFace
    background: tuple[PlacedElement, ...]
    rest: tuple[PlacedElement, ...]
    boxes: BoxLayout

    def texts(self) -> Iterable[PlacedElement]:
        for placed in (*self.background, *self.rest):
            yield from _texts(placed)


def _texts(placed: PlacedElement) -> Iterable[PlacedElement]:
    if placed.block is not None:
        yield placed
    for child in (*placed.children, *placed.mask):
        yield from _texts(child)


def lay_out_face(face: BoundFace, forced: Mapping[Key, float]) -> LaidFace:
    """Place a face's elements; texts of the keys in `forced` have the sizes given there."""
    boxes = BoxLayout(forced)
    size, body = face.size, face.body
    background = _placed(body.bleed, size.bleed_box, boxes)
    trim = _placed(body.trim, size.trim_box, boxes)
    safe = _placed(body.safe, size.safe_box, boxes)
    tab = _placed(body.tab, size.tab_box, boxes) if size.tab_box else ()
    rest = trim + safe + tab
    if body.mirrored:
        middle = size.trim_box.left + size.trim_box.width / 2
        background = tuple(_mirrored(placed, middle) for placed in background)
        rest = tuple(_mirrored(placed, middle) for placed in rest)
    return LaidFace(face, background, rest, boxes)


def _mirrored(placed: PlacedElement, middle: float) -> PlacedElement:
    """An element as far right of the middle as it was left; what it shows is not turned."""
    rect = placed.rect
    if not placed.box.frame.mirror:
        return _moved(placed, 2 * middle - rect.right - rect.left)
    return replace(
        placed,
        rect=Rect(2 * middle - rect.right, rect.top, rect.width, rect.height),
        children=tuple(_mirrored(child, middle) for child in placed.children),
        mask=tuple(_mirrored(child, middle) for child in placed.mask),
    )


def _moved(placed: PlacedElement, dx: float) -> PlacedElement:
    rect = placed.rect
    return replace(
        placed,
        rect=Rect(rect.left + dx, rect.top, rect.width, rect.height),
        children=tuple(_moved(child, dx) for child in placed.children),
        mask=tuple(_moved(child, dx) for child in placed.mask),
    )


def _placed(
    elements: tuple[BoundElement, ...], rect: Rect, boxes: BoxLayout
) -> tuple[PlacedElement, ...]:
    return tuple(boxes.place_in(element, rect, {}) for element in elements)


def is_grown(placed: PlacedElement) -> bool:
    """Whether a short text stands above the regular sizes, and so out of the common one."""
    box, block = placed.box, placed.block
    return isinstance(box, TextBox) and block is not None and block.size > box.setting.size + 1e-9


def card_of(face: BoundFace) -> str:
    """What findings call its card."""
    return f"{face.deck}/{face.card}"
