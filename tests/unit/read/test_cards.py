"""Rows of a card table: their fields, copies and ids."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.findings import Finding
from cardgen.files.file_names import slug
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.values import Value
from tests.support.samples import cards, codes, law, places, the


def card(text: str, fields: dict[str, Any] | None = None) -> CardSpec:
    read, findings = cards(text, fields)
    assert findings == ()
    assert len(read) == 1
    return read[0]


def value(typed: str, declared: Any = None) -> Value:
    return card(f"- a: {typed}", {"a": declared} if declared else None).values["a"]


def fault(text: str, fields: dict[str, Any] | None = None) -> Finding:
    return the(cards(text, fields)[1])


# --- what a value is ---------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "number"), [("2", 2), ("-2", -2), ("0", 0), ("1.5", 1.5)])
def test_a_number_that_prints_as_typed_is_a_number(typed: str, number: float) -> None:
    found = value(typed)
    assert found == number
    assert type(found) is type(number)


@pytest.mark.parametrize(
    "typed",
    ["-0", "+1", "007", "1.50", "1e3", "0x1", "1_000", "no", "yes", "y", "null", "~", ".5", "1.",
     "12:30", "2024-01-01", "1,5", "½", "٣", "99999999999999999999", "0.30000000000000004"],
)  # fmt: skip
def test_whatever_would_print_otherwise_stays_text(typed: str) -> None:
    assert value(typed) == typed


@pytest.mark.parametrize("typed", ["'2'", '"2"', "|-\n   2"])
def test_a_quoted_number_stays_text(typed: str) -> None:
    assert value(typed) == "2"


@law
@given(st.text("-+0123456789.e", min_size=1, max_size=8).filter(lambda text: text != "-"))
def test_a_number_always_prints_as_it_was_typed(typed: str) -> None:
    assert str(value(typed)) == typed


@law
@given(st.floats(allow_nan=False).map(repr))
def test_a_number_as_python_writes_it_prints_as_it_was_typed(typed: str) -> None:
    assert str(value(typed)) == typed


def test_an_empty_value_is_nothing_and_an_empty_text_is_a_text() -> None:
    assert card("- {a: , b: ''}").values == {"a": None, "b": ""}


def test_lists_and_mappings_hold_values_by_the_same_rule() -> None:
    assert value("[1, '1', {x: 1.5, y: 007}]") == [1, "1", {"x": 1.5, "y": "007"}]


# --- declared fields ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "typed", "expected"),
    [
        ({"type": "text"}, "2", "2"),
        ({"type": "integer"}, "+1", 1),
        ({"type": "integer"}, "'2'", 2),
        ({"type": "number"}, "1.50", 1.5),
        ({"type": "number"}, "2", 2),
        ({"type": "number"}, "-.5", -0.5),
        ({"type": "integer"}, "-0", 0),
        ({"type": "list"}, "[a, b]", ["a", "b"]),
        ({"type": "list"}, "a", ["a"]),
        ({"type": "mapping"}, "{add: 2, per: letter}", {"add": 2, "per": "letter"}),
        ({"one-of": ["red", "1"]}, "1", "1"),
    ],
)
def test_a_declared_field_has_its_type(declared: Any, typed: str, expected: Value) -> None:
    assert value(typed, declared) == expected


@pytest.mark.parametrize(
    ("declared", "typed", "expected"),
    [
        ("integer", "two", "expected a whole number, not `two`"),
        ("integer", "1.5", "expected a whole number, not `1.5`"),
        ("integer", "+-1", "expected a whole number, not `+-1`"),
        ("number", "many", "expected a number, not `many`"),
        ("number", "1_000", "expected a number, not `1_000`"),
        ("number", "1.e999", "expected a number, not `1.e999`"),
        ("number", "nan", "expected a number, not `nan`"),
        ("number", "9" * 400, f"expected a number, not `{'9' * 400}`"),
        ("integer", "1_000", "expected a whole number, not `1_000`"),
        ("text", "[a]", "expected a text, not a list"),
        ("text", "{a: b}", "expected a text, not a mapping"),
        ("list", "{a: b}", "expected a list, not a mapping"),
        ("mapping", "[a]", "expected a mapping, not a list"),
        ("mapping", "a", "expected a mapping, not `a`"),
    ],
)
def test_a_value_of_another_type_is_pointed_at(declared: str, typed: str, expected: str) -> None:
    found = fault(f"- a: {typed}", {"a": {"type": declared}})
    assert (found.code, found.message, str(found.span)) == (
        "wrong-type",
        expected,
        "cards.yaml:1:6",
    )


@pytest.mark.parametrize(
    ("declared", "typed", "hint"),
    [
        ("text", "{coin}", "put a text that begins with `{` or `[` in quotes"),
        ("text", "[a]", "declare the field with `type: list`"),
        ("list", "{a: b}", "declare the field with `type: mapping`"),
        ("integer", "[1]", "write one number"),
    ],
)
def test_braces_in_the_place_of_one_value_are_told_what_to_write(
    declared: str, typed: str, hint: str
) -> None:
    assert hint in fault(f"- a: {typed}", {"a": {"type": declared}}).hint


def test_a_value_that_is_not_among_the_allowed_gets_the_nearest_of_them() -> None:
    found = fault("- {mark: rad}", {"mark": {"one-of": ["red", "blue"]}})
    assert (found.code, str(found.span)) == ("wrong-value", "cards.yaml:1:10")
    assert found.hint == "did you mean `red`?"


def test_a_field_the_deck_does_not_declare_gets_the_nearest_that_it_does() -> None:
    found = fault("- {name: Fox, qunatity: 2}", {"name": {}, "quantity": {}})
    assert (found.code, str(found.span)) == ("unknown-field", "cards.yaml:1:15")
    assert found.hint == "did you mean `quantity`?"


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("Kosen", "did you mean `Kosten`?"),
        ("pirce", "known: `Kosten`, `copies`, `cost`, `id`, `qty`"),
    ],
)
def test_a_column_gets_the_nearest_that_a_table_can_have(typed: str, hint: str) -> None:
    """A field may be read from a column of another name; a computed one from none."""
    fields = {"cost": {"from": "Kosten"}, "price": {"value": "{{ cost }}"}}
    assert fault(f"- {{{typed}: 2}}", fields).hint == hint


def test_id_and_copies_need_no_declaration() -> None:
    assert card("- {name: Fox, id: f, copies: 2}", {"name": {}}).copies == 2


def test_a_deck_that_declares_nothing_takes_any_field() -> None:
    assert card("- {whatever: x}").values == {"whatever": "x"}


@pytest.mark.parametrize("row", ["- {rule: x}", "- {rule: x, name: }", "- {rule: x, name: ''}"])
def test_a_required_field_must_hold_something(row: str) -> None:
    found = fault(row, {"name": {"required": True}, "rule": {}})
    assert (found.code, found.hint) == ("missing-field", "add `name: …`")


@pytest.mark.parametrize("name", ["id", "copies"])
def test_id_and_copies_may_be_required(name: str) -> None:
    declared = {name: {"required": True}, "rule": {}}
    assert cards(f"- {{{name}: 2, rule: x}}", declared)[1] == ()
    assert fault("- {rule: x}", declared).code == "missing-field"


def test_an_id_has_the_values_that_are_declared() -> None:
    found = fault("- {id: rad}", {"id": {"one-of": ["red", "blue"]}})
    assert (found.code, found.hint) == ("wrong-value", "did you mean `red`?")


# --- copies ------------------------------------------------------------------------------


def test_a_card_without_copies_is_there_once() -> None:
    assert card("- {name: Fox}").copies == 1


@pytest.mark.parametrize("name", ["copies", "qty"])
def test_copies_are_counted_and_are_no_field(name: str) -> None:
    found = card(f"- {{name: Fox, {name}: 3}}")
    assert (found.copies, dict(found.values)) == (3, {"name": "Fox"})


@pytest.mark.parametrize("typed", ["-1", "two", "1.5", "10001", "[1]", "''"])
def test_copies_that_are_no_count_are_pointed_at(typed: str) -> None:
    found = fault(f"- {{name: Fox, copies: {typed}}}")
    assert (found.code, str(found.span)) == ("bad-copies", "cards.yaml:1:23")


def test_copies_may_be_quoted_as_spreadsheets_quote_them() -> None:
    read, findings = cards('name,copies\n"Fox","2"\n', file="cards.csv")
    assert (findings, read[0].copies) == ((), 2)


# --- ids ---------------------------------------------------------------------------------


def test_an_id_is_made_fit_for_a_file_name() -> None:
    assert card("- {id: Red Fox!}").id == "red-fox"


def test_a_card_without_an_id_has_none_yet() -> None:
    assert card("- {name: Fox}").id == ""


@pytest.mark.parametrize("typed", ["'!'", "[a]", "''"])
def test_an_id_without_a_letter_is_pointed_at(typed: str) -> None:
    assert str(fault(f"- {{id: {typed}}}").span) == "cards.yaml:1:8"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Noah's Ark", "noahs-ark"),
        ("Noah’s Ark", "noahs-ark"),
        ("Choices, Choices", "choices-choices"),
        ("snake_case", "snake-case"),
        ("a_-b", "a-b"),
        ("a _ b", "a-b"),
        ("  Fox  ", "fox"),
        ("Bär", "bär"),
        ("Straße", "straße"),
        ("Gro\u0308ße", "größe"),
        ("हिन्दी", "हिन्दी"),
        ("../../etc/passwd", "etc-passwd"),
        ("?!", ""),
    ],
)
def test_a_slug_is_lower_case_words_and_hyphens(text: str, expected: str) -> None:
    assert slug(text) == expected


@law
@given(st.text(max_size=120))
def test_a_slug_is_nothing_a_file_name_minds(text: str) -> None:
    made = slug(text)
    assert len(made) <= 80
    assert not set(made) & set('\\/:*?"<>|. \n\0_')
    assert made == made.strip("-")
    assert "--" not in made


# --- places and files --------------------------------------------------------------------


def test_a_card_knows_the_places_of_its_values() -> None:
    found = card("- {name: Fox, mark: red}")
    assert str(found.place("mark")) == "cards.yaml:1:21"
    assert found.place("absent") == found.span


def test_the_same_table_as_csv_gives_the_same_cards() -> None:
    yaml_cards, _ = cards("- {name: Fox, copies: 2, cost: 1.5}\n- {name: Owl, cost: +1}\n")
    csv_cards, _ = cards("name,copies,cost\nFox,2,1.5\nOwl,,+1\n", file="cards.csv")
    assert [(c.copies, c.values) for c in csv_cards] == [(c.copies, c.values) for c in yaml_cards]


def test_a_fault_in_a_csv_names_row_and_column() -> None:
    _, findings = cards("name,copies\nFox,2\nOwl,x\n", file="cards.csv")
    assert str(the(findings).span) == "cards.csv:3:5"


def test_faults_of_several_rows_are_found_in_one_run() -> None:
    text = "- {name: Fox, copies: -1}\n- Fox\n- {nam: Owl}\n- {name: Hen, copies: x}\n"
    _, findings = cards(text, {"name": {}})
    assert codes(findings) == ["bad-copies", "wrong-type", "unknown-field", "bad-copies"]
    assert places(findings) == ["1:23", "2:3", "3:4", "4:23"]


@pytest.mark.parametrize(
    ("row", "hint"),
    [
        ("name:Owl", "write `name: Owl`, with a space behind the colon"),
        ("name = Owl", "write `name: Owl`, with a space behind the colon"),
        ('name:"Barn owl"', "write `name: Barn owl`, with a space behind the colon"),
        ("", "write its fields, as in `{name: Fox, copies: 2}`, or remove the `-`"),
        ("[Owl, 2]", "write its fields, as in `{name: Fox, copies: 2}`"),
        ("'name:Owl'", "write its fields, as in `{name: Fox, copies: 2}`"),
        ("https://example.org", "write its fields, as in `{name: Fox, copies: 2}`"),
    ],
)
def test_a_row_that_is_no_mapping_is_told_what_to_write(row: str, hint: str) -> None:
    assert fault(f"- {row}\n- name: Fox\n").hint == hint


def test_good_rows_are_read_beside_a_bad_one() -> None:
    read, _ = cards("- Fox\n- {name: Owl}\n")
    assert [c.values["name"] for c in read] == ["Owl"]


def test_a_table_that_is_no_list_is_refused() -> None:
    found = fault("name: Fox\n")
    assert (found.code, found.message) == ("wrong-type", "a card file is a list of cards")


def test_a_table_without_a_card_is_a_finding() -> None:
    assert fault("[]").code == "empty-file"


@pytest.mark.parametrize(
    ("typed", "start"),
    [
        ("'1,234'", "write `1234`"),
        ("1.000", "write `1000`"),
        ("1.5", "round it"),
        ("x", "write"),
        ("2.0", "write `2`, or declare"),
        ("'2,00'", "write `2`"),
        ("'2,50'", "round it"),
    ],
)
def test_a_whole_number_is_told_as_one(typed: str, start: str) -> None:
    assert fault(f"- a: {typed}", {"a": {"type": "integer"}}).hint.startswith(start)


@pytest.mark.parametrize(
    ("typed", "start"),
    [
        ("'0,5'", "write `0.5`: decimals have a point"),
        ("'1.234,50'", "write `1234.50`: decimals have a point"),
        ("'1,234'", "write `1.234`, or `1234` if the comma parts thousands"),
        ("1.000.000", "write `1000000`: digits only"),
        ("3 mm", "write digits only"),
        ("٣", "write `3`"),
    ],
)
def test_a_number_as_another_country_writes_it_is_told_in_digits(typed: str, start: str) -> None:
    assert fault(f"- a: {typed}", {"a": {"type": "number"}}).hint.startswith(start)
