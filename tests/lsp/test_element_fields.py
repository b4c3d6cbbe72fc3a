"""Editors tell what each field of the files is for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cardgen.lsp.fields import load_schema
from cardgen.lsp.hover import describe_field

SAFE = ("layouts", "front", "safe")


@pytest.mark.parametrize("name", ["column", "row", "grid", "overlay"])
def test_the_key_that_names_an_element_is_described(name: str) -> None:
    assert describe_field("layouts", SAFE, name).startswith(f"**{name}**: ")


@pytest.mark.parametrize("kind", ["layouts", "composition"])
def test_every_field_is_described(kind: str) -> None:
    assert [name for name, one in _list_properties(load_schema(kind)) if not one] == []


def _list_properties(schema: Any) -> Iterator[tuple[str, str]]:
    """Every field of a schema with its docs; conditions are not fields."""
    if isinstance(schema, list):
        for one in schema:
            yield from _list_properties(one)
    elif isinstance(schema, dict):
        for name, field in schema.get("properties", {}).items():
            yield name, field.get("description", "") if isinstance(field, dict) else "refused"
        for key, one in schema.items():
            if key != "if":
                yield from _list_properties(one)
