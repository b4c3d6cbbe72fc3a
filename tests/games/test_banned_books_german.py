"""Banned Books' fixed texts in German: all of them, and they fit."""

from __future__ import annotations

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import lay_out_game
from cardgen.render.listing import words
from cardgen.translation.po_files import find_files, read_status, update_file
from tests.conftest import ROOT

BOOKS = ROOT / "card_data" / "banned-books"


def test_every_fixed_text_is_translated_and_the_file_is_up_to_date() -> None:
    game, report = DiskGame(BOOKS), Report()
    (file,) = find_files(game, [])
    status = read_status(game, file, report)
    assert status is not None
    assert (status.status.percent, report.findings) == (100, ())
    before = (BOOKS / file.path).read_bytes()
    made = update_file(game, file, report)
    assert made is not None
    assert not made.changed
    assert (BOOKS / file.path).read_bytes() == before


def test_the_german_edition_prints_german_and_fits() -> None:
    report = Report()
    checked = lay_out_game(DiskGame(BOOKS, "de"), report)
    assert checked is not None
    assert [f.code for f in report.findings if f.severity == "error"] == []
    said = " ".join(words(scene) for scene in checked.laid.scenes.values())
    assert "GEHEIMWORT" in said
    assert "SECRET" not in said
