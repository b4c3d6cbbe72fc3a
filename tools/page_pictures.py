"""Make the pictures of the preview and of the gallery in `docs/`, of Novelty in Chromium.

python tools/page_pictures.py           write preview, games, editing, arranging, versions, diff,
                                        gallery and play.jpg into docs/pictures

Needs what the tests of pages need: playwright, and a Chromium (`CHROMIUM`, or on the path).
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
GAME = ROOT / "card_data" / "novelty"
PROGRAM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
QUALITY = 82


@contextmanager
def browser_page(width: int, height: int) -> Iterator[Page]:
    """A page of that size, in light colors, that moves nothing."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": width, "height": height},
            color_scheme="light",
            reduced_motion="reduce",
        )
        yield page
        browser.close()


def save(page: Page, name: str) -> None:
    """Write what the page shows as a JPEG."""
    with Image.open(io.BytesIO(page.screenshot())) as image:
        image.convert("RGB").save(PICTURES / name, quality=QUALITY, optimize=True)


@contextmanager
def served(folder: Path, *typed: str) -> Iterator[str]:
    """The address of a preview that runs in a folder."""
    command = [sys.executable, "-m", "cardgen", "preview", "--no-open", "--port", "0", *typed]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        assert server.stdout is not None
        found = re.search(r"http\S+", server.stdout.readline())
        assert found is not None
        yield found.group()
    finally:
        server.terminate()
        server.wait(timeout=20)


def picture_preview() -> None:
    with served(ROOT, str(GAME)) as address, browser_page(1280, 800) as page:
        page.goto(address)
        page.wait_for_selector("html.ready #cards img")
        page.wait_for_selector("#counts table")
        page.wait_for_timeout(8000)  # all faces that are seen, the findings, the counts
        save(page, "preview.jpg")


def picture_games() -> None:
    """All games of this project, once all are checked."""
    with served(ROOT) as address, browser_page(1280, 800) as page:
        page.goto(address)
        for _ in range(240):
            page.wait_for_timeout(500)
            said = page.locator(".shelved .found").all_inner_texts()
            if said and not any("…" in one for one in said):
                break
        save(page, "games.jpg")


def picture_editing() -> None:
    """The fields of a card, one of them typed in; then an element that is moved."""
    with served(ROOT, str(GAME), "--edit") as address, browser_page(1280, 800) as page:
        page.goto(f"{address}#card=motifs/chaotic-neutral")
        page.wait_for_selector("#detail [id^=field-]")
        page.wait_for_timeout(6000)
        save(page, "editing.jpg")
        page.goto(f"{address.partition('/?')[0]}/#card=letters/c-red")
        page.wait_for_selector("#element option:nth-child(3)", state="attached")
        option = page.locator("#element option", has_text="text").first
        page.select_option("#element", option.get_attribute("value"))
        page.wait_for_selector(".elements .used")
        page.locator("#detail div.stage").focus()
        for _ in range(4):
            page.keyboard.press("Shift+ArrowDown")
        page.wait_for_timeout(2500)
        save(page, "arranging.jpg")


@contextmanager
def changed_project() -> Iterator[Path]:
    """Novelty in a folder of its own, two cards of which are otherwise than in its commit."""
    with tempfile.TemporaryDirectory() as name:
        project = Path(name)
        for part in ("card_data/novelty", "fonts", "textures"):
            shutil.copytree(ROOT / part, project / part)
        git = ["git", "-c", "user.name=cardgen", "-c", "user.email=cardgen@example.org"]
        for typed in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
            subprocess.run([*git, *typed], cwd=project, check=True, stdout=subprocess.DEVNULL)
        change_points(project / "card_data" / "novelty" / "letters.yaml")
        yield project


def picture_versions() -> None:
    """The preview beside the commit."""
    with (
        changed_project() as project,
        served(project, "--against", "HEAD") as address,
        browser_page(1024, 640) as page,
    ):
        page.goto(f"{address}#mode=print")
        page.wait_for_selector(".difference .now[data-shown]", timeout=120_000)
        page.wait_for_timeout(3000)
        save(page, "versions.jpg")


def picture_diff() -> None:
    """The page that `diff` writes of the same two cards."""
    with changed_project() as project, browser_page(640, 770) as page:
        command = [sys.executable, "-m", "cardgen", "diff", "HEAD", "--format", "html"]
        file = project / "diff.html"
        subprocess.run(
            [*command, "-o", str(file)], check=True, cwd=project, stdout=subprocess.DEVNULL
        )
        page.goto(file.as_uri())
        page.wait_for_timeout(500)
        save(page, "diff.jpg")


def change_points(table: Path) -> None:
    """Write other points into two rows."""
    text, number = re.subn(
        "points: 2, mark: red", "points: 4, mark: red", table.read_text("utf-8"), count=2
    )
    assert number == 2, "letters.yaml has changed: choose other cards"
    table.write_text(text, "utf-8")


def picture_gallery() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cardgen", "build", str(GAME), "-t", "gallery"]
        subprocess.run([*command, "-o", folder], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        with browser_page(1000, 750) as page:
            page.goto((Path(folder) / "novelty/gallery/index.html").as_uri())
            page.wait_for_timeout(1500)
            save(page, "gallery.jpg")
            picture_play(page)


def picture_play(page: Page) -> None:
    """A table with some moves, always the same ones."""
    page.set_viewport_size({"width": 1200, "height": 800})
    page.goto(f"{page.url.partition('#')[0]}#play=3.novel")
    page.wait_for_selector(".play-pile")
    page.locator(".play-pile").first.click()
    page.get_by_label("Cards", exact=True).fill("5")
    for key in ("a", "l", "f"):
        page.locator(".play-pile[data-id='1']").focus()
        page.keyboard.press(key)
    page.get_by_label("Add a die or a counter").select_option("6")
    page.wait_for_timeout(800)
    save(page, "play.jpg")


def main() -> None:
    if PROGRAM is None:
        sys.exit("no Chromium was found; name it in CHROMIUM")
    picture_preview()
    picture_games()
    picture_editing()
    picture_versions()
    picture_diff()
    picture_gallery()


if __name__ == "__main__":
    main()
