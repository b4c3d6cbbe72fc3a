"""A tuck box: what is drawn folds up into a box of the size that its cards need.

The box is folded from the files alone: the lines of the PDF, the SVG and the DXF are read by
readers of their own, the outline is divided along the folds into panels, and the panels are
turned up by 90° around the back. Where the board is thick, everything lies where its middle is.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import numpy as np
import pikepdf
import pytest
from ezdxf.filemanagement import readfile
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from numpy.typing import NDArray

from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import POINTS_PER_MM as MM
from cardgen.files.memory_game import MemoryGame
from cardgen.files.output_folder import replace_output
from cardgen.pipeline.card_selection import select_cards
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import Glyphs
from cardgen.scene.tuck_box.dieline import FACES, Dieline, tuck_box
from cardgen.scene.tuck_box.measures import Hollow, least_depth
from cardgen.targets.box.target import BoxTarget
from cardgen.targets.contract import Job, OptionError, UnsuitableError
from cardgen.targets.shared.cut_files.lines import make_cut_lines
from cardgen.targets.shared.cut_files.svg import make_svg
from tests.support.cut_files import dxf_lines, sampled, svg_lines
from tests.support.samples import law
from tests.support.sheet_pdf import Point, farthest
from tests.support.target_runs import run_target, with_options

target = BoxTarget()

EXACT = 0.01
"""Millimetres."""
NEAR = 2e-3
"""Ends of lines that are nearer than this are one point."""
BOARD, STOCK, ROOM = 0.45, 0.32, 1.0
POKER = (63.5, 88.9)

Line = tuple[Point, Point]
Box = tuple[float, float, float, float]
Vector = NDArray[np.float64]

GAME = """\
game: Lantern
palette: {ink: "#101820", night: "#1f3a4d", glow: "#f0c060", rust: "#c06020", sky: "#80b0e0",
  leaf: "#308040", rose: "#b04070", sand: "#e8d8b0"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  letters: {cards: letters.yaml, size: poker, front: card}
  motifs: {cards: motifs.yaml, size: mini, front: card}
boxes:
  tuck:
    holds: [letters, motifs]
    panels: {front: front, back: back, left: {layout: left, turn: 90}, right: right,
      top: top, bottom: bottom, flaps: flap}
"""
PANEL = """\
  NAME:
    bleed: [{shape: rectangle, fill: COLOR}]
    trim: [{shape: rectangle, fill: ink, at: top left, width: 4mm, height: 2mm, name: corner}]
"""
COLORS = {
    "front": "night", "back": "rust", "left": "sky", "right": "leaf", "top": "rose",
    "bottom": "glow", "flap": "sand",
}  # fmt: skip
LAYOUTS = """\
layouts:
  card:
    bleed: [{shape: rectangle, fill: sand}]
    safe: [{text: "{{ name }}", font: text, size: 12pt, color: ink, at: center}]
""" + "".join(PANEL.replace("NAME", name).replace("COLOR", color) for name, color in COLORS.items())
FILES: dict[str, str | bytes] = {
    "game.yaml": GAME,
    "layouts.yaml": LAYOUTS,
    "letters.yaml": "- {name: a, copies: 30}\n- {name: b, copies: 20}\n",
    "motifs.yaml": "- {name: c, copies: 10}\n",
}


def checked(**changes: str) -> tuple[Checked | None, tuple[Finding, ...]]:
    """The game, with texts of game.yaml replaced: `old=new` by position in pairs."""
    report = Report()
    files = dict(FILES)
    for old, new in (pair.split(" → ") for pair in changes.values()):
        assert old in str(files["game.yaml"]), old
        files["game.yaml"] = str(files["game.yaml"]).replace(old, new)
    return check_game(MemoryGame(files), report, checks=()), report.findings


def job_of(given: Checked, **options: str) -> Job:
    return with_options(given.job(300, lambda *_: None), options)


def write(folder: Path, *changes: str, **options: str) -> Path:
    found, findings = checked(**{str(i): change for i, change in enumerate(changes)})
    assert found is not None, findings
    with replace_output(folder) as output:
        run_target(target, job_of(found, **options), output)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("box") / "out")


def manifest(folder: Path) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads((folder / "manifest.json").read_text("utf-8")))


# --- reading lines out of files ------------------------------------------------------------


@dataclass
class Lines:
    """Cuts and folds in millimetres, y down, curves walked; the outline is closed."""

    outline: list[Point] = field(default_factory=list)
    slits: list[Line] = field(default_factory=list)
    folds: list[Line] = field(default_factory=list)

    def add(self, kind: str, points: Sequence[Point]) -> None:
        if kind == "fold":
            assert len(points) == 2
            self.folds.append((points[0], points[1]))
        elif len(points) == 2:
            self.slits.append((points[0], points[1]))
        else:
            assert not self.outline, "one outline"
            self.outline = list(points[:-1] if points[0] == points[-1] else points)


def bezier(p: Sequence[Point], steps: int = 40) -> Iterator[Point]:
    for step in range(1, steps + 1):
        t = step / steps
        w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        yield (
            sum(a * q[0] for a, q in zip(w, p, strict=True)),
            sum(a * q[1] for a, q in zip(w, p, strict=True)),
        )


def pdf_layers(file: Path) -> dict[str, tuple[str, list[tuple[str, list[float]]]]]:
    """Of each layer the spot ink of its pen, and its path operators in millimetres of the
    trim box, y down."""
    with pikepdf.open(file) as pdf:
        page = pdf.pages[0]
        left, _, _, top = (float(v) for v in page.TrimBox)
        found = {}
        stack, matrix, name = [], np.eye(3), ""
        for operands, operator in pikepdf.parse_content_stream(page):
            op = str(operator)
            if op == "BDC" and str(operands[0]) == "/OC":
                name = str(page.Resources.Properties[str(operands[1])].Name)
            elif op == "q":
                stack.append(matrix)
            elif op == "Q":
                matrix = stack.pop()
            elif op == "cm":
                matrix = as_matrix(operands) @ matrix
            elif op == "Do" and name not in found:
                form = page.Resources.XObject[str(operands[0])]
                found[name] = ink_of(form), list(path_of(form, matrix, left, top))
        return found


def as_matrix(operands: Any) -> Vector:
    a, b, c, d, e, f = (float(v) for v in operands)
    return np.array([[a, b, 0], [c, d, 0], [e, f, 1]])


def ink_of(form: Any) -> str:
    for operands, operator in pikepdf.parse_content_stream(form):
        if str(operator) == "CS":
            space = form.Resources.ColorSpace[str(operands[0])]
            assert str(space[0]) == "/Separation"
            return str(space[1]).lstrip("/")
    return ""


def path_of(
    form: Any, matrix: Vector, left: float, top: float
) -> Iterator[tuple[str, list[float]]]:
    for operands, operator in pikepdf.parse_content_stream(form):
        if str(operator) in ("m", "l", "c", "h", "S", "re"):
            n = [float(v) for v in operands]
            placed = list[float]()
            if str(operator) != "re":
                for x, y in zip(n[::2], n[1::2], strict=True):
                    u, v, _ = np.array([x, y, 1]) @ matrix
                    placed += [(u - left) / MM, (top - v) / MM]
            yield str(operator), placed or n


def pdf_lines(file: Path) -> Lines:
    lines = Lines()
    for kind, (_, operators) in pdf_layers(file).items():
        points = list[Point]()
        for op, n in operators if kind in ("cut", "fold") else ():
            if op in "ml":
                points.append((n[0], n[1]))
            elif op == "c":
                points += bezier([points[-1], (n[0], n[1]), (n[2], n[3]), (n[4], n[5])])
            elif op == "S":
                lines.add(kind, points)
                points = []
    return lines


# --- folding -------------------------------------------------------------------------------


@dataclass
class Piece:
    """A panel: its corners on the die, and where the fold takes them: a point (x, y) of the
    die goes to (x, y, 1) @ frame."""

    flat: list[Point]
    frame: Vector = field(default_factory=lambda: np.zeros((3, 3)))

    @property
    def space(self) -> Vector:
        return cast(Vector, np.array([(x, y, 1.0) for x, y in self.flat]) @ self.frame)

    @property
    def box(self) -> Box:
        """Left, top, right, bottom on the die."""
        xs, ys = zip(*self.flat, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def middle(self) -> Point:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    @property
    def area(self) -> float:
        turns = pairwise([*self.flat, self.flat[0]])
        return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in turns)) / 2

    def reach(self, thickness: float = 0.0) -> Vector:
        """Its low and high corner in space, as thick as the board."""
        space = self.space
        low, high = space.min(axis=0), space.max(axis=0)
        grown = np.where(high - low < 1e-3, thickness / 2, 0.0)
        return np.array([low - grown, high + grown])

    def way(self, x: float, y: float) -> list[int]:
        """Where a direction on the die leads in space."""
        return [round(float(v)) for v in np.array([x, y, 0.0]) @ self.frame]


def inserted(outline: list[Point], point: Point) -> list[Point]:
    """The outline with the point as one of its corners; none if it does not lie on it."""
    if any(dist(point, corner) < NEAR for corner in outline):
        return outline
    for index, corner in enumerate(outline):
        after = outline[(index + 1) % len(outline)]
        if dist(point, corner) + dist(point, after) - dist(corner, after) < NEAR / 10:
            return [*outline[: index + 1], point, *outline[index + 1 :]]
    return []


def chord(fold: Line, slits: Sequence[Line]) -> Line:
    """A fold and the slits that go on from it: from edge to edge of the board."""
    ends = list(fold)
    for slit in slits:
        for near, far in (slit, slit[::-1]):
            ends = [far if dist(end, near) < NEAR else end for end in ends]
    return ends[0], ends[1]


def divided(lines: Lines) -> tuple[list[Piece], list[tuple[int, int, Line]]]:
    """The pieces between folds, and which hang together by which fold."""
    pieces = [list(lines.outline)]
    across = [chord(fold, lines.slits) for fold in lines.folds]
    for a, b in across:
        assert any(_divide(pieces, index, a, b) for index in range(len(pieces))), (a, b)
    made = [Piece(piece) for piece in pieces]
    hinges = []
    for fold, (a, b) in zip(lines.folds, across, strict=True):
        sides = [n for n, piece in enumerate(made) if has_edge(piece.flat, a, b)]
        assert len(sides) == 2, f"the fold {fold} is an edge of {len(sides)} panels"
        hinges.append((sides[0], sides[1], fold))
    return made, hinges


def _divide(pieces: list[list[Point]], index: int, a: Point, b: Point) -> bool:
    ready = inserted(pieces[index], a)
    ready = inserted(ready, b) if ready else ready
    if not ready:
        return False
    i, j = sorted(min(range(len(ready)), key=lambda n: dist(ready[n], end)) for end in (a, b))
    middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    is_edge = j - i in (1, len(ready) - 1)
    if is_edge or not inside(ready, (middle[0] + 1e-5, middle[1] + 1e-5)):
        return False
    pieces[index] = ready[i : j + 1]
    pieces.append(ready[j:] + ready[: i + 1])
    return True


def inside(outline: list[Point], point: Point) -> bool:
    x, y = point
    hits = [
        (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)
        for (x1, y1), (x2, y2) in pairwise([*outline, outline[0]])
    ]
    return sum(hits) % 2 == 1


def has_edge(outline: list[Point], a: Point, b: Point) -> bool:
    return any(
        min(dist(p, a) + dist(q, b), dist(p, b) + dist(q, a)) < NEAR
        for p, q in pairwise([*outline, outline[0]])
    )


def folded(lines: Lines) -> dict[str, list[Piece]]:
    """The closed box, its front at y = 0: x to the right, y to the back, z up. The pieces of
    each side, the largest first."""
    pieces, hinges = divided(lines)
    half = (min(p.box[1] for p in pieces) + max(p.box[3] for p in pieces)) / 2
    left = [n for n, piece in enumerate(pieces) if piece.box[0] < NEAR]
    start = min(left, key=lambda n: abs(pieces[n].middle[1] - half))
    # the back: it stands upright, its print looks to +y: seen from there, x runs to the left
    pieces[start].frame = np.array([[-1.0, 0, 0], [0, 0, -1.0], [0, 0, 0]])
    done, order = {start}, [start]
    while order:
        here = order.pop()
        for one, two, fold in hinges:
            other = two if here == one else one
            if here in (one, two) and other not in done:
                pieces[other].frame = turned(pieces[here], pieces[other], *fold)
                done.add(other)
                order.append(other)
    assert len(done) == len(pieces), "all panels hang together"
    corner = np.min([piece.space.min(axis=0) for piece in pieces], axis=0)
    for piece in pieces:
        piece.frame = piece.frame - np.array([[0, 0, 0], [0, 0, 0], corner])
    return by_side(pieces)


def turned(here: Piece, other: Piece, a: Point, b: Point) -> Vector:
    """The frame of a panel folded by 90° away from the print."""
    u, v, _ = here.frame
    inwards = np.cross(u, v)
    along = np.array([b[0] - a[0], b[1] - a[1]]) / dist(a, b)
    away = np.array([-along[1], along[0]])
    if np.dot(away, np.subtract(other.middle, here.middle)) < 0:
        away = -away
    fixed = along[0] * u + along[1] * v
    new_u = along[0] * fixed + away[0] * inwards
    new_v = along[1] * fixed + away[1] * inwards
    at = np.array([a[0], a[1], 1.0]) @ here.frame
    return np.array([new_u, new_v, at - a[0] * new_u - a[1] * new_v])


SIDES = (("left", "right"), ("front", "back"), ("bottom", "top"))


def by_side(pieces: list[Piece]) -> dict[str, list[Piece]]:
    size = np.max([piece.space.max(axis=0) for piece in pieces], axis=0)
    found: dict[str, list[Piece]] = {side: [] for pair in SIDES for side in pair}
    for piece in sorted(pieces, key=lambda one: -one.area):
        low, high = piece.reach()
        axis = int(np.argmin(high - low))
        found[SIDES[axis][int(low[axis] > size[axis] / 2)]].append(piece)
    return found


def lines_of(die: Dieline) -> Lines:
    """A dieline as lines, to fold it without a file."""
    lines = Lines()
    found = make_cut_lines(die.extent, (die.outline, *die.slits), die.folds)
    for outline in found.cuts:
        lines.add("cut", sampled(outline, 40))
    for outline in found.folds:
        lines.add("fold", sampled(outline))
    return lines


def overlap(one: Vector, two: Vector) -> float:
    """How deep two boxes lie in each other: the least way to part them."""
    return float(np.min(np.minimum(one[1], two[1]) - np.maximum(one[0], two[0])))


def free_inside(sides: dict[str, list[Piece]], board: float) -> Vector:
    """The largest block between all walls and flaps."""
    reach = {name: [piece.reach(board) for piece in group] for name, group in sides.items()}
    low = [max(r[1][axis] for r in reach[pair[0]]) for axis, pair in enumerate(SIDES)]
    high = [min(r[0][axis] for r in reach[pair[1]]) for axis, pair in enumerate(SIDES)]
    return np.array([low, high])


# --- it folds ------------------------------------------------------------------------------

READERS = ("pdf", "svg", "dxf")


def lines_in(folder: Path, kind: str) -> Lines:
    if kind == "pdf":
        return pdf_lines(folder / "tuck.pdf")
    lines, height = Lines(), manifest(folder)["boxes"][0]["flat_mm"][1]
    for layer in ("cut", "fold"):
        if kind == "svg":
            found = svg_lines(folder / "tuck.svg", layer)
        else:
            found = dxf_lines(folder / "tuck.dxf", layer.upper(), height)
        for points in found:
            lines.add(layer, points)
    return lines


@pytest.mark.parametrize("kind", READERS)
def test_the_lines_of_every_file_fold_to_a_box_with_room_for_its_cards(
    built: Path, kind: str
) -> None:
    sides = folded(lines_in(built, kind))
    free = free_inside(sides, BOARD)
    wanted = [POKER[0] + ROOM, 60 * STOCK + ROOM, POKER[1] + ROOM]
    assert free[1] - free[0] == pytest.approx(wanted, abs=EXACT)
    assert manifest(built)["boxes"][0]["inside_mm"] == pytest.approx(wanted, abs=EXACT)


def test_the_box_holds_its_deck_and_the_tolerance(built: Path) -> None:
    free = free_inside(folded(lines_in(built, "pdf")), BOARD)
    deck = np.array([POKER[0], 60 * STOCK, POKER[1]])
    assert np.prod(free[1] - free[0]) == pytest.approx(np.prod(deck + ROOM), rel=1e-3)
    assert np.prod(deck) < np.prod(free[1] - free[0]) < 1.2 * np.prod(deck)


def test_every_fold_is_a_common_edge_of_two_panels_of_thirteen(built: Path) -> None:
    pieces, hinges = divided(lines_in(built, "pdf"))
    assert len(pieces) == 13
    assert len(hinges) == 12


def test_the_files_have_the_same_lines(built: Path) -> None:
    pdf, svg, dxf = (lines_in(built, kind) for kind in READERS)
    for other in (svg, dxf):
        for kind in ("folds", "slits"):
            ours, theirs = np.array(getattr(pdf, kind)), np.array(getattr(other, kind))
            assert np.abs(ours - theirs).max() < EXACT
        assert farthest(other.outline, pdf.outline) < EXACT
        assert farthest(pdf.outline, other.outline) < EXACT


def test_opposite_walls_are_equal_but_for_the_board(built: Path) -> None:
    sides = folded(lines_in(built, "pdf"))
    extents = {name: group[0].box for name, group in sides.items()}
    width = {name: box[2] - box[0] for name, box in extents.items()}
    height = {name: box[3] - box[1] for name, box in extents.items()}
    assert width["front"] == pytest.approx(width["back"], abs=EXACT)
    assert width["top"] == pytest.approx(width["bottom"], abs=EXACT)
    assert width["back"] == pytest.approx(width["top"], abs=EXACT)
    assert width["left"] == pytest.approx(width["right"] + BOARD, abs=EXACT)
    assert height["left"] == pytest.approx(height["right"], abs=EXACT)
    assert height["front"] == pytest.approx(height["left"] + 2 * BOARD, abs=EXACT)


def test_the_glue_flap_lands_inside_the_back_and_touches_it(built: Path) -> None:
    back, glue = folded(lines_in(built, "pdf"))["back"]
    wall, flap = back.reach(BOARD), glue.reach(BOARD)
    assert wall[0][0] - EXACT <= flap[0][0] < flap[1][0] <= wall[1][0] + EXACT
    assert wall[0][2] < flap[0][2] < flap[1][2] < wall[1][2]
    assert flap[1][1] == pytest.approx(wall[0][1], abs=EXACT)


def test_tucks_lie_flat_behind_the_front(built: Path) -> None:
    front, *tucks = folded(lines_in(built, "pdf"))["front"]
    assert len(tucks) == 2
    for tuck in tucks:
        assert tuck.reach(BOARD)[0][1] == pytest.approx(front.reach(BOARD)[1][1], abs=EXACT)
        assert front.reach()[0][0] < tuck.reach()[0][0]
        assert tuck.reach()[1][0] < front.reach()[1][0]


def _collisions(lines: Lines, board: float) -> list[tuple[str, str, float]]:
    """Panels that lie in each other, where neither a fold nor a lock holds them."""
    sides = folded(lines)
    named = [(f"{s}{n}", p) for s, group in sides.items() for n, p in enumerate(group)]
    _, hinges = divided(lines)
    joined = [fold for _, _, fold in hinges]
    found = []
    for index, (one, first) in enumerate(named):
        for two, second in named[index + 1 :]:
            if any(_hang(first, second, fold) for fold in joined):
                continue
            deep = overlap(first.reach(board), second.reach(board))
            if deep > EXACT:
                found.append((one, two, deep))
    return found


def _hang(one: Piece, two: Piece, fold: Line) -> bool:
    return all(
        any(on_edge(piece.flat, end) for end in fold)
        and on_edge(piece.flat, ((fold[0][0] + fold[1][0]) / 2, (fold[0][1] + fold[1][1]) / 2))
        for piece in (one, two)
    )


def on_edge(outline: list[Point], point: Point) -> bool:
    return any(
        dist(point, p) + dist(point, q) - dist(p, q) < NEAR / 10
        for p, q in pairwise([*outline, outline[0]])
    )


def test_no_flap_lies_in_another_but_where_the_dust_flaps_lock_the_tuck(built: Path) -> None:
    lines = lines_in(built, "pdf")
    found = _collisions(lines, BOARD)
    assert {frozenset((one[:-1], two[:-1])) for one, two, _ in found} == {
        frozenset(("front", "top")), frozenset(("front", "bottom")),
    }  # fmt: skip
    slit = max(max(x for x, _ in line) for line in lines.slits if line[0][0] < 20)
    sides = folded(lines)
    tuck = sides["front"][1].reach(BOARD)
    for flap in (*sides["top"][1:], *sides["bottom"][1:]):
        caught = [p for p in flap.space if p[1] < tuck[1][1]]
        width = sides["front"][0].reach()[1][0]
        assert caught
        assert all(min(p[0], width - p[0]) < slit for p in caught)


@pytest.mark.slow
@settings(law, max_examples=40)
@given(
    width=st.floats(30, 140), depth=st.floats(5, 70), height=st.floats(45, 180),
    board=st.floats(0.25, 1.2), thumb=st.booleans(),
)  # fmt: skip
def test_every_box_leaves_exactly_the_room_that_was_asked_for(
    width: float, depth: float, height: float, board: float, thumb: bool
) -> None:
    depth = max(depth, least_depth(board * MM) / MM)
    hollow = Hollow(width * MM, depth * MM, height * MM)
    lines = lines_of(tuck_box(hollow, board * MM, thumb=thumb))
    free = free_inside(folded(lines), board)
    assert free[1] - free[0] == pytest.approx([width, depth, height], abs=1e-3)
    locked = {frozenset(("front", "top")), frozenset(("front", "bottom"))}
    assert {frozenset((a[:-1], b[:-1])) for a, b, _ in _collisions(lines, board)} <= locked


def test_the_shallowest_box_still_has_dust_flaps_of_two_millimetres() -> None:
    for board in (0.3, 0.45, 0.8):
        depth = least_depth(board * MM)
        die = tuck_box(Hollow(64 * MM, depth, 90 * MM), board * MM, thumb=True)
        flap = folded(lines_of(die))["top"][-1]
        end = flap.space[flap.space[:, 0] < flap.space[:, 0].min() + 3]
        assert np.ptp(end[:, 1]) >= 1.99


def test_the_thumb_notch_is_a_half_circle_in_the_middle_of_the_front(built: Path) -> None:
    lines = lines_in(built, "pdf")
    front = folded(lines)["front"][0]
    left, top, right, _ = front.box
    middle = (left + right) / 2
    arc = [
        p for p in front.flat if p[1] > top + 0.5 and abs(p[0] - middle) < 12 and p[1] < top + 11
    ]
    assert len(arc) > 30
    assert [dist(p, (middle, top)) for p in arc] == pytest.approx([10.0] * len(arc), abs=EXACT)


# --- the faces lie on it -------------------------------------------------------------------


@dataclass
class Shown:
    """A face on the die, in millimetres y down: what clips it, and the map of its page."""

    clip: Box
    map: Vector
    page: tuple[float, float]

    @property
    def trim(self) -> Box:
        w, h = self.page
        ends = [np.array([x, y, 1]) @ self.map for x in (3, w - 3) for y in (3, h - 3)]
        xs, ys = [float(e[0]) for e in ends], [float(e[1]) for e in ends]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def middle(self) -> Point:
        left, top, right, bottom = self.trim
        return (left + right) / 2, (top + bottom) / 2


def shown_faces(file: Path) -> list[Shown]:
    """The faces in the art layer, in painting order."""
    with pikepdf.open(file) as pdf:
        page = pdf.pages[0]
        left, _, _, top = (float(v) for v in page.TrimBox)
        forms = {str(n).lstrip("/"): f for n, f in page.Resources.XObject.items()}
        content = page.Contents.read_bytes().decode()
        art = re.search(r"/OC /Layerart BDC\n.*?([-\d. ]+) cm /(\w+) Do", content, re.DOTALL)
        assert art is not None
        outer = as_matrix(art[1].split())
        form = forms[art[2]]
        found = list[Shown]()
        clip, matrix = (0.0, 0.0, 0.0, 0.0), np.eye(3)
        for operands, operator in pikepdf.parse_content_stream(form):
            if str(operator) == "re":
                x, y, w, h = (float(v) for v in operands)
                x, y = x + outer[2][0], y + outer[2][1]
                clip = ((x - left) / MM, (top - y - h) / MM, (x + w - left) / MM, (top - y) / MM)
            elif str(operator) == "cm":
                matrix = as_matrix(operands) @ outer
            elif str(operator) == "Do":
                box = [float(v) for v in form.Resources.XObject[str(operands[0])].BBox]
                flip = np.array([[MM, 0, 0], [0, -MM, 0], [0, box[3], 1]])
                die = np.array([[1 / MM, 0, 0], [0, -1 / MM, 0], [-left / MM, top / MM, 1]])
                one = Shown(clip, flip @ matrix @ die, (box[2] / MM, box[3] / MM))
                if not (found and np.allclose(found[-1].map, one.map)):
                    found.append(one)
        return found


UP = {
    "front": ([1, 0, 0], [0, 0, 1]),
    "back": ([-1, 0, 0], [0, 0, 1]),
    "left": ([0, 0, -1], [0, -1, 0]),  # turned: it reads downwards
    "right": ([0, 1, 0], [0, 0, 1]),
    "top": ([1, 0, 0], [0, 1, 0]),
    "bottom": ([1, 0, 0], [0, -1, 0]),
}
"""How each face runs in space on the closed box: to its right, and up."""


def test_faces_stand_upright_on_the_closed_box_and_read_forwards(built: Path) -> None:
    sides = folded(lines_in(built, "pdf"))
    faces = shown_faces(built / "tuck.pdf")
    for name, (right, up) in UP.items():
        panel = sides[name][0]
        face = next(f for f in faces if dist(f.middle, panel.middle) < 1)
        x, y, _ = np.array([1.0, 0, 0]) @ face.map
        u, v, _ = np.array([0, -1.0, 0]) @ face.map
        assert (panel.way(x, y), panel.way(u, v)) == (right, up), name
        outwards = np.cross(right, up)
        assert np.dot(outwards, panel.space.mean(axis=0) - [32, 10, 45]) > 0, name


def test_faces_end_where_the_die_folds_and_cuts(built: Path) -> None:
    sides = folded(lines_in(built, "pdf"))
    faces = shown_faces(built / "tuck.pdf")
    for name in FACES:
        panel = sides[name][0]
        face = next(f for f in faces if dist(f.middle, panel.middle) < 1)
        assert face.trim == pytest.approx(panel.box, abs=EXACT), name


def test_paint_goes_over_cuts_and_onto_flaps_but_under_its_neighbours(built: Path) -> None:
    """Along each panel's edge, just outside it: its own colour where nothing else is seen."""
    look = picture(built)
    colors = {name: PALETTE[color] for name, color in COLORS.items()}
    boxes = {name: group[0].box for name, group in folded(lines_in(built, "pdf")).items()}
    left, top, right, bottom = boxes["front"]
    assert look(left + 10, top - 2.8) == colors["front"]
    assert look(left + 10, bottom + 2.8) == colors["front"]
    assert look(left - 0.3, top + 30) == colors["left"]
    assert look(left + 0.3, top + 30) == colors["front"]
    assert look(right + 0.3, top + 30) == colors["right"]
    back = boxes["back"]
    assert look(back[0] - 2.8, back[1] + 30) == colors["back"]
    assert look(back[0] + 10, back[1] - 0.3) == colors["top"]
    assert look(back[0] + 10, back[3] + 0.3) == colors["bottom"]
    lid = boxes["top"]
    assert look(lid[0] + 30, lid[1] - 2.8) == colors["top"]
    assert look(lid[0] + 30, lid[1] - 3.3) == colors["flap"]
    side = boxes["left"]
    assert look(side[0] + 10, side[1] - 2.8) == colors["left"]
    assert look(side[0] + 10, side[1] - 3.3) == colors["flap"]


def test_flaps_do_not_paint_over_a_bare_closure(tmp_path: Path) -> None:
    folder = write(tmp_path / "bare", "      top: top, → \n    # ".replace("\n    # ", "      "))
    look, lines = picture(folder), lines_in(folder, "pdf")
    left, top, right, bottom = folded(lines)["top"][0].box
    for x in (left + 15.3, left + 30.3, right - 15.3):
        assert look(x, top + 0.5) == (255, 255, 255)
        assert look(x, top - 0.5) == PALETTE["sand"]
    for y in (top + 6.3, bottom - 6.3):
        assert look(right - 0.5, y) == (255, 255, 255)


def test_the_glue_flap_is_bare_but_for_the_bleed_at_its_fold(built: Path) -> None:
    look, lines = picture(built), lines_in(built, "pdf")
    _, glue = folded(lines)["back"]
    left, top, right, bottom = glue.box
    assert look(left + 2.8, (top + bottom) / 2 + 9) == PALETTE["leaf"]
    for x in np.linspace(left + 3.3, right - 0.5, 12):
        assert look(float(x), (top + bottom) / 2 + 9) == (255, 255, 255)


PALETTE = {
    name: tuple(bytes.fromhex(code)) for name, code in re.findall(r'(\w+): "#([0-9a-f]{6})"', GAME)
}


def picture(folder: Path) -> Any:
    """A function that looks at the page, at millimetres from the die's top left."""
    data = (folder / "tuck.pdf").read_bytes()
    with pikepdf.open(folder / "tuck.pdf") as pdf:
        page = pdf.pages[0]
        width, height = (float(v) for v in page.MediaBox[2:])
        left, _, _, top = (float(v) for v in page.TrimBox)
    raster = Raster(data)
    pixels = raster.page(0, (round(width * 4), round(height * 4)))
    raster.close()

    def look(x: float, y: float) -> tuple[int, ...]:
        row, column = int((height - top + y * MM) * 4), int((left + x * MM) * 4)
        return tuple(int(v) for v in pixels[row, column])

    return look


# --- the files -----------------------------------------------------------------------------


def test_cuts_folds_and_art_are_layers_and_lines_are_inks_of_their_own(built: Path) -> None:
    layers = pdf_layers(built / "tuck.pdf")
    assert list(layers) == ["art", "fold", "cut", "notes"]
    assert layers["cut"][0] == "CutContour"
    assert layers["fold"][0] == "Crease"
    with pikepdf.open(built / "tuck.pdf") as pdf:
        known = pdf.Root.OCProperties
        assert [str(one.Name) for one in known.OCGs] == ["art", "fold", "cut", "notes"]
        assert len(known.D.ON) == 4


def test_lines_overprint_so_that_hiding_them_leaves_no_gap(built: Path) -> None:
    with pikepdf.open(built / "tuck.pdf") as pdf:
        forms = pdf.pages[0].Resources.XObject
        states = [f.Resources.ExtGState for f in forms.values() if "/ExtGState" in f.Resources]
        over = [state for one in states for state in one.values() if "/OP" in state]
        assert len(over) == 2
        assert all(state.OP and state.op for state in over)


def test_other_readers_open_the_pdf(built: Path) -> None:
    for command in (
        ["qpdf", "--check", "tuck.pdf"],
        ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=nullpage", "tuck.pdf"],
        ["pdfinfo", "-box", "tuck.pdf"],
    ):
        run = subprocess.run(command, cwd=built, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr
        assert not run.stderr, run.stderr
    fonts = subprocess.run(
        ["pdffonts", "tuck.pdf"], cwd=built, capture_output=True, text=True, check=True
    )
    assert all(" yes yes" in line for line in fonts.stdout.splitlines()[2:])


def test_the_trim_box_is_the_box_laid_flat(built: Path) -> None:
    with pikepdf.open(built / "tuck.pdf") as pdf:
        left, low, right, high = (float(v) / MM for v in pdf.pages[0].TrimBox)
    assert [right - left, high - low] == pytest.approx(
        manifest(built)["boxes"][0]["flat_mm"], abs=EXACT
    )


def test_the_dxf_has_layers_with_colours_of_their_own(built: Path) -> None:
    layers = readfile(built / "tuck.dxf").layers
    assert (layers.get("CUT").color, layers.get("FOLD").color) == (1, 5)
    assert layers.get("FOLD").dxf.linetype == "DASHED"


def test_a_title_with_markup_is_no_markup_in_the_svg() -> None:
    die = tuck_box(Hollow(64 * MM, 20 * MM, 90 * MM), 0.45 * MM, thumb=True)
    lines = make_cut_lines(die.extent, [die.outline], die.folds)
    root = ElementTree.fromstring(make_svg(lines, "Cats & <Dogs>"))
    assert root[0].text == "Cats & <Dogs>"


def test_the_same_game_gives_the_same_bytes(built: Path, tmp_path: Path) -> None:
    again = write(tmp_path / "again")
    for file in built.iterdir():
        assert (again / file.name).read_bytes() == file.read_bytes(), file.name


def test_the_guide_says_what_to_print_and_fold(built: Path) -> None:
    guide = (built / "BOX.md").read_text("utf-8")
    assert "letters, motifs: 60 cards" in guide
    assert "64.5 × 20.2 × 89.9 mm" in guide
    assert "CutContour" in guide
    for word in ("Score", "Cut", "Fold", "Glue", "thumb"):
        assert word.casefold() in guide.casefold()


def test_a_box_beside_some_of_the_cards_is_still_that_of_the_whole_game(
    built: Path, tmp_path: Path
) -> None:
    found, findings = checked()
    assert found is not None, findings
    with replace_output(tmp_path / "out") as output:
        run_target(target, replace(job_of(found), only="name == 'a'"), output)
    assert built_texts(tmp_path / "out") == built_texts(built)


def built_texts(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in ("manifest.json", "BOX.md")]


# --- on paper ------------------------------------------------------------------------------


def test_a_box_that_fits_a_paper_stands_in_its_middle(tmp_path: Path) -> None:
    folder = write(tmp_path / "a3", paper="a3")
    with pikepdf.open(folder / "tuck.pdf") as pdf:
        assert len(pdf.pages) == 1
        sides = sorted(float(v) / MM for v in pdf.pages[0].MediaBox[2:])
        assert sides == pytest.approx([297, 420], abs=EXACT)


@dataclass
class Tile:
    """A page: what is printed on, and where the die's top left is, both in millimetres, y down."""

    clip: Box
    die: Point
    look: Any

    def shows(self, point: Point) -> bool:
        x, y = self.die[0] + point[0], self.die[1] + point[1]
        left, top, right, bottom = self.clip
        return (
            left + 0.3 < x < right - 0.3 and top + 0.3 < y < bottom - 5
        )  # words stand at the foot

    def at(self, point: Point) -> tuple[int, ...]:
        return cast(tuple[int, ...], self.look(self.die[0] + point[0], self.die[1] + point[1]))


def tiles(folder: Path, bleed: float = 3.0) -> list[Tile]:
    """The pages of a box; the block begins its bleed before the die."""
    data, found = (folder / "tuck.pdf").read_bytes(), []
    with pikepdf.open(folder / "tuck.pdf") as pdf:
        for number, page in enumerate(pdf.pages):
            width, height = (float(v) for v in page.MediaBox[2:])
            shown = re.search(
                r"q ([-\d. ]+) re W n 1 0 0 1 ([-\d.]+) ([-\d.]+) cm /(\w+) Do",
                page.Contents.read_bytes().decode(),
            )
            assert shown is not None
            x, y, w, h = (float(v) for v in shown[1].split())
            high = float(page.Resources.XObject[f"/{shown[4]}"].BBox[3])
            clip = (x / MM, (height - y - h) / MM, (x + w) / MM, (height - y) / MM)
            left, top = float(shown[2]) / MM, (height - float(shown[3]) - high) / MM
            look = looking(data, number, (width, height))
            found.append(Tile(clip, (left + bleed, top + bleed), look))
    return found


def looking(data: bytes, number: int, extent: Point) -> Any:
    raster, scale = Raster(data), 4
    pixels = raster.page(number, (round(extent[0] * scale), round(extent[1] * scale)))
    raster.close()

    def look(x: float, y: float) -> tuple[int, ...]:
        return tuple(int(v) for v in pixels[int(y * MM * scale), int(x * MM * scale)])

    return look


def test_pages_laid_over_each_other_show_the_whole_box(tmp_path: Path, built: Path) -> None:
    """Every place of the box is on a page, and looks there as on the page of its own size."""
    folder = write(tmp_path / "tiles", paper="100x148mm", margin="7mm")
    pages, whole = tiles(folder), picture(built)
    assert len(pages) == manifest(folder)["boxes"][0]["pages"] == 6
    assert all(page.clip == pytest.approx((7, 7, 93, 141), abs=EXACT) for page in pages)
    width, height = manifest(built)["boxes"][0]["flat_mm"]
    seen = 0
    for x in np.arange(-2.5, width + 2.5, 3.7):
        for y in np.arange(-2.5, height + 2.5, 3.7):
            showing = [page for page in pages if page.shows((x, y))]
            assert showing, (x, y)
            wanted = whole(x, y)
            seen += all(near_color(page.at((x, y)), wanted) for page in showing)
    assert seen > 0.97 * (width + 5) * (height + 5) / 3.7**2  # but where seams are drawn


def near_color(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, two, strict=True)) < 40


def test_pages_overlap_by_a_centimetre_as_their_seams_say(tmp_path: Path) -> None:
    first, second, *_ = tiles(write(tmp_path / "tiles", paper="148x210mm", margin="7mm"))
    moved = first.die[0] - second.die[0]
    assert first.clip[2] - first.clip[0] - moved == pytest.approx(10, abs=EXACT)
    seam = [first.look(first.clip[2] - 10, y) for y in np.arange(9, 14, 0.2)]
    assert (255, 255, 255) in seam
    assert min(seam) < (160, 160, 160)


def test_a_box_for_too_many_sheets_is_refused_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="over 24 sheets") as refused:
        write(tmp_path / "x", paper="60x60mm")
    assert "larger paper" in refused.value.hint


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"papre": "a4"}, "no option `papre`"),
        ({"paper": "a44"}, "there is no paper `a44`"),
        ({"paper": "a4", "margin": "200mm"}, "`margin=200mm` is not possible"),
        ({"margin": "8mm"}, "a page as large as the box has no margin"),
        ({"margin": "-3mm"}, "`margin=-3mm` is not possible"),
    ],
)
def test_an_option_that_cannot_be_had_is_refused(options: dict[str, str], said: str) -> None:
    with pytest.raises(OptionError, match=re.escape(said)):
        target.read_options(options)


