"""What it takes to read large tables: python -m benchmarks.tables [ROWS…]

In      numbers of rows.
Out     `benchmarks/tables.json`: seconds, peak memory, and the cost of a row beside that of the
        smallest table, for loading and binding.

Each game is read in a process of its own; rows have an id, a name and a text of their own, a
number, a kind and a percentage with a number format, in `.xlsx`. Kinds of games: plain; one that
joins a table as long; one with a computed field whose cards ask for a sum over the deck.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import xlsxwriter

from benchmarks.measure import ROOT
from benchmarks.scale import rule_text, title

RESULTS = ROOT / "benchmarks" / "tables.json"
ROWS = (10_000, 30_000, 100_000)
_ROUNDS = 2
_LAYOUT = """\
layouts:
  front:
    safe:
      - column:
          - {text: "{{ name }}", font: text, size: 15pt}
          - {text: "{{ rule }} {{ extra }}", font: text, size: 9pt, grow: 1}
          - {text: "{{ cost }} {{ kind }} {{ share }}", font: text, size: 9pt}
"""
_GAME = """\
game: Many
fonts: {{text: EBGaramond-Regular.ttf}}
decks:
  cards: {{cards: cards.xlsx, size: poker, front: front, {more}}}
"""
_COMPUTED = """fields: {name: text, rule: text, cost: integer, kind: text, share: text, \
extra: {value: '{{ cost + sum("cards", "cost") }}'}}"""
KINDS = {
    "plain": "defaults: {extra: more}",
    "joined": "join: {table: art.xlsx, on: name}",
    "computed": _COMPUTED,
}


def write_game(folder: Path, rows: int, kind: str) -> Path:
    """A game whose deck is a workbook of so many rows."""
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(_GAME.format(more=KINDS[kind]), "utf-8")
    (folder / "layouts.yaml").write_text(_LAYOUT, "utf-8")
    chance = random.Random(1)
    titles = [f"{title(chance)} {number}" for number in range(rows)]
    _write_cards(folder / "cards.xlsx", titles, chance)
    if kind == "joined":
        _write_art(folder / "art.xlsx", titles)
    return folder


def _write_cards(file: Path, titles: Sequence[str], chance: random.Random) -> None:
    with xlsxwriter.Workbook(str(file)) as book:
        sheet, percent = book.add_worksheet(), book.add_format({"num_format": "0%"})
        sheet.write_row(0, 0, ["id", "name", "rule", "cost", "kind", "share"])
        for number, name in enumerate(titles, 1):
            kind = chance.choice(("unit", "spell"))
            cells = (f"c{number:06d}", name, rule_text(chance, 4, 9), chance.randint(1, 9), kind)
            sheet.write_row(number, 0, cells)
            sheet.write_number(number, 5, chance.randint(0, 100) / 100, percent)


def _write_art(file: Path, titles: Sequence[str]) -> None:
    with xlsxwriter.Workbook(str(file)) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["name", "extra"])
        for number, name in enumerate(titles, 1):
            sheet.write_row(number, 0, [name, f"art {number}"])


def read(folder: Path) -> dict[str, float]:
    """Load and bind a game in this process; processor time, and the process's peak memory."""
    from cardgen.bind.game.binding import bind_game
    from cardgen.core.findings import Report
    from cardgen.files.disk_game import DiskGame
    from cardgen.read.game import read_game

    game, report = DiskGame(folder), Report()
    game.begin_record()
    started = time.process_time()
    spec = read_game(game, report)
    loaded = time.process_time()
    assert spec is not None
    bind_game(spec, game, report)
    bound = time.process_time()
    assert not report.findings, report.findings[0]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return {"load": loaded - started, "bind": bound - loaded, "peak_mb": round(peak, 1)}


def measure(rows: int, kind: str) -> dict[str, float]:
    """The best of some processes that read the same game."""
    with tempfile.TemporaryDirectory(prefix="cardgen-bench-") as name:
        folder = write_game(Path(name) / "many", rows, kind)
        command = [sys.executable, "-m", "benchmarks.tables", "--read", str(folder)]
        taken: list[dict[str, float]] = []
        for _ in range(_ROUNDS):
            said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
            taken.append(json.loads(said))
    return {key: min(one[key] for one in taken) for key in taken[0]}


def compare(found: dict[int, dict[str, float]]) -> dict[str, Any]:
    """The figures of each table, its rows' costs as multiples of the smallest table's."""
    least = min(found)
    first = (found[least]["load"] + found[least]["bind"]) / least
    return {
        str(rows): {
            **{name: round(value, 3) for name, value in one.items()},
            "a_row_to_the_smallest": round((one["load"] + one["bind"]) / rows / first, 2),
        }
        for rows, one in found.items()
    }


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] == ["--read"]:
        print(json.dumps(read(Path(arguments[1]))))
        return
    counts = tuple(map(int, arguments)) or ROWS
    results = {}
    for kind in KINDS:
        results[kind] = compare({rows: measure(rows, kind) for rows in counts})
        print(kind, json.dumps(results[kind]), flush=True)
    if counts == ROWS:
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
