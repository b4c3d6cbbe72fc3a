"""Mappings that stand as examples in hints: each can be pasted as it is."""

from __future__ import annotations

import pytest

from cardgen.read.field_homes import model_named
from cardgen.read.written_examples import _EXAMPLES, write_example
from tests.support.samples import model


def written(name: str, typed: str = "") -> str:
    spec = model_named(name)
    assert spec is not None, name
    example = write_example(spec, typed)
    assert model(example, spec)[1] == (), example
    return example


@pytest.mark.parametrize("name", sorted(_EXAMPLES))
def test_an_example_is_taken_as_it_is_written(name: str) -> None:
    assert written(name).startswith("{")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("63x88", "{width: 63mm, height: 88mm}"),
        ("63mm x 88mm", "{width: 63mm, height: 88mm}"),
        ("63 × 88 mm", "{width: 63mm, height: 88mm}"),
        ("2.5x3.5", "{width: 2.5in, height: 3.5in}"),
        ("63.5, 88.9", "{width: 63.5mm, height: 88.9mm}"),
        ("tarot", "{like: tarot}"),
        ("enormous", "{width: 63mm, height: 88mm}"),
        ("", "{width: 63mm, height: 88mm}"),
    ],
)
def test_sides_or_a_trade_name_make_a_size(typed: str, meant: str) -> None:
    assert written("SizeSpec", typed) == meant


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("GlowSpec", "2mm", "{blur: 2mm, color: white}"),
        ("GlowSpec", "sea", "{blur: 1mm, color: sea}"),
        ("GlowSpec", "yes", "{blur: 1mm, color: white}"),
        ("ShadowSpec", "#102030", '{y: 0.4mm, color: "#102030"}'),
        ("ShadowSpec", "1mm 1mm black", "{y: 0.4mm, color: black}"),
        ("EditionSpec", "pt-BR", "{language: pt-BR}"),
        ("EditionSpec", "deluxe box", "{language: de}"),
        ("ShowcaseSpec", "grid", "{scene: grid}"),
        ("ShowcaseSpec", "wheel", "{scene: fan}"),
        ("RuleSpec", "cost in [1, 2]", '{that: "cost in [1, 2]"}'),
        ("AlongSpec", "15mm", "{circle: 15mm}"),
        ("WithinSpec", "hexagon", "{shape: hexagon}"),
    ],
)
def test_what_was_typed_is_in_the_mapping_where_it_fits(name: str, typed: str, meant: str) -> None:
    assert written(name, typed) == meant
