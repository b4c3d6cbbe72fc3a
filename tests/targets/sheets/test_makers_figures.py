"""Papers, labels and perforated cards lie in the PDF where their makers say, to 0.02 mm.

The tables below are typed from other sources than `cardgen/data`, in the maker's own units.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from cardgen.core.geometry import Extent
from cardgen.targets.shared.label_stock import load_stocks
from cardgen.targets.sheets.fit import plan_sheet
from tests.support.sheet_pdf import box_of, read_sheets
from tests.targets.sheets.test_pages import MM, job, options, size, write

NEAR = 0.02
INCH = 25.4

# stock; unit in mm; left and top of the first place; pitch; place
# US: Avery's template dimensions as Microsoft Word lists them; A4: the published dies as label
# programs restate them (margins, 2.5 mm between columns), C32011 and C32015 by their packages.
STOCKS = [
    ("avery-3274-1", INCH, (0.3125, 1.25), (2.6875, 3), (2.5, 2.5)),
    ("avery-5163", INCH, (5 / 32, 0.5), (4 + 3 / 16, 2), (4, 2)),
    ("avery-5164", INCH, (5 / 32, 0.5), (4 + 3 / 16, 10 / 3), (4, 10 / 3)),
    ("avery-5168", INCH, (0.5, 0.5), (4, 5), (3.5, 5)),
    ("avery-5371", INCH, (0.75, 0.5), (3.5, 2), (3.5, 2)),
    ("avery-5388", INCH, (1.75, 1), (5, 3), (5, 3)),
    ("avery-5389", INCH, (1.25, 1.25), (6, 4.5), (6, 4)),
    ("avery-5395", INCH, (0.6875, 7 / 12), (3.75, 2.5), (3.375, 7 / 3)),
    ("avery-c32011", 1, (15, 13.5), (95, 54), (85, 54)),
    ("avery-c32015", 1, (17, 31.5), (91, 60), (85, 54)),
    ("avery-l4785", 1, (17.5, 13.5), (95, 55), (80, 50)),
    ("avery-l7163", 1, (4.65, 15.15), (101.6, 38.1), (99.1, 38.1)),
    ("avery-l7165", 1, (4.65, 13.1), (101.6, 67.7), (99.1, 67.7)),
    ("avery-l7169", 1, (4.65, 9.5), (101.6, 139), (99.1, 139)),
]
PAPERS = [
    ("4x6", 4 * INCH, 6 * INCH),
    ("5x7", 5 * INCH, 7 * INCH),
    ("8x10", 8 * INCH, 10 * INCH),
    ("10x15", 102, 152),
    ("9x13", 89, 127),
    ("13x18", 127, 178),
    ("a6", 105, 148),
    ("a5", 148, 210),
    ("12x18", 12 * INCH, 18 * INCH),
    ("sra3", 320, 450),
]
"""Photographs by ISO 1008, papers by ISO 216 and ISO 217."""


@pytest.mark.parametrize(("name", "unit", "first", "pitch", "place"), STOCKS)
def test_every_place_of_a_stock_is_where_its_maker_has_it(
    name: str,
    unit: float,
    first: tuple[float, float],
    pitch: tuple[float, float],
    place: tuple[float, float],
) -> None:
    stock = load_stocks()[name]
    own = replace(size("poker"), name="own", trim=Extent(*(side * unit * MM for side in place)))
    plan = plan_sheet(own, options(f"stock={name}"))
    for axis, starts in enumerate((plan.across.starts, plan.down.starts)):
        expected = [(first[axis] + n * pitch[axis]) * unit for n in range(stock.grid[axis])]
        assert [start / MM for start in starts] == pytest.approx(expected, abs=NEAR)
    assert (plan.across.card / MM, plan.down.card / MM) == pytest.approx(
        [side * unit for side in place], abs=NEAR
    )


def test_business_cards_lie_on_the_pdf_in_the_middle_of_their_places(tmp_path: Path) -> None:
    """Avery 5371 on its side: 2 in across, 3.5 in down, from 0.5 in and 0.75 in."""
    write(tmp_path / "out", job("business", 10), "stock=avery-5371")
    one = size("business")
    front = read_sheets(tmp_path / "out" / "sheets.pdf")[0]
    box = one.bleed, one.bleed, one.trim.width, one.trim.height
    found = sorted(box_of(face.box(*box))[:2] for face in front.faces)
    expected = sorted(
        ((0.5 + 2 * x) * INCH, (0.75 + 3.5 * y) * INCH) for x in range(5) for y in range(2)
    )
    assert found == [pytest.approx(at, abs=NEAR) for at in expected]


@pytest.mark.parametrize("name", sorted({stock.key for stock in load_stocks().values()}))
def test_places_lie_in_the_middle_of_their_paper(name: str) -> None:
    """All but disk labels, which leave the foot free; what is not sure is said in a run."""
    stock = load_stocks()[name]
    page = stock.paper.turned(landscape=False)
    axes = ((0, stock.place.width, page.width), (1, stock.place.height, page.height))
    for axis, own, whole in axes:
        if name == "avery-5196" and axis == 1:
            continue
        starts = stock.starts(axis)  # type: ignore[arg-type]
        assert starts[0] / MM == pytest.approx((whole - starts[-1] - own) / MM, abs=NEAR)


def test_a_stock_about_which_sources_differ_says_so(tmp_path: Path) -> None:
    said = write(tmp_path / "out", job("round-25mm", 2), "stock=avery-5194")
    assert "sources differ about this stock" in said
    assert "sources" not in write(tmp_path / "two", job("business", 2), "stock=avery-5371")


@pytest.mark.parametrize(("name", "width", "height"), PAPERS)
def test_papers_of_labs_and_shops_have_their_size(
    name: str, width: float, height: float, tmp_path: Path
) -> None:
    asked = f"paper={name},margin=3mm,marks=none,duplex=none,turn=portrait,header=no"
    write(tmp_path / "out", job("mini", 1), asked)
    page = read_sheets(tmp_path / "out" / "sheets.pdf")[0].page
    assert page == pytest.approx((width, height), abs=NEAR)
