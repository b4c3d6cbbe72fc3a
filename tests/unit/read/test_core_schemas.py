"""Models are validated as pydantic would validate them."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from pydantic import TypeAdapter
from pydantic_core import ValidationError

from cardgen.read import models
from cardgen.read.models.core_schemas import make_core_schema, make_validator
from cardgen.read.models.drawn_elements import ShapeElement, TextElement
from cardgen.read.models.record import Spec

for _module in pkgutil.iter_modules(models.__path__):
    import_module(f"cardgen.read.models.{_module.name}")
import_module("cardgen.targets.sheets.printer_specs")

_NOT_VALIDATING = frozenset(
    (
        "metadata", "ref", "serialization", "serialization_alias", "computed_fields",
        "json_schema_input_schema", "custom_init", "root_model", "default_factory_takes_data",
    )
)  # fmt: skip
"""What pydantic writes besides, for other purposes or as it is anyway."""
_OF_VERSIONS = frozenset(("populate_by_name", "validate_by_name", "validate_by_alias"))
"""Written one way or the other, as pydantic's version asks for it."""
_SAME = {"remember_node": "_remember", "_check_at_most": "less_than_or_equal_validator"}
"""Functions of ours that stand for others."""


def below(kind: type[Spec]) -> Iterator[type[Spec]]:
    for derived in kind.__subclasses__():
        yield derived
        yield from below(derived)


MODELS = sorted(set(below(Spec)), key=lambda kind: (kind.__module__, kind.__name__))


def parts(schema: Any) -> dict[str, Any]:
    """The schema and those of all models in it, each by its name."""
    found: dict[str, Any] = {}
    found["itself"] = _bare(schema, found)
    return found


def _bare(schema: Any, found: dict[str, Any]) -> Any:
    if isinstance(schema, list | tuple):
        return [_bare(one, found) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "definitions":
        _bare(schema["definitions"], found)
        return _bare(schema["schema"], found)
    name = _name_of(schema.get("schema_ref") or schema.get("ref", ""))
    if name and "ref" in schema and name not in found:
        found[name] = None
        found[name] = _bare({key: one for key, one in schema.items() if key != "ref"}, found)
    if name:
        return name
    return {
        key: _function_name(one) if callable(one) and key == "function" else _bare(one, found)
        for key, one in schema.items()
        if key not in _NOT_VALIDATING | _OF_VERSIONS | {"field_name"}
        and (key, one) != ("validate_default", False)
    }


def _name_of(ref: str) -> str:
    """The name of a model; pydantic adds a number."""
    return ref.partition(":")[0]


def _function_name(function: Any) -> str:
    inner = getattr(function, "func", function)
    name = getattr(inner, "__name__", repr(inner))
    return _SAME.get(name, name)


@pytest.mark.parametrize("kind", MODELS, ids=lambda kind: kind.__name__)
def test_the_schema_of_a_model_is_pydantics(kind: type[Spec]) -> None:
    assert parts(make_core_schema(kind)) == parts(TypeAdapter(kind).core_schema)


def test_a_limit_that_differs_makes_schemas_differ() -> None:
    made, other = make_core_schema(TextElement), make_core_schema(TextElement)
    [schema] = [one for one in other["definitions"] if one["ref"].endswith(".TextElement")]
    while schema["type"] != "model-fields":
        schema = schema["schema"]
    schema["fields"]["opacity"]["schema"]["schema"]["schema"]["le"] = 2
    assert parts(made) != parts(other)


def test_what_is_validated_is_an_instance_of_the_model_itself() -> None:
    assert type(make_validator(TextElement).validate_python({"text": "a"})) is TextElement


def test_a_share_above_the_whole_is_refused_though_a_function_reads_it() -> None:
    star = {"shape": "star", "inner": "110%"}
    with pytest.raises(ValidationError, match="less_than_equal"):
        make_validator(ShapeElement).validate_python(star)


def test_a_type_that_no_field_has_is_refused() -> None:
    with pytest.raises(TypeError):
        make_core_schema(set[str])
