"""The models of elements that hold no others: texts, pictures, shapes, paths, barcodes, room.

Keys are written with hyphens in YAML and underscores here (`read.models.elements`).
"""

from __future__ import annotations

from typing import Any, Literal

from cardgen.core.lengths import Length
from cardgen.read.models.declarations import Field, field_validator, model_validator
from cardgen.read.models.element import Element, PaintedElement
from cardgen.read.models.flows import WithinSpec, WrapSpec
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import TextStyle
from cardgen.read.models.templated import check_plain
from cardgen.read.models.values import (
    CornerForm,
    Distance,
    FlowShape,
    Measure,
    Percent,
    PlainShape,
    ShapeName,
    Text,
    TextDistance,
    value_error,
)


class CurveSpec(Spec):
    """What a text runs along."""

    path: str = Field("", description="SVG path data; the ellipse in the box if left out.")
    view: tuple[float, float, float, float] = Field(
        (0.0, 0.0, 100.0, 100.0), description="The data's own left, top, width and height."
    )
    start: float = Field(
        0.0, description="Where on the ellipse `align` puts the text: degrees after the top."
    )
    sweep: float = Field(
        360.0, gt=0, le=360, description="How many degrees of the ellipse it may take."
    )
    reverse: bool = Field(False, description="Run the other way, letters inside the ellipse.")
    shift: TextDistance | None = Field(
        None, description="How far letters stand above the line; below, if negative."
    )
    spread: bool = Field(False, description="Move letters apart until the line is full.")

    @model_validator(mode="after")
    def _has_only_what_its_line_uses(self) -> CurveSpec:
        given = self.model_fields_set
        unused = {"start", "sweep", "reverse"} if self.path else {"view"}
        if given & unused:
            name = min(given & unused)
            line = "a path" if self.path else "the ellipse"
            message = f"`{name}` says nothing of {line}"
            raise value_error("path", message, "leave it out")
        if min(self.view[2:]) <= 0:
            raise value_error("view", "a view has a width and a height above 0", "")
        return self


class TextElement(Element, TextStyle):
    """A text: `text: "{{ effect }}"`."""

    text: Text = Field(description="The text; a template.")
    style: str | None = Field(None, description="Named style to start from.")
    with_: dict[str, Text] = Field({}, description="Values of the style's parameters; templates.")
    baseline: Distance | None = Field(
        None, description="Where the first baseline stands, from the top of the box."
    )
    curve: CurveSpec | None = Field(None, description="Curve that it runs along, in one line.")
    wrap: list[WrapSpec] = Field([], description="Shape that it flows around, or several.")
    within: FlowShape | WithinSpec | None = Field(
        None, description="Outline, as large as its box, that it stands in."
    )

    @field_validator("wrap", mode="before")
    @classmethod
    def _single_shape(cls, value: Any) -> Any:
        return [value] if isinstance(value, dict) else value

    @check_plain
    def _flows_one_way(self) -> TextElement:
        given = [name for name in ("curve", "wrap", "within") if getattr(self, name)]
        if len(given) > 1:
            message = f"`{given[0]}` and `{given[1]}` do not go together"
            raise value_error("flow", message, "take one of them away")
        return self


_ROUND = frozenset(("start", "sweep"))
SHAPE_USES: dict[str, frozenset[str]] = {
    "rectangle": frozenset(("radius", "corner")),
    "ellipse": frozenset(),
    "diamond": frozenset(),
    "triangle": frozenset(),
    "hexagon": frozenset(),
    "star": frozenset(("corners", "inner")),
    "line": frozenset(("points",)),
    "polygon": frozenset(("points", "corners")),
    "curve": frozenset(("points", "closed")),
    "arc": _ROUND,
    "pie": _ROUND,
    "ring": _ROUND | {"inner"},
    "arrow": frozenset(("head", "shaft")),
    "bubble": frozenset(("radius", "tail")),
}
"""The fields that shape a shape, by its name."""
_SHAPE_FIELDS = frozenset[str]().union(*SHAPE_USES.values())


Crop = tuple[float, float, float, float]


