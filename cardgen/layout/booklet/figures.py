"""Figures of a booklet: cards beside each other or fanned, pictures, their captions.

In      a `BookFigure`, the measure, the height of a page.
Out     one strip, picture and caption together; findings if it is higher than a page, or was to
        be wider than its column.
Not here  faces themselves: pages show each as the form that every target prints.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import BookFigure, CardArrangement, PictureFigure
from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.upright_art import measure_upright
from cardgen.core.findings import Finding
from cardgen.core.geometry import POINTS_PER_MM, Rect, Transform
from cardgen.core.lengths import Length
from cardgen.core.sizes import millimeters
from cardgen.layout.booklet.composer import Composer
from cardgen.layout.booklet.drawing import ELEMENT, draw_lines
from cardgen.layout.booklet.strips import FaceOnPage, Marks, PageContent, Strip, mark_items
from cardgen.layout.face.art import upright_items
from cardgen.layout.text.placed_text import TextBlock
from cardgen.scene.items import Bitmap
from cardgen.scene.structure import StructureNode
from cardgen.svg.drawing import Drawing

_CARD = 27 * POINTS_PER_MM
"""The width of a card in a figure, unless it is given or there is no room."""
_SMALL = 0.46
"""How far cards are made smaller, so that a word stands in one row."""
_GAP = 0.06
"""Between cards of a row, as a share of their width."""
_TURN = 5.0
_MOST_TURNED = 32.0
"""Degrees between two cards of a hand, and over a whole one."""
_HELD = 2.6
"""Where a hand is held: so many heights of a card below its top."""
_AROUND = 0.8
_ROUNDED = 0.01
_CAPTION = 0.45
"""Space around a figure, and above its caption, in lines of the body."""


class _PlacedCards(Struct, frozen=True):
    """Cards in place, from the figure's top left; `width` is that of the widest row, or hand."""

    faces: tuple[FaceOnPage, ...]
    width: float
    height: float


def lay_out_figure(composer: Composer, block: BookFigure, measure: float) -> list[Strip]:
    """The strip of a figure."""
    with composer.within(composer.add_node("Div")):
        return _lay_out_figure(composer, block, measure)


class _FigureCaption(Struct, frozen=True):
    """A caption, if there is one, so far below its figure."""

    block: TextBlock | None
    gap: float
    node: StructureNode | None = None

    @property
    def height(self) -> float:
        return self.block.height + self.gap if self.block else 0.0

    def draw(self, left: float, bottom: float) -> Marks:
        lines = self.block.lines if self.block else ()
        return draw_lines(lines, left, bottom + self.gap, self.node)


def _lay_out_figure(composer: Composer, block: BookFigure, measure: float) -> list[Strip]:
    content, line = block.content, composer.line
    caption, nodes = _FigureCaption(None, 0.0), _add_figure_nodes(composer, content)
    if block.caption is not None:
        made = composer.set_text(block.caption, block.setting, measure, block.span)
        node = composer.add_text_node("Caption", block.setting)
        caption = _FigureCaption(made, _CAPTION * line, node)
    below = caption.height
    room = composer.height - below
    laid: _PlacedCards | None = None
    if isinstance(content, CardArrangement):
        laid = _place_cards(content, measure, room)
        draw = partial(_draw_cards, laid, caption, nodes)
        height = laid.height
    else:
        width, height = _measure_picture(content, measure, room)
        rect = Rect((measure - width) / 2, 0.0, width, height)
        draw = partial(_draw_picture, content.bitmap, rect, caption, nodes[0])
    _report_wide_figure(composer, block, measure, laid)
    above = _AROUND * line
    return [
        Strip(height + below, draw, block.span, above, above, cost=5.0, floats=not composer.boxed)
    ]


def _report_wide_figure(
    composer: Composer, block: BookFigure, measure: float, laid: _PlacedCards | None
) -> None:
    """Report a width that was asked for, and is not to be had."""
    given = block.content.width
    if given is None:
        return
    asked, room, width = given.resolve(measure), f"{millimeters(measure):.4g} mm", measure
    if asked > measure + _ROUNDED:
        what = "this picture" if laid is None else "a card"
        asks = f"{what} was to be {millimeters(asked):.4g} mm wide"
        message = f"{asks}, and is made as wide as its column: {room}"
    elif laid is not None and laid.width > measure + _ROUNDED:
        width = asked * measure / laid.width
        over = f"{millimeters(laid.width - measure):.2g} mm"
        message = f"this hand of cards is {over} wider than its column, and runs over its edges"
    else:
        return
    least = math.floor(millimeters(width) * 10) / 10
    hint = f"write a width of {least:g}mm or less, or give the booklet a larger page"
    composer.report.add(Finding("wide-figure", message, block.span, "warning", hint=hint))


def _add_figure_nodes(
    composer: Composer, content: CardArrangement | PictureFigure
) -> list[StructureNode]:
    """A figure for each card, which says what stands on it, or one that says what is shown."""
    if isinstance(content, CardArrangement):
        return [composer.add_node("Figure") for _ in content.faces]
    return [composer.add_node("Figure", alt=content.alt)]


# --- pictures ----------------------------------------------------------------------------------


def _resolve_width(given: Length | None, measure: float, otherwise: float) -> float:
    return min(measure, given.resolve(measure)) if given else min(measure, otherwise)


