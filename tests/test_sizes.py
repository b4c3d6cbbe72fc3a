"""Component sizes, their boxes and their pixels."""

import json
from typing import Any

import pytest

from cardgen.geometry import POINTS_PER_INCH, Extent
from cardgen.sizes import Size, all_sizes, bracket, find_size, millimetres, size_names, stock_codes
from tests.support import ROOT

REFERENCE = ROOT.parent / "shared" / "reference" / "mpc_sizes.json"
SIZES = list(all_sizes().values())


def size(name: str) -> Size:
    found = find_size(name)
    assert found is not None
    return found


def reference() -> dict[str, Any]:
    if not REFERENCE.is_file():
        pytest.skip(f"the service's own figures are not at {REFERENCE}")
    rows = json.loads(REFERENCE.read_text(encoding="utf-8"))
    return {row["product"]: row for row in rows if row["site"] == "mpc"}


@pytest.mark.parametrize(("name", "pixels"), [("poker", (822, 1122)), ("game", (816, 1110))])
def test_the_two_common_sizes_have_the_pixels_the_service_asks_for(
    name: str, pixels: tuple[int, int]
) -> None:
    assert size(name).pixels(300) == pixels


@pytest.mark.parametrize("one", SIZES, ids=lambda one: one.name)
def test_a_size_has_the_pixels_of_the_product_it_is_sold_as(one: Size) -> None:
    row = reference().get(one.code)
    if row is None:
        pytest.skip(f"{one.code} is not among the service's figures")
    assert one.pixels(300) == tuple(row["upload_px_300"])


@pytest.mark.parametrize("one", SIZES, ids=lambda one: one.name)
def test_a_size_allows_as_many_cards_as_its_product(one: Size) -> None:
    row = reference().get(one.code)
    if row is None:
        pytest.skip(f"{one.code} is not among the service's figures")
    assert one.max_cards == row["max_cards"]


@pytest.mark.parametrize("one", SIZES, ids=lambda one: one.name)
@pytest.mark.parametrize("dpi", [150, 300, 600, 800])
def test_pixels_are_trim_plus_twice_the_bleed(one: Size, dpi: int) -> None:
    width, height = one.pixels(dpi)
    bleed = 2 * 0.12 * dpi
    assert width == pytest.approx(one.trim.width / POINTS_PER_INCH * dpi + bleed, abs=1)
    assert height == pytest.approx(one.trim.height / POINTS_PER_INCH * dpi + bleed, abs=1)


@pytest.mark.parametrize("one", SIZES, ids=lambda one: one.name)
def test_safe_lies_in_trim_and_trim_in_bleed(one: Size) -> None:
    assert one.bleed_box.contains(one.trim_box, slack=-1)
    assert one.trim_box.contains(one.safe_box, slack=-1)


def test_sizes_are_trimmed_sizes() -> None:
    assert size("poker").trim == Extent(2.5 * 72, 3.5 * 72)


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("us-poker", "poker"),
        ("63x88mm", "game"),
        ("POKER", "poker"),
        ("mini-european", "mini-euro"),
    ],
)
def test_a_size_is_found_by_its_other_names(alias: str, name: str) -> None:
    assert size(alias) is size(name)


def test_a_name_nobody_uses_finds_no_size() -> None:
    assert find_size("pokre") is None


def test_no_name_stands_for_two_sizes() -> None:
    names = [name for one in SIZES for name in (one.name, *one.aliases)]
    assert sorted(names) == sorted(size_names())


@pytest.mark.parametrize(
    ("cards", "smallest"), [(1, 18), (18, 18), (19, 36), (216, 216), (505, 612)]
)
def test_an_order_is_the_smallest_bracket_that_holds_the_cards(cards: int, smallest: int) -> None:
    assert bracket(size("poker"), cards) == smallest


def test_more_cards_than_any_bracket_have_none() -> None:
    assert bracket(size("poker"), 613) is None


def test_a_size_without_published_brackets_has_none() -> None:
    assert bracket(size("tarot"), 18) is None


def test_stocks_are_known_by_their_codes() -> None:
    assert "S30" in stock_codes()


def test_millimetres_are_given_to_the_hundredth() -> None:
    assert millimetres(size("poker").trim.width) == 63.5
