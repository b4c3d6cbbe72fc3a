"""What every element of a layout has: conditions, size, place; and what is painted, paint."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from cardgen.core.color import Blend
from cardgen.core.lengths import Length
from cardgen.read.models.declarations import Field, field_validator
from cardgen.read.models.paint import GlowSpec, GradientSpec, ShadowSpec
from cardgen.read.models.places import AlongSpec, Place
from cardgen.read.models.templated import TemplatedSpec, check_plain
from cardgen.read.models.values import (
    Breadth,
    Cap,
    CrossAlign,
    Distance,
    Join,
    Measure,
    Text,
    value_error,
)

if TYPE_CHECKING:
    from pydantic import ValidationInfo

Finish = Literal["foil", "spot-uv", "white"]
_NEAR = 1e-6
"""Points, and shares, that calculations may be off."""


class Element(TemplatedSpec):
    """What every element has: conditions, size and place."""

    FIXED: ClassVar = frozenset(("name", "as_"))

    name: str = Field("", description="Name, for `set` in layouts that extend this one.")
    when: Text = Field("", description="Expression; the element is left out if it is false.")
    repeat: Text = Field("", description="Expression for a list or a number: once for each.")
    as_: str = Field("item", pattern="^[a-z_]+$", description="What a repeated value is called.")
    width: Breadth | None = Field(None, description="Width; otherwise as its content or parent.")
    height: Breadth | None = Field(None, description="Height; otherwise as its content or parent.")
    min_width: Breadth | None = Field(None, description="Never narrower than this.")
    max_width: Breadth | None = Field(None, description="Never wider than this.")
    min_height: Breadth | None = Field(None, description="Never lower than this.")
    max_height: Breadth | None = Field(None, description="Never higher than this.")
    grow: float = Field(0.0, ge=0, le=1000, description="Share of the space left in the parent.")
    self_: CrossAlign | None = Field(None, description="Own alignment across the parent.")
    at: Place | None = Field(
        None, description="Place in an overlay, at its own size: a corner, a point, or several."
    )
    along: AlongSpec | None = Field(None, description="Places of repeated elements on a curve.")
    left: Distance | None = Field(None, description="Distance from the overlay's left side.")
    right: Distance | None = Field(None, description="Distance from the overlay's right side.")
    top: Distance | None = Field(None, description="Distance from the overlay's top.")
    bottom: Distance | None = Field(None, description="Distance from the overlay's bottom.")
    opacity: float = Field(1.0, ge=0, le=1, description="1 is solid, 0 invisible.")
    rotate: float = Field(0.0, ge=-360, le=360, description="Degrees clockwise about its middle.")
    mirror: bool = Field(
        True, description="`no`: what is inside keeps its order where a layout is mirrored."
    )
    blend: Blend = Field("normal", description="How it mixes with what is below.")
    shadow: ShadowSpec | None = Field(None, description="Shadow that it casts.")
    inner_shadow: ShadowSpec | None = Field(None, description="Shadow that falls into it.")
    glow: GlowSpec | None = Field(None, description="Light around it.")
    finish: Finish | None = Field(
        None, description="What is put on it besides ink: foil, varnish (`spot-uv`), white below."
    )

    @field_validator("max_width", "max_height")
    @classmethod
    def _limits_leave_a_size(cls, most: Length | None, info: ValidationInfo) -> Length | None:
        key = str(info.field_name).replace("_", "-")
        least_key = key.replace("max", "min")
        least = info.data.get(least_key.replace("-", "_"))
        if most is not None and isinstance(least, Length) and _is_always_above(least, most):
            message = f"`{key}` lies below `{least_key}`"
            raise value_error("length", message, f"{least_key} ≤ {key}")
        return most

    @check_plain
    def _has_one_place(self) -> Element:
        points = self.along is not None or not isinstance(self.at, str | None)
        sides = [n for n in ("left", "right", "top", "bottom") if getattr(self, n) is not None]
        if points and (sides or (self.along and self.at)):
            other = f"`{sides[0]}`" if sides else "`at`"
            message = f"an element on points has no {other} beside them"
            raise value_error("place", message, "take one of them away")
        return self


def _is_always_above(one: Length, other: Length) -> bool:
    """Whether a length is above another in a box of any size."""
    points, share = one.points - other.points, one.share - other.share
    return min(points, share) > -_NEAR and max(points, share) > _NEAR


class PaintedElement(Element):
    """What has a fill and a line around it."""

    fill: str | GradientSpec | None = Field(None, description="Color or gradient inside.")
    stroke: str | None = Field(None, description="Color of the line.")
    stroke_width: Measure | None = Field(None, description="Width of the line.")
    dash: list[Measure] = Field([], description="Lengths on and off.")
    cap: Cap = Field("butt", description="Ends of lines and dashes.")
    join: Join = Field("miter", description="Corners of lines.")

    @field_validator("dash")
    @classmethod
    def _dash_has_a_length(cls, value: list[Length]) -> list[Length]:
        if value and not any((one.points, one.share, one.ems) != (0, 0, 0) for one in value):
            hint = "write lengths on and off, as in `[2mm, 1mm]`, or leave `dash` out"
            raise value_error("length", "dashes of no length draw no line", hint)
        return value
