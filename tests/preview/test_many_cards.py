"""The preview's page with many cards: it holds those near the screen, and loses none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.pages import chromium, faults
from tests.support.patience import MILLISECONDS
from tests.support.previews import Server, preview, save, write_game

pytestmark = pytest.mark.flaky(reruns=2)  # a real browser on a busy machine

expect.set_options(timeout=MILLISECONDS)
CARDS = 900
ROW = "- {{name: Beast {number}, kind: {kind}, legs: {legs}}}\n"
NODES = "document.querySelectorAll('#cards *').length"


def write_rows(game: Path) -> None:
    rows = [
        ROW.format(number=number, kind="sea" if number % 3 else "land", legs=number % 7)
        for number in range(CARDS)
    ]
    save(game / "beasts.yaml", "".join(rows))


@pytest.fixture(scope="module")
def window(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Browser, Server, Path]]:
    game = write_game(tmp_path_factory.mktemp("many"))
    write_rows(game)
    with chromium() as browser, preview(game.parent.parent) as server:
        yield browser, server, game


@pytest.fixture
def page(window: tuple[Browser, Server, Path]) -> Iterator[Page]:
    browser, server, game = window
    shown = browser.new_page(viewport={"width": 1280, "height": 800})
    shown.goto(server.url)
    whole = f"beasts{CARDS} cards · {CARDS} different fronts"  # all pages of the state are there
    expect(shown.locator("#cards h2").first).to_contain_text(whole)
    yield shown
    assert faults(shown) == []
    shown.close()
    write_rows(game)


def tile(number: int) -> str:
    return f'#cards .card[data-card="beasts/beast-{number}"]'


def scroll(page: Page, share: float) -> None:
    page.evaluate("share => { cards.scrollTop = share * cards.scrollHeight; }", share)


def test_the_page_holds_the_cards_near_the_screen_and_the_height_of_all(page: Page) -> None:
    assert page.locator("#cards .card").count() < 100
    height = page.evaluate("cards.scrollHeight")
    columns = page.evaluate("Math.floor((cards.clientWidth - 48 + 20 + 12) / 219)")
    assert height > CARDS / (columns + 1) * 250
    scroll(page, 0.5)
    expect(page.locator(tile(0))).to_have_count(1)  # where the keyboard is
    expect(page.locator(tile(1))).to_have_count(0)
    expect(page.locator(tile(CARDS // 2))).to_have_count(1)
    page.locator(tile(CARDS // 2)).scroll_into_view_if_needed()
    expect(page.locator(tile(CARDS // 2) + " .face[data-shown]")).to_have_count(1)
    assert page.evaluate(NODES) < 2500
    assert page.evaluate("cards.scrollHeight") == height
    scroll(page, 1)
    expect(page.locator('#cards .card[data-card="coins/ten"]')).to_be_in_viewport()


@pytest.mark.slow
def test_no_two_cards_lie_on_one_another(page: Page) -> None:
    scroll(page, 0.3)
    expect(page.locator(tile(CARDS * 3 // 10))).to_have_count(1)
    boxes = page.evaluate(
        "[...document.querySelectorAll('#cards .card')].map((card) => {"
        " const { left, top, width, height } = card.getBoundingClientRect();"
        " return [left, top, width, height]; })"
    )
    for at, (left, top, width, height) in enumerate(boxes):
        for x, y, _, _ in boxes[at + 1 :]:
            assert abs(left - x) >= width or abs(top - y) >= height


@pytest.mark.slow
def test_screen_readers_are_told_how_many_cards_there_are(page: Page) -> None:
    scroll(page, 0.5)
    near = page.locator(tile(CARDS // 2)).locator("..")
    expect(near).to_have_attribute("aria-setsize", str(CARDS))
    expect(near).to_have_attribute("aria-posinset", str(CARDS // 2 + 1))
    order = page.evaluate(
        "[...document.querySelectorAll('#cards li')].map((one) => Number(one.ariaPosInSet))"
    )
    beasts = order[: order.index(1, 1)] if 1 in order[1:] else order
    assert beasts == sorted(beasts)


def test_the_keyboard_goes_to_the_end_and_back_from_far_away(page: Page) -> None:
    page.locator(tile(0)).focus()
    page.keyboard.press("End")
    expect(page.locator('#cards .card[data-card="coins/ten"]')).to_be_focused()
    page.keyboard.press("ArrowUp")
    focused = page.locator("#cards .card:focus")
    expect(focused).to_have_attribute("data-card", re.compile("beasts/"))
    expect(focused).to_be_in_viewport()
    scroll(page, 0)
    expect(focused).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(focused).to_be_in_viewport()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(tile(1))).to_be_focused()
    expect(page.locator(tile(1))).to_be_in_viewport()
    for _ in range(9):
        page.keyboard.press("ArrowDown")
    expect(focused).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_be_visible()
    page.keyboard.press("Escape")
    expect(focused).to_be_in_viewport()


def test_pictures_that_were_scrolled_past_are_asked_for_no_more(page: Page) -> None:
    """Else what is on the screen waits for hundreds that nobody sees."""
    asked: list[str] = []
    taken_back: list[str] = []

    def hold(route: Route) -> None:
        asked.append(route.request.url)

    page.on("requestfailed", lambda one: taken_back.append(one.url))
    page.route("**/face/**", hold)
    scroll(page, 0.5)
    expect(page.locator(tile(CARDS // 2))).to_have_count(1)
    for _ in range(MILLISECONDS // 50):
        if asked:
            break
        page.wait_for_timeout(50)
    passed = list(asked)
    scroll(page, 0.8)
    for _ in range(MILLISECONDS // 50):
        if passed and {*passed} <= {*taken_back}:
            break
        page.wait_for_timeout(50)
    assert passed
    assert {*passed} <= {*taken_back}
    page.unroute("**/face/**", hold)
    scroll(page, 0.5)
    expect(page.locator(tile(CARDS // 2) + " .face[data-shown]")).to_have_count(1)


def test_search_finds_cards_that_are_not_in_the_page(page: Page) -> None:
    page.locator("#search").fill('"beast 787"')
    expect(page.locator("#cards .card .name")).to_have_text(["beast-787"])
    page.locator("#search").fill("legs:6 -kind:land")
    some = sum(1 for number in range(CARDS) if number % 7 == 6 and number % 3)
    expect(page.locator("#cards h2").first).to_contain_text(f"{some} of {CARDS} cards")


@pytest.mark.slow
def test_a_changed_card_far_off_is_offered_and_shown(
    page: Page, window: tuple[Browser, Server, Path]
) -> None:
    file = window[2] / "beasts.yaml"
    save(file, file.read_text("utf-8").replace("Beast 600,", "Beast 600, note: new,"))
    page.get_by_text("beasts/beast-600 changed. Show it").click()
    expect(page.locator(tile(600))).to_be_focused()
    expect(page.locator(tile(600))).to_be_in_viewport()
    expect(page.locator(tile(600)).locator("img")).to_have_attribute("alt", re.compile("new"))


@pytest.mark.slow
def test_a_flipped_card_is_still_flipped_when_it_comes_back(page: Page) -> None:
    page.locator(tile(2)).focus()
    page.keyboard.press("f")
    expect(page.locator(tile(2)).locator("img")).to_have_attribute("alt", "Back")
    page.keyboard.press("Home")
    scroll(page, 0.5)
    expect(page.locator(tile(2))).to_have_count(0)
    scroll(page, 0)
    expect(page.locator(tile(2)).locator("img")).to_have_attribute("alt", "Back")


@pytest.mark.slow
def test_another_zoom_keeps_the_cards_that_are_looked_at(page: Page) -> None:
    scroll(page, 0.5)
    expect(page.locator(tile(CARDS // 2))).to_have_count(1)
    first = page.evaluate(
        "[...document.querySelectorAll('#cards .card')].find((card) =>"
        " card.getBoundingClientRect().top > 120).dataset.card"
    )
    page.locator("#larger").click()
    page.wait_for_timeout(250)
    expect(page.locator(f'#cards .card[data-card="{first}"]')).to_be_in_viewport()


@pytest.mark.slow
def test_paper_gets_every_card_and_the_page_few_again(page: Page) -> None:
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#cards .card")).to_have_count(CARDS + 2)
    page.emulate_media(media="print")
    places = page.evaluate(
        "[...document.querySelectorAll('#cards li')].map((one) => getComputedStyle(one).position)"
    )
    assert set(places) == {"static"}
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#cards .card").count() < 100


@pytest.mark.slow
def test_other_views_hold_what_is_near_the_screen_too(page: Page) -> None:
    for key, wanted in (("5", ".table-body .table-row"), ("2", ".sheet"), ("3", ".hand li")):
        page.keyboard.press(key)
        expect(page.locator(wanted).first).to_be_visible()
        assert page.evaluate(NODES) < 2500, wanted
    page.keyboard.press("2")
    expect(page.locator(".sheet").first).to_be_visible()
    scroll(page, 1)
    last = page.locator(".sheet").last
    expect(last).to_be_in_viewport()
    page.locator('.spot[data-card="coins/ten"]').click()
    expect(page.locator("#detail h2")).to_contain_text("ten coins")


@pytest.mark.slow
def test_cards_beyond_the_first_page_of_the_state_are_opened_by_their_address(
    page: Page, window: tuple[Browser, Server, Path]
) -> None:
    page.goto("about:blank")
    page.goto(f"{window[1].origin}/#card=beasts/beast-888")
    expect(page.locator("#detail h2")).to_contain_text("beast-888")


@pytest.mark.slow
def test_a_page_that_takes_the_state_anew_stays_where_it_is(
    window: tuple[Browser, Server, Path],
) -> None:
    """As when findings are told before the page listens: its first state is of another count."""
    browser, server, _ = window
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    states: list[Route] = []
    pages: list[str] = []

    def answer(route: Route) -> None:
        states.append(route)
        if len(states) == 1:
            given = route.fetch()
            route.fulfill(response=given, json=given.json() | {"told": -1})

    page.route("**/state.json", answer)
    page.on("requestfinished", lambda one: pages.append(one.url) if "/cards/" in one.url else None)
    page.goto(server.url)
    for _ in range(MILLISECONDS // 50):
        if len(states) == 2:
            break
        page.wait_for_timeout(50)
    scroll(page, 0.5)
    expect(page.locator(tile(CARDS // 2))).to_have_count(1)
    place, before = page.evaluate("cards.scrollTop"), len(pages)
    states[1].continue_()
    for _ in range(MILLISECONDS // 50):
        if len(pages) == 2 * before:
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(100)
    assert before
    assert page.evaluate("cards.scrollTop") == place
    expect(page.locator(tile(CARDS // 2))).to_have_count(1)
    page.close()
