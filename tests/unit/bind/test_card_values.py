"""What expressions on a card know: constants, computed fields, its number, other decks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cardgen.bind.bound_elements import BoundElement, GroupBox, TextBox
from cardgen.bind.bound_faces import BoundCard
from cardgen.bind.bound_texts import TextRun
from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.read.game import GameSpec, read_game
from tests.support.samples import the

FONT = "fonts: {text: {regular: fonts/EBGaramond-Regular.ttf, bold: fonts/EBGaramond-Bold.ttf}}\n"
DECK = "cards: c.yaml, size: poker, front: f"
CARDS = "- {name: Fox, cost: 2, copies: 2}\n- {name: Owl, cost: 3}\n"


def files(text: str, deck: str = "", cards: str = CARDS, head: str = "") -> dict[str, str | bytes]:
    more = f", {deck}" if deck else ""
    element = f"{{text: '{text}', font: text, size: 9pt}}"
    return {
        "game.yaml": f"game: G\n{head}{FONT}decks: {{d: {{{DECK}{more}}}}}\n",
        "c.yaml": cards,
        "layouts.yaml": f"layouts: {{f: {{safe: [{element}]}}}}\n",
    }


def bound(text: str, deck: str = "", cards: str = CARDS, head: str = "") -> list[BoundCard]:
    report = Report()
    checked = check_game(MemoryGame(files(text, deck, cards, head)), report, checks=())
    assert checked is not None, report.findings
    return list(checked.bound.decks[0].cards)


def texts(*given: str, **named: str) -> list[str]:
    return [words(card.front.body.safe[0]) for card in bound(*given, **named)]


def words(element: BoundElement) -> str:
    if isinstance(element, GroupBox):
        return "".join(map(words, element.children))
    assert isinstance(element, TextBox)
    runs = [i for p in element.text.paragraphs for line in p for i in line]
    return "".join(run.text for run in runs if isinstance(run, TextRun))


def fault(text: str, deck: str = "", cards: str = CARDS, head: str = "") -> Finding:
    report = Report()
    check_game(MemoryGame(files(text, deck, cards, head)), report, checks=())
    return the(report.findings)


def spec(settings: Mapping[str, str], head: str, deck: str = "") -> GameSpec:
    report = Report()
    found = read_game(MemoryGame(files("x", deck, CARDS, head)), report, settings)
    assert found is not None
    assert report.findings == ()
    return found


# --- constants -----------------------------------------------------------------------------


def test_a_constant_is_known_on_every_card_and_keeps_its_kind() -> None:
    head = "vars: {bonus: 2, faction: Reds}\n"
    assert texts("{{ faction }} {{ cost + bonus }}", head=head) == ["Reds 4", "Reds 5"]


def test_a_card_s_own_field_hides_a_constant() -> None:
    assert texts("{{ cost }}", head="vars: {cost: 9}\n") == ["2", "3"]


def test_a_constant_can_be_set_anew() -> None:
    found = spec(
        {"bonus": "5"},
        "vars: {bonus: 2}\n",
        'fields: {name: text, cost: integer, sum: {value: "{{ cost + bonus }}"}}',
    )
    assert [card.values["sum"] for card in found.cards["d"]] == [7, 8]


def test_the_version_is_known() -> None:
    assert texts("{{ game }} {{ version }}", head="version: 1.20\n") == ["G 1.20", "G 1.20"]


# --- computed fields -----------------------------------------------------------------------

TYPES = "name: text, cost: integer"


def computed(*fields: str) -> list[dict[str, Any]]:
    found = spec({}, "", f"fields: {{{', '.join((TYPES, *fields))}}}")
    return [dict(card.values) for card in found.cards["d"]]


def test_a_field_is_worked_out_from_others_in_any_order() -> None:
    found = computed('b: {value: "{{ a * 2 }}"}', 'a: {value: "{{ cost + 1 }}"}')
    assert [(card["a"], card["b"]) for card in found] == [(3, 6), (4, 8)]


def test_a_computed_field_may_be_a_text() -> None:
    assert computed('t: {value: "{{ name|upper }}!"}')[0]["t"] == "FOX!"


def test_a_computed_field_may_ask_decks_and_its_own_copies() -> None:
    found = computed('s: {value: \'{{ sum("d", "cost") }} {{ count("d") }} {{ copies }}\'}')
    assert [card["s"] for card in found] == ["7 3 2", "7 3 1"]


def test_computed_fields_may_use_each_other_in_a_chain_of_any_length() -> None:
    chain = [f'f{i}: {{value: "{{{{ f{i + 1} }}}}"}}' for i in range(1_200)]
    found = computed(", ".join([*chain, 'f1200: {value: "{{ cost }}"}']))
    assert [card["f0"] for card in found] == [2, 3]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ('a: {value: "{{ cst }}"}', "undefined-name"),
        ('a: {value: "{{ cost + }}"}', "template-syntax"),
        ('a: {value: "{{ slot }}"}', "undefined-name"),
        ('a: {value: "{{ a + 1 }}"}', "circular-field"),
        ('a: {value: "{{ b }}"}, b: {value: "{{ a }}"}', "circular-field"),
        ('cost: {value: "{{ 1 }}"}', "computed-field"),
        ('a: {value: "{{ name + 1 }}"}', "template-value"),
    ],
)
def test_a_computed_field_at_fault_is_pointed_at(fields: str, code: str) -> None:
    report = Report()
    types = "name: text" if fields.startswith("cost") else TYPES
    read_game(MemoryGame(files("x", f"fields: {{{types}, {fields}}}")), report)
    assert {finding.code for finding in report.findings} == {code}


TWO_DECKS = """\
game: G
decks:
  units: {cards: u.yaml, size: poker, front: f, fields: {name: text, cost: integer, UNITS}}
  spells: {cards: s.yaml, size: poker, front: f, fields: {name: text, SPELLS}}
