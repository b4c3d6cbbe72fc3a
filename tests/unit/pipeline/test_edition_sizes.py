"""`fit: editions`: the edition with the longest words decides on the size in all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import GameFiles
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.check_record import check_project
from cardgen.pipeline.inspection import lay_out_game

LONG = (
    "Nimm so viele Karten, wie andere vor dir auf dem Tisch haben liegen lassen, und behalte sie."
)
FILES = {
    "game.yaml": """\
game: A
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: d.yaml, size: poker, front: f}}
editions:
  de: {language: de, translation: de.csv}
  fr: {language: fr, translation: fr.csv}
""",
    "d.yaml": "- {id: fox, rule: Draw a card.}\n- {id: owl, rule: Pass.}\n",
    "de.csv": f'id,rule\nfox,"{LONG}"\nowl,Passe.\n',
    "fr.csv": "id,rule\nfox,Piochez.\nowl,Passez.\n",
    "layouts.yaml": """\
layouts:
  f:
    safe:
      - {text: "{{ rule }}", font: text, size: 20pt, min-size: 6pt, fit: FIT, height: 20mm}
""",
}
EDITIONS = ("", "de", "fr")


def files(fit: str) -> dict[str, str | bytes]:
    return {**FILES, "layouts.yaml": FILES["layouts.yaml"].replace("FIT", fit)}


def sizes(game: GameFiles) -> set[float]:
    checked = lay_out_game(game, Report())
    assert checked is not None
    faces = [card.front for card in checked.bound.decks[0].cards]
    texts = [one for face in faces for one in checked.laid.elements(face)]
    return {one.block.size for one in texts if one.block is not None}


def test_a_deck_that_shares_over_all_editions_has_one_size_in_each() -> None:
    found = [sizes(MemoryGame(files("editions"), edition=name)) for name in EDITIONS]
    assert found[0] == found[1] == found[2]
    assert len(found[0]) == 1
    assert max(found[0]) < 20


def test_a_deck_that_shares_by_itself_has_a_size_of_its_own() -> None:
    found = [sizes(MemoryGame(files("deck"), edition=name)) for name in EDITIONS]
    assert found[0] == found[2] == {20}
    assert max(found[1]) < 20


def test_only_one_edition_is_enough_and_none_is_as_a_deck() -> None:
    game = files("editions")
    text = str(game["game.yaml"])
    game["game.yaml"] = text[: text.index("editions:")]
    assert sizes(MemoryGame(game)) == {20}


def test_a_fault_of_another_edition_is_no_fault_of_this_one() -> None:
    game = {**files("editions"), "fr.csv": "id,rule\nelk,Piochez.\n"}
    report = Report()
    checked = lay_out_game(MemoryGame(game, edition="de"), report)
    assert checked is not None
    assert report.findings == ()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in files("editions").items():
        (tmp_path / name).write_text(str(text), "utf-8")
    return tmp_path


def test_a_translation_that_grew_is_noticed_where_its_words_are_not_printed(folder: Path) -> None:
    """What other editions say is an input of each of them."""
    game = DiskGame(folder)
    check_project(game, {})
    assert folder / "de.csv" in game.inputs.states
    assert sizes(DiskGame(folder)) == sizes(DiskGame(folder, "de"))
