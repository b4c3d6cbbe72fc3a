"""Validated models as bytes, and as models again without being validated.

In      a model, or a mapping of models; the node that it was made of.
Out     MessagePack of plain values; of it and an equal node, equal models with the same places.
Not here  whether bytes belong to a node (`read.kept_specs`).

A model is written as its class's name, the number of its node among those of the tree, and the
fields that are not as their defaults are. Only classes of `Spec`, and the few records that their
fields hold, are ever made of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from cardgen.core.lengths import Length
from cardgen.read.models.places import AnchorPoint
from cardgen.read.models.record import Spec
from cardgen.read.models.templated import Template
from cardgen.read.syntax.nodes import MappingNode, Node, SequenceNode

_RECORDS: dict[str, type[Struct]] = {
    kind.__name__: kind for kind in (Length, AnchorPoint, Template)
}
"""What fields hold beside plain values and models."""
_LIST, _TUPLE, _MAPPING, _RECORD, _SPEC = range(5)
_NO_NODE = -1


class UnpackableError(Exception):
    """A model holds what has no form, or bytes are no model."""


def pack_spec(value: object, root: Node) -> bytes:
    """Return a model as bytes.

    Args:
        value: What was made of `root`: a model, or models in mappings and lists.
        root: The node.

    Raises:
        UnpackableError: something in it has no form.
    """
    numbers = dict[int, int]()
    for number, node in enumerate(_list_mappings(root)):
        numbers.setdefault(id(node), number)
    try:
        return msgspec.msgpack.encode(_Packer(numbers).pack(value))
    except (ValueError, OverflowError, RecursionError, TypeError) as error:
        raise UnpackableError from error


def unpack_spec(packed: bytes, root: Node) -> Any:
    """Return what `pack_spec` was given, its places being those of `root`.

    Raises:
        UnpackableError: the bytes are no model of such a node.
    """
    try:
        return _Unpacker(list(_list_mappings(root))).unpack(msgspec.msgpack.decode(packed))
    except (
        msgspec.DecodeError, LookupError, ValueError, TypeError, AttributeError, RecursionError,
    ) as error:  # fmt: skip
        raise UnpackableError from error


def _list_mappings(node: Node) -> Iterator[MappingNode]:
    """The mappings of a tree in their order; those with an alias once for each place."""
    if isinstance(node, MappingNode):
        yield node
        for _, inner in node.entries.values():
            if not isinstance(inner, MappingNode | SequenceNode):
                continue
            yield from _list_mappings(inner)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _list_mappings(item)


class _Packer:
    def __init__(self, numbers: dict[int, int]) -> None:
        self._numbers = numbers

    def pack(self, value: Any) -> Any:
        """A value as plain ones: what is no scalar is a list that begins with its kind."""
        if value is None or isinstance(value, bool | int | float | str):
            return value
        if isinstance(value, list):
            return [_LIST, *map(self.pack, value)]
        if isinstance(value, tuple):
            return [_TUPLE, *map(self.pack, value)]
        if isinstance(value, dict):
            return [_MAPPING, {key: self.pack(one) for key, one in value.items()}]
        if isinstance(value, Spec):
            return self._pack_spec(value)
        name = type(value).__name__
        if _RECORDS.get(name) is not type(value):
            raise UnpackableError
        return [_RECORD, name, *(self.pack(getattr(value, f)) for f in value.__struct_fields__)]

    def _pack_spec(self, spec: Spec) -> list[Any]:
        kind = type(spec)
        if _models().get(kind.__name__) is not kind:
            raise UnpackableError
        number = self._numbers[id(spec.node)] if spec.node is not None else _NO_NODE
        defaults = _defaults(kind)
        others = {
            name: self.pack(value)
            for name, value in spec.__dict__.items()
            if not _is_default(value, defaults[name])
        }
        return [_SPEC, kind.__name__, number, others, sorted(spec.model_fields_set)]


class _Unpacker:
    def __init__(self, nodes: list[MappingNode]) -> None:
        self._nodes = nodes

    def unpack(self, value: Any) -> Any:
        """What plain values stand for."""
        if not isinstance(value, list):
            return value
        kind, *parts = value
        if kind == _SPEC:
            return self._unpack_spec(*parts)
        if kind == _RECORD:
            return _RECORDS[parts[0]](*map(self.unpack, parts[1:]))
        if kind == _MAPPING:
            return {key: self.unpack(one) for key, one in parts[0].items()}
        found = map(self.unpack, parts)
        return tuple(found) if kind == _TUPLE else list(found)

    def _unpack_spec(
        self, name: str, number: int, others: dict[str, Any], given: list[str]
    ) -> Spec:
        kind = _models()[name]
        fields = dict(_defaults(kind))
        for field, value in others.items():
            fields[field] = self.unpack(value) if isinstance(value, list) else value
        return kind.restore(fields, set(given), self._nodes[number] if number >= 0 else None)


@cache
def _models() -> dict[str, type[Spec]]:
    """The models by name."""
    return {kind.__name__: kind for kind in _below(Spec)}


def _below(kind: type[Spec]) -> Iterator[type[Spec]]:
    for derived in kind.__subclasses__():
        yield derived
        yield from _below(derived)


@cache
def _defaults(kind: type[Spec]) -> dict[str, Any]:
    """The fields of a model in their order, each as it is if nobody gives it."""
    fields = kind.model_fields.items()
    return {name: None if info.default is ... else info.default for name, info in fields}


def _is_default(value: object, default: object) -> bool:
    if value is None or isinstance(value, bool | int | float | str):
        return type(value) is type(default) and value == default
    return not value and type(value) is type(default) and value == default
