"""Which fields may stand where, with their docs: the files' JSON Schemas, walked by keys.

In      a kind of file, the keys above a place.
Out     `Field`s.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from cardgen.check.engine.registry import all_codes
from cardgen.read.schema import (
    composition_schema,
    corrections_schema,
    credits_schema,
    game_schema,
    layouts_schema,
)
from cardgen.targets.registry import option_schemas

Schema = dict[str, Any]
Beside = Mapping[str, str]
"""Fields of a mapping, and what each holds."""
NOTHING: Beside = {}


class Field(Struct, frozen=True):
    """A field that may stand at a place."""

    name: str
    doc: str
    values: tuple[str, ...] = ()
    """What it may hold, where that is a short list."""
    takes_scalar: bool = True
    """Whether it may hold a plain value; otherwise a mapping or a list of such."""


@cache
def load_schema(kind: str) -> Schema:
    """The schema of `game`, `layouts` or `composition`, or of the rows of `corrections` or
    `credits`; of anything else an empty one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # defaults that JSON does not know are left out
        match kind:
            case "game":
                return game_schema(all_codes(), option_schemas())
            case "layouts":
                return layouts_schema()
            case "composition":
                return composition_schema()
            case "corrections":
                return corrections_schema()
            case "credits":
                return credits_schema()
    return {}


def list_fields(kind: str, path: Sequence[str], beside: Beside = NOTHING) -> list[Field]:
    """The fields that may stand in the mapping at a path.

    Args:
        kind: Of the file.
        path: Keys from the file's top.
        beside: Fields that stand in the mapping already: of several things that it may be, such as
            elements of a layout, those that have all of them are meant.
    """
    schema = load_schema(kind)
    found: dict[str, Field] = {}
    for one in _choose(list(_walk(schema, schema, _find_home(kind, path))), beside):
        for name in one.get("propertyNames", {}).get("enum", ()):
            found.setdefault(name, Field(name, one.get("description", "")))
        refused = _list_refused(one, beside)
        for name, field in one.get("properties", {}).items():
            if not isinstance(field, dict) or name in refused:
                continue
            doc = _find_doc(schema, field)
            known = found.get(name)
            if known is None or (doc and not known.doc):
                values = tuple(dict.fromkeys(_list_values(schema, field)))
                found[name] = Field(name, doc, values, _takes_scalar(schema, field))
    return list(found.values())


def _find_home(kind: str, path: Sequence[str]) -> Sequence[str]:
    """The path at which the fields of a place are described: an edition is laid over the game, and
    `set:` over the elements of a layout."""
    match kind, *path:
        case "game", "editions", _, *inner if inner:
            return inner
        case "layouts", "layouts", name, "set", _, *inner:
            return ("layouts", name, "safe", *inner)
    return path


def _list_refused(mapping: Schema, beside: Beside) -> set[str]:
    """The fields that a mapping cannot have, for what others in it hold."""
    found: set[str] = set()
    for one in mapping.get("allOf", ()):
        asked = one.get("if", {}).get("properties", {})
        if asked and all(beside.get(name) == held.get("const") for name, held in asked.items()):
            then = one.get("then", {}).get("properties", {})
            found |= {name for name, field in then.items() if field is False}
    return found


def _find_doc(root: Schema, field: Schema) -> str:
    """What a field is for; one that is wholly another thing is described there."""
    name = str(field.get("$ref", "")).rpartition("/")[2]
    return str(
        field.get("description") or root.get("$defs", {}).get(name, {}).get("description", "")
    )


def _choose(mappings: Sequence[Schema], beside: Beside) -> Sequence[Schema]:
    """Those that have all fields which stand there, if any do; what they need decides the rest."""
    every = {name for one in mappings for name in one.get("properties", {})}
    there = every & set(beside)
    fitting = [one for one in mappings if there <= set(one.get("properties", {}))] or mappings
    whole = [one for one in fitting if set(one.get("required", ())) <= there] if there else []
    return whole or fitting


def find_field(kind: str, path: Sequence[str], name: str, beside: Beside = NOTHING) -> Field | None:
    fields = list_fields(kind, path, beside)
    return next((one for one in fields if one.name == name), None)


def _walk(root: Schema, schema: Schema, path: Sequence[str]) -> Iterator[Schema]:
    """Every mapping that may stand at a path below a schema."""
    for one in _open(root, schema):
        if not path:
            yield one
            continue
        inner = one.get("properties", {}).get(path[0], one.get("additionalProperties"))
        if isinstance(inner, dict):
            yield from _walk(root, inner, path[1:])


def _open(root: Schema, schema: Schema, depth: int = 0) -> Iterator[Schema]:
    """The mappings that a schema stands for: references followed, choices and lists opened."""
    if depth > 8:
        return
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        yield from _open(root, root.get("$defs", {}).get(name, {}), depth + 1)
        return
    for choice in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(choice, ()):
            yield from _open(root, one, depth + 1)
    if isinstance(schema.get("items"), dict):
        yield from _open(root, schema["items"], depth + 1)
    if "properties" in schema or isinstance(schema.get("additionalProperties"), dict):
        yield schema


def _takes_scalar(root: Schema, schema: Schema, depth: int = 0) -> bool:
    """Whether a plain value may stand for a field, or for an item of it; templates left aside."""
    if depth > 8:
        return True
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        return _takes_scalar(root, root.get("$defs", {}).get(name, {}), depth + 1)
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return any(_takes_scalar(root, one, depth + 1) for one in schema[choice])
    if isinstance(schema.get("items"), dict) and schema.get("type") == "array":
        return _takes_scalar(root, schema["items"], depth + 1)
    return schema.get("type") not in ("object", "null") and "{[{%#]" not in schema.get(
        "pattern", ""
    )


def _list_values(root: Schema, schema: Schema, depth: int = 0) -> Iterator[str]:
    if depth > 8:
        return
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        yield from _list_values(root, root.get("$defs", {}).get(name, {}), depth + 1)
    for choice in ("anyOf", "oneOf"):
        for one in schema.get(choice, ()):
            yield from _list_values(root, one, depth + 1)
    if isinstance(schema.get("items"), dict):
        yield from _list_values(root, schema["items"], depth + 1)
    if schema.get("type") == "boolean":
        yield from ("yes", "no")
    listed = (*schema.get("enum", ()), *schema.get("examples", ()))
    yield from (one for one in listed if isinstance(one, str))
