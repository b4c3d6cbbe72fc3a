"""The models of `layouts.yaml`: layouts, pieces and the whole file."""

from __future__ import annotations

from typing import Any

from cardgen.read.models.declarations import Field
from cardgen.read.models.elements import AnyElement
from cardgen.read.models.parameters import ParameterSpec
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import StyleSpec
from cardgen.read.models.values import Names, Text


class LayoutSpec(Spec):
    """How a face is arranged: elements in the bleed, trim and safe boxes, painted in that order."""

    extends: str | None = Field(None, description="Layout to start from.")
    bleed: list[AnyElement] | None = Field(None, description="Elements that fill the bleed box.")
    trim: list[AnyElement] | None = Field(None, description="Elements in the trim box.")
    safe: list[AnyElement] | None = Field(None, description="Elements in the safe box.")
    tab: list[AnyElement] | None = Field(None, description="Elements on a divider's tab.")
    set_: dict[str, dict[str, Any]] = Field(
        {}, description="Changes to named elements of the parent."
    )

    @property
    def parts(self) -> tuple[list[AnyElement], ...]:
        """The elements of each part that there is, in painting order."""
        parts = (self.bleed, self.trim, self.safe, self.tab)
        return tuple(part for part in parts if part)


LAYOUT_PARTS = ("bleed", "trim", "safe", "tab")


class PieceSpec(Spec):
    """An element to use in several places, with parameters."""

    takes: dict[str, Text] = Field({}, description="Parameters and their defaults.")
    params: dict[str, ParameterSpec] = Field({}, description="Parameters with a type.")
    draw: AnyElement = Field(description="The element; it knows the card and its parameters.")


class LayoutsFile(Spec):
    """`layouts.yaml`: styles, pieces and layouts by name."""

    include: Names = Field(
        [], description="Files of the project whose styles, pieces and layouts it has too."
    )
    styles: dict[str, StyleSpec] = Field({}, description="Text styles by name.")
    pieces: dict[str, PieceSpec] = Field({}, description="Pieces by name.")
    layouts: dict[str, LayoutSpec] = Field(min_length=1, description="Layouts by name.")
