"""Files for cutting machines: the lines of a box as SVG and as DXF, in millimetres.

In      outlines by the name of their layer, in points, y down.
Out     the text of the files.

Cuts and folds are layers of their own, with colours of their own: machines are told by
either which to cut through and which to score. SVG keeps curves as they are; DXF (release
12, which every program reads) has lines alone, so curves are walked in steps that stay
within two thousandths of a millimetre of them.

Source  W3C, SVG 1.1; Autodesk, DXF Reference, release 12: sections, LAYER table, POLYLINE.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from msgspec import Struct

from cardgen.geometry import POINTS_PER_MM, Extent
from cardgen.scene import Close, Curve, Line, Move, Outline, Segment

_FLAT = 0.002
"""How far a walked curve may leave the true one, in millimetres."""

Point = tuple[float, float]


class Cutting(Struct, frozen=True):
    """A layer: its lines, its colour on a screen, and the number of that colour in DXF."""

    outlines: Sequence[Outline]
    color: str
    number: int
    dashed: bool = False


def svg_file(layers: Mapping[str, Cutting], extent: Extent, title: str) -> str:
    """The lines as SVG; a group a layer, named as Inkscape names its layers."""
    width, height = _text(_mm(extent.width)), _text(_mm(extent.height))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f"<title>{_escaped(title)}</title>",
    ]
    for name, layer in layers.items():
        dash = ' stroke-dasharray="1.5 1"' if layer.dashed else ""
        lines.append(
            f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" '
            f'fill="none" stroke="{layer.color}" stroke-width="0.1"{dash}>'
        )
        lines += [f'<path d="{_data(outline)}"/>' for outline in layer.outlines]
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _data(outline: Outline) -> str:
    return " ".join(_path(segment) for segment in outline)


def _path(segment: Segment) -> str:
    match segment:
        case Move(x, y):
            return f"M {_pair(x, y)}"
        case Line(x, y):
            return f"L {_pair(x, y)}"
        case Curve(x1, y1, x2, y2, x, y):
            return f"C {_pair(x1, y1)} {_pair(x2, y2)} {_pair(x, y)}"
        case Close():
            return "Z"


def _pair(x: float, y: float) -> str:
    return f"{_text(_mm(x))} {_text(_mm(y))}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# --- DXF -----------------------------------------------------------------------------------


def dxf_file(layers: Mapping[str, Cutting], extent: Extent) -> str:
    """The lines as DXF, y up from the lower left."""
    pairs = [
        *_section("HEADER", _header(extent)),
        *_section("TABLES", _layer_table(layers)),
        *_section("ENTITIES", _entities(layers, extent.height)),
        (0, "EOF"),
    ]
    return "".join(f"{code:>3}\n{value}\n" for code, value in pairs)


Pair = tuple[int, str]


def _section(name: str, content: Iterator[Pair]) -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, name))
    yield from content
    yield 0, "ENDSEC"


def _header(extent: Extent) -> Iterator[Pair]:
    yield from ((9, "$ACADVER"), (1, "AC1009"))
    yield from ((9, "$MEASUREMENT"), (70, "1"))
    yield from ((9, "$EXTMIN"), (10, "0.0"), (20, "0.0"))
    yield from ((9, "$EXTMAX"), (10, _text(_mm(extent.width))), (20, _text(_mm(extent.height))))


def _layer_table(layers: Mapping[str, Cutting]) -> Iterator[Pair]:
    yield from ((0, "TABLE"), (2, "LTYPE"), (70, "1"), (0, "LTYPE"), (2, "CONTINUOUS"))
    yield from ((70, "0"), (3, "Solid line"), (72, "65"), (73, "0"), (40, "0.0"), (0, "ENDTAB"))
    yield from ((0, "TABLE"), (2, "LAYER"), (70, str(len(layers))))
    for name, layer in layers.items():
        yield from ((0, "LAYER"), (2, name.upper()), (70, "0"), (62, str(layer.number)))
        yield 6, "CONTINUOUS"
    yield 0, "ENDTAB"


def _entities(layers: Mapping[str, Cutting], height: float) -> Iterator[Pair]:
    for name, layer in layers.items():
        for outline in layer.outlines:
            yield from _polyline(walked(outline), name.upper(), _mm(height))


def _polyline(walk: Walk, layer: str, height: float) -> Iterator[Pair]:
    yield from ((0, "POLYLINE"), (8, layer), (66, "1"), (70, "1" if walk.closed else "0"))
    for x, y in walk.points:
        yield from ((0, "VERTEX"), (8, layer), (10, _text(x)), (20, _text(height - y)))
    yield from ((0, "SEQEND"), (8, layer))


class Walk(Struct, frozen=True):
    """An outline as points in millimetres, y down."""

    points: tuple[Point, ...]
    closed: bool


def walked(outline: Outline) -> Walk:
    """The outline with its curves walked in short steps."""
    points: list[Point] = []
    closed = False
    for segment in outline:
        match segment:
            case Move(x, y) | Line(x, y):
                points.append((_mm(x), _mm(y)))
            case Curve():
                points += _steps(points[-1], segment)
            case Close():
                closed = True
    return Walk(tuple(points), closed)


def _steps(start: Point, curve: Curve) -> Iterator[Point]:
    """Points along a curve: as many as its bend takes."""
    first, second = (_mm(curve.x1), _mm(curve.y1)), (_mm(curve.x2), _mm(curve.y2))
    end = _mm(curve.x), _mm(curve.y)
    bend = max(_second(start, first, second), _second(first, second, end))
    count = max(1, ceil((0.75 * bend / _FLAT) ** 0.5))
    for step in range(1, count + 1):
        t = step / count
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points = (start, first, second, end)
        yield (
            sum(weight * point[0] for weight, point in zip(weights, points, strict=True)),
            sum(weight * point[1] for weight, point in zip(weights, points, strict=True)),
        )


def _second(one: Point, two: Point, three: Point) -> float:
    """How far three control points are from a line: the second difference."""
    across, down = one[0] - 2 * two[0] + three[0], one[1] - 2 * two[1] + three[1]
    return float((across * across + down * down) ** 0.5)


def _mm(points: float) -> float:
    return points / POINTS_PER_MM


def _text(value: float) -> str:
    """To a ten-thousandth of a millimetre."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
