"""Can the text be read: its color against what is really behind it.

In      a face's pixels, the marks of its texts.
Out     `FaceFault`s.

What is behind a text is taken from the raster, so that textures, pictures, gradients and
halos count as they are printed. A run of glyphs is looked at in tiles about one and a half
lines wide. In each tile, pixels are ordered by their contrast with the text's own color:
the lowest are the letters, the highest are what they stand on. The pixel at three quarters
stands for the ground, and the worst tile for the run.

Source  W3C, Web Content Accessibility Guidelines 2.2, 1.4.3 and the definitions of
        relative luminance and contrast ratio. Departure: 14 pt counts as large whatever
        its weight, where WCAG asks for bold below 18 pt: print is sharper than screens.

Limits  Letters that cover over three quarters of a tile (a row of black squares) are taken
        for the ground. A dark spot narrower than about a letter goes unseen. Text mixed in
        by another blend mode than `normal`, and ornaments, which say nothing, are left out.
        Text that something later covers is judged against what covers it; below a
        veil see `check.rules.press.veiled_texts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.bind.bound_elements import TextBox
from cardgen.check.engine.face_rules import PixelRule
from cardgen.check.engine.ink_marks import InkMark, ItemOnPage
from cardgen.check.engine.letter_edges import has_edges, list_edge_pixels, measure_edges
from cardgen.check.engine.luminances import measure_luminances
from cardgen.check.engine.painted_area import measure_common_area
from cardgen.check.engine.painted_light import FaceLight, find_least_contrast
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace
from cardgen.core.color import LINEAR_LIGHT, Color, contrast_ratio, luminance
from cardgen.core.geometry import Rect
from cardgen.core.late_import import import_late
from cardgen.core.sizes import Size
from cardgen.scene.items import Glyphs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardgen.render.raster.pixel_arrays import Pixels
else:
    np = import_late("numpy")

GOOD, GOOD_LARGE, UNREADABLE = 4.5, 3.0, 2.0
LARGE = 14.0
REVERSED = 8.0
"""Light text on a dark ground should be this large."""
FADED = 0.5
"""Text below this opacity is decoration."""
_DOUBLED = 0.5
"""A text that shares so much of its box with the same words above it is their shadow."""
_ROOM = 0.15
"""How much around a text is looked at, of its size."""
_LINE = 1.2
"""The height of a line, in sizes."""
_CERTAIN = 1.05
"""How far above what is wanted a contrast must be to need no pixels: edges mix two colors."""
DARK = 0.18
"""Luminance of middle gray: a darker ground takes so much ink that thin letters fill."""

ORNAMENTS = frozenset("❦❧☙❡⁂❖✽❁❀·•∙…—–-|/*~") | {chr(c) for c in range(0x1F650, 0x1F680)}


class Contrast(PixelRule):
    """Text that stands out too little from what is behind it."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "low-contrast",
            "text stands out too little from what is behind it",
            "Games are played in the evening, by people of all ages, at arm's length. Text with a "
            "contrast below 4.5:1 (3:1 from 14 pt on) tires; below 2:1 it is not read. It is "
            "measured on the printed face, against the texture or picture behind the text.",
            "Make the text darker or the ground lighter (or the other way round), or put a panel "
            "under the text.",
            "warning",
        ),
        Explanation(
            "reversed-small-text",
            "small light text stands on a dark ground",
            "Light letters in a dark ground are holes in the ink, and ink spreads: thin strokes "
            "and serifs below 8 pt fill up, the more so where several inks make the dark.",
            "Set it at 8 pt or more, in a bolder face, or dark on light.",
            "warning",
            style=True,
        ),
    )

    def needs_pixels(self, face: CheckedFace, light: FaceLight) -> bool:
        return not stands_out(light)

    def find_in_pixels(self, face: CheckedFace, pixels: Pixels) -> Iterable[FaceFault]:
        return find_contrast_faults(face, pixels)

    def find_where_unsure(
        self, face: CheckedFace, pixels: Pixels, light: FaceLight
    ) -> Iterable[FaceFault]:
        return find_contrast_faults(face, pixels, _list_certain(light))


def stands_out(light: FaceLight) -> bool:
    """Whether it is certain that every text of a face is easily read."""
    return all(_is_easy(light, number, run) for number, run in _list_runs(light))


def stands_out_by(least: float, light: FaceLight, counts: Callable[[Glyphs], bool]) -> bool:
    """Whether it is certain that every text of a page that counts has at least this contrast."""
    return all(_is_certain(light, number, run, least) for number, run in _list_runs(light, counts))


class _Run(Struct, frozen=True):
    """A run of glyphs on the page."""

    color: Color
    size: float
    box: Rect
    solid: bool


_RunPlace = tuple[str, Color, Rect | None]
"""The element, the color and the box of a run: a text with a shadow has two in one place."""


def _list_certain(light: FaceLight) -> frozenset[_RunPlace]:
    """Where runs are of which it is certain that they are easily read, as are all in their
    place."""
    certain: dict[_RunPlace, bool] = {}
    for number, run in _list_runs(light):
        one = light.painted[number]
        assert isinstance(one.item, Glyphs)
        place = one.item.element, one.item.color, one.box
        certain[place] = certain.get(place, True) and _is_easy(light, number, run)
    return frozenset(place for place, easy in certain.items() if easy)


