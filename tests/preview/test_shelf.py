"""`cardgen preview` where a project has several games: a live page of all of them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.preview.test_views import SHIFTS, violations
from tests.support.pages import chromium
from tests.support.patience import SECONDS
from tests.support.previews import BEASTS, Server, preview, save, write_game


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games; the second is named otherwise and has one deck."""
    root = tmp_path_factory.mktemp("shelf")
    tiny = write_game(root)
    other = tiny.parent / "other"
    shutil.copytree(tiny, other)
    text = (other / "game.yaml").read_text("utf-8").replace("Tiny Beasts", "Other <Beasts>")
    save(other / "game.yaml", re.sub(r"  coins: .*\n", "", text))
    return root


@pytest.fixture(scope="module")
def window(project: Path) -> Iterator[tuple[Browser, Server]]:
    with chromium() as browser, preview(project, "--edit") as server:
        yield browser, server


@pytest.fixture
def page(window: tuple[Browser, Server], project: Path) -> Iterator[Page]:
    browser, server = window
    shown = browser.new_page(viewport={"width": 1280, "height": 800})
    said: list[str] = []
    shown.on("pageerror", lambda error: said.append(str(error)))
    shown.add_init_script(SHIFTS)
    shown.goto(server.url)
    expect(tile(shown, "Tiny Beasts").locator(".found")).to_have_text(re.compile("finding|warning"))
    yield shown
    shown.close()
    assert said == []
    save(project / "card_data" / "tiny" / "beasts.yaml", BEASTS)


def tile(page: Page, title: str) -> Locator:
    return page.locator(".shelved", has_text=title)


def test_each_game_has_its_cards_findings_and_covers_and_they_are_live(
    page: Page, project: Path
) -> None:
    expect(page.locator(".shelved .title")).to_have_text(["Other <Beasts>", "Tiny Beasts"])
    tiny = tile(page, "Tiny Beasts")
    expect(tiny.locator(".facts")).to_have_text("14 cards in 2 decks")
    expect(tile(page, "Other").locator(".facts")).to_have_text("9 cards in 1 deck")
    expect(tiny.locator("img")).to_have_count(2)
    expect(tiny.locator("img").first).to_have_js_property("complete", True)
    assert tiny.locator("img").first.evaluate("image => image.naturalWidth") > 50
    assert "token" not in page.url
    file = project / "card_data" / "tiny" / "beasts.yaml"
    save(file, BEASTS + "- {name: Gnu, kind: land, legs: 4}\n")
    expect(tiny.locator(".facts")).to_have_text("15 cards in 2 decks")
    save(file, BEASTS.replace("kind: sea", "kind: see"))
    expect(tiny.locator(".found")).to_contain_text("error")
    expect(tile(page, "Other").locator(".found")).not_to_contain_text("error")
    assert sum(one[0] for one in page.evaluate("shifts")) < 0.05


def test_one_goes_to_a_game_and_back_and_to_the_next(page: Page) -> None:
    tile(page, "Other").click()
    expect(page.locator("#game")).to_have_text("Other <Beasts>")
    expect(page.locator("#cards .card")).to_have_count(6)
    assert "token" not in page.url
    page.locator("#cards .card").first.click()
    expect(page.locator("#field-legs")).to_be_visible()  # what --edit is for
    page.go_back()
    expect(page.locator("#detail")).to_be_hidden()
    page.go_back()
    expect(page.locator(".shelved")).to_have_count(2)
    page.keyboard.press("Tab")
    page.locator(".shelved", has_text="Tiny Beasts").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#game")).to_have_text("Tiny Beasts")
    page.get_by_role("link", name="All games of this project").click()
    expect(page.locator(".shelved")).to_have_count(2)


def test_a_press_on_a_game_that_is_drawn_anew_meanwhile_opens_it(page: Page, project: Path) -> None:
    tile(page, "Tiny Beasts").hover()
    page.mouse.down()
    save(
        project / "card_data" / "tiny" / "beasts.yaml",
        BEASTS + "- {name: Gnu, kind: land, legs: 4}\n",
    )
    expect(tile(page, "Tiny Beasts").locator(".facts")).to_have_text("15 cards in 2 decks")
    page.mouse.up()
    expect(page.locator("#game")).to_have_text("Tiny Beasts")


