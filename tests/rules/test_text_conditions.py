"""Conditions that take a card's `no` for a yes are pointed at, and others are not."""

from __future__ import annotations

import pytest

from cardgen.check.rules.source.text_conditions import (
    find_texts_in_expressions,
    find_texts_that_hold,
    find_zeros_left_out,
)
from cardgen.core.findings import Finding
from tests.rules.test_consistency import subject
from tests.rules.test_reading import GOOD


def found(condition: str, answer: str, element: str = "") -> list[Finding]:
    """What is found if a card answers so, and an element is drawn on that condition."""
    element = element or f'{{text: night, style: body, at: center, when: "{condition}"}}'
    layouts = GOOD["layouts.yaml"].replace("    safe:", f"    safe:\n      - {element}", 1)
    cards = GOOD["cards.yaml"].replace("name: Fox", f"name: Fox, night: {answer}", 1)
    return list(find_texts_that_hold(subject({"layouts.yaml": layouts, "cards.yaml": cards})))


@pytest.mark.parametrize("answer", ["no", "FALSE", "No", "nein", "'0'", "n", "falsch"])
def test_a_no_that_counts_as_true_is_pointed_at_on_its_card(answer: str) -> None:
    (finding,) = found("night", answer)
    assert (finding.code, finding.severity) == ("text-is-true", "warning")
    assert finding.span
    assert (finding.span.file, finding.span.line) == ("cards.yaml", 1)
    assert finding.notes[0].span
    assert finding.notes[0].span.file == "layouts.yaml"


@pytest.mark.parametrize("condition", ["not night", "cost > 1 and night", "night or cost > 9"])
def test_a_part_of_a_condition_is_a_condition(condition: str) -> None:
    assert len(found(condition, "no")) == 1


def test_a_choice_in_a_text_is_a_condition() -> None:
    element = "{text: \"{{ 'dark' if night else 'light' }}\", style: body, at: center}"
    assert len(found("", "no", element)) == 1


@pytest.mark.parametrize(
    ("condition", "answer"),
    [
        ("night == 'yes'", "no"),
        ("night != 'no' and cost > 1", "no"),
        ("night", "yes"),
        ("night", "''"),
        ("night", "0"),
        ("night in ['no']", "no"),
    ],
)
def test_what_is_compared_and_what_is_no_no_is_left_alone(condition: str, answer: str) -> None:
    assert not found(condition, answer)


def asked(composition: str, fields: str = "") -> list[Finding]:
    """What is found of a composition or a computed field, if one of the cards says `no`."""
    cards = GOOD["cards.yaml"].replace("name: Fox", "name: Fox, night: no", 1)
    game = GOOD["game.yaml"].replace("size: poker,", f"size: poker, {fields}", 1)
    return list(
        find_texts_in_expressions(
            subject({"cards.yaml": cards, "composition.yaml": composition, "game.yaml": game})
        )
    )


@pytest.mark.parametrize(
    "wanted",
    [
        "main: {rules: [{that: night}]}",
        "main: {rules: [{that: cost > 0, for: not night}]}",
        "main: {rules: [{all: 'count(cards, \"night\") < 9'}]}",
        "main: {share: {night: [0%, 50%]}}",
        "main: {equal: [[night, cost > 1]]}",
        "main: {count: {\"'dark' if night else 'light'\": {dark: 1, light: 2}}}",
        'game: {rules: [{all: \'count("main", "cost > 1 and night") < 9\'}]}',
    ],
)
def test_a_composition_that_takes_a_no_for_a_yes_is_told(wanted: str) -> None:
    (finding,) = asked(f"{wanted}\n")
    assert finding.notes[0].span
    assert finding.notes[0].span.file == "composition.yaml"


@pytest.mark.parametrize(
    "wanted",
    ["main: {count: {night: {no: 1}}}", "main: {rules: [{that: 'night != \"no\" or cost > 0'}]}"],
)
def test_a_composition_that_counts_or_compares_answers_is_left_alone(wanted: str) -> None:
    assert not asked(f"{wanted}\n")


