"""What stands near the cut: text, pictures and frames, and whether the bleed is painted.

In      an element's `Mark`; of the bleed, a face's pixels.
Out     `Fault`s.

Cards are cut in stacks, and the stack drifts. A print service promises 1.5 mm or so; what
is nearer to the cut is cut off on some cards, and whatever runs along it looks crooked.

Distances are taken from the component's own outline: a circle's safe zone is a circle. Of
circles and hexagons only what lies wholly inside the bleed is held against the drift: an
edge that crosses the outline is no edge along it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cardgen.bind.tree import Group, PictureBox, ShapeBox, TextBox
from cardgen.check.fold import Fault, fault
from cardgen.check.marks import Mark, Shown, glyph_rects, mapped
from cardgen.check.rule import Face, Rule, Subject
from cardgen.diagnostics import Span
from cardgen.geometry import POINTS_PER_MM, Rect
from cardgen.render.png import Pixels
from cardgen.scene import Glyphs, Path
from cardgen.sizes import Size, millimetres

DRIFT = 1.5 * POINTS_PER_MM
"""How far a cut may drift; what services promise is between 1 and 2 mm."""
FRAME = 3.0 * POINTS_PER_MM
"""A border as wide as this may lose half of itself to drift and still look meant."""
SLACK = 0.1 * POINTS_PER_MM
"""Ink over a limit by less than this is nobody's loss: overshoot of round letters."""
REACH = 0.2 * POINTS_PER_MM
"""What stops short of the bleed's edge by less than this counts as reaching it."""

RULES = (
    Rule(
        "text-outside-safe",
        "text or an icon in a text stands outside the safe zone",
        "Cutting drifts. The safe zone is what a service promises never to cut into; a letter "
        "outside it is cut off on some of the printed cards, or touches their edge.",
        "Move the text inwards, set it smaller, or put the element into the `safe:` part of its "
        "layout. Text that is mere decoration and may be cut can be silenced by its element.",
    ),
    Rule(
        "near-trim",
        "a picture or panel ends near the cut",
        "An edge within 1.5 mm of the cut is cut off on some cards and leaves a sliver of the "
        "background on others. Text this near is reported as `text-outside-safe`.",
        "Let it run through the cut to the edge of the bleed (put it into `bleed:`), or keep it "
        "3 mm away from the cut.",
        "warning",
    ),
    Rule(
        "thin-frame",
        "a thin frame or border runs along the cut",
        "A cut that drifts by 1 mm makes a 2 mm border 3 mm wide on one side and 1 mm on the "
        "other. Nobody sees drift on a full-bleed picture; everybody sees it on a frame.",
        "Drop the frame, move it at least 3 mm inwards, or make the border 3 mm wide or more.",
        "warning",
    ),
    Rule(
        "bleed-missing",
        "the background does not reach the edge of the bleed",
        "The cut never falls exactly on its line. Where the paint stops short of the bleed's "
        "edge, a drift to the outside leaves a white sliver along the card.",
        "Paint beyond the cut on all sides: put the background into the layout's `bleed:` part, "
        "without a width and height of its own.",
    ),
)


# --- outlines ------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _sides(size: Size) -> tuple[tuple[float, float, float], ...]:
    """Pairs of opposite sides: a unit normal, and how far they are from the middle."""
    half_width, half_height = size.trim.width / 2, size.trim.height / 2
    if size.shape != "hexagon":
        return (1.0, 0.0, half_width), (0.0, 1.0, half_height)
    long = math.hypot(half_height, half_width / 2)
    across, down = half_height / long, half_width / 2 / long
    far = half_width * across
    return (0.0, 1.0, half_height), (across, down, far), (across, -down, far)


def overshoot(size: Size, inset: float, x: float, y: float) -> float:
    """How far a point lies outside the cut's outline moved inwards by `inset`, in points.

    Negative inside. Beyond a corner it is the distance to the farther side.
    """
    if size.tab is not None:
        return min(_beyond(box, x, y) for box in _bodies(size)) + inset
    middle_x, middle_y = size.trim_box.center
    dx, dy = x - middle_x, y - middle_y
    if size.shape == "circle":
        return math.hypot(dx, dy) - size.trim.width / 2 + inset
    return max(abs(nx * dx + ny * dy) - far for nx, ny, far in _sides(size)) + inset


def _bodies(size: Size) -> tuple[Rect, Rect]:
    """A divider's body, and its tab drawn down into it."""
    assert size.tab is not None
    trim, tab = size.trim_box, size.tab
    return size.body_box, Rect(trim.left + tab.left, trim.top, tab.width, trim.height)


def _beyond(box: Rect, x: float, y: float) -> float:
    return max(box.left - x, x - box.right, box.top - y, y - box.bottom)


