"""Cut files read back by fontTools and ezdxf: millimetres, y down from the page's top left."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import ezdxf.path
import numpy as np
from ezdxf.filemanagement import readfile

from cardgen.scene.outlines import Curve, Line, Move, Outline
from tests.support.sheet_pdf import Point, svg_points

SVG = "{http://www.w3.org/2000/svg}"


def svg_lines(path: Path, layer: str) -> list[list[Point]]:
    """The outlines of a layer; width, height and view box are the page in millimetres."""
    root = ET.parse(path).getroot()
    view = [float(v) for v in root.attrib["viewBox"].split()]
    assert view[:2] == [0, 0]
    assert [root.attrib["width"], root.attrib["height"]] == [f"{v:g}mm" for v in view[2:]]
    groups = [group for group in root.iter(f"{SVG}g") if group.get("id") == layer]
    return [svg_points(p.attrib["d"]) for group in groups for p in group.iter(f"{SVG}path")]


def dxf_lines(path: Path, layer: str, height: float) -> list[list[Point]]:
    document = readfile(path)
    audit = document.audit()
    assert not audit.errors
    assert not audit.fixes
    found = []
    for entity in document.modelspace().query(f'POLYLINE[layer=="{layer}"]'):
        flat = ezdxf.path.make_path(entity).flattening(0.0005)
        found.append([(at.x, height - at.y) for at in flat])
    return found


def sampled(outline: Outline, steps: int = 200) -> list[Point]:
    """Points of an outline, `steps` to a curve."""
    found: list[Point] = []
    for segment in outline:
        match segment:
            case Move(x, y) | Line(x, y):
                found.append((x, y))
            case Curve(x1, y1, x2, y2, x, y):
                p = np.array([found[-1], (x1, y1), (x2, y2), (x, y)])
                for t in np.linspace(0, 1, steps + 1)[1:]:
                    w = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3]
                    found.append((float(w @ p[:, 0]), float(w @ p[:, 1])))
    return found
