"""The models of paint in `layouts.yaml`: gradients."""

from __future__ import annotations

from pydantic import Field

from cardgen.read.models.record import Spec
from cardgen.read.models.values import Percent


class StopSpec(Spec):
    """A color along a gradient."""

    at: Percent = Field(description="How far along, in percent.")
    color: str = Field(description="Palette name or `#rrggbb`; `sea / 50%` lets half through.")
    opacity: float = Field(1.0, ge=0, le=1, description="1 is solid, 0 lets all through.")


class GradientSpec(Spec):
    """A gradient fill: `{from: cream, to: sand, angle: 90}` or with several stops."""

    from_: str = Field("", description="First colour.")
    to: str = Field("", description="Last colour.")
    stops: list[StopSpec] = Field([], description="Colours by position, instead of from and to.")
    angle: float = Field(0.0, description="Direction in degrees: 0 to the right, 90 downwards.")
    radial: bool = Field(False, description="From the middle outwards.")
    conic: bool = Field(False, description="Around the middle, clockwise from `angle`.")
    center: tuple[Percent, Percent] | None = Field(
        None, description="Middle of a radial or conic one: `[50%, 20%]` from the left and top."
    )