class PictureElement(Element):
    """A picture file: PNG, JPEG, WebP, AVIF or SVG; `drawing.svg#leaf` for a part."""

    picture: Text = Field(description="Picture file; may be a template.")
    crop: tuple[Percent, Percent, Percent, Percent] | None = Field(
        None, description="Part of the picture to show: left, top, width, height in percent."
    )
    mask: PlainShape | None = Field(None, description="Shape to cut it to.")
    flip: Literal["horizontal", "vertical", "both"] | None = Field(
        None, description="Mirror it from left to right, upside down, or both."
    )
    turn: int = Field(
        0, description="0, 90, 180 or 270 degrees clockwise; its proportions turn with it."
    )
    focus: tuple[Percent, Percent] | None = Field(
        None, description="Place in it to keep in sight, from its left and top: `[30%, 20%]`."
    )
    slice_: tuple[Percent, Percent, Percent, Percent] | None = Field(
        None, description="Edges that keep their width: top, right, bottom, left in percent."
    )
    slice_width: Measure | None = Field(
        None, description="Width of the widest of these edges on the card."
    )
    tile: Measure | None = Field(None, description="Fill the box with copies of this width.")
    recolor: dict[str, str] = Field(
        {}, description="Colors of a drawing, and what to paint in their place."
    )
    color: str | None = Field(
        None, description="Color of a drawing's `currentColor`, or to tint a picture with."
    )

    @field_validator("turn")
    @classmethod
    def _turn_is_a_quarter(cls, turn: int) -> int:
        if turn not in (0, 90, 180, 270):
            hint = "write 0, 90, 180 or 270; `rotate` turns by any angle"
            raise value_error("picture", "a picture turns by quarters", hint)
        return turn

    @check_plain
    def _fills_its_box_in_one_way(self) -> PictureElement:
        ways = [name for name in ("slice_", "tile") if getattr(self, name) is not None]
        ways += [name for name in ("fit", "focus", "crop") if name in self.model_fields_set]
        if (self.slice_ or self.tile) and len(ways) > 1:
            first, other = (name.rstrip("_") for name in ways[:2])
            message = f"`{first}` and `{other}` are two ways to fill a box"
            raise value_error("picture", message, "leave one of them out")
        if self.slice_width is not None and self.slice_ is None:
            message = "`slice-width` says nothing: there is no `slice`"
            raise value_error("picture", message, "add `slice: [25%, 25%, 25%, 25%]`")
        if self.slice_ and (
            self.slice_[0] + self.slice_[2] >= 1 or self.slice_[1] + self.slice_[3] >= 1
        ):
            hint = "write top, right, bottom, left, less than 100% together across and down"
            raise value_error("crop", "this slice leaves nothing of the middle", hint)
        return self

    @field_validator("tile")
    @classmethod
    def _tile_has_a_width(cls, tile: Length | None) -> Length | None:
        if tile == Length():
            raise value_error("length", "a tile has a width above 0", "write for example `8mm`")
        return tile

    @field_validator("focus")
    @classmethod
    def _focus_is_in_the_picture(
        cls, focus: tuple[float, float] | None
    ) -> tuple[float, float] | None:
        if focus and max(focus) > 1:
            hint = "write percent of its width and height, as in `[30%, 20%]`"
            raise value_error("crop", "this focus lies beside the picture", hint)
        return focus

    @field_validator("crop")
    @classmethod
    def _crop_shows_something(cls, crop: Crop | None) -> Crop | None:
        if crop and (min(crop[2:]) <= 0 or crop[0] + crop[2] > 1 or crop[1] + crop[3] > 1):
            hint = "write left, top, width, height within the picture: `[0%, 0%, 50%, 100%]`"
            raise value_error("crop", "this crop shows nothing, or more than the picture", hint)
        return crop

    fit: Literal["cover", "contain", "stretch"] = Field(
        "cover", description="Fill the box and crop, fit inside, or distort."
    )
    radius: Measure | None = Field(None, description="Rounding of the corners.")


