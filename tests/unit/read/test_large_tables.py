"""Large tables: each row takes as much work as the first, whatever it asks of the others.

Work is counted in calls of Python functions, which no load of the machine changes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from benchmarks import tables
from cardgen.bind.card import face_bodies
from cardgen.bind.game.binding import bind_game
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.read import deck_functions
from cardgen.read.game import read_game
from cardgen.read.syntax.nodes import Node
from cardgen.read.tables import cards, reading
from cardgen.read.tables.reading import TableSource
from tests.support.samples import the
from tests.support.workbooks import workbook

ROWS = (120, 240, 360)
GAME = """\
game: Many
fonts: {text: EBGaramond-Regular.ttf}
decks:
  cards: {cards: c.xlsx, size: poker, front: front, MORE}
"""
LAYOUTS = """\
layouts:
  front:
    safe:
      - font: text
        size: 9pt
        text: |-
          {{ name }} ASK
"""

Row = Callable[[int], tuple[Any, ...]]
NAMED: Row = lambda number: (f"Name {number}", number % 9)  # noqa: E731


def game(rows: int, row: Row = NAMED, more: str = "", ask: str = "") -> MemoryGame:
    cells = [row(number) for number in range(rows)]
    files: dict[str, str | bytes] = {
        "game.yaml": GAME.replace("MORE", more),
        "layouts.yaml": LAYOUTS.replace("ASK", ask),
        "c.xlsx": workbook([("name", "cost"), *cells]),
        "art.xlsx": workbook([("name", "art"), *((cell[0], "by hand") for cell in cells)]),
    }
    return MemoryGame(files)


def load_and_bind(given: MemoryGame) -> Report:
    report = Report()
    spec = read_game(given, report)
    assert spec is not None
    bind_game(spec, given, report)
    return report


def count_calls(given: MemoryGame) -> int:
    calls = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(note)
    try:
        load_and_bind(given)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"row": lambda number: ("Fox", number)},
        {"row": lambda number: (f"Name {number}", "=1/0")},
        {"row": lambda number: (f"Name {number}", (number / 7, "# ?/?"))},
        {"more": "join: {table: art.xlsx, on: name}"},
        {"more": "fields: {name: text, cost: integer, sum: {value: '{{ cost + 1 }}'}}"},
        {"more": "fields: {name: text}"},
        {"ask": "{{ slot }}/{{ total }}"},
        {"ask": "{{ sum('cards', 'cost') }} {{ count('cards', 'cost == 3') }}"},
        {"ask": "{{ least('cards', 'cost') }} {{ different('cards', 'cost') }}"},
    ],
    ids=["names", "one name", "errors", "formats", "joined", "computed", "undeclared", "numbered",
         "sums", "bounds"],
)  # fmt: skip
def test_a_row_takes_the_same_work_in_a_table_of_any_length(
    given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cards, "MAX_IN_MEMORY", 0)
    monkeypatch.setattr(face_bodies, "LARGE_GAME", 0)
    load_and_bind(game(1, **given))  # imports what is imported once
    few, more, most = (count_calls(game(rows, **given)) for rows in ROWS)
    assert (most - more) / (more - few) < 1.1


def test_asking_all_cards_anew_for_every_card_has_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deck_functions, "MOST_STEPS", 250)
    ask = """{{ count('cards', 'name == "' ~ name ~ '"') }}"""
    assert not load_and_bind(game(15, ask=ask)).findings
    found = load_and_bind(game(16, ask=ask)).findings
    assert "over 250 times" in the(found).message
    assert "`of`" in str(the(found).hint)


@pytest.mark.parametrize("kind", tables.KINDS)
def test_the_benchmark_reads_games_without_a_fault(kind: str, tmp_path: Path) -> None:
    folder = tables.write_game(tmp_path / "many", 20, kind)
    assert set(tables.read(folder)) == {"load", "bind", "peak_mb"}


def test_the_cost_of_a_row_is_told_beside_the_smallest_table_s() -> None:
    found = {100: {"load": 0.5, "bind": 0.5}, 1000: {"load": 10.0, "bind": 5.0}}
    assert tables.compare(found)["1000"]["a_row_to_the_smallest"] == 1.5


@pytest.mark.parametrize("file", ["c.csv", "c.jsonl", "c.json", "c.xlsx"])
def test_a_table_of_any_kind_is_read_up_to_its_budget(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asked for the rows: joins and glossaries have no count of their own."""
    monkeypatch.setattr(reading, "MAX_ROWS", 20)
    lines = ['{"name": "Fox"}'] * 30
    made: dict[str, str | bytes] = {
        "c.csv": "name\n" + "Fox\n" * 30, "c.jsonl": "\n".join(lines),
        "c.json": f"[{','.join(lines)}]", "c.xlsx": workbook([("name",), *[("Fox",)] * 30]),
    }  # fmt: skip
    report, rows = Report(), list[Node]()
    assert reading.read_rows(MemoryGame(made), TableSource(file), {}, rows.append, report)
    (found,) = report.findings
    assert found.code == "over-budget"
    assert len(rows) == 21
