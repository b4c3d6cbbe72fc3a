"""The models of what a text flows around, or within.

In      plain data made from the YAML tree (`read.validate`).
Out     `WrapSpec`s: shapes and their places in a text's box; a `WithinSpec`: an outline.
Not here  how wide the lines are (`layout.text.flow`).
"""

from __future__ import annotations

from typing import Literal

from cardgen.read.models.declarations import Field, model_validator
from cardgen.read.models.record import Spec
from cardgen.read.models.values import FlowShape, TextDistance, TextMeasure, value_error


class FlowOutlineSpec(Spec):
    """An outline: a shape by its name, or any other as path data."""

    shape: FlowShape = Field("rectangle", description="Shape by its name.")
    path: str = Field(
        "", description="SVG path data in place of a shape; a line inside another is a hole."
    )
    view: tuple[float, float, float, float] = Field(
        (0.0, 0.0, 100.0, 100.0), description="The data's own left, top, width and height."
    )
    gap: TextMeasure | None = Field(None, description="Room between it and the text.")

    @model_validator(mode="after")
    def _is_one_outline(self) -> FlowOutlineSpec:
        given = self.model_fields_set
        if {"shape", "path"} <= given:
            raise value_error("flow", "an outline has a `shape` or a `path`", "leave one out")
        if "view" in given and not self.path:
            raise value_error("flow", "`view` says nothing of a shape", "leave it out")
        if min(self.view[2:]) <= 0:
            raise value_error("view", "a view has a width and a height above 0", "")
        return self


class WrapSpec(FlowOutlineSpec):
    """A shape in a text's box that its lines keep clear of."""

    side: Literal["left", "right"] = Field("right", description="The side that it stands at.")
    width: TextMeasure = Field(description="Its width; percent of the text's, as all here.")
    height: TextMeasure = Field(description="Its height.")
    left: TextDistance | None = Field(None, description="Distance from the text's left side.")
    right: TextDistance | None = Field(None, description="Distance from the text's right side.")
    top: TextDistance | None = Field(None, description="Distance from the text's top; 0 if empty.")
    bottom: TextDistance | None = Field(None, description="Distance from the text's foot.")

    @model_validator(mode="after")
    def _has_one_place(self) -> WrapSpec:
        across = [n for n in ("side", "left", "right") if n in self.model_fields_set]
        down = [n for n in ("top", "bottom") if n in self.model_fields_set]
        for given in (across, down):
            if len(given) > 1:
                message = f"`{given[0]}` and `{given[1]}` do not go together"
                raise value_error("flow", message, "take one of them away")
        return self


class WithinSpec(FlowOutlineSpec):
    """An outline, as large as a text's box, that the text stands in."""
