"""Make the pictures of the preview and of the gallery in `docs/`, of Novelty in Chromium.

python tools/page_pictures.py           write docs/pictures/preview.jpg, gallery.jpg, play.jpg

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


def picture_preview() -> None:
    command = [sys.executable, "-m", "cardgen", "preview", "--no-open", "--port", "0", str(GAME)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert server.stdout is not None
        found = re.search(r"http\S+", server.stdout.readline())
        assert found is not None
        with browser_page(1280, 800) as page:
            page.goto(found.group())
            page.wait_for_selector("html.ready #cards img")
            page.wait_for_selector("#counts table")
            page.wait_for_timeout(8000)  # all faces that are seen, the findings, the counts
            save(page, "preview.jpg")
    finally:
        server.terminate()
        server.wait(timeout=20)


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
    picture_gallery()


if __name__ == "__main__":
    main()
