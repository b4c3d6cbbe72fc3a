"""The models of components that a game defines itself: sizes of tokens, boards, dividers.

In      a mapping of `game.yaml`.
Out     `SizeSpec`s: shapes and lengths are valid, and belong together.
Not here  the catalog of trade sizes (`sizes`), sizes as the other phases know them (`bind`).
"""

from __future__ import annotations

from typing import Annotated, Literal

from cardgen.core.lengths import Length
from cardgen.read.models.declarations import Field, TypeMark, model_validator
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Measure, value_error


def _absolute(value: Length) -> Length:
    if value.share:
        raise value_error(
            "length", "percent of what? Nothing surrounds a component", "write mm or in"
        )
    return value


def _long(value: Length) -> Length:
    if value.points <= 0:
        raise value_error(
            "length", "a component has a length above 0", "write mm or in, as in `20mm`"
        )
    return value


Absolute = Annotated[Measure, TypeMark("AfterValidator", _absolute)]
Dimension = Annotated[Absolute, TypeMark("AfterValidator", _long)]


class TabSpec(Spec):
    """The tab of a divider: it stands out of the top edge."""

    width: Dimension = Field(description="Width of the tab.")
    height: Dimension = Field(description="How far it stands out.")
    places: int = Field(1, ge=1, le=40, description="How many places there are along the edge.")
    corner: Absolute | None = Field(None, description="Rounding of its two corners.")


class FoldSpec(Spec):
    """Folds that divide a board into equal panels."""

    columns: int = Field(1, ge=1, le=12, description="Panels side by side.")
    rows: int = Field(1, ge=1, le=12, description="Panels one below the other.")


class SizeSpec(Spec):
    """A component's size: as cut, without bleed."""

    like: str = Field("", description="Size to start from, by its trade name.")
    shape: Literal[
        "rectangle", "circle", "hexagon", "upright-hexagon", "triangle", "octagon", "outline"
    ] = Field(
        "rectangle", description="What it is cut to; a hexagon is regular and lies on a side."
    )
    path: str | None = Field(None, description="An outline as SVG path data, of any scale.")
    width: Dimension | None = Field(None, description="Width as cut; a hexagon's from tip to tip.")
    height: Dimension | None = Field(None, description="Height as cut, a tab left aside.")
    diameter: Dimension | None = Field(None, description="A circle's width and height.")
    bleed: Absolute | None = Field(None, description="Paint beyond the cut; 3 mm if left out.")
    safe: Absolute | None = Field(None, description="Zone inside the cut; 3 mm if left out.")
    corner: Absolute | None = Field(None, description="Radius of the corners as cut.")
    tab: TabSpec | None = Field(None, description="Makes it a divider.")
    fold: FoldSpec | None = Field(None, description="Folds of a board.")

    @model_validator(mode="after")
    def _measures_belong_to_the_shape(self) -> SizeSpec:
        for name, message, hint in self._faults():
            raise value_error(name, message, hint)
        return self

    def _faults(self) -> list[tuple[str, str, str]]:
        given = {key for key in ("width", "height", "diameter") if getattr(self, key)}
        needed = {
            "circle": {"diameter"},
            "hexagon": {"width"},
            "upright-hexagon": {"height"},
            "triangle": {"width"},
            "octagon": {"width"},
            "rectangle": {"width", "height"},
            "outline": {"width", "height"},
        }[self.shape]
        found = []
        if given - needed or (needed - given and not self.like):
            wanted = " and ".join(f"`{key}`" for key in sorted(needed, reverse=True))
            message = f"a {self.shape} is given by its {wanted}, and nothing else"
            found.append(("size", message, f"write {wanted}, with a unit: `40mm`"))
        if (self.path is not None) != (self.shape == "outline"):
            message = "an outline, and only an outline, has a `path`"
            found.append(("size", message, "write `shape: outline` and `path: M0 0 L10 0 L5 8 Z`"))
        polygon = self.shape not in ("rectangle", "circle", "hexagon")
        if polygon and (self.like or self.corner):
            what = "`like`" if self.like else "`corner`"
            message = f"{what} does not go together with `shape: {self.shape}`"
            found.append(("size", message, "take one of them away"))
        if self.shape != "rectangle" and (self.tab or self.fold):
            message = f"a {self.shape} has neither tab nor folds"
            found.append(("size", message, "leave them out, or make it a rectangle"))
        return found