def _measure_picture(art: PictureFigure, measure: float, room: float) -> tuple[float, float]:
    """As wide as asked, as the column, or as the page is high."""
    width = _resolve_width(art.width, measure, measure)
    natural = measure_upright(art.bitmap)
    ratio = natural[1] / natural[0]
    width = min(width, room / ratio) if art.width is None else width
    return width, width * ratio


def _draw_picture(
    bitmap: Bitmap | Drawing,
    rect: Rect,
    caption: _FigureCaption,
    node: StructureNode,
    left: float,
    top: float,
) -> Marks:
    place = replace(rect, left=rect.left + left, top=rect.top + top)
    marks = mark_items(upright_items(bitmap, place, None, ELEMENT), node)
    return marks + caption.draw(left, place.bottom)


# --- cards -------------------------------------------------------------------------------------


def _place_cards(cards: CardArrangement, measure: float, room: float) -> _PlacedCards:
    if cards.arrangement == "fan" and len(cards.faces) > 1:
        return _place_fan(cards, measure)
    return _place_rows(cards, measure, room)


def _place_rows(cards: CardArrangement, measure: float, room: float) -> _PlacedCards:
    """Beside each other; in several rows where that is too wide for the cards' least size."""
    count = len(cards.faces)
    width = _resolve_width(cards.width, measure, _CARD)
    per_row = count
    if cards.width is not None:
        per_row = max(1, min(count, int((measure + _GAP * width) / (width * (1 + _GAP)) + 1e-6)))
    elif _row_width(count, width) > measure:
        rows = math.ceil(_row_width(count, _SMALL * width) / measure)
        per_row = math.ceil(count / rows)
        width = min(width, measure / (per_row + (per_row - 1) * _GAP))
    faces: list[FaceOnPage] = []
    y = 0.0
    for start in range(0, count, per_row):
        row = cards.faces[start : start + per_row]
        high = max(_card_height(face, width) for face in row)
        whole = _row_width(len(row), width)
        for index, face in enumerate(row):
            x = (measure - whole) / 2 + index * width * (1 + _GAP)
            faces.append(
                FaceOnPage(face, _scale_card(face, width, x, y + high - _card_height(face, width)))
            )
        y += high + _GAP * 1.5 * width
    height = y - _GAP * 1.5 * width
    if height > room and cards.width is None and room > 0:
        return _place_rows(CardArrangement(cards.faces, "row", Length(width * 0.9)), measure, room)
    return _PlacedCards(tuple(faces), _row_width(min(per_row, count), width), height)


def _row_width(count: int, width: float) -> float:
    return width * (count + (count - 1) * _GAP)


def _card_height(face: BoundFace, width: float) -> float:
    trim = face.size.trim
    return width * trim.height / trim.width


def _scale_card(face: BoundFace, width: float, x: float, y: float) -> Transform:
    """Puts the trim's top left on (x, y)."""
    scale = width / face.size.trim.width
    return Transform(scale, 0, 0, scale, x - face.size.bleed * scale, y - face.size.bleed * scale)


def _place_fan(cards: CardArrangement, measure: float) -> _PlacedCards:
    """Cards turned about a point below them, as a hand is held; the last lies on top."""
    count = len(cards.faces)
    step = min(_TURN, _MOST_TURNED / (count - 1))
    width = _resolve_width(cards.width, measure, _CARD * 0.92)
    tallest = max(_card_height(face, 1.0) for face in cards.faces)
    spread = math.sin(math.radians(step * (count - 1) / 2)) * _HELD * tallest * 2
    least = spread + 1.25
    if cards.width is None:
        width = min(width * 1.1, measure / least)
    angles = [step * (index - (count - 1) / 2) for index in range(count)]
    puts = [
        _turn_card(f, width, a, tallest * width * _HELD) for f, a in _pair_angles(cards, angles)
    ]
    boxes = [_turned_bounds(face, put) for face, put in zip(cards.faces, puts, strict=True)]
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.union(box)
    move = Transform(e=(measure - whole.width) / 2 - whole.left, f=-whole.top)
    faces = tuple(
        FaceOnPage(face, move.after(put)) for face, put in zip(cards.faces, puts, strict=True)
    )
    return _PlacedCards(faces, whole.width, whole.height)


def _pair_angles(cards: CardArrangement, angles: Sequence[float]) -> list[tuple[BoundFace, float]]:
    return list(zip(cards.faces, angles, strict=True))


def _turn_card(face: BoundFace, width: float, degrees: float, held: float) -> Transform:
    """About a point `held` below the middle of the card's top."""
    angle = math.radians(degrees)
    turn = Transform(math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle))
    return turn.after(_scale_card(face, width, -width / 2, -held))


def _turned_bounds(face: BoundFace, put: Transform) -> Rect:
    """The box around a turned card's trim."""
    trim = face.size.trim_box
    corners = [(x, y) for x in (trim.left, trim.right) for y in (trim.top, trim.bottom)]
    points = [put.apply(x, y) for x, y in corners]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Rect(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


def _draw_cards(
    laid: _PlacedCards,
    caption: _FigureCaption,
    nodes: Sequence[StructureNode],
    left: float,
    top: float,
) -> Marks:
    move = Transform(e=left, f=top)
    faces = [FaceOnPage(one.face, move.after(one.put)) for one in laid.faces]
    shown = zip(faces, nodes, strict=True)
    contents = tuple(PageContent(faces=(face,), node=node) for face, node in shown)
    return Marks(contents) + caption.draw(left, top + laid.height)
