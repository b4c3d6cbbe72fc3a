"""Gradients as PDF shadings.

In      a gradient of a scene, how the file writes color.
Out     a shading's entries; of a conic one also its mesh.
Not here  what is filled with it (`render.pdf.painter`), translucent stops (`scene.translucency`).

PDF has no gradient around a point. A conic one is a fan of triangles whose corners have colors,
a degree wide where it turns fastest.

Source  PDF 32000-1:2008, 8.7.4.5.3 (axial), 8.7.4.5.4 (radial), 8.7.4.5.5 (free-form triangles),
        7.10 (functions).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardgen.render.pdf.color_spaces import Colors, Components
from cardgen.scene.items import Conic, Gradation, Linear, Radial

_STEP = 1 / 360
"""The widest triangle of a fan, in turns."""
_FULL = 65535


def shading_of(gradient: Gradation, colors: Colors, height: float) -> tuple[dict[str, Any], bytes]:
    """A shading on a page of this height: its entries, and its mesh if it has one."""
    match gradient:
        case Linear(start, end):
            return _ramped(2, (*_up(start, height), *_up(end, height)), gradient, colors), b""
        case Radial(center, radius):
            middle = _up(center, height)
            ends = (*middle, 0.0, *middle, radius)
            return _ramped(3, ends, gradient, colors), b""
        case Conic():
            return _fan(gradient, colors, height)


def _up(point: tuple[float, float], height: float) -> tuple[float, float]:
    return point[0], height - point[1]


def _ramped(
    kind: int, ends: tuple[float, ...], gradient: Linear | Radial, colors: Colors
) -> dict[str, Any]:
    return {
        "ShadingType": kind,
        "ColorSpace": colors.space,
        "Coords": pdfdoc.PDFArray([_rounded(value) for value in ends]),
        "Function": _function(colors.ramp(gradient.stops)),
        "Extend": pdfdoc.PDFArray(["true", "true"]),
    }


def _rounded(value: float) -> float:
    return round(value, 4)


# --- ramps ---------------------------------------------------------------------------------

_Ramp = tuple[tuple[float, Components], ...]


def _padded(stops: _Ramp) -> list[tuple[float, Components]]:
    """The stops, from 0 to 1."""
    (start, first), (end, last) = stops[0], stops[-1]
    padded = [*([(0.0, first)] if start > 0 else []), *stops]
    if end < 1:
        padded.append((1.0, last))
    return padded


def _function(stops: _Ramp) -> Any:
    """A stitching function over the stops' colors."""
    padded = _padded(stops)
    pieces = [_blend(one, other) for (_, one), (_, other) in pairwise(padded)]
    if len(pieces) == 1:
        return pieces[0]
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": pdfdoc.PDFArray([0, 1]),
            "Functions": pdfdoc.PDFArray(pieces),
            "Bounds": pdfdoc.PDFArray([_rounded(offset) for offset, _ in padded[1:-1]]),
            "Encode": pdfdoc.PDFArray([0, 1] * len(pieces)),
        }
    )


def _blend(first: Components, second: Components) -> Any:
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 2,
            "Domain": pdfdoc.PDFArray([0, 1]),
            "C0": pdfdoc.PDFArray([_rounded(c) for c in first]),
            "C1": pdfdoc.PDFArray([_rounded(c) for c in second]),
            "N": 1,
        }
    )


# --- fans ----------------------------------------------------------------------------------


def _fan(gradient: Conic, colors: Colors, height: float) -> tuple[dict[str, Any], bytes]:
    ramp = _padded(colors.ramp(gradient.stops))
    channels = len(ramp[0][1])
    x, y = _up(gradient.center, height)
    reach = gradient.reach / math.cos(math.pi * _STEP)
    sides = [_rounded(side) for side in (x - reach, x + reach, y - reach, y + reach)]
    entries = {
        "ShadingType": 4,
        "ColorSpace": colors.space,
        "BitsPerCoordinate": 16,
        "BitsPerComponent": 16,
        "BitsPerFlag": 8,
        "Decode": pdfdoc.PDFArray([*sides, *[0, 1] * channels]),
    }
    corners = (
        corner
        for (start, one), (end, other) in pairwise(ramp)
        for corner in _wedges(math.radians(gradient.angle), (start, one), (end, other))
    )
    mesh = b"".join(
        struct.pack(f">BHH{channels}H", 0, *(_level(value) for value in (*place, *components)))
        for place, components in corners
    )
    return entries, mesh


def _level(share: float) -> int:
    return round(_FULL * min(1.0, max(0.0, share)))


_Corner = tuple[tuple[float, float], Components]


def _wedges(
    angle: float, first: tuple[float, Components], last: tuple[float, Components]
) -> Iterator[_Corner]:
    """Triangles from one stop to the next, in shares of the fan's box, y up."""
    (start, one), (end, other) = first, last
    if end <= start:
        return
    count = math.ceil((end - start) / _STEP)
    for step in range(count):
        shares = [step / count, (step + 1) / count]
        middle = _mixed(one, other, sum(shares) / 2)
        yield (0.5, 0.5), middle
        for share in shares:
            turn = angle + math.tau * (start + (end - start) * share)
            rim = 0.5 + math.cos(turn) / 2, 0.5 - math.sin(turn) / 2
            yield rim, _mixed(one, other, share)


def _mixed(one: Components, other: Components, share: float) -> Components:
    return tuple(a + (b - a) * share for a, b in zip(one, other, strict=True))