def _list_runs(
    light: FaceLight, counts: Callable[[Glyphs], bool] = lambda _: True
) -> Iterator[tuple[int, _Run]]:
    """All that is written over the ground and counts, by its place among what is painted."""
    for number, one in enumerate(light.painted):
        if isinstance(one.item, Glyphs) and counts(one.item):
            size = one.item.size * one.context.scale
            solid = one.context.opacity == 1 and not one.context.masked
            yield number, _Run(one.item.color, size, one.box.inset_by(-_ROOM * size), solid)


def _is_certain(light: FaceLight, number: int, run: _Run, least: float) -> bool:
    if not run.solid:
        return False
    low, high = light.find_range(run.box, _LINE * run.size, run.color, (number,))
    return find_least_contrast(luminance(run.color), low, high) >= _CERTAIN * least


def _is_easy(light: FaceLight, number: int, run: _Run) -> bool:
    """Whether it is certain that a text is easily read: dark enough, or light enough, and not small
    and light on dark."""
    if not run.solid:
        return False
    low, high = light.find_range(run.box, _LINE * run.size, run.color, (number,))
    own = luminance(run.color)
    if run.size < REVERSED and low < min(DARK, own):
        return False
    return find_least_contrast(own, low, high) >= _CERTAIN * _find_least_wanted(run.size)


class TextGround(Struct, frozen=True):
    """What a run stands on where it is hardest to read."""

    contrast: float
    luminance: float


def find_contrast_faults(
    face: CheckedFace, pixels: Pixels, certain: frozenset[_RunPlace] = frozenset()
) -> Iterator[FaceFault]:
    """Texts of a face that stand out too little, or are light, small and on dark.

    Args:
        face: The face.
        pixels: As it is printed.
        certain: Runs at which nothing needs to be looked at.
    """
    texts = [mark for mark in face.marks if isinstance(mark.box, TextBox)]
    for index, mark in enumerate(texts):
        if not any(_is_shadow_of(mark, later) for later in texts[index + 1 :]):
            for shown in mark.shown:
                run = shown.item
                if not isinstance(run, Glyphs) or _is_left_out(shown, run):
                    continue
                if (run.element, run.color, shown.rect) not in certain:
                    yield from _check_run(face, pixels, mark, shown, run)


def _is_shadow_of(mark: InkMark, later: InkMark) -> bool:
    """Whether the same words are printed over a text, nearly in its place."""
    one, other = mark.rect, later.rect
    if one is None or other is None or _words_of(mark) != _words_of(later):
        return False
    return measure_common_area(one, other) > _DOUBLED * one.width * one.height


def _words_of(mark: InkMark) -> list[str]:
    return [shown.item.text for shown in mark.shown if isinstance(shown.item, Glyphs)]


def _is_left_out(shown: ItemOnPage, run: Glyphs) -> bool:
    text = "".join(glyph.text for glyph in run.glyphs)
    return shown.context.blend != "normal" or all(c in ORNAMENTS or c.isspace() for c in text)


def _check_run(
    face: CheckedFace, pixels: Pixels, mark: InkMark, shown: ItemOnPage, run: Glyphs
) -> Iterator[FaceFault]:
    size = run.size * shown.context.scale
    box = shown.rect
    patch = cut_patch(pixels, face.size, box.inset_by(-_ROOM * size)) if box else None
    if patch is None:
        return
    ground = find_ground(patch, run.color, shown.context.opacity)
    if has_edges(mark) or run.turns:
        around = list_edge_pixels(pixels, face.size, shown)
        ground = _with_edges(ground, around, run.color, alone=bool(run.turns))
    yield from _report_low_contrast(face, mark, shown, size, ground)
    own = measure_luminance(run.color)
    if size < REVERSED - 0.005 and ground.luminance < DARK and own > ground.luminance:
        message = f"`{mark.name}` is light text of {size:.3g} pt on a dark ground"
        hint = f"set it at {REVERSED:g} pt or more, or bolder"
        yield make_fault(
            "reversed-small-text", message, face, mark.box.span, hint=hint, weight=-size
        )


def is_of_its_ground(face: CheckedFace, pixels: Pixels, shown: ItemOnPage) -> bool:
    """Whether a run of letters has nearly the color of what it stands on."""
    run = shown.item
    return isinstance(run, Glyphs) and find_lack(face, pixels, shown, run.color) is not None


def find_lack(face: CheckedFace, pixels: Pixels, shown: ItemOnPage, color: Color) -> float | None:
    """The contrast of a run of letters, as if it had this color; None if it is enough."""
    run = shown.item
    if not isinstance(run, Glyphs) or shown.rect is None or _is_left_out(shown, run):
        return None
    size = run.size * shown.context.scale
    patch = cut_patch(pixels, face.size, shown.rect.inset_by(-_ROOM * size))
    if patch is None:
        return None
    ground = find_ground(patch, color, shown.context.opacity)
    return ground.contrast if ground.contrast < _find_least_wanted(size) else None


