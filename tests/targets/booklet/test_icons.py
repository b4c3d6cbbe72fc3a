"""Icons in a booklet are as the words around them: their size, their color, where they lead."""

from __future__ import annotations

from pathlib import Path as File

import pytest

from cardgen.core.color import parse_hex
from cardgen.layout.booklet.pages import LaidBooklet, lay_out_booklet
from cardgen.scene import outlines
from cardgen.scene.items import Path, walk
from tests.support.pdfua_checker import Tagged, failed
from tests.targets.booklet.test_pages import GAME, files, job_of, write

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    '<rect width="9" height="9" fill="currentColor"/></svg>'
)


def game_of(rules: str) -> dict[str, str | bytes]:
    return {
        **files(rules, game=GAME + "icons: {coin: {picture: coin.svg}}\n"),
        "coin.svg": ICON,
    }


def laid_of(rules: str) -> LaidBooklet:
    laid = lay_out_booklet(job_of(game_of(rules)).game.booklets[0])
    assert laid.findings == ()
    return laid


def icons_of(rules: str) -> list[Path]:
    laid = laid_of(rules)
    items = (item for page in laid.pages for item in walk(page.scene.marks))
    return [item for item in items if isinstance(item, Path) and item.fill]


def test_an_icon_is_as_large_as_the_words_around_it() -> None:
    boxes = [outlines.bounds(i.outline) for i in icons_of("Pay {coin}, [x {coin}]{200%}.\n")]
    heights = [box.height for box in boxes if box]
    assert heights[1] == pytest.approx(2 * heights[0])


def test_an_icon_has_the_color_of_the_words_around_it() -> None:
    ink, rust = parse_hex("#222222"), parse_hex("#a04010")
    fills = [i.fill for i in icons_of("Pay {coin}, [x {coin}]{rust}.\n")]
    assert fills == [ink, rust]


def test_an_icon_in_a_link_leads_where_the_words_lead() -> None:
    laid = laid_of("# Coins\n\nSee [{coin}](#coins) and [more {coin}](#coins).\n")
    areas = [link.rect for page in laid.pages for link in page.links]
    assert [link.target for page in laid.pages for link in page.links] == ["#coins"] * 3
    first, last = areas[0], areas[2]
    assert (first.width, first.height) == pytest.approx((last.width, last.height))
    assert areas[1].left < areas[1].left + areas[1].width < last.left + last.width


def test_a_link_of_an_icon_alone_is_read_aloud(tmp_path: File) -> None:
    write(tmp_path / "booklet", job_of(game_of("# Coins\n\nSee [{coin}](#coins).\n"), paper="a4"))
    file = tmp_path / "booklet" / "rules-screen.pdf"
    assert failed(file) == {}
    read = Tagged.read(file)
    (link,) = [part for part in read.parts if part.role == "/Link"]
    assert str(link.thing.ActualText) == "[coin]"
