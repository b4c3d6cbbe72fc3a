"""What is drawn around cards on a sheet: crop marks, cut guides, outlines, folds, seams.

In      a `SheetPlan`, the faces shown on a page.
Out     layers of the size of the sheet.
Not here  the cards themselves (`sheets.page`), the header (`sheets.header`).

Straight cuts are marked outside the cards; a piece that is not cut straight has its own
outline drawn, tabs and all. Folds are dashed ticks outside the cut. Where tiles of a board
meet, a hairline shows on the lower sheet where the edge of the upper one goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from cardgen.core.color import Color
from cardgen.core.geometry import POINTS_PER_MM, Rect
from cardgen.scene.items import Item, Layer, Path, Stroke
from cardgen.scene.outlines import Line, Move, Outline, ellipse
from cardgen.targets.shared.piece_outlines import contains_point, is_straight_cut
from cardgen.targets.sheets.options import Marks
from cardgen.targets.sheets.page import FaceOnSheet
from cardgen.targets.sheets.plan import STRIP, Cell, SheetAxis, SheetPlan, Tiles

HAIRLINE = 0.25
"""Width of every line that is cut along, in points."""
INK = Color(0, 0, 0)
PAPER = Color(255, 255, 255)
SEAM = Color(150, 150, 150)
FOLD_TICK = 3 * POINTS_PER_MM

_DASH = (1.6, 1.0)
_NEAR = 0.01


def draw_cut_marks(plan: SheetPlan, marks: Marks) -> Layer:
    """Crop marks or guides of a sheet."""
    if marks == "crop":
        return Layer(tuple(_draw_crop_marks(plan)))
    return Layer(tuple(_draw_guides(plan))) if marks == "guides" else Layer(())


def draw_cut_outlines(shown: Iterable[FaceOnSheet]) -> Layer:
    """The outline of each piece that is not cut straight: black, and white dashes on it, so
    that it is seen on any ground."""
    found = [one for one in shown if one.face.cut and not is_straight_cut(one.face)]
    pens = Stroke(INK, HAIRLINE), Stroke(PAPER, HAIRLINE, dash=_DASH)
    return Layer(tuple(Path(o.place(o.face.cut), stroke=pen) for pen in pens for o in found))


def draw_fold_line(plan: SheetPlan) -> Layer:
    """Where a folded sheet is folded, dashed."""
    area, middle = plan.printable, plan.page.height / 2
    outline = (Move(area.left, middle), Line(area.right, middle))
    return Layer((Path(outline, stroke=Stroke(INK, HAIRLINE, dash=(6.0, 3.0))),))


# --- straight cuts ---------------------------------------------------------------------------


def _draw_crop_marks(plan: SheetPlan) -> Iterator[Path]:
    """At every cut, at both ends, outside the bleed."""
    for x in plan.across.cuts:
        for start, end in _ends(plan.down):
            yield _line(x, start, x, end)
    for y in plan.down.cuts:
        for start, end in _ends(plan.across):
            yield _line(start, y, end, y)


def _ends(axis: SheetAxis) -> Iterator[tuple[float, float]]:
    """Where marks run before the first card and behind the last one."""
    if axis.mark > 0:
        first, last = axis.reach(0)[0], axis.reach(len(axis.starts) - 1)[1]
        yield first - axis.mark, first
        yield last, last + axis.mark


def _draw_guides(plan: SheetPlan) -> Iterator[Path]:
    """Along every cut, over all that the printer reaches but the header's strip."""
    area = plan.printable
    left = area.left + (STRIP if plan.header == "left" else 0.0)
    top = area.top + (STRIP if plan.header == "top" else 0.0)
    for x in plan.across.cuts:
        yield _line(x, top, x, area.bottom)
    for y in plan.down.cuts:
        yield _line(left, y, area.right, y)


def _line(x1: float, y1: float, x2: float, y2: float, pen: Stroke | None = None) -> Path:
    return Path((Move(x1, y1), Line(x2, y2)), stroke=pen or Stroke(INK, HAIRLINE))


# --- seams of tiles --------------------------------------------------------------------------


def draw_seams(plan: SheetPlan, cells: Iterable[Cell]) -> Layer:
    """On a tile, where the tiles to its right and below are laid on it: a hairline that they
    cover, and register marks in the margin."""
    if plan.tiles is None:
        return Layer(())
    return Layer(tuple(path for cell in cells for path in _draw_tile_seams(plan, plan.tiles, cell)))


def _draw_tile_seams(plan: SheetPlan, tiles: Tiles, cell: Cell) -> Iterator[Path]:
    window, gray = plan.window, Stroke(SEAM, HAIRLINE)
    if cell.column < tiles.columns - 1:
        x = window.right - tiles.overlap
        yield _line(x, window.top, x, window.bottom, gray)
        for start, end in _ends(plan.down):
            yield from _draw_register_sign((x, start), (x, end))
    if cell.row < tiles.rows - 1:
        y = window.bottom - tiles.overlap
        yield _line(window.left, y, window.right, y, gray)
        for start, end in _ends(plan.across):
            yield from _draw_register_sign((start, y), (end, y))


