"""The shelf: a page of all games after a build of all, true to what is there."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, expect

from cardgen.cache.project_cache import project_cache
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.output_folder import UnwritableError
from cardgen.pipeline.inspection import check_game
from cardgen.shelf.game_entry import describe_game, read_entry
from cardgen.shelf.index_page import ShelfPage
from tests.support.commands import Completed, run_cardgen
from tests.support.pages import chromium, elements, faults, shown, wait_until

EVIL = '<script>alert(1)</script>"onload="x'
GAME = """\
game: {name}
about: {about}
palette: {{ink: "#000000", sand: "{color}"}}
fonts: {{text: fonts/EBGaramond-Regular.ttf}}
decks:
  cards: {{cards: cards.yaml, size: {size}, front: card, back: back}}
"""
LAYOUTS = """\
layouts:
  card:
    bleed:
      - {shape: rectangle, fill: sand}
    safe:
      - {text: "{{ name }}", font: text, size: 9pt, color: ink, at: center}
  back:
    bleed:
      - {shape: rectangle, fill: ink}
"""
GAMES = {
    "alpha": ("Alpha", "The first one's cards.", "#e8d8b0", "poker"),
    "beta": (json.dumps(f"Beta {EVIL}"), json.dumps(EVIL), "#80b0e0", "circle"),
    "broken": ("Broken", "It has a fault.", "#c06020", "poker"),
}


def write_project(folder: Path, *names: str) -> Path:
    for name in names or GAMES:
        title, about, color, size = GAMES[name]
        game = folder / "card_data" / name
        game.mkdir(parents=True)
        text = GAME.format(name=title, about=about, color=color, size=size)
        (game / "game.yaml").write_text(text, "utf-8")
        (game / "layouts.yaml").write_text(LAYOUTS, "utf-8")
        rows = "".join(f"- {{name: {name} {i}, copies: {i}}}\n" for i in range(1, 8))
        (game / "cards.yaml").write_text(rows, "utf-8")
    if "broken" in (names or GAMES):
        break_game(folder)
    return folder


def break_game(project: Path) -> None:
    file = project / "card_data" / "broken" / "layouts.yaml"
    file.write_text(LAYOUTS.replace("{{ name }}", "{{ nane }}"), "utf-8")


def build(project: Path, *words: str) -> Completed:
    return run_cardgen("build", "-j", "1", *words, cwd=project)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games, one of them broken, built once."""
    folder = write_project(tmp_path_factory.mktemp("shelf"))
    run = build(folder, "-t", "sheets", "-t", "gallery:width=300")
    assert run.returncode == 1, run.stderr
    assert "2 of 3 games built → output/index.html" in run.stdout
    return folder


@pytest.fixture(scope="module")
def html(project: Path) -> str:
    return (project / "output" / "index.html").read_text("utf-8")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


def addresses(html: str) -> list[str]:
    found = [one.attributes.get(a, "") for one in elements(html) for a in ("href", "src")]
    return [one for one in found if one and not one.startswith("data:")]


def test_a_game_that_fails_stops_no_other_and_is_named_on_the_page(
    project: Path, html: str
) -> None:
    made = sorted(path.name for path in (project / "output").iterdir())
    assert made == ["alpha", "beta", "index.html"]
    text = " ".join(one.text for one in elements(html))
    assert "Not built: 1 error." in text
    assert "cardgen check broken" in text


def test_every_link_is_relative_and_leads_to_a_file_that_is_there(project: Path, html: str) -> None:
    found = addresses(html)
    assert "./alpha/gallery/index.html" in found
    assert "./beta/sheets/sheets.pdf" in found
    assert not [one for one in found if "broken" in one]
    for address in found:
        assert address.startswith("./")
        assert (project / "output" / unquote(address)).exists(), address


