"""What all models share: they are frozen, and every value in them knows its place.

In      plain data made from the YAML tree (`read.validate`).
Out     `Spec`, the model that remembers its node.
Not here  how fields are declared (`read.models.declarations`), validating
        (`read.models.core_schemas`).

Keys are written with hyphens in YAML (`min-size`) and underscores here. Models are none of
pydantic's, and have the same names for the same things.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from msgspec.structs import replace

from cardgen.core.findings import Span
from cardgen.read.models.declarations import MODEL_CONFIG, FieldInfo
from cardgen.read.syntax.nodes import MappingNode, ScalarNode, find

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


def _hyphens(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


class SpecType(type):
    """The class of models."""

    own_fields: Mapping[str, FieldInfo]
    """The fields that the model itself declares."""
    model_fields: Mapping[str, FieldInfo]
    """All of its fields, in the order in which they are declared, those above first."""

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> None:
        """Take the fields out of the body of a model."""
        super().__init__(name, bases, body)
        own = {key: one for key, one in body.items() if isinstance(one, FieldInfo)}
        for key in own:
            delattr(cls, key)
        cls.own_fields = {key: replace(one, alias=_hyphens(key)) for key, one in own.items()}
        lines = [base.own_fields for base in reversed(cls.__mro__) if isinstance(base, SpecType)]
        cls.model_fields = {key: one for fields in lines for key, one in fields.items()}


class Spec(metaclass=SpecType):
    """A mapping of the YAML, validated, that knows its place."""

    __slots__ = (
        "__dict__",
        "__pydantic_extra__",
        "__pydantic_fields_set__",
        "__pydantic_private__",
        "_own",
    )
    if TYPE_CHECKING:
        _own: MappingNode | None
        __pydantic_fields_set__: set[str]

    model_config: ClassVar = MODEL_CONFIG

    @classmethod
    def restore(cls, fields: dict[str, Any], given: set[str], node: MappingNode | None) -> Self:
        """Make a model anew that was validated before.

        Args:
            fields: The values of all fields.
            given: Which of them were typed.
            node: Where they stand.
        """
        spec = cls.__new__(cls)
        keep = object.__setattr__
        keep(spec, "__dict__", fields)
        keep(spec, "__pydantic_fields_set__", given)
        keep(spec, "_own", node)
        return spec

    @classmethod
    def model_construct(cls, **fields: Any) -> Self:
        """Make a model of values that need not be validated; others are as nobody gives them."""
        others = ((n, one) for n, one in cls.model_fields.items() if n not in fields)
        defaults = {
            name: info.factory() if info.factory else info.default
            for name, info in others
            if not info.is_required()
        }
        return cls.restore({**defaults, **fields}, set(fields), None)

    @classmethod
    def model_validate(cls, data: Any) -> Self:
        """Make a model of plain data.

        Raises:
            ValidationError: pydantic's; the data is none of the model.
        """
        from cardgen.read.models.core_schemas import make_validator

        made: Self = make_validator(cls).validate_python(data)
        return made

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from cardgen.read.models.pydantic_models import pydantic_model

        return handler.generate_schema(pydantic_model(cls))

    @classmethod
    def complete_fields(cls, fields: dict[str, Any]) -> None:
        """Change the schemas of fields before they are used."""

    def model_copy(self, *, update: Mapping[str, Any]) -> Self:
        """Return a copy with some values changed; they are not validated."""
        copied = self.__copy__()
        copied.__dict__.update(update)
        copied.__pydantic_fields_set__.update(update)
        return copied

    def __copy__(self) -> Self:
        return type(self).restore({**self.__dict__}, {*self.model_fields_set}, self.node)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: `{name}` cannot be set")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Spec)
            and type(self) is type(other)
            and self.node is other.node
            and self.__dict__ == other.__dict__
        )

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.model_fields_set)
        return f"{type(self).__name__}({given})"

    @property
    def model_fields_set(self) -> set[str]:
        """The fields that were typed."""
        return self.__pydantic_fields_set__

    @property
    def node(self) -> MappingNode | None:
        try:
            return self._own
        except AttributeError:  # made without a file
            return None

    @property
    def span(self) -> Span:
        node = self.node
        return node.span if node else Span("", 1, 1, 2)

    def place(self, *path: str | int) -> Span:
        """The place of the value at `path`, or of this mapping. A word alone in the place of a
        list is its own first item."""
        node = find(self.node, *path)
        if node is None and path and isinstance(path[-1], int):
            around = find(self.node, *path[:-1])
            node = around if isinstance(around, ScalarNode) else None
        return node.span if node else self.span

    def scalar(self, *path: str | int) -> ScalarNode | None:
        """The scalar typed at `path`, or None."""
        node = find(self.node, *path)
        return node if isinstance(node, ScalarNode) else None

    def key(self, *path: str) -> Span:
        """The place of the last key of a path, or of the mapping that it is not in."""
        owner = find(self.node, *path[:-1])
        found = owner.key(path[-1]) if isinstance(owner, MappingNode) else None
        return found.span if found else self.place(*path[:-1])
