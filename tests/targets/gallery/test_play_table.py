"""The gallery's table to play on: with the mouse, by touch, by keyboard, offline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from cardgen.targets.gallery.target import GalleryTarget
from tests.support.pages import chromium, faults, shown
from tests.support.patience import MILLISECONDS
from tests.support.small_games import checked, job_of, write
from tests.targets.gallery.test_gallery import FILES

expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("play") / "out"
    write(GalleryTarget(), folder, job_of(checked(FILES)), width="300")
    return folder / "index.html"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture
def page(browser: Browser, made: Path) -> Iterator[Page]:
    """The table of seed `a` for two; it may complain of nothing and ask for nothing."""
    with shown(browser, made, "#play=2.a", viewport={"width": 1280, "height": 900}) as one:
        expect(one.page.get_by_role("group", name="On the table")).to_be_visible()
        yield one.page


def pile(page: Page, name: str) -> Locator:
    return page.locator(f".play-pile[aria-label^='{name}']").first


def held(page: Page) -> list[str]:
    cards = page.locator(".play-hand .play-held")
    return [card.get_attribute("aria-label") or "" for card in cards.all()]


def middle(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def count(page: Page, name: str) -> int:
    return int(pile(page, name).get_attribute("data-cards") or 0)


def test_all_cards_of_the_game_lie_on_the_table(page: Page) -> None:
    totals = [int(one.get_attribute("data-cards") or 0) for one in page.locator(".play-pile").all()]
    assert sum(totals) == 10 + 5 + 3 + 1
    assert count(page, "Beasts, face down") == 10


def test_the_play_button_opens_a_table_and_back_closes_it(browser: Browser, made: Path) -> None:
    with shown(browser, made) as one:
        one.page.get_by_role("button", name="Play…").click()
        expect(one.page.locator("#playing")).to_be_visible()
        assert "#play=2." in one.page.url
        one.page.go_back()
        expect(one.page.locator("#playing")).to_be_hidden()
        one.page.go_forward()
        expect(one.page.locator("#playing")).to_be_visible()
        one.page.get_by_role("button", name="Close the table").click()
        expect(one.page.locator("#playing")).to_be_hidden()
        expect(one.page).to_have_url(re.compile("html$"))


def test_a_card_dragged_off_a_pile_lies_where_it_is_let_go(page: Page) -> None:
    drag(page, middle(pile(page, "Beasts, face down")), (700, 420))
    assert count(page, "Beasts, face down, top") == 9
    alone = page.locator(".play-pile[aria-label='Beasts, face down']")
    assert middle(alone) == pytest.approx((700, 420), abs=2)


@pytest.mark.slow
def test_the_number_of_a_pile_moves_all_of_it(page: Page) -> None:
    drag(page, middle(pile(page, "Beasts, face down").locator(".play-count")), (700, 420))
    assert page.locator(".play-pile[aria-label^='Beasts']").count() == 1
    assert middle(pile(page, "Beasts"))[1] > 350


@pytest.mark.slow
def test_a_card_let_go_over_another_makes_a_pile_and_over_a_place_lies_there(page: Page) -> None:
    drag(page, middle(pile(page, "Beasts")), (700, 420))
    drag(page, middle(pile(page, "Beasts, face down, top")), (704, 424))
    assert sorted(
        int(one.get_attribute("data-cards") or 0)
        for one in page.locator(".play-pile[aria-label^='Beasts']").all()
    ) == [2, 8]
    home = page.locator(".play-home", has_text="Beastsdiscards")
    x, y = middle(home)
    drag(page, middle(pile(page, "Beasts, face down, top of 8")), (x + 6, y - 5))
    assert middle(page.locator(".play-pile[aria-label='Beasts, face down']")) == pytest.approx(
        (x, y), abs=1.5
    )


@pytest.mark.slow
def test_cards_go_to_hands_and_back_by_drag(page: Page) -> None:
    drag(page, middle(pile(page, "Beasts")), middle(page.locator(".play-hand")))
    assert len(held(page)) == 1
    drag(page, middle(pile(page, "Beasts")), middle(page.get_by_role("button", name="Hand 2")))
    expect(page.get_by_role("button", name="Hand 2, 1 card")).to_be_visible()
    name = held(page)[0]
    drag(page, middle(page.locator(".play-held")), (800, 450))
    assert held(page) == []
    expect(pile(page, name)).to_be_visible()


def test_all_of_it_is_done_with_the_keyboard(page: Page) -> None:
    pile(page, "Beasts").focus()
    page.keyboard.press("a")
    assert len(held(page)) == 1
    page.keyboard.press("d")
    first, second = held(page)
    page.keyboard.press("f")
    expect(page.locator(".play-pile:focus")).not_to_have_attribute("aria-label", "face down")
    page.keyboard.press("x")
    page.keyboard.press("ArrowRight")
    assert "face down" not in (page.locator(":focus").get_attribute("aria-label") or "")
    before = middle(page.locator(".play-pile:focus"))
    page.keyboard.press("Shift+ArrowDown")
    assert middle(page.locator(".play-pile:focus"))[1] > before[1] + 4
    page.locator(".play-held").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(":focus").get_attribute("aria-label") == second
    page.keyboard.press("p")
    assert held(page) == [first]
    page.keyboard.press("Control+z")
    assert held(page) == [first, second]
    page.keyboard.press("Control+Shift+z")
    assert held(page) == [first]


@pytest.mark.slow
def test_a_double_click_turns_the_top_card_and_a_key_turns_it_askew(page: Page) -> None:
    pile(page, "Beasts").dblclick()
    assert page.locator(".play-pile[aria-label^='Beasts']").count() == 0
    page.keyboard.press("r")
    assert "turned 90°" in (page.locator(".play-pile:focus").get_attribute("aria-label") or "")


@pytest.mark.slow
def test_dice_are_rolled_and_counters_count(page: Page) -> None:
    page.get_by_label("Add a die or a counter").select_option("20")
    die = page.locator(".play-thing.die")
    seen = set()
    for _ in range(12):
        die.click()
        seen.add(die.get_attribute("aria-label"))
    assert len(seen) > 2
    page.get_by_label("Add a die or a counter").select_option("0")
    page.locator(".play-thing[data-chosen]").focus()
    for key in "++-+":
        page.keyboard.press(key)
    expect(page.locator(".play-thing:not(.die)")).to_have_attribute("aria-label", "Counter, 2")


@pytest.mark.slow
def test_the_address_shows_the_same_table_elsewhere(
    page: Page, browser: Browser, made: Path
) -> None:
    pile(page, "Beasts").focus()
    for key in "dtxadl":
        page.keyboard.press(key)
    page.get_by_label("Add a die or a counter").select_option("6")
    labels = "() => [...document.querySelectorAll('#playing [aria-label]')].map((e) => e.ariaLabel)"
    here = page.evaluate(labels)
    with shown(browser, made, "#" + page.url.partition("#")[2]) as other:
        expect(other.page.locator("#playing")).to_be_visible()
        assert sorted(other.page.evaluate(labels)) == sorted(here)


@pytest.mark.slow
def test_a_table_of_other_cards_is_refused_in_a_sentence(browser: Browser, made: Path) -> None:
    with shown(browser, made, "#play=2.a~x~1~~_~") as one:
        told = one.page.locator(".play-status")
        expect(told).to_have_text("That table was laid with other cards; this is a new one")
        assert one.page.locator(".play-pile").count() > 2


@pytest.mark.slow
def test_hands_can_be_concealed_and_passed_on(page: Page) -> None:
    pile(page, "Beasts").focus()
    page.keyboard.press("d")
    name = held(page)[0]
    page.get_by_label("Concealed").check()
    assert held(page) == ["Beasts, face down"]
    page.get_by_label("Concealed").uncheck()
    page.locator(".play-held").click()
    page.get_by_label("Give to…").select_option("hand 2")
    assert held(page) == []
    page.get_by_role("button", name="Hand 2, 1 card").click()
    assert held(page) == [name]


@pytest.mark.slow
def test_fingers_drag_cards_and_scroll_the_table(browser: Browser, made: Path) -> None:
    given: dict[str, Any] = {"viewport": {"width": 390, "height": 800}, "has_touch": True}
    with shown(browser, made, "#play=2.a", **given) as one:
        page = one.page
        x, y = middle(pile(page, "Beasts"))
        send = page.context.new_cdp_session(page).send
        for kind, at in (
            ("touchStart", (x, y)),
            ("touchMove", (x + 30, y + 60)),
            ("touchMove", (x + 60, y + 190)),
            ("touchEnd", None),
        ):
            points = [{"x": at[0], "y": at[1]}] if at else []
            send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        alone = page.locator(".play-pile[aria-label='Beasts, face down']")
        assert middle(alone) == pytest.approx((x + 60, y + 190), abs=2)
        pile(page, "Beasts, face down, top").tap()
        page.get_by_role("button", name="Draw").tap()
        assert len(held(page)) == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 1024, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_on_the_table_keeps_people_out(
    browser: Browser, made: Path, width: int, scheme: str
) -> None:
    given: dict[str, Any] = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with shown(browser, made, "#play=2.a", **given) as one:
        pile(one.page, "Beasts").focus()
        one.page.keyboard.press("d")
        assert faults(one.page) == []
