"""From typing or dragging in the page to the picture: `python -m benchmarks.page_edits [EDITS]`.

A copy of Novelty is shown in a real Chromium with `--edit`, a card open. A field is typed and saved
by Enter, again and again, until the frame in which the new picture is painted; an element is moved
by a key until what it would print is there. Beside the clock stands the server's processor time,
which does not depend on what else the machine does.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from benchmarks.preview import ROOT, open_preview

CARD = "letters/c-red"
WAIT_SAVED = """() => new Promise((done) => {
  const face = document.querySelector('#detail .face');
  const before = face.dataset.shown;
  const look = () => {
    if (face.dataset.shown === before) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame(() => done(Date.now())));
  };
  look();
})"""
WAIT_MOVED = """() => new Promise((done) => {
  performance.clearMarks('arranged');
  const look = () => {
    if (!performance.getEntriesByName('arranged').length) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame(() => done(Date.now())));
  };
  look();
})"""


def main(edits: int = 20) -> dict[str, float]:
    """Run the edits and the moves, and print the medians."""
    with tempfile.TemporaryDirectory() as name:
        project = Path(name)
        for folder in ("card_data", "fonts", "textures"):
            shutil.copytree(ROOT / folder, project / folder)
        with open_card(project) as (page, process):
            typed = measure(page, process, edits, WAIT_SAVED, type_points)
            page.locator("#element").select_option(index=2)
            page.locator("#detail div.stage").focus()
            moved = measure(page, process, edits, WAIT_MOVED, press_arrow)
    found = {}
    for what, taken in (("typed to picture", typed), ("moved to raster", moved)):
        found[what] = statistics.median(clock for clock, _ in taken)
        found[f"{what}, server"] = statistics.median(used for _, used in taken)
    print(f"{edits} edits and {edits} moves of a Novelty card in Chromium, medians:")
    for what, milliseconds in found.items():
        print(f"  {what:<26} {milliseconds:7.1f} ms")
    return found


@contextmanager
def open_card(project: Path) -> Iterator[tuple[Any, int]]:
    """A page with the card open, and the server's process."""
    with open_preview(project, "--edit") as (page, address, process):
        page.goto(f"{address}#card={CARD}")
        page.wait_for_selector("#field-points")
        page.wait_for_selector("#detail .face[data-shown]")
        expect(page.locator("#tally")).not_to_have_text("Checking…", timeout=60_000)
        yield page, process


def measure(
    page: Any, process: int, edits: int, wait: str, act: Callable[[Any, int], None]
) -> list[tuple[float, float]]:
    """Milliseconds by the clock and of the server's processor time, an entry an edit."""
    taken = []
    for number in range(edits):
        time.sleep(0.6)
        page.evaluate(f"() => {{ window.painted = ({wait})(); }}")
        used, started = processor_time(process), time.time()
        act(page, number)
        done = page.evaluate("window.painted")
        taken.append((done - started * 1000, processor_time(process) - used))
    return taken


def type_points(page: Any, number: int) -> None:
    page.fill("#field-points", str(3 + number))
    page.press("#field-points", "Enter")


def press_arrow(page: Any, number: int) -> None:
    page.keyboard.press("ArrowDown" if number % 2 else "ArrowRight")


def processor_time(process: int) -> float:
    """Milliseconds that a process has used, without its children."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
