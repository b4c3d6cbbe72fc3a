"""PDFs of cards are read as the words of the cards: PDF/UA-1, held against its clauses."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from cardgen.targets.registry import find_target
from tests.support.pdfua_checker import Tagged, failed
from tests.support.small_games import zoo
from tests.support.target_runs import write_target
from tests.targets.box.test_tuck_boxes import write as write_box


def build(target: str, folder: Path) -> list[Path]:
    write_target(find_target(target), folder / "out", zoo("beasts", "twins"))
    return sorted((folder / "out").rglob("*.pdf"))


@pytest.mark.parametrize("target", ["mpc", "proof", "sheets"])
def test_pdfs_of_cards_are_accessible_in_every_clause(target: str, tmp_path: Path) -> None:
    files = build(target, tmp_path)
    assert files
    assert {path.name: failed(path) for path in files} == {path.name: {} for path in files}


def test_a_page_is_read_as_the_words_of_its_card(tmp_path: Path) -> None:
    fronts = next(path for path in build("mpc", tmp_path) if path.name == "fronts.pdf")
    file = Tagged.read(fronts)
    said = [str(part.thing.Alt) for part in file.parts if part.role == "/Figure"]
    with pikepdf.open(fronts) as pdf:
        assert len(said) == len(pdf.pages)
        assert str(pdf.Root.Lang) == "en"
    assert said[0] == "beasts 0"


def test_a_contact_sheet_is_read_as_its_cards_and_their_words(tmp_path: Path) -> None:
    proof = next(path for path in build("proof", tmp_path) if path.name == "beasts.pdf")
    file = Tagged.read(proof)
    said = [str(part.thing.Alt) for part in file.parts if part.role == "/Figure"]
    assert said[0].startswith("beasts, fronts. ")
    assert "beasts-0: beasts 0. " in said[0]


@pytest.mark.parametrize("options", [{}, {"paper": "a4"}])
def test_a_box_laid_flat_is_read_as_what_it_is_and_the_words_of_its_panels(
    options: dict[str, str], tmp_path: Path
) -> None:
    (file,) = write_box(tmp_path / "out", **options).glob("*.pdf")
    assert failed(file) == {}
    tagged = Tagged.read(file)
    said = [str(part.thing.Alt) for part in tagged.parts if part.role == "/Figure"]
    with pikepdf.open(file) as pdf:
        assert len(said) == len(pdf.pages)
    assert "Lantern: tuck. Inside " in said[0]
    assert "front: no words." in said[0]
    assert all(said)