def test_each_game_tells_its_name_what_it_holds_and_how_it_was_found(html: str) -> None:
    names = [one.text for one in elements(html, "h2")]
    assert names[::2] == ["Alpha", "Broken"]
    facts = [one.text for one in elements(html, "span") if one.text]
    assert facts[:2] == ["28 cards", "1 warning"]
    assert "The first one’s cards." in [one.text for one in elements(html, "p")]


def test_a_cover_is_a_fan_of_distinct_faces_of_one_shape(html: str) -> None:
    pictures = [one.attributes["src"] for one in elements(html, "img")]
    assert len(set(pictures[:10])) == 10, "five each of the two games that were built"
    assert all(re.match("data:image/(png|webp);base64,", one) for one in pictures)


def test_texts_of_a_game_stay_texts(html: str) -> None:
    assert elements(html, "script") == []
    assert not [n for one in elements(html) for n in one.attributes if n.startswith("on")]
    policy = [one.attributes.get("content", "") for one in elements(html, "meta")]
    assert any("script-src 'none'" in one for one in policy)
    assert any("<script>alert(1)</script>" in one.text for one in elements(html, "h2"))


@pytest.mark.slow
def test_games_that_have_not_changed_are_shown_as_before_and_not_read_again(
    project: Path, html: str, tmp_path: Path
) -> None:
    copy = tmp_path / "project"
    shutil.copytree(project, copy)
    words = ("-t", "sheets", "-t", "gallery:width=300")
    build(copy, *words)
    run = build(copy, *words)
    assert run.stdout.count("nothing has changed") == 2
    assert (copy / "output" / "index.html").read_text("utf-8") == html
    kept = list((project_cache(copy) / "shelf").iterdir())
    assert len(kept) >= 2
    for file in kept:
        file.write_text("[]", "utf-8")
    run = build(copy, *words)
    assert run.stdout.count("nothing has changed") == 2
    assert (copy / "output" / "index.html").read_text("utf-8") == html, "they are looked at again"


def test_a_harmed_entry_is_made_again_as_the_build_made_it(tmp_path: Path) -> None:
    """With the constants that were set anew, and with the findings of a build, which renders
    nothing for its checks."""
    write_project(tmp_path, "alpha", "beta")
    for game in (tmp_path / "card_data").iterdir():
        with (game / "game.yaml").open("a", encoding="utf-8") as file:
            file.write("vars: {mark: one}\n")
        pale = LAYOUTS.replace("{{ name }}", "{{ name }} {{ mark }}").replace("ink, at", "sand, at")
        (game / "layouts.yaml").write_text(pale, "utf-8")
    words = ("-t", "data", "--set", "mark=two")
    build(tmp_path, *words)
    page = tmp_path / "output" / "index.html"
    html = page.read_text("utf-8")
    for old, new in ((b"Alpha", b"Alpho"), (b"{", b"[")):
        for entry in (project_cache(tmp_path) / "shelf").iterdir():
            entry.write_bytes(entry.read_bytes().replace(old, new))
        assert build(tmp_path, *words).stdout.count("nothing has changed") == 2
        assert page.read_text("utf-8") == html


@pytest.mark.slow
def test_what_a_broken_game_wrote_before_is_told_as_such(tmp_path: Path) -> None:
    write_project(tmp_path)
    file = tmp_path / "card_data" / "broken" / "layouts.yaml"
    file.write_text(LAYOUTS, "utf-8")
    assert build(tmp_path, "-t", "data").returncode == 0
    break_game(tmp_path)
    assert build(tmp_path, "-t", "data").returncode == 1
    html = (tmp_path / "output" / "index.html").read_text("utf-8")
    assert "./broken/data/" in addresses(html)
    assert any("of an earlier build" in one.text for one in elements(html, "p"))


