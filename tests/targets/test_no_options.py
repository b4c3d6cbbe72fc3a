"""A target without options is one with options of which there are none."""

from __future__ import annotations

from cardgen.targets.no_options import NoOptions
from cardgen.targets.options import TargetOptions


class Empty(TargetOptions):
    """For targets without options."""


def test_no_options_are_read_listed_and_described_as_options_without_fields() -> None:
    assert NoOptions.parse({}) == NoOptions()
    assert NoOptions.help_lines() == Empty.help_lines()
    assert NoOptions.options_schema() == Empty.options_schema()


def test_editors_are_told_the_same_but_for_a_title() -> None:
    title = {"title": "Empty"}
    assert {**NoOptions.model_json_schema(), **title} == Empty.model_json_schema()
