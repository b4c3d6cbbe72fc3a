"""Quotation marks and commas in booklets are held to their words as those of cards are."""

from __future__ import annotations

import pytest

from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.edition_checks import check_views

CODES = ("unbalanced-quotes", "quote-spacing", "turned-quote", "space-before-comma")
FILES = {
    "game.yaml": """\
game: Fables
language: LANGUAGE
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {beasts: {cards: beasts.yaml, size: poker, front: beast}}
booklets: {rules: {text: rules.md, page: a6}}
""",
    "beasts.yaml": "- {name: Owl}\n",
    "layouts.yaml": 'layouts: {beast: {safe: [{text: "{{ name }}", font: text, size: 9pt}]}}\n',
}


def found(booklet: str, language: str = "en") -> list[str]:
    """The findings about marks in a booklet's text, each with its place."""
    game = FILES["game.yaml"].replace("LANGUAGE", language)
    views = [MemoryGame({**FILES, "game.yaml": game, "rules.md": booklet})]
    return [
        f"{one.code} at {one.span.line}:{one.span.column}"
        for one in check_views(views).findings
        if one.code in CODES and one.span and one.span.file == "rules.md"
    ]


@pytest.mark.parametrize(
    ("booklet", "wanted"),
    [
        ("# Rules\n\nSay “go, and draw.", ["unbalanced-quotes at 3:5"]),
        ("# Rules\n\nSay “ go”, and\ndraw “ two”.", ["quote-spacing at 3:5"]),
        ("# Rules\n\nDraw ,then go.", ["space-before-comma at 3:6"]),
        ("- Say “go”.\n- Say “stop.\n- Say “go”.", ["unbalanced-quotes at 2:7"]),
        ("> He said “go\n> on, and left.", ["unbalanced-quotes at 1:11"]),
        ("A `“` begins it.\nThen “go on", ["unbalanced-quotes at 2:6"]),
    ],
)
def test_a_mark_at_fault_is_found_at_its_place(booklet: str, wanted: list[str]) -> None:
    assert found(booklet) == wanted


@pytest.mark.parametrize(
    "booklet",
    [
        'Say “go\nand draw”, or "stop".',
        "“A speech of two paragraphs\n\n“ends in the second.”",
        "- “An entry\n    that goes on below.”",
        "The mark `“ ` and `{{ quote ,then }}` are code.\n\n```\n“ go\n```\n",
        "| sign | said |\n| --- | --- |\n| “ | opens |\n",
        'A card of 2.5" by 3.5", [as “here”](rules.md “or there).',
    ],
)
def test_marks_that_pair_code_and_tables_are_left_alone(booklet: str) -> None:
    assert found(f"# Rules\n\n{booklet}") == []


def test_a_booklet_is_judged_in_the_language_that_it_is_written_in() -> None:
    german = "# Regeln\n\nSie sagte „los“ und zog."
    assert found(german, "de") == []
    assert found("# Regeln\n\nSie sagte „los und zog.", "de") == ["unbalanced-quotes at 3:11"]
    assert found("# Règles\n\nElle dit « va », et tire ; puis « stop ».", "fr") == []


def test_a_paragraph_with_words_of_another_language_is_let_pass() -> None:
    assert found("# Rules\n\nShe said [„los“]{lang=de} and [„los]{lang=de}.") == []
