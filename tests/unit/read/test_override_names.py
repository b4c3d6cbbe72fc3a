"""Fields that are to change the layout of their card, under other names than `layout`."""

from __future__ import annotations

import pytest

from cardgen.read.syntax.nodes import MappingNode
from cardgen.read.tables.overrides import suggest_override
from tests.support.samples import tree


@pytest.mark.parametrize(
    ("row", "name", "written"),
    [
        ("{override: {title: {size: 9pt}}}", "override", "`layout: {title: {size: 9pt}}`"),
        ("{set: {title: {size: 9pt}}}", "set", "`layout: {title: {size: 9pt}}`"),
        ("{override_title_size: 9pt}", "override_title_size", "`layout.title.size`"),
        ("{override_art_stroke_width: 1pt}", "override_art_stroke_width", "stroke-width`"),
    ],
)
def test_it_is_told_as_a_change_of_the_layout(row: str, name: str, written: str) -> None:
    assert written in suggest_override(name, [_row(row)])


@pytest.mark.parametrize("name", ["set", "override", "override_code_q", "set_name", "offset"])
def test_a_field_of_words_is_one(name: str) -> None:
    assert suggest_override(name, [_row(f"{{{name}: Base}}")]) == ""


def _row(text: str) -> MappingNode:
    row = tree(text)
    assert isinstance(row, MappingNode)
    return row
