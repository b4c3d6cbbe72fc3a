"""The models of parameters: what a piece or style is given where it is used.

In      plain data made from the YAML tree (`read.validate`).
Out     `ParameterSpec`: a type, and perhaps a default that is of it.
Not here  filling in what is given (`bind.elements.parameters`).
"""

from __future__ import annotations

from typing import Any, Literal

from cardgen.core.lengths import LengthError, parse_length
from cardgen.read.models.declarations import Field, model_validator
from cardgen.read.models.record import Spec
from cardgen.read.models.templated import has_template
from cardgen.read.models.values import value_error

ParameterType = Literal["text", "number", "integer", "length", "list", "flag", "any"]
_NOUNS = {
    "number": "a number",
    "integer": "a whole number",
    "length": "a length, as in `2mm`",
    "list": "a list",
    "flag": "yes or no",
    "text": "a text",
}
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


class ParameterSpec(Spec):
    """A parameter of a piece or style: `{type: number, default: 1}`."""

    type: ParameterType = Field("any", description="Kind of value.")
    default: Any = Field(None, description="Its value where none is given; needed if left out.")

    @model_validator(mode="after")
    def _default_is_of_the_type(self) -> ParameterSpec:
        if "default" in self.model_fields_set and not has_template(self.default):
            try:
                typed_value(self.default, self.type)
            except ValueError as error:
                raise value_error("parameter", f"the default is {error}", "") from None
        return self

    @property
    def is_needed(self) -> bool:
        return "default" not in self.model_fields_set


def typed_value(value: Any, kind: ParameterType) -> Any:
    """A value as one of a type: numbers and flags may have been typed as texts.

    Raises:
        ValueError: it is not of the type; the text says what was expected.
    """
    found: Any = None
    match kind:
        case "any":
            return value
        case "number" | "integer":
            found = _number(value)
            if kind == "integer" and isinstance(found, float):
                found = int(found) if found.is_integer() else None
        case "flag":
            found = value if isinstance(value, bool) else _FLAGS.get(str(value).lower())
        case "list":
            found = list(value) if isinstance(value, list | tuple) else None
        case "length":
            found = value if isinstance(value, str) and _is_length(value) else None
            found = "0" if value == 0 and not isinstance(value, bool) else found
        case "text":
            found = None if isinstance(value, list | dict | None) else str(value)
    if found is None:
        raise ValueError(f"{_NOUNS[kind]}, not `{value}`")
    return found


def _number(value: Any) -> int | float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value
    try:
        number = float(str(value)) if "_" not in str(value) else None
    except ValueError:
        return None
    if number is None or abs(number) > 1e15 or number != number:
        return None
    return int(number) if number.is_integer() and "." not in str(value) else number


def _is_length(text: str) -> bool:
    try:
        parse_length(text)
    except LengthError:
        return False
    return True