def _with_edges(
    ground: TextGround, around: NDArray[np.uint8] | None, color: Color, *, alone: bool
) -> TextGround:
    """What a text stands on, if its letters are set off by what is drawn around them; with
    `alone`, as for letters along a curve, the box around them all says nothing."""
    if around is None:
        return ground
    edges = measure_contrasts(measure_luminances(around), measure_luminance(color))
    return TextGround(
        max(0.0 if alone else ground.contrast, measure_edges(edges)), ground.luminance
    )


def _report_low_contrast(
    face: CheckedFace, mark: InkMark, shown: ItemOnPage, size: float, ground: TextGround
) -> Iterator[FaceFault]:
    least = _find_least_wanted(size)
    if ground.contrast >= least or not isinstance(shown.item, Glyphs):
        return
    color = shown.item.color
    message = (
        f"`{mark.name}` in {color} has a contrast of {format_ratio(ground.contrast)}:1 "
        "with what is behind it"
    )
    yield make_fault(
        "low-contrast",
        message,
        face,
        mark.box.span,
        hint=_suggest_color(color, ground.luminance, least, shown.context.opacity),
        severity="error" if ground.contrast < UNREADABLE else "warning",
        weight=-ground.contrast,
    )


def _find_least_wanted(size: float) -> float:
    return GOOD_LARGE if size >= LARGE - 0.005 else GOOD


def format_ratio(ratio: float) -> str:
    """Cut, not rounded: 4.49 is not 4.5."""
    return f"{int(ratio * 10) / 10:g}"


def cut_patch(pixels: Pixels, size: Size, box: Rect) -> Pixels | None:
    """The pixels of a box, the longer way across; None if it is off the page."""
    height, width = pixels.shape[:2]
    across, down = width / size.page.width, height / size.page.height
    left, right = max(0, int(box.left * across)), min(width, int(box.right * across) + 1)
    top, bottom = max(0, int(box.top * down)), min(height, int(box.bottom * down) + 1)
    if right - left < 2 or bottom - top < 2:
        return None
    patch = pixels[top:bottom, left:right]
    return patch if right - left >= bottom - top else patch.transpose(1, 0, 2)


def find_ground(patch: Pixels, color: Color, opacity: float = 1.0) -> TextGround:
    """What a text of this color stands on, where it stands out least.

    Args:
        patch: The pixels around one line of text, at least as wide as high.
        color: The text's own color.
        opacity: How solid the text is; the ground shows through the rest of it.
    """
    light = measure_luminances(patch)
    height, width = light.shape
    count = max(1, round(width / (1.5 * height)))
    tile = width // count
    cells = light[:, : count * tile].reshape(height, count, tile).transpose(1, 0, 2)
    tiles = cells.reshape(count, -1)
    ratios = measure_contrasts(tiles, measure_luminance(color))
    at = int(0.75 * (ratios.shape[1] - 1))
    chosen = np.argpartition(ratios, at, axis=1)[:, at]
    rows = np.arange(count)
    worst = int(np.argmin(ratios[rows, chosen]))
    ground = float(tiles[worst, chosen[worst]])
    ink = measure_luminance(_mix(color, ground, opacity))
    return TextGround(contrast_ratio(ink, ground), ground)


def _mix(color: Color, ground: float, opacity: float) -> Color:
    """A translucent color over a ground of this luminance, as it is painted."""
    if opacity >= 1:
        return color
    gray = min(range(256), key=lambda level: abs(LINEAR_LIGHT[level] - ground))
    channels = (color.red, color.green, color.blue)
    return Color(*(round(gray + (channel - gray) * opacity) for channel in channels))


# --- WCAG ----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def measure_luminance(color: Color) -> float:
    """Relative luminance of a color: black 0, white 1."""
    pixel = np.array([[[color.red, color.green, color.blue]]], np.uint8)
    return float(measure_luminances(pixel)[0, 0])


def measure_contrasts(light: NDArray[np.float32], own: float) -> NDArray[np.float32]:
    """The contrast ratio of many luminances with one."""
    apart: NDArray[np.float32] = (light + np.float32(0.05)) / np.float32(own + 0.05)
    return np.maximum(apart, 1 / apart)


def _suggest_color(color: Color, ground: float, least: float, opacity: float) -> str:
    """A color of the same hue that would do, as solid as the text is."""
    darker = contrast_ratio(0.0, ground) >= contrast_ratio(1.0, ground)
    word, end = ("darker", 0) if darker else ("lighter", 255)
    for step in range(1, 21):
        channels = (color.red, color.green, color.blue)
        mixed = Color(*(round(c + (end - c) * step / 20) for c in channels))
        seen = _mix(mixed, ground, opacity)
        if contrast_ratio(measure_luminance(seen), ground) >= least:
            return f"make it {word}: `{mixed}` would have {least:g}:1"
    if opacity < 1:
        return "make it more solid: an `opacity` nearer to 1"
    return "change what is behind it, or put a panel under the text"
