"""Placed elements → scene items.

In      `Placed` elements with their rectangles.
Out     `Item`s in absolute points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import assert_never

from cardgen.bind.bound_faces import (
    Fill,
    Frame,
    Gradient,
    GroupBox,
    OutlineBox,
    PathBox,
    Pen,
    PictureBox,
    ShapeBox,
    SpaceBox,
    TextBox,
    TextSetting,
)
from cardgen.core.color import Color
from cardgen.core.geometry import Rect, Transform
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.text.placed_text import PlacedIcon, PlacedRun, SetLine
from cardgen.scene import items as scene
from cardgen.scene.items import Item, Outline, Paint, Stroke
from cardgen.svg.drawing import Drawing
from cardgen.svg.drawing import placed as placed_drawing
from cardgen.svg.path_data import read_path


def items_of(placed: PlacedElement) -> tuple[Item, ...]:
    """What an element and all in it put on the page."""
    own = tuple(_own(placed))
    return _framed(placed.box.frame, placed.rect, own) if own else ()


def _framed(frame: Frame, rect: Rect, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Rotate, fade and blend an element as one."""
    if frame.rotate == 0 and frame.opacity == 1 and frame.blend == "normal":
        return items
    turn = _rotation(frame.rotate, rect) if frame.rotate else None
    return (scene.Group(items, None, turn, frame.opacity, frame.blend),)


def _rotation(degrees: float, rect: Rect) -> Transform:
    """Clockwise about the middle of `rect`."""
    x, y = rect.center
    angle = math.radians(degrees)
    turn = Transform(math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle))
    return Transform(e=x, f=y).after(turn).after(Transform(e=-x, f=-y))


def _own(placed: PlacedElement) -> Iterator[Item]:
    box, rect = placed.box, placed.rect
    match box:
        case TextBox():
            yield from _text(placed, box)
        case PictureBox():
            yield from _picture(box, rect)
        case ShapeBox():
            yield from _painted(shape(box, rect), box.fill, box.pen, rect, box.element)
        case PathBox():
            outline = scene.moved(read_path(box.data), _onto(box, rect))
            yield from _painted(outline, box.fill, box.pen, rect, box.element, box.even_odd)
        case OutlineBox():
            yield from _letters(placed, box)
        case SpaceBox():
            return
        case GroupBox():
            yield from _group(placed, box)
        case _:
            assert_never(box)


def _group(placed: PlacedElement, box: GroupBox) -> Iterator[Item]:
    rect = placed.rect
    outline = scene.rounded(rect, box.radius.resolve(min(rect.width, rect.height)))
    yield from _painted(outline, box.fill, box.pen, rect, box.element)
    inner = tuple(item for child in placed.children for item in items_of(child))
    if box.clip and inner:
        yield scene.Group(inner, clip=outline)
    else:
        yield from inner


def paint(fill: Fill, rect: Rect) -> Paint:
    """A fill in place: a gradient runs across the box."""
    if not isinstance(fill, Gradient):
        return fill
    x, y = rect.center
    if fill.radial:
        return scene.Radial((x, y), math.hypot(rect.width, rect.height) / 2, fill.stops)
    angle = math.radians(fill.angle)
    cos, sin = math.cos(angle), math.sin(angle)
    reach = (abs(rect.width * cos) + abs(rect.height * sin)) / 2
    start, end = (x - cos * reach, y - sin * reach), (x + cos * reach, y + sin * reach)
    return scene.Linear(start, end, fill.stops)


def _painted(
    outline: Outline,
    fill: Fill | None,
    pen: Pen | None,
    rect: Rect,
    element: str,
    even_odd: bool = False,
) -> Iterator[Item]:
    if fill is None and pen is None:
        return
    filled = paint(fill, rect) if fill is not None else None
    yield scene.Path(outline, filled, _stroke(pen, rect), even_odd, element)


def _stroke(pen: Pen | None, rect: Rect) -> Stroke | None:
    if pen is None:
        return None
    short = min(rect.width, rect.height)
    width = pen.width.resolve(short)
    return Stroke(pen.color, width, tuple(d.resolve(short) for d in pen.dash)) if width else None


# --- shapes --------------------------------------------------------------------------------


def shape(box: ShapeBox, rect: Rect) -> Outline:
    """The outline of a simple shape that fills `rect`."""
    match box.shape:
        case "ellipse":
            return scene.ellipse(rect)
        case "line":
            return _line(rect)
        case "rectangle":
            return scene.rounded(rect, box.radius.resolve(min(rect.width, rect.height)))
        case "polygon":
            corners = [(x.resolve(rect.width), y.resolve(rect.height)) for x, y in box.points]
            return _polygon([(rect.left + x, rect.top + y) for x, y in corners])
        case name:
            return _named_shape(name, rect)


