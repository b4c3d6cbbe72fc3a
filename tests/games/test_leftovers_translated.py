"""Leftovers in German and in Hebrew: every text, nothing amiss, Hebrew from the right.

The letters, and the words that are made of them, stay English: see ``ABOUT.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest

from cardgen.bind.bound_elements import OutlineBox
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.layout.booklet.pages import LaidBooklet, lay_out_booklet
from cardgen.layout.face.boxes import PlacedElement
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game, lay_out_game
from cardgen.render.listing import words
from cardgen.scene.items import Glyphs, walk
from cardgen.translation.po_files import find_files, read_status, update_file
from tests.conftest import ROOT

GAME = ROOT / "card_data" / "leftovers"
LANGUAGES = ("de", "he")
ENGLISH = re.compile(r"\b(the|your|of|and|letter|letters|turn|player)\b", re.IGNORECASE)


def laid(edition: str) -> Checked:
    checked = lay_out_game(DiskGame(GAME, edition), Report())
    assert checked is not None
    return checked


def rules(edition: str) -> LaidBooklet:
    (booklet,) = laid(edition).bound.booklets
    return lay_out_booklet(booklet)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_the_file_is_up_to_date(language: str) -> None:
    game, report = DiskGame(GAME), Report()
    (file,) = (one for one in find_files(game, []) if one.language == language)
    status = read_status(game, file, report)
    assert status is not None
    assert (status.status.percent, report.findings) == (100, ())
    made = update_file(game, file, report)
    assert made is not None
    assert not made.changed


@pytest.mark.parametrize("language", [*LANGUAGES, "longest"])
def test_the_edition_is_as_clean_as_the_game(language: str) -> None:
    report = Report()
    check_game(DiskGame(GAME, language), report)
    assert report.findings == ()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_english_is_left_but_the_words_that_are_played(language: str) -> None:
    said = [words(scene) for scene in laid(language).laid.scenes.values()]
    said += [words(page.scene) for page in rules(language).pages]
    assert not ENGLISH.findall(" ".join(said))
    assert "PLATE" in " ".join(said)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_and_their_points_are_those_of_the_game(language: str) -> None:
    def values(edition: str) -> list[tuple[object, ...]]:
        (deck,) = (one for one in laid(edition).bound.decks if one.name == "letters")
        return [(one.id, one.copies, one.values["points"]) for one in deck.cards]

    assert values(language) == values("")


@pytest.mark.slow
def test_hebrew_has_its_index_on_the_right() -> None:
    """What a fanned hand shows changes sides."""
    plain, turned = index_places(laid("")), index_places(laid("he"))
    assert plain["A"] < 25
    assert turned["A"] > 90


def index_places(checked: Checked) -> dict[str, float]:
    (deck,) = (one for one in checked.bound.decks if one.name == "letters")
    scene = checked.laid.scenes[deck.cards[0].front]
    return {
        item.text: item.glyphs[0].x
        for item in walk(scene.items)
        if isinstance(item, Glyphs) and item.glyphs
    }


@pytest.mark.slow
def test_the_english_words_of_the_examples_are_read_from_the_left_in_hebrew() -> None:
    """What stands in a row of tiles keeps its order: the points say which tile is which."""

    def points(edition: str) -> list[str]:
        checked = laid(edition)
        (deck,) = (one for one in checked.bound.decks if one.name == "moves")
        (card,) = (one for one in deck.cards if one.id == "give-take")
        tiles = [
            one
            for one in placed(checked.laid.elements(card.front))
            if getattr(one.box, "element", "") == "tile"
        ]
        tiles.sort(key=lambda one: (round(one.rect.top), one.rect.left))
        return [letter(one) for one in tiles]

    assert points("he") == points("")
    assert points("")[:5] == list("HONEY")


def placed(elements: Iterable[PlacedElement]) -> Iterator[PlacedElement]:
    for one in elements:
        yield one
        yield from placed(one.children)


def letter(tile: PlacedElement) -> str:
    (found,) = {
        one.box.text
        for one in placed(tile.children)
        if isinstance(one.box, OutlineBox) and one.box.text.isalpha()
    }
    return found


def test_the_hebrew_booklet_is_bound_on_the_right() -> None:
    assert rules("he").booklet.mirrored
    assert not rules("de").booklet.mirrored
