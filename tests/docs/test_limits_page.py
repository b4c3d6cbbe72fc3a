"""The page of limits says what the program holds to."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from cardgen.read.models.pydantic_models import typed_fields
from cardgen.render.workers import pool

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "limits.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("module", "name", "shown"),
    [
        ("files.game_files", "MAX_TEXT_BYTES", "8 MB"),
        ("files.game_files", "MAX_TABLE_BYTES", "16 MB"),
        ("files.game_files", "MAX_ASSET_BYTES", "64 MB"),
        ("read.tables.row_budget", "MAX_ROWS", "100,000 rows"),
        ("read.tables.cards", "MAX_FIELDS", "1,000 fields"),
        ("read.tables.copies", "MAX_COPIES", "| 10,000 |"),
        ("read.tables.cells", "MAX_UNPACKED_BYTES", "120 MB"),
        ("read.tables.cells", "MAX_CELLS", "4,000,000 cells"),
        ("read.syntax.node_builder", "MAX_DEPTH", "60 levels"),
        ("read.syntax.node_builder", "MAX_NODES", "400,000 nodes"),
        ("text.font_check", "MAX_UNPACKED", "64 MB"),
        ("text.font_check", "MAX_LANGUAGES", "5,000"),
        ("bind.picture_budget", "MAX_PIXELS", "80 megapixels"),
        ("bind.picture_budget", "MAX_PROGRESSIVE_PIXELS", "50 megapixels"),
        ("bind.picture_budget", "MAX_SIDE", "30,000 pixels"),
        ("bind.picture_budget", "MAX_SCANS", "50 scans"),
        ("bind.picture_budget", "MAX_CHUNKS", "50,000 chunks"),
        ("bind.picture_budget", "MAX_OTHER_CHUNKS", "1,000 that are no pixels"),
        ("bind.picture_budget", "MAX_PNG_BYTES", "500 MB"),
        ("bind.picture_budget", "MAX_TINTED_PIXELS", "| 4 megapixels"),
        ("bind.picture_budget", "MAX_ALL_TINTED_PIXELS", "40 of all"),
        ("bind.pictures", "MAX_ALL_PIXELS", "of a game | 80 megapixels"),
        ("bind.pictures", "PIXELS_PER_BYTE", "50 pixels for each byte"),
        ("svg.tree", "MAX_BYTES", "5 MB"),
        ("svg.draw", "MAX_DRAWN", "20,000 elements"),
        ("svg.tree", "MAX_DEPTH", "48 levels"),
        ("svg.draw", "MAX_SEGMENTS", "200,000 lines"),
        ("svg.variables", "MAX_VARIABLES", "| 400; 25 |"),
        ("svg.pattern", "MAX_TILES", "4,000 for a shape"),
        ("svg.pattern", "MAX_CUT_TILES", "1,000 where something sticks out"),
        ("svg.pattern", "MAX_SEGMENTS", "40,000 lines and curves"),
        ("layout.face.effects", "MAX_BLENDS", "| 100 |"),
        ("read.deck_functions", "MOST_STEPS", "| 2,000,000 |"),
        ("expressions.syntax", "MAX_SOURCE", "4,000 characters"),
        ("expressions.sandbox", "MAX_TEXT", "20,000 characters"),
        ("expressions.syntax", "MAX_NODES", "500 parts"),
        ("expressions.syntax", "MAX_DEPTH", "30 levels"),
        ("read.markdown_text.parser", "MAX_CHARACTERS", "200,000 characters"),
        ("read.markdown_text.syntax", "MAX_NESTING", "12 levels"),
        ("read.markdown_text.parser", "MAX_BRACKETS", "1,500 brackets"),
        ("bind.elements.binder", "MAX_REPEATS", "200 times an element"),
        ("bind.elements.binder", "MAX_ALL_REPEATS", "5,000 a card"),
        ("bind.elements.barcode", "MAX_BARCODES", "| 20 on a card"),
        ("bind.elements.barcode", "MAX_SAID", "8,000 characters together"),
        ("bind.elements.outline", "MAX_OUTLINE", "letters of an `outline` | 100 |"),
        ("bind.card.inheritance", "_MAX_CHAIN", "extend each other in a row | 100 |"),
        ("layout.face.art", "MAX_TILES", "| 2,000 | `over-budget`"),
        ("read.credits", "MAX_PATTERNS", "2,000 names or patterns"),
        ("read.credits", "MAX_LENGTH", "of 1,000 characters"),
        ("read.layout_files", "MAX_FILES", "files of layouts | 40 |"),
        ("read.tables.archive", "MAX_ELEMENTS", "1,000,000 elements of XML"),
        ("read.tables.file_patterns", "_MAX_MARKS", "name of card tables | 12 |"),
        ("svg.path_data", "MAX_DATA", "| 200,000 characters | `bad-path`"),
        ("svg.css", "MAX_RULES", "| 4,000; 256 |"),
        ("svg.gradient", "MAX_STOPS", "; 256 |"),
        ("bind.showcase.scenes", "MAX_CARDS", "scene | 200;"),
        ("bind.showcase.scenes", "MAX_SHADOWED", "| 200; 40 in"),
        ("read.translation.po_file", "MAX_LINES", "| 500,000 lines"),
        ("read.translation.po_file", "MAX_ENTRIES", "100,000 entries"),
        ("read.translation.po_file", "MAX_COMMENTS", "2,000 lines of comments"),
    ],
)
def test_the_page_of_limits_is_true(module: str, name: str, shown: str) -> None:
    figure: int = getattr(import_module(f"cardgen.{module}"), name)
    assert shown in PAGE
    numbers = [int(one.replace(",", "")) for one in re.findall(r"\d[\d,]*", shown)]
    assert figure in (*numbers, *(number * 1_000_000 for number in numbers))


@pytest.mark.parametrize(
    ("model", "name", "shown"),
    [
        ("elements.ShapeElement", "points", "points of a shape | 10,000 |"),
        ("paint.GradientSpec", "stops", "stops of a gradient | 256 |"),
        ("game_file.GameFile", "editions", "| 50; 1,000 |"),
        ("game_file.GameFile", "palette", "; 1,000 |"),
    ],
)
def test_the_page_of_limits_knows_what_models_hold_to(model: str, name: str, shown: str) -> None:
    module, kind = model.split(".")
    spec = typed_fields(getattr(import_module(f"cardgen.read.models.{module}"), kind))[name]
    (most,) = [one.max_length for one in spec.metadata if hasattr(one, "max_length")]
    assert shown in PAGE
    assert f"{most:,}" in shown


def test_the_page_says_how_many_processes_are_started_at_most() -> None:
    assert pool._MOST == 61
    assert "| processes (`-j`) | 61," in PAGE