def _draw_register_sign(start: tuple[float, float], end: tuple[float, float]) -> Iterator[Path]:
    """The trade's sign for putting sheets in register: a circle on a cross, its long arm
    from `start` to `end`."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    length = abs(end[0] - start[0]) + abs(end[1] - start[1])
    radius = length * 0.27
    yield _line(*start, *end)
    across = (0.0, 1.4 * radius) if start[1] == end[1] else (1.4 * radius, 0.0)
    yield _line(x - across[0], y - across[1], x + across[0], y + across[1])
    circle = ellipse(Rect(x - radius, y - radius, 2 * radius, 2 * radius))
    yield Path(circle, stroke=Stroke(INK, HAIRLINE))


# --- folds -----------------------------------------------------------------------------------


def draw_fold_ticks(plan: SheetPlan, shown: Sequence[FaceOnSheet]) -> Layer:
    """Dashed ticks that go on from both ends of every fold, outside the cut and the bleed;
    where another piece lies, there is none."""
    found: dict[Outline, Item] = {}
    for one in shown:
        for outline in list_folds_on_sheet(one, plan.window if plan.tiles else None):
            for tick in _list_ticks(one, outline):
                if _is_free(tick, shown):
                    path = _line(*tick, Stroke(INK, HAIRLINE, dash=_DASH))
                    found.setdefault(_rounded(path.outline), path)
    return Layer(tuple(found.values()))


def list_folds_on_sheet(shown: FaceOnSheet, window: Rect | None) -> Iterator[Outline]:
    """The folds of a piece on the sheet, as far as they lie in the window."""
    for fold in shown.face.folds:
        placed = shown.place(fold)
        start, end = placed[0], placed[-1]
        assert isinstance(start, Move)
        assert isinstance(end, Line)
        line = (start.x, start.y, end.x, end.y)
        cut = _clip_line(line, window) if window else line
        if cut:
            yield Move(cut[0], cut[1]), Line(cut[2], cut[3])


_Line = tuple[float, float, float, float]


def _clip_line(line: _Line, area: Rect) -> _Line | None:
    """The part of an upright or level line that lies in `area`."""
    x1, x2 = (min(max(x, area.left), area.right) for x in (line[0], line[2]))
    y1, y2 = (min(max(y, area.top), area.bottom) for y in (line[1], line[3]))
    upright = abs(line[0] - line[2]) < _NEAR
    inside = area.left < line[0] < area.right if upright else area.top < line[1] < area.bottom
    return (x1, y1, x2, y2) if inside and hypot(x2 - x1, y2 - y1) > _NEAR else None


def _list_ticks(shown: FaceOnSheet, fold: Outline) -> Iterator[_Line]:
    """A fold drawn on at both ends, from where the picture ends."""
    (start, end), clip = fold, shown.clip
    assert isinstance(start, Move)
    assert isinstance(end, Line)
    length = hypot(end.x - start.x, end.y - start.y)
    x, y = (end.x - start.x) / length, (end.y - start.y) / length
    for at, sign in ((start, -1.0), (end, 1.0)):
        gap = _distance_beyond_picture(at.x, at.y, (x * sign, y * sign), clip)
        near, far = sign * gap, sign * (gap + FOLD_TICK)
        yield at.x + near * x, at.y + near * y, at.x + far * x, at.y + far * y


def _distance_beyond_picture(x: float, y: float, way: tuple[float, float], clip: Rect) -> float:
    """How far it is from a point of the cut to where the picture ends, if that is the bleed."""
    steps = []
    if abs(way[0]) > _NEAR:
        steps.append(((clip.right if way[0] > 0 else clip.left) - x) / way[0])
    if abs(way[1]) > _NEAR:
        steps.append(((clip.bottom if way[1] > 0 else clip.top) - y) / way[1])
    step = min(steps)
    return step if 0 <= step < 2 * FOLD_TICK else 0.0


def _is_free(tick: _Line, shown: Iterable[FaceOnSheet]) -> bool:
    """Whether a tick is on no piece and in no other's picture."""
    x, y = (tick[0] + tick[2]) / 2, (tick[1] + tick[3]) / 2
    return not any(_covers(one, x, y) for one in shown)


def _covers(shown: FaceOnSheet, x: float, y: float) -> bool:
    if is_straight_cut(shown.face):
        clip = shown.clip
        return clip.left < x < clip.right and clip.top < y < clip.bottom
    return contains_point(shown.place(shown.face.cut), x, y)


def _rounded(outline: Outline) -> Outline:
    start, end = outline
    assert isinstance(start, Move)
    assert isinstance(end, Line)
    return Move(round(start.x, 2), round(start.y, 2)), Line(round(end.x, 2), round(end.y, 2))
