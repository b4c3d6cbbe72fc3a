"""Columns a language that are not called as they must be are told how."""

from __future__ import annotations

import pytest

from cardgen.read.tables.language_columns import suggest_edition


@pytest.mark.parametrize(
    ("name", "fields", "hint"),
    [
        ("name.es", ("name", "name.es"), "if it is `name` in that language, add an edition"),
        ("Name_EN", ("Name_DE", "Name_EN"), "for a column a language, call that of the game's own "
         "language `Name` and this one `Name.en`"),
        ("Name_EN", ("Name_1", "Name_EN"), ""),
        ("cost_XX", ("cost_DE", "cost_XX"), ""),
        ("Name_EN", ("Title_DE", "Name_EN"), ""),
        ("Name_EN", ("Name_EN",), ""),
    ],
)  # fmt: skip
def test_what_may_be_a_field_in_another_language_is_told_its_name(
    name: str, fields: tuple[str, ...], hint: str
) -> None:
    told = suggest_edition(name, fields)
    assert told.startswith(hint)
    assert bool(told) == bool(hint)
