"""Scene items → PDF operators: one exhaustive `match`; a painter decides nothing.

In      items of a scene, the file that holds their fonts, pictures and shadings.
Out     the text of a content stream.
Not here  the file's objects (`render.pdf.document`).

y is flipped here, once, from the scene's top-down to PDF's bottom-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, sin
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.color import Color
from cardgen.core.geometry import Rect, Transform
from cardgen.render.ink_extents import reach_of
from cardgen.render.pdf.color_spaces import TONES, Colors, PictureLook
from cardgen.render.pdf.color_spaces import number as _n
from cardgen.render.pdf.font_embedding import EmbeddedFont
from cardgen.render.pdf.gradients import shading_of
from cardgen.scene import items as scene
from cardgen.scene.items import Bitmap, Blur, Glyphs, Group, Item, Outline, Path, Picture, Stroke
from cardgen.text.fonts import Face

_CAPS = {"butt": 0, "round": 1, "square": 2}
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

    def font(self, face: Face) -> EmbeddedFont: ...

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
        font = self.file.font(run.face)
        shows = [f"BT {self.colors.text(run.color)} /{font.name} {_n(run.size)} Tf"]
        if run.hidden:
            shows = [f"q BT 3 Tr /{font.name} {_n(run.size)} Tf"]
        if run.turns:
            shows += self.turned(run, font)
        start = len(run.glyphs) if run.turns else 0
        for index in range(start + 1, len(run.glyphs) + 1):
            ends = index == len(run.glyphs)
            if ends or abs(run.glyphs[index].y - run.glyphs[start].y) > 1e-6:
                shows.append(
                    self.show(run.glyphs[start:index], font, run.size, silent=run.actual == "")
                )
                start = index
        text = " ".join([*shows, "ET Q" if run.hidden else "ET"])
        if run.actual is None and not run.turns and all(glyph.text for glyph in run.glyphs):
            return text
        return f"{_actual_text(run.text)} BDC {text} EMC"

    def turned(self, run: Glyphs, font: EmbeddedFont) -> Iterator[str]:
        """Each glyph by itself, turned about its pen position."""
        for glyph, turn in zip(run.glyphs, run.turns, strict=True):
            code, _ = font.sign(glyph.index, "" if run.actual == "" else glyph.text)
            c, s = _n(cos(turn)), sin(turn)
            place = f"{_n(glyph.x)} {_n(self.height - glyph.y)}"
            yield f"{c} {_n(-s)} {_n(s)} {c} {place} Tm <{code}> Tj"

    def show(
        self, glyphs: tuple[scene.Glyph, ...], font: EmbeddedFont, size: float, *, silent: bool
    ) -> str:
        first, known = glyphs[0], font.signs
        parts, codes = [], ""
        pen = first.x
        for glyph in glyphs:
            if glyph.x != pen:
                shift = round((pen - glyph.x) / size * 1000, 2)
                if abs(shift) >= 0.01:
                    parts.append(f"<{codes}>" if codes else "")
                    parts.append(_n(shift))
                    codes = ""
                    pen -= shift * size / 1000
            text = "" if silent else glyph.text
            code, advance = known.get((glyph.index, text)) or font.sign(glyph.index, text)
            codes += code
            pen += advance * size / 1000
        array = "".join([*parts, f"<{codes}>"])
        return f"1 0 0 1 {_n(first.x)} {_n(self.height - first.y)} Tm [{array}] TJ"

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
            f"{_JOINS[stroke.join]} j {_n(stroke.miter)} M [{dash}] 0 d"
        )

    def outline(self, outline: Outline) -> str:
        return " ".join(self.segment(segment) for segment in outline)

    def segment(self, segment: scene.Segment) -> str:
        h = self.height
        match segment:
            case scene.Move(x, y):
                return f"{_n(x)} {_n(h - y)} m"
            case scene.Line(x, y):
                return f"{_n(x)} {_n(h - y)} l"
            case scene.Curve(x1, y1, x2, y2, x, y):
                return f"{_n(x1)} {_n(h - y1)} {_n(x2)} {_n(h - y2)} {_n(x)} {_n(h - y)} c"
            case scene.Close():
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
            parts.append(f"{self.outline(group.clip)} W n")
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


def _bare(group: Group) -> Group:
    """The group, where it paints before it is clipped, moved and masked."""
    return replace(group, clip=None, transform=None, mask=())


def _is_group(item: Item) -> bool:
    return isinstance(item, Group)