# --- from cards to size --------------------------------------------------------------------


def test_a_game_without_a_box_is_passed_over(tmp_path: Path) -> None:
    files = {**FILES, "game.yaml": GAME[: GAME.index("boxes:")]}
    found = check_game(MemoryGame(files), Report(), checks=())
    assert found is not None
    with pytest.raises(UnsuitableError, match="no box"), replace_output(tmp_path / "x") as output:
        run_target(target, job_of(found), output)


def inner(*changes: str) -> list[float]:
    found, findings = checked(**{str(i): change for i, change in enumerate(changes)})
    assert found is not None, findings
    hollow = found.bound.boxes[0].dieline.hollow
    return [hollow.width / MM, hollow.depth / MM, hollow.height / MM]


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ("holds: [letters, motifs] → holds: [letters]", [64.5, 17.0, 89.9]),
        ("holds: [letters, motifs] → holds: motifs\n    extra: 5mm", [45.45, 9.2, 64.5]),
        ("holds: [letters, motifs] → card-stock: 0.3mm", [64.5, 19.0, 89.9]),
        ("holds: [letters, motifs] → room: 2mm", [65.5, 21.2, 90.9]),
        ("holds: [letters, motifs] → piles: 2", [128.0, 10.6, 89.9]),
        ("holds: [letters, motifs] → extra: 4mm", [64.5, 24.2, 89.9]),
        ("holds: [letters, motifs] → sleeved: yes", [67.5, 32.2, 92.9]),
        ("holds: [letters, motifs] → sleeved: {edge: 2mm, thickness: 0.1mm}", [66.5, 26.2, 91.9]),
        ("holds: [letters, motifs] → sleeved: no", [64.5, 20.2, 89.9]),
    ],
)
def test_the_inside_comes_from_cards_stock_and_room(change: str, wanted: list[float]) -> None:
    assert inner(change) == pytest.approx(wanted, abs=EXACT)


