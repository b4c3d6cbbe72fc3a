"""The findings of the preview's page: by code, errors first, from one to the next by a key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.preview.test_views import violations
from tests.support.pages import chromium, shown_preview
from tests.support.patience import MILLISECONDS
from tests.support.previews import BEASTS, Server, preview, save, write_game

MANY = 700
QUOTES = "".join(
    f'- {{name: Beast {n}, kind: land, legs: 4, note: "It said \\"no {n}"}}\n' for n in range(MANY)
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a warning on each of two cards, and an error in its composition."""
    folder = write_game(tmp_path_factory.mktemp("findings"))
    save(folder / "beasts.yaml", make_rows())
    save(folder / "composition.yaml", "coins: {total: 3}\n")
    return folder


def make_rows() -> str:
    bear = next(line for line in BEASTS.splitlines() if "Bear" in line)
    twin = bear.replace("Bear", "Boar").replace("It said", "He said")
    return BEASTS.replace(bear, f"{bear}\n{twin}")


@pytest.fixture(scope="module")
def window(project: Path) -> Iterator[tuple[Browser, Server]]:
    with chromium() as browser, preview(project.parent.parent) as server:
        yield browser, server


@pytest.fixture
def page(window: tuple[Browser, Server], project: Path) -> Iterator[Page]:
    browser, server = window
    save(project / "beasts.yaml", make_rows())
    with shown_preview(browser, server.url) as shown:
        expect(shown.locator("#tally")).to_have_text("1 error, 2 warnings")
        yield shown


def heads(page: Page) -> list[str]:
    return page.locator("#findings h3 button").all_inner_texts()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.innerText"))


COUNT_SOURCES = """() => {
  const real = window.fetch;
  let now = 0;
  window.most = 0;
  window.fetch = (...given) => {
    const answer = real(...given);
    if (!String(given[0]).startsWith('/source.json')) return answer;
    now += 1;
    window.most = Math.max(window.most, now);
    return answer.finally(() => { now -= 1; });
  };
}"""


def test_the_lines_of_many_findings_leave_room_for_the_pictures(page: Page, project: Path) -> None:
    """They were asked for all at once, and again by each save: the browser ran out of requests."""
    coins = (project / "coins.yaml").read_text("utf-8")
    unseen = "".join(f", more{n}: '{n}'" for n in range(30))
    page.evaluate(COUNT_SOURCES)
    try:
        save(project / "coins.yaml", coins.replace("name: Ten", f"name: Ten{unseen}"))
        expect(page.locator("#tally")).to_have_text("1 error, 32 warnings")
        page.evaluate("location.hash = '#card=coins/ten'")
        expect(page.locator("#detail .side .finding")).to_have_count(30)
        expect(page.locator("#detail pre.source")).to_have_count(31)
        expect(page.locator("#detail pre.source:empty")).to_have_count(0)
        assert 1 <= page.evaluate("window.most") <= 2
    finally:
        save(project / "coins.yaml", coins)


def test_findings_stand_by_code_with_their_count_and_errors_first(page: Page) -> None:
    page.keyboard.press("e")
    expect(page.locator("#findings h3")).to_have_count(2)
    first, second = page.locator("#findings .finding-group").all()
    expect(first.locator("h3")).to_contain_text("1 error")
    expect(second.locator("h3")).to_contain_text("unbalanced-quotes")
    expect(second.locator("h3")).to_contain_text("2 warnings")
    expect(second.locator("details")).to_have_count(2)
    head = second.locator("h3 button")
    head.click()
    expect(head).to_have_attribute("aria-expanded", "false")
    expect(head).to_be_focused()
    expect(second.locator("details")).to_have_count(0)


