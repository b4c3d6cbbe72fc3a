"""Labels and perforated cards: each card lies in the middle of a place, as its maker draws it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cardgen.core.geometry import Extent
from cardgen.core.sizes import Size
from cardgen.targets.contract import OptionError
from cardgen.targets.shared.label_stock import load_stocks
from cardgen.targets.sheets.fit import plan_sheet
from cardgen.targets.sheets.options import SheetOptions
from cardgen.targets.sheets.stock import plan_stock
from tests.conftest import ROOT
from tests.targets.sheets.test_pages import MM, job, manifest, size, write

STOCKS: list[dict[str, Any]] = json.loads((ROOT / "cardgen/data/stocks.json").read_text("utf-8"))[
    "stocks"
]
NEAR = 0.02
"""Millimeters."""


def options(**typed: str) -> SheetOptions:
    return SheetOptions.parse(typed)


def own_size(stock: dict[str, Any], less: float = 0.0) -> Size:
    """A component as large as the stock's places."""
    width, height = ((side - less) * MM for side in stock["place_mm"])
    shape = "circle" if stock["shape"] == "circle" else "rectangle"
    made = size("circle" if shape == "circle" else "poker")
    return replace(made, name="own", trim=Extent(width, height))


@pytest.mark.parametrize("stock", STOCKS, ids=lambda stock: str(stock["name"]))
@pytest.mark.parametrize("less", [0.0, 3.0])
def test_cards_lie_in_the_middle_of_their_places(stock: dict[str, Any], less: float) -> None:
    plan = plan_sheet(own_size(stock, less), options(stock=stock["name"]))
    for axis, starts in enumerate((plan.across.starts, plan.down.starts)):
        first, pitch, count = (stock[name][axis] for name in ("first_mm", "pitch_mm", "grid"))
        expected = [first + less / 2 + n * pitch for n in range(count)]
        assert [start / MM for start in starts] == pytest.approx(expected, abs=NEAR)
    assert plan.places == stock["grid"][0] * stock["grid"][1]


@pytest.mark.parametrize("stock", STOCKS, ids=lambda stock: str(stock["name"]))
def test_all_places_lie_on_the_paper_and_none_on_another(stock: dict[str, Any]) -> None:
    plan = plan_sheet(own_size(stock), options(stock=stock["name"]))
    for axis in (plan.across, plan.down):
        assert axis.starts[0] >= 0
        assert axis.starts[-1] + axis.card <= axis.length + NEAR * MM
        for one, other in zip(axis.starts, axis.starts[1:], strict=False):
            assert other - one >= axis.card - NEAR * MM


def test_what_is_cut_alike_is_the_same_stock() -> None:
    assert load_stocks()["avery-8371"] == load_stocks()["avery-5371"]
    assert options(stock="5371").stock == options(stock="Avery 8371").stock


def test_business_cards_lie_on_their_side_where_they_stand_upright(tmp_path: Path) -> None:
    said = write(tmp_path, job("business"), "stock=avery-5371")
    assert said == (
        "8 cards on 1 sheet, 5×2 business on Avery 5371: business cards 2 × 3½ in on its side, "
        "full bleed around"
    )
    (grid,) = manifest(tmp_path)["grids"]
    assert grid["left_mm"] == [12.7, 63.5, 114.3, 165.1, 215.9]
    assert grid["top_mm"] == [19.05, 107.95]
    assert manifest(tmp_path)["stock"] == "avery-5371"


def test_an_uneven_stock_is_not_laid_on_its_side() -> None:
    upright = replace(size("poker"), trim=Extent(50 * MM, 80 * MM))
    even = load_stocks()["avery-l4785"]
    assert plan_stock(upright, options(stock="avery-l4785"), even).landscape
    uneven = replace(even, first=(18 * MM, 13 * MM))
    with pytest.raises(OptionError, match="does not fit the places of 80 × 50 mm"):
        plan_stock(upright, options(stock="avery-l4785"), uneven)


def test_a_sheet_that_is_used_in_part_is_gone_on_with(tmp_path: Path) -> None:
    write(tmp_path, job("business"), "stock=avery-5371,skip=7")
    slots = manifest(tmp_path)["slots"]
    assert [(slot["sheet"], slot["row"], slot["column"]) for slot in slots][:4] == [
        (1, 2, 3),
        (1, 2, 4),
        (1, 2, 5),
        (2, 1, 1),
    ]


@pytest.mark.parametrize(
    ("name", "typed", "option", "said"),
    [
        ("poker", {"stock": "avery-5371"}, "stock", "does not fit the places of 88.9 × 50.8 mm"),
        ("poker", {"stock": "avery-5294"}, "stock", "does not fit the round places"),
        ("business", {"stock": "avery-537"}, "stock", "there is no stock `avery-537`"),
        ("business", {"stock": "5371", "paper": "a4"}, "paper", "is Letter paper, not A4"),
        ("business", {"stock": "5371", "grid": "2x2"}, "grid", "says where cards lie"),
        ("business", {"stock": "5371", "marks": "crop"}, "marks", "says where cards lie"),
        ("business", {"stock": "5371", "duplex": "fold"}, "duplex", "are not folded"),
    ],
)
def test_what_does_not_go_with_a_stock_is_said(
    name: str, typed: dict[str, str], option: str, said: str
) -> None:
    with pytest.raises(OptionError) as caught:
        plan_sheet(size(name), options(**typed))
    assert caught.value.option == option
    assert said in str(caught.value)
    assert caught.value.hint


def test_a_card_that_does_not_fit_is_told_which_stocks_it_fits() -> None:
    with pytest.raises(OptionError) as caught:
        plan_sheet(size("poker"), options(stock="avery-5371"))
    assert "`stock=avery-" in caught.value.hint
    for name in caught.value.hint.split("`")[1::2]:
        assert plan_sheet(size("poker"), options(stock=name.removeprefix("stock="))).places
