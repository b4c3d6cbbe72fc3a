"""Put many layers on a page of paper, and lines of text between them.

In      layers with their own extents, a scale and a place each.
Out     pages of a PDF, or their pixels.
Not here  what a sheet shows (`targets`); how a face looks: it is the same form as in print.

A sheet has a ground and marks, as a face has: grounds that several sheets share are
rasterized once, and the marks are drawn over copies of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_INCH, POINTS_PER_MM, Extent, Rect, Transform
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.pdf.line_runs import LineRun, split_runs
from cardgen.render.pdf.painter import ItemPainter, matrix
from cardgen.scene.items import Glyph, Glyphs, Group, Layer, Path, Scene
from cardgen.scene.outlines import Outline, rectangle
from cardgen.scene.paper import find_paper
from cardgen.text.fonts import Face
from cardgen.text.shaping import Shaped, shape

A4 = Extent(210 * POINTS_PER_MM, 297 * POINTS_PER_MM)
A3 = Extent(297 * POINTS_PER_MM, 420 * POINTS_PER_MM)
ELLIPSIS = "…"

_FIGURES = (("lnum", 1), ("tnum", 1))


class Piece(Struct, frozen=True):
    """A layer of some extent, put at (`left`, `top`) of a page at `scale`."""

    layer: Layer
    extent: Extent
    left: float = 0.0
    top: float = 0.0
    scale: float = 1.0
    cut: Outline = ()
    """What is seen of it, in its own points; empty for all. The layer itself is in a file once,
    whether it is cut or not."""

    def on(self, page: Extent) -> Transform:
        """Where PDF puts it: y up, from the page's lower left."""
        bottom = self.top + self.extent.height * self.scale
        return Transform(self.scale, 0.0, 0.0, self.scale, self.left, page.height - bottom)


class Sheet(Struct, frozen=True):
    """A page: its ground is painted first."""

    page: Extent
    ground: tuple[Piece, ...]
    marks: tuple[Piece, ...]
    bookmark: str = ""
    words: str = ""
    """What is read in its place, where the PDF is tagged."""

    def pixels(self, dpi: float) -> tuple[int, int]:
        width = round(self.page.width / POINTS_PER_INCH * dpi)
        return width, round(self.page.height / POINTS_PER_INCH * dpi)


def paper(page: Extent, color: Color) -> Piece:
    """The whole page in one color."""
    return Piece(Layer((Path(rectangle(Rect(0, 0, page.width, page.height)), color),)), page)


def place_faces(
    placed: Iterable[tuple[Scene, Rect]], scale: float, *, trimmed: bool = False
) -> tuple[list[Piece], list[Piece]]:
    """The grounds and the marks of faces, on their own paper.

    Args:
        placed: Faces, and where on the page their bleed boxes go.
        scale: Of the faces.
        trimmed: Whether faces are cut out, each along its own outline.
    """
    ground: list[Piece] = []
    marks: list[Piece] = []
    for face, box in placed:
        cut = (face.cut or rectangle(face.trim)) if trimmed else ()
        for pieces, layer in (
            (ground, find_paper(face)),
            (ground, face.ground),
            (marks, face.marks),
        ):
            pieces.append(Piece(layer, face.page, box.left, box.top, scale, cut))
    return ground, marks


def show_sheet(file: PdfFile, sheet: Sheet) -> None:
    """Add a page with all of a sheet; a screen reader reads its words."""
    code = _show(file, sheet.page, (*sheet.ground, *sheet.marks))
    shown = file.figure(code, sheet.words)
    file.page((), PageBoxes(sheet.page), bookmark=sheet.bookmark, operators=shown)


def show_pieces(file: PdfFile, sheet: Sheet, pieces: Iterable[Piece]) -> None:
    """Add a page with some pieces of a sheet."""
    code = _show(file, sheet.page, pieces)
    file.page((), PageBoxes(sheet.page), bookmark=sheet.bookmark, operators=code)


def _show(file: PdfFile, page: Extent, pieces: Iterable[Piece]) -> str:
    """The operators that show pieces on a page."""
    return "\n".join(
        f"q {matrix(piece.on(page))} cm {_cut_out(file, piece)}"
        f"/{file.form(piece.layer, piece.extent)} Do Q"
        for piece in pieces
        if piece.layer
    )


