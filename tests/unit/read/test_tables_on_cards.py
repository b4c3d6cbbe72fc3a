"""Whatever stands in the cells of a table is on the cards, or there is a finding."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.inspection import check_game
from tests.support import sixty_cards
from tests.support.workbooks import open_document, workbook
from tests.unit.bind.test_card_values import words

GAME = """\
game: G
fonts: {text: {regular: fonts/EBGaramond-Regular.ttf, bold: fonts/EBGaramond-Bold.ttf}}
decks: {d: {cards: FILE, size: poker, front: f}}
"""
LAYOUTS = """\
layouts:
  f:
    safe:
      - column:
          - {text: "{{ one }}", font: text, size: 9pt, smart: no, markup: no}
          - {text: "{{ two }}", font: text, size: 9pt, smart: no, markup: no}
"""
CELL = st.text("aZ09 ,;|\t\"'#&{}*<>/\\=+-.%äß€\n", max_size=12)
TABLES = st.lists(st.tuples(CELL, CELL), min_size=1, max_size=4)


def delimited(rows: list[tuple[str, str]], separator: str) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows([("one", "two"), *rows])
    return out.getvalue().encode()


def lines(rows: list[tuple[str, str]]) -> bytes:
    return "\n".join(json.dumps({"one": one, "two": two}) for one, two in rows).encode()


MAKE: dict[str, Callable[[list[tuple[str, str]]], bytes]] = {
    "t.csv": lambda rows: delimited(rows, ","),
    "t.tsv": lambda rows: delimited(rows, "\t"),
    "t.jsonl": lines,
    "t.xlsx": lambda rows: workbook([("one", "two"), *rows]),
    "t.ods": lambda rows: open_document([("one", "two"), *rows]),
}


@settings(deadline=None, derandomize=True, max_examples=100)
@pytest.mark.parametrize("file", MAKE)
@given(rows=TABLES)
def test_what_is_in_the_cell_is_on_the_card_or_there_is_a_finding(
    file: str, rows: list[tuple[str, str]]
) -> None:
    """A hundred tables of each of five kinds."""
    files: dict[str, str | bytes] = {"game.yaml": GAME.replace("FILE", file)}
    files |= {"layouts.yaml": LAYOUTS, file: MAKE[file](rows)}
    report = Report()
    checked = check_game(MemoryGame(files), report, checks=())
    if checked is None:
        assert any(f.severity == "error" for f in report.findings)
        return
    filled = [row for row in rows if file == "t.jsonl" or any(cell.strip() for cell in row)]
    cards = checked.bound.decks[0].cards
    assert len(cards) == len(filled) or report.findings
    if not report.findings:
        for card, row in zip(cards, filled, strict=True):
            printed = "".join(words(element) for element in card.front.body.safe)
            assert "".join(printed.split()) == "".join("".join(row).split())


@pytest.mark.slow
def test_the_same_table_in_every_format_is_printed_to_the_same_bytes(tmp_path: Path) -> None:
    cells = sixty_cards.rows()
    made = {kind: (file, make(cells)) for kind, (file, make) in sixty_cards.FORMATS.items()}
    made["xls"] = ("cards.xls", (sixty_cards.DATA / "sixty_cards.xls").read_bytes())
    types = "cost: number, tags: list, share: text, day: text, rule: text"
    fields = f"fields: {{name: {{from: Karten Name}}, {types}}}"
    prints = {}
    for kind, (file, data) in made.items():
        folder = tmp_path / kind.replace(" ", "-") / "game"
        folder.mkdir(parents=True)
        deck = f"{{cards: {file}, size: poker, front: f, {fields}}}"
        game = GAME.replace("{cards: FILE, size: poker, front: f}", deck)
        (folder / "game.yaml").write_text(game, "utf-8")
        text = "{{ name }} {{ cost }} {{ share }} {{ day }} {{ tags }} {{ rule }}"
        layouts = LAYOUTS.replace("{{ one }}", text).replace("{{ two }}", "{{ copies }}")
        (folder / "layouts.yaml").write_text(layouts, "utf-8")
        (folder / file).write_bytes(data)
        request = BuildRequest(targets={"sheets": {}}, output=folder.parent / "out", jobs=1)
        report = Report()
        assert build_game(DiskGame(folder), request, report).written, report.findings
        pdfs = sorted((folder.parent / "out").rglob("*.pdf"))
        prints[kind] = [path.read_bytes() for path in pdfs]
    assert prints["comma"]
    assert [kind for kind, found in prints.items() if found != prints["comma"]] == []
