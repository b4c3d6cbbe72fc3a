"""Features that words are to have, and the face that prints them lacks, are told."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

FILES: Mapping[str, str] = {
    "game.yaml": """\
game: Fables
fonts:
  text: {regular: fonts/EBGaramond-Regular.ttf, bold: fonts/Fraunces-SemiBold.ttf}
  head: {regular: fonts/Fraunces-SemiBold.ttf, fallback: text}
decks: {beasts: {cards: beasts.yaml, size: poker, front: beast}}
""",
    "layouts.yaml": """\
styles:
  small: {features: smcp}
  heavy: {font: head}
layouts: {beast: {safe: [{text: "{{ name }}", font: text, size: 9pt}]}}
""",
}


def lacking(rule: str, **layout: str) -> list[str]:
    """The features that are told to be lacking, with the columns where."""
    layouts = FILES["layouts.yaml"]
    for old, new in layout.items():
        layouts = layouts.replace(f"{old}: text", new)
    report = Report()
    files = {**FILES, "layouts.yaml": layouts, "beasts.yaml": f"- {{name: '{rule}'}}\n"}
    check_game(MemoryGame(files), report, checks=())
    found = [finding for finding in report.findings if finding.code == "missing-feature"]
    assert {finding.severity for finding in found} <= {"warning"}
    return [f"{one.message.split('`')[-2]} at {one.span.column}" for one in found if one.span]


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ("[an owl]{sc}", []),
        ("**[an owl]{sc}**", ["smcp at 14"]),
        ("an **owl**", []),
        ("an [owl]{small heavy}", ["smcp at 15"]),
        ("an [owl]{heavy small}, an [elk]{heavy small}", ["smcp at 15"]),
        ("an [owl]{small}", []),
        ("**[– ☙]{sc}**", []),
    ],
)
def test_small_capitals_of_words_are_told_where_their_face_has_none(
    rule: str, found: list[str]
) -> None:
    assert lacking(rule) == found


def test_of_a_text_that_asks_for_a_feature_each_other_face_is_told_once() -> None:
    asked = "font: text, features: onum"
    assert lacking("12 owls, **13** elks, **14** hens", font=asked) == ["onum at 22"]


def test_of_the_texts_own_font_it_is_told_where_its_style_asks_for_it() -> None:
    found = lacking("12 owls and [13]{small}", font="font: head, features: onum")
    assert found == ["smcp at 24", "onum at 69"]


def test_a_fallback_that_prints_letters_is_asked_too() -> None:
    """EB Garamond has the Greek that Fraunces lacks, and small capitals, but no `ss20`."""
    assert lacking("Λόγος", font="font: head, features: [smcp, ss20]") == [
        "ss20 at 11",
        "smcp at 69",
        "ss20 at 69",
    ]


def test_a_letter_that_has_no_small_capital_is_told_by_itself() -> None:
    """EB Garamond has none of the dotted i of Turkish, which prints as it is."""
    turkish = "language: tr, font: text"
    assert lacking("[an istanbul inn]{sc}") == []
    assert lacking("an [istanbul inn]{sc}", font=turkish) == ["i at 15"]
    assert lacking("an inn", font=f"{turkish}, features: smcp") == ["i at 14"]
