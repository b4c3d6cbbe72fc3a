"""`cardgen preview --edit`: the page writes the game's tables, and nobody else does."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, Locator, Page, expect

from cardgen.files.replace_unchanged import ChangedFileError, replace_unchanged
from tests.support.edit_requests import BASE, HEADERS, ask
from tests.support.pages import shown_preview
from tests.support.previews import Server, save, write_game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_game(tmp_path)


# --- what is asked of the server -------------------------------------------------------------


BEAR = {"card": "beasts/bear", "field": "legs", "old": "4", "new": "3"}


def test_an_edit_writes_the_bytes_of_its_value_and_tells_the_lines(game: Path) -> None:
    before = (game / "beasts.yaml").read_text("utf-8")
    answer = ask(game, "POST", "/edit", BEAR)
    assert answer.status_code == 200
    line = before.splitlines()[1]
    assert answer.json()["difference"] == [f"-{line}", f"+{line.replace('legs: 4', 'legs: 3')}"]
    assert (game / "beasts.yaml").read_text("utf-8") == before.replace(
        line, line.replace("legs: 4", "legs: 3")
    )


def test_a_field_of_two_columns_is_not_written_into_the_one_that_is_not_read(game: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8").replace("coins.yaml", "coins.csv")
    save(game / "game.yaml", text)
    (game / "coins.csv").write_text("name,note,note,copies\nOne,a,b,4\n", "utf-8")
    asked = {"card": "coins/one", "field": "note", "old": "a", "new": "c"}
    for address in ("/edit", "/cells"):
        body = asked if address == "/edit" else {"cells": [["coins/one", "note", "c"]]}
        told = ask(game, "POST", address, body)
        assert told.status_code == 409
        assert "two columns of that name" in told.json()["refused"]
    fields = ask(game, "GET", "/row.json?card=coins/one").json()["fields"]
    assert [one["name"] for one in fields if one["refused"]] == ["note"]
    assert ask(game, "POST", "/edit", asked | {"field": "copies", "old": "4"}).status_code == 200
    assert (game / "coins.csv").read_text("utf-8") == "name,note,note,copies\nOne,a,b,c\n"


@pytest.mark.parametrize(
    ("file", "text", "written"),
    [
        (
            "coins.csv",
            "name,note,copies\nOne,,4\nTen,,1\n",
            "name,note,copies\nOne,new,4\nTen,,1\n",
        ),
        ("coins.tsv", "name\tnote\nOne\t\nTen\t\n", "name\tnote\nOne\tnew\nTen\t\n"),
        (
            "coins.csv",
            "\ufeffname;copies;note\r\nOne;4\r\n",
            "\ufeffname;copies;note\r\nOne;4;new\r\n",
        ),
    ],
)
def test_a_column_without_a_value_is_shown_and_can_be_filled_in(
    game: Path, file: str, text: str, written: str
) -> None:
    spec = (game / "game.yaml").read_text("utf-8").replace("coins.yaml", file)
    (game / "game.yaml").write_text(spec, "utf-8")
    (game / file).write_bytes(text.encode())
    decks = ask(game, "GET", "/state.json").json()["decks"]
    assert [deck["fields"] for deck in decks if deck["name"] == "coins"] == [["name", "note"]]
    asked = {"card": "coins/one", "field": "note", "old": "", "new": "new"}
    assert ask(game, "POST", "/edit", asked).status_code == 200
    assert (game / file).read_bytes() == written.encode()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"cookie": HEADERS["cookie"]}, 403),
        ({"x-cardgen-token": "u" * 43}, 403),
        (HEADERS | {"origin": "http://evil.example"}, 403),
        (HEADERS | {"host": "evil.example"}, 400),
        (HEADERS | {"origin": BASE}, 200),
    ],
)
def test_only_the_page_itself_writes(game: Path, headers: dict[str, str], status: int) -> None:
    before = (game / "beasts.yaml").read_bytes()
    assert ask(game, "POST", "/edit", BEAR, headers=headers).status_code == status
    assert ((game / "beasts.yaml").read_bytes() == before) is (status != 200)


@pytest.mark.parametrize("address", ["/edit", "/row", "/undo", "/redo"])
def test_without_edit_nothing_is_written(game: Path, address: str) -> None:
    before = (game / "beasts.yaml").read_bytes()
    assert ask(game, "POST", address, BEAR, edits=False).status_code == 405
    assert ask(game, "GET", "/row.json?card=beasts/bear", edits=False).status_code == 404
    assert ask(game, "GET", address, BEAR).status_code == 405
    assert ask(game, "PUT", address, BEAR).status_code == 405
    assert (game / "beasts.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (BEAR | {"old": "5"}, "changed meanwhile"),
        (BEAR | {"card": "beasts/wolf"}, "no card"),
        (BEAR | {"new": "a\x00b"}, "prints nothing"),
        (BEAR | {"new": 3}, "is a text"),
        ("nothing", "is a text"),
    ],
)
def test_a_refusal_says_why(game: Path, body: object, said: str) -> None:
    before = (game / "beasts.yaml").read_bytes()
    answer = ask(game, "POST", "/edit", body)
    assert answer.status_code in (400, 409)
    assert said in answer.json()["refused"]
    assert (game / "beasts.yaml").read_bytes() == before


def test_a_table_behind_a_link_is_not_written(game: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    (game / "beasts.yaml").rename(game / "real.yaml")
    outside.write_bytes((game / "real.yaml").read_bytes())
    (game / "beasts.yaml").symlink_to(game / "real.yaml")
    answer = ask(game, "POST", "/edit", BEAR)
    assert answer.status_code == 409
    assert "a link" in answer.json()["refused"]
    assert (game / "real.yaml").read_bytes() == outside.read_bytes()


# --- an editor that saves at the same time ---------------------------------------------------


def test_what_an_editor_saves_at_the_same_time_is_never_lost(tmp_path: Path) -> None:
    """Whoever saves last without knowing of the other is refused, or is an editor and wins."""
    file = tmp_path / "cards.yaml"
    for number in range(200):
        file.write_bytes(b"old")
        theirs = f"theirs {number}".encode()
        start = threading.Barrier(2)

        def save(data: bytes = theirs, start: threading.Barrier = start) -> None:
            start.wait()
            beside = tmp_path / "editor.tmp"
            beside.write_bytes(data)
            beside.replace(file)

        editor = threading.Thread(target=save)
        editor.start()
        start.wait()
        with suppress(ChangedFileError):
            replace_unchanged(file, b"old", b"ours")
        editor.join()
        assert file.read_bytes() == theirs
        assert [path.name for path in tmp_path.iterdir()] == ["cards.yaml"]
    replace_unchanged(file, theirs, b"ours")
    assert file.read_bytes() == b"ours", "nobody saved meanwhile"


KILLED = """
import sys
from pathlib import Path
from cardgen.files.replace_unchanged import replace_unchanged
file, one, other = Path(sys.argv[1]), b"a" * 50_000, b"b" * 50_000
print("on", flush=True)
while True:
    replace_unchanged(file, one, other)
    one, other = other, one
