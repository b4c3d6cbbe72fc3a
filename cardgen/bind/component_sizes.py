"""Component sizes of a game: the catalog's, and those that it defines itself.

In      `sizes:` of `game.yaml`.
Out     `ComponentSizes`: a `Size` by its name; the sizes that a divider has by its tab's place.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.size_polygons import (
    REGULAR,
    Corners,
    outline_corners,
    scale_corners,
)
from cardgen.core.findings import Finding, Report, Span
from cardgen.core.geometry import POINTS_PER_MM, Extent
from cardgen.core.lengths import Length
from cardgen.core.sizes import Size, Tab, find_size, size_names
from cardgen.read.models.components import SizeSpec, TabSpec
from cardgen.read.models.game_file import GameFile
from cardgen.scene.cut_outline import list_corner_points

_BLEED = 3 * POINTS_PER_MM
_SAFE = 3 * POINTS_PER_MM
_TAB_CORNER = 2 * POINTS_PER_MM
_PATH_HINT = "write one closed line, as in `M0 0 L10 0 L5 8 Z`"
_UNLIMITED = 1_000_000


class TabSizes(Struct, frozen=True):
    """A size with its tab at each place, from left to right; one size if it has none."""

    sizes: tuple[Size, ...]

    def turn(self, index: int) -> Size:
        """Return the size for card `index`: tabs take the places one after the other."""
        return self.sizes[index % len(self.sizes)]

    def at(self, place: str, span: Span, report: Report) -> Size:
        """The size with its tab at place 1, 2, …"""
        number = int(place) if place.isdecimal() and len(place) < 4 else 0
        if 1 <= number <= len(self.sizes):
            return self.sizes[number - 1]
        message = f"there is no place `{place}` for a tab"
        hint = f"write a number from 1 to {len(self.sizes)}"
        report.add(Finding("bad-tab", message, span, hint=hint))
        return self.sizes[0]


class ComponentSizes(Struct, frozen=True):
    """The sizes that decks may name."""

    own: Mapping[str, Size]
    specs: Mapping[str, SizeSpec]
    report: Report

    def find(self, name: str, place: Span) -> Size | None:
        """The size of that name; None, and a finding, if there is none."""
        found = self.own.get(name) or find_size(name)
        if found is None and not self.report.is_lost("size", name):
            from cardgen.bind.size_hints import explain_measures, explain_pixels, explain_size

            hint = explain_pixels(name) or explain_measures(name) or explain_size(name, self.own)
            self.report.unknown("size", name, (*self.own, *size_names()), place, hint=hint)
        return found

    def tabs(self, name: str, size: Size) -> TabSizes:
        """The size with its tab at each place."""
        spec = self.specs.get(name)
        if size.tab is None or spec is None or spec.tab is None:
            return TabSizes((size,))
        places, free = spec.tab.places, size.trim.width - size.tab.width
        step = free / (places - 1) if places > 1 else 0.0
        start = 0.0 if places > 1 else free / 2
        tabs = (replace(size.tab, left=start + i * step) for i in range(places))
        return TabSizes(tuple(replace(size, tab=tab) for tab in tabs))


def open_sizes(file: GameFile, report: Report) -> ComponentSizes:
    """The game's own sizes; what is wrong with them is in the report."""
    own: dict[str, Size] = {}
    for name, spec in file.sizes.items():
        size = _size(name, spec, report)
        if size is not None:
            own[name] = size
        else:
            report.lost.add(("size", name))
    return ComponentSizes(own, file.sizes, report)


def _size(name: str, spec: SizeSpec, report: Report) -> Size | None:
    if find_size(name):
        known = find_size(name)
        other = f", another name of `{known.name}`" if known and known.name != name else ""
        message = f"`{name}` is a trade size already{other}"
        hint = f"choose another name, such as `own-{name}`"
        report.add(Finding("bad-size", message, spec.span, hint=hint))
        return None
    start = find_size(spec.like) if spec.like else None
    if spec.like and start is None:
        from cardgen.bind.size_hints import explain_size

        hint = explain_size(spec.like, ())
        report.unknown("size", spec.like, size_names(), spec.place("like"), hint=hint)
        return None
    try:
        size = _made(name, spec, start)
    except ValueError as error:  # a path's own, too
        report.add(Finding("bad-size", str(error), spec.place("path"), hint=_PATH_HINT))
        return None
    problem = _problem(size)
    if problem:
        report.add(Finding("bad-size", problem[0], spec.span, hint=problem[1]))
        return None
    return size


def _made(name: str, spec: SizeSpec, start: Size | None) -> Size:
    trim = _trim(spec, start)
    tab = _tab(spec.tab, trim.width) if spec.tab else None
    fold = spec.fold
    columns, rows = (fold.columns, fold.rows) if fold else (1, 1)
    return Size(
        name=name,
        trim=Extent(trim.width, trim.height + (tab.height if tab else 0.0)),
        bleed=_points(spec.bleed, start.bleed if start else _BLEED),
        safe=_points(spec.safe, start.safe if start else _SAFE),
        corner=_points(spec.corner, start.corner if start else 0.0),
        product="",
        code="",
        max_cards=_UNLIMITED,
        shape=start.shape if start and spec.shape == "rectangle" else spec.shape,
        tab=tab,
        folds_x=tuple(trim.width * i / columns for i in range(1, columns)),
        folds_y=tuple(trim.height * i / rows for i in range(1, rows)),
        polygon=scale_corners(_corners(spec), trim),
    )


def _corners(spec: SizeSpec) -> Corners:
    if spec.path is not None:
        return outline_corners(spec.path)
    return REGULAR.get(spec.shape, ())


def _trim(spec: SizeSpec, start: Size | None) -> Extent:
    if spec.diameter:
        return Extent(spec.diameter.points, spec.diameter.points)
    if spec.shape == "upright-hexagon" and spec.height:
        return Extent(spec.height.points * sqrt(3) / 2, spec.height.points)
    if spec.shape == "octagon" and spec.width:
        return Extent(spec.width.points, spec.width.points)
    if spec.shape in ("hexagon", "triangle") and spec.width:
        return Extent(spec.width.points, spec.width.points * sqrt(3) / 2)
    width = _points(spec.width, start.trim.width if start else 0.0)
    return Extent(width, _points(spec.height, start.trim.height if start else 0.0))


def _tab(spec: TabSpec, width: float) -> Tab:
    corner = _points(spec.corner, _TAB_CORNER)
    tab = spec.width.points
    return Tab(tab, spec.height.points, max(0.0, (width - tab) / 2), corner)


def _points(length: Length | None, otherwise: float) -> float:
    return length.points if length is not None else otherwise


def _problem(size: Size) -> tuple[str, str] | None:
    """What cannot be made, and what to write instead."""
    body = size.body_box
    if size.polygon and not list_corner_points(size, size.safe):
        return "nothing is left inside the safe zone", "give a smaller `safe:`, such as `1.5mm`"
    if size.tab and size.tab.width > body.width:
        return "the tab is wider than the divider", "make the tab narrower"
    if min(body.width, body.height) <= 2 * size.safe:
        return "nothing is left inside the safe zone", "give a smaller `safe:`, such as `1.5mm`"
    if size.corner > min(body.width, body.height) / 2:
        return "the corners are rounder than the piece", "give a smaller `corner:`"
    return None
