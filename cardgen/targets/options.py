"""Options of targets as a typed model: each is a field with its help and its schema.

In      `name=value` pairs as typed, from `-t images:format=webp,dpi=150` or from `targets:` in
        `game.yaml`.
Out     a `TargetOptions`; `OptionError`s that name the option and say what to type; the lines
        of `cardgen targets TARGET`; the JSON Schema of `game.yaml`.
Not here  whether a value goes with this game's cards (`Target.plan`).

A field's type is annotated with how its text is read:

    class PostcardOptions(TargetOptions):
        dpi: Annotated[float, Number(72, 600)] = Field(300, description="pixels per inch")
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainValidator,
    ValidationError,
    ValidationInfo,
)
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import CoreSchema
from pydantic_core.core_schema import WithDefaultSchema

from cardgen.core.color import Color, is_hex, parse_hex
from cardgen.core.lengths import LengthError, parse_length, parse_plain_number
from cardgen.targets.option_error import OptionError

JsonSchema = dict[str, Any]

_WHOLE = re.compile(r"[0-9]{1,9}\Z")
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?\Z")
_LONG = 12
"""Characters of a number that is worth repeating."""
_SHOWN = 60
_YES = {"yes": True, "true": True, "no": False, "false": False}


def spell_option(field: str) -> str:
    """Return an option's name as it is typed: `per_sheet` is `per-sheet`."""
    return field.replace("_", "-")


class TargetOptions(BaseModel):
    """The options of a target. Fields are options, descriptions their help.

    Options that were typed are in `model_fields_set`.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=spell_option,
        populate_by_name=True,
        arbitrary_types_allowed=True,
    )

    @classmethod
    def parse(cls, pairs: Mapping[str, str]) -> Self:
        """Read options as typed, all of them known.

        Raises:
            OptionError: A value is not possible, or two options do not go together.
        """
        try:
            return cls.model_validate(dict(pairs))
        except ValidationError as error:
            first = error.errors()[0]
            cause = first.get("ctx", {}).get("error")
            if isinstance(cause, OptionError):
                raise cause from None
            name = spell_option(str(first["loc"][0])) if first["loc"] else ""
            raise OptionError(f"`{name}`: {first['msg']}", "", option=name) from None

    @classmethod
    def help_lines(cls) -> dict[str, str]:
        """Return what can be chosen: a line for each option."""
        return {
            spell_option(name): field.description or "" for name, field in cls.model_fields.items()
        }

    @classmethod
    def options_schema(cls) -> JsonSchema:
        """Return the JSON Schema of a target's options in `game.yaml`."""
        schema = cls.model_json_schema(schema_generator=_WithoutDefaults)
        properties = schema.get("properties", {})
        for option in properties.values():
            option.pop("title", None)
        return {"type": "object", "properties": properties, "additionalProperties": False}

    def with_changes(self, **changes: object) -> Self:
        """Return the options with some values changed; they are not read again."""
        return self.model_copy(update=changes)

    def is_given(self, option: str) -> bool:
        """Return whether an option was typed."""
        return option.replace("-", "_") in self.model_fields_set


class _WithoutDefaults(GenerateJsonSchema):
    """Defaults are values that were read, such as a paper, and stand in the descriptions."""

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchema:
        return self.generate_inner(schema["schema"])


def make_refusal(option: str, text: str, hint: str) -> OptionError:
    """Return what to raise for a value that is not possible."""
    shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}…"
    return OptionError(f"`{option}={shown}` is not possible", hint, option=option)


class OptionType(ABC):
    """How the text of an option becomes a value: the annotation of a field."""

    @abstractmethod
    def read(self, option: str, text: str) -> object:
        """Read a value, blanks around it dropped.

        Raises:
            OptionError: It is not possible.
        """

    @abstractmethod
    def schema(self) -> JsonSchema:
        """Return the JSON Schema of what may be typed."""

    def _validate(self, value: object, info: ValidationInfo) -> object:
        """Read text; what is no text was read already."""
        if not isinstance(value, str):
            return value
        return self.read(spell_option(info.field_name or ""), value.strip())

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return PlainValidator(self._validate).__get_pydantic_core_schema__(source, handler)

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchema:
        del core, handler
        return self.schema()