def _named_shape(name: str, rect: Rect) -> Outline:
    if name not in _POINTS:
        return scene.rectangle(rect)
    return _polygon([_on(rect, x, y) for x, y in _POINTS[name]])


def _star() -> list[tuple[float, float]]:
    """Five points on a circle that touches the box, the inner ones at the golden share."""
    angles = [math.pi * i / 5 - math.pi / 2 for i in range(10)]
    radii = [0.5, 0.191] * 5
    return [
        (0.5 + r * math.cos(a), 0.5 + r * math.sin(a)) for a, r in zip(angles, radii, strict=True)
    ]


_POINTS = {
    "diamond": [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],
    "triangle": [(0.5, 0.0), (1.0, 1.0), (0.0, 1.0)],
    "hexagon": [(0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5)],
    "star": _star(),
}


def _on(rect: Rect, x: float, y: float) -> tuple[float, float]:
    return rect.left + x * rect.width, rect.top + y * rect.height


def _polygon(points: list[tuple[float, float]]) -> Outline:
    rest = tuple(scene.Line(x, y) for x, y in points[1:])
    return (scene.Move(*points[0]), *rest, scene.Close())


def _line(rect: Rect) -> Outline:
    """Along the middle of the longer side."""
    if rect.width >= rect.height:
        y = rect.center[1]
        return scene.Move(rect.left, y), scene.Line(rect.right, y)
    x = rect.center[0]
    return scene.Move(x, rect.top), scene.Line(x, rect.bottom)


def _onto(box: PathBox, rect: Rect) -> Transform:
    """The map from a path's view box onto its rectangle."""
    left, top, width, height = box.view
    sx, sy = rect.width / width, rect.height / height
    if box.keep:
        sx = sy = min(sx, sy)
    dx = rect.left + (rect.width - sx * width) / 2
    dy = rect.top + (rect.height - sy * height) / 2
    return Transform(sx, 0, 0, sy, dx - sx * left, dy - sy * top)


# --- pictures ------------------------------------------------------------------------------


def _picture(box: PictureBox, rect: Rect) -> Iterator[Item]:
    shown = rect if box.fit == "stretch" else _fitted(box, rect)
    whole = _uncropped(shown, box.crop) if box.crop else shown
    art = art_items(box.bitmap, whole, box.color, box.element)
    window = _meet(shown, rect)
    radius = box.radius.resolve(min(window.width, window.height))
    if box.mask:
        yield scene.Group(art, clip=_masked(box.mask, window))
    elif radius or not window.contains(whole, 0.001):
        yield scene.Group(art, clip=scene.rounded(window, radius))
    else:
        yield from art


def art_items(
    art: scene.Bitmap | Drawing, rect: Rect, color: Color | None, element: str
) -> tuple[Item, ...]:
    """A picture or a drawing stretched over `rect`."""
    if isinstance(art, scene.Bitmap):
        return (scene.Picture(art, rect, element),)
    return placed_drawing(art, rect, keep=False, color=color)


def _fitted(box: PictureBox, rect: Rect) -> Rect:
    """Where the part shown stands, its proportions kept, about the middle of the box."""
    crop = box.crop or (0.0, 0.0, 1.0, 1.0)
    width, height = box.bitmap.width * crop[2], box.bitmap.height * crop[3]
    across, down = rect.width / width, rect.height / height
    scale = max(across, down) if box.fit == "cover" else min(across, down)
    left = rect.left + (rect.width - width * scale) / 2
    return Rect(left, rect.top + (rect.height - height * scale) / 2, width * scale, height * scale)


def _uncropped(shown: Rect, crop: tuple[float, float, float, float]) -> Rect:
    """Where the whole picture stands, if a part of it fills `shown`."""
    width, height = shown.width / crop[2], shown.height / crop[3]
    return Rect(shown.left - crop[0] * width, shown.top - crop[1] * height, width, height)


def _meet(first: Rect, second: Rect) -> Rect:
    """What two rectangles have in common."""
    left, top = max(first.left, second.left), max(first.top, second.top)
    right, bottom = min(first.right, second.right), min(first.bottom, second.bottom)
    return Rect(left, top, max(0.0, right - left), max(0.0, bottom - top))


def _masked(name: str, rect: Rect) -> Outline:
    return scene.ellipse(rect) if name == "ellipse" else _named_shape(name, rect)


# --- text ----------------------------------------------------------------------------------


def _text(placed: PlacedElement, box: TextBox) -> Iterator[Item]:
    block, rect, setting = placed.block, placed.rect, box.setting
    if block is None or not block.lines:
        return
    room = rect.height - block.height
    down = {"top": 0.0, "middle": room / 2, "bottom": room}[setting.valign]
    if setting.baseline is not None:
        down = setting.baseline.resolve(rect.height) - block.lines[0].baseline
    down += snap(setting, rect.top + down + block.lines[0].baseline)
    for line in block.lines:
        centered = setting.optical and setting.align == "center"
        shift = _optical(line, rect.width) if centered else 0.0
        yield from line_items(line, rect.left + shift, rect.top + down, box.element)


