"""From saving a file to seeing it: `python -m benchmarks.preview [EDITS]`.

A copy of Novelty is shown in a real Chromium; a card's effect is edited again and again. The
clock runs from just before the write to the frame in which the new picture is painted. Where
the time goes is told by the server's own steps, measured in the same run.
"""

from __future__ import annotations

import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import expect, sync_playwright

from cardgen.files.disk_game import DiskGame
from cardgen.preview.session import Session

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
BEFORE = "effect: +1 per vowel in word"

PAINTED = """(key) => new Promise((done) => {
  const card = document.querySelector(`[data-card="${key}"] .face`);
  const before = card.dataset.shown;
  const look = () => {
    if (card.dataset.shown === before) return requestAnimationFrame(look);
    // the picture is in the page: wait until the frame that shows it is on its way
    requestAnimationFrame(() => requestAnimationFrame(() => done(Date.now())));
  };
  performance.clearMarks();
  look();
})"""
TOLD = "() => performance.getEntriesByName('change').at(-1)?.startTime + performance.timeOrigin"


def main(edits: int = 20) -> dict[str, float]:
    """Run the edits and print the median."""
    with tempfile.TemporaryDirectory() as name:
        project = Path(name)
        for folder in ("card_data", "fonts", "textures"):
            shutil.copytree(ROOT / folder, project / folder)
        game = project / "card_data" / "novelty"
        read = _reading(DiskGame(game), edits)
        taken, told = _seen(project, game, edits)
    found = {
        "median": statistics.median(taken),
        "worst": max(taken),
        "to the event": statistics.median(told),
        "reading again": statistics.median(read),
        "browser": statistics.median(t - e for t, e in zip(taken, told, strict=True)),
    }
    print(f"{edits} edits of letters.yaml, save to picture in Chromium:")
    for what, milliseconds in found.items():
        print(f"  {what:<14} {milliseconds:7.1f} ms")
    return found


def _reading(game: DiskGame, edits: int) -> list[float]:
    """Read, bind and lay out after an edit, alone."""
    session = Session(game)
    session.refresh()
    taken = []
    for number in range(edits):
        _edit(game.folder, number)
        started = time.perf_counter()
        session.refresh()
        taken.append((time.perf_counter() - started) * 1000)
    _edit(game.folder, None)
    return taken


def _seen(project: Path, game: Path, edits: int) -> tuple[list[float], list[float]]:
    with open_preview(project) as (page, address, _):
        page.goto(address)
        page.wait_for_selector('[data-card="letters/a"] .face[data-shown]')
        expect(page.locator("#tally")).not_to_have_text("Checking…", timeout=60_000)
        return _timed(page, game, edits)


@contextmanager
def open_preview(project: Path, *options: str) -> Iterator[tuple[Any, str, int]]:
    """A page of Chromium, the address of Novelty's preview, and the server's process."""
    command = [sys.executable, "-m", "cardgen", "preview", "novelty", "--no-open", "--port", "0"]
    server = subprocess.Popen([*command, *options], cwd=project, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http\S+", server.stdout.readline())
        assert found is not None, "the preview did not start"
        with sync_playwright() as playwright:
            program = shutil.which("chromium") or "/usr/bin/chromium"
            browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM))
            yield browser.new_page(), found.group(), server.pid
    finally:
        server.terminate()
        server.wait()


def _timed(page: Any, game: Path, edits: int) -> tuple[list[float], list[float]]:
    taken, told = [], []
    key = "letters/c-red"
    for number in range(edits):
        time.sleep(0.6)
        page.evaluate(f"() => {{ window.painted = ({PAINTED})({json.dumps(key)}); }}")
        started = time.time()
        _edit(game, number)
        done = page.evaluate("window.painted")
        taken.append(done - started * 1000)
        told.append(page.evaluate(TOLD) - started * 1000)
    return taken, told


def _edit(game: Path, number: int | None) -> None:
    """Another number of points on one card, the whole file written as an editor does."""
    file = game / "letters.yaml"
    text = (ROOT / "card_data" / "novelty" / "letters.yaml").read_text("utf-8")
    points = "2" if number is None else str(3 + number)  # never the same twice
    line = "- {letter: c, copies: 1, points: 2, mark: red}"
    assert line in text, "letters.yaml has changed: choose another card"
    file.write_text(text.replace(line, line.replace("points: 2", f"points: {points}")), "utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
