"""Editors know every field of a text: its name, what it is for, what it may be."""

from __future__ import annotations

import pytest

from cardgen.lsp.completion import complete
from cardgen.lsp.cursor import Cursor, find_cursor
from cardgen.lsp.hover import describe_field
from cardgen.read.models.drawn_elements import TextElement
from cardgen.read.models.styles import StyleSpec

STYLE = "styles:\n  body: {font: text, "
ELEMENT = "layouts:\n  front:\n    safe:\n      - text: one\n        style: body\n        "
CURVE = 'layouts:\n  front:\n    safe:\n      - {text: "one", '


def cursor_behind(text: str) -> Cursor:
    lines = text.split("\n")
    return find_cursor(lines, len(lines) - 1, len(lines[-1]))


def names_of(model: type[StyleSpec] | type[TextElement]) -> list[str]:
    return [(one.alias or name).replace("_", "-") for name, one in model.model_fields.items()]


def offered(text: str) -> set[str]:
    return {item.label for item in complete(cursor_behind(text), "layouts", None).items}


@pytest.mark.parametrize("text", [ELEMENT, CURVE])
def test_every_field_of_a_text_is_offered(text: str) -> None:
    assert set(names_of(TextElement)) <= offered(text) | {*cursor_behind(text).beside}


def test_every_field_of_a_style_is_offered() -> None:
    assert set(names_of(StyleSpec)) <= offered(STYLE) | {"font"}


@pytest.mark.parametrize("name", names_of(StyleSpec))
def test_every_field_of_a_style_is_described(name: str) -> None:
    cursor = cursor_behind(STYLE)
    assert describe_field("layouts", cursor.path, name).startswith(f"**{name}**: ")


@pytest.mark.parametrize("name", ["hang", "writing", "autospace", "font-stretch", "letter-space"])
def test_a_text_describes_what_its_style_may_say_too(name: str) -> None:
    path = cursor_behind(ELEMENT).path
    assert describe_field("layouts", path, name) == describe_field(
        "layouts", cursor_behind(STYLE).path, name
    )


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("writing", {"horizontal", "vertical"}),
        ("autospace", {"yes", "no"}),
        ("hang", {"yes", "no"}),
        ("align", {"justify", "start"}),
    ],
)
def test_what_a_field_may_be_is_offered(field: str, values: set[str]) -> None:
    assert values <= offered(f"{STYLE}{field}: ")
    assert values <= offered(f"{ELEMENT}{field}: ")
