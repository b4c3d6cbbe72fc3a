"""A stage → a PDF page, on a ground or on none.

In      a `Stage`, the picture's extent, its ground.
Out     the bytes of a PDF.
Not here  what is on the stage (`flat`, `solid`, `box`), its pixels (`showcase.drawing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from cardgen.bind.pictures import PictureStore
from cardgen.core.color import Color
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.render.pdf.color_spaces import Effort
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.scene.cut_outline import find_outline
from cardgen.scene.items import Group, Item, Layer, Path, Radial, Stop
from cardgen.scene.outlines import rectangle
from cardgen.scene.paper import find_paper
from cardgen.targets.showcase.stage import Part, Stage, StagedFace, StagedShadow

_MARGIN = 0.07
"""Around what is shown, of the picture's shorter side."""
_LIT, _DIM = 0.16, -0.12


class Ground(Struct, frozen=True):
    """What is below everything: a color, lighter in the middle if asked for."""

    color: Color
    light: bool = False


def fit_stage(stage: Stage, room: Rect, *, whole: bool = False) -> Transform:
    """The map that shows a stage as large as the room allows, in its middle; its shadows without
    an edge, if they are to be `whole`."""
    box, margin = stage.box, _MARGIN * min(room.width, room.height)
    reach = stage.reach if whole else box
    across = _RoomSide(
        (room.left, room.right), margin, (box.left, box.right), (reach.left, reach.right)
    )
    down = _RoomSide(
        (room.top, room.bottom), margin, (box.top, box.bottom), (reach.top, reach.bottom)
    )
    scale = min(across.most, down.most)
    return Transform(scale, 0.0, 0.0, scale, across.place(scale), down.place(scale))


class _RoomSide(Struct, frozen=True):
    """One side of the room, and what lies along it: a box that keeps a margin, and what reaches
    beyond it, which may take the margin."""

    room: tuple[float, float]
    margin: float
    box: tuple[float, float]
    reach: tuple[float, float]

    @property
    def most(self) -> float:
        """How many times as large it may become."""
        wide, low, high = self.room[1] - self.room[0], self.box[0], self.box[1]
        ends = (self.margin, low, high), (0.0, self.reach[0], self.reach[1])
        return min(
            (wide - before - after) / max(end - start, 1e-6)
            for before, start, _ in ends
            for after, _, end in ends
        )

    def place(self, scale: float) -> float:
        """Where its origin comes to lie: the box in the middle, as far as there is room."""
        (start, end), (low, high) = self.room, self.box
        least = max(start + self.margin - scale * low, start - scale * self.reach[0])
        most = min(end - self.margin - scale * high, end - scale * self.reach[1])
        middle = (start + end) / 2 - scale * (low + high) / 2
        return max(least, min(middle, most))


def add_parts(
    file: PdfFile, parts: Iterable[Part], page: Extent, fit: Transform
) -> Iterator[tuple[str, Transform]]:
    """Store parts of a stage; gives the forms that show them, from back to front."""
    drawings: list[Item] = []
    for part in parts:
        if isinstance(part, StagedFace):
            yield from _store_drawings(file, drawings, page, fit)
            drawings = []
            yield _store_face(file, part, page, fit)
        else:
            drawings.append(part.item if isinstance(part, StagedShadow) else part)
    yield from _store_drawings(file, drawings, page, fit)


def _store_drawings(
    file: PdfFile, items: list[Item], page: Extent, fit: Transform
) -> Iterator[tuple[str, Transform]]:
    if items:
        layer = Layer((Group(tuple(items), transform=fit),))
        yield file.form(layer, page), Transform()


def _store_face(
    file: PdfFile, shown: StagedFace, page: Extent, fit: Transform
) -> tuple[str, Transform]:
    own = shown.face.page
    items = (*find_paper(shown.face), *shown.face.items)
    layer = Layer((Group(items, clip=find_outline(shown.face)),))
    flip, back = Transform(d=-1.0, f=page.height), Transform(d=-1.0, f=own.height)
    return file.form(layer, own), flip.after(fit).after(shown.put).after(back)


def ground_items(ground: Ground, page: Extent) -> tuple[Item, ...]:
    """The ground of a page."""
    whole = Rect(0, 0, page.width, page.height)
    if not ground.light:
        return (Path(rectangle(whole), fill=ground.color),)
    reach = 0.62 * max(page.width, page.height)
    stops = (Stop(0.0, _mix(ground.color, _LIT)), Stop(1.0, _mix(ground.color, _DIM)))
    glow = Radial((page.width / 2, page.height * 0.42), reach, stops)
    return (Path(rectangle(whole), fill=glow),)


def _mix(color: Color, share: float) -> Color:
    """A share of white in a color, or of black if it is below 0."""
    to, much = (255, share) if share > 0 else (0, -share)
    red, green, blue = (
        round(one + (to - one) * much) for one in (color.red, color.green, color.blue)
    )
    return Color(red, green, blue)


def make_stage_pdf(
    stage: Stage,
    page: Extent,
    ground: Ground | None,
    pictures: PictureStore,
    *,
    title: str,
    effort: Effort = Effort.SMALL,
) -> bytes:
    """One page with a stage on it."""
    file = PdfFile(pictures, title=title, effort=effort)
    fit = fit_stage(stage, Rect(0, 0, page.width, page.height), whole=ground is None)
    below = [(file.form(Layer(ground_items(ground, page)), page), Transform())] if ground else []
    file.page([*below, *add_parts(file, stage.parts, page, fit)], PageBoxes(page))
    return file.save()
