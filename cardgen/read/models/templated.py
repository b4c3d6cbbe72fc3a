"""Models whose values may be templates, filled in for each card.

In      plain data made from the YAML tree (`read.validate`).
Out     `TemplatedSpec`: fields hold values, or a `Template` that gives them.
Not here  filling templates in (`bind.elements.plain_specs`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec import Struct

from cardgen.read.models.declarations import model_validator
from cardgen.read.models.record import Spec

if TYPE_CHECKING:
    from pydantic import ValidatorFunctionWrapHandler

M = TypeVar("M", bound="TemplatedSpec")


class Template(Struct, frozen=True, eq=False):
    """What stands in a field until it is filled in for a card: plain data with templates in it."""

    data: Any


def has_template(data: Any) -> bool:
    """Whether a template stands somewhere in plain data."""
    if isinstance(data, str):
        return "{" in data and ("{{" in data or "{%" in data or "{#" in data)
    if isinstance(data, dict):
        return any(map(has_template, data.values()))
    return isinstance(data, list) and any(map(has_template, data))


def _accept_template(data: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """The value of a field, or the template that will give it."""
    if isinstance(data, Template):
        return data
    return Template(data) if has_template(data) else read(data)


@cache
def _fields_typed(model: type[Spec], word: str) -> frozenset[str]:
    """The fields in whose annotation a word stands."""
    typed = {
        name: str(annotation)
        for owner in reversed(model.__mro__)
        for name, annotation in vars(owner).get("__annotations__", {}).items()
    }
    return frozenset(n for n in model.model_fields if re.search(rf"\b{word}\b", typed[n]))


@cache
def _fields_by_key(model: type[Spec]) -> dict[str, str]:
    return {info.alias or name: name for name, info in model.model_fields.items()}


class TemplatedSpec(Spec):
    """A mapping of which every value may be a template, filled in for each card.

    A field that holds one is a `Template` whatever its type says; `bind.elements.plain_specs`
    fills the templates in and validates the result as if it had been typed, so that whoever
    reads a value finds it to be of its type. Not so in `FIXED` fields, in texts and
    expressions, which are filled in where they are used, and in elements inside elements.
    """

    FIXED: ClassVar[frozenset[str]] = frozenset()
    """Fields that are the same on every card."""

    @classmethod
    def templated_fields(cls) -> tuple[str, ...]:
        """The fields that take a template in place of their value."""
        later = cls.FIXED | _fields_typed(cls, "Text") | cls.holding_elements()
        return tuple(name for name in cls.model_fields if name not in later)

    @classmethod
    def holding_elements(cls) -> frozenset[str]:
        """The fields that hold other elements."""
        return _fields_typed(cls, "AnyElement")

    def refilled(self, spec: TemplatedSpec) -> TemplatedSpec:  # noqa: ARG002 - pieces ask
        """This, made of `spec` with its templates filled in, with what no file says of that."""
        return self

    @classmethod
    def field_of(cls, key: str) -> str:
        """The field that is written as `key` in YAML."""
        return _fields_by_key(cls).get(key, key)

    @classmethod
    def complete_fields(cls, fields: dict[str, Any]) -> None:
        """Let a template stand in place of each value."""
        from pydantic_core.core_schema import no_info_wrap_validator_function

        for name in cls.templated_fields():
            field = fields[name]
            owner = field["schema"] if field["schema"]["type"] == "default" else field
            owner["schema"] = no_info_wrap_validator_function(_accept_template, owner["schema"])

    @property
    def templates(self) -> tuple[str, ...]:
        """The fields that hold a template."""
        given = self.model_fields_set
        return tuple(
            name
            for name in type(self).model_fields
            if name in given and isinstance(getattr(self, name), Template)
        )


def check_plain(check: Callable[[M], M]) -> Any:
    """A validator of a whole `TemplatedSpec`, for when its templates are filled in."""

    def checked(spec: M) -> M:
        return spec if spec.templates else check(spec)

    return model_validator(mode="after")(checked)
