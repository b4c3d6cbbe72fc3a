"""Bind shapes and paths: what is drawn from measures alone."""

from __future__ import annotations

from cardgen.bind.bound_elements import PathBox, ShapeBox, ShapeForm
from cardgen.bind.bound_texts import ZERO
from cardgen.bind.card.palette import Palette
from cardgen.bind.elements.element_fields import frame, label
from cardgen.core.findings import Finding, Report
from cardgen.read.models.drawn_elements import PathElement, ShapeElement


def bind_shape(spec: ShapeElement, palette: Palette) -> ShapeBox:
    fill = palette.fill(spec.fill, spec.place("fill"))
    pen, name = palette.pen(spec), label(spec, spec.shape)
    radius, points = spec.radius or ZERO, tuple(spec.points)
    form = ShapeForm(**{name: getattr(spec, name) for name in ShapeForm.__struct_fields__})
    own, shape = frame(spec), spec.shape
    return ShapeBox(own, shape, radius, fill, pen, name, points, form, span=spec.span)


def bind_path(spec: PathElement, palette: Palette, report: Report) -> PathBox | None:
    from cardgen.svg.path_data import PathError, read_drawn_path

    try:
        read_drawn_path(spec.path)
    except PathError as error:
        scalar = spec.scalar("path")
        place = scalar.part(error.offset, 1) if scalar else spec.span
        report.add(Finding("bad-path", str(error), place, hint=error.hint))
        return None
    fill = palette.fill(spec.fill, spec.place("fill"))
    pen, keep, name = palette.pen(spec), spec.fit == "contain", label(spec, "path")
    own = frame(spec)
    drawn, view, odd = spec.path, spec.view, spec.even_odd
    return PathBox(own, drawn, view, keep, odd, fill, pen, name, span=spec.span)
