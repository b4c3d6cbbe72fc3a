"""Letters that another program spoiled, in whatever file of a game they stand."""

from __future__ import annotations

import json

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.read.file_trees import read_tree
from cardgen.read.translation.po_file import Catalog, add_file
from tests.support.workbooks import open_document, workbook
from tests.unit.read.test_table_formats import fault, read

ROWS = [["name", "rule"], ["Fox", "CafÃ© Noir"], ["Owl", "KÃ¤se"]]
CARDS = [dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]


@pytest.mark.parametrize(
    ("file", "data", "place"),
    [
        ("c.yaml", "# KÃ¤se\n- {name: Fox, rule: CafÃ© Noir}\n- {name: KÃ¤se}\n", "c.yaml:2:21"),
        ("c.json", json.dumps(CARDS), "c.json:1:27"),
        ("c.json", json.dumps(CARDS, ensure_ascii=False), "c.json:1:27"),
        ("c.xlsx", workbook(ROWS), "c.xlsx: Sheet1!B2"),
        ("c.ods", open_document(ROWS), "c.ods: Sheet1!B2"),
    ],
)
def test_the_first_spoiled_word_of_any_table_is_told(
    file: str, data: str | bytes, place: str
) -> None:
    found = fault(file, {file: data})
    assert (found.code, found.severity, str(found.span)) == ("spoiled-letters", "warning", place)
    assert found.hint.startswith("it was `Café`")


def test_letters_of_a_comment_are_not_looked_at() -> None:
    assert read("c.yaml", {"c.yaml": "# KÃ¤se\n- {name: Käse}\n"})[1] == ()


def test_spoiled_letters_of_the_game_and_its_layouts_are_told() -> None:
    report = Report()
    files = MemoryGame({"game.yaml": 'game: "M\\xC3\\xBChle"\npalette: {}\n'})
    read_tree(files, "game.yaml", report, None)
    (found,) = report.findings
    assert (found.code, found.hint[:15]) == ("spoiled-letters", "it was `Mühle`:")


def test_spoiled_letters_of_a_translation_are_told() -> None:
    report = Report()
    add_file(Catalog(), 'msgid "Cheese"\nmsgstr "KÃ¤se"\n', "de.po", report)
    (found,) = report.findings
    assert (found.code, str(found.span)) == ("spoiled-letters", "de.po:2:9")
