"""Editors tell what each field of the files is for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cardgen.lsp.cursor import find_cursor
from cardgen.lsp.fields import load_schema
from cardgen.lsp.hover import describe_field
from cardgen.targets.registry import find_target

SAFE = ("layouts", "front", "safe")


@pytest.mark.parametrize("name", ["column", "row", "grid", "overlay"])
def test_the_key_that_names_an_element_is_described(name: str) -> None:
    assert describe_field("layouts", SAFE, name).startswith(f"**{name}**: ")


@pytest.mark.parametrize("kind", ["game", "layouts", "composition"])
def test_every_field_is_described(kind: str) -> None:
    schema = load_schema(kind)
    assert [name for name, one in _list_properties(schema, schema["$defs"]) if not one] == []


def test_the_top_fields_of_a_game_are_described() -> None:
    names = load_schema("game")["properties"]
    assert [
        name for name in names if name != "$schema" and not describe_field("game", (), name)
    ] == []


def describe_under_cursor(text: str, name: str, kind: str = "layouts") -> str:
    """What is said of a field where `|` stands in a text."""
    lines = text.split("\n")
    line = next(number for number, one in enumerate(lines) if "|" in one)
    column = lines[line].index("|")
    lines[line] = lines[line].replace("|", "")
    cursor = find_cursor(lines, line, column)
    return describe_field(kind, cursor.path, name, cursor.beside)


@pytest.mark.parametrize(
    ("element", "name", "doc"),
    [
        ("- grid|: [{text: one}]\n        columns: 2", "grid", "Elements in rows of equal columns"),
        ("- {grid|: [{text: one}], columns: 2}", "grid", "Elements in rows of equal columns"),
        ("- text: one\n        grid|: 3mm", "grid", "Pitch of a grid"),
        ("- picture: a.png\n        fit|: crop", "fit", "Fill the box and crop"),
        ("- text: one\n        fit|: deck", "fit", "Who shares one size"),
        ("- fit|: crop\n        picture: a.png", "fit", "Fill the box and crop"),
        ("- {shape: rectangle, fill|: ink}", "fill", "Color or gradient inside"),
        ("- {text: one, fill|: ink}", "fill", "Gradient across the letters"),
        (
            "- text: one\n      - shape: star\n        fill|: ink",
            "fill",
            "Color or gradient inside",
        ),
    ],
)
def test_a_field_is_described_as_that_of_its_element(element: str, name: str, doc: str) -> None:
    layout = f"layouts:\n  front:\n    safe:\n      {element}"
    assert describe_under_cursor(layout, name).startswith(f"**{name}**: {doc}")


@pytest.mark.parametrize(
    ("field", "name", "doc"),
    [
        ("decks:\n      beasts: {back|: dark}", "back", "Layout of the back"),
        ("palette:\n      sand: x\n    language|: de", "language", "BCP 47 tag"),
        ("checks:\n      - code|: low-contrast", "code", "The finding's code"),
    ],
)
def test_what_an_edition_changes_is_described_as_in_the_game(
    field: str, name: str, doc: str
) -> None:
    edition = f"editions:\n  german:\n    {field}"
    assert describe_under_cursor(edition, name, "game").startswith(f"**{name}**: {doc}")


@pytest.mark.parametrize(
    ("change", "name", "doc"),
    [
        ("title: {style|: loud}", "style", "Named style"),
        ("title:\n        size|: 9pt", "size", "Type size"),
        ("art: {overlay: [{shape: star, fill|: ink}]}", "fill", "Color or gradient inside"),
    ],
)
def test_what_a_layout_changes_in_its_parent_is_described(change: str, name: str, doc: str) -> None:
    layout = f"layouts:\n  front:\n    extends: plain\n    set:\n      {change}"
    assert describe_under_cursor(layout, name).startswith(f"**{name}**: {doc}")


def _list_properties(schema: Any, defs: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every field of a schema with its docs; conditions are not fields."""
    if isinstance(schema, list):
        for one in schema:
            yield from _list_properties(one, defs)
    elif isinstance(schema, dict):
        for name, field in schema.get("properties", {}).items():
            whole = field if isinstance(field, dict) else {"description": "refused"}
            meant = defs.get(whole.get("$ref", "").rpartition("/")[2], {})
            yield name, whole.get("description") or meant.get("description", "")
        for key, one in schema.items():
            if key != "if":
                yield from _list_properties(one, defs)


@pytest.mark.parametrize("name", ["sheets", "pdfx4", "mpc"])
def test_a_target_is_described_as_what_it_writes(name: str) -> None:
    """Not as the programmers of its options tell each other."""
    assert describe_field("game", ("targets",), name) == f"**{name}**: {find_target(name).about}"


def test_options_of_a_target_are_described() -> None:
    assert "letter" in describe_field("game", ("targets", "sheets"), "paper")