@pytest.mark.slow
def test_games_come_and_go_without_a_restart(
    page: Page, window: tuple[Browser, Server], project: Path
) -> None:
    """One is added, renamed, removed and put back; its open page is told and goes on."""
    games = project / "card_data"
    added = games / "zoo"
    (games / "notes").mkdir(exist_ok=True)  # no game
    for left in (".copy", "zoo", "ark"):  # of a run before
        shutil.rmtree(games / left, ignore_errors=True)
    shutil.copytree(games / "tiny", games / ".copy")
    text = (games / ".copy" / "game.yaml").read_text("utf-8")
    save(games / ".copy" / "game.yaml", text.replace("Tiny Beasts", "Zoo"))
    (games / ".copy").rename(added)
    titles = page.locator(".shelved .title")
    expect(titles).to_have_text(["Other <Beasts>", "Tiny Beasts", "Zoo"])
    expect(tile(page, "Zoo").locator(".facts")).to_have_text("14 cards in 2 decks")
    tile(page, "Zoo").focus()
    browser, server = window
    opened = browser.new_page()
    way = tile(page, "Zoo").get_attribute("href")
    opened.goto(f"{server.origin}{way}?{server.url.partition('?')[2]}")
    expect(opened.locator("#cards .card")).to_have_count(8)

    added.rename(games / "ark")
    expect(opened.locator("#notice")).to_contain_text("This game is no longer in the project")
    expect(opened.locator("#notice a")).to_have_text("All games of this project")
    expect(opened.locator("#cards .card")).to_have_count(8)
    expect(titles).to_have_text(["Zoo", "Other <Beasts>", "Tiny Beasts"])
    expect(page.locator(".shelved:focus, #cards:focus")).to_have_count(1)

    (games / "ark").rename(added)
    expect(titles).to_have_text(["Other <Beasts>", "Tiny Beasts", "Zoo"])
    expect(opened.locator("#notice")).to_be_hidden()
    save(added / "coins.yaml", "- {name: Seven}\n")
    expect(opened.locator("#cards .card")).to_have_count(7)

    shutil.rmtree(added)
    expect(titles).to_have_text(["Other <Beasts>", "Tiny Beasts"])
    opened.close()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_axe_finds_no_violation_on_the_shelf(
    window: tuple[Browser, Server], width: int, scheme: str
) -> None:
    browser, server = window
    context = browser.new_context(
        viewport={"width": width, "height": 844},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    page.goto(server.url)
    expect(page.locator(".shelved img").first).to_be_visible()
    assert violations(page) == []
    context.close()


def answer(url: str, **headers: str) -> int:
    """The status of a plain request, which follows nothing."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    try:
        opener = urllib.request.build_opener(Stay)
        return int(
            opener.open(urllib.request.Request(url, headers=headers), timeout=SECONDS).status
        )
    except urllib.error.HTTPError as error:
        return error.code


def test_the_shelf_sends_nobody_on_who_has_no_key(window: tuple[Browser, Server]) -> None:
    _, server = window
    token = server.url.partition("?")[2]
    for path in ("/", "/games.json", "/open/0", "/cover/0/x.png"):
        assert answer(server.origin + path) == 403, path
    assert answer(f"{server.origin}/open/0?{token}") == 303
    assert answer(f"{server.origin}/open/0?{token}", Host="evil.example") == 400
    assert answer(f"{server.origin}/open/0?{token}", Origin="http://evil.example") == 403
    assert answer(f"{server.origin}/open/7?{token}") == 404
    other = f"http://127.0.0.1:{server.port}/cover/0/none.png?{token}"
    assert answer(other) == 404


@pytest.mark.slow
def test_a_game_without_the_other_version_says_so_on_its_tile(
    window: tuple[Browser, Server], tmp_path: Path
) -> None:
    tiny = write_game(tmp_path)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for typed in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *typed], cwd=tmp_path, check=True, capture_output=True)
    shutil.copytree(tiny, tiny.parent / "young")
    broken = tiny.parent / "mended"
    shutil.copytree(tiny, broken)
    save(broken / "beasts.yaml", "- {name: [\n")
    for typed in (["add", broken.as_posix()], ["commit", "-qm", "broken"]):
        subprocess.run([*git, *typed], cwd=tmp_path, check=True, capture_output=True)
    save(broken / "beasts.yaml", BEASTS)
    browser, _ = window
    with preview(tmp_path, "--against", "HEAD") as server:
        page = browser.new_page()
        page.goto(server.url)
        for number, said in ((0, True), (1, False), (2, True)):  # mended, tiny, young
            shown = page.locator(".shelved").nth(number)
            expect(shown.locator(".facts")).to_have_count(2 if said else 1)
        page.locator(".shelved").nth(1).click()
        expect(page.locator("#modes")).to_contain_text("Versions")
        page.close()
    command = [sys.executable, "-m", "cardgen", "preview", "--against", "nowhere", "--no-open"]
    run = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert run.returncode == 2
    assert "nowhere" in run.stderr
