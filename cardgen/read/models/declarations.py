"""How models are declared: fields, validators, marks of a type.

In      what stands in the body of a model (`read.models.record.Spec`).
Out     plain records, of which `read.models.pydantic_models` makes pydantic's own.
Not here  pydantic: to import it, and to make its classes of all models, was a seventh of a check
        after an edited word, which validates nothing.

Names and arguments are pydantic's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

_REQUIRED: Any = ...

MODEL_CONFIG: Any = {
    "extra": "forbid",
    "frozen": True,
    "populate_by_name": True,
    "allow_inf_nan": False,
    "defer_build": True,  # only the models that a file needs are ever built
}
"""How pydantic treats models."""


class FieldInfo(Struct, frozen=True, eq=False):
    """A field of a model as it was declared; or limits, in an `Annotated` type."""

    default: Any
    description: str
    limits: dict[str, Any]
    factory: Callable[[], Any] | None = None
    """Makes the default, where it is a model."""
    alias: str = ""
    """How it is written in YAML."""

    def is_required(self) -> bool:
        """Whether it has to be given."""
        return self.default is _REQUIRED and self.factory is None

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from typing import Annotated

        from pydantic import Field as PydanticField

        limited: Any = Annotated[source, PydanticField(**self.limits)]
        return handler.generate_schema(limited)


def Field(  # noqa: N802 - as pydantic's
    default: Any = _REQUIRED,
    *,
    default_factory: Callable[[], Any] | None = None,
    description: str = "",
    **limits: Any,
) -> Any:
    """Declare a field: what it is if it is left out or what makes that, a line of help, and limits
    of its value."""
    return FieldInfo(default, description, limits, default_factory)


class Check(Struct, frozen=True, eq=False):
    """A validator of a model, or of some of its fields."""

    function: Any
    mode: str
    fields: tuple[str, ...] = ()
    """None: it looks at the whole model."""


def field_validator(
    *fields: str, mode: Literal["after", "before"] = "after"
) -> Callable[[Any], Any]:
    """Declare a class method as a validator of fields."""
    return lambda function: Check(function, mode, fields)


def model_validator(*, mode: Literal["after", "before"]) -> Callable[[Any], Any]:
    """Declare a method as a validator of the whole model."""
    return lambda function: Check(function, mode)


class TypeMark:
    """A mark of an `Annotated` type that a class of pydantic's stands for, by its name."""

    def __init__(self, name: str, *words: Any, **options: Any) -> None:
        self.name, self.words, self.options = name, words, options

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        import pydantic

        mark = getattr(pydantic, self.name)(*self.words, **self.options)
        schema: CoreSchema = mark.__get_pydantic_core_schema__(source, handler)
        return schema