def _corners(rect: Rect) -> tuple[tuple[float, float], ...]:
    left, top, right, bottom = rect.left, rect.top, rect.right, rect.bottom
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _farthest(size: Size, inset: float, rect: Rect) -> float:
    return max(overshoot(size, inset, x, y) for x, y in _corners(rect))


def _gaps(rect: Rect, trim: Rect) -> dict[str, float]:
    """How far each side of `rect` lies inside the cut."""
    return {
        "left": rect.left - trim.left,
        "top": rect.top - trim.top,
        "right": trim.right - rect.right,
        "bottom": trim.bottom - rect.bottom,
    }


def _at(size: Size, rect: Rect) -> str:
    """Where `rect` comes nearest to the cut, in words."""
    if size.shape != "rectangle":
        return "the edge"
    gaps = _gaps(rect, size.trim_box)
    return f"the {min(gaps, key=lambda side: gaps[side])}"


def _listed(sides: Sequence[str]) -> str:
    return " and ".join(sides) if len(sides) < 3 else f"{', '.join(sides[:-1])} and {sides[-1]}"


# --- text ----------------------------------------------------------------------------------


def text_outside_safe(face: Face, mark: Mark) -> Iterator[Fault]:
    """Ink of glyphs and icons that leaves the safe zone."""
    if not isinstance(mark.box, TextBox):
        return
    size = face.size
    worst, place = 0.0, Rect(0, 0, 0, 0)
    for shown in mark.shown:
        over, rect = _outside(size, shown)
        if over > worst:
            worst, place = over, rect
    if worst > SLACK:
        by = f"{millimetres(worst):g} mm"
        message = f"`{mark.name}` stands {by} outside the safe zone at {_at(size, place)}"
        hint = f"move it {by} inwards, or set it smaller"
        yield fault(
            "text-outside-safe",
            message,
            face,
            mark.box.span,
            hint=hint,
            severity="error",
            weight=worst,
        )


def _outside(size: Size, shown: Shown) -> tuple[float, Rect]:
    """How far an item leaves the safe zone, and the box that does: a glyph's, if round."""
    rect = shown.rect
    if rect is None:
        return 0.0, Rect(0, 0, 0, 0)
    over = _farthest(size, size.safe, rect)
    if over <= SLACK or size.shape == "rectangle" or not isinstance(shown.item, Glyphs):
        return over, rect
    boxes = [mapped(box, shown.around.turn) for box in glyph_rects(shown.item)]
    return max(((_farthest(size, size.safe, box), box) for box in boxes), key=lambda pair: pair[0])


# --- panels and frames ---------------------------------------------------------------------


def near_trim(face: Face, mark: Mark) -> Iterator[Fault]:
    """A side of a picture or filled panel that is neither clear of the cut nor beyond it."""
    rect = mark.rect
    if rect is None or not _is_panel(mark) or _is_border(face.size, rect):
        return
    sides = _near(face.size, rect)
    if sides:
        where = _listed(sides)
        message = f"`{mark.name}` ends within 1.5 mm of the cut at {where}"
        hint = (
            "let it run to the edge of the bleed, "
            f"{millimetres(face.size.bleed):g} mm beyond the cut, or keep it 3 mm inside"
        )
        yield fault("near-trim", message, face, mark.box.span, hint=hint, weight=len(sides))


def _is_panel(mark: Mark) -> bool:
    match mark.box:
        case PictureBox():
            return True
        case ShapeBox(shape="rectangle", fill=fill) | Group(fill=fill):
            return fill is not None and mark.shown[0].around.turn is None
        case _:
            return False


def _near(size: Size, rect: Rect) -> list[str]:
    if size.shape != "rectangle":
        inside_bleed = _farthest(size, REACH - size.bleed, rect) < 0
        return ["the edge"] if inside_bleed and _farthest(size, DRIFT, rect) > 0 else []
    gaps = _gaps(rect, size.trim_box)
    return [f"the {side}" for side, gap in gaps.items() if REACH - size.bleed < gap < DRIFT - 0.01]


def _is_border(size: Size, rect: Rect) -> bool:
    """Whether a panel leaves a thin border all around."""
    gaps = _gaps(rect, size.trim_box).values()
    return size.shape == "rectangle" and all(SLACK < gap < FRAME - 0.01 for gap in gaps)


def thin_frame(face: Face, mark: Mark) -> Iterator[Fault]:
    """A line or the border that a panel leaves, near the cut on all four sides."""
    size = face.size
    rect = mark.rect
    if size.shape != "rectangle" or rect is None:
        return
    found = _line_frame(size, mark)
    if found is None and _is_panel(mark) and _is_border(size, rect):
        gap = min(_gaps(rect, size.trim_box).values())
        found = gap, f"`{mark.name}` leaves a border of {millimetres(gap):g} mm along the cut"
    if found:
        hint = "move it 3 mm or more inwards, or let it run into the bleed"
        yield fault("thin-frame", found[1], face, mark.box.span, hint=hint, weight=-found[0])