def test_without_a_target_every_game_is_built_whole(tmp_path: Path) -> None:
    """A game's own targets, and its gallery, booklets and boxes; one game by name is not."""
    project = write_project(tmp_path, "alpha", "beta")
    with (project / "card_data" / "alpha" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("build: [data]\nboxes: {tuck: {holds: [cards], panels: {front: back}}}\n")
    assert build(project, "alpha").returncode == 0
    made = project / "output" / "alpha"
    assert sorted(path.name for path in made.iterdir()) == ["data"]
    run = build(project)
    assert run.returncode == 0, run.stderr
    assert sorted(path.name for path in made.iterdir()) == ["box", "data", "gallery"]
    assert sorted(p.name for p in (project / "output" / "beta").iterdir()) == ["gallery", "mpc"]


def test_a_single_game_needs_no_shelf(tmp_path: Path) -> None:
    write_project(tmp_path, "alpha", "beta")
    assert build(tmp_path, "alpha", "-t", "data").returncode == 0
    assert not (tmp_path / "output" / "index.html").exists()
    shutil.rmtree(tmp_path / "card_data" / "beta")
    assert build(tmp_path, "-t", "data").returncode == 0
    assert not (tmp_path / "output" / "index.html").exists()


def test_a_wrong_target_is_no_games_fault(tmp_path: Path) -> None:
    run = build(write_project(tmp_path, "alpha", "beta"), "-t", "shets")
    assert run.returncode == 2
    assert run.stderr.count("there is no target") == 1
    assert not (tmp_path / "output").exists()


def test_a_target_that_makes_nothing_of_one_game_is_told_for_that_game(tmp_path: Path) -> None:
    write_project(tmp_path, "alpha", "beta")
    text = (tmp_path / "card_data" / "alpha" / "game.yaml").read_text("utf-8")
    front = "boxes: {tuck: {holds: [cards]}}\n"
    (tmp_path / "card_data" / "alpha" / "game.yaml").write_text(text + front, "utf-8")
    run = build(tmp_path, "-t", "box")
    assert "cardgen: beta: " in run.stderr
    assert run.returncode == 1
    html = (tmp_path / "output" / "index.html").read_text("utf-8")
    assert any(re.match("Not built: ", one.text) for one in elements(html, "strong"))


def test_anothers_page_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>mine", "utf-8")
    with pytest.raises(UnwritableError, match="did not write it"):
        ShelfPage(tmp_path).write()
    assert (tmp_path / "index.html").read_text("utf-8") == "<p>mine"
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]


def test_an_entry_that_was_kept_is_the_entry(project: Path) -> None:
    report = Report()
    found = check_game(DiskGame(project / "card_data" / "alpha"), report)
    assert found is not None
    entry = describe_game("alpha", found, report, built=True)
    assert read_entry(json.loads(json.dumps(entry.to_data()))) == entry
    with pytest.raises((KeyError, TypeError)):
        read_entry({"folder": "alpha"})


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_nobody_is_kept_out(browser: Browser, project: Path, scheme: str, width: int) -> None:
    size = {"width": width, "height": 800}
    with shown(
        browser, project / "output" / "index.html", color_scheme=scheme, viewport=size
    ) as one:
        assert faults(one.page) == []
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert one.page.evaluate(wide) == 0
        wait_until(one.page, "[...document.images].every((image) => image.naturalWidth > 0)")


@pytest.mark.slow
def test_several_games_are_printed_on_a_page(browser: Browser, project: Path) -> None:
    size = {"width": 718, "height": 1047}  # A4 within its margins
    with shown(browser, project / "output" / "index.html", viewport=size) as one:
        one.page.emulate_media(media="print")
        games = [game.bounding_box() for game in one.page.locator(".game").all()]
        assert len(games) > 1
        assert games[0] is not None
        assert games[1] is not None
        assert games[0]["y"] == games[1]["y"], "two stand side by side"
        assert games[0]["height"] < size["height"] / 2


def test_the_gallery_is_one_click_away(browser: Browser, project: Path) -> None:
    file = project / "output" / "index.html"
    with shown(browser, file) as one:
        one.page.get_by_role("link", name="Open the gallery of Alpha").click()
        expect(one.page.get_by_role("heading", name="Alpha")).to_be_visible()
        one.asked.clear()
