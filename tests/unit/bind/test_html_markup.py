"""Simple HTML in the texts of other tools."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.bind.card.html_markup import convert_html
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.text.markup import parse_markup
from tests.support.samples import law, the
from tests.unit.bind.test_card_values import texts


@pytest.mark.parametrize(
    ("typed", "markup"),
    [
        ("<b>Draw</b> a <i>card</i>.", "**Draw** a *card*."),
        ("<strong> Draw </strong>it", "**Draw** it"),
        ("one<br>two<BR/>three", "one\ntwo\nthree"),
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("Fish &amp; chips &lt;3", "Fish & chips <3"),
        ("a\\nb", "a\nb"),
        ("5*3 {coin}", "5\\*3 \\{coin\\}"),
        ("<b>open", "**open**"),
        ("<b></b>x</i>", "x"),
        ("<b>a<i>b</b>c</i>", "**a*b****c*"),
        ("<u>under</u>", "<u>under</u>"),
        ("<div>one</div><div>two</div>", "one\ntwo"),
        ("one<div>two<br></div>three", "one\ntwo\nthree"),
    ],
)
def test_html_becomes_the_markup_of_cards(typed: str, markup: str) -> None:
    assert convert_html(typed) == markup


@law
@given(st.text("ab <>/bip*{}[]&;\\n", max_size=24))
def test_whatever_is_typed_the_markup_has_no_fault(typed: str) -> None:
    assert parse_markup(convert_html(typed)).faults == ()


def test_a_field_in_html_prints_its_words() -> None:
    cards = '- {name: Fox, rule: "<b>Draw</b> &amp; discard"}\n'
    deck = "fields: {name: text, rule: {markup: html}}"
    assert texts("{{ rule }}", deck, cards) == ["Draw & discard"]


def test_an_expression_with_brackets_in_a_flow_mapping_is_told_to_be_quoted() -> None:
    found = the(read_yaml("a: {text: x, when: n in [2, 3]}\n", "layouts.yaml")[1])
    assert found.hint == 'put an expression with brackets in quotes, as in `when: "n in [2, 3]"`'


def test_a_size_that_is_another_name_of_a_trade_size_is_told_which() -> None:
    game = "game: G\nsizes: {hex: {shape: hexagon, width: 40mm}}\ndecks: {d: {cards: c.yaml, "
    files = {
        "game.yaml": f"{game}size: hex, front: f}}}}\n",
        "c.yaml": "- {name: Fox}\n",
        "layouts.yaml": "layouts: {f: {trim: [{shape: ellipse}]}}\n",
    }
    report = Report()
    check_game(MemoryGame(files), report, checks=())
    message = next(f.message for f in report.findings if f.code == "bad-size")
    assert message == "`hex` is a trade size already, another name of `hex-94mm`"
