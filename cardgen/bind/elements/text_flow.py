"""Bind what a text runs along, flows around, or stands within.

In      the specs of a curve, of shapes, of an outline.
Out     a `TextCurve`; a `TextFlow` whose outlines fill the unit square; findings.
Not here  how wide lines are there (`layout.text.flow`).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cardgen.bind.bound_texts import ZERO, FlowShape, TextCurve, TextFlow, TextSetting
from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import Rect, Transform
from cardgen.read.models.drawn_elements import CurveSpec, TextElement
from cardgen.read.models.flows import FlowOutlineSpec, WithinSpec, WrapSpec
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import TextStyle
from cardgen.scene.outlines import Close, Curve, Move, Outline, bounds, moved
from cardgen.scene.plain_shapes import named_shape, view_onto
from cardgen.svg.path_data import PathError, read_drawn_path

_UNIT = Rect(0.0, 0.0, 1.0, 1.0)
_FLIPPED = Transform(-1.0, 0.0, 0.0, 1.0, 1.0, 0.0)


def bind_flow(
    setting: TextSetting,
    spec: TextElement,
    layers: Sequence[TextStyle],
    report: Report,
    *,
    mirrored: bool,
) -> TextSetting | None:
    """The setting of a text that flows around shapes or within an outline; None, and a finding,
    if an outline is none."""
    if spec.within:
        within = _bind_within(spec, report, mirrored=mirrored)
        if within is None:
            return None
        given = any(layer.valign is not None for layer in layers)
        valign = setting.valign if given else "bottom" if spec.within == "triangle" else "middle"
        return replace(setting, flow=within, valign=valign)
    if not spec.wrap:
        return setting
    around = [_bind_wrap(one, report, mirrored=mirrored) for one in spec.wrap]
    shapes = tuple(shape for shape in around if shape is not None)
    return replace(setting, flow=TextFlow(around=shapes)) if len(shapes) == len(around) else None


def _bind_within(spec: TextElement, report: Report, *, mirrored: bool) -> TextFlow | None:
    if isinstance(spec.within, WithinSpec):
        outline = _bind_outline(spec.within, report, mirrored=mirrored)
        return None if outline is None else TextFlow(outline, gap=spec.within.gap or ZERO)
    assert spec.within is not None
    return TextFlow(within=named_shape(spec.within, _UNIT))


def _bind_wrap(spec: WrapSpec, report: Report, *, mirrored: bool) -> FlowShape | None:
    outline = _bind_outline(spec, report, mirrored=mirrored)
    if outline is None:
        return None
    left = spec.left if spec.right is None else None
    if left is None and spec.right is None and spec.side == "left":
        left = ZERO
    right = None if left is not None else spec.right or ZERO
    if mirrored:
        left, right = right, left
    return FlowShape(
        outline, spec.width, spec.height, left, right, spec.top, spec.bottom, spec.gap or ZERO
    )


def _bind_outline(spec: FlowOutlineSpec, report: Report, *, mirrored: bool) -> Outline | None:
    """An outline in the unit square."""
    if spec.path:
        data = _read_path(spec.path, spec, report)
        if data is None or not _has_area(data, spec, report):
            return None
        outline = moved(data, view_onto(spec.view, _UNIT, keep=False))
    else:
        outline = named_shape(spec.shape, _UNIT)
    return moved(outline, _FLIPPED) if mirrored else outline


def _has_area(outline: Outline, spec: FlowOutlineSpec, report: Report) -> bool:
    """Whether there is anything inside an outline; a finding, if there is not."""
    found = bounds(outline)
    turns = len({segment for segment in outline if not isinstance(segment, Close)}) > 2
    curved = any(isinstance(segment, Curve) for segment in outline)
    if found is not None and min(found.width, found.height) > 0 and (turns or curved):
        return True
    message = "this path is a straight line, and has no inside"
    hint = "write an outline, as in `M0 0 H10 V10 Z`"
    report.add(Finding("bad-path", message, spec.place("path"), hint=hint))
    return False


def bind_curve(spec: CurveSpec, report: Report) -> TextCurve | None:
    """The curve that a text runs along; None, and a finding, if it is none."""
    if spec.path and not _is_one_line(spec, report):
        return None
    shift, view = spec.shift or ZERO, spec.view
    return TextCurve(spec.path, view, spec.start, spec.sweep, spec.reverse, shift, spec.spread)


def _is_one_line(spec: CurveSpec, report: Report) -> bool:
    outline = _read_path(spec.path, spec, report)
    if outline is None:
        return False
    lines = sum(isinstance(segment, Move) for segment in outline)
    if lines == 1 and len(outline) > 1:
        return True
    message = f"a text runs along one line; this path has {lines}"
    hint = "write one `M`, and lines or curves after it"
    report.add(Finding("bad-path", message, spec.place("path"), hint=hint))
    return False


def _read_path(data: str, spec: Spec, report: Report) -> Outline | None:
    """The outline that a field `path` says; None, and a finding, if it says none."""
    try:
        return read_drawn_path(data)
    except PathError as error:
        scalar = spec.scalar("path")
        place = scalar.part(error.offset, 1) if scalar else spec.span
        report.add(Finding("bad-path", str(error), place, hint=error.hint))
        return None
