"""The models as pydantic knows them: made when fields have to be described.

In      a model as it was declared (`read.models.record.Spec`).
Out     a class of pydantic's with the same fields and validators. What it validates becomes an
        instance of the model itself, never of that class.
Not here  validating what was read: `read.models.core_schemas` is quicker at hand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import new_class
from typing import TYPE_CHECKING, Any, ClassVar

import pydantic
from pydantic import BaseModel, GetCoreSchemaHandler, ModelWrapValidatorHandler
from pydantic.fields import FieldInfo as TypedField
from pydantic_core import CoreSchema

from cardgen.read.models.core_schemas import remember_node
from cardgen.read.models.declarations import MODEL_CONFIG, Check

if TYPE_CHECKING:
    from cardgen.read.models.record import Spec


class _Model(BaseModel):
    """What all of these classes have: what they validate knows its node."""

    declared: ClassVar[type[Spec]]
    """The model that the class stands for."""

    model_config = MODEL_CONFIG

    @pydantic.model_validator(mode="wrap")
    @classmethod
    def _remember(cls, data: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        return remember_node(cls.declared, data, handler)


@cache
def pydantic_model(kind: type[Spec]) -> type[BaseModel]:
    """Return the class that stands for a model."""
    above = tuple(pydantic_model(base) for base in kind.__bases__ if base is not object)
    members: dict[str, Any] = {
        "__module__": kind.__module__,  # where the names in annotations are looked up
        "__qualname__": kind.__qualname__,
        "__doc__": kind.__doc__,
        "__annotations__": {name: kind.__annotations__[name] for name in kind.own_fields},
        "declared": kind,
        "__get_pydantic_core_schema__": classmethod(_schema_maker(kind)),
    }
    for name, info in kind.own_fields.items():
        default = {"default_factory": info.factory} if info.factory else {"default": info.default}
        about = info.description or None
        members[name] = pydantic.Field(
            **default, alias=info.alias, description=about, **info.limits
        )
    for name, member in vars(kind).items():
        if isinstance(member, Check):
            members[name] = _make_validator(member)
    made: type[BaseModel] = new_class(
        kind.__name__, above or (_Model,), exec_body=lambda body: body.update(members)
    )
    return made


def typed_fields(kind: type[Spec]) -> dict[str, TypedField]:
    """Return the fields of a model with their types."""
    return pydantic_model(kind).model_fields


def _make_validator(check: Check) -> Any:
    mode: Any = check.mode
    declare: Callable[[Any], Any] = pydantic.model_validator(mode=mode)
    if check.fields:
        declare = pydantic.field_validator(*check.fields, mode=mode)
    return declare(check.function)


def _schema_maker(kind: type[Spec]) -> Callable[[Any, Any, GetCoreSchemaHandler], CoreSchema]:
    """What makes the schema of a model: pydantic's, but that it makes instances of `kind`."""

    def make(_: Any, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        inner: Any = schema
        while inner["type"] != "model-fields":
            if inner["type"] == "model":
                inner["cls"] = kind
            inner = inner["schema"]
        kind.complete_fields(inner["fields"])
        return schema

    return make
