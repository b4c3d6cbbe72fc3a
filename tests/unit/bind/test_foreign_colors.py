"""Colors as other programs write them: each is told with what is written here."""

from __future__ import annotations

import pytest

from cardgen.bind.card.palette import Palette, open_palette
from cardgen.core.color import WHITE, Color
from cardgen.core.findings import Report, Span
from cardgen.read.models.paint import GradientSpec
from cardgen.read.models.record import Spec
from tests.support.samples import model

SEA = Color(0x1D, 0x6F, 0x8A)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("cmyk(0, 100, 100, 0)", "#ff0000"),
        ("C0 M100 Y100 K50", "#800000"),
        ("rgb(0.5, 0.2, 0.1)", "rgb(128 51 26)"),
        ("rgb(300 0 0)", "rgb(255 0 0)"),
        ("rgba(1, 2, 3, 128)", "rgb(1 2 3 / 50%)"),
        ("hsl(0.5turn 50% 40%)", "hsl(180 50% 40%)"),
        ("hsl(200 0.5 0.4)", "hsl(200 50% 40%)"),
        ("sea 30%", "sea / 30%"),
        ("sea / 0.3", "sea / 30%"),
        ("rgba(sea, 0.3)", "sea / 30%"),
        ("var(--sea)", "sea"),
        ("$sea", "sea"),
        ("Dark Blue", "#00008b"),
    ],
)
def test_the_color_of_a_hint_is_one(typed: str, written: str) -> None:
    report, palette = _palette()
    palette.color(typed, Span("a", 1, 1, 2))
    (finding,) = report.findings
    assert finding.code == "unknown-color"
    assert f"`{written}`" in finding.hint
    assert palette.find(written) is not None


@pytest.mark.parametrize("typed", ["rgb(0.0, 0.0, 0.0)", "hsl(120, 0.0, 0.0)", "rgb(0.0 0 0 / 1)"])
def test_black_is_one_in_decimals_too(typed: str) -> None:
    _, palette = _palette()
    assert palette.find(typed) == Color(0, 0, 0)


@pytest.mark.parametrize("typed", ["transparent", "no", "null", "0"])
def test_nothing_is_written_as_none_where_there_may_be_nothing(typed: str) -> None:
    assert _hint(typed, or_none=True) == "write `none`"
    assert _hint(typed).endswith("as in `black / 0%`")


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("#ff000", "write 3, 6 or 8 digits behind the `#`: 0 to 9, a to f"),
        ("1mm solid sea", "write `stroke: sea, stroke-width: 1mm`"),
        ("rgb(1 2)", "write three numbers, as in `rgb(29 111 138)`"),
        ("lab(50% 40 59)", "write it as `#rrggbb`, in quotes"),
        (
            "linear-gradient(red, blue)",
            "write a gradient as a `fill:`, as in `{from: red, to: blue, angle: 90}`",
        ),
    ],
)
def test_what_stands_in_several_fields_here_is_told_with_them(typed: str, hint: str) -> None:
    assert _hint(typed) == hint


@pytest.mark.parametrize(
    "typed",
    ["rgb(1, 1, 1)", "rgb(10% 20% 30%)", "rgba(1,2,3,0.5)", "hsl(-20deg, 50%, 5%)", "#f008"],
)
def test_numbers_within_their_bounds_are_a_color(typed: str) -> None:
    assert _palette()[1].find(typed) is not None


def test_a_palette_tells_of_such_colors_as_well() -> None:
    report = Report()
    open_palette(_spec(), {"clear": "transparent", "blood": "cmyk(0, 100, 100, 0)"}, report)
    hints = {finding.hint for finding in report.findings}
    assert "colors are red, green and blue here: write `#ff0000`, in quotes" in hints
    assert {finding.code for finding in report.findings} == {"bad-color"}


def _palette() -> tuple[Report, Palette]:
    report = Report()
    return report, Palette({"white": WHITE, "sea": SEA}, report)


def _hint(typed: str, *, or_none: bool = False) -> str:
    report, palette = _palette()
    palette.color(typed, Span("a", 1, 1, 2), or_none=or_none)
    (finding,) = report.findings
    return finding.hint


def _spec() -> Spec:
    found, _ = model("{from: red, to: blue}", GradientSpec)
    assert found is not None
    return found


@pytest.mark.parametrize("digits", [400, 9_000])
@pytest.mark.parametrize(
    "typed",
    [
        "rgb({} 1 1)", "rgb(1 1 1 / {})", "rgb(0.5 -{} 0)", "hsl({} 5% 5%)", "hsl({}turn 5 {}%)",
        "cmyk({}, 0, 0, 0)", "C{} M0 Y0 K0", "#{}", "sea {}%", "rgba(sea, {})", "{}mm solid sea",
    ],
)  # fmt: skip
def test_numbers_without_measure_are_no_fault_of_ours(typed: str, digits: int) -> None:
    hint = _hint(typed.replace("{}", "9" * digits))
    assert len(hint) < 200 + digits
    assert "inf" not in hint
    assert "nan" not in hint
