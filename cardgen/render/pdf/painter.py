"""Scene items → PDF operators: one exhaustive `match`; a painter decides nothing.

In      items of a scene, the file that holds their fonts, pictures and shadings.
Out     the text of a content stream.
Not here  the file's objects (`render.pdf.document`).

y is flipped here, once, from the scene's top-down to PDF's bottom-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Protocol

from msgspec import Struct
from reportlab.pdfbase import pdfdoc

from cardgen.core.color import Color
from cardgen.core.geometry import Rect, Transform
from cardgen.render.ink_extents import reach_of
from cardgen.render.pdf.color_spaces import Colors, Components
from cardgen.render.pdf.color_spaces import number as _n
from cardgen.render.pdf.font_embedding import EmbeddedFont
from cardgen.scene import items as scene
from cardgen.scene.items import Bitmap, Glyphs, Group, Item, Outline, Path, Picture, Stroke
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

    def image(self, bitmap: Bitmap) -> str: ...

    def shading(self, entries: dict[str, Any]) -> str: ...

    def state(self, opacity: float, blend: str) -> str: ...

    def group(self, operators: str, box: Rect) -> str: ...


class Ink(Struct):
    """Writes the operators of items; y is flipped here, once, from top-down to bottom-up."""

    file: PaintResources
    height: float

    @property
    def colors(self) -> Colors:
        return self.file.colors

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
        font = self.file.font(run.face)
        shows = [f"BT {self.colors.text(run.color)} /{font.name} {_n(run.size)} Tf"]
        start = 0
        for index in range(1, len(run.glyphs) + 1):
            ends = index == len(run.glyphs)
            if ends or abs(run.glyphs[index].y - run.glyphs[start].y) > 1e-6:
                shows.append(
                    self.show(run.glyphs[start:index], font, run.size, silent=run.actual == "")
                )
                start = index
        text = " ".join([*shows, "ET"])
        if run.actual is None and all(glyph.text for glyph in run.glyphs):
            return text
        return f"{_actual_text(run.text)} BDC {text} EMC"

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
        gradient = path.fill if isinstance(path.fill, scene.Linear | scene.Radial) else None
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

    def shaded(self, outline: str, gradient: scene.Linear | scene.Radial, even_odd: bool) -> str:
        name = self.file.shading(self.gradient(gradient))
        return f"q {outline} W{'*' if even_odd else ''} n /{name} sh Q "

    def gradient(self, gradient: scene.Linear | scene.Radial) -> dict[str, Any]:
        ends: tuple[float, ...]
        if isinstance(gradient, scene.Linear):
            kind = 2
            ends = (*self.flipped(*gradient.start), *self.flipped(*gradient.end))
        else:
            kind = 3
            center = self.flipped(*gradient.center)
            ends = (*center, 0.0, *center, gradient.radius)
        return {
            "ShadingType": kind,
            "ColorSpace": self.colors.space,
            "Coords": pdfdoc.PDFArray([rounded(value) for value in ends]),
            "Function": _function(self.colors.ramp(gradient.stops)),
            "Extend": pdfdoc.PDFArray(["true", "true"]),
        }

    def pen(self, stroke: Stroke, *, alone: bool) -> str:
        color = self.colors.line if alone else self.colors.stroke
        dash = " ".join(_n(length) for length in stroke.dash)
        return (
            f"{color(stroke.paint)} {_n(stroke.width)} w {_CAPS[stroke.cap]} J "
            f"{_JOINS[stroke.join]} j {_n(stroke.miter)} M [{dash}] 0 d"
        )

    def flipped(self, x: float, y: float) -> tuple[float, float]:
        return x, self.height - y

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
        name, rect = self.file.image(picture.bitmap), picture.rect
        bottom = self.height - rect.bottom
        size = f"{_n(rect.width)} 0 0 {_n(rect.height)}"
        return f"q {size} {_n(rect.left)} {_n(bottom)} cm /{name} Do Q"

    def group(self, group: Group) -> str:
        """Clip and move; fade and blend as one, which takes a form if there are several."""
        parts = ["q"]
        if group.transform:
            flip = Transform(d=-1.0, f=self.height)
            parts.append(f"{matrix(flip.after(group.transform).after(flip))} cm")
        if group.clip:
            parts.append(f"{self.outline(group.clip)} W n")
        inner = self.paint(group.items)
        if group.opacity < 1 or group.blend != "normal":
            parts.append(f"/{self.file.state(group.opacity, group.blend)} gs")
            if len(group.items) > 1 or isinstance(group.items[0], Group):
                inner = f"/{self.file.group(inner, self.box(group.items))} Do"
        return "\n".join([*parts, inner, "Q"])

    def box(self, items: Iterable[Item]) -> Rect:
        """Where items paint, y up; a form shows nothing outside."""
        found = reach_of(items) or Rect(0, 0, 0, 0)
        return Rect(found.left, self.height - found.bottom, found.width, found.height).inset_by(-1)


def _function(stops: tuple[tuple[float, Components], ...]) -> Any:
    """A stitching function over the stops' colors."""
    (start, first), (end, last) = stops[0], stops[-1]
    padded = [*([(0.0, first)] if start > 0 else []), *stops]
    if end < 1:
        padded.append((1.0, last))
    pieces = [_blend(one, other) for (_, one), (_, other) in pairwise(padded)]
    if len(pieces) == 1:
        return pieces[0]
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": pdfdoc.PDFArray([0, 1]),
            "Functions": pdfdoc.PDFArray(pieces),
            "Bounds": pdfdoc.PDFArray([rounded(offset) for offset, _ in padded[1:-1]]),
            "Encode": pdfdoc.PDFArray([0, 1] * len(pieces)),
        }
    )


def _blend(first: Components, second: Components) -> Any:
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 2,
            "Domain": pdfdoc.PDFArray([0, 1]),
            "C0": pdfdoc.PDFArray([rounded(c) for c in first]),
            "C1": pdfdoc.PDFArray([rounded(c) for c in second]),
            "N": 1,
        }
    )
