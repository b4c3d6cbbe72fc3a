"""Texts that go on below the line in which they begin."""

from __future__ import annotations

import pytest

from cardgen.lsp.cursor import find_cursor
from cardgen.lsp.text_blocks import find_block


def split(text: str) -> tuple[list[str], int, int]:
    """Lines without the cursor, `^`, and where it stood."""
    before = text[: text.index("^")].split("\n")
    return text.replace("^", "").split("\n"), len(before) - 1, len(before[-1])


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        ("- rule: |\n    Pay ^", 0),
        ("- rule: >-  # short\n    Pay\n\n    twice ^", 0),
        ("- rule: Pay\n    twice ^", 0),
        ("- rule: 'Pay\n    twice ^", 0),
        ("- rule: &same |\n    Pay ^", 0),
        ("- rule: |2\n    Note: pay\n      twice ^", 1),
        ("- rule: |\n    Effect:\n      twice ^", 0),
        ("- tags:\n    - |\n      Pay ^", 1),
        ("- name: Fox\n  ru^", None),
        ("- name: Fox\n  rule: ^", None),
        ("decks:\n  ships:\n    size: poker\n    fields:\n      na^", None),
        ("- name: 'Fox'\n    ru^", None),
        ("- &row\n  ru^", None),
        ("- {name: Fox,\n   cost: 2,\n     ru^", None),
        ("- text: {a: 1,\n    b^", None),
    ],
)
def test_a_text_goes_on_where_lines_are_indented_farther(text: str, begun: int | None) -> None:
    lines, line, column = split(text)
    cursor = find_cursor(lines, line, column)
    assert cursor.in_block == (begun is not None)
    if begun is not None:
        assert find_block(lines, line, column) == begun


def test_a_text_is_of_the_key_that_it_stands_under() -> None:
    lines, line, column = split(
        "a:\n  - name: Fox\n    rule: |\n      Pay {{ cost\n        + ^ }}\n"
    )
    cursor = find_cursor(lines, line, column)
    assert (cursor.path, cursor.key, cursor.in_expression) == (("a",), "rule", True)
    assert cursor.beside == {"name": "Fox", "rule": "|"}
