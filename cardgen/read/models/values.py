"""The small types of the model: lengths, colors, expressions, as fields know them.

In      the text of one scalar.
Out     a `Length`, a checked word, or an error that says what to type instead.
Not here  the models that use them (`read.models.game_file`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cardgen.core.lengths import (
    Length,
    LengthError,
    parse_length,
    parse_plain_number,
    split_length,
)
from cardgen.read.models.declarations import Field, TypeMark
from cardgen.text.hyphenation import WORD
from cardgen.text.languages import LanguageError, parse_language

if TYPE_CHECKING:
    from pydantic_core import CoreSchema, PydanticCustomError


def value_error(code: str, message: str, hint: str = "") -> PydanticCustomError:
    """An error for a validator to raise; `hint` says what to write instead."""
    from pydantic_core import PydanticCustomError

    return PydanticCustomError(code, "{message}", {"message": message, "hint": hint})


def _length(value: Any) -> Length:
    if isinstance(value, Length):
        return value
    if not isinstance(value, str):
        hint = "write a number and a unit, as in `2mm`"
        if isinstance(value, (list, tuple)) and len(value) > 1:
            hint = "write one, as in `2mm`; a box has `width:` and `height:`"
        raise value_error("length", "expected a length", hint)
    try:
        return parse_length(value)
    except LengthError as error:
        raise value_error("length", str(error), error.hint) from None


def _not_negative(value: Length) -> Length:
    parts = (value.points, value.share, value.ems)
    if min(parts) >= 0:
        return value
    if max(parts) > 0:
        hint = "write 0 or more; only places, widths and heights can be a difference"
        raise value_error("length", "this length can come out negative", hint)
    raise value_error("length", "this length cannot be negative", "write 0 or more")


def _perhaps_positive(value: Length) -> Length:
    """Not negative, as far as it can be told: the layout sees what `50% - 3mm` comes to."""
    return value if max(value.points, value.share, value.ems) > 0 else _not_negative(value)


def _no_em(value: Length) -> Length:
    if value.ems:
        raise value_error("length", "`em` is a measure for text", "write mm, cm, in, pt, px or %")
    return value


def _percent(value: Any) -> float:
    """`35%` as 0.35."""
    length = _not_negative(_length(value))
    if length.points or length.ems or length.share < 0:
        raise value_error("length", "expected percent", "write a number and `%`, as in `50%`")
    return length.share


MAX_FONT_STRETCH = 0.02
"""How far letters of a justified line may be narrower and wider: more is seen."""


def _font_stretch(value: float) -> float:
    """A width of letters as CSS has it (`75%`) is chosen with the font."""
    if value > MAX_FONT_STRETCH + 1e-9:
        hint = "write `2%`; a narrower or wider font is `axes: {wdth: 75}` in game.yaml's `fonts:`"
        raise value_error("length", "letters of a line may change by `2%` at most", hint)
    return value


def _size(value: Any) -> Length:
    """A length whose unit, if it is forgotten, is surely the point."""
    if isinstance(value, str) and value.strip().replace(".", "", 1).isdigit() and float(value):
        raise value_error("length", f"`{value}` has no unit", f"write `{value}pt`")
    if isinstance(value, str) and value.strip().casefold() in ("auto", "fit"):
        hint = "write the largest size, and beside it the smallest as `min-size: 7pt`"
        raise value_error("length", f"`{value}` is not a length", hint)
    return _length(value)


def _type_size(value: Length) -> Length:
    if value.share or value.points <= 0:
        raise value_error("length", "a type size is a length above 0", "write points, as in `9pt`")
    return value


def _grid_pitch(value: Length) -> Length:
    if value.share or value.ems or value.points <= 0:
        hint = "write points, as in `11pt`; percent and em differ from text to text"
        raise value_error("length", "a grid has one pitch above 0 all over the card", hint)
    return value


def _of_type(value: Length) -> Length:
    """Percent of the type size, where there is no box to be a part of."""
    return Length(points=value.points, ems=value.ems + value.share)


def _leading(value: Any) -> Length:
    """A bare number is a multiple of the size, as everywhere in typesetting."""
    length = _multiple(value, 1.0)
    if max(length.points, length.share, length.ems) <= 0:
        hint = "write a multiple of the size such as `1.2`, or points, as in `11pt`"
        raise value_error("length", "leading is above 0", hint)
    return length


def _tracking(value: Any) -> Length:
    """A bare number is thousandths of the size, as in layout programs."""
    return _multiple(value, 0.001)


def _multiple(value: Any, ems: float) -> Length:
    """A length; a bare number counts in `ems`, and is bounded as a length is."""
    number = parse_plain_number(value) if isinstance(value, str) else None
    if number is None:
        return _of_type(_length(value))
    _length(f"{number * ems:f}".rstrip("0").rstrip(".") + "em")
    return Length(ems=number * ems)


def _edges(value: Any) -> tuple[Length, Length, Length, Length]:
    """`2mm`, `2mm 3mm` (top and bottom, sides) or four lengths clockwise from the top."""
    if isinstance(value, tuple):
        return value
    words = _edge_words(value) if isinstance(value, str) else value
    if not isinstance(words, list):
        words = []
    lengths = [_not_negative(_length(word)) for word in words]
    if len(lengths) == 1:
        lengths *= 4
    elif len(lengths) == 2:
        lengths = [*lengths, *lengths]
    if len(lengths) != 4:
        hint = "write `2mm`, `2mm 3mm` (top and bottom, sides) or four lengths from the top"
        raise value_error("length", "expected one, two or four lengths", hint)
    return lengths[0], lengths[1], lengths[2], lengths[3]


def _edge_words(text: str) -> list[str]:
    """`2mm 3mm` as two lengths, `50% - 3mm` as one."""
    words = text.split()
    plain = (split_length(word) is not None for word in words)
    if all(plain) and not any(word[0] in "+-" for word in words[1:]):
        return words
    try:
        parse_length(text)
    except LengthError:
        return words
    return [text]


def _share(value: Any) -> float:
    """`35%` as a part of one."""
    try:
        share = float(value.removesuffix("%")) / 100 if value.endswith("%") else -1.0
    except (AttributeError, ValueError):
        share = -1.0
    if not 0 <= share <= 1:
        raise value_error("share", "expected a share", "write percent from 0 to 100, as in `35%`")
    return share


def _text(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise value_error("text", "expected a text", "")
    return str(value)


def _language(text: str) -> str:
    """A tag of BCP 47; empty where none is given."""
    try:
        return parse_language(text) if text else ""
    except LanguageError as error:
        raise value_error("language", str(error), error.hint) from None


def _divided_word(text: str) -> str:
    """Letters, with hyphens between those where a line may end."""
    if all(part and WORD.fullmatch(part) for part in text.split("-")):
        return text
    hint = "write one word with hyphens where it may be divided, as in `far-broth-er`"
    raise value_error("text", f"`{text}` is no word with hyphens in it", hint)


_ALTERNATE = re.compile(r"[0-9]{1,5}\Z")


def _features(value: Any) -> tuple[tuple[str, int], ...]:
    """`smcp`, `[smcp, onum]`, `-liga` (off), `salt=2` (alternate 2)."""
    if isinstance(value, tuple):
        return value
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise value_error("feature", "expected OpenType feature tags", "write `[smcp, onum]`")
    return tuple(_feature(word) for word in words)


def _feature(word: str) -> tuple[str, int]:
    tag, _, number = word.lstrip("-+").partition("=")
    if len(tag) != 4 or not tag.isascii() or (number and not _ALTERNATE.match(number)):
        hint = "write a four-letter tag: `smcp`, `-liga` (off), `salt=2`"
        raise value_error("feature", f"`{word}` is not an OpenType feature", hint)
    return tag, 0 if word.startswith("-") else int(number or 1)


def _words(value: Any) -> Any:
    """A single word where a list may stand."""
    return [value] if isinstance(value, str) else value


class ScalarReader:
    """How a scalar becomes a value: functions in turn, and what the JSON Schema says of it.

    The same as pydantic's `PlainValidator` and `AfterValidator`s, but no function is examined
    each time a field has the type.
    """

    def __init__(self, *steps: Callable[[Any], Any], schema: dict[str, Any]) -> None:
        self.steps, self.schema = steps, schema

    def __call__(self, value: Any) -> Any:
        for step in self.steps:
            value = step(value)
        return value

    def __get_pydantic_core_schema__(self, *_: Any) -> CoreSchema:
        from pydantic_core.core_schema import no_info_plain_validator_function

        return no_info_plain_validator_function(self)

    def __get_pydantic_json_schema__(self, *_: Any) -> dict[str, Any]:
        return dict(self.schema)


_LENGTH = {
    "type": ["string", "integer"],
    "pattern": r"^[+-]?(\d+\.?\d*|\.\d+)\s*(mm|cm|in|pt|px|%|em)$|^0$|[*/()]|\S\s*[-+]\s*\S",
    "description": "a number and a unit: mm, cm, in, pt, px (at 300 dpi), %, em; or a calculation",
}
_PERCENT = {"type": ["string", "integer"], "pattern": r"^\+?(\d+\.?\d*|\.\d+)\s*%$|^0$"}
_NUMBER_OR_TEXT = {"type": ["string", "number"]}
_ONE_TO_FOUR = {"type": ["string", "integer", "array"]}
_TAGS = {"type": ["string", "array"], "items": {"type": "string"}}
_SHARE = {"type": "string", "pattern": r"^\d+(\.\d+)?%$"}

Distance = Annotated[Length, ScalarReader(_length, _no_em, schema=_LENGTH)]
Breadth = Annotated[Length, ScalarReader(_length, _perhaps_positive, _no_em, schema=_LENGTH)]
TextMeasure = Annotated[Length, ScalarReader(_length, _not_negative, schema=_LENGTH)]
Measure = Annotated[Length, ScalarReader(_length, _not_negative, _no_em, schema=_LENGTH)]
Percent = Annotated[float, ScalarReader(_percent, schema=_PERCENT)]
FontStretch = Annotated[float, ScalarReader(_percent, _font_stretch, schema=_PERCENT)]
TextDistance = Annotated[Length, ScalarReader(_length, schema=_LENGTH)]
TypeSize = Annotated[Length, ScalarReader(_size, _type_size, schema=_LENGTH)]
GridPitch = Annotated[Length, ScalarReader(_length, _grid_pitch, schema=_LENGTH)]
TypeMeasure = Annotated[Length, ScalarReader(_length, _not_negative, _of_type, schema=_LENGTH)]
"""Of letters themselves."""
Leading = Annotated[Length, ScalarReader(_leading, schema=_NUMBER_OR_TEXT)]
Tracking = Annotated[Length, ScalarReader(_tracking, schema=_NUMBER_OR_TEXT)]
Padding = Annotated[
    tuple[Length, Length, Length, Length], ScalarReader(_edges, schema=_ONE_TO_FOUR)
]
Text = Annotated[str, ScalarReader(_text, schema=_NUMBER_OR_TEXT)]
DividedWord = Annotated[str, TypeMark("AfterValidator", _divided_word)]
Language = Annotated[str, TypeMark("AfterValidator", _language)]
Features = Annotated[tuple[tuple[str, int], ...], ScalarReader(_features, schema=_TAGS)]
Share = Annotated[float, ScalarReader(_share, schema=_SHARE)]
Names = Annotated[list[str], TypeMark("BeforeValidator", _words)]
Count = Annotated[int, Field(ge=0)]

CrossAlign = Literal["start", "center", "end", "stretch"]
MainAlign = Literal["start", "center", "end", "between", "around"]
TextAlign = Literal["left", "center", "right", "justify", "start", "end"]
CornerForm = Literal["round", "cut", "scoop"]
PlainShape = Literal["rectangle", "ellipse", "diamond", "triangle", "hexagon", "star"]
FlowShape = PlainShape
ShapeName = Literal[
    "rectangle", "ellipse", "diamond", "triangle", "hexagon", "star", "line", "polygon", "curve",
    "arc", "pie", "ring", "arrow", "bubble",
]  # fmt: skip
StrokeSide = Literal["outside", "center", "inside"]
Cap = Literal["butt", "round", "square"]
Join = Literal["miter", "round", "bevel"]
VerticalAlign = Literal["top", "middle", "bottom"]
Writing = Literal["horizontal", "vertical"]
Corner = Literal[
    "top left", "top", "top right", "left", "center", "right",
    "bottom left", "bottom", "bottom right",
]  # fmt: skip
