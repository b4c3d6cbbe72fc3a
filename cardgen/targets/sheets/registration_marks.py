"""Registration marks of Silhouette cutting machines.

In      the page, how many marks, how far from its edge.
Out     the marks; the places where nothing else may be printed.
Not here  the cut lines (`sheets.cut_files`).

Three marks are a square of 5 mm at the top left, and angles with arms of 20 mm at the top
right and bottom left; four marks, which newer machines can be set to, are an angle in each
corner. The rectangle that they span stands `inset` from the edges of the page: the square's
outer corner lies on it, the angles' lines run along it, 0.5 mm thick. The machine looks for
them with an eye that must see nothing else: 20 mm from each of these corners stay white.

Source  print_services.md, section 4: shape, length and inset as the inkscape-silhouette plugin
        draws them; thickness as in the machine's own command (TB53,10).
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_MM, Extent, Rect
from cardgen.scene.items import Item, Layer, Line, Move, Path, Stroke, rectangle

ARM = 20 * POINTS_PER_MM
SQUARE = 5 * POINTS_PER_MM
THICK = 0.5 * POINTS_PER_MM
CLEAR = 20 * POINTS_PER_MM

_INK = Color(0, 0, 0)
_CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))
"""Left or right, top or bottom."""


def span(page: Extent, inset: float) -> Rect:
    """The rectangle that the marks stand on."""
    return Rect(0, 0, page.width, page.height).inset_by(inset)


def register_marks(page: Extent, count: int, inset: float) -> Layer:
    """The marks: a square and two angles, or four angles."""
    area = span(page, inset)
    return Layer(tuple(_marks(area, count)))


def closed_places(page: Extent, count: int, inset: float) -> tuple[Rect, ...]:
    """Where nothing else may be printed."""
    area = span(page, inset)
    return tuple(
        Rect(area.left + x * (area.width - CLEAR), area.top + y * (area.height - CLEAR),
             CLEAR, CLEAR)
        for x, y in _CORNERS[:count]
    )  # fmt: skip


def _marks(area: Rect, count: int) -> Iterator[Item]:
    for corner in _CORNERS[:count]:
        if corner == (0, 0) and count == 3:
            yield Path(rectangle(Rect(area.left, area.top, SQUARE, SQUARE)), fill=_INK)
        else:
            yield _angle(area, *corner)


def _angle(area: Rect, right: int, low: int) -> Path:
    x, y = (area.right if right else area.left), (area.bottom if low else area.top)
    inwards, downwards = (-ARM if right else ARM), (-ARM if low else ARM)
    outline = (Move(x + inwards, y), Line(x, y), Line(x, y + downwards))
    return Path(outline, stroke=Stroke(_INK, THICK))
