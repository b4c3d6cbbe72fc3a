"""Decks held to values, ranges, shares, copies, likeness; and all decks together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from msgspec.structs import replace
from pydantic import Field, PlainValidator

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.composition.equal_rows import find_duplicate_rows
from cardgen.check.rules.composition.value_counts import (
    DuplicateRows,
    ValueCounts,
    compare_cards,
    compare_game_total,
    find_value_faults,
)
from cardgen.core.findings import Finding
from cardgen.read.models.game_file import DeckComposition
from cardgen.read.models.values import Count, Names, Text
from tests.rules.test_consistency import at_mark, novelty, silent, subject
from tests.rules.test_reading import GOOD, MARK, unmarked
from tests.support.rules import checks_of, explanations_of
from tests.support.samples import cards, codes, model, the


def share(value: Any) -> float:
    return float(str(value).rstrip("%")) / 100


Share = Annotated[float, PlainValidator(share)]


class Composition(DeckComposition):
    """The model with the fields that these rules read."""

    required: Names = Field([])
    range: dict[str, tuple[float, float]] = Field({})
    share: dict[str, tuple[Share, Share]] = Field({})
    equal: list[list[Text]] = Field([])
    copies: dict[str, dict[str, Count]] = Field({})
    distinct: bool = False
    expect: dict[str, Names] = Field({})


TABLE = """\
- {letter: a, copies: 2, points: 1, mark: red}
- {letter: b, copies: 2, points: 3, mark: blue}
- {letter: c, copies: 3, points: 2}
- {letter: e, copies: 3, points: 1}
"""


def edited(before: str, after: str) -> str:
    assert TABLE.count(before) == 1, before
    return TABLE.replace(before, after)


def off(wanted: str, table: str = TABLE) -> list[Finding]:
    """What is off in a deck; the composition is the file `composition.yaml`."""
    asked, faults = model(f"{wanted}\n", Composition, "composition.yaml")
    assert asked is not None, faults
    rows, faults = cards(table)
    assert faults == ()
    return list(compare_cards("letters", rows, asked))


def off_at_mark(wanted: str, table: str = TABLE) -> Finding:
    """The finding at the mark, the only one."""
    texts = {"composition.yaml": wanted, "cards.yaml": table}
    clean, file, line, column = unmarked(texts)
    finding = the(off(clean["composition.yaml"], clean["cards.yaml"]))
    assert finding.span is not None
    assert (finding.span.file, finding.span.line, finding.span.column) == (file, line, column)
    return finding


VOWELS = "\"letter in ['a', 'e']\""


@pytest.mark.parametrize(
    ("code", "wanted", "table"),
    [
        ("required", "required: [points, letter]", edited("- {letter: c, ", "- §{")),
        ("required", "required: letter", edited("letter: b", "letter: §''")),
        ("range", "range: {points: [-2, 6]}", edited("points: 3", "points: §7")),
        ("range", "range: {points: [-2, 6]}", edited("points: 3", "points: §-3")),
        ("range", "range: {points: [-2, 6]}", edited("points: 3", "points: §x")),
        ("range", "range: {copies: [1, 3]}", edited("copies: 2, points: 3", "copies: §4")),
        ("share", f"share: {{{VOWELS}: §[55%, 60%]}}", TABLE),
        ("share", f"share: {{{VOWELS}: §[40%, 45%]}}", TABLE),
        ("equal", "equal: [[§\"mark == 'red'\", \"mark == 'blue'\"]]",
         edited("copies: 2, points: 1", "copies: 1, points: 1")),
        ("copies", "copies: {mark: {red: 2, blue: 2}}",
         edited("copies: 2, points: 3", "copies: §1, points: 3")),
        ("copies", "copies: {mark: {red: 2, blue: 2}}", edited("mark: blue", "mark: §blu")),
        ("distinct", "distinct: yes", "- {a: 1}\n- §{a: 1}\n"),
        ("distinct", "distinct: yes", "- {a: 1}\n- {a: 2, copies: §2}\n"),
        ("expect", "expect: {letter: [a, b, §d]}", TABLE),
        ("expect", "expect: {letter: [a, §b]}", edited("copies: 2, points: 3", "copies: 0")),
        ("expect", "expect: {mark: [red, §dark]}", edited("mark: red", "mark: [red, blue]")),
        ("required", "required: mark", "- {letter: a, mark: §[]}\n- {letter: b, mark: [x]}\n"),
    ],
)  # fmt: skip
def test_what_is_off_is_found_where_it_is(code: str, wanted: str, table: str) -> None:
    finding = off_at_mark(wanted, table)
    assert finding.code == f"composition-{code}"
    assert finding.severity == "error"
    assert finding.hint
    assert any(rule.code == finding.code for rule in explanations_of("composition.value_counts"))


@pytest.mark.parametrize(
    "wanted",
    [
        "required: [letter, points]",
        "range: {points: [1, 3], letter|length: [1, 1]}",
        f"share: {{{VOWELS}: [50%, 50%]}}",
        "equal: [[\"mark == 'red'\", \"mark == 'blue'\"], ['points == 2', \"letter == 'e'\"]]",
        "copies: {mark: {red: 2, blue: 2}}",
        "distinct: no",
        "expect: {letter: [a, b]}",
        "total: 10",
    ],
)
def test_a_deck_that_is_as_wanted_has_no_finding(wanted: str) -> None:
    assert off(wanted) == []


@pytest.mark.parametrize(
    "wanted",
    [
        "required: [§lettr]", "range: {lettr: §[1, 2]}", "share: {lettr: §[1%, 2%]}",
        "equal: [[points, §lettr]]", "copies: {lettr: §{a: 1}}", "expect: {lettr: §[a]}",
    ],
)  # fmt: skip
def test_a_field_that_no_card_has_is_told_once(wanted: str) -> None:
    finding = off_at_mark(wanted)
    assert finding.code == "undefined-name"
    assert finding.hint == "did you mean `letter`?"


@pytest.mark.parametrize(
    ("bounds", "found"),
    [("[1, 3]", []), ("[2, 3]", ["1 is below", "1 is below"]), ("[1, 2]", ["3 is above"])],
)
def test_a_range_includes_its_bounds(bounds: str, found: list[str]) -> None:
    said = [one.message for one in off(f"range: {{points: {bounds}}}")]
    assert len(said) == len(found)
    assert all(part in one for part, one in zip(found, said, strict=True))


@pytest.mark.parametrize("near", ["[1, 2]", "[3, 4]"])
def test_a_number_outside_its_range_is_told_the_nearest_bound(near: str) -> None:
    bound = {"[1, 2]": "2", "[3, 4]": "3"}[near]
    hints = {one.hint for one in off(f"range: {{points: {near}}}")}
    assert hints == {f"write {bound}, or widen the range"}


@pytest.mark.parametrize(
    ("share", "hint"),
    [
        ("[70%, 70%]", None),
        ("[71%, 90%]", "make 1 more of them so (8 to 9 cards), or widen the share"),
        ("[10%, 69%]", "make 1 fewer of them so (1 to 6 cards), or widen the share"),
    ],
)
def test_a_share_is_counted_in_whole_cards(share: str, hint: str | None) -> None:
    found = off(f"share: {{\"letter != 'e'\": {share}}}")
    assert [one.hint for one in found] == ([hint] if hint else [])


def test_a_share_that_is_met_to_the_card_is_met() -> None:
    """0.28 x 25 is 7.000000000000001 to a machine, and seven cards to a designer."""
    table = "- {letter: a, copies: 7}\n- {letter: b, copies: 18}\n"
    assert off("share: {\"letter == 'a'\": [28%, 28%]}", table) == []


@pytest.mark.parametrize(("count", "cut"), [(12, ""), (13, ", …")])
def test_of_many_cards_twelve_lines_are_named(count: int, cut: str) -> None:
    table = TABLE + "- {letter: x, points: 9}\n" * (count + 1)
    finding = the(off("required: mark", table.replace("3, points: 2", "3, mark: m, points: 2")
                      .replace("3, points: 1", "3, mark: m, points: 1")))  # fmt: skip
    lines = ", ".join(str(6 + n) for n in range(12))
    assert finding.notes[0].message == f"the others: cards.yaml, lines {lines}{cut}"


def test_cards_that_lack_a_value_are_one_finding_that_names_them() -> None:
    finding = off_at_mark("required: mark", TABLE.replace("- {letter: c", "- §{letter: c"))
    assert finding.message == "letters: 2 cards have no `mark`, which every card must have"
    assert [note.message for note in finding.notes] == [
        "the others: cards.yaml, line 4", "the composition asks for it",
    ]  # fmt: skip


def test_a_share_that_is_missed_says_how_many_cards_to_change() -> None:
    finding = the(off(f"share: {{{VOWELS}: [55%, 60%]}}"))
    assert "5 cards of 10 (50.0 %)" in finding.message
    assert finding.message.endswith("the composition says 55 % to 60 %")
    assert finding.hint == "make 1 more of them so (6 to 6 cards), or widen the share"
    assert [note.message for note in finding.notes] == ["the cards: cards.yaml, lines 1, 4"]


def test_unequal_counts_say_what_to_add_or_remove() -> None:
    wanted = "equal: [[\"mark == 'red'\", \"mark == 'blue'\", 'points == 2']]"
    finding = the(off(wanted))
    assert finding.message.startswith("letters: 2 with `mark == 'red'`, 2 with")
    assert finding.hint == "add 1 with `mark == 'red'`, or remove 1 with `points == 2`"


def test_a_card_that_is_missing_is_known_by_its_misspelling() -> None:
    finding = the(
        off("expect: {name: [Pangram, Hermit]}", "- {name: Pangramm}\n- {name: Hermit}\n")
    )
    assert finding.hint == "is it the card `Pangramm`?"
    assert [str(note.span) for note in finding.notes] == ["cards.yaml:1:10"]


def test_a_card_that_is_expected_and_benched_is_named() -> None:
    finding = the(off("expect: {letter: [a, b]}", edited("copies: 2, points: 3", "copies: 0")))
    assert finding.notes[0].message == "the card that has it is benched"
    assert finding.hint == "raise `copies`: 0 benches a card"


def test_copies_by_an_answer_are_listed_as_true_and_false() -> None:
    assert (
        off(
            'copies: {"points == 1 or points == 3": {true: 2, false: 3}}',
            TABLE.replace("3, points: 1", "2, points: 1"),
        )
        == []
    )


def test_an_expression_that_cannot_be_worked_out_is_a_finding() -> None:
    assert codes(off("share: {letter / 2: [1%, 2%]}")) == ["template-value"]
    assert codes(off("share: {letter ==: [1%, 2%]}")) == ["template-syntax"]


def test_each_code_is_explained_by_its_own_words() -> None:
    explained = [code for rule in (ValueCounts, DuplicateRows) for code in rule.codes]
    assert [code.code for code in explained] == [
        "composition-required", "composition-range", "composition-share", "composition-equal",
        "composition-copies", "composition-distinct", "composition-expect", "duplicate-row",
    ]  # fmt: skip
    assert all(" " in code.what for code in explained)


# --- kinds ---------------------------------------------------------------------------------


def test_a_share_that_no_number_of_cards_meets_is_to_be_widened() -> None:
    finding = the(off(f"share: {{{VOWELS}: [51%, 52%]}}"))
    assert finding.message.endswith("no number of 10 cards is 51 % to 52 % of them")
    assert finding.hint == "widen the share: 5 are 50.0 % and 6 are 60.0 %"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("range: {points: [3, 1]}", "points: [1, 3]"),
        (f"share: {{{VOWELS}: [60%, 40%]}}", "[40%, 60%]"),
    ],
)
def test_bounds_that_are_turned_round_are_told_once_for_all_cards(asked: str, meant: str) -> None:
    finding = the(off(asked))
    assert finding.message == "nothing is between these bounds: they are turned round"
    assert finding.hint == f"write the least first: `{meant}`"


@pytest.mark.parametrize(("copies", "said"), [(1, "1 card of 9 (11.1 %) has"),
                                              (2, "2 cards of 10 (20.0 %) have")])  # fmt: skip
def test_a_share_speaks_of_one_card_as_one(copies: int, said: str) -> None:
    table = edited("copies: 2, points: 3", f"copies: {copies}, points: 3")
    finding = the(off("share: {\"letter == 'b'\": [50%, 60%]}", table))
    assert said in finding.message


def test_a_kind_that_no_card_is_of_is_noted_as_such() -> None:
    finding = the(off("equal: [[\"mark == 'red'\", \"mark == 'tan'\"]]"))
    assert [note.message for note in finding.notes] == [
        "`mark == 'red'`: cards.yaml, line 1", "`mark == 'tan'`: no card",
    ]  # fmt: skip


def test_a_kind_without_copies_gets_the_nearest_or_a_line_for_the_list() -> None:
    table = edited("mark: blue", "mark: blu").replace("points: 2}", "points: 2, mark: green}")
    near, far = off("copies: {mark: {red: 2, blue: 2}}", table)
    assert (near.hint, far.hint) == ("did you mean `blue`?", "list `green: 3`")
    assert [note.message for note in far.notes] == ["the kinds are listed"]
    assert [str(note.span) for note in far.notes] == ["composition.yaml:1:16"]


@pytest.mark.parametrize(("copies", "said"), [(1, "has 1 copy,"), (3, "has 3 copies,")])
def test_copies_that_are_not_those_of_their_kind_are_told_with_the_line_that_says_so(
    copies: int, said: str
) -> None:
    table = edited("copies: 2, points: 3", f"copies: {copies}, points: 3")
    finding = the(off("copies: {mark: {red: 2, blue: 2}}", table))
    assert said in finding.message
    assert [str(note.span) for note in finding.notes] == ["composition.yaml:1:31"]


# --- all decks -----------------------------------------------------------------------------


def test_all_decks_together_have_the_cards_of_the_game() -> None:
    asked, _ = model("{total: 21}\n", Composition, "composition.yaml")
    rows, _ = cards(TABLE)
    assert asked is not None
    finding = the(list(compare_game_total({"one": rows, "two": rows}, asked)))
    assert finding.code == "composition-total"
    assert finding.message == "the game: 20 cards in all decks, the composition says 21"
    assert [note.message for note in finding.notes] == ["one: 10 cards", "two: 10 cards"]
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (1, 9)
    assert list(compare_game_total({"one": rows}, asked)) != []
    assert list(compare_game_total({"one": rows, "two": rows[:1] * 5}, asked)) != []


@pytest.mark.parametrize(
    ("total", "hint"),
    [
        (9, "remove 1 card, or write `total: 10`"),
        (11, "add 1 card, or write `total: 10`"),
        (14, "add 4 cards, or write `total: 10`"),
        (7, "remove 3 cards, or write `total: 10`"),
    ],
)
def test_the_total_of_the_game_says_how_many_to_add_or_remove(total: int, hint: str) -> None:
    asked, _ = model(f"{{total: {total}}}\n", Composition, "composition.yaml")
    rows, _ = cards(TABLE)
    assert asked is not None
    assert the(list(compare_game_total({"one": rows}, asked))).hint == hint


@pytest.mark.parametrize("wanted", ["{total: 10}", "{distinct: yes}"])
def test_a_total_that_is_right_or_not_asked_for_is_no_finding(wanted: str) -> None:
    asked, _ = model(f"{wanted}\n", Composition, "composition.yaml")
    rows, _ = cards(TABLE)
    assert asked is not None
    assert list(compare_game_total({"one": rows}, asked)) == []


def test_all_decks_of_a_game_are_held_to_what_the_composition_wants_of_the_game() -> None:
    composition = "game: {total: §9, required: [cost]}\n"
    found = at_mark(ValueCounts().find, {"composition.yaml": composition})
    assert found.message == "the game: 3 cards in all decks, the composition says 9"
    composition = "game: {total: 3, expect: {name: [§Dog]}}\n"
    found = at_mark(ValueCounts().find, {"composition.yaml": composition})
    assert found.code == "composition-expect"


def test_a_game_whose_decks_could_not_all_be_read_is_not_compared() -> None:
    game = subject({"composition.yaml": "main: {required: [mane]}\ngame: {total: 9}\n"})
    assert codes(list(find_value_faults(game))) == ["undefined-name", "composition-total"]
    uncounted = replace(game, spec=replace(game.spec, uncounted=frozenset({"main"})))
    assert list(find_value_faults(uncounted)) == []


def test_a_composition_of_a_deck_that_has_no_cards_is_not_compared() -> None:
    game = subject({"composition.yaml": "main: {required: [mane]}\n"})
    lost = {name: cards for name, cards in game.spec.cards.items() if name != "main"}
    assert list(find_value_faults(replace(game, spec=replace(game.spec, cards=lost)))) == []


# --- equal rows ----------------------------------------------------------------------------


def table(*rows: str) -> Mapping[str, str]:
    lines = "".join(f"- {MARK * row.startswith(MARK)}{{{row.lstrip(MARK)}}}\n" for row in rows)
    return {"cards.yaml": lines, "composition.yaml": "main: {}\n"}


FOX, OWL = "name: Fox, cost: 2, rule: Go", "name: Owl, cost: 2, rule: Go"


def test_a_row_equal_to_an_earlier_one_is_pointed_at() -> None:
    files = table(FOX, OWL, f"{MARK}rule: Go, cost: 2, name: Fox, copies: 2", FOX)
    finding = at_mark(find_duplicate_rows, files)
    assert finding.code == "duplicate-row"
    assert finding.severity == "warning"
    assert "`copies: 4`" in finding.hint
    assert [str(note.span) for note in finding.notes] == ["cards.yaml:1:3", "cards.yaml:4:3"]


def tables(**rows: str) -> Subject:
    """The game with its cards in several tables."""
    files = {f"{name}.csv": f"name,cost,rule\n{text}" for name, text in rows.items()}
    listed = ", ".join(files)
    deck = {"game.yaml": GOOD["game.yaml"].replace("cards.yaml", f"[{listed}]", 1)}
    return subject({**deck, **files, "composition.yaml": "main: {}\n"})


def test_a_table_that_is_a_copy_of_another_is_one_finding() -> None:
    """A cloud folder makes `cards (1).csv` of a conflict, and `*.csv` takes both."""
    rows = "Fox,2,Go\nOwl,2,Go\nHen,2,Go\n"
    (finding,) = find_duplicate_rows(tables(a=rows, b=rows))
    assert finding.message == "main: all 3 rows of this table are in `a.csv` too"
    assert str(finding.span) == "b.csv:2:1"
    assert "copy" in finding.hint


@pytest.mark.parametrize("more", ["Hen,3,Stay\n", "Hen,2,Stay\nElk,1,Go\n"])
def test_a_table_with_rows_of_its_own_is_no_copy(more: str) -> None:
    rows = "Fox,2,Go\nOwl,2,Go\n"
    found = list(find_duplicate_rows(tables(a=rows, b=rows + more)))
    assert [str(one.span) for one in found] == ["b.csv:2:1", "b.csv:3:1"]
    assert all("`copies: 2`" in one.hint for one in found)


def test_rows_that_differ_in_a_field_or_an_id_are_not_equal() -> None:
    assert silent((find_duplicate_rows,), table(FOX, OWL, f"id: other, {FOX}", f"{FOX}!"))


def test_rows_of_a_deck_whose_cards_must_be_distinct_are_reported_once() -> None:
    game = subject(table(FOX, FOX))
    asked, _ = model("{distinct: yes}\n", Composition, "composition.yaml")
    assert asked is not None
    assert game.spec.composition is not None
    composition = replace(game.spec.composition, decks={"main": asked})
    strict = replace(game, spec=replace(game.spec, composition=composition))
    assert codes(list(find_value_faults(strict))) == ["composition-distinct"]
    assert list(find_duplicate_rows(strict)) == []


def test_the_good_game_and_novelty_are_as_their_compositions_say() -> None:
    assert silent(checks_of("composition.value_counts"), {})
    assert [
        finding
        for check in (find_value_faults, find_duplicate_rows)
        for finding in check(novelty())
    ] == []