def test_a_letter_among_letters_is_no_answer() -> None:
    """`N` among `A`, `B` and the rest is what the card shows."""
    cards = "".join(
        f"- {{name: {n}, cost: 1, mark: rust, rule: Draw., letter: {n}}}\n" for n in "ANB"
    )
    files = {"cards.yaml": cards, "composition.yaml": "main: {rules: [{that: letter}]}\n"}
    assert not list(find_texts_in_expressions(subject(files)))
    files["cards.yaml"] = cards.replace("letter: A", "letter: y").replace("letter: B", "letter: y")
    assert len(list(find_texts_in_expressions(subject(files)))) == 1


def test_a_computed_field_that_takes_a_no_for_a_yes_is_told() -> None:
    shade = "shade: {value: \"{{ 'dark' if night else 'light' }}\"}"
    names = "name: text, cost: text, mark: text, rule: text, art: text, night: text"
    (finding,) = asked("main: {total: 3}\n", f"fields: {{{names}, {shade}}},")
    assert finding.message.startswith("`night` is the text `no` here")


PRINTED = '{text: "{{ power }}", style: body, at: center, when: CONDITION}'


def zeros(condition: str, *powers: str, element: str = PRINTED) -> list[Finding]:
    """What is found if the three cards have these powers, and an element asks for them."""
    element = element.replace("CONDITION", condition)
    layouts = GOOD["layouts.yaml"].replace("    safe:", f"    safe:\n      - {element}", 1)
    cards = "".join(
        f"- {{name: Card {number}, cost: 1, mark: rust, rule: Draw.{power}}}\n"
        for number, power in enumerate(powers)
    )
    return list(find_zeros_left_out(subject({"layouts.yaml": layouts, "cards.yaml": cards})))


def test_a_zero_that_goes_the_way_of_what_is_missing_is_pointed_at() -> None:
    (finding,) = zeros("power", "", ", power: 3", ", power: 0", ", power: 0")
    assert (finding.code, finding.severity) == ("zero-is-false", "warning")
    assert finding.message.startswith("`power` is 0 here, and on 1 other of `main`")
    assert finding.span
    assert (finding.span.file, finding.span.line) == ("cards.yaml", 3)
    assert finding.hint == "write `when: power is not none`, or leave the field empty"


@pytest.mark.parametrize(
    ("condition", "hint"),
    [
        ("power and speed", "write `when: power is not none and speed is not none`, or"),
        ("mark and power", "write `when: mark and power is not none`, or"),
        ("power and name != ''", "write `power is not none` for `power` in the condition, or"),
    ],
)
def test_a_condition_is_proposed_whole_for_all_that_it_leaves_out(
    condition: str, hint: str
) -> None:
    both = '{text: "{{ power }}/{{ speed }}", style: body, at: center, when: "CONDITION"}'
    powers = ", power: 0, speed: 1", ", power: 1, speed: 0", ""
    assert {
        one.hint.removesuffix(" leave the field empty")
        for one in zeros(condition, *powers, element=both)
    } == {hint}


@pytest.mark.parametrize(
    ("condition", "powers"),
    [
        ("power", (", power: 0", ", power: 3")),
        ("power", ("", ", power: 3")),
        ("power is not none", ("", ", power: 0")),
        ("power != 0", ("", ", power: 0")),
        ("cost", ("", ", power: 0")),
    ],
)
def test_a_zero_that_is_meant_or_printed_is_left_alone(
    condition: str, powers: tuple[str, ...]
) -> None:
    assert not zeros(condition, *powers)


def test_a_number_that_only_says_how_often_is_left_alone() -> None:
    element = "{shape: rectangle, width: 2mm, height: 2mm, at: center, when: CONDITION}"
    assert not zeros("power", "", ", power: 0", element=element)
