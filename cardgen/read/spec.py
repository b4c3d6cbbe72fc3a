"""What all models share: they are frozen, and every value in them knows its place.

In      plain data made from the YAML tree (`read.validate`).
Out     `Spec`, the model that remembers its node.

Keys are written with hyphens in YAML (`min-size`) and underscores here.
"""

from __future__ import annotations

from typing import Any

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    PrivateAttr,
    model_validator,
)

from cardgen.diagnostics import Span
from cardgen.read.yaml_tree import Mapping, Scalar, find


class Tree(dict[str, Any]):
    """The plain data of a mapping, with its node and the model it was held against."""

    def __init__(self, data: dict[str, Any], node: Mapping) -> None:
        super().__init__(data)
        self.node = node
        self.model: type[Spec] | None = None


def _hyphens(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


class Spec(BaseModel):
    """A mapping of the YAML, validated, that knows its place."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        alias_generator=_hyphens,
        populate_by_name=True,
        allow_inf_nan=False,
        defer_build=True,  # only the models that a file needs are ever built
    )
    _node: Mapping | None = PrivateAttr(None)

    @model_validator(mode="wrap")
    @classmethod
    def _remember(cls, data: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        if isinstance(data, Tree):
            data.model = cls
        spec = handler(data)
        if isinstance(data, Tree):
            spec._node = data.node
        return spec

    @property
    def node(self) -> Mapping | None:
        return self._node

    @property
    def span(self) -> Span:
        return self._node.span if self._node else Span("", 1, 1, 2)

    def place(self, *path: str | int) -> Span:
        """The place of the value at `path`, or of this mapping."""
        node = find(self._node, *path)
        return node.span if node else self.span

    def scalar(self, *path: str | int) -> Scalar | None:
        """The scalar typed at `path`, or None."""
        node = find(self._node, *path)
        return node if isinstance(node, Scalar) else None

    def key(self, key: str) -> Span:
        """The place of a key, or of this mapping."""
        found = self._node.key(key) if self._node else None
        return found.span if found else self.span
