"""The small types of the model: what fits, and what to type instead."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from cardgen.core.lengths import Length
from cardgen.read.models.values import Leading, Measure, Padding, Tracking, TypeSize


def read(kind: Any, typed: Any) -> Any:
    return TypeAdapter[Any](kind).validate_python(typed)


def refused(kind: Any, typed: Any) -> dict[str, Any]:
    """What an error says, and its hint."""
    with pytest.raises(ValidationError) as caught:
        read(kind, typed)
    return caught.value.errors()[0]["ctx"]


@pytest.mark.parametrize(
    ("typed", "length"),
    [("1.2", Length(ems=1.2)), ("11pt", Length(points=11)), ("1.5em", Length(ems=1.5))],
)
def test_leading_is_a_multiple_or_a_length(typed: str, length: Length) -> None:
    assert read(Leading, typed) == length


@pytest.mark.parametrize("typed", ["0", "-1", "0pt", "-5pt", "-1em"])
def test_leading_is_above_0(typed: str) -> None:
    assert refused(Leading, typed)["message"] == "leading is above 0"


@pytest.mark.parametrize("typed", ["nan", "inf", "1e3", "1_0", "9" * 400])
@pytest.mark.parametrize("kind", [Leading, Tracking])
def test_a_bare_number_is_digits_and_not_without_bound(kind: Any, typed: str) -> None:
    assert refused(kind, typed)["hint"]


@pytest.mark.parametrize("typed", ["-20", "0", "20.5"])
def test_tracking_is_in_thousandths_of_the_size(typed: str) -> None:
    assert read(Tracking, typed).ems == pytest.approx(float(typed) / 1000)


def test_a_measure_is_not_negative() -> None:
    assert refused(Measure, "-1mm")["message"] == "this length cannot be negative"


@pytest.mark.parametrize("typed", ["0pt", "-9pt", "50%"])
def test_a_type_size_is_above_0(typed: str) -> None:
    assert refused(TypeSize, typed)["message"] == "a type size is a length above 0"


@pytest.mark.parametrize("typed", ["", "1mm 2mm 3mm", "1mm 1mm 1mm 1mm 1mm"])
def test_padding_is_one_two_or_four_lengths(typed: str) -> None:
    assert refused(Padding, typed)["message"] == "expected one, two or four lengths"


def test_a_sign_between_two_lengths_makes_them_one() -> None:
    assert read(Padding, "10% +2mm") == read(Padding, "10% + 2mm")
    assert read(Padding, "2mm 3mm") != read(Padding, "2mm + 3mm")
