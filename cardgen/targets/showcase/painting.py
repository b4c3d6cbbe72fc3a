"""A stage → a PDF page and pixels, on a ground or on none.

In      a `Stage`, the picture's extent, its ground.
Out     the bytes of a PDF; RGB pixels and, without a ground, coverage.
Not here  what is on the stage (`flat`, `solid`, `box`), picture files (`shared.picture_files`).

The pixels are PDFium's of that very page, drawn twice as large and made smaller: edges that
lean are smooth. How much of a pixel is covered follows from it on white and on black.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cardgen.bind.pictures import PictureStore
from cardgen.core.color import Color
from cardgen.core.geometry import Extent, Rect, Transform
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.cut_outline import find_outline
from cardgen.scene.items import Group, Item, Layer, Path, Radial, Stop
from cardgen.scene.outlines import rectangle
from cardgen.targets.shared.picture_files import Alpha
from cardgen.targets.showcase.stage import Stage, StagedFace

_MARGIN = 0.07
"""Around what is shown, of the picture's shorter side."""
_FINER = 2
_LIT, _DIM = 0.16, -0.12
_BAND = 256
"""Rows that are made smaller at a time."""


class Ground(Struct, frozen=True):
    """What is below everything: a color, lighter in the middle if asked for."""

    color: Color
    light: bool = False


class PaintedStage(Struct, frozen=True):
    """Pixels of a stage; `alpha` is None on a ground."""

    pixels: Pixels
    alpha: Alpha | None


def fit_stage(stage: Stage, room: Rect) -> Transform:
    """The map that shows a stage as large as the room allows, in its middle."""
    box, margin = stage.box, _MARGIN * min(room.width, room.height)
    inner = room.inset_by(margin)
    scale = min(inner.width / max(box.width, 1e-6), inner.height / max(box.height, 1e-6))
    x, y = box.center
    to_x, to_y = room.center
    return Transform(scale, 0.0, 0.0, scale, to_x - x * scale, to_y - y * scale)


def add_stage(
    file: PdfFile, stage: Stage, page: Extent, fit: Transform
) -> Iterator[tuple[str, Transform]]:
    """Store the parts of a stage; gives the forms that show them, from back to front."""
    drawings: list[Item] = []
    for part in stage.parts:
        if isinstance(part, StagedFace):
            yield from _store_drawings(file, drawings, page, fit)
            drawings = []
            yield _store_face(file, part, page, fit)
        else:
            drawings.append(part)
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
    layer = Layer((Group(shown.face.items, clip=find_outline(shown.face)),))
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
    packed: bool = True,
) -> bytes:
    """One page with a stage on it."""
    file = PdfFile(pictures, title=title, packed=packed)
    fit = fit_stage(stage, Rect(0, 0, page.width, page.height))
    below = [(file.form(Layer(ground_items(ground, page)), page), Transform())] if ground else []
    file.page([*below, *add_stage(file, stage, page, fit)], PageBoxes(page))
    return file.save()


def rasterize_page(pdf: bytes, size: tuple[int, int]) -> Pixels:
    """The only page of a PDF."""
    raster = Raster(pdf)
    try:
        return raster.page(0, size)
    finally:
        raster.close()


def paint_stage(on_white: bytes, on_black: bytes, size: tuple[int, int]) -> PaintedStage:
    """The pixels of a stage.

    Args:
        on_white: Its page as a PDF.
        on_black: The same on black; empty if it is on a ground of its own.
        size: Width and height in pixels.
    """
    drawn = _draw_finer(on_white, size)
    return (
        _part_from_ground(drawn, _draw_finer(on_black, size))
        if on_black
        else PaintedStage(drawn, None)
    )


def _draw_finer(pdf: bytes, size: tuple[int, int]) -> Pixels:
    return _shrink(rasterize_page(pdf, (size[0] * _FINER, size[1] * _FINER)))


def _part_from_ground(on_white: Pixels, on_black: Pixels) -> PaintedStage:
    """What was painted on white and on black, and how much it covers."""
    white, black = on_white.astype(np.int16), on_black.astype(np.int16)
    clear = np.clip((white - black).max(axis=2), 0, 255)
    alpha = (255 - clear).astype(np.uint8)
    solid = np.maximum(alpha, 1).astype(np.uint32)[..., None]
    pixels = np.minimum(255, (black.clip(0).astype(np.uint32) * 255 + solid // 2) // solid)
    return PaintedStage(np.ascontiguousarray(pixels.astype(np.uint8)), alpha)


def _shrink(pixels: Pixels) -> Pixels:
    """Half as wide and high: each pixel the mean of four."""
    height, width = pixels.shape[0] // _FINER, pixels.shape[1] // _FINER
    made: NDArray[np.uint8] = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, _BAND):
        rows = pixels[top * _FINER : (top + _BAND) * _FINER].astype(np.uint16)
        parts = [rows[i::_FINER, j::_FINER] for i in range(_FINER) for j in range(_FINER)]
        made[top : top + _BAND] = (sum(parts[1:], parts[0]) + 2) // _FINER**2
    return made