def test_cards_that_lie_on_their_side_make_a_box_that_does() -> None:
    assert inner("size: mini → size: poker-landscape") == pytest.approx([64.5, 20.2, 89.9])
    both = ("size: mini → size: poker-landscape", "size: poker, → size: poker-landscape,")
    assert inner(*both) == pytest.approx([89.9, 20.2, 64.5])


def test_building_some_cards_leaves_the_box_as_large_as_for_all(tmp_path: Path) -> None:
    found, _ = checked()
    assert found is not None
    some = select_cards(found, "name == 'a'")
    with replace_output(tmp_path / "out") as output:
        said = run_target(target, job_of(some), output)
    assert "64.5 × 20.2 × 89.9 mm inside" in said


def test_templates_of_a_panel_know_the_game_the_box_the_panel_and_the_count() -> None:
    text = '"{{ game }}, {{ box }}, {{ panel }}, {{ count }}"'
    layouts = LAYOUTS.replace(
        "name: corner}", f"name: corner}}, {{text: {text}, font: text, size: 7pt, at: center}}"
    ).replace("\nlayouts", "layouts")
    found = check_game(MemoryGame({**FILES, "layouts.yaml": layouts}), Report(), checks=())
    assert found is not None
    panel = next(p for p in found.bound.boxes[0].panels if p.panel.name == "right")
    shown = [item.text for item in found.laid.scenes[panel.face].items if isinstance(item, Glyphs)]
    assert "".join(shown).replace(" ", "") == "Lantern,tuck,right,60"