def _line_frame(size: Size, mark: Mark) -> tuple[float, str] | None:
    """How near a stroked frame is to the cut, and what to say of it."""
    if not isinstance(mark.box, ShapeBox | Group) or mark.shown[0].around.turn is not None:
        return None
    if isinstance(mark.box, ShapeBox) and mark.box.shape != "rectangle":
        return None
    item, rect = mark.shown[0].item, mark.rect
    if rect is None or not isinstance(item, Path) or item.stroke is None:
        return None
    outer = _gaps(rect, size.trim_box).values()
    inner = [gap + item.stroke.width for gap in outer]
    seen = [inside - max(0.0, gap) for gap, inside in zip(outer, inner, strict=True)]
    if max(outer) >= FRAME - 0.01 or min(seen) <= 0 or max(seen) >= FRAME:
        return None
    gap = max(0.0, min(outer))
    line = f"the line around `{mark.name}` is {millimetres(min(seen)):g} mm wide"
    return gap, f"{line} and {millimetres(gap):g} mm from the cut"


# --- bleed ---------------------------------------------------------------------------------

_RAYS = 1440
_BARE, _PAINTED = 254, 245
_SHARE = 0.02
"""Less than this share of a card's outline may be bare: grain of a light paper."""


def bleed_missing(subject: Subject, face: Face, pixels: Pixels) -> Iterator[Fault]:
    """Bare white at the bleed's edge beside paint inside the cut.

    The face is looked at along rays from its middle, at the edge of the bleed and just
    inside the cut. Limits: a background that is meant to turn white outside the cut looks
    the same, and so does paint whose lightest parts are as white as paper.
    """
    edge = _levels(pixels, face.size, -face.size.bleed)
    inside = _levels(pixels, face.size, 0.0)
    bare = (edge >= _BARE) & (inside < _PAINTED)
    if bare.mean() > _SHARE:
        sides = _bare_sides(face.size, bare)
        message = f"the background does not reach the edge of the bleed at {_listed(sides)}"
        hint = f"paint {millimetres(face.size.bleed):g} mm beyond the cut: use the `bleed:` part"
        place = layout_place(subject, face)
        yield fault(
            "bleed-missing", message, face, place, hint=hint, severity="error", weight=len(sides)
        )


def layout_place(subject: Subject, face: Face) -> Span:
    """Where the face's layout begins: its name."""
    layouts = subject.spec.layouts
    node = layouts.node.value("layouts") if layouts.node else None
    key = getattr(node, "entries", {}).get(face.bound.layout)
    return key[0].span if key else face.bound.span


def _bare_sides(size: Size, bare: NDArray[np.bool_]) -> list[str]:
    if size.shape != "rectangle":
        return ["the edge"]
    names = _side_names(size)
    counts = {name: int(bare[names == name].sum()) for name in ("left", "top", "right", "bottom")}
    least = _SHARE * _RAYS / 4
    return [f"the {name}" for name, count in counts.items() if count > least] or ["a corner"]


@lru_cache(maxsize=64)
def _side_names(size: Size) -> NDArray[np.str_]:
    """The side that each ray leaves by."""
    across, down = _directions()
    is_flat = np.abs(across) / size.trim.width > np.abs(down) / size.trim.height
    named = np.where(across < 0, "left", "right")
    return np.where(is_flat, named, np.where(down < 0, "top", "bottom"))


@lru_cache(maxsize=1)
def _directions() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    angles = (np.arange(_RAYS) + 0.5) * 2 * math.pi / _RAYS
    return np.cos(angles), np.sin(angles)


def _levels(pixels: Pixels, size: Size, inset: float) -> NDArray[np.uint8]:
    """The darkest channel along the outline, two pixels inside it."""
    rows, columns = _outline(size, inset, pixels.shape[:2])
    levels: NDArray[np.uint8] = pixels[rows, columns].min(axis=1)
    return levels


@lru_cache(maxsize=64)
def _outline(
    size: Size, inset: float, shape: tuple[int, int]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the pixels along the outline moved inwards by `inset`."""
    height, width = shape
    page, (middle_x, middle_y) = size.page, size.trim_box.center
    inset += 2 * page.width / width
    across, down = _directions()
    if size.shape == "circle":
        reach = np.full(_RAYS, size.trim.width / 2 - inset)
    else:
        with np.errstate(divide="ignore"):
            sides = [
                (far - inset) / np.abs(nx * across + ny * down) for nx, ny, far in _sides(size)
            ]
        reach = np.minimum.reduce(sides)
    columns = (middle_x + reach * across) * width / page.width
    rows = (middle_y + reach * down) * height / page.height
    return _whole(rows, height), _whole(columns, width)


def _whole(places: NDArray[np.float64], count: int) -> NDArray[np.intp]:
    return np.clip(places, 0, count - 1).astype(np.intp)
