"""The models of the elements of a layout; here, of those that hold others.

In      plain data made from the YAML tree (`read.validate`).
Out     frozen models; each remembers its node, and so the place of every value in it.
Not here  what names mean (`bind`), where elements stand (`layout`).

Keys are written with hyphens in YAML (`min-size`) and underscores here. The first line
of a field's description is what `docs/layout.md` and the JSON Schema say of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from cardgen.read.models.declarations import Field, TypeMark
from cardgen.read.models.drawn_elements import (
    BarcodeElement,
    PathElement,
    PictureElement,
    ShapeElement,
    SpaceElement,
    TextElement,
)
from cardgen.read.models.element import Element, PaintedElement
from cardgen.read.models.templated import TemplatedSpec, check_plain
from cardgen.read.models.values import (
    CornerForm,
    CrossAlign,
    MainAlign,
    Measure,
    Padding,
    PlainShape,
    Text,
    TypeSize,
    value_error,
)


class BoxElement(PaintedElement):
    """What holds other elements."""

    padding: Padding | None = Field(None, description="Space inside the edges.")
    radius: Measure | None = Field(None, description="Rounding of the corners.")
    corner: CornerForm = Field("round", description="What the corners are.")
    clip: bool | PlainShape = Field(
        False, description="Hide what leaves the box, or a shape that fills it."
    )
    mask: AnyElement | None = Field(
        None, description="Element that shows the box only where it is itself painted."
    )
    mask_by: Literal["shape", "light"] = Field(
        "shape", description="Show where the mask is solid, or where it is light."
    )

    @check_plain
    def _mask_by_has_a_mask(self) -> BoxElement:
        if "mask_by" in self.model_fields_set and self.mask is None:
            raise value_error("picture", "`mask-by` says nothing: there is no `mask`", "add a mask")
        return self


class StackElement(BoxElement):
    gap: Measure | None = Field(None, description="Space between the children.")
    align: CrossAlign = Field("stretch", description="How children stand across.")
    justify: MainAlign = Field("start", description="Where children stand along, if none grows.")


class ColumnElement(StackElement):
    """Children one below the other."""

    column: list[AnyElement] = Field(description="Elements one below the other, from the top.")


class RowElement(StackElement):
    """Children side by side."""

    row: list[AnyElement] = Field(description="Elements side by side, from the left.")


class GridElement(StackElement):
    """Children in rows of equal columns."""

    grid: list[AnyElement] = Field(description="Elements in rows of equal columns, row by row.")
    columns: int = Field(ge=1, le=100, description="How many children stand in a row.")


class OverlayElement(BoxElement):
    """Children one above the other in the same box."""

    overlay: list[AnyElement] = Field(description="Elements in the same box, the last on top.")


class OutlineElement(PaintedElement):
    """The outline of a font's own letters as a shape, with elements clipped to it."""

    outline: Text = Field(min_length=1, description="The letter or word; a template.")
    font: str = Field(description="Family, and face.")
    size: TypeSize | None = Field(
        None, description="Type size; as large as the box allows if left out."
    )
    inside: list[AnyElement] = Field([], description="Elements clipped to the outline.")


class PieceElement(Element):
    """A named piece with its parameters filled in."""

    __slots__ = ("_drawn",)
    if TYPE_CHECKING:
        _drawn: AnyElement | None

    piece: str = Field(description="Name of the piece.")
    with_: dict[str, Text] = Field({}, description="Values of its parameters; templates.")

    @property
    def draw(self) -> AnyElement | None:
        """What a card draws in place of the piece's own element, where it changes that."""
        try:
            return self._drawn
        except AttributeError:  # as it was read
            return None

    def __copy__(self) -> Self:
        copied = super().__copy__()
        object.__setattr__(copied, "_drawn", self.draw)
        return copied

    def with_draw(self, draw: AnyElement | None) -> PieceElement:
        made = self.__copy__()
        object.__setattr__(made, "_drawn", draw)
        return made

    def refilled(self, spec: TemplatedSpec) -> PieceElement:
        return self.with_draw(spec.draw) if isinstance(spec, PieceElement) and spec.draw else self


KINDS = (
    "text",
    "picture",
    "shape",
    "column",
    "row",
    "grid",
    "overlay",
    "path",
    "outline",
    "barcode",
    "space",
    "piece",
)


def kind_of(value: Any) -> str | None:
    """Which kind of element a mapping is: the first kind key in it, as a union's tag.

    The brackets keep tags apart from keys in the path of an error.
    """
    if isinstance(value, Element):
        return next(f"<{kind}>" for kind in KINDS if kind in type(value).model_fields)
    keys = value if isinstance(value, dict) else ()
    return next((f"<{key}>" for key in keys if key in KINDS), None)


AnyElement = Annotated[
    Annotated[TextElement, TypeMark("Tag", "<text>")]
    | Annotated[PictureElement, TypeMark("Tag", "<picture>")]
    | Annotated[ShapeElement, TypeMark("Tag", "<shape>")]
    | Annotated[ColumnElement, TypeMark("Tag", "<column>")]
    | Annotated[RowElement, TypeMark("Tag", "<row>")]
    | Annotated[GridElement, TypeMark("Tag", "<grid>")]
    | Annotated[OverlayElement, TypeMark("Tag", "<overlay>")]
    | Annotated[PathElement, TypeMark("Tag", "<path>")]
    | Annotated[OutlineElement, TypeMark("Tag", "<outline>")]
    | Annotated[BarcodeElement, TypeMark("Tag", "<barcode>")]
    | Annotated[SpaceElement, TypeMark("Tag", "<space>")]
    | Annotated[PieceElement, TypeMark("Tag", "<piece>")],
    TypeMark(
        "Discriminator",
        kind_of,
        custom_error_type="element_kind",
        custom_error_message="no element",
    ),
]