class ShapeElement(PaintedElement):
    """A simple shape that fills its box."""

    shape: ShapeName = Field(description="Which shape.")
    radius: Measure | None = Field(None, description="Size of a rectangle's or bubble's corners.")
    corner: CornerForm = Field("round", description="What the corners of a rectangle are.")
    points: list[tuple[Distance, Distance]] = Field(
        [],
        max_length=10_000,
        description="Points of a polygon, line or curve, from the box's left and top.",
    )
    closed: bool = Field(False, description="Whether a curve returns to its first point.")
    corners: int | None = Field(
        None, ge=3, le=100, description="Corners of a regular polygon, or tips of a star."
    )
    inner: Percent | None = Field(
        None, le=1, description="Inner radius of a star or ring, in percent of the outer one."
    )
    start: float = Field(0.0, description="Where an arc, pie or ring begins: 0 is the top.")
    sweep: float = Field(
        360.0, ge=-360, le=360, description="How many degrees it runs on, clockwise."
    )
    head: Percent | None = Field(None, le=1, description="Length of an arrow's head.")
    shaft: Percent | None = Field(None, le=1, description="Thickness of an arrow's shaft.")
    tail: tuple[Distance, Distance] | None = Field(
        None, description="Where the tail of a bubble ends, from the box's left and top."
    )

    @check_plain
    def _has_what_its_shape_needs(self) -> ShapeElement:
        least = {"polygon": 3, "curve": 3, "line": 2}.get(self.shape, 0)
        regular = self.shape == "polygon" and self.corners is not None and not self.points
        optional = regular or (self.shape == "line" and not self.points)
        if least and len(self.points) < least and not optional:
            hint = "write `points: [[0%, 0%], [100%, 0%], [50%, 100%]]`"
            also = ", or `corners:`" if self.shape == "polygon" else ""
            message = f"a {self.shape} has {least} points or more{also}"
            raise value_error("points", message, hint)
        return self

    @check_plain
    def _has_only_what_its_shape_uses(self) -> ShapeElement:
        given = self.model_fields_set & _SHAPE_FIELDS - SHAPE_USES[self.shape]
        if self.points and self.corners is not None:
            given.add("corners")
        for name in sorted(given):
            used = [shape for shape, fields in SHAPE_USES.items() if name in fields]
            message = f"`{name}` says nothing of a {self.shape}"
            raise value_error("points", message, f"leave it out; it is for {', '.join(used)}")
        return self


class PathElement(PaintedElement):
    """An outline in SVG path data, scaled from its view box to the element's box."""

    path: str = Field(min_length=1, description="SVG path data: `M 0 0 L 100 100 Z`.")
    view: tuple[float, float, float, float] = Field(
        (0.0, 0.0, 100.0, 100.0), description="The data's own left, top, width and height."
    )
    fit: Literal["contain", "stretch"] = Field("stretch", description="Keep proportions or not.")
    even_odd: bool = Field(False, description="Even-odd rule for what is inside.")

    @field_validator("view")
    @classmethod
    def _view_has_a_size(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if min(value[2:]) <= 0:
            hint = "write left, top, width and height, as in `[0, 0, 100, 100]`"
            raise value_error("view", "a view's width and height are above 0", hint)
        return value


class BarcodeElement(Element):
    """A QR code or an EAN-13 barcode, its quiet zone inside the box: `barcode: "{{ isbn }}"`."""

    barcode: Text = Field(description="What it says: any text in a QR code, 13 digits in EAN-13.")
    kind: Literal["qr", "ean-13"] = Field(description="Which kind of barcode.")
    correction: Literal["low", "medium", "quartile", "high"] | None = Field(
        None, description="How much of a QR code may be lost: 7, 15, 25 or 30%; `medium` if empty."
    )
    color: str = Field("black", description="Color of its dark modules or bars.")
    ground: str = Field("white", description="Color below it and its quiet zone; or `none`.")

    @check_plain
    def _has_only_what_its_kind_uses(self) -> BarcodeElement:
        if self.kind == "ean-13" and self.correction is not None:
            message = "`correction` says nothing of an EAN-13: it has none"
            raise value_error("barcode", message, "leave it out; it is for `kind: qr`")
        return self


class SpaceElement(Element):
    """Empty room in a column or row."""

    space: Measure = Field(description="How much.")