def _cut_out(file: PdfFile, piece: Piece) -> str:
    if not piece.cut:
        return ""
    return f"{ItemPainter(file, piece.extent.height).outline(piece.cut)} W n "


# --- grid ----------------------------------------------------------------------------------


class Grid(Struct, frozen=True):
    """Boxes of one size on a page, at one scale, in reading order."""

    boxes: tuple[Rect, ...]
    scale: float


def fit_grid(area: Rect, box: Extent, *, caption: float, gap: float, least: float) -> Grid:
    """The grid that holds most boxes without going below a scale.

    Args:
        area: Where boxes and captions go.
        box: A box at scale 1.
        caption: Room below each box, in points of the page.
        gap: The least distance between a box and the next one or its caption.
        least: The scale to keep, if a single box does; none is enlarged.
    """
    choices = [
        make_grid(area, box, (columns, rows), caption=caption, gap=gap)
        for columns in range(1, 1 + max(1, int(area.width / (box.width * least))))
        for rows in range(1, 1 + max(1, int(area.height / (box.height * least))))
    ]
    legible = [grid for grid in choices if grid.scale >= least] or choices[:1]
    return max(legible, key=lambda grid: (len(grid.boxes), grid.scale))


def make_grid(
    area: Rect, box: Extent, count: tuple[int, int], *, caption: float, gap: float
) -> Grid:
    """So many columns and rows, as large as they fit: columns from edge to edge (a single
    one in the middle), rows at an even pitch."""
    columns, rows = count
    across = (area.width - (columns - 1) * gap) / columns / box.width
    down = (area.height - rows * caption - (rows - 1) * gap) / rows / box.height
    scale = min(1.0, across, down)
    width, height = box.width * scale, box.height * scale
    slack = area.width - columns * width
    start, step = (0.0, slack / (columns - 1)) if columns > 1 else (slack / 2, 0.0)
    lefts = [area.left + start + column * (width + step) for column in range(columns)]
    pitch = (area.height + gap) / rows
    tops = [area.top + row * pitch for row in range(rows)]
    return Grid(tuple(Rect(left, top, width, height) for top in tops for left in lefts), scale)


# --- lines of text -------------------------------------------------------------------------


class LineSetting(Struct, frozen=True):
    """How a line is set: lining figures of one width."""

    face: Face
    size: float
    color: Color
    fallbacks: tuple[Face, ...] = ()
    """For what the face lacks."""

    def width(self, text: str) -> float:
        return sum(shaped.width for _, shaped in self._shape(text)) * self.size

    def line(
        self,
        text: str,
        x: float,
        y: float,
        *,
        align: Literal["left", "right"] = "left",
        room: float | None = None,
    ) -> Glyphs | Group:
        """Set a line on the baseline `y`, from or up to `x`; cut with … to fit the room."""
        runs = self._shape(text if room is None else self.cut(text, room))
        pen = x
        if align == "right":
            pen -= sum(shaped.width for _, shaped in runs) * self.size
        made = []
        for run, shaped in runs:
            made.append(self._glyphs(run.face, shaped, pen, y))
            pen += shaped.width * self.size
        return made[0] if len(made) == 1 else Group(tuple(made))

    def _glyphs(self, face: Face, shaped: Shaped, pen: float, y: float) -> Glyphs:
        glyphs = []
        for glyph in shaped.glyphs:
            left, rise = glyph.dx * self.size, glyph.dy * self.size
            glyphs.append(Glyph(glyph.index, pen + left, y - rise, glyph.text))
            pen += glyph.advance * self.size
        return Glyphs(face, self.size, self.color, tuple(glyphs))

    def cut(self, text: str, room: float) -> str:
        """As much of the beginning as fits."""
        if self.width(text) <= room:
            return text
        kept = len(text) - 1
        while kept > 0 and self.width(text[:kept].rstrip(" -") + ELLIPSIS) > room:
            kept -= 1
        return text[:kept].rstrip(" -") + ELLIPSIS

    def _shape(self, text: str) -> list[tuple[LineRun, Shaped]]:
        return [
            (run, shape(run.face, run.text, _FIGURES, rtl=run.rtl))
            for run in split_runs(text, (self.face, *self.fallbacks))
        ]
