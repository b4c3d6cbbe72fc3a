"""Lengths with their units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.lengths import Length, LengthError, parse_length, parse_plain_number
from tests.support.processor_time import processor_time_below
from tests.support.samples import law

TEN_METRES = 10_000 / 25.4 * 72
"""In points."""


def refused(text: str) -> LengthError:
    with pytest.raises(LengthError) as caught:
        parse_length(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "points"),
    [("72pt", 72), ("1in", 72), ("25.4mm", 72), ("2.54cm", 72), ("300px", 72), ("-1in", -72)],
)
def test_units_are_points(text: str, points: float) -> None:
    assert parse_length(text).points == pytest.approx(points)


@pytest.mark.parametrize("text", ["2 mm", " 2mm ", "+2mm", "2.mm", "2.0mm"])
def test_spelling_does_not_matter(text: str) -> None:
    assert parse_length(text) == parse_length("2mm")


def test_a_percentage_is_a_share_of_the_surrounding_box() -> None:
    assert parse_length("50%").resolve(whole=30) == 15


def test_an_em_is_a_multiple_of_the_type_size() -> None:
    assert parse_length("1.5em").resolve(whole=999, em=10) == 15


@pytest.mark.parametrize("text", ["0", "0.0", "-0", "00"])
def test_nothing_needs_no_unit(text: str) -> None:
    assert parse_length(text) == Length()


def test_a_number_without_a_unit_is_refused_with_the_units_to_choose_from() -> None:
    error = refused("2.5")
    assert str(error) == "`2.5` has no unit"
    assert error.hint == "write `2.5mm`, `2.5pt`, `2.5in` or `2.5%`"


@pytest.mark.parametrize("text", ["", "mm", "2furlongs", "2.5.5mm", "1e3mm", "two mm", "2mm 3mm"])
def test_what_is_no_length_is_refused_with_the_units_there_are(text: str) -> None:
    error = refused(text)
    assert str(error) == f"`{text}` is not a length"
    assert "mm, cm, in, pt, px, % or em" in error.hint


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1,5mm", "1.5mm"),
        ("5MM", "5mm"),
        ('2.5"', "2.5in"),
        ("3 inches", "3 in"),
        ("8pts", "8pt"),
        ("1/2in", "0.5in"),
        ('2 1/2"', "2.5in"),
        ("3-1/4 in", "3.25in"),
        ("9 millimetres", "9 mm"),
    ],
)
def test_a_length_as_others_write_it_is_told_as_it_is_read(text: str, meant: str) -> None:
    assert refused(text).hint == f"write `{meant}`"
    parse_length(meant)


@pytest.mark.parametrize("text", ["auto", "Fill", "1fr", "stretch"])
def test_what_fills_the_room_elsewhere_is_told_what_does_so_here(text: str) -> None:
    assert refused(text).hint.startswith("leave it out; in a column or row `grow: 1`")


@pytest.mark.parametrize("text", ["1,000mm", "5 5mm", "1,5", "2,5,5mm"])
def test_a_length_that_may_mean_two_things_is_not_guessed(text: str) -> None:
    assert "mm, cm, in, pt, px, % or em" in refused(text).hint


@law
@given(st.decimals(-390, 390, places=3), st.sampled_from(["mm", "cm", "in", "pt", "px"]))
def test_a_length_does_not_depend_on_what_surrounds_it(number: object, unit: str) -> None:
    length = parse_length(f"{number}{unit}")
    assert length.resolve(whole=100, em=9) == length.resolve(whole=7, em=1) == length.points


@pytest.mark.parametrize(
    ("text", "points"),
    [("10000mm", TEN_METRES), ("-10000mm", -TEN_METRES), ("1000cm", TEN_METRES),
     ("100000%", 1000.0), ("1000em", 1000.0)],
)  # fmt: skip
def test_ten_metres_are_a_length(text: str, points: float) -> None:
    assert parse_length(text).resolve(whole=1, em=1) == pytest.approx(points)


@pytest.mark.parametrize("text", ["10001mm", "-394in", "100001%", "1001em", "9" * 400 + "mm"])
def test_more_than_ten_metres_are_refused(text: str) -> None:
    error = refused(text)
    assert str(error).endswith("is too long")
    assert len(str(error)) < 50


@pytest.mark.parametrize("text", ["9" * 400, "x" * 400])
def test_a_long_text_is_not_said_again_in_full(text: str) -> None:
    assert len(str(refused(text)) + refused(text).hint) < 200


@pytest.mark.parametrize("text", ["1", "-.5", "2.", "+20"])
def test_a_plain_number_is_digits(text: str) -> None:
    assert parse_plain_number(text) == float(text)


@pytest.mark.parametrize("text", ["", "nan", "inf", "1e3", "1_000", " 1", "1mm", "٣"])
def test_what_else_python_reads_as_a_number_is_none(text: str) -> None:
    assert parse_plain_number(text) is None


@pytest.mark.parametrize("text", ["1" * 100_000, "1" * 100_000 + "x", "1." * 50_000])
def test_a_length_without_end_is_refused_soon(text: str) -> None:
    with processor_time_below(1):
        refused(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("50vw", "write `50%`, which is of the box around"),
        ("calc(50% - 3mm)", "write `50% - 3mm`, without `calc`"),
        ("min(50%, 3mm)", "limit it with `min-width`, `max-width`, `min-height` or `max-height`"),
        ("fit-content", "leave it out; in a column or row `grow: 1` takes the room that is left"),
        ("var(--gap)", 'write `"{{ gap }}"`, and `gap` below `vars:` in game.yaml'),
        ("100% - 2 * margin", "put a name in braces, and all in quotes: `{{ margin }}`"),
        ("half", "write `50%`, which is of the box around"),
        ("1/2", "write `50%`, which is of the box around"),
        ("12pc", "write `144pt`"),
        ("10q", "write `2.5mm`"),
    ],
)
def test_lengths_of_css_and_indesign_are_told_what_to_write(text: str, hint: str) -> None:
    with pytest.raises(LengthError) as error:
        parse_length(text)
    assert error.value.hint == hint
