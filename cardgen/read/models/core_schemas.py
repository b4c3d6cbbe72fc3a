"""The validators of models, made of what these declare.

In      a model (`read.models.record.Spec`), or a type such as its fields have.
Out     a validator of pydantic-core's. What it validates becomes an instance of the model.
Not here  JSON Schemas and the types of fields (`read.models.pydantic_models`).

A schema is the one that pydantic would make, which a test holds for every model. But pydantic
makes that of a field anew for each model that inherits it: with its import it took ten times as
long, a twentieth of a first check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from inspect import get_annotations, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic_core import PydanticKnownError, SchemaValidator

from cardgen.read.models.declarations import MODEL_CONFIG, Check, FieldInfo, TypeMark
from cardgen.read.models.node_data import NodeDict
from cardgen.read.models.record import Spec
from cardgen.read.models.values import ScalarReader

Schema = dict[str, Any]

_PLAIN = {str: "str", int: "int", float: "float", bool: "bool", Any: "any"}
_LIMITS = frozenset(("ge", "gt", "le", "min_length", "max_length", "multiple_of", "pattern"))
_LIMITED = frozenset(("int", "float", "str", "list", "dict"))
"""Schemas that have limits of their own."""
_CONFIG = {
    "extra_fields_behavior": MODEL_CONFIG["extra"],
    "allow_inf_nan": MODEL_CONFIG["allow_inf_nan"],
    "populate_by_name": MODEL_CONFIG["populate_by_name"],  # pydantic 2.10's name for the next
    "validate_by_name": MODEL_CONFIG["populate_by_name"],
    "validate_by_alias": True,
}


@cache
def make_validator(kind: Any) -> SchemaValidator:
    """Return what validates a model or a type."""
    schema: Any = make_core_schema(kind)
    return SchemaValidator(schema)


def make_core_schema(kind: Any) -> Schema:
    """Return what pydantic-core is told of a model or a type."""
    maker = _SchemaMaker()
    schema = maker.schema(kind)
    return {"type": "definitions", "schema": schema, "definitions": [*maker.models.values()]}


def remember_node(kind: type[Spec], data: Any, validate: Callable[[Any], Any]) -> Any:
    """Validate a mapping: the model made of it knows its node, and the data which model that is."""
    if isinstance(data, NodeDict):
        data.model = kind
    elif isinstance(data, kind):
        return data
    spec = validate(data)
    object.__setattr__(spec, "_own", data.node if isinstance(data, NodeDict) else None)
    return spec


class _SchemaMaker:
    """Makes schemas: of a model, and of each field that it declares, once."""

    def __init__(self) -> None:
        self.models: dict[type[Spec], Schema] = {}
        self.values: dict[type[Spec], dict[str, Schema]] = {}

    def schema(self, kind: Any) -> Schema:
        """The schema of a type."""
        if kind in _PLAIN:
            return {"type": _PLAIN[kind]}
        if isinstance(kind, type) and issubclass(kind, Spec):
            return self.named_model(kind)
        origin, words = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self.marked(words[0], words[1:])
        if origin is Literal:
            return {"type": "literal", "expected": [*words]}
        inner = [self.schema(word) for word in words if word is not NoneType]
        if origin in (Union, UnionType):
            schema = {"type": "union", "choices": inner} if len(inner) > 1 else inner[0]
            return {"type": "nullable", "schema": schema} if NoneType in words else schema
        if origin is list:
            return {"type": "list", "items_schema": inner[0]}
        if origin is dict:
            return {"type": "dict", "keys_schema": inner[0], "values_schema": inner[1]}
        if origin is tuple:
            return {"type": "tuple", "items_schema": inner}
        raise TypeError(kind)

    def marked(self, kind: Any, marks: Sequence[Any]) -> Schema:
        """The schema of a type with marks. One that reads values by itself takes the place of the
        type, and of the marks before."""
        if not marks:
            return self.schema(kind)
        *before, mark = marks
        match mark:
            case ScalarReader():
                return _call("plain", mark)
            case TypeMark(name="PlainValidator"):
                return _call("plain", mark.words[0])
            case TypeMark(name="AfterValidator"):
                return _call("after", mark.words[0], self.marked(kind, before))
            case TypeMark(name="BeforeValidator"):
                return _call("before", mark.words[0], self.marked(kind, before))
            case TypeMark(name="Discriminator"):
                return self.tagged_union(get_args(kind), mark)
            case TypeMark(name="Tag"):
                return self.marked(kind, before)
            case FieldInfo():
                return _limit(self.marked(kind, before), mark.limits)
        raise TypeError(mark)

    def tagged_union(self, kinds: Sequence[Any], mark: TypeMark) -> Schema:
        """The schema of a union whose types have tags."""
        choices = {}
        for kind in kinds:
            member, tag = get_args(kind)
            choices[tag.words[0]] = self.schema(member)
        found = {"type": "tagged-union", "choices": choices, "discriminator": mark.words[0]}
        return found | mark.options

    def named_model(self, kind: type[Spec]) -> Schema:
        """The schema of a model by its name, so that models can hold each other."""
        if kind not in self.models:
            self.models[kind] = {}
            self.models[kind] |= self.model(kind)
        return {"type": "definition-ref", "schema_ref": _name(kind)}

    def model(self, kind: type[Spec]) -> Schema:
        """The schema of a model itself."""
        values = self.field_values(kind)
        fields = {
            name: {
                "type": "model-field",
                "schema": _with_default(values[name], info),
                "validation_alias": info.alias,
            }
            for name, info in kind.model_fields.items()
        }
        kind.complete_fields(fields)
        schema: Schema = {"type": "model-fields", "model_name": kind.__name__, "fields": fields}
        checks = [check for check in _list_checks(kind) if not check.fields]
        for check in checks:
            if check.mode == "before":
                schema = _call("before", _bind(check, kind), schema)
        config = {**_CONFIG, "title": kind.__name__}
        schema = {"type": "model", "cls": kind, "config": config, "schema": schema}
        schema = _call("wrap", partial(remember_node, kind), schema)
        for check in checks:
            if check.mode == "after":
                schema = _call("after", _bind(check, kind), schema)
        return schema | {"ref": _name(kind)}

    def field_values(self, kind: type[Spec]) -> dict[str, Schema]:
        """The schemas of a model's fields, all but their defaults."""
        if kind in self.values:
            return self.values[kind]
        found: dict[str, Schema] = {}
        for base in kind.__bases__:
            if issubclass(base, Spec):
                found |= self.field_values(base)
        types = get_annotations(kind, eval_str=True) if kind.own_fields else {}
        for name, info in kind.own_fields.items():
            found[name] = self.field_value(types[name], info)
        for check in vars(kind).values():
            for name in check.fields if isinstance(check, Check) else ():
                found[name] = _call(check.mode, _bind(check, kind), found[name], name)
        self.values[kind] = found
        return found

    def field_value(self, kind: Any, info: FieldInfo) -> Schema:
        """The schema of a field's value; its limits are those of the type without its marks."""
        if get_origin(kind) is Annotated:
            inner, *marks = get_args(kind)
            return self.marked(inner, (info, *marks))
        return self.marked(kind, (info,))