def test_templates_of_a_panel_know_the_constants_of_the_game() -> None:
    constants = "vars: {paint: rust, tall: 9, side: right, box: none}\n"
    layouts = LAYOUTS.replace("fill: rust", 'fill: "{{ paint }}"') + (
        "  tall:\n    safe: [{text: '{{ tall + 1 }} {{ box }}', font: text, size: 7pt}]\n"
    )
    game = GAME.replace("bottom: bottom", "bottom: tall").replace(
        "right: right", "right: '{{ side }}'"
    )
    report = Report()
    files = {**FILES, "game.yaml": constants + game, "layouts.yaml": layouts}
    found = check_game(MemoryGame(files), report, checks=())
    assert found is not None
    assert report.findings == ()
    panels = {one.panel.name: one.face for one in found.bound.boxes[0].panels}
    items = found.laid.scenes[panels["bottom"]].items
    assert "".join(item.text for item in items if isinstance(item, Glyphs)) == "10 tuck"
    assert panels["right"].layout == "right"


def test_a_layout_may_be_named_by_a_template() -> None:
    found, _ = checked(change='right: right → right: "{{ panel }}"')
    assert found is not None
    names = {p.panel.name: p.face.layout for p in found.bound.boxes[0].panels}
    assert names["right"] == "right"


def test_boxes_whose_names_become_one_have_files_of_their_own_and_the_guide_names_them(
    tmp_path: Path,
) -> None:
    same = "boxes:\n  Tuck!: {holds: [letters], panels: {front: front}}\n"
    folder = write(tmp_path / "out", f"boxes:\n → {same}")
    files = [box["files"][0] for box in manifest(folder)["boxes"]]
    assert files == ["tuck.pdf", "tuck-2.pdf"]
    assert re.findall(r"`(tuck.*?pdf)`", (folder / "BOX.md").read_text("utf-8")) == files
