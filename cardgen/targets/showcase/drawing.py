"""A stage → what its pixels are drawn of: pages, with shadows between them.

In      a `Stage` and its place on a page, or whatever else stands on that page.
Out     a `StageDrawing`.
Not here  pixels (`showcase.stage_pixels`), the page as a PDF (`showcase.painting`).

Both show the same forms and the same blurred shapes, in the same places.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from math import ceil, floor

from cardgen.bind.pictures import PictureStore
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.render.pdf.color_spaces import Effort
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.pdf.shadows import cast_shadow
from cardgen.scene.items import Layer
from cardgen.svg.item_transforms import inverse
from cardgen.targets.showcase.painting import Ground, add_parts, fit_stage, ground_items
from cardgen.targets.showcase.stage import Stage, StagedShadow
from cardgen.targets.showcase.stage_pixels import (
    DrawnShadow,
    Map,
    ShadowLevels,
    StageDrawing,
)

PlacedForm = tuple[str, Transform]


class DrawingBuilder:
    """A drawing under way: pages and shadows are added from back to front."""

    def __init__(
        self, page: Extent, size: tuple[int, int], pictures: PictureStore, finer: int
    ) -> None:
        """Begin a drawing.

        Args:
            page: In points.
            size: Of the picture, in pixels.
            pictures: The bytes of the pictures that it shows.
            finer: How much larger than the picture it is drawn.
        """
        self.file = PdfFile(pictures, title="stage", effort=Effort.FAST)
        self._page, self._size, self._finer = page, size, finer
        self._pictures = pictures
        self._pages = 0
        self._masks: dict[ShadowLevels, int] = {}
        self._steps: list[int | DrawnShadow] = []

    def add_page(self, shown: Iterable[PlacedForm], operators: str = "") -> None:
        self._steps.append(self._store_page(shown, operators))

    def add_stage(self, stage: Stage, extent: Extent, fit: Transform, corner: float = 0.0) -> None:
        """Add the parts of a stage.

        Args:
            stage: What is shown.
            extent: The page that it is fitted into.
            fit: From the stage onto that page.
            corner: How far right and below that page's corner this one's is.
        """
        shift = Transform(e=-corner, f=-corner)
        for is_shadow, parts in groupby(stage.parts, lambda part: isinstance(part, StagedShadow)):
            if is_shadow:
                for part in parts:
                    assert isinstance(part, StagedShadow)
                    self._add_shadow(part, shift.after(fit))
                continue
            shown = add_parts(self.file, parts, extent, fit)
            self.add_page([(form, shift.after(put)) for form, put in shown])

    def finish(self, ground: Iterable[PlacedForm] | None) -> StageDrawing:
        """The drawing, on a ground or on none."""
        number = None if ground is None else self._store_page(ground)
        masks, steps = tuple(self._masks), tuple(self._steps)
        return StageDrawing(self.file.save(), masks, steps, self._size, self._finer, number)

    def _store_page(self, shown: Iterable[PlacedForm], operators: str = "") -> int:
        self.file.page(shown, PageBoxes(self._page), operators=operators)
        self._pages += 1
        return self._pages - 1

    def _add_shadow(self, shadow: StagedShadow, fit: Transform) -> None:
        found = cast_shadow(shadow.shapes, shadow.blur, self._pictures)
        place = fit.after(shadow.put) if shadow.put else fit
        pixels = self._to_pixels().after(place)
        box = self._clip(pixels, found.box)
        back = inverse(pixels)
        if box is None or back is None:
            return
        mask = ShadowLevels(found.alpha.size, found.alpha.tobytes())
        number = self._masks.setdefault(mask, len(self._masks))
        across, down = mask.size[0] / found.box.width, mask.size[1] / found.box.height
        inside = Transform(across, 0.0, 0.0, down, -found.box.left * across, -found.box.top * down)
        put = _letters(inside.after(back).after(Transform(e=box[0], f=box[1])))
        color = shadow.blur.color
        rgb = color.red, color.green, color.blue
        self._steps.append(DrawnShadow(number, box, put, shadow.strength, rgb))

    def _to_pixels(self) -> Transform:
        """From points of the page to pixels of the picture."""
        width, height = self._size
        return Transform(width / self._page.width, 0.0, 0.0, height / self._page.height)

    def _clip(self, put: Transform, box: Rect) -> tuple[int, int, int, int] | None:
        """The pixels of the picture that a box reaches; None if there are none."""
        corners = [put.apply(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
        xs, ys = zip(*corners, strict=True)
        width, height = self._size
        left, top = max(0, floor(min(xs))), max(0, floor(min(ys)))
        right, bottom = min(width, ceil(max(xs))), min(height, ceil(max(ys)))
        return (left, top, right, bottom) if left < right and top < bottom else None


def _letters(t: Transform) -> Map:
    """A map as Pillow has it."""
    return t.a, t.c, t.e, t.b, t.d, t.f


def draw_stage(
    stage: Stage,
    page: Extent,
    ground: Ground | None,
    pictures: PictureStore,
    size: tuple[int, int],
    *,
    finer: int,
) -> StageDrawing:
    """What the picture of a stage is drawn of, so much larger than the picture."""
    drawing = DrawingBuilder(page, size, pictures, finer)
    room = Rect(0, 0, page.width, page.height)
    drawing.add_stage(stage, page, fit_stage(stage, room, whole=ground is None))
    if ground is None:
        return drawing.finish(None)
    form = drawing.file.form(Layer(ground_items(ground, page)), page)
    return drawing.finish([(form, Transform())])
