"""Whether the paint reaches the edge of the bleed.

In      a face's pixels.
Out     `FaceFault`s.

The face is looked at along its outline: at the edge of the bleed, and just inside the cut.
Limits: a background that is meant to turn white outside the cut looks the same, and so does
paint whose lightest parts are as white as paper. Where a box's panel goes on into another
over a fold there is no bleed to miss.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from cardgen.check.engine.cut_distance import join_sides, list_outline_points, opposite_sides
from cardgen.check.engine.face_rules import PixelRule
from cardgen.check.engine.painted_light import FaceLight
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace
from cardgen.core.late_import import import_late
from cardgen.core.sizes import Size, millimeters
from cardgen.scene.cut_outline import trim_outline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardgen.render.raster.pixel_arrays import Pixels
else:
    np = import_late("numpy")


class BleedMissing(PixelRule):
    """Backgrounds that do not reach the edge of the bleed."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "bleed-missing",
            "the background does not reach the edge of the bleed",
            "The cut never falls exactly on its line. Where the paint stops short of the bleed's "
            "edge, a drift to the outside leaves a white sliver along the card.",
            "Paint beyond the cut on all sides: put the background into the layout's `bleed:` "
            "part, without a width and height of its own.",
        ),
    )

    def needs_pixels(self, face: CheckedFace, light: FaceLight) -> bool:
        return light.ground.bare or not _is_all_inside(face.size, light)

    def find_in_pixels(self, face: CheckedFace, pixels: Pixels) -> Iterable[FaceFault]:
        return find_missing_bleed(face, pixels)


_RAYS = 1440
_BARE, _PAINTED = 254, 245
_NEAR_EDGE = 3.0
"""Points that a bleed must have, for nothing inside the cut to be in the pixels at its edge."""
_SHARE = 0.02
"""Less than this share of a card's outline may be bare: grain of a light paper."""


def _is_all_inside(size: Size, light: FaceLight) -> bool:
    """Whether only the ground is where the edge of the bleed is looked at."""
    if size.shape != "rectangle" or size.tab is not None or size.bleed < _NEAR_EDGE:
        return False
    return all(size.trim_box.contains(one.box) for one in light.painted)


def find_missing_bleed(face: CheckedFace, pixels: Pixels) -> Iterator[FaceFault]:
    """Bare white at the bleed's edge beside paint inside the cut."""
    edge = _read_levels(pixels, face.size, -face.size.bleed)
    inside = _read_levels(pixels, face.size, 0.0)
    bare = (edge >= _BARE) & (inside < _PAINTED) & ~_mark_folded_rays(face.size)
    if bare.mean() > _SHARE:
        sides = _list_bare_sides(face.size, bare)
        message = f"the background does not reach the edge of the bleed at {join_sides(sides)}"
        hint = f"paint {millimeters(face.size.bleed):g} mm beyond the cut: use the `bleed:` part"
        place, weight = face.layout_place, len(sides)
        yield make_fault(
            "bleed-missing", message, face, place, hint=hint, severity="error", weight=weight
        )


def _list_bare_sides(size: Size, bare: NDArray[np.bool_]) -> list[str]:
    if size.shape != "rectangle" or size.tab is not None:
        return ["the edge"]
    names = _name_sides(size)
    counts = {name: int(bare[names == name].sum()) for name in ("left", "top", "right", "bottom")}
    least = _SHARE * _RAYS / 4
    return [f"the {name}" for name, count in counts.items() if count > least] or ["a corner"]


@lru_cache(maxsize=64)
def _mark_folded_rays(size: Size) -> NDArray[np.bool_]:
    """The rays that leave a box's panel over a fold, into another panel."""
    if size.wall is None or not size.wall.joined:
        return np.zeros(_RAYS, np.bool_)
    return np.isin(_name_sides(size), size.wall.joined)


@lru_cache(maxsize=64)
def _name_sides(size: Size) -> NDArray[np.str_]:
    """The side that each ray leaves by."""
    across, down = _ray_directions()
    is_flat = np.abs(across) / size.trim.width > np.abs(down) / size.trim.height
    named = np.where(across < 0, "left", "right")
    return np.where(is_flat, named, np.where(down < 0, "top", "bottom"))


@lru_cache(maxsize=1)
def _ray_directions() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    angles = (np.arange(_RAYS) + 0.5) * 2 * math.pi / _RAYS
    return np.cos(angles), np.sin(angles)


def _read_levels(pixels: Pixels, size: Size, inset: float) -> NDArray[np.uint8]:
    """The darkest channel along the outline, two pixels inside it."""
    rows, columns = _outline_pixels(size, inset, pixels.shape[:2])
    levels: NDArray[np.uint8] = pixels[rows, columns].min(axis=1)
    return levels


@lru_cache(maxsize=64)
def _outline_pixels(
    size: Size, inset: float, shape: tuple[int, int]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the pixels along the outline moved inwards by `inset`."""
    height, width = shape
    page = size.page
    inset += 2 * page.width / width
    x, y = (
        _moved_outline(size, inset)
        if size.tab is not None or size.polygon
        else _outline_rays(size, inset)
    )
    return _round_places(y * height / page.height, height), _round_places(
        x * width / page.width, width
    )


def _outline_rays(size: Size, inset: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points of the outline, seen from its middle."""
    middle_x, middle_y = size.trim_box.center
    across, down = _ray_directions()
    if size.shape == "circle":
        reach = np.full(_RAYS, size.trim.width / 2 - inset)
    else:
        with np.errstate(divide="ignore"):
            sides = [
                (far - inset) / np.abs(nx * across + ny * down)
                for nx, ny, far in opposite_sides(size)
            ]
        reach = np.minimum.reduce(sides)
    return middle_x + reach * across, middle_y + reach * down


def _moved_outline(size: Size, inset: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points along the outline of a divider or polygon, moved along its normals, as many as
    there are rays."""
    points = np.array(list(list_outline_points(trim_outline(size), 0.5)))
    steps = np.diff(points, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    points, steps, lengths = points[1:][lengths > 0], steps[lengths > 0], lengths[lengths > 0]
    normals = np.stack([-steps[:, 1], steps[:, 0]], axis=1) / lengths[:, None]  # inwards
    chosen = np.searchsorted(np.cumsum(lengths), (np.arange(_RAYS) + 0.5) * lengths.sum() / _RAYS)
    chosen = np.minimum(chosen, len(points) - 1)
    at = points[chosen] + inset * normals[chosen]
    return at[:, 0], at[:, 1]


def _round_places(places: NDArray[np.float64], count: int) -> NDArray[np.intp]:
    return np.clip(places, 0, count - 1).astype(np.intp)
