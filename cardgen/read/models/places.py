"""The models of places: points in a box, and lines and circles along which elements stand.

In      plain data made from the YAML tree (`read.validate`).
Out     a corner's name, `Spot`s, or an `AlongSpec`.
Not here  which of several places an element takes (`bind.elements.placing`).
"""

from __future__ import annotations

from typing import Annotated, Any, get_args

from msgspec import Struct

from cardgen.core.lengths import Length, parse_plain_number
from cardgen.read.models.declarations import Field, model_validator
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Corner, Distance, Measure, ScalarReader, value_error

_HINT = "write points from the left and top, as in `[25%, 10mm]` or `[[25%, 10%], [75%, 10%]]`"
_CORNERS = get_args(Corner)


class AnchorPoint(Struct, frozen=True):
    """A point that an element stands on with its middle, turned by so many degrees."""

    x: Length
    y: Length
    turn: float = 0.0
    radius: Length = Length()
    """Of a circle about the point, as a share of the box's shorter side."""
    across: float = 0.0
    down: float = 0.0
    """Where on that circle, in radii from its middle."""


def _place(value: Any) -> str | AnchorPoint | tuple[AnchorPoint, ...]:
    """A corner, one point, or several."""
    if isinstance(value, str):
        if value in _CORNERS:
            return value
        from pydantic_core import PydanticKnownError

        known = ", ".join(f"'{corner}'" for corner in _CORNERS)
        raise PydanticKnownError("literal_error", {"expected": known})
    if isinstance(value, list) and value and isinstance(value[0], list):
        return tuple(map(_spot, value))
    return _spot(value)


def _spot(value: Any) -> AnchorPoint:
    if not isinstance(value, list) or len(value) not in (2, 3):
        raise value_error("place", "expected points of two lengths each", _HINT)
    x, y = (_DISTANCE(part) for part in value[:2])
    turn = parse_plain_number(value[2]) if len(value) == 3 and isinstance(value[2], str) else 0.0
    if turn is None or not -360 <= turn <= 360:
        message = f"`{value[2]}` is no angle"
        raise value_error("place", message, "write degrees from -360 to 360: `[25%, 10%, 180]`")
    return AnchorPoint(x, y, turn)


_DISTANCE: Any = get_args(Distance)[1]
_SCHEMA = {
    "anyOf": [
        {"enum": list(_CORNERS)},
        {"type": "array", "items": {"type": ["string", "number", "array"]}, "minItems": 1},
    ]
}
Place = Annotated[str | AnchorPoint | tuple[AnchorPoint, ...], ScalarReader(_place, schema=_SCHEMA)]
Point = tuple[Distance, Distance]


class AlongSpec(Spec):
    """Where repeated elements stand: along a line, in a grid, on a circle or an arc."""

    line: tuple[Point, Point] | None = Field(None, description="Its two ends.")
    grid: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="How many stand in a row; the rows share the height."
    )
    circle: Measure | None = Field(
        None, description="Radius of a circle; percent of the box's shorter side."
    )
    arc: Measure | None = Field(None, description="Radius of an arc, from one angle to another.")
    middle: Point | None = Field(
        None, description="Middle of the circle or arc; that of the box if left out."
    )
    from_: float = Field(
        0.0, ge=-360, le=360, description="Where it begins, in degrees clockwise from the top."
    )
    to: float | None = Field(None, ge=-720, le=720, description="Where an arc ends.")
    turn: bool = Field(False, description="Turn each with its place on the circle or arc.")

    @model_validator(mode="after")
    def _is_one_curve(self) -> AlongSpec:
        given = [name for name in ("line", "grid", "circle", "arc") if getattr(self, name)]
        if len(given) != 1:
            hint = "write `along: {line: [[0%, 50%], [100%, 50%]]}`, or `grid`, `circle` or `arc`"
            raise value_error("place", "expected one of line, grid, circle and arc", hint)
        if (self.to is None) == bool(self.arc):
            message = "an arc, and only an arc, goes `to` an angle"
            raise value_error("place", message, "write `{arc: 40%, from: -60, to: 60}`")
        round_only = {"middle", "from_", "turn"} & self.model_fields_set
        if round_only and not (self.circle or self.arc):
            message = "`middle`, `from` and `turn` belong to a circle or arc"
            raise value_error("place", message, "leave them out; `rotate:` turns an element")
        return self
