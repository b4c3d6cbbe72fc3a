"""Read a sheet's PDF back by its own numbers: an interpreter of the few operators there are.

Out     where faces lie (as the matrix their form is shown under) and what lines are drawn, in
        millimetres, y down, from the top left of the page.

Independent of the code that writes sheets: it follows `q`, `cm`, `Do` and path operators only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from numpy.typing import NDArray

MM = 72 / 25.4
Matrix = NDArray[np.float64]
Point = tuple[float, float]


def matrix(a: float, b: float, c: float, d: float, e: float, f: float) -> Matrix:
    return np.array([[a, c, e], [b, d, f], [0, 0, 1]], dtype=float)


def apply(m: Matrix, x: float, y: float) -> Point:
    at = m @ np.array([x, y, 1.0])
    return float(at[0]), float(at[1])


@dataclass
class Stroked:
    """A drawn line: its points, curves as many; its colour, width, and whether it is dashed."""

    points: list[Point]
    width: float
    color: tuple[float, ...]
    dashed: bool
    filled: bool = False


@dataclass
class Shown:
    """A form that is smaller than the page: a face. `put` maps its points, y up from its lower
    left, to millimetres of the page; `clip` is the path that it is shown through."""

    put: Matrix
    extent: tuple[float, float]
    clip: list[Point]

    def box(self, left: float, top: float, width: float, height: float) -> list[Point]:
        """The corners on the page of a box of the face, given in points, y down."""
        high = self.extent[1]
        corners = ((0, 0), (width, 0), (width, height), (0, height))
        return [apply(self.put, left + x, high - top - y) for x, y in corners]


@dataclass
class Sheet:
    page: tuple[float, float]
    faces: list[Shown] = field(default_factory=list)
    lines: list[Stroked] = field(default_factory=list)


def read_sheets(path: Path) -> list[Sheet]:
    with pikepdf.open(path) as pdf:
        return [_read(page) for page in pdf.pages]


def _read(page: pikepdf.Page) -> Sheet:
    width, height = (float(edge) for edge in page.mediabox[2:])
    sheet = Sheet((width / MM, height / MM))
    down = matrix(1 / MM, 0, 0, -1 / MM, 0, height / MM)
    _walk(page, page.Resources, down, sheet, is_page=True)
    return sheet


def _walk(  # noqa: C901 - a case an operator
    content: Any, resources: Any, start: Matrix, sheet: Sheet, *, is_page: bool
) -> None:
    put, stack = start, []
    state: dict[str, Any] = {"width": 1.0, "color": (0.0,), "fill": (0.0,), "dashed": False}
    path: list[Point] = []
    clip: list[Point] = []
    for operands, operator in pikepdf.parse_content_stream(content):
        name = str(operator)
        numbers = [float(o) for o in operands if not isinstance(o, pikepdf.Object)] if name in (
            "cm", "m", "l", "c", "re", "w", "RG", "rg") else []  # fmt: skip
        match name:
            case "q":
                stack.append((put, dict(state), list(clip)))
            case "Q":
                put, state, clip = stack.pop()
            case "cm":
                put = put @ matrix(*numbers)
            case "w":
                state["width"] = numbers[0]
            case "RG":
                state["color"] = tuple(numbers)
            case "rg":
                state["fill"] = tuple(numbers)
            case "d":
                state["dashed"] = len(operands[0]) > 0
            case "m" | "l":
                path.append(apply(put, *numbers))
            case "c":
                path += [apply(put, *at) for at in _bezier(_back(put, path[-1]), numbers)]
            case "h":
                path.append(path[0])
            case "re":
                x, y, w, h = numbers
                path += [apply(put, *at) for at in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
            case "W":
                clip = list(path)
            case "n":
                path = []
            case "S" | "f" | "B":
                fill = name == "f"
                color = state["fill"] if fill else state["color"]
                sheet.lines.append(Stroked(path, state["width"], color, state["dashed"], fill))
                path = []
            case "Do":
                form = resources.XObject[str(operands[0])]
                extent = tuple(float(e) for e in form.BBox[2:])
                if is_page and form.get("/Subtype") == "/Form" and not _is_sheet(extent, sheet):
                    if not sheet.faces or not np.allclose(sheet.faces[-1].put, put):
                        sheet.faces.append(Shown(put, (extent[0], extent[1]), clip))
                elif is_page:
                    _walk(form, form.Resources, put, sheet, is_page=False)


def _is_sheet(extent: tuple[float, ...], sheet: Sheet) -> bool:
    """A form of the size of the page, perhaps turned."""
    return np.allclose(sorted(extent), sorted(e * MM for e in sheet.page), atol=0.01)


def _back(put: Matrix, at: Point) -> Point:
    return apply(np.asarray(np.linalg.inv(put), dtype=np.float64), *at)


def _bezier(start: Point, numbers: list[float]) -> Iterator[Point]:
    points = np.array([start, numbers[0:2], numbers[2:4], numbers[4:6]])
    for t in np.linspace(0, 1, 33)[1:]:
        weights = np.array([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3])
        x, y = weights @ points
        yield float(x), float(y)


# --- outlines --------------------------------------------------------------------------------


def svg_points(path: str) -> list[Point]:
    """An SVG path's points, curves as many; fontTools reads it."""
    pen = RecordingPen()
    parse_path(path, pen)
    found: list[Point] = []
    for name, points in pen.value:
        if name == "curveTo":
            flat = [value for point in points for value in point]
            found += _bezier(found[-1], flat)
        elif name in ("moveTo", "lineTo"):
            found += points
    return [(float(x), float(y)) for x, y in found]


def box_of(points: list[Point]) -> tuple[float, float, float, float]:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def farthest(points: list[Point], ring: list[Point]) -> float:
    """How far any of the points is from a closed line."""
    ends = np.array([*ring, ring[0]])
    start, step = ends[:-1], ends[1:] - ends[:-1]
    length = (step**2).sum(axis=1)
    start, step, length = start[length > 1e-12], step[length > 1e-12], length[length > 1e-12]
    worst = 0.0
    for point in np.array(points):
        t = np.clip(((point - start) * step).sum(axis=1) / length, 0, 1)
        near = start + t[:, None] * step
        worst = max(worst, float(np.hypot(*(near - point).T).min()))
    return worst
