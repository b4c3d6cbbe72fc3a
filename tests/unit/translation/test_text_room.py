"""Translators are told how many characters fit; a text of the longest language shows what does."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import check_game, lay_out_game
from cardgen.render.listing import words
from cardgen.translation.po_files import find_files, update_file

FILES = {
    "game.yaml": """\
game: A
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: d.yaml, size: poker, front: f}}
editions: {de: {language: de}, fi: {language: fi}, he: {language: he, fonts: {}}}
""",
    "d.yaml": "- {id: fox, name: Fox, rule: Take a card and show it to all of the others.}\n",
    "layouts.yaml": """\
layouts:
  f:
    safe:
      - {text: "{{ name }}", font: text, size: 20pt, top: 0, height: 10mm}
      - {text: "{{ rule }}", font: text, size: 11pt, min-size: 9pt, top: 10mm, height: 24mm}
      - {text: It grows with its words., font: text, size: 9pt, top: 40mm}
      - {overlay: [{text: It fills its box., font: text, size: 9pt}], top: 50mm, height: 10mm}
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def update(folder: Path, language: str = "de") -> polib.POFile:
    game = DiskGame(folder)
    for file in find_files(game, []):
        report = Report()
        assert update_file(game, file, report) is not None, report.findings
    return polib.pofile(str(folder / "translations" / f"{language}.po"))


def told(folder: Path) -> dict[str, int]:
    found = {e.msgid: re.search(r"about (\d+) characters? fit", e.comment) for e in update(folder)}
    return {text: int(match[1]) for text, match in found.items() if match}


def test_a_text_whose_box_has_its_height_says_how_many_characters_fit(folder: Path) -> None:
    assert told(folder).keys() == {
        "Fox",
        "Take a card and show it to all of the others.",
        "It fills its box.",
    }


@pytest.mark.parametrize(("share", "fits"), [(0.8, True), (1.4, False)])
def test_what_is_told_is_about_what_fits(folder: Path, share: float, fits: bool) -> None:
    source = "Take a card and show it to all of the others."
    room = told(folder)[source]
    made = update(folder)
    long = " ".join(["Nimm eine Karte und zeig sie allen anderen."] * 20)[: int(room * share)]
    for entry in made:
        entry.msgstr = long if entry.msgid == source else entry.msgid
    made.save(str(folder / "translations" / "de.po"))
    report = Report()
    lay_out_game(DiskGame(folder, "de"), report)
    overflows = [f for f in report.findings if f.code == "text-overflow"]
    assert (not overflows) is fits


def test_the_count_stays_when_nothing_changes(folder: Path) -> None:
    first = update(folder)
    assert str(update(folder)) == str(first)


# --- the longest of all languages ----------------------------------------------------------------


def translate(folder: Path, language: str, texts: dict[str, str]) -> None:
    made = update(folder, language)
    for entry in made:
        entry.msgstr = texts.get(entry.msgid, "")
    made.save(str(folder / "translations" / f"{language}.po"))


def said(folder: Path, edition: str) -> str:
    checked = lay_out_game(DiskGame(folder, edition), Report())
    assert checked is not None
    return words(checked.laid.scenes[checked.bound.decks[0].cards[0].front])


def test_the_edition_longest_prints_each_text_in_the_language_that_needs_most(folder: Path) -> None:
    translate(folder, "de", {"Fox": "Fuchs", "It fills its box.": "Füllt."})
    translate(folder, "fi", {"Fox": "Kettu on kettu", "It fills its box.": "Se täyttää sen aina."})
    lines = said(folder, "longest")
    assert "Kettu on kettu" in lines
    assert "Se täyttää" in lines
    assert "Take a card" in lines
    assert "Fuchs" not in lines


def test_a_language_in_fonts_of_its_own_is_not_among_them(folder: Path) -> None:
    """Its letters are not in the fonts of the game."""
    translate(folder, "he", {"Fox": "שועל ארוך מאוד מאוד"})
    assert "Fox" in said(folder, "longest")


def test_what_does_not_fit_is_found_at_its_line_of_the_longest_language(folder: Path) -> None:
    translate(folder, "fi", {"Fox": "Kettu on hyvin pitkä sana, joka ei mahdu minnekään"})
    report = Report()
    check_game(DiskGame(folder, "longest"), report)
    found = [f for f in report.findings if f.code == "text-overflow"]
    assert [f.span.file for f in found if f.span] == ["translations/fi.po"]


def test_an_edition_of_the_game_may_be_called_longest(folder: Path) -> None:
    game = FILES["game.yaml"].replace("editions: {", "editions: {longest: {game: B}, ")
    (folder / "game.yaml").write_text(game, "utf-8")
    translate(folder, "fi", {"Fox": "Kettu on kettu"})
    assert "Fox" in said(folder, "longest")
