"""A face that spares ink: the same layout in another theme.

In      a `Scene`.
Out     a `Scene` of the same size, its texts letter for letter in the same places.
Not here  choosing it (`targets.sheets.target`, `preview`).

White paper is the ground. What fills a whole face, and pictures in the ground, are left out
(not letters and icons of texts that are pictures);
large areas, and all of a ground's ornament, become a light tint with an outline; pictures
fade; what was light on dark gets an outline or turns dark, so that it is seen on white;
display type is lightened as far as it stays easy to read. Small things keep their colors:
they cost little and tell cards apart.

What ink costs is counted as in print: the mean of what three channels lack to white.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.core.color import BLACK, WHITE, Color, contrast_ratio, luminance
from cardgen.core.geometry import Rect, Transform
from cardgen.scene.items import (
    Conic,
    Glyphs,
    Group,
    Item,
    Layer,
    Linear,
    Paint,
    Path,
    Picture,
    Radial,
    Scene,
    Stop,
    Stroke,
)
from cardgen.scene.outlines import Close, Outline, bounds, moved, rectangle

WHOLE = 0.9
"""What covers this share of the trim is ground."""
LARGE = 0.03
"""What covers this share of the trim is an area, and gets a tint."""
TINT = 0.08
"""The most ink of a tint."""
FADED = 0.4
"""How much of a picture is left."""
READABLE, SEEN = 4.5, 3.0
"""Contrast of text and of lines with what is behind them (WCAG 2.1, 1.4.3 and 1.4.11)."""
DISPLAY = 40.0
"""Type from this size on is lightened."""
OUTLINE = 0.6
"""Width of an outline where there was none."""

_LIGHT = 0.18
"""Luminance of middle gray."""
_PALE = 0.7
"""Luminance of tints, and of paper."""
_LOST_BLENDS = frozenset({"screen", "lighten", "overlay"})
"""On white they show nothing."""
_STILL = Transform()


def low_ink(scene: Scene) -> Scene:
    """The same face, sparing ink."""
    theme = _Theme(scene.trim)
    ground = Layer(tuple(theme.items(scene.ground, _Where(in_ground=True))))
    marks = Layer(tuple(theme.items(scene.marks, _Where())))
    if not ground and not marks:
        ground = Layer(tuple(_ghosts(scene.items)))
    return replace(scene, ground=ground, marks=marks)


def _ghosts(items: tuple[Item, ...]) -> Iterator[Item]:
    """A face that is nothing but ground keeps a shadow of it, so that it is told apart."""
    if items:
        yield Group(items, opacity=FADED / 2)


# --- colors ---------------------------------------------------------------------------------


def contrast(one: Color, other: Color) -> float:
    """From 1 (none) to 21."""
    return contrast_ratio(luminance(one), luminance(other))


def ink(color: Color) -> float:
    """0 for white paper, 1 where all inks are full."""
    return 1 - sum(color.unit) / 3


def mixed(one: Color, other: Color, share: float) -> Color:
    """`share` of `other` in `one`."""
    channels = zip(
        (one.red, one.green, one.blue), (other.red, other.green, other.blue), strict=True
    )
    return Color(*(round(a + (b - a) * share) for a, b in channels))


def tint(color: Color) -> Color:
    """The color as light as an area may be."""
    amount = ink(color)
    return color if amount <= TINT else mixed(color, WHITE, 1 - TINT / amount)


def legible(color: Color, behind: Color, least: float) -> Color:
    """The color moved towards black, or on a dark ground white, until it has this contrast."""
    goal = BLACK if luminance(behind) > _LIGHT else WHITE
    steps = (mixed(color, goal, step / 20) for step in range(21))
    return next((one for one in steps if contrast(one, behind) >= least), goal)


def lightened(color: Color, behind: Color, least: float) -> Color:
    """The color moved towards white as far as it keeps this contrast with a light ground."""
    steps = (mixed(color, WHITE, step / 20) for step in range(20, 0, -1))
    darker = (one for one in steps if luminance(one) < luminance(behind))
    return next((one for one in darker if contrast(one, behind) >= least), color)


# --- items -----------------------------------------------------------------------------------


class _Where(Struct, frozen=True):
    """What surrounds an item."""

    transform: Transform = _STILL
    clip: Rect | None = None
    in_ground: bool = False

    def inside(self, group: Group) -> _Where:
        put = self.transform.after(group.transform) if group.transform else self.transform
        clip = self.clip
        if group.clip:
            clip = _shared(bounds(moved(group.clip, put)), clip)
        return _Where(put, clip, self.in_ground)


def _shared(one: Rect | None, other: Rect | None) -> Rect | None:
    """What two boxes share; None is everywhere."""
    if one is None or other is None:
        return one or other
    left, top = max(one.left, other.left), max(one.top, other.top)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Rect(left, top, max(0.0, right - left), max(0.0, bottom - top))


class _Theme(Struct):
    """Goes through a face in painting order, and knows what is behind each item."""

    trim: Rect
    areas: list[tuple[Rect, Color]] = field(default_factory=list)

    def items(self, items: Iterable[Item], where: _Where) -> Iterator[Item]:
        for item in items:
            match item:
                case Glyphs():
                    yield self.glyphs(item, where)
                case Path():
                    yield from self.path(item, where)
                case Picture():
                    yield from self.picture(item, where)
                case Group():
                    yield from self.group(item, where)

    def group(self, group: Group, where: _Where) -> Iterator[Item]:
        if group.blur is not None:
            return  # a shadow costs ink and says nothing
        inner = tuple(self.items(group.items, where.inside(group)))
        blend = "normal" if group.blend in _LOST_BLENDS else group.blend
        if inner:
            yield replace(group, items=inner, blend=blend)

    def glyphs(self, run: Glyphs, where: _Where) -> Glyphs:
        behind = self.behind(_middle(run, where.transform))
        color = run.color
        if run.size >= DISPLAY and luminance(behind) > _PALE:
            color = lightened(color, behind, READABLE)
        return replace(run, color=legible(color, behind, READABLE))

    def picture(self, picture: Picture, where: _Where) -> Iterator[Item]:
        box = self.box(rectangle(picture.rect), where)
        if not picture.of_text and (where.in_ground or self.share(box) >= WHOLE):
            return
        small = picture.bitmap.has_alpha and self.share(box) < LARGE
        yield picture if small else Group((picture,), opacity=FADED)

    def path(self, path: Path, where: _Where) -> Iterator[Item]:
        if path.of_text and path.stroke is not None:
            return  # letters that are dark on white need no line around them
        box = self.box(path.outline, where)
        if path.of_barcode:
            yield path
            return
        share = self.share(box) * _fullness(path.outline)
        stroke = self.stroke(path.stroke, box, where) if path.stroke else None
        if path.fill is None or self.share(box) >= WHOLE:
            fill = None
        elif where.in_ground or share >= LARGE:
            fill = _tinted(path.fill)
        else:
            fill = path.fill
        if isinstance(fill, Color) and stroke is None:
            yield from self.outline(path, fill, box)
        if isinstance(fill, Color):
            self.areas.append((box, fill))
        if fill or stroke:
            yield replace(path, fill=fill, stroke=stroke)

    def outline(self, path: Path, fill: Color, box: Rect) -> Iterator[Path]:
        """A line around what would not be seen on what is behind it. It is painted first, and
        twice as wide, so that none of it shows within an outline that crosses itself."""
        behind = self.behind(box.center)
        if contrast(fill, behind) < SEEN and isinstance(path.fill, Color):
            pen = Stroke(legible(path.fill, behind, SEEN), 2 * OUTLINE, join="round")
            yield replace(path, fill=None, stroke=pen)

    def stroke(self, stroke: Stroke, box: Rect, where: _Where) -> Stroke:
        """A line that is seen, and thin if it would be an area."""
        width, size = stroke.width, abs(where.transform.a) + abs(where.transform.b)
        around = 2 * (box.width + box.height)
        if around * width * size >= LARGE * self.trim.width * self.trim.height:
            width = min(width, OUTLINE / max(size, 0.01))
        paint = legible(stroke.paint, self.behind(box.center), SEEN)
        return replace(stroke, paint=paint, width=width)

    # --- where things are ------------------------------------------------------------------

    def box(self, outline: Outline, where: _Where) -> Rect:
        """What is seen of an outline, in the face's own points."""
        found = bounds(moved(outline, where.transform)) or Rect(0, 0, 0, 0)
        return _shared(_shared(found, where.clip), self.trim) or found

    def share(self, box: Rect) -> float:
        return box.width * box.height / (self.trim.width * self.trim.height)

    def behind(self, point: tuple[float, float]) -> Color:
        """What was painted last at a point: paper, if nothing was."""
        x, y = point
        for box, color in reversed(self.areas):
            if box.left <= x <= box.right and box.top <= y <= box.bottom:
                return color
        return WHITE


def _tinted(paint: Paint) -> Paint:
    match paint:
        case Color():
            return tint(paint)
        case Linear() | Radial() | Conic():
            stops = tuple(Stop(stop.offset, tint(stop.color)) for stop in paint.stops)
            return replace(paint, stops=stops)


def _middle(run: Glyphs, transform: Transform) -> tuple[float, float]:
    """Somewhere in the middle of a line of text."""
    first, last = run.glyphs[0], run.glyphs[-1]
    if run.turns:
        start, end = (
            run.placing(one).apply(run.size / 4, -run.size * 0.3) for one in (first, last)
        )
        return transform.apply((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return transform.apply((first.x + last.x + run.size / 2) / 2, first.y - run.size * 0.3)


def _fullness(outline: Outline) -> float:
    """How much of its box an outline fills, going by its corners and steering points."""
    box = bounds(outline)
    if box is None or box.width * box.height == 0:
        return 0.0
    area, points = 0.0, _points(outline)
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], *points[:1]], strict=True):
        area += x1 * y2 - x2 * y1
    return min(1.0, abs(area) / 2 / (box.width * box.height))


def _points(outline: Outline) -> list[tuple[float, float]]:
    return [(s.x, s.y) for s in outline if not isinstance(s, Close)]
