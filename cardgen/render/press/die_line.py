"""Draw where cards are cut out, as a layer and an ink of its own over each page.

In      an open PDF, an outline a page (points, y down), the ink's name.
Out     the same PDF: on each page a line that overprints, in a layer that can be hidden.
Not here  where the outline is (`cardgen.scene.cut_outline`).

A die maker looks for a spot color by its name; «CutContour» is the usual one. The line
overprints, so that hiding or leaving out its plate uncovers nothing.

Source  PDF 32000-1:2008, 8.11 (optional content), 8.6.6.4 (Separation), 8.6.7 (overprint);
        ISO 15930-7:2010 (a layer's configuration has a name and no automatic states).
"""

from __future__ import annotations

from collections.abc import Sequence

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from cardgen.render.pdf.color_spaces import number
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline, Segment

WIDTH = 0.25
_LAYER, _SPACE, _STATE = "/DieLine", "/DieInk", "/DieOver"
_SHOWN_AS = (0, 1, 0, 0)
"""Magenta: what stands for the ink on a screen."""


def add_die_lines(pdf: pikepdf.Pdf, outlines: Sequence[Outline], ink: str) -> None:
    """Add the layer; page N gets outline N."""
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(ink)))
    space, state = _ink(pdf, ink), pdf.make_indirect(_overprint())
    for page, outline in zip(pdf.pages, outlines, strict=True):
        resources = page.obj.Resources
        for kind, name, value in (
            ("/Properties", _LAYER, layer),
            ("/ColorSpace", _SPACE, space),
            ("/ExtGState", _STATE, state),
        ):
            if kind not in resources:
                resources[kind] = Dictionary()
            resources[kind][name] = value
        height = float(page.mediabox[3])
        page.contents_add(Stream(pdf, _line(outline, height).encode("ascii")))
    shown = Dictionary(Name=String("layers"), Order=Array([layer]), ON=Array([layer]))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=shown)


def _ink(pdf: pikepdf.Pdf, name: str) -> pikepdf.Object:
    tint = Dictionary(
        FunctionType=2,
        Domain=Array([0, 1]),
        C0=Array([0, 0, 0, 0]),
        C1=Array(_SHOWN_AS),
        N=1,
    )
    spelt = Name(f"/{name}")
    return pdf.make_indirect(Array([Name.Separation, spelt, Name.DeviceCMYK, tint]))


def _overprint() -> Dictionary:
    return Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1)


def _line(outline: Outline, height: float) -> str:
    drawn = " ".join(_segment(segment, height) for segment in outline)
    pen = f"{_STATE} gs {_SPACE} CS 1 SCN {WIDTH} w"
    return f"/OC {_LAYER} BDC q {pen} {drawn} S Q EMC"


def _segment(segment: Segment, height: float) -> str:
    match segment:
        case Move(x, y):
            return f"{number(x)} {number(height - y)} m"
        case Line(x, y):
            return f"{number(x)} {number(height - y)} l"
        case Curve(x1, y1, x2, y2, x, y):
            points = ((x1, y1), (x2, y2), (x, y))
            return " ".join(f"{number(a)} {number(height - b)}" for a, b in points) + " c"
        case Close():
            return "h"
