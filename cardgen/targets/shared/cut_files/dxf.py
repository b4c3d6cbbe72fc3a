"""A cut file as DXF, the form of AutoCAD release 12 that every cutting program reads.

In      `CutLines`.
Out     the text of a DXF file, in millimeters, y up from the page's lower left.

Outlines are polylines on the layer CUT (red), folds on FOLD (blue, dashed), registration marks
on REGMARK (black). Curves are arcs,
which a polyline holds as a bulge at the vertex that they begin at: the tangent of a quarter of
the angle, above 0 if the arc runs counterclockwise.

Source  Autodesk, "DXF Reference, Release 12": sections HEADER, TABLES, ENTITIES; POLYLINE
        (66: vertices follow, 70: 1 is closed), VERTEX (42: bulge), SEQEND.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.scene.outlines import Outline
from cardgen.targets.shared.cut_files.lines import CutLines
from cardgen.targets.shared.piece_outlines import Arc, Point, Ring, list_rings

_RED, _BLUE, _BLACK = 1, 5, 7
_Pair = tuple[int, object]


def make_dxf(lines: CutLines) -> bytes:
    """The file."""
    pairs = [*_header(lines), *_tables(), (0, "SECTION"), (2, "ENTITIES")]
    for layer, outlines in _list_layers(lines):
        for outline in outlines:
            for ring in list_rings(outline):
                pairs += _polyline(ring, layer, lines.page.height)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{_text(value)}\n" for code, value in pairs).encode("ascii")


def _list_layers(lines: CutLines) -> tuple[tuple[str, tuple[Outline, ...]], ...]:
    """Folds come first, so that they are scored while the sheet is whole."""
    return ("REGMARK", lines.marks), ("FOLD", lines.folds), ("CUT", lines.cuts)


def _text(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    text = f"{value:.6f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text


def _header(lines: CutLines) -> Iterable[_Pair]:
    page = lines.page
    return (
        (0, "SECTION"), (2, "HEADER"),
        (9, "$ACADVER"), (1, "AC1009"),
        (9, "$EXTMIN"), (10, 0.0), (20, 0.0), (30, 0.0),
        (9, "$EXTMAX"), (10, page.width), (20, page.height), (30, 0.0),
        (9, "$LIMMIN"), (10, 0.0), (20, 0.0),
        (9, "$LIMMAX"), (10, page.width), (20, page.height),
        (0, "ENDSEC"),
    )  # fmt: skip


def _tables() -> Iterable[_Pair]:
    return (
        (0, "SECTION"), (2, "TABLES"),
        (0, "TABLE"), (2, "LTYPE"), (70, 2),
        (0, "LTYPE"), (2, "CONTINUOUS"), (70, 0), (3, "Solid"), (72, 65), (73, 0), (40, 0.0),
        (0, "LTYPE"), (2, "DASHED"), (70, 0), (3, "Dashed"), (72, 65), (73, 2), (40, 3.0),
        (49, 2.0), (49, -1.0),
        (0, "ENDTAB"),
        (0, "TABLE"), (2, "LAYER"), (70, 3),
        (0, "LAYER"), (2, "CUT"), (70, 0), (62, _RED), (6, "CONTINUOUS"),
        (0, "LAYER"), (2, "FOLD"), (70, 0), (62, _BLUE), (6, "DASHED"),
        (0, "LAYER"), (2, "REGMARK"), (70, 0), (62, _BLACK), (6, "CONTINUOUS"),
        (0, "ENDTAB"), (0, "ENDSEC"),
    )  # fmt: skip


def _polyline(ring: Ring, layer: str, height: float) -> Iterator[_Pair]:
    """A vertex where each line or arc begins; an open one has its end besides."""
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(ring.closed)))
    yield from ((10, 0.0), (20, 0.0), (30, 0.0))
    start = ring.start
    for arc in ring.arcs:
        yield from _vertex(start, arc, layer, height)
        start = arc.end
    if not ring.closed:
        yield from _vertex(start, Arc(start), layer, height)
    yield from ((0, "SEQEND"), (8, layer))


def _vertex(at: Point, arc: Arc, layer: str, height: float) -> Iterator[_Pair]:
    yield from ((0, "VERTEX"), (8, layer), (10, at[0]), (20, height - at[1]), (30, 0.0))
    if arc.bulge:
        yield 42, -arc.bulge
