"""A collection holds several fonts: the one that is asked for, by number or name, is set."""

from __future__ import annotations

import io
from functools import cache

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.ttCollection import TTCollection

from cardgen.check.engine.registry import all_checks
from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.text.font_collection import split_face, take_face
from cardgen.text.fonts import FontError, open_face
from tests.support.samples import font_bytes

NAMES = ("EBGaramond-Regular.ttf", "EBGaramond-Bold.ttf")


@cache
def collection() -> bytes:
    """Two faces, which share what is alike."""
    made = TTCollection()
    made.fonts = [TTFont(io.BytesIO(font_bytes(name)), recalcTimestamp=False) for name in NAMES]
    out = io.BytesIO()
    made.save(out, shareTables=True)
    return out.getvalue()


def advance(data: bytes) -> float:
    face = open_face(data, name="x.ttf")
    return face.advance(face.glyph("m"))


@pytest.mark.parametrize(
    ("wanted", "same"),
    [("1", 0), ("2", 1), ("EB Garamond Regular", 0), ("eb garamond bold", 1)],
)
def test_a_face_is_taken_by_number_or_name(wanted: str, same: int) -> None:
    assert advance(take_face(collection(), wanted)) == advance(font_bytes(NAMES[same]))
    assert advance(font_bytes(NAMES[0])) != advance(font_bytes(NAMES[1]))


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("", "is a collection: say which face you want, by number or name: `#1` (EB Garamond"),
        ("3", "has no face `3`, by number or name: `#1` (EB Garamond Regular), `#2` (EB Gara"),
        ("0", "has no face `0`"),
        ("EB Garamond Light", "has no face `EB Garamond Light`"),
    ],
)
def test_a_face_that_is_not_there_is_refused_with_those_that_are(wanted: str, said: str) -> None:
    with pytest.raises(FontError) as refused:
        take_face(collection(), wanted)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("length", [4, 11, 14, 40, 5000])
def test_a_collection_cut_short_is_refused(length: int) -> None:
    with pytest.raises(FontError, match="damaged"):
        take_face(collection()[:length], "2")


def test_a_number_after_another_font_is_refused() -> None:
    with pytest.raises(FontError, match="is no collection: leave out `#2`"):
        take_face(font_bytes(), "2")


def test_a_path_is_parted_at_a_collection_only() -> None:
    assert split_face("fonts/Song.TTC#2") == ("fonts/Song.TTC", "2")
    assert split_face("fonts/Song.ttc#Song SC Bold") == ("fonts/Song.ttc", "Song SC Bold")
    assert split_face("fonts/C#.ttf") == ("fonts/C#.ttf", "")


def findings(path: str) -> tuple[Finding, ...]:
    files: dict[str, str | bytes] = {
        "game.yaml": f"game: Two\nfonts: {{text: {{regular: '{path}'}}}}\n"
        "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n",
        "cards.yaml": "- {rule: Draw two.}\n",
        "layouts.yaml": "layouts: {face: {safe: [{text: '{{ rule }}', font: text, size: 13pt}]}}\n",
        "fonts/both.ttc": collection(),
    }
    report = Report()
    check_game(MemoryGame(files), report, checks=all_checks())
    return report.findings


def test_a_game_is_set_in_a_face_of_a_collection() -> None:
    assert {f.code for f in findings("fonts/both.ttc#2")} <= {"uncredited-file"}


def test_a_game_that_does_not_say_which_face_is_told_which_there_are() -> None:
    (bad,) = [f for f in findings("fonts/both.ttc") if f.code == "bad-font"]
    assert "`#2` (EB Garamond Bold)" in bad.message
