"""All that is wrong in one run: an error hides what the checks find on its own deck, at most."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

GOOD = {
    file.name: file.read_text("utf-8")
    for file in (Path(__file__).parents[1] / "data" / "cases" / "good").iterdir()
}
DOUBLED = ("cards.yaml", "Look at a hand.", "Look at a a hand.")
"""A warning of a check: on the card `beasts/owl`."""
DOUBLED_PLACE = ("places.csv", "all night", "all all night")
"""One on the card `places/mill`."""

Edit = tuple[str, str, str]


def found(*edits: Edit, **files: str) -> tuple[Finding, ...]:
    """What is found in the good game after some edits."""
    game: dict[str, str | bytes] = {**GOOD, **files}
    for file, old, new in edits:
        text = str(game[file])
        assert old in text
        game[file] = text.replace(old, new, 1)
    report = Report()
    check_game(MemoryGame(game), report)
    return report.findings


def codes(*edits: Edit) -> list[str]:
    return sorted(one.code for one in found(*edits))


@pytest.mark.parametrize(
    ("code", "edit"),
    [
        ("missing-glyph", ("cards.yaml", "Draw two cards.", "Draw two 日 cards.")),
        ("bad-markup", ("cards.yaml", "Draw two cards.", "Draw *two cards.")),
        ("missing-face", ("cards.yaml", "Draw two cards.", "Draw **two** cards.")),
        ("missing-face", ("layouts.yaml", "{font: text, size", "{font: text bold, size")),
        ("control-character", ("cards.yaml", "Draw two cards.", "Draw\u202e two cards.")),
    ],
)
def test_a_fault_of_single_characters_hides_no_finding(code: str, edit: Edit) -> None:
    assert set(codes(edit, DOUBLED)) == {code, "doubled-word"}


def test_words_in_a_face_that_the_font_lacks_stand_on_the_card_in_another() -> None:
    """So that nothing else is found for want of them."""
    assert codes(("layouts.yaml", "font: text italic", "font: text bold")) == ["missing-face"]


LOST = ("cards.yaml", "pay {coin}", "pay {coim}")


def test_a_fault_in_one_deck_hides_no_finding_in_another() -> None:
    missing = ("cards.yaml", "name: Hen", "name: [Hen")
    assert codes(missing, DOUBLED, DOUBLED_PLACE) == ["doubled-word", "yaml-syntax"]


def test_a_fault_on_a_card_hides_no_finding_on_the_others_of_its_deck() -> None:
    assert codes(LOST, DOUBLED) == ["doubled-word", "unknown-icon"]


def test_a_fault_on_a_card_begets_nothing_on_it() -> None:
    """It may be judged by what is missing."""
    assert codes(("cards.yaml", "Take a card and pay {coin}", "Take a a card, {coim}")) == [
        "unknown-icon"
    ]


def test_a_card_that_is_not_read_begets_no_count() -> None:
    """The composition counts what is read: two cards of it are not."""
    assert codes(("cards.yaml", "copies: 2", "copies: two")) == ["bad-copies"]


def test_a_fault_in_a_layout_hides_no_finding_in_a_deck_that_does_not_use_it() -> None:
    lost = ("layouts.yaml", "extends: sheet", "extends: shet")
    assert codes(lost, DOUBLED, DOUBLED_PLACE) == ["doubled-word", "unknown-layout"]


def test_a_fault_in_what_all_layouts_share_leaves_nothing_to_look_at() -> None:
    lost = ("layouts.yaml", "layouts:", "layouts: [")
    assert codes(lost, DOUBLED, DOUBLED_PLACE) == ["yaml-syntax"]


BOOKLET = ("game.yaml", "distinct:", "booklets: {rules: {text: rules.md, page: a6}}\ndistinct:")


def test_a_fault_in_a_booklet_hides_no_finding_on_cards() -> None:
    rules = '# Rules\n\n{{ card("beasts", "ox") }}\n'
    files = {"rules.md": rules}
    assert sorted({one.code for one in found(BOOKLET, DOUBLED, **files)}) == [
        "doubled-word",
        "unknown-card",
    ]


def test_a_booklet_without_its_text_hides_no_finding_on_cards() -> None:
    assert sorted({one.code for one in found(BOOKLET, DOUBLED)}) == [
        "doubled-word",
        "unreadable-file",
    ]


def test_a_fault_in_the_composition_begets_no_counts_and_hides_no_card() -> None:
    rule = "unique: [name]\n  rules:\n    - {holds: {name: {Fox: -1}}}"
    faulty = ("composition.yaml", "unique: [name]", rule)
    assert codes(faulty, DOUBLED) == ["doubled-word", "wrong-type"]


def test_what_an_error_hides_is_not_called_unused() -> None:
    """`{coin}` is the only text that shows the icon; typed wrongly, it shows none."""
    typed = ("cards.yaml", "pay {coin}.", "pay [coin]{80000%}.")
    assert codes(typed) == ["bad-markup"]


# --- copies ----------------------------------------------------------------------------------

APART = (
    "layouts.yaml",
    '{text: "{{ name }}", style: title, at',
    '{text: "{{ copy }}", style: title, at',
)
"""Each copy has a face of its own."""


def test_what_is_wrong_with_all_copies_of_a_card_is_said_once_with_their_number() -> None:
    (one,) = found(APART, ("cards.yaml", "Skip a turn.", "Skip a 日 turn."))
    assert (one.code, one.card) == ("missing-glyph", "beasts/elk")
    assert one.notes[-1].message == "on 2 of 2 copies, each with a face"


def test_what_is_wrong_with_one_copy_alone_names_that() -> None:
    turns = "a very long turn, " * 20
    long = f"Skip {{{{ '{turns}' if copy == 2 else 'a turn' }}}}."
    table = ("cards.yaml", "rule: Skip a turn.", f'rule: "{long}"')
    deck = ("game.yaml", "cards: cards.yaml,", "cards: cards.yaml, fields: {rule: {type: text, "
            "template: yes}, name: text, cost: integer, mark: text},")  # fmt: skip
    every = [one for one in found(APART, table, deck) if one.code == "text-overflow"]
    assert [one.card for one in every] == ["beasts/elk-2"]


def test_two_faults_of_each_copy_are_two_findings() -> None:
    again = '{text: "{{ rule }}", style: body, left: 0, right: 0, top: 30mm, height: 20mm}'
    twice = (
        "layouts.yaml",
        '      - {text: "{{ rule }}", name',
        f'      - {again}\n      - {{text: "{{{{ rule }}}}", name',
    )
    every = found(APART, twice, ("cards.yaml", "Skip a turn.", "Skip a 日 turn."))
    assert [one.code for one in every if one.severity == "error"] == ["missing-glyph"] * 2
