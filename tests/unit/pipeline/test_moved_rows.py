"""A row added to a delimited table or a workbook moves the rows below it, and what is kept is found
at its new place: after each edit a check says what one from nothing says."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.read.tables import row_lines
from tests.unit.pipeline.test_moved_lines import (
    LONG,
    check,
    check_afresh,
    folder,
    list_lines,
)

__all__ = ["folder"]

WITH_ID = f"name,id\nFox,fox\nOwl the the,owl\n{LONG},last\n"
WITHOUT = f"name,note\nFox,\nOwl the the,x\n{LONG},\n"


@pytest.fixture
def table(folder: Path) -> Path:
    """The card table of the game, in the place of its YAML."""
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("cards.yaml", "cards.csv"), "utf-8")
    table = folder / "cards.csv"
    table.write_text(WITH_ID, "utf-8")
    return table


@pytest.mark.parametrize("rows", [WITH_ID, WITHOUT])
@pytest.mark.parametrize("above", ["Elk,new", '"Elk\nCow",new', ",", "   ", "Elk,new\nHare,\n"])
def test_a_row_above_binds_no_other_card(
    folder: Path,
    table: Path,
    bound: list[str],
    rows: str,
    above: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table.write_text(rows, "utf-8")
    before = check(folder)
    bound.clear()
    head, rest = rows.split("\n", 1)
    table.write_text(f"{head}\n{above}\n{rest}", "utf-8")
    found = check(folder)
    assert not {"fox", "owl", "owl-the-the", "last"} & set(bound)
    lines = above.count("\n") + 1
    moved = {line + lines for line in list_lines(before, "cards.csv") if line > 1}
    assert moved
    assert moved <= list_lines(found, "cards.csv")
    assert found == check_afresh(folder, monkeypatch)


@pytest.mark.parametrize(
    "rows",
    [
        "name,id\nOwl the the,b\nFox,a\n",
        "name,id\nFox the the,a\nOwl,a\nFox,a\n",  # an id that is there twice
        "id,name\nfox,Fox\n,Owl the the\n,Owl the the\n",
        "name;id\nOwl the the;fox\n",  # divided otherwise
        'name,id\n"Fox\n\nthe the",fox\nOwl the the,owl\n',
        "ID,name\nfox,Owl the the\nowl,Fox\n",
        f"kind,name\nland,A{LONG}\nland,B{LONG}\n",
        'note,name\n"two\nlines",Owl the the\nx,Fox\n',
        "name,id\nFox,fox\nOwl the the,owl\n\n\nElk the the,elk\n",
    ],
)
def test_rows_that_come_go_and_change_places_have_their_own_findings(
    folder: Path, table: Path, rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(folder)
    head, rest = rows.split("\n", 1)
    for text in (rows, f"{head}\nNew,n\n{rest}", WITH_ID, f"{head}\n\n{rest}", rows):
        table.write_text(text, "utf-8")
        assert check(folder) == check_afresh(folder, monkeypatch)


def test_two_decks_that_divide_a_table_in_two_ways_have_their_own_findings(
    folder: Path, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is the first row in one is the second in the other."""
    game = folder / "game.yaml"
    other = (
        """others: {cards: {file: cards.csv, separator: bar}, fields: {name: {from: "name,x"}}"""
    )
    text = game.read_text("utf-8").replace("others: {cards: cards.csv", other)
    game.write_text(text, "utf-8")
    first, second = f"A{LONG}", f"B{LONG}"
    rows = f"name,x|id\n{first},1|{second}\n{second},2|{first}\n"
    table.write_text(rows, "utf-8")
    for _ in range(3):
        found = check(folder)
        assert list_lines(found, "cards.csv")
        assert found == check_afresh(folder, monkeypatch)
        table.write_text(table.read_text("utf-8").replace("\n", "\n\n", 1), "utf-8")


def test_rows_beyond_those_in_memory_are_known_by_their_lines(
    folder: Path, table: Path, bound: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_lines, "MAX_IN_MEMORY", 2)
    check(folder)
    bound.clear()
    table.write_text(WITH_ID.replace("\n", "\n\n", 1), "utf-8")
    found = check(folder)
    assert set(bound) == {"last"}
    assert found == check_afresh(folder, monkeypatch)
