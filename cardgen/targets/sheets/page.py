"""Put cards on sheets, and sheets on pages.

In      a `SheetPlan`, slots in printing order.
Out     `FilledSheet`s of `PlacedCard` slots; pages of a PDF.
Not here  where cells are (`sheets.fit`), what is drawn around cards (`sheets.marks`).

A page shows each face as the form that every other target prints, moved, and clipped to
what the cell has room for. So a face is in the file once, however often it is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.scene.items import Layer, Scene
from cardgen.scene.outlines import Outline, moved
from cardgen.targets.shared.card_text import describe_face
from cardgen.targets.shared.piece_outlines import Point
from cardgen.targets.shared.print_slots import Slot
from cardgen.targets.sheets.option_types import Duplex
from cardgen.targets.sheets.plan import Cell, Flip, SheetPlan


class PlacedCard(Struct, frozen=True):
    """A slot, and the place its front has."""

    slot: Slot
    cell: Cell


class FilledSheet(Struct, frozen=True):
    """Sheet `number` of `total`, counted over all sizes of a game."""

    plan: SheetPlan
    number: int
    total: int
    placed: tuple[PlacedCard, ...]

    @property
    def decks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(placed.slot.deck for placed in self.placed))


class FaceOnSheet(Struct, frozen=True):
    """A face on a page: cut to `clip` or the polygon `reach`, its trim on `trim`, perhaps
    upside down. A polygon is cut to `area`, too: what the printer reaches."""

    face: Scene
    trim: Rect
    clip: Rect
    turned: bool = False
    reach: tuple[Point, ...] = ()
    area: Rect | None = None

    def on(self, page: Extent) -> Transform:
        """Where PDF puts the face's form: y up, from the page's lower left."""
        left, top = self.face.trim.left, self.face.trim.top
        below = self.face.page.height - self.face.trim.bottom
        if self.turned:
            right, up = self.trim.right + left, page.height - self.trim.top + below
            return Transform(-1.0, 0.0, 0.0, -1.0, right, up)
        bottom = page.height - self.trim.top + top - self.face.page.height
        return Transform(1.0, 0.0, 0.0, 1.0, self.trim.left - left, bottom)

    def place(self, outline: Outline) -> Outline:
        """An outline of the face, on the page; y down."""
        left, top = self.face.trim.left, self.face.trim.top
        if self.turned:
            turn = Transform(-1.0, 0.0, 0.0, -1.0, self.trim.right + left, self.trim.bottom + top)
            return moved(outline, turn)
        return moved(outline, Transform(e=self.trim.left - left, f=self.trim.top - top))


def fill_sheets(
    groups: Sequence[tuple[SheetPlan, Sequence[Slot]]], skip: int
) -> tuple[FilledSheet, ...]:
    """Deal slots out to sheets; the first `skip` places of the first sheet of whole pieces
    stay empty."""
    dealt: list[tuple[SheetPlan, tuple[PlacedCard, ...]]] = []
    for plan, slots in groups:
        if plan.tiles:
            dealt += [(plan, placed) for placed in _deal_tiles(plan, slots)]
        else:
            dealt += [(plan, placed) for placed in _deal_slots(plan, slots, skip)]
            skip = 0
    total = len(dealt)
    return tuple(FilledSheet(plan, i, total, placed) for i, (plan, placed) in enumerate(dealt, 1))


def _deal_slots(
    plan: SheetPlan, slots: Sequence[Slot], used: int
) -> Iterator[tuple[PlacedCard, ...]]:
    cells = plan.cells()
    for start in range(-used, len(slots), len(cells)):
        part = slots[max(0, start) : start + len(cells)]
        free = cells[max(0, -start) :]
        placed = [PlacedCard(slot, cell) for slot, cell in zip(part, free, strict=False)]
        yield tuple(_spread_out(plan, placed, free[len(part) :]))


def _spread_out(
    plan: SheetPlan, placed: Sequence[PlacedCard], empty: Sequence[Cell]
) -> Iterator[PlacedCard]:
    """Cards of a sheet that is not full, with the bleed of the outer cuts where their row ends
    early, or nothing lies below."""
    if plan.nest or plan.interlock or not empty:
        yield from placed
        return
    free = {(cell.row, cell.column) for cell in empty}
    for one in placed:
        cell, clip = one.cell, one.cell.clip
        right, bottom = clip.right, clip.bottom
        if (cell.row, cell.column + 1) in free:
            right = max(right, cell.trim.right + plan.across.outer)
        if (cell.row + 1, cell.column) in free:
            bottom = max(bottom, cell.trim.bottom + plan.down.outer)
        wider = Rect(clip.left, clip.top, right - clip.left, bottom - clip.top)
        yield PlacedCard(one.slot, replace(cell, clip=wider))


def _deal_tiles(plan: SheetPlan, slots: Sequence[Slot]) -> Iterator[tuple[PlacedCard, ...]]:
    """A sheet a tile."""
    return ((PlacedCard(slot, cell),) for slot in slots for cell in plan.cells())


def find_flip(plan: SheetPlan, duplex: Duplex) -> Flip:
    """How the back page is mirrored.

    A sheet turned about its upright edge swaps left and right, about its level edge top
    and bottom; which of them is the long one depends on how the paper lies.
    """
    if duplex == "separate" or (duplex == "fold" and not plan.folded):
        return "columns"
    return "rows" if duplex == "fold" or (duplex == "short") != plan.landscape else "columns"


def list_fronts(sheet: FilledSheet) -> Iterator[FaceOnSheet]:
    area = sheet.plan.printable
    for placed in sheet.placed:
        cell, face = placed.cell, placed.slot.front
        yield FaceOnSheet(face, cell.trim, cell.clip, cell.turned, cell.reach, area)


def list_backs(sheet: FilledSheet, flip: Flip) -> Iterator[FaceOnSheet]:
    """Each back under its front. Where rows are swapped it also stands on its head: turned
    over like the page of a book, the card then shows it upright."""
    for placed in sheet.placed:
        if placed.slot.back is not None:
            cell = sheet.plan.cell_behind(placed.cell, flip)
            down, area = (flip == "rows") != cell.turned, sheet.plan.printable
            yield FaceOnSheet(placed.slot.back, cell.trim, cell.clip, down, cell.reach, area)


class SheetCanvas(Struct, frozen=True):
    """The page of the file, and where the sheet comes to lie on it; y down."""

    extent: Extent
    put: Transform | None = None


def show_page(
    file: PdfFile,
    sheet: Extent,
    canvas: SheetCanvas,
    faces: Iterable[FaceOnSheet],
    layers: Iterable[Layer],
    bookmark: str,
) -> None:
    """Add a page: cards, then what is drawn over all of it."""
    code = [
        file.figure(_place_slots(file, shown, sheet), describe_face(shown.face) or "card")
        for shown in faces
    ]
    code += [file.tag(f"/{file.form(layer, sheet)} Do") for layer in layers if layer]
    if canvas.put is not None:
        down, up = _upside_down(canvas.extent), _upside_down(sheet)
        code = [f"q {_matrix(down.after(canvas.put).after(up))} cm", *code, "Q"]
    file.page((), PageBoxes(canvas.extent), bookmark=bookmark, operators="\n".join(code))


def _upside_down(page: Extent) -> Transform:
    return Transform(d=-1.0, f=page.height)


def _place_slots(file: PdfFile, shown: FaceOnSheet, page: Extent) -> str:
    layers = (shown.face.ground, shown.face.marks)
    forms = " ".join(f"/{file.form(layer, shown.face.page)} Do" for layer in layers if layer)
    return f"q {_clip(shown, page)} W n {_matrix(shown.on(page))} cm {forms} Q"


def _clip(shown: FaceOnSheet, page: Extent) -> str:
    """The box, or the polygon in it."""
    clip = shown.clip
    if not shown.reach:
        return f"{_numbers(clip.left, page.height - clip.bottom, clip.width, clip.height)} re"
    corners = list(shown.reach)
    if shown.area is not None:
        corners = clip_polygon(corners, shown.area)
    steps = [
        f"{_numbers(x, page.height - y)} {'l' if i else 'm'}" for i, (x, y) in enumerate(corners)
    ]
    return " ".join([*steps, "h"])


def clip_polygon(polygon: list[Point], area: Rect) -> list[Point]:
    """Return the part of a convex polygon that lies in an area.

    Source  Sutherland & Hodgman, "Reentrant polygon clipping", CACM 17 (1974), 32-42.
    """
    bounds = ((0, 1, area.left), (0, -1, -area.right), (1, 1, area.top), (1, -1, -area.bottom))
    for axis, sign, bound in bounds:
        kept: list[Point] = []
        for start, end in zip([polygon[-1], *polygon], polygon, strict=False):
            before, after = sign * start[axis] - bound, sign * end[axis] - bound
            if (before < 0) != (after < 0):
                share = before / (before - after)
                kept.append(
                    (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
                )
            if after >= 0:
                kept.append(end)
        polygon = kept
    return polygon


def _matrix(put: Transform) -> str:
    """Eight digits for what turns: at the far end of a sheet the fifth would be seen."""
    turn = (_number(value, 8) for value in (put.a, put.b, put.c, put.d))
    return " ".join([*turn, _numbers(put.e, put.f)])


def _numbers(*values: float) -> str:
    """In PDF's notation, to a hundred-thousandth of a point."""
    return " ".join(_number(value, 5) for value in values)


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