def test_a_key_goes_from_finding_to_finding_and_opens_what_is_folded(page: Page) -> None:
    page.keyboard.press("n")
    expect(page.locator("#findings details[open]")).to_have_count(1)
    assert "error" in focused(page)
    page.locator("[data-code=unbalanced-quotes] h3 button").click()
    expect(page.locator("#findings details")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator("#live-text")).to_have_text("Finding 2 of 3")
    assert "beasts/bear" in focused(page)
    expect(page.locator("#findings details[open]")).to_have_count(1)
    page.keyboard.press("n")
    assert "beasts/boar" in focused(page)
    page.keyboard.press("n")
    expect(page.locator("#live-text")).to_have_text("Finding 1 of 3")
    page.keyboard.press("Shift+N")
    assert "beasts/boar" in focused(page)
    page.keyboard.press("Escape")
    expect(page.locator("#findings")).to_be_hidden()
    expect(page.locator("#findings-button")).to_be_focused()


def test_after_a_finding_is_mended_the_next_is_the_one_in_its_place(
    page: Page, project: Path
) -> None:
    page.keyboard.press("n")
    page.keyboard.press("n")
    assert "beasts/bear" in focused(page)
    rows = make_rows().splitlines()
    bear = next(at for at, line in enumerate(rows) if "Bear" in line)
    rows[bear] = "- {name: Bear, kind: land, legs: 4}"
    save(project / "beasts.yaml", "\n".join(rows) + "\n")
    expect(page.locator("#tally")).to_have_text("1 error, 1 warning")
    page.keyboard.press("n")
    assert "beasts/boar" in focused(page)


def test_in_an_open_card_the_key_goes_to_the_next_card_with_findings(page: Page) -> None:
    page.locator("#cards .card[data-card='beasts/bear']").first.click()
    expect(page.locator("#detail h2")).to_contain_text("bear")
    page.keyboard.press("n")
    expect(page.locator("#detail h2")).to_contain_text("boar")
    page.keyboard.press("Shift+N")
    expect(page.locator("#detail h2")).to_contain_text("bear")


def test_the_keys_are_named_in_the_help(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("#help tr", has_text="next finding")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 1024, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_panel_leaves_room_and_axe_finds_nothing(
    window: tuple[Browser, Server], project: Path, width: int, scheme: str
) -> None:
    browser, server = window
    save(project / "beasts.yaml", make_rows())
    size = {"width": width, "height": 844}
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    try:
        page.goto(server.url)
        expect(page.locator("#tally")).to_have_text("1 error, 2 warnings")
        room = page.locator("#cards").bounding_box()
        page.keyboard.press("n")
        expect(page.locator("#findings details[open]")).to_have_count(1)
        beside = page.locator("#cards").bounding_box()
        assert room is not None
        assert beside is not None
        assert beside["width"] >= room["width"] - 150, "no column of cards is lost for it"
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert violations(page) == []
        page.locator("[data-code=unbalanced-quotes] h3 button").click()
        assert violations(page) == []
    finally:
        context.close()


@pytest.mark.slow
def test_of_more_than_500_findings_the_first_are_listed_and_the_rest_told(
    page: Page, project: Path
) -> None:
    save(project / "beasts.yaml", make_rows() + QUOTES)
    expect(page.locator("#tally")).to_have_text(
        re.compile(r"7\d\d warnings"), timeout=2 * MILLISECONDS
    )
    page.keyboard.press("e")
    expect(page.locator("#findings .untold")).to_contain_text("first 500 of 7")
    assert "1 error" in heads(page)[0], "errors are never among those that are left out"
    expect(page.locator("#findings details")).to_have_count(1)
    page.keyboard.press("Shift+N")
    expect(page.locator("#live-text")).to_have_text("Finding 500 of 500")
    expect(page.locator("#findings details:focus-within summary")).to_be_in_viewport()


def test_the_keyboard_goes_back_to_the_finding_whose_card_was_looked_at(page: Page) -> None:
    page.keyboard.press("n")
    page.keyboard.press("n")
    there = page.locator("#findings details[open]").get_by_role("button", name="Show the card")
    there.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()
    expect(there).to_be_focused()