class AnyText(OptionType):
    """Any text."""

    def read(self, option: str, text: str) -> str:
        del option
        return text

    def schema(self) -> JsonSchema:
        return {"type": ["string", "number"]}


class OneOf(OptionType):
    """One of some words, in any case."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def read(self, option: str, text: str) -> str:
        if text.casefold() not in self.words:
            raise make_refusal(
                option, text, f"write `{option}=` and one of {', '.join(self.words)}"
            )
        return text.casefold()

    def schema(self) -> JsonSchema:
        return {"enum": [*self.words, *(int(word) for word in self.words if word.isdecimal())]}


class YesNo(OptionType):
    """`yes` or `no`."""

    def read(self, option: str, text: str) -> bool:
        if text.casefold() not in _YES:
            raise make_refusal(option, text, f"write `{option}=yes` or `{option}=no`")
        return _YES[text.casefold()]

    def schema(self) -> JsonSchema:
        return {"enum": [*_YES, True, False]}


class WholeNumber(OptionType):
    """A whole number of `least` … `most`."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def read(self, option: str, text: str) -> int:
        if not (_WHOLE.match(text) and self.least <= int(text) <= self.most):
            hint = f"write a whole number from {self.least} to {self.most}"
            raise make_refusal(option, text, hint)
        return int(text)

    def schema(self) -> JsonSchema:
        return _bounded("integer", self.least, self.most)


class Number(OptionType):
    """A number of `least` … `most`."""

    def __init__(self, least: float, most: float) -> None:
        self.least, self.most = least, most

    def read(self, option: str, text: str) -> float:
        if not (_NUMBER.match(text) and self.least <= float(text) <= self.most):
            hint = f"write a number from {self.least:g} to {self.most:g}"
            raise make_refusal(option, text, hint)
        return float(text)

    def schema(self) -> JsonSchema:
        return _bounded("number", self.least, self.most)


def _bounded(kind: str, least: float, most: float) -> JsonSchema:
    return {"type": [kind, "string"], "minimum": least, "maximum": most}


class PaperLength(OptionType):
    """A length on paper, 0 or more, in points."""

    def read(self, option: str, text: str) -> float:
        try:
            length = parse_length(text)
        except LengthError as error:
            raise make_refusal(option, text, unit_hint(text) or error.hint) from None
        if length.share or length.ems or length.points < 0:
            raise make_refusal(option, text, f"write a length of 0 or more, such as `{option}=3mm`")
        return length.points

    def schema(self) -> JsonSchema:
        return {"type": ["string", "number"], "examples": ["3mm", "0.125in"]}


class HexColor(OptionType):
    """A color as `#rrggbb` or `#rgb`."""

    def read(self, option: str, text: str) -> Color:
        if not is_hex(text):
            raise make_refusal(option, text, f"write a color as `{option}=#ffffff`")
        return parse_hex(text)

    def schema(self) -> JsonSchema:
        return {"type": "string", "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}


class Parsed(OptionType):
    """What a function makes of the option's name and text."""

    def __init__(self, read: Callable[[str, str], object], *examples: str) -> None:
        self._read, self._examples = read, examples

    def read(self, option: str, text: str) -> object:
        return self._read(option, text)

    def schema(self) -> JsonSchema:
        schema: JsonSchema = {"type": ["string", "number", "boolean"]}
        return {**schema, "examples": list(self._examples)} if self._examples else schema


def unit_hint(text: str) -> str:
    """What to write for a length without a unit: no share, which is of nothing here. "" for
    what is no number at all."""
    if parse_plain_number(text) is None or len(text) > _LONG:
        return ""
    return f"write `{text}mm` or `{text}in`"
