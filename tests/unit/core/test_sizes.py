"""Component sizes, their boxes and their pixels."""

import csv
from functools import cache

import pytest

from cardgen.core.geometry import POINTS_PER_INCH, Extent
from cardgen.core.sizes import (
    UNLIMITED,
    Product,
    Size,
    find_bracket,
    find_matching_sizes,
    find_size,
    list_stock_codes,
    load_sizes,
    millimeters,
    service_names,
    service_source,
    size_names,
)
from tests.support.samples import ROOT

REFERENCE = ROOT / "tests" / "data" / "specifications" / "service-products.csv"
SIZES = list(load_sizes().values())


def size(name: str) -> Size:
    found = find_size(name)
    assert found is not None
    return found


SITES = {"mpc": "mpc", "ps": "printerstudio"}


@cache
def reference() -> dict[tuple[str, str], dict[str, str]]:
    """The products of Make Playing Cards and PrinterStudio, by service and code."""
    with REFERENCE.open(encoding="utf-8", newline="") as file:
        return {(SITES[row["service"]], row["code"]): row for row in csv.DictReader(file)}


SOLD = [(size, product) for size in SIZES for product in size.products]
LISTED = [(size, product) for size, product in SOLD if product.service != "gamecrafter"]
CRAFTED = [(size, product) for size, product in SOLD if product.service == "gamecrafter"]


def shown(thing: object) -> str:
    return thing.name if isinstance(thing, Size) else getattr(thing, "code", "")


@pytest.mark.parametrize(("name", "pixels"), [("poker", (822, 1122)), ("game", (816, 1110))])
def test_the_two_common_sizes_have_the_pixels_the_service_asks_for(
    name: str, pixels: tuple[int, int]
) -> None:
    assert size(name).pixels(300) == pixels


def test_every_product_of_the_services_is_in_the_catalogue_and_no_other() -> None:
    assert {(product.service, product.code) for _, product in LISTED} == set(reference())
    assert len(LISTED) == len(reference()) == 75


@pytest.mark.parametrize(("one", "product"), LISTED, ids=shown)
def test_a_size_has_the_pixels_and_the_maximum_of_the_product_it_is_sold_as(
    one: Size, product: Product
) -> None:
    row = reference()[product.service, product.code]
    assert (int(row["width_px"]), int(row["height_px"])) in (one.pixels(300), (591, 864))
    assert product.max_cards == int(row["most_cards"])
    if product.service == "mpc":
        assert one.max_cards == int(row["most_cards"])


def test_what_make_playing_cards_does_not_sell_has_neither_its_product_nor_its_limit() -> None:
    others = [one for one in SIZES if not one.sold_by("mpc")]
    assert len(others) > 50
    assert {(one.product, one.code, one.max_cards) for one in others} == {("", "", UNLIMITED)}
    assert all(one.product and one.code for one in SIZES if one not in others)


# What `print_services.md` says of The Game Crafter's files.
CRAFTER = {
    "PokerDeck": (825, 1125), "TradingDeck": (825, 1125), "EuroPokerDeck": (825, 1125),
    "FoilPokerDeck": (825, 1125), "BridgeDeck": (750, 1125), "MintTinDeck": (750, 1125),
    "USGameDeck": (750, 1125), "TarotDeck": (900, 1500), "JumboDeck": (1125, 1725),
    "MiniDeck": (600, 825), "MicroDeck": (450, 600), "BusinessDeck": (675, 1125),
    "DominoDeck": (600, 1125), "DividerDeck": (975, 1125), "SquareDeck": (1125, 1125),
    "SmallSquareDeck": (825, 825), "EuroSquareDeck": (900, 900), "CircleDeck": (1125, 1125),
    "HexDeck": (1200, 1050), "CardCraftingDeck": (900, 1500),
}  # fmt: skip


def test_components_have_the_pixels_that_the_game_crafter_asks_for() -> None:
    listed = {product.code: product.pixels for _, product in CRAFTED}
    assert {code: listed[code] for code in CRAFTER} == CRAFTER
    assert len(listed) == len(CRAFTED), "a component has one size"


@pytest.mark.parametrize(("one", "product"), CRAFTED, ids=shown)
def test_a_components_file_has_its_bleed_and_little_more(one: Size, product: Product) -> None:
    """1/8 in a side, or up to 1/4 in where the piece is small in its file; the size's own bleed
    fills it, or all but 1/24 in where another service has less."""
    assert product.pixels
    for pixels, trim in zip(product.pixels, (one.trim.width, one.trim.height), strict=True):
        bleed = (pixels - trim / POINTS_PER_INCH * 300) / 2
        assert 36.0 <= bleed <= 70.5, bleed
        assert bleed - one.bleed / POINTS_PER_INCH * 300 <= 12.5


@pytest.mark.parametrize("one", SIZES, ids=lambda one: one.name)
@pytest.mark.parametrize("dpi", [150, 300, 600, 800])
def test_pixels_are_trim_plus_twice_the_bleed(one: Size, dpi: int) -> None:
    width, height = one.pixels(dpi)
    bleed = 2 * one.bleed / POINTS_PER_INCH * dpi
    assert width == pytest.approx(one.trim.width / POINTS_PER_INCH * dpi + bleed, abs=1.5)
    assert height == pytest.approx(one.trim.height / POINTS_PER_INCH * dpi + bleed, abs=1.5)


def test_every_size_says_where_its_figures_come_from() -> None:
    assert all(one.products or one.source for one in SIZES)
    assert all(service_source(service) for service in service_names())


@pytest.mark.parametrize(
    ("name", "trim"),
    [
        ("euro", (59, 92)),
        ("standard-euro", (59, 92)),
        ("japanese", (59, 86)),
        ("tarot", (69.85, 120.65)),
        ("jumbo", (88.9, 127)),
        ("round-25mm", (25.4, 25.4)),
        ("round-40mm", (40, 40)),
        ("hex-95mm", (95.25, 82.55)),
        ("a6", (105, 148)),
        ("mtg", (62.99, 87.88)),
        ("standard-american", (55.88, 87.12)),
    ],
)
def test_trade_names_have_their_sizes(name: str, trim: tuple[float, float]) -> None:
    found = size(name).trim
    assert (millimeters(found.width), millimeters(found.height)) == trim


@pytest.mark.parametrize(
    ("words", "some"),
    [
        ("poker", {"poker", "poker-landscape", "poker-white-border", "game"}),
        ("hex gamecrafter", {"hex-95mm", "hex-51mm"}),
        ("a6", {"a6"}),
        ("63x88", {"game"}),
    ],
)
def test_sizes_are_found_by_words_of_their_names_and_by_service(words: str, some: set[str]) -> None:
    assert some <= {one.name for one in find_matching_sizes(words)}


def test_words_that_no_size_has_find_none() -> None:
    assert find_matching_sizes("pokre") == ()
    assert "hex-94mm" not in {one.name for one in find_matching_sizes("hex gamecrafter")}


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
    assert find_bracket(size("poker"), cards) == smallest


def test_more_cards_than_any_bracket_have_none() -> None:
    assert find_bracket(size("poker"), 613) is None


def test_a_size_without_published_brackets_has_none() -> None:
    assert find_bracket(size("tarot"), 18) is None


def test_stocks_are_known_by_their_codes() -> None:
    assert "S30" in list_stock_codes()


def test_millimetres_are_given_to_the_hundredth() -> None:
    assert millimeters(size("poker").trim.width) == 63.5
