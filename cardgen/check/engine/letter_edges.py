"""How well the edges of letters are seen: for texts with a line, a shadow or a glow around them.

In      a face's pixels, a run of glyphs on it, its color.
Out     the contrast at its edges.
Not here  texts without such help (`check.rules.press.contrast`).

White letters with a dark line around them are read on white paper: what counts is what the
letters border on. Points along every outline are looked at, the pixels around each; a text is
as legible as the edge that all but a third of its points have.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cardgen.bind.bound_elements import TextBox
from cardgen.check.engine.ink_marks import InkMark, ItemOnPage
from cardgen.check.engine.luminances import measure_luminances
from cardgen.check.engine.painted_area import is_seen, list_glyph_points, measure_stem
from cardgen.core.late_import import import_late
from cardgen.core.sizes import Size
from cardgen.scene.items import Glyph, Glyphs, Path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardgen.render.raster.pixel_arrays import Pixels
else:
    np = import_late("numpy")

_UNSEEN = 0.33
"""Share of the edge that may be lost: a shadow is on one side of a letter alone."""
_NEAR = (1, 2)
"""How many pixels around a point are looked at."""
_MOST_POINTS = 50_000
"""Points of one run that are looked at: a word of thousands of letters took gigabytes."""
_LETTER_POINTS = 64
"""Points of one letter that are looked at: a frame may lie over all the rules of a card."""
_LOST, _NOTHING = 0.4, 1.12
"""Share of a letter's edge that may have no contrast at all."""
_BEST = 0.9
"""Stems and bowls say how dark a letter is, not its thin ends."""
_THIN = 0.7
"""Pixels that a stem must be wide to be as dark as its ink."""
_AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def has_edges(mark: InkMark) -> bool:
    """Whether something is drawn around the letters of a text to set them off."""
    if not isinstance(mark.box, TextBox):
        return False
    cast = any(not shadow.inside for shadow in mark.box.frame.shadows)
    return cast or any(_is_line(shown) for shown in mark.shown)


def _is_line(shown: ItemOnPage) -> bool:
    item = shown.item
    return isinstance(item, Path) and item.of_text and item.stroke is not None


def list_edge_pixels(pixels: Pixels, size: Size, shown: ItemOnPage) -> NDArray[np.uint8] | None:
    """The pixels around each point of a run's outlines: points x places x channels."""
    run = shown.item
    assert isinstance(run, Glyphs)
    parts = [list_glyph_points(run, glyph, shown.context.turn) for glyph in run.glyphs]
    return _list_pixels(pixels, size, np.vstack(parts)) if parts else None


def measure_letter(pixels: Pixels, size: Size, shown: ItemOnPage, glyph: Glyph) -> float | None:
    """The contrast of a letter with what it borders on, where it is seen best; None if nothing of
    it is on the page. It is 1 if so much of its edge is lost that it cannot be read, and without
    limit if it is seen and so thin that no pixel has all of its ink."""
    run = shown.item
    assert isinstance(run, Glyphs)
    points = list_glyph_points(run, glyph, shown.context.turn)
    points = points[:: -(-len(points) // _LETTER_POINTS) or 1]
    around = _list_pixels(pixels, size, points[is_seen(shown.context.clips, points)])
    if around is None:
        return None
    light = measure_luminances(around) + np.float32(0.05)
    contrasts = np.sort(light.max(axis=1) / light.min(axis=1))
    if contrasts[int(_LOST * (len(contrasts) - 1))] < _NOTHING:
        return 1.0
    stem = measure_stem(run.face, glyph.index) * run.size * shown.context.scale
    if stem * pixels.shape[1] / size.page.width < _THIN:
        return math.inf
    return float(contrasts[int(_BEST * (len(contrasts) - 1))])


def _list_pixels(
    pixels: Pixels, size: Size, points: NDArray[np.float64]
) -> NDArray[np.uint8] | None:
    """The pixels around points of a page."""
    points = _choose_points(points, size)
    if not len(points):
        return None
    height, width = pixels.shape[:2]
    columns = points[:, :1] * (width / size.page.width)
    rows = points[:, 1:] * (height / size.page.height)
    steps = np.array([(x * far, y * far) for far in _NEAR for x, y in _AROUND])
    across = np.clip(columns + steps[:, 0], 0, width - 1).astype(np.intp)
    down = np.clip(rows + steps[:, 1], 0, height - 1).astype(np.intp)
    found: NDArray[np.uint8] = pixels[down, across]
    return found


def _choose_points(points: NDArray[np.float64], size: Size) -> NDArray[np.float64]:
    """Those on the page; of very many, some evenly from first to last."""
    inside = (points >= 0).all(axis=1)
    inside &= (points[:, 0] <= size.page.width) & (points[:, 1] <= size.page.height)
    seen = points[inside]
    return seen[:: -(-len(seen) // _MOST_POINTS) or 1]


def measure_edges(contrasts: NDArray[np.float32]) -> float:
    """The contrast of a text's edges, from the contrasts around each of their points."""
    best = np.sort(contrasts.max(axis=1))
    return float(best[int(_UNSEEN * (len(best) - 1))])
