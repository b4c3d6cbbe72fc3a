"""A base game and its expansion as editions: the sums of each are held, and so are its cards.

Penny Press, in tests/data/games, is sold as a base game, as an expansion, and as both in a box.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.edition_checks import check_views
from cardgen.read.game import GameSpec, list_editions, read_game
from tests.support.samples import ROOT

GAME = ROOT / "tests" / "data" / "games" / "penny-press"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    copied = shutil.copytree(GAME, tmp_path / "penny-press")
    shutil.copytree(ROOT / "fonts", tmp_path / "fonts")
    return copied


def views(folder: Path) -> list[DiskGame]:
    names = ("", *list_editions(DiskGame(folder)))
    return [DiskGame(folder, name) for name in names]


def spec(edition: str) -> GameSpec:
    report = Report()
    found = read_game(DiskGame(GAME, edition), report)
    assert found is not None
    assert report.findings == ()
    return found


def total(of: GameSpec, *fields: str) -> list[int]:
    """Cards in all, then the sums of fields over their copies."""
    cards = [card for deck in of.cards.values() for card in deck]
    sums = [sum(int(str(c.values.get(f) or 0)) * c.copies for c in cards) for f in fields]
    return [sum(card.copies for card in cards), *sums]


def test_the_game_and_all_its_editions_are_without_findings(game: Path) -> None:
    assert check_views(views(game)).findings == ()


@pytest.mark.parametrize(
    ("edition", "cards", "values", "fame"),
    [("", 28, 33, 23), ("base", 25, 23, 23), ("expansion", 8, 20, 8), ("complete", 33, 43, 31)],
)
def test_each_edition_has_the_cards_values_and_fame_that_are_its_own(
    edition: str, cards: int, values: int, fame: int
) -> None:
    """The complete game is the base and the expansion, card for card."""
    assert total(spec(edition), "value", "fame") == [cards, values, fame]


def test_what_is_in_the_box_is_the_base_and_the_expansion() -> None:
    def cards(edition: str) -> set[tuple[str, str]]:
        read = spec(edition).cards
        return {(deck, str(card.values["letter"])) for deck in read for card in read[deck]}

    assert cards("base") | cards("expansion") == cards("complete")
    assert not cards("base") & cards("expansion")


@pytest.mark.parametrize(
    ("file", "old", "new", "editions"),
    [
        ("more-letters.yaml", "copies: 3", "copies: 4", ["expansion", "complete"]),
        ("more-fame.yaml", "cost: 11", "cost: 7", ["expansion", "complete"]),
        ("pairs.yaml", "copies: 2", "copies: 1", ["game as it is", "expansion", "complete"]),
        ("starters.yaml", "S, copies: 2", "S, copies: 3", ["game as it is", "base", "complete"]),
        ("base.yaml", "total: 25", "total: 24", ["base"]),
    ],
)
def test_a_sum_that_is_off_is_found_in_the_editions_that_have_the_cards(
    game: Path, file: str, old: str, new: str, editions: list[str]
) -> None:
    text = (game / file).read_text("utf-8")
    assert old in text
    (game / file).write_text(text.replace(old, new), "utf-8")
    found = [one for one in check_views(views(game)).findings if one.severity == "error"]
    assert found
    said = " ".join(note.message for one in found for note in one.notes)
    names = {"game as it is": "game as it is"} | {n: f"`{n}`" for n in spec("").file.editions}
    assert [name for name, told in names.items() if told in said] == editions


def test_each_edition_is_built_into_a_folder_of_its_own(game: Path, tmp_path: Path) -> None:
    made = {}
    for view in views(game):
        request = BuildRequest(targets={"data": {}}, output=tmp_path / "out", jobs=1)
        build_game(view, request, Report())
        folder = tmp_path / "out" / "penny-press" / view.edition / "data"
        told = json.loads((folder / "cards.json").read_text("utf-8"))
        made[told["game"]] = told["total"]
    assert list(made.values()) == [25, 8, 33]  # as it is and base have one name
