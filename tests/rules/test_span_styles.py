"""What words in a text cannot follow of a style is named; what they follow is not."""

from __future__ import annotations

import pytest

from cardgen.check.rules.source.span_styles import FOLLOWED
from cardgen.check.rules.source.unused import NeverDrawn
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.read.models.styles import StyleSpec

GAME = """\
game: Spans
palette: {sun: "#f0b13c"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: poker, front: face}}
"""
VALUES = {
    "font": "text", "size": "12pt", "min_size": "6pt", "max_size": "14pt", "step": "1pt",
    "fit": "card", "leading": "1.2", "color": "sun", "fill": "{from: sun, to: black}",
    "stroke": "sun", "stroke_width": "1pt, stroke: sun", "stroke_side": "inside, stroke: sun",
    "underline": "yes", "strike": "yes", "align": "center", "writing": "vertical",
    "valign": "middle", "tracking": "40", "features": "smcp", "language": "de",
    "hyphenate": "yes", "balance": "yes", "word_space": "[80%, 120%]", "letter_space": "2%",
    "font_stretch": "2%",
    "autospace": "no", "hang": "yes", "smart": "no", "markup": "no", "optical": "yes",
    "grid": "4mm", "indent": "1em", "paragraph_gap": "2mm", "drop_cap": "2",
    "extends": "plain", "params": "{tone: {type: text, default: sun}}",
}  # fmt: skip


def idle(style: str, text: str = "[one]{own} two", *, more: str = "", row: str = "") -> list[str]:
    """The fields of the style `own` that are said to say nothing."""
    element = "{text: '{{ rule }}', font: text, size: 9pt}"
    files = {
        "game.yaml": GAME,
        "cards.yaml": f'- {{name: One, rule: "{text}"{row}}}\n',
        "layouts.yaml": "styles:\n  plain: {font: text}\n"
        f"  own: {{{style}}}\n{more}layouts:\n  face:\n    safe:\n      - {element}\n",
    }
    return _find_idle(files)


def _find_idle(files: dict[str, str]) -> list[str]:
    report = Report()
    check_game(MemoryGame(dict(files)), report, checks=(NeverDrawn().find,))
    assert [finding for finding in report.findings if finding.severity == "error"] == []
    return [f.message.split("`")[1] for f in report.findings if f.code == "idle-field"]


def test_every_field_of_a_style_is_tried() -> None:
    assert VALUES.keys() == StyleSpec.model_fields.keys()


@pytest.mark.parametrize("field", VALUES)
def test_a_field_is_named_unless_words_follow_it(field: str) -> None:
    key = field.replace("_", "-")
    assert idle(f"{key}: {VALUES[field]}") == ([] if field in FOLLOWED else [key])


def test_a_style_that_another_one_begins_from_is_let_pass() -> None:
    assert idle("align: center", more="  other: {extends: own}\n") == []


def test_a_style_that_a_text_is_set_in_too_is_let_pass() -> None:
    more = "pieces:\n  sign:\n    draw: {text: a, font: text, style: own}\n"
    assert idle("align: center", more=more) == []


def test_a_style_that_a_card_may_name_for_a_text_is_let_pass() -> None:
    assert idle("align: center", row=", look: own") == []


def test_a_style_that_a_template_may_name_is_let_pass() -> None:
    chosen = "\"{{ 'own' if rule else 'plain' }}\""
    more = f"pieces:\n  sign:\n    draw: {{text: a, font: text, style: {chosen}}}\n"
    assert idle("align: center", more=more) == []


def test_a_style_that_nothing_names_is_not_for_words() -> None:
    assert idle("align: center", "plain words") == []


def test_markup_in_a_layout_counts_and_every_field_is_named() -> None:
    more = "pieces:\n  sign:\n    draw: {text: '[a]{own sun}', font: text}\n"
    assert idle("align: center, size: 3pt", "plain", more=more) == ["align", "size"]
