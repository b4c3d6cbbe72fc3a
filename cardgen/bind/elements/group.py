"""Bind columns, rows, grids and overlays: what holds other elements."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from cardgen.bind.bound_elements import BoundElement, GroupBox
from cardgen.bind.bound_texts import ZERO
from cardgen.bind.card.look_ups import LookUps, Noted
from cardgen.bind.card.palette import Palette
from cardgen.bind.elements.element_fields import frame, label
from cardgen.core.findings import Finding, Report
from cardgen.read.models.elements import (
    BoxElement,
    ColumnElement,
    GridElement,
    OverlayElement,
    RowElement,
)

AnyGroup = ColumnElement | RowElement | GridElement | OverlayElement


MAX_GROUPS = 4096


class GroupBinder(Struct):
    """Binds the groups of one game."""

    palette: Palette
    look_ups: LookUps
    _groups: dict[int, tuple[AnyGroup, Noted[dict[str, Any]]]] = field(default_factory=dict)

    def bind(
        self,
        spec: AnyGroup,
        inside: tuple[BoundElement, ...],
        mask: tuple[BoundElement, ...],
        report: Report,
    ) -> GroupBox:
        """The group around what it holds."""
        if not isinstance(spec, OverlayElement):
            for element in inside:
                if element.frame.spot is not None:
                    hint = "put it into an `overlay:`, or take its places away"
                    message = (
                        f"in a {_group_kind(spec)} elements stand beside each other, not on points"
                    )
                    report.add(Finding("bad-place", message, element.span, hint=hint))
        found = self._groups.get(id(spec))
        if found is None:
            if len(self._groups) >= MAX_GROUPS:
                self._groups.clear()
            settings = self.look_ups.collect(lambda: self.group_settings(spec))
            found = self._groups[id(spec)] = spec, settings
        return GroupBox(children=inside, mask=mask, **self.look_ups.take(found[1]))

    def group_settings(self, spec: AnyGroup) -> dict[str, Any]:
        """What a group is on every card: all but its children."""
        stack = None if isinstance(spec, OverlayElement) else spec
        return {
            "frame": frame(spec),
            "kind": _group_kind(spec),
            "gap": (stack.gap if stack else None) or ZERO,
            "padding": spec.padding or (ZERO, ZERO, ZERO, ZERO),
            "align": stack.align if stack else "stretch",
            "justify": stack.justify if stack else "start",
            "fill": self.palette.fill(spec.fill, spec.place("fill")),
            "pen": self.palette.pen(spec),
            "radius": spec.radius or ZERO,
            "clip": spec.clip is not False,
            "clip_shape": spec.clip if isinstance(spec.clip, str) else "",
            "corner": spec.corner,
            "by_light": spec.mask_by == "light",
            "element": label(spec, _group_kind(spec)),
            "columns": spec.columns if isinstance(spec, GridElement) else 1,
            "span": spec.span,
        }


def _group_kind(spec: BoxElement) -> Any:
    kinds: dict[type[BoxElement], str] = {
        ColumnElement: "column",
        RowElement: "row",
        GridElement: "grid",
    }
    return kinds.get(type(spec), "overlay")
