"""The preview's page with 10,000 cards beside small games: `python -m benchmarks.many_cards`.

    python -m benchmarks.many_cards [--cards 10000] [--rounds 5] [--edits 500]

Out     counts and ratios: nodes in the page, processor time of the page for the first cards, for
        a tick of the wheel and for a search; its heap, its nodes and the server's memory after the
        first and the last edits.

Three previews run side by side, of 200 cards, of many, and of Novelty, and are measured in turns
in one Chromium. Times are those of the page's main thread (`TaskDuration`), which do not depend on
what else the machine does; the clock until the first cards stands beside them.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.preview import CHROMIUM, ROOT
from benchmarks.scale import write_game
from tests.support.previews import Server, preview

FIRST_PICTURE = "#cards .face[data-shown]"
SETTLED = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  setTimeout(done, 120))))"""
TERMS = ("the", "card", "take", "play", "two", "word")


@contextmanager
def run_games(folder: Path, cards: int) -> Iterator[dict[str, Server]]:
    """Previews of 200 cards, of many, and of Novelty."""
    for count in (200, cards):
        write_game(folder / "card_data" / f"g{count}", count)
    for name in ("fonts", "textures"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copytree(ROOT / "card_data" / "novelty", folder / "card_data" / "novelty")
    with (
        preview(folder, "g200") as small,
        preview(folder, f"g{cards}") as large,
        preview(folder, "novelty") as novelty,
    ):
        yield {"200": small, str(cards): large, "novelty": novelty}


@contextmanager
def open_page(browser: Browser, server: Server) -> Iterator[tuple[Page, Any]]:
    """A new page with its line to the browser's own meters."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    meters = context.new_cdp_session(page)
    meters.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(server.url)
    page.wait_for_selector(FIRST_PICTURE, timeout=300_000)
    yield page, meters
    context.close()


def read_meter(meters: Any, name: str) -> float:
    found = meters.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in found if one["name"] == name)


def measure_first(browser: Browser, server: Server) -> tuple[float, float]:
    """Milliseconds by the clock, and of the main thread, until the first picture is there."""
    started = time.perf_counter()
    with open_page(browser, server) as (_, meters):
        taken = 1000 * (time.perf_counter() - started)
        return taken, 1000 * read_meter(meters, "TaskDuration")


def measure_use(browser: Browser, server: Server) -> dict[str, float]:
    """Milliseconds of the main thread for a tick of the wheel and for a search; nodes."""
    with open_page(browser, server) as (page, meters):
        page.wait_for_timeout(4000)  # all cards are there, and the first pictures
        page.mouse.move(700, 500)
        nodes = page.evaluate("document.querySelectorAll('*').length")

        def cost(act: Any, times: int) -> float:
            page.evaluate(SETTLED)
            before = read_meter(meters, "TaskDuration")
            for number in range(times):
                act(number)
                page.evaluate(SETTLED)
            return 1000 * (read_meter(meters, "TaskDuration") - before) / times

        still = cost(lambda _: None, 10)
        wheel = cost(lambda _: page.mouse.wheel(0, 240), 20)
        search = cost(lambda at: page.fill("#search", TERMS[at]), len(TERMS))
        return {"nodes": nodes, "wheel": wheel - still, "search": search - still}


def measure_heap(
    browser: Browser, server: Server, file: Path, edits: int
) -> list[tuple[float, float, float]]:
    """Megabytes of the page's heap, its nodes, and megabytes of the server after a tenth of the
    edits, and after all of them."""
    text = file.read_text("utf-8")
    found = []
    with open_page(browser, server) as (page, meters):
        for number in range(edits):
            file.write_text(text.replace("cost: ", f"cost: {number + 10}", 1), "utf-8")
            told = page.locator("#cards [data-card='cards/c00000'] img").first
            expect(told).to_have_attribute("alt", re.compile(rf" {number + 10}\d$"), timeout=60_000)
            if number + 1 in (max(1, edits // 10), edits):
                meters.send("HeapProfiler.collectGarbage")
                heap = read_meter(meters, "JSHeapUsedSize") / 1e6
                nodes = read_meter(meters, "Nodes")
                found.append((heap, nodes, read_memory(server.process.pid)))
    file.write_text(text, "utf-8")
    return found


def read_memory(process: int) -> float:
    """Megabytes that a process holds."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1000


def main() -> None:
    """Measure in turns, and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.many_cards")
    parser.add_argument("--cards", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--edits", type=int, default=500)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as name,
        run_games(Path(name), asked.cards) as servers,
        sync_playwright() as playwright,
    ):
        program = shutil.which("chromium") or "/usr/bin/chromium"
        browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM))
        many = str(asked.cards)
        if asked.rounds:
            compare_games(browser, servers, many, asked.rounds)
        if asked.edits:
            file = Path(name) / "card_data" / "g200" / "cards.yaml"
            for heap, nodes, server in measure_heap(browser, servers["200"], file, asked.edits):
                print(f"heap {heap:.1f} MB, {nodes:.0f} nodes, server {server:.0f} MB")


def compare_games(browser: Browser, servers: dict[str, Server], many: str, rounds: int) -> None:
    """Measure the first cards, the wheel and the search in turns, and print."""
    for server in servers.values():
        measure_first(browser, server)  # the game is read, and pictures are drawn
    first: dict[str, list[tuple[float, float]]] = {key: [] for key in servers}
    use: dict[str, list[dict[str, float]]] = {key: [] for key in servers}
    for _ in range(rounds):
        for key, server in servers.items():
            first[key].append(measure_first(browser, server))
            use[key].append(measure_use(browser, server))
    for at, what in enumerate(("first cards, clock", "first cards, page")):
        show(what, {k: statistics.median(one[at] for one in v) for k, v in first.items()}, many)
    for what in ("nodes", "wheel", "search"):
        show(what, {k: statistics.median(one[what] for one in v) for k, v in use.items()}, many)


def show(what: str, found: dict[str, float], many: str) -> None:
    listed = ", ".join(f"{key} {value:.1f}" for key, value in found.items())
    beside = "200" if what.startswith("first") else "novelty"
    print(f"{what:<19} {listed}; {many} is {found[many] / found[beside]:.2f} × {beside}")


if __name__ == "__main__":
    main()
