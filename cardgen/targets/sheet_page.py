"""Put cards on sheets, and sheets on pages.

In      a `Plan`, slots in printing order.
Out     `Sheet`s of `Placed` slots; pages of a PDF.
Not here  where cells are (`sheet_grid`), what is drawn around cards (`sheet_marks`).

A page shows each face as the form that every other target prints, moved, and clipped to
what the cell has room for. So a face is in the file once, however often it is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cardgen.geometry import Extent, Rect, Transform
from cardgen.render.pdf import PageBoxes, PdfFile
from cardgen.scene import Layer, Scene
from cardgen.targets.order import Slot
from cardgen.targets.sheet_options import Duplex
from cardgen.targets.sheet_plan import Cell, Flip, Plan


@dataclass(frozen=True, slots=True)
class Placed:
    """A slot, and the place its front has."""

    slot: Slot
    cell: Cell


@dataclass(frozen=True, slots=True)
class Sheet:
    """Sheet `number` of `total`, counted over all sizes of a game."""

    plan: Plan
    number: int
    total: int
    placed: tuple[Placed, ...]

    @property
    def decks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(placed.slot.deck for placed in self.placed))


@dataclass(frozen=True, slots=True)
class Shown:
    """A face on a page: cut to `clip`, its trim on `trim`, perhaps upside down."""

    face: Scene
    trim: Rect
    clip: Rect
    turned: bool = False

    def on(self, page: Extent) -> Transform:
        """Where PDF puts the face's form: y up, from the page's lower left."""
        left, top = self.face.trim.left, self.face.trim.top
        below = self.face.page.height - self.face.trim.bottom
        if self.turned:
            right, up = self.trim.right + left, page.height - self.trim.top + below
            return Transform(-1.0, 0.0, 0.0, -1.0, right, up)
        bottom = page.height - self.trim.top + top - self.face.page.height
        return Transform(1.0, 0.0, 0.0, 1.0, self.trim.left - left, bottom)


def fill_sheets(groups: Sequence[tuple[Plan, Sequence[Slot]]], skip: int) -> tuple[Sheet, ...]:
    """Deal slots out to sheets; the first `skip` places of the first sheet stay empty."""
    dealt: list[tuple[Plan, tuple[Placed, ...]]] = []
    for plan, slots in groups:
        cells = plan.cells()
        used = skip if not dealt else 0
        for start in range(-used, len(slots), len(cells)):
            part = slots[max(0, start) : start + len(cells)]
            free = cells[max(0, -start) :]
            placed = tuple(Placed(slot, cell) for slot, cell in zip(part, free, strict=False))
            dealt.append((plan, placed))
    total = len(dealt)
    return tuple(Sheet(plan, i, total, placed) for i, (plan, placed) in enumerate(dealt, 1))


def flip_of(plan: Plan, duplex: Duplex) -> Flip:
    """How the back page is mirrored.

    A sheet turned about its upright edge swaps left and right, about its level edge top
    and bottom; which of them is the long one depends on how the paper lies.
    """
    if duplex == "separate":
        return "columns"
    return "rows" if duplex == "fold" or (duplex == "short") != plan.landscape else "columns"


def fronts(sheet: Sheet) -> Iterator[Shown]:
    for placed in sheet.placed:
        yield Shown(placed.slot.front, placed.cell.trim, placed.cell.clip)


def backs(sheet: Sheet, flip: Flip) -> Iterator[Shown]:
    """Each back under its front. Where rows are swapped it also stands on its head: turned
    over like the page of a book, the card then shows it upright."""
    for placed in sheet.placed:
        if placed.slot.back is not None:
            cell = sheet.plan.behind(placed.cell, flip)
            yield Shown(placed.slot.back, cell.trim, cell.clip, turned=flip == "rows")


def show_page(
    file: PdfFile, page: Extent, faces: Iterable[Shown], layers: Iterable[Layer], bookmark: str
) -> None:
    """Add a page: cards, then what is drawn over all of it."""
    code = [_placed(file, shown, page) for shown in faces]
    code += [f"/{file.form(layer, page)} Do" for layer in layers if layer]
    file.page((), PageBoxes(page), bookmark=bookmark, operators="\n".join(code))


def _placed(file: PdfFile, shown: Shown, page: Extent) -> str:
    clip, put = shown.clip, shown.on(page)
    box = _numbers(clip.left, page.height - clip.bottom, clip.width, clip.height)
    matrix = _numbers(put.a, put.b, put.c, put.d, put.e, put.f)
    layers = (shown.face.ground, shown.face.marks)
    forms = " ".join(f"/{file.form(layer, shown.face.page)} Do" for layer in layers if layer)
    return f"q {box} re W n {matrix} cm {forms} Q"


def _numbers(*values: float) -> str:
    """In PDF's notation, to a hundred-thousandth of a point."""
    texts = (f"{value:.5f}".rstrip("0").rstrip(".") for value in values)
    return " ".join("0" if text == "-0" else text for text in texts)
