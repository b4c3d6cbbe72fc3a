"""Scene items → PDF operators: one exhaustive `match`; a painter decides nothing.

In      items of a scene, the file that holds their fonts, pictures and shadings.
Out     the text of a content stream.
Not here  the file's objects (`render.pdf.document`).

y is flipped here, once, from the scene's top-down to PDF's bottom-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import cos, sin
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.color import Color
from cardgen.core.geometry import Rect, Transform
from cardgen.render.ink_extents import reach_of
from cardgen.render.pdf.color_spaces import TONES, Colors, PictureLook
from cardgen.render.pdf.color_spaces import number as _n
from cardgen.render.pdf.font_embedding import TOP_OF_VERTICAL, EmbeddedFont
from cardgen.render.pdf.gradients import shading_of
from cardgen.scene import items as scene
from cardgen.scene import outlines
from cardgen.scene.items import Bitmap, Blur, Glyphs, Group, Item, Path, Picture, Stroke
from cardgen.scene.outlines import Outline
from cardgen.text.fonts import Face

_CAPS = {"butt": 0, "round": 1, "square": 2}
_IN_LINE = 1e-3
"""Points by which glyphs of a vertical line may stand apart, and are still shown at once."""
_LEAST_GAP = 0.005
"""Thousandths of the size by which a glyph stands apart from the one before; less is rounding."""
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def rounded(value: float) -> float:
    """To the ten-thousandth of a point."""
    return round(value, 4)


def matrix(transform: Transform) -> str:
    t = transform
    numbers = (t.a, t.b, t.c, t.d, t.e, t.f)
    return " ".join(f"{value:.6f}".rstrip("0").rstrip(".") for value in numbers)


def _actual_text(text: str) -> str:
    """Marks what is copied instead of the glyphs' own texts (PDF 32000-1, 14.9.4)."""
    return f"/Span << /ActualText <FEFF{text.encode('utf-16-be').hex().upper()}> >>"


class PaintResources(Protocol):
    """What the file gives names to: fonts, pictures, and what else operators refer to."""

    colors: Colors

    def font(self, face: Face, *, down: bool = False) -> EmbeddedFont: ...

    def image(self, bitmap: Bitmap, look: PictureLook = "color") -> str: ...

    def shadow(self, items: tuple[Item, ...], blur: Blur) -> tuple[str, Rect]: ...

    def shading(self, entries: dict[str, Any], mesh: bytes) -> str: ...

    def state(self, opacity: float, blend: str) -> str: ...

    def group(self, operators: str, box: Rect) -> str: ...

    def mask(self, operators: str, box: Rect) -> str: ...