def snap(setting: TextSetting, baseline: float) -> float:
    """How far down a first baseline has to go to stand on the grid."""
    if not setting.grid:
        return 0.0
    return -baseline % setting.grid


def line_items(line: SetLine, left: float, top: float, element: str) -> Iterator[Item]:
    x, y = left + line.left, top + line.baseline
    for part in line.parts:
        if isinstance(part, PlacedIcon):
            icon = part.icon
            drop = part.height * icon.drop / icon.height
            rect = Rect(x + part.x, y - part.height + drop, part.width, part.height)
            yield from art_items(icon.bitmap, rect, icon.color, element)
        else:
            glyphs = tuple(
                scene.Glyph(glyph.index, x + glyph.x, y + glyph.y, glyph.text)
                for glyph in part.glyphs
            )
            yield scene.Glyphs(
                part.run.face, part.size, part.run.color, glyphs, element, part.actual
            )


def _optical(line: SetLine, measure: float) -> float:
    """How far to move a centerd line so that its ink, not its advance, is centerd."""
    inks = [ink for part in line.parts if isinstance(part, PlacedRun) for ink in _inks(part)]
    if not inks:
        return 0.0
    left, right = min(ink[0] for ink in inks), max(ink[1] for ink in inks)
    return measure / 2 - (line.left + (left + right) / 2)


def _inks(part: PlacedRun) -> Iterator[tuple[float, float]]:
    for glyph in part.glyphs:
        ink = part.run.face.ink(glyph.index)
        if ink is not None:
            yield glyph.x + ink[0] * part.size, glyph.x + ink[2] * part.size


# --- letters as shapes -----------------------------------------------------------------------


def _letters(placed: PlacedElement, box: OutlineBox) -> Iterator[Item]:
    outline = letter_outline(box, placed.rect)
    if not outline:
        return
    fill = paint(box.fill, placed.rect) if box.fill is not None else None
    if fill is not None:
        yield scene.Path(outline, fill, None, False, box.element)
    inner = tuple(item for child in placed.children for item in items_of(child))
    if inner:
        yield scene.Group(inner, clip=outline)
    stroke = _stroke(box.pen, placed.rect)
    if stroke is not None:
        yield scene.Path(outline, None, stroke, False, box.element)


def letter_outline(box: OutlineBox, rect: Rect) -> Outline:
    """The letters' outline, scaled so that its ink fits the middle of `rect`."""
    segments = tuple(_drawn(box))
    ink = scene.bounds(segments)
    if ink is None or not ink.width or not ink.height:
        return ()
    scale = min(rect.width / ink.width, rect.height / ink.height)
    dx = rect.center[0] - scale * ink.center[0]
    dy = rect.center[1] - scale * ink.center[1]
    return scene.moved(segments, Transform(scale, 0, 0, scale, dx, dy))


def _drawn(box: OutlineBox) -> Iterator[scene.Segment]:
    from cardgen.text.shaping import shape as shape_text

    x = 0.0
    for glyph in shape_text(box.face, box.text).glyphs if box.text else ():
        for segment in glyph_outline(box.face.outline(glyph.index)):
            yield scene.moved((segment,), Transform(e=x))[0]
        x += glyph.advance * box.face.upem


Command = tuple[str, tuple[tuple[float, float], ...]]


def glyph_outline(commands: Iterable[Command]) -> Iterator[scene.Segment]:
    """Pen commands in font units, y up, as segments with y down."""
    here = (0.0, 0.0)
    for name, points in commands:
        flipped = [(x, -y) for x, y in points]
        match name:
            case "move":
                yield scene.Move(*flipped[0])
            case "line":
                yield scene.Line(*flipped[0])
            case "cubic":
                yield scene.Curve(*flipped[0], *flipped[1], *flipped[2])
            case "quadratic":
                yield from _quadratic(here, flipped)
            case _:
                yield scene.Close()
        here = flipped[-1] if flipped else here


def _quadratic(
    start: tuple[float, float], points: list[tuple[float, float]]
) -> Iterator[scene.Segment]:
    """A TrueType spline: points between two control points lie half-way."""
    controls, end = points[:-1], points[-1]
    for index, control in enumerate(controls):
        following = controls[index + 1] if index + 1 < len(controls) else None
        stop = end
        if following is not None:
            stop = (control[0] + following[0]) / 2, (control[1] + following[1]) / 2
        first = (
            start[0] + 2 / 3 * (control[0] - start[0]),
            start[1] + 2 / 3 * (control[1] - start[1]),
        )
        second = stop[0] + 2 / 3 * (control[0] - stop[0]), stop[1] + 2 / 3 * (control[1] - stop[1])
        yield scene.Curve(*first, *second, *stop)
        start = stop