def _name(kind: type[Spec]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _list_checks(kind: type[Spec]) -> list[Check]:
    """The validators of a model, those that it inherits first."""
    members = {name: one for owner in reversed(kind.__mro__) for name, one in vars(owner).items()}
    return [one for one in members.values() if isinstance(one, Check)]


def _bind(check: Check, kind: type[Spec]) -> Callable[..., Any]:
    """The function of a validator: what it is in the body of a model is a class method."""
    bound: Callable[..., Any] = check.function.__get__(None, kind)
    return bound


def _call(
    mode: str, function: Callable[..., Any], schema: Schema | None = None, field: str = ""
) -> Schema:
    """The schema of a value that a function makes, changes or refuses. One that looks at a field
    may ask for what is known of the others."""
    called: Schema = {"type": "no-info", "function": function}
    if field and len(signature(function).parameters) > 1:
        called = {"type": "with-info", "function": function, "field_name": field}
    made: Schema = {"type": f"function-{mode}", "function": called}
    return made if schema is None else made | {"schema": schema}


def _with_default(schema: Schema, info: FieldInfo) -> Schema:
    if info.is_required():
        return schema
    default = {"default_factory": info.factory} if info.factory else {"default": info.default}
    checked = {key: info.limits[key] for key in ("validate_default",) if key in info.limits}
    return {"type": "default", "schema": schema, **default, **checked}


def _limit(schema: Schema, limits: dict[str, Any]) -> Schema:
    """A schema with limits; those of what it may hold, where it may also be nothing."""
    wanted = {name: limit for name, limit in limits.items() if name in _LIMITS}
    if not wanted:
        return schema
    if schema["type"] == "nullable":
        return schema | {"schema": _limit(schema["schema"], wanted)}
    if schema["type"] in _LIMITED:
        return schema | wanted
    if [*wanted] != ["le"]:
        raise TypeError(wanted)
    return _call("after", partial(_check_at_most, wanted["le"]), schema)


def _check_at_most(most: float, value: float) -> float:
    if value > most:
        raise PydanticKnownError("less_than_equal", {"le": most})
    return value
