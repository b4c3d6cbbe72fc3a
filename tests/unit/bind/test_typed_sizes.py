"""Sizes that a deck gives in measures, where a name is wanted."""

from __future__ import annotations

import re

import pytest

from cardgen.bind.component_sizes import ComponentSizes
from cardgen.bind.size_hints import explain_size
from cardgen.core.findings import Report, Span
from cardgen.core.sizes import find_size


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        (
            "120x70mm",
            "write `own: {width: 120mm, height: 70mm}` under `sizes:` in game.yaml, and "
            "`size: own` here",
        ),
        ("2.5 x 3.5in", "write `poker`, which has these measures"),
        ("88.9mm × 63.5mm", "write `poker-landscape`, which has these measures"),
        ("2.5x3.5", "write `poker`, which has these measures in inches"),
        ("63.5 x 88.9", "write `poker`, which has these measures in millimeters"),
        ("63.5 MM x 88.9 MM", "write `poker`, which has these measures"),
        (
            "81x123",
            "write `own: {width: 81mm, height: 123mm}` under `sizes:` in game.yaml, and "
            "`size: own` here",
        ),
        ("pokre", "did you mean `poker`?"),
    ],
)
def test_measures_in_place_of_a_size_are_told_what_to_write(typed: str, hint: str) -> None:
    report = Report()
    assert ComponentSizes({}, {}, report).find(typed, Span("game.yaml", 6, 11, 20)) is None
    (finding,) = report.findings
    assert (finding.code, finding.hint) == ("unknown-size", hint)


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("token", "round-25mm"),
        ("Coins", "round-25mm"),
        ("tile", "hex-64mm"),
        ("hex tile", "hex-64mm"),
        ("counter", "square-25mm"),
        ("dice", "square-19mm"),
        ("board", "board-8x8in"),
        ("poker card", "poker"),
        ("poker-portrait", "poker"),
        ("American Mini", "mini-american"),
        ("landscape", "poker-landscape"),
        ("playing-card", "poker"),
        ("circle-89mm", "round-89mm"),
        ("1in", "round-25mm"),
        ("825x1125px", "poker"),
        ("750 x 1050", "poker"),
        ("dixit", "tarot"),
    ],
)
def test_things_by_their_usual_words_are_told_trade_names(typed: str, named: str) -> None:
    hint = _hint(typed)
    sizes = re.findall(r"`([^` ]+)`", hint.replace("`cardgen sizes`", ""))
    assert named in sizes
    assert all(find_size(size) for size in sizes)


@pytest.mark.parametrize(
    ("typed", "measures"),
    [
        ("standee", "{width: 25mm, height: 90mm, fold: {rows: 2}}"),
        ("letter", "{width: 8.5in, height: 11in}"),
        ("round-63mm", "{shape: circle, diameter: 63mm}"),
        ("hex 50mm", "{shape: hexagon, width: 50mm}"),
        ("tarot-landscape", "{width: 120.65mm, height: 69.85mm}"),
        ("1000x1300px", "{width: 84.667mm, height: 110.07mm}"),
    ],
)
def test_what_nobody_sells_is_told_as_a_size_of_ones_own(typed: str, measures: str) -> None:
    hint = f"write `own: {measures}` under `sizes:` in game.yaml, and `size: own` here"
    assert _hint(typed).startswith(hint)


def test_a_word_for_no_size_is_told_where_sizes_are_listed() -> None:
    assert _hint("meeple").endswith("`cardgen sizes` lists all")
    assert _hint("tuck box") == "boxes stand under `boxes:` in game.yaml, beside `decks:`"


def test_a_slip_for_a_size_of_the_game_is_told_as_one() -> None:
    assert explain_size("tokens", ["token-1"]) == ""


def _hint(typed: str) -> str:
    report = Report()
    ComponentSizes({}, {}, report).find(typed, Span("game.yaml", 6, 11, 20))
    (finding,) = report.findings
    return finding.hint


@pytest.mark.parametrize(
    "typed", ["9999x9999in", f"{'9' * 400}x70mm", f"{'9' * 9_000}mm", f"{'9' * 5_000}px", "0x0mm"]
)
def test_sizes_without_measure_are_no_fault_of_ours(typed: str) -> None:
    report = Report()
    assert ComponentSizes({}, {}, report).find(typed, Span("game.yaml", 6, 11, 20)) is None
    (finding,) = report.findings
    assert finding.code == "unknown-size"
    assert "inf" not in finding.hint
