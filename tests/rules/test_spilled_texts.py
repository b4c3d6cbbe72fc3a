"""What only follows from a text that does not fit is told with that text alone."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import inspect_game

GAME = """\
game: Sample
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  main: {cards: cards.yaml, size: poker, front: face}
"""
LONG = "Take a card and look at it. " * 12
PRESS = {"text-outside-safe", "overlapping-texts", "covered-text", "text-overflow"}
FOOT = "{text: Foot, style: body}"
BOTTOM = "{text: Foot, style: body, at: bottom}"
LOW = '{text: "{{ rule }}", style: body, top: 60mm, height: 12mm}'


def found(elements: str, *, rules: tuple[str, ...] = (LONG,), more: str = "") -> list[Finding]:
    """The findings on texts of a game whose safe part has these elements, one a line."""
    lines = "".join(f"      - {line}\n" for line in elements.splitlines())
    layouts = (
        "styles:\n  body: {font: text, size: 10pt}\n"
        f'layouts:\n  face:\n    bleed: [{{shape: rectangle, fill: "#eeeeee"}}]\n    safe:\n{lines}'
    )
    cards = "".join(f"- {{name: Fox {n}, rule: {rule}}}\n" for n, rule in enumerate(rules))
    report = Report()
    game = {"game.yaml": GAME + more, "layouts.yaml": layouts, "cards.yaml": cards}
    inspect_game(MemoryGame(game), report)
    return [one for one in report.findings if one.code in PRESS]


def codes(findings: list[Finding]) -> list[str]:
    return [one.code for one in findings]


@pytest.mark.parametrize(
    "elements",
    [
        LOW,
        f"{LOW}\n{BOTTOM}",
        f"{BOTTOM}\n{LOW}",
        f"{LOW}\n{{shape: rectangle, fill: white, top: 73mm, height: 8mm}}",
        f'{{column: [{{space: 50mm}}, {{text: "{LONG}", style: body}}, {FOOT}]}}',
    ],
    ids=["alone", "under a text", "over a text", "under a shape", "in a column"],
)
def test_letters_that_do_not_fit_are_told_as_an_overflow_alone(elements: str) -> None:
    assert codes(found(elements)) == ["text-overflow"]


def test_what_is_wrong_within_the_box_of_a_text_is_told_beside_its_overflow() -> None:
    outside = LOW.replace("top: 60mm", "left: -4mm, right: 10mm, top: 60mm")
    assert codes(found(outside)) == ["text-overflow", "text-outside-safe"]
    under = f"{LOW}\n{{text: Foot, style: body, top: 60mm}}"
    assert codes(found(under)) == ["text-overflow", "overlapping-texts"]


def test_another_card_with_the_same_fault_within_its_box_is_told() -> None:
    outside = LOW.replace(
        "top:", "left: \"{{ -3 if 'Foxes' in rule else 0 }}mm\", right: 4mm, top:"
    )
    (first, second) = found(outside, rules=(LONG, "Foxes take one"))
    assert (first.code, first.card) == ("text-overflow", "main/fox-0")
    assert (second.code, second.card) == ("text-outside-safe", "main/fox-1")


def test_what_follows_from_an_overflow_that_a_game_silences_is_told() -> None:
    off = 'checks: [{code: text-overflow, level: off, reason: "tried"}]\n'
    (one,) = found(LOW, more=off)
    assert one.code == "text-outside-safe"
    assert [note.message for note in one.notes] == [
        "it stands there because not all fits into its box"
    ]