"""


def two_decks(units: str, spells: str) -> tuple[dict[str, list[dict[str, Any]]], list[Finding]]:
    report = Report()
    game = {
        "game.yaml": FONT + TWO_DECKS.replace("UNITS", units).replace("SPELLS", spells),
        "u.yaml": CARDS,
        "s.yaml": "- {name: Bolt}\n",
        "layouts.yaml": "layouts: {f: {safe: [{text: x, font: text, size: 9pt}]}}\n",
    }
    found = read_game(MemoryGame(game), report)
    assert found is not None
    values = {name: [dict(card.values) for card in cards] for name, cards in found.cards.items()}
    return values, list(report.findings)


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        ('sum("units", "power")', 2 * 20 + 30),
        ('count("units", "power > 20")', 1),
        ('of("units", "power", 20)', 2),
        ('most("units", "power + rank")', 33),
    ],
)
def test_a_computed_field_asks_for_computed_fields_of_decks_before_and_behind_it(
    ask: str, value: int
) -> None:
    power = 'power: {value: "{{ cost * 10 }}"}, rank: {value: "{{ cost }}"}'
    values, found = two_decks(power, f"all_power: {{value: '{{{{ {ask} }}}}'}}")
    assert (values["spells"][0]["all_power"], found) == (value, [])
    asking = 'power: {value: \'{{ cost * sum("spells", "worth") }}\'}'
    values, found = two_decks(asking, 'worth: {value: "{{ 7 }}"}')
    assert ([row["power"] for row in values["units"]], found) == ([14, 21], [])


def test_computed_fields_of_two_decks_that_ask_each_other_are_a_circle() -> None:
    _, found = two_decks(
        'power: {value: \'{{ count("spells", "worth") }}\'}',
        'worth: {value: \'{{ count("units", "power") }}\'}',
    )
    circle = the([one for one in found if one.code == "circular-field"])
    assert "units.power → spells.worth → units.power" in circle.message


# --- texts that are templates --------------------------------------------------------------


def test_a_text_of_a_card_may_be_a_template() -> None:
    cards = '- {name: Fox, cost: 2, rule: "Pay {{ cost }}."}\n'
    deck = f"fields: {{{TYPES}, rule: {{type: text, template: yes}}}}"
    assert texts("{{ rule }}", deck, cards) == ["Pay 2."]


def test_a_fault_in_a_text_that_is_a_template_is_found_in_the_text() -> None:
    cards = '- {name: Fox, cost: 2, rule: "Pay {{ cst }}."}\n'
    deck = f"fields: {{{TYPES}, rule: {{type: text, template: yes}}}}"
    found = fault("{{ rule }}", deck, cards)
    assert (found.code, str(found.span)) == ("undefined-name", "c.yaml:1:38")
    assert found.hint == "did you mean `cost`?"


# --- its number ----------------------------------------------------------------------------


def test_a_card_knows_its_place_in_the_deck_and_each_copy_is_a_card_then() -> None:
    assert texts("{{ slot }}/{{ total }}") == ["1/3", "2/3", "3/3"]
    assert texts("{{ copy }} of {{ copies }}") == ["1 of 2", "2 of 2", "1 of 1"]


def test_copies_that_differ_have_ids_of_their_own() -> None:
    cards = bound("{{ slot }}")
    assert [(card.id, card.copies) for card in cards] == [("fox", 1), ("fox-2", 1), ("owl", 1)]


def test_cards_that_do_not_show_their_number_are_one_card_with_copies() -> None:
    assert [card.copies for card in bound("{{ total }}")] == [2, 1]


def test_a_field_called_slot_is_the_card_s_own() -> None:
    assert texts("{{ slot }}", cards="- {slot: head, copies: 2}\n") == ["head"]


def test_a_benched_card_has_no_number() -> None:
    cards = "- {name: Fox, copies: 0}\n- {name: Owl}\n"
    assert [(c.id, c.copies) for c in bound("{{ slot }}", cards=cards)] == [("fox", 0), ("owl", 1)]


# --- other cards ---------------------------------------------------------------------------


def test_a_layout_may_ask_the_decks() -> None:
    assert texts('{{ count("d", "cost > 2") }}') == ["1", "1"]


def test_what_is_printed_of_a_card_holds_its_fields_and_no_function() -> None:
    (card, *_) = bound("{{ name }}", head="vars: {bonus: 2}\n")
    assert dict(card.values) == {
        "name": "Fox", "cost": 2, "copies": 2, "id": "fox", "deck": "d", "game": "G",
    }  # fmt: skip
