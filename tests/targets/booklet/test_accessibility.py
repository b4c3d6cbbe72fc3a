"""Booklets are read aloud as they are read: PDF/UA-1, held against the standard's clauses."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import check_game
from tests.conftest import ROOT
from tests.support.pdfua_checker import Tagged, failed
from tests.targets.booklet.test_pages import GAME, files, job_of, write

RULES = """\
# Tide Pool

{{ contents() }}

## The game

Every beast has an extraordinarily uncharacteristic countermeasure against the others, described
on page {{ page("scoring") }}, in [Gezeitentümpel]{lang=de} and at <https://example.org>.

#### A level too deep

1. First a crab.
2. Then a whelk:

   - in its shell,
   - or [without any shell whatsoever, which is a most unusual thing for a whelk](#scoring).

> Nobody knows the tides.

{{ hand("beasts", "crab", "whelk", caption="A hand") }}

{{ page_break() }}

## Scoring

| Beast | Worth |
|-------|------:|
| Crab  |       |
| Whelk | 2     |

{{ table("beasts", columns="name", across=2) }}
"""

FILES = {
    **files(RULES, game=GAME.replace("page: a6}", "page: a6, cover: cover}") + "language: en-GB\n"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("accessible") / "booklet"
    write(made, job_of(FILES, paper="a4"))
    return made


@cache
def spoken(path: Path) -> str:
    """The tree with its texts, as poppler reads it."""
    run = subprocess.run(
        ["pdfinfo", "-struct-text", str(path)], capture_output=True, text=True, check=True
    )
    assert run.stderr == ""
    return run.stdout


@pytest.fixture(scope="module")
def screen(folder: Path) -> Tagged:
    """Open as long as it is asked."""
    return Tagged.read(folder / "rules-screen.pdf")


@pytest.mark.parametrize("kind", ["screen", "pages"])
def test_a_booklet_is_accessible_in_every_clause(folder: Path, kind: str) -> None:
    assert failed(folder / f"rules-{kind}.pdf") == {}


def test_sheets_are_tagged_in_the_order_of_reading(folder: Path) -> None:
    """They do not claim more: who folds them does not have them read."""
    found = failed(folder / "rules-print.pdf")
    assert found == {"says_it_is_accessible": ["the metadata have no pdfuaid:part"]}
    told = [
        re.sub(r"Object \d+ 0|Link|Span", "", spoken(folder / f"rules-{kind}.pdf")).split()
        for kind in ("print", "pages")
    ]
    assert told[0] == told[1]


def test_what_is_spoken_is_what_was_written(folder: Path) -> None:
    said = re.sub(r"\s+", " ", spoken(folder / "rules-screen.pdf"))
    assert '"Every beast has an extraordinarily uncharacteristic countermeasure against' in said
    assert 'the others, described on page "' in said
    assert said.index("The game") < said.index("First a crab.") < said.index("A hand")
    assert '"A hand"' in said


def test_heads_and_feet_lines_and_grounds_are_not_read(folder: Path) -> None:
    with pikepdf.open(folder / "rules-screen.pdf") as pdf:
        code = pdf.pages[1].Contents.read_bytes().decode()
    assert "/Artifact BMC" in code
    assert re.findall(r'"([^"]*Tide Pool[^"]*)"', spoken(folder / "rules-screen.pdf")) == [
        "Tide Pool",  # the cover
        "Tide Pool",  # the title
    ]


def test_headings_lists_quotes_tables_and_figures_are_what_they_are(screen: Tagged) -> None:
    roles = [part.role for part in screen.parts]
    assert [role for role in roles if re.match(r"/H\d", role)] == ["/H1", "/H2", "/H3", "/H2"]
    assert roles.count("/L") == 2
    assert roles.count("/LI") == roles.count("/Lbl") == roles.count("/LBody") == 4
    assert roles.count("/Table") == 2
    assert roles.count("/BlockQuote") == 1
    assert roles.count("/TOCI") == 2
    assert roles.count("/Figure") == 3  # the cover, two cards


def test_a_card_says_its_words_and_a_cover_its_title(screen: Tagged) -> None:
    figures = [p for p in screen.parts if p.role == "/Figure"]
    assert [str(part.thing.Alt) for part in figures] == ["Tide Pool", "Crab", "Whelk"]


def test_parts_of_a_table_beside_each_other_are_one_table(screen: Tagged) -> None:
    """A row a beast, an empty cell among them, and the head once."""
    tables = [p for p in screen.parts if p.role == "/Table"]
    rows = [[kid.role for kid in row.kids] for row in tables[1].kids]
    assert rows == [["/TH"], ["/TD"], ["/TD"], ["/TD"]]
    assert [len(row.kids) for row in tables[0].kids] == [2, 2, 2]


def test_words_of_another_language_say_which(screen: Tagged) -> None:
    spans = [p for p in screen.parts if p.role == "/Span"]
    assert [str(part.thing.Lang) for part in spans] == ["de"]


def test_a_link_over_two_lines_is_one_link(screen: Tagged) -> None:
    links = [p for p in screen.parts if p.role == "/Link"]
    assert max(len(part.links) for part in links) == 2
    assert str(links[-1].links[0].Contents) == "Scoring"


def test_pages_are_called_by_the_numbers_that_are_printed(folder: Path) -> None:
    with pikepdf.open(folder / "rules-screen.pdf") as pdf:
        assert [page.label for page in pdf.pages] == [str(n + 1) for n in range(len(pdf.pages))]
    with pikepdf.open(folder / "rules-print.pdf") as pdf:
        assert pdf.pages[1].label == "2 + 3"


def test_the_same_booklet_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    write(tmp_path / "again", job_of(FILES, paper="a4"))
    for name in ("rules-screen.pdf", "rules-print.pdf"):
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()


def test_lines_from_the_right_are_read_in_the_order_of_their_words(tmp_path: Path) -> None:
    """A page holds them as they are seen; readers are told them as they are typed."""
    checked = check_game(DiskGame(ROOT / "card_data" / "leftovers", "he"), Report(), checks=())
    assert checked is not None
    write(tmp_path / "he", checked.job(300, lambda *_: None))
    with pikepdf.open(tmp_path / "he" / "rules-screen.pdf") as pdf:
        spans = [part for part in _parts(pdf, "/Span") if "/ActualText" in part]
        said = "".join(str(part.ActualText) for part in spans)
    assert "על השולחן מונחת מילה. צרו ממנה מילה אחרת, עם אותיות משלכם: השחקן" in said


# --- the checker is able to fail -------------------------------------------------------------


def _parts(pdf: Any, role: str) -> list[Any]:
    return [
        thing
        for thing in pdf.objects
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") == role
    ]


def _forget_words(pdf: Any) -> None:
    for figure in _parts(pdf, "/Figure"):
        del figure.Alt


def _deepen(pdf: Any) -> None:
    _parts(pdf, "/H2")[0].S = pikepdf.Name("/H4")


def _lose_content(pdf: Any) -> None:
    del _parts(pdf, "/BlockQuote")[0].K


def _swap_parents(pdf: Any) -> None:
    numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
    first = next(value for value in numbers if isinstance(value, pikepdf.Array) and len(value) > 2)
    first[0], first[1] = first[1], first[0]


def _paint_unmarked(pdf: Any) -> None:
    pdf.pages[0].contents_add(b"0 0 10 10 re f")


def _drop_cell(pdf: Any) -> None:
    row = next(row for row in _parts(pdf, "/TR") if len(row.K) == 2)
    row.K = pikepdf.Array([row.K[0]])


def _unlink(pdf: Any) -> None:
    for page in pdf.pages:
        for link in page.obj.get("/Annots", []):
            del link["/StructParent"]


def _bare_item(pdf: Any) -> None:
    item = _parts(pdf, "/LI")[0]
    item.K = pikepdf.Array([item.K[0]])


def _forget_codes(pdf: Any) -> None:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Subtype") == "/Type0":
            del thing["/ToUnicode"]


FAULTS: dict[str, Callable[[Any], None]] = {
    "says_it_is_tagged": lambda pdf: pdf.Root.__delitem__("/MarkInfo"),
    "says_it_is_accessible": lambda pdf: pdf.Root.__delitem__("/ViewerPreferences"),
    "has_a_language": lambda pdf: pdf.Root.__delitem__("/Lang"),
    "marks_all_content": _paint_unmarked,
    "has_all_content_in_the_tree": _swap_parents,
    "knows_all_its_parts": lambda pdf: _parts(pdf, "/P")[0].__setitem__(
        "/S", pikepdf.Name("/Words")
    ),
    "describes_figures": _forget_words,
    "has_headings_in_order": _deepen,
    "has_regular_tables": _drop_cell,
    "has_whole_lists": _bare_item,
    "has_links_in_the_tree": _unlink,
    "has_readable_fonts": _forget_codes,
}


@pytest.mark.parametrize("clause", FAULTS)
def test_the_checker_sees_a_file_that_breaks_a_clause(
    folder: Path, tmp_path: Path, clause: str
) -> None:
    with pikepdf.open(folder / "rules-screen.pdf") as pdf:
        FAULTS[clause](pdf)
        pdf.save(tmp_path / "faulty.pdf")
    assert clause in failed(tmp_path / "faulty.pdf")


def test_the_checker_sees_content_that_is_lost(folder: Path, tmp_path: Path) -> None:
    with pikepdf.open(folder / "rules-screen.pdf") as pdf:
        _lose_content(pdf)
        pdf.save(tmp_path / "faulty.pdf")
    assert "has_all_content_in_the_tree" in failed(tmp_path / "faulty.pdf")
