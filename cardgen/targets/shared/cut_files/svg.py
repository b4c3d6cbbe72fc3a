"""A cut file as SVG: millimeters, the page as its view box.

In      `CutLines`, a title.
Out     the text of an SVG 1.1 document.

Cuts are red, folds blue and dashed, each in a group that programs show as a layer; colors and
layers are what cutting programs tell lines apart by. Registration marks are black, on the layer
`Regmark`, where Summa's program looks for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from cardgen.scene.outlines import Close, Curve, Line, Move, Outline, Segment
from cardgen.targets.shared.cut_files.lines import CutLines

CUT, FOLD, MARK = "#ff0000", "#0000ff", "#000000"
_PEN = 0.1


def make_svg(lines: CutLines, title: str) -> bytes:
    """The document; folds come first, so that they are scored while the sheet is whole."""
    width, height = _n(lines.page.width), _n(lines.page.height)
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg"'
        ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f"<title>{escape(title, quote=False)}</title>",
    ]
    if lines.marks:
        parts += _group("Regmark", f'fill="{MARK}"', lines.marks)
    if lines.folds:
        pen = f'fill="none" stroke="{FOLD}" stroke-dasharray="2 1" stroke-width="{_PEN}"'
        parts += _group("fold", pen, lines.folds)
    if lines.cuts:
        pen = f'fill="none" stroke="{CUT}" stroke-width="{_PEN}"'
        parts += _group("cut", pen, lines.cuts)
    return "\n".join([*parts, "</svg>", ""]).encode()


def _group(name: str, pen: str, outlines: Iterable[Outline]) -> list[str]:
    layer = f'id="{name}" inkscape:groupmode="layer" inkscape:label="{name}"'
    head = f"<g {layer} {pen}>"
    paths = [f'<path d="{" ".join(map(_step, outline))}"/>' for outline in outlines]
    return [head, *paths, "</g>"]


def _step(segment: Segment) -> str:
    match segment:
        case Move(x, y):
            return f"M{_n(x)},{_n(y)}"
        case Line(x, y):
            return f"L{_n(x)},{_n(y)}"
        case Curve(x1, y1, x2, y2, x, y):
            return f"C{_n(x1)},{_n(y1)} {_n(x2)},{_n(y2)} {_n(x)},{_n(y)}"
        case Close():
            return "Z"


def _n(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