"""


@pytest.mark.slow
def test_a_kill_during_a_write_leaves_the_old_or_the_new_file(tmp_path: Path) -> None:
    file, chance = tmp_path / "cards.yaml", random.Random(17)
    seen = set()
    for _ in range(25):
        file.write_bytes(b"a" * 50_000)
        child = subprocess.Popen([sys.executable, "-c", KILLED, str(file)], stdout=subprocess.PIPE)
        assert child.stdout is not None
        assert child.stdout.readline() == b"on\n"
        time.sleep(chance.uniform(0, 0.03))
        child.kill()
        child.communicate()
        seen.add(file.read_bytes())
    assert seen <= {b"a" * 50_000, b"b" * 50_000}


# --- the page --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("editing"))


@pytest.fixture(scope="module")
def opened(window: tuple[Browser, Server]) -> Iterator[Page]:
    browser, server = window
    with shown_preview(browser, server.url) as page:
        yield page


@pytest.fixture
def page(opened: Page, window: tuple[Browser, Server], project: Path) -> Iterator[Page]:
    before = {file: file.read_bytes() for file in project.glob("*.yaml")}
    opened.goto("about:blank")
    opened.goto(f"{window[1].origin}/#card=beasts/bear")
    expect(opened.locator("#field-legs")).to_be_visible()
    yield opened
    for file, data in before.items():
        if file.read_bytes() != data:
            save(file, data)


def field(page: Page, name: str) -> Locator:
    return page.locator(f"#field-{name}")


def line(project: Path, number: int) -> str:
    return (project / "beasts.yaml").read_text("utf-8").splitlines()[number]


def test_words_from_right_to_left_stand_so_in_the_fields_as_they_are_typed(page: Page) -> None:
    for typed in (field(page, "note"), page.locator("#detail [data-field=new-row]")):
        expect(typed).to_have_css("direction", "ltr")
        typed.fill("5 שלום!")
        expect(typed).to_have_css("direction", "rtl")
        typed.fill("5 foxes, שלום")
        expect(typed).to_have_css("direction", "ltr")
        typed.press("Escape")


def test_a_field_is_saved_by_enter_and_the_picture_follows(page: Page, project: Path) -> None:
    image = page.locator("#detail .face img").first
    before = image.get_attribute("src")
    field(page, "legs").fill("3")
    field(page, "legs").press("Enter")
    expect(page.locator(".toast ins")).to_contain_text("legs: 3")
    assert "legs: 3" in line(project, 1)
    expect(image).not_to_have_attribute("src", before or "")
    page.locator("[data-history=undo]").click()
    expect(field(page, "legs")).to_have_value("4")
    assert "legs: 4" in line(project, 1)
    page.locator("[data-history=redo]").click()
    expect(field(page, "legs")).to_have_value("3")


@pytest.mark.slow
def test_leaving_a_field_saves_nothing_and_escape_takes_a_draft_back(
    page: Page, project: Path
) -> None:
    before = line(project, 1)
    field(page, "note").fill("typed")
    field(page, "legs").focus()
    expect(page.locator(".draft:visible")).to_have_count(1)
    assert line(project, 1) == before
    field(page, "note").press("Escape")
    expect(page.locator("#detail")).to_be_visible()
    expect(field(page, "note")).to_have_value('It said "no and left')
    expect(page.locator(".draft:visible")).to_have_count(0)


@pytest.mark.slow
def test_a_name_that_changes_takes_the_open_card_and_its_drafts_along(
    page: Page, project: Path
) -> None:
    field(page, "note").fill("a draft")
    field(page, "name").fill("Panda")
    field(page, "name").press("Enter")
    expect(page.locator("#detail h2")).to_contain_text("panda")
    expect(field(page, "note")).to_have_value("a draft")
    assert "name: Panda" in line(project, 1)


def test_a_newer_value_is_not_written_over(page: Page, project: Path) -> None:
    field(page, "legs").fill("5")
    text = (project / "beasts.yaml").read_text("utf-8")
    save(project / "beasts.yaml", text.replace("land, legs: 4, note", "land, legs: 6, note"))
    expect(page.locator(".draft .refused")).to_contain_text("“6”")
    field(page, "legs").press("Enter")
    expect(page.locator(".toast")).to_contain_text("changed meanwhile")
    assert "legs: 6" in line(project, 1)


@pytest.mark.slow
def test_a_field_with_choices_offers_them(page: Page) -> None:
    assert field(page, "kind").locator("option").all_inner_texts() == ["land", "sea"]


@pytest.mark.slow
def test_rows_are_duplicated_moved_and_deleted(page: Page, project: Path) -> None:
    before = (project / "beasts.yaml").read_text("utf-8")
    page.locator("[data-change=down]").click()
    expect(page.locator(".toast")).to_contain_text("beasts.yaml")
    assert line(project, 2).startswith("- {name: Bear")
    expect(page.locator("#detail h2")).to_contain_text("bear")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    expect(page.locator(".toast")).to_contain_text("Undone")
    assert (project / "beasts.yaml").read_text("utf-8") == before


@pytest.mark.slow
def test_the_keyboard_is_never_lost_while_rows_change(page: Page, project: Path) -> None:
    file = project / "beasts.yaml"
    before = file.read_text("utf-8")
    for change, at in (("down", 2), ("up", 1)):
        button = page.locator(f"[data-change={change}]")
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#detail h3 a.place").first).to_have_text(re.compile(f":{at + 1}:"))
        assert line(project, at).startswith("- {name: Bear")
        expect(button).to_be_focused()
    assert file.read_text("utf-8") == before
    page.locator("[data-change=delete]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_be_hidden()
    expect(page.locator(".card[data-card='beasts/bear']")).to_have_count(0)
    expect(page.locator("#cards .card:focus")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator(".card[data-card='beasts/bear']")).to_have_count(1)
    assert file.read_text("utf-8") == before