class ItemPainter(Struct):
    """Writes the operators of items; y is flipped here, once, from top-down to bottom-up.

    `look` is what of the items is painted: their colors, their light, or their shape in white.
    """

    file: PaintResources
    height: float
    look: PictureLook = "color"

    @property
    def colors(self) -> Colors:
        return self.file.colors if self.look == "color" else TONES[self.look]

    def paint(self, items: Iterable[Item]) -> str:
        return "\n".join(self.item(item) for item in items)

    def item(self, item: Item) -> str:
        match item:
            case Glyphs():
                return self.glyphs(item)
            case Path():
                return self.path(item)
            case Picture():
                return self.picture(item)
            case Group():
                return self.group(item)

    def glyphs(self, run: Glyphs) -> str:
        """One show operation a baseline: extractors take gaps between operations for spaces."""
        if run.hidden and self.look != "color":
            return ""
        font = self.file.font(run.face, down=run.down)
        begin = f"BT {self.colors.text(run.color)} /{font.name} {_n(run.size)} Tf"
        if run.hidden:
            begin = f"q BT 3 Tr /{font.name} {_n(run.size)} Tf"
        line = _lay_level(run)
        text = " ".join([begin, *self.shows(run, font, line), "ET Q" if run.hidden else "ET"])
        plain = line is not None or not (run.turns or run.down)
        if run.actual is None and plain and all(glyph.text for glyph in run.glyphs):
            return text
        return f"{_actual_text(run.text)} BDC {text} EMC"

    def shows(
        self, run: Glyphs, font: EmbeddedFont, line: tuple[scene.Glyph, ...] | None
    ) -> Iterator[str]:
        """The show operations of a run; `line` are its glyphs as they would be on a level line, if
        it is a straight one that is turned."""
        silent = run.actual == ""
        if line is not None:
            place = self.turn(run.turns[0], run.glyphs[0])
            yield f"{place} Tm {self.row(line, font, run.size, silent=silent)}"
        elif run.down:
            yield from self.stacked(run, font)
        elif run.turns:
            yield from self.turned(run, font)
        else:
            for glyphs in _split_lines(run.glyphs):
                place = f"{_n(glyphs[0].x)} {_n(self.height - glyphs[0].y)}"
                yield f"1 0 0 1 {place} Tm {self.row(glyphs, font, run.size, silent=silent)}"

    def turn(self, angle: float, glyph: scene.Glyph) -> str:
        """The matrix of a glyph that is turned about its pen position."""
        c, s = _n(cos(angle)), sin(angle)
        return f"{c} {_n(-s)} {_n(s)} {c} {_n(glyph.x)} {_n(self.height - glyph.y)}"

    def turned(self, run: Glyphs, font: EmbeddedFont) -> Iterator[str]:
        """Each glyph by itself, turned about its pen position."""
        for glyph, turn in zip(run.glyphs, run.turns, strict=True):
            code, _ = font.sign(glyph.index, "" if run.actual == "" else glyph.text)
            yield f"{self.turn(turn, glyph)} Tm <{code}> Tj"

    def stacked(self, run: Glyphs, font: EmbeddedFont) -> Iterator[str]:
        """Glyphs below each other. The last is shown by itself: PDFium takes lines that begin at
        one height, and are one show operation each, for words of a level line."""
        last = len(run.glyphs) - 1
        shown: list[str] = []
        pen = column = 0.0
        for number, glyph in enumerate(run.glyphs):
            code, advance = font.sign(glyph.index, "" if run.actual == "" else glyph.text)
            x = glyph.x + font.column(advance) * run.size / 1000
            if shown and abs(x - column) < _IN_LINE and number < last:
                gap = round((glyph.y - pen) / run.size * 1000, 2)
                shown += [_n(gap)] if gap else []
                pen += gap * run.size / 1000
            else:
                if shown:
                    yield f"[{''.join(shown)}] TJ"
                shown, column, pen = [], x, glyph.y
                up = self.height + TOP_OF_VERTICAL / 1000 * run.size - glyph.y
                yield f"1 0 0 1 {_n(x)} {_n(up)} Tm"
            shown.append(f"<{code}>")
            pen += run.size
        yield f"[{''.join(shown)}] TJ"

    def row(
        self, glyphs: tuple[scene.Glyph, ...], font: EmbeddedFont, size: float, *, silent: bool
    ) -> str:
        known, pen = font.signs, glyphs[0].x
        shown = ["[<"]
        for glyph in glyphs:
            gap = pen - glyph.x
            if gap and not -_LEAST_GAP < (shift := gap / size * 1000) < _LEAST_GAP:
                shift = round(shift, 2)
                shown.append(f">{_n(shift)}<")
                pen -= shift * size / 1000
            text = "" if silent else glyph.text
            code, advance = known.get((glyph.index, text)) or font.sign(glyph.index, text)
            shown.append(code)
            pen += advance * size / 1000
        shown.append(">] TJ")
        return "".join(shown)

    def path(self, path: Path) -> str:
        outline = self.outline(path.outline)
        gradient = None if isinstance(path.fill, Color) else path.fill
        shaded = self.shaded(outline, gradient, path.even_odd) if gradient else ""
        parts = [self.pen(path.stroke, alone=path.fill is None)] if path.stroke else []
        if isinstance(path.fill, Color):
            parts.append(self.colors.fill(path.fill))
        star = "*" if path.even_odd else ""
        filled = isinstance(path.fill, Color)
        operator = {(True, True): f"B{star}", (True, False): f"f{star}", (False, True): "S"}.get(
            (filled, path.stroke is not None), "n"
        )
        return f"{shaded}q {' '.join(parts)} {outline} {operator} Q"

    def shaded(self, outline: str, gradient: scene.Gradation, even_odd: bool) -> str:
        name = self.file.shading(*shading_of(gradient, self.colors, self.height))
        return f"q {outline} W{'*' if even_odd else ''} n /{name} sh Q "

    def pen(self, stroke: Stroke, *, alone: bool) -> str:
        color = self.colors.line if alone else self.colors.stroke
        dash = " ".join(_n(length) for length in stroke.dash)
        return (
            f"{color(stroke.paint)} {_n(stroke.width)} w {_CAPS[stroke.cap]} J "
            f"{_JOINS[stroke.join]} j {_n(stroke.miter)} M [{dash}] {_n(stroke.offset)} d"
        )

    def outline(self, outline: Outline) -> str:
        return " ".join(self.segment(segment) for segment in outline)

    def segment(self, segment: outlines.Segment) -> str:
        h = self.height
        match segment:
            case outlines.Move(x, y):
                return f"{_n(x)} {_n(h - y)} m"
            case outlines.Line(x, y):
                return f"{_n(x)} {_n(h - y)} l"
            case outlines.Curve(x1, y1, x2, y2, x, y):
                return f"{_n(x1)} {_n(h - y1)} {_n(x2)} {_n(h - y2)} {_n(x)} {_n(h - y)} c"
            case outlines.Close():
                return "h"

    def picture(self, picture: Picture) -> str:
        return self.stretched(self.file.image(picture.bitmap, self.look), picture.rect)

    def stretched(self, image: str, rect: Rect) -> str:
        """Show an image over `rect`."""
        bottom = self.height - rect.bottom
        size = f"{_n(rect.width)} 0 0 {_n(rect.height)}"
        return f"q {size} {_n(rect.left)} {_n(bottom)} cm /{image} Do Q"

    def group(self, group: Group) -> str:
        """Clip and move; fade and blend as one, which takes a form if there are several."""
        parts = ["q"]
        if group.transform:
            flip = Transform(d=-1.0, f=self.height)
            parts.append(f"{matrix(flip.after(group.transform).after(flip))} cm")
        if group.clip:
            star = "*" if group.clip_even_odd else ""
            parts.append(f"{self.outline(group.clip)} W{star} n")
        inner = self.inner(group)
        if group.mask:
            parts.append(f"/{self.mask(group)} gs")
        if group.opacity < 1 or group.blend != "normal":
            blend = group.blend if self.look == "color" else "normal"
            parts.append(f"/{self.file.state(group.opacity, blend)} gs")
        if group.mixes and (group.mask or len(group.items) > 1 or _is_group(group.items[0])):
            name = self.file.group(inner, self.box((_bare(group),)))
            inner = f"/{name} Do"
        return "\n".join([*parts, inner, "Q"])

    def inner(self, group: Group) -> str:
        """What the group holds, or the shadow of that."""
        if group.blur is None:
            return self.paint(group.items)
        return self.stretched(*self.file.shadow(group.items, group.blur))

    def mask(self, group: Group) -> str:
        """The name of the state that shows a group through its mask."""
        box = self.box(group.mask)
        painted = ItemPainter(self.file, self.height, "light" if group.by_light else "shape")
        return self.file.mask(painted.paint(group.mask), box)

    def box(self, items: Iterable[Item]) -> Rect:
        """Where items paint, y up; a form shows nothing outside."""
        found = reach_of(items) or Rect(0, 0, 0, 0)
        return Rect(found.left, self.height - found.bottom, found.width, found.height).inset_by(-1)


