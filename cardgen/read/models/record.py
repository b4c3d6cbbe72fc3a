"""What all models share: they are frozen, and every value in them knows its place.

In      plain data made from the YAML tree (`read.validate`).
Out     `Spec`, the model that remembers its node.

Keys are written with hyphens in YAML (`min-size`) and underscores here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    model_validator,
)

from cardgen.core.findings import Span
from cardgen.read.syntax.nodes import MappingNode, ScalarNode, find


class NodeDict(dict[str, Any]):
    """The plain data of a mapping, with its node and the model it was held against."""

    def __init__(self, data: dict[str, Any], node: MappingNode) -> None:
        super().__init__(data)
        self.node = node
        self.model: type[Spec] | None = None


def _hyphens(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


class Spec(BaseModel):
    """A mapping of the YAML, validated, that knows its place."""

    __slots__ = ("_own",)  # read often, and a private attribute of pydantic takes its time
    if TYPE_CHECKING:
        _own: MappingNode | None

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        alias_generator=_hyphens,
        populate_by_name=True,
        allow_inf_nan=False,
        defer_build=True,  # only the models that a file needs are ever built
    )

    @model_validator(mode="wrap")
    @classmethod
    def _remember(cls, data: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        if isinstance(data, NodeDict):
            data.model = cls
        elif isinstance(data, cls):
            return data
        spec = handler(data)
        object.__setattr__(spec, "_own", data.node if isinstance(data, NodeDict) else None)
        return spec

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
        keep(spec, "__pydantic_extra__", None)
        keep(spec, "__pydantic_private__", None)
        keep(spec, "_own", node)
        return spec

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spec) and self.node is other.node and super().__eq__(other)

    def __copy__(self) -> Self:
        copied = super().__copy__()
        object.__setattr__(copied, "_own", self.node)
        return copied

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
        """The place of the value at `path`, or of this mapping."""
        node = find(self.node, *path)
        return node.span if node else self.span

    def scalar(self, *path: str | int) -> ScalarNode | None:
        """The scalar typed at `path`, or None."""
        node = find(self.node, *path)
        return node if isinstance(node, ScalarNode) else None

    def key(self, key: str) -> Span:
        """The place of a key, or of this mapping."""
        found = self.node.key(key) if self.node else None
        return found.span if found else self.span
