"""Cards that a copy of the process looks at: which, and that what it finds is what is there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.game.bound_game import BoundGame
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.layout.face import laid_face, layouter
from cardgen.layout.face.laid_face import LaidFace
from cardgen.pipeline import cards_beside, pages_beside
from cardgen.pipeline.cards_beside import take_cards
from cardgen.pipeline.edition_checks import check_all
from cardgen.pipeline.inspection import inspect_game

GAME = """\
game: Beside
palette: {sand: "#eeddaa", pale: "#e6d59f", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks:
  plain: {cards: plain.yaml, size: mini, front: front}
  shady: {cards: shady.yaml, size: mini, front: front}
booklets: {rules: {text: rules.md, page: a6, styles: {body: body}}}
"""
LAYOUTS = """\
styles: {body: {font: text, size: 10pt, color: ink}}
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe:
      - {text: "{{ name }}", font: text, size: 12pt, color: "{{ shade }}"}
      - {text: "{{ low }}", font: text, size: 12pt, color: ink, bottom: -2mm}
"""
PLAIN = "".join(f"- {{name: Card {number}, shade: ink, low: ''}}\n" for number in range(20))
SHADY = """\
- {name: Fox, shade: ink, low: ''}
- {name: Hen, shade: ink, low: ''}
- {name: Owl, shade: pale, low: ''}
- {name: Cat, shade: ink, low: Deep}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    found = tmp_path / "games" / "beside"
    found.mkdir(parents=True)
    files = {
        "game.yaml": GAME,
        "layouts.yaml": LAYOUTS,
        "plain.yaml": PLAIN,
        "shady.yaml": SHADY,
        "rules.md": "# Play\n\nPlay a card.\n",
    }
    for name, text in files.items():
        (found / name).write_text(text, "utf-8")
    return found


def bind(folder: Path) -> BoundGame:
    inspected = inspect_game(DiskGame(folder), Report(), checks=())
    assert inspected is not None
    return inspected.bound


def list_taken(bound: BoundGame) -> list[tuple[str, str]]:
    part = take_cards(bound)
    decks = part.decks if part else ()
    return [(card.deck, str(card.values["name"])) for deck in decks for card in deck.cards]


def test_a_copy_takes_the_last_half_of_the_cards_by_their_letters(folder: Path) -> None:
    taken = list_taken(bind(folder))
    cards = [("plain", f"Card {number}") for number in range(20)]
    cards += [("shady", name) for name in ("Fox", "Hen", "Owl", "Cat")]
    assert taken == cards[12:]
    (folder / "shady.yaml").write_text(SHADY.replace("Cat", "Cat " * 100), "utf-8")
    assert 1 < len(list_taken(bind(folder))) < 12, "one of them says more than others"
    (folder / "shady.yaml").write_text(SHADY.replace("Cat", "Cat " * 500), "utf-8")
    assert list_taken(bind(folder)) == [], "one says more than all others"


def test_a_copy_with_long_booklets_takes_fewer_cards(folder: Path) -> None:
    (folder / "rules.md").write_text("Play a card.\n\n" * 36, "utf-8")
    assert len(list_taken(bind(folder))) == 6, "36 blocks take as long as 18 of 24 cards"
    (folder / "rules.md").write_text("Play a card.\n\n" * 48, "utf-8")
    assert list_taken(bind(folder)) == []


def test_cards_of_a_large_game_are_left_here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards_beside, "MAX_IN_MEMORY", 23)
    assert list_taken(bind(folder)) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no other system forks safely")
def test_what_a_copy_finds_on_its_cards_is_found_without_one(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid: list[str] = []
    real = laid_face.lay_out_face

    def lay_out_face(face: BoundFace, forced: Any) -> LaidFace:
        laid.append(face.card)
        return real(face, forced)

    monkeypatch.setattr(layouter, "lay_out_face", lay_out_face)
    monkeypatch.setattr(pages_beside, "can_fork", lambda: True)
    found = check_all(DiskGame(folder))[1].findings
    cards = {(finding.code, finding.card) for finding in found if finding.card}
    assert cards == {("low-contrast", "shady/owl"), ("text-outside-safe", "shady/cat")}
    assert set(laid[:12]) == {f"card-{number}" for number in range(12)}
    assert set(laid[12:]) == {"owl"}, "whose pixels are looked at here"
    monkeypatch.setattr(pages_beside, "can_fork", lambda: False)
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "other"))
    assert check_all(DiskGame(folder))[1].findings == found