def _split_lines(glyphs: tuple[scene.Glyph, ...]) -> Iterator[tuple[scene.Glyph, ...]]:
    """Glyphs of one baseline after the other; nearly always there is one."""
    if len({glyph.y for glyph in glyphs}) == 1:
        yield glyphs
        return
    for _, line in groupby(glyphs, lambda glyph: round(glyph.y, 6)):
        yield tuple(line)


def _lay_level(run: Glyphs) -> tuple[scene.Glyph, ...] | None:
    """The glyphs of a straight line that is turned, as they are before it is; None of others."""
    if not run.turns or any(turn != run.turns[0] for turn in run.turns):
        return None
    back = Transform(cos(run.turns[0]), -sin(run.turns[0]), sin(run.turns[0]), cos(run.turns[0]))
    places = [back.apply(glyph.x, glyph.y) for glyph in run.glyphs]
    if any(abs(y - places[0][1]) > _IN_LINE for _, y in places):
        return None
    placed = zip(run.glyphs, places, strict=True)
    return tuple(scene.Glyph(glyph.index, x, y, glyph.text) for glyph, (x, y) in placed)


def _bare(group: Group) -> Group:
    """The group, where it paints before it is clipped, moved and masked."""
    return replace(group, clip=None, transform=None, mask=())


def _is_group(item: Item) -> bool:
    return isinstance(item, Group)
