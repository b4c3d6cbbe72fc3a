"""The models of paint in `layouts.yaml`: gradients, shadows and glows."""

from __future__ import annotations

from cardgen.read.models.declarations import Field
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Distance, Measure, Percent


class StopSpec(Spec):
    """A color along a gradient."""

    at: Percent = Field(description="How far along, in percent.")
    color: str = Field(description="Palette name or `#rrggbb`; `sea / 50%` lets half through.")
    opacity: float = Field(1.0, ge=0, le=1, description="1 is solid, 0 lets all through.")


class GradientSpec(Spec):
    """A gradient fill: `{from: cream, to: sand, angle: 90}` or with several stops."""

    from_: str = Field("", description="First color.")
    to: str = Field("", description="Last color.")
    stops: list[StopSpec] = Field(
        [], max_length=256, description="Colors by position, instead of from and to."
    )
    angle: float = Field(0.0, description="Direction in degrees: 0 to the right, 90 downwards.")
    radial: bool = Field(False, description="From the middle outwards.")
    conic: bool = Field(False, description="Around the middle, clockwise from `angle`.")
    center: tuple[Percent, Percent] | None = Field(
        None, description="Middle of a radial or conic one: `[50%, 20%]` from the left and top."
    )


class GlowSpec(Spec):
    """A light around an element."""

    blur: Measure = Field(
        "0.8mm", description="How wide the edge is that fades.", validate_default=True
    )
    color: str = Field("white", description="Palette name or `#rrggbb`; `black / 50%`.")
    strength: float = Field(
        2.0, gt=0, le=20, description="How solid it is close to the element; 1 is as it is blurred."
    )


class ShadowSpec(Spec):
    """A shadow of an element, on what is below it or inside."""

    x: Distance = Field(
        "0.4mm", description="How far it falls to the right.", validate_default=True
    )
    y: Distance = Field("0.4mm", description="How far it falls down.", validate_default=True)
    blur: Measure = Field(
        "0.8mm", description="How wide the edge is that fades; 0 is sharp.", validate_default=True
    )
    color: str = Field("black / 50%", description="Palette name or `#rrggbb`; `ink / 50%`.")
    strength: float = Field(
        1.0, gt=0, le=20, description="How solid it is; from 2 on the edge stands further out."
    )
