"""Decks held to their composition: what is off, and which row is to blame."""

import dataclasses
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from cardgen.check.rules.composition.deck_counts import (
    DeckCounts,
    check_composition,
    summarize_counts,
)
from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.read.game import GameSpec, read_game
from cardgen.read.tables.cards import CardSpec
from tests.rules.test_consistency import at_mark
from tests.rules.test_reading import GOOD
from tests.support.samples import ROOT, the

NOVELTY = ROOT / "card_data" / "novelty"

LETTERS = """\
- {letter: a, copies: 2, points: 1, mark: red}
- {letter: a, copies: 2, points: 1, mark: blue}
- {letter: a, copies: 3, points: 0, effect: vowels}
- {letter: b, copies: 1, points: 3, mark: red}
- {letter: b, copies: 2, points: 2}
- {letter: c, copies: 4, points: 2, mark: blue}
"""
COMPOSITION = """\
letters:
  total: 14
  count:
    letter: {a: 7, b: 3, c: 4}
    mark: {red: 3, blue: 6}
"""
BLUE = "copies: 1, points: 1, mark: blue"
NAMES = "- {name: Clones}\n- {name: Hermit}\n- {name: Laconic}\n"
GAME = """\
game: Novelty
decks:
  letters: {cards: letters.yaml, size: poker, front: face}
  motifs: {cards: motifs.yaml, size: poker, front: face}
"""


def spec(files: Mapping[str, str | bytes]) -> GameSpec:
    report = Report()
    read = read_game(MemoryGame(files), report)
    assert report.findings == ()
    assert read is not None
    return read


def game(letters: str = LETTERS, composition: str = COMPOSITION, motifs: str = NAMES) -> GameSpec:
    return spec(
        {
            "game.yaml": GAME,
            "letters.yaml": letters,
            "motifs.yaml": motifs,
            "layouts.yaml": "layouts: {face: {safe: []}}\n",
            "composition.yaml": composition,
        }
    )


def findings(read: GameSpec) -> list[Finding]:
    report = Report()
    check_composition(read, report)
    return list(report.findings)


def motif_findings(motifs: str, composition: str) -> list[Finding]:
    return findings(game(composition=f"motifs: {composition}\n", motifs=motifs))


def about(found: list[Finding], words: str) -> Finding:
    """The finding whose message holds these words."""
    return the([finding for finding in found if words in finding.message])


def edited(before: str, after: str) -> list[Finding]:
    """What is found after one edit of the letters."""
    assert LETTERS.count(before) == 1, before
    return findings(game(LETTERS.replace(before, after)))


# --- what is off -------------------------------------------------------------------------


def test_a_deck_that_is_as_it_should_be_has_no_finding() -> None:
    assert findings(game()) == []


def test_a_game_without_a_composition_has_no_finding() -> None:
    files = {"game.yaml": GAME, "letters.yaml": LETTERS, "motifs.yaml": NAMES}
    read = spec(files | {"layouts.yaml": "layouts: {face: {safe: []}}\n"})
    assert findings(read) == []


def test_copies_are_counted() -> None:
    found = about(edited("copies: 4", "copies: 5"), "letter `c`")
    assert found.code == "composition-count"
    assert found.message == "letters: 5 cards have letter `c`, the composition says 4"


def test_one_card_is_spoken_of_as_one() -> None:
    found = about(edited("copies: 4", "copies: 1"), "letter `c`")
    assert found.message.startswith("letters: 1 card has letter `c`")


def test_a_total_that_is_off_says_how_many_are_missing() -> None:
    found = about(edited("copies: 4", "copies: 3"), "in the deck")
    assert (found.code, str(found.span)) == ("composition-total", "composition.yaml:2:10")
    assert found.message == "letters: 13 cards in the deck, the composition says 14"
    assert found.hint == "add 1 card, or write `total: 13`"


def test_a_total_that_is_off_says_how_many_are_too_many() -> None:
    assert about(edited("copies: 4", "copies: 6"), "in the deck").hint.startswith("remove 2 cards")


def test_a_value_that_no_card_has_is_pointed_at_in_the_composition() -> None:
    (found,) = findings(game(composition="letters: {count: {letter: {a: 7, b: 3, c: 4, d: 2}}}\n"))
    assert found.message == "letters: 0 cards have letter `d`, the composition says 2"
    assert (str(found.span), found.hint) == (
        "composition.yaml:1:49",
        "add the card, or write `d: 0`",
    )


def test_a_value_of_zero_holds_when_no_card_has_it() -> None:
    composition = "letters: {count: {letter: {a: 7, b: 3, c: 4, d: 0}}}\n"
    assert findings(game(composition=composition)) == []


def test_a_value_that_is_not_listed_is_pointed_at_on_its_card() -> None:
    composition = "letters: {count: {letter: {a: 7, b: 3}}}\n"
    found = the(findings(game(composition=composition)))
    assert "letter `c`, which the composition does not list" in found.message
    assert str(found.span) == "letters.yaml:6:12"
    assert found.hint == "correct the value, or list `c: 4` in the composition"


def test_cards_without_the_field_are_not_counted() -> None:
    assert findings(game(composition="letters: {count: {effect: {vowels: 3}}}\n")) == []


def test_numbers_are_counted_by_how_they_are_typed() -> None:
    composition = "letters: {count: {points: {1: 4, 0: 3, 3: 1, 2: 6}}}\n"
    assert findings(game(composition=composition)) == []


def test_an_expression_may_be_counted() -> None:
    counts = "{points > 1: {True: 7, False: 7}}"
    assert findings(game(composition=f"letters: {{count: {counts}}}\n")) == []


def test_copies_and_ids_may_be_counted_as_any_field() -> None:
    copies = "letters: {count: {copies: {1: 1, 2: 6, 3: 3, 4: 4}}, unique: [id]}\n"
    assert findings(game(composition=copies)) == []


TAGGED = "- {name: Fox, tags: [fire, swift], copies: 2}\n- {name: Owl, tags: [air, air]}\n"


def test_a_list_counts_for_each_of_its_items() -> None:
    right = "{count: {tags: {fire: 2, swift: 2, air: 1}}}"
    assert motif_findings(TAGGED, right) == []
    finding = the(motif_findings(TAGGED, right.replace("swift: 2", "swift: 1")))
    assert finding.message == "motifs: 2 cards have tags `swift`, the composition says 1"
    assert str(finding.span).startswith("motifs.yaml:1:21")


@pytest.mark.parametrize(("yes", "no"), [("true", "false"), ("True", "False")])
def test_an_answer_is_counted_as_it_is_listed(yes: str, no: str) -> None:
    counts = f"{{count: {{\"name == 'Clones'\": {{{yes}: 1, {no}: 2}}}}}}"
    assert motif_findings(NAMES, counts) == []
    finding = about(motif_findings(NAMES, counts.replace("1", "3")), "says 3")
    assert finding.message.endswith(f"has name == 'Clones' `{yes}`, the composition says 3")


def test_what_all_decks_hold_together_is_counted_and_unique() -> None:
    names = NAMES + "- {letter: a, name: Clones}\n"
    every = "game: {count: {letter: {a: 7, b: 3, c: 4}}, unique: [name]}\n"
    first, second = findings(game(motifs=names, composition=every))
    assert first.message == "game: 8 cards have letter `a`, the composition says 7"
    assert second.message == "game: two cards have the name `Clones`, which must be unique"
    several = "in letters.yaml, lines 1, 2, 3; motifs.yaml, line 4"
    assert first.notes[1].message == f"the cards with `a` are {several}"


def test_a_field_that_no_card_has_gets_the_nearest() -> None:
    found = the(findings(game(composition="letters: {count: {leter: {a: 7, b: 3}}}\n")))
    assert (found.code, str(found.span)) == ("undefined-name", "composition.yaml:1:19")
    assert found.hint == "did you mean `letter`?"


def test_a_broken_expression_is_a_finding() -> None:
    found = the(findings(game(composition="letters: {count: {'a +': {a: 7}}}\n")))
    assert (found.code, str(found.span)) == ("template-syntax", "composition.yaml:1:19")


def test_a_deck_the_game_does_not_have_gets_the_nearest() -> None:
    found = the(findings(game(composition="leters: {total: 14}\n")))
    assert (found.code, str(found.span)) == ("unknown-deck", "composition.yaml:1:1")
    assert found.hint == "did you mean `letters`?"


def test_a_deck_the_game_does_not_have_is_pointed_at_in_its_line() -> None:
    found = the(findings(game(composition="letters: {total: 14}\nleters: {total: 14}\n")))
    assert str(found.span) == "composition.yaml:2:1"


@pytest.mark.parametrize("part", ["count: {points / x: {a: 7}}", "unique: [points / x]"])
def test_an_expression_that_cannot_be_worked_out_is_a_finding(part: str) -> None:
    found = the(findings(game(LETTERS + "- {letter: d, x: y}\n", f"letters: {{{part}}}\n")))
    assert found.code == "template-value"
    assert str(found.span) == f"composition.yaml:1:{19 if part.startswith('count') else 20}"
    assert "cannot be divided" in found.message


def test_the_rule_looks_at_the_composition_of_the_game() -> None:
    composition = GOOD["composition.yaml"].replace("total: 3", "total: §4")
    found = at_mark(DeckCounts().find, {"composition.yaml": composition})
    assert found.code == "composition-total"


def test_each_code_is_explained_by_its_own_words() -> None:
    assert [code.code for code in DeckCounts.codes] == [
        "composition-total", "composition-count", "composition-unique",
    ]  # fmt: skip
    assert [code.what.split()[0] for code in DeckCounts.codes] == ["A", "Another", "Two"]


# --- unique ------------------------------------------------------------------------------


def test_names_that_differ_are_unique() -> None:
    assert motif_findings(NAMES, "{unique: [name]}") == []


def test_a_name_that_is_there_twice_is_pointed_at_with_the_first_beside_it() -> None:
    found = the(motif_findings(NAMES + "- {name: Clones}\n", "{unique: name}"))
    assert (found.code, str(found.span)) == ("composition-unique", "motifs.yaml:4:10")
    assert str(found.notes[0].span) == "motifs.yaml:1:10"
    assert found.hint == "give one of them another name"


def test_the_place_in_the_composition_that_asks_for_it_is_noted() -> None:
    found = the(motif_findings(NAMES + "- {name: Clones}\n", "{unique: [name|upper, name]}")[1:])
    assert [note.message for note in found.notes] == ["the first is", "the composition asks for it"]
    assert [str(note.span) for note in found.notes] == ["motifs.yaml:1:10", "composition.yaml:1:31"]


def test_a_unique_field_that_no_card_has_is_pointed_at_where_it_is_asked_for() -> None:
    found = the(motif_findings(NAMES, "{unique: [name, nmae]}"))
    assert (found.code, str(found.span)) == ("undefined-name", "composition.yaml:1:25")
    assert found.hint == "did you mean `name`?"


def test_cards_without_the_field_may_be_many() -> None:
    motifs = "- {name: a}\n- {name: b, mark: x}\n- {name: c}\n"
    assert motif_findings(motifs, "{unique: [mark]}") == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [("[a, [b, [c, 1]]]", "`b, [c, 1]`"), ("{a: b, c: [d]}", "`{a: b, c: [d]}`")],
)
def test_a_list_or_mapping_is_told_as_it_is_typed(typed: str, said: str) -> None:
    found = motif_findings(f"- {{name: {typed}}}\n", "{count: {name: {Fox: 1}}}")
    assert any(said in one.message for one in found)


def test_copies_of_a_card_do_not_repeat_it() -> None:
    assert motif_findings("- {name: a, copies: 3}\n", "{unique: [name]}") == []


# --- blame -------------------------------------------------------------------------------


def test_copies_that_are_off_are_pointed_at_where_they_were_typed() -> None:
    found = about(edited("copies: 4", "copies: 3"), "letter `c`")
    assert (str(found.span), found.label) == ("letters.yaml:6:23", "")


def test_of_several_rows_the_one_that_explains_more_is_pointed_at() -> None:
    """Row 2 alone explains that an `a` and a blue mark are missing."""
    found = about(edited("copies: 2, points: 1, mark: blue", BLUE), "letter `a`")
    assert str(found.span) == "letters.yaml:2:23"
    assert found.label == "most likely this one"


def test_copies_that_are_off_have_the_smallest_edit_as_hint() -> None:
    found = about(edited("copies: 2, points: 1, mark: blue", BLUE), "letter `a`")
    assert found.hint == "raise `copies` by 1, or write `a: 6`"


def test_the_other_rows_of_the_value_are_named() -> None:
    found = about(edited("copies: 3", "copies: 4"), "letter `a`")
    notes = [note.message for note in found.notes]
    assert notes == ["the composition asks for it", "the cards with `a` are on lines 1, 2, 3"]
    assert str(found.notes[0].span) == "composition.yaml:4:17"


def test_a_changed_letter_is_pointed_at_where_it_was_typed() -> None:
    found = edited("{letter: b, copies: 2", "{letter: c, copies: 2")
    assert str(about(found, "letter `c`").span) == "letters.yaml:5:12"


def test_a_changed_letter_gets_the_one_that_is_short() -> None:
    found = edited("{letter: b, copies: 2", "{letter: c, copies: 2")
    assert about(found, "letter `c`").hint == "should one be `b`? That is 2 short"


def test_a_changed_mark_is_pointed_at_where_only_one_row_explains_it() -> None:
    """Of the blue rows only that of `b` has one copy and stands by a red one."""
    letters = LETTERS.replace("{letter: b, copies: 2", "{letter: b, mark: red, copies: 2")
    composition = COMPOSITION.replace("red: 3", "red: 5")
    changed = letters.replace("points: 3, mark: red", "points: 3, mark: blue")
    found = findings(game(changed, composition))
    assert str(about(found, "mark `blue`").span) == "letters.yaml:4:43"


def test_a_changed_mark_is_pointed_at_where_only_one_row_has_that_many_copies() -> None:
    found = edited("points: 3, mark: red", "points: 3, mark: blue")
    assert str(about(found, "`blue`").span) == "letters.yaml:4:43"


def test_where_a_value_is_short_the_row_that_has_another_for_it_is_pointed_at() -> None:
    short = about(edited("{letter: b, copies: 2", "{letter: c, copies: 2"), "letter `b`")
    assert (str(short.span), short.label) == (
        "letters.yaml:5:12",
        "most likely this one should be `b`",
    )
    assert short.hint == "write `b` there, or `b: 1` in the composition"


def test_a_row_that_lacks_the_value_gets_its_field() -> None:
    """There is nothing at its place that the value could replace."""
    short = about(edited("{letter: b, copies: 2", "{copies: 2"), "letter `b`")
    assert short.hint == "write `letter: b`, or `b: 1` in the composition"


def test_an_empty_cell_gets_the_value_alone() -> None:
    files = {
        "game.yaml": "game: Novelty\ndecks: {a: {cards: a.csv, size: poker, front: face}}\n",
        "a.csv": "name,letter\nFox,a\nOwl,\nHen,b\n",
        "layouts.yaml": "layouts: {face: {safe: []}}\n",
        "composition.yaml": "a: {count: {letter: {a: 2, b: 1}}}\n",
    }
    (short,) = findings(spec(files))
    assert short.hint == "write `a` as its `letter`, or `a: 1` in the composition"


def test_a_value_that_is_worked_out_is_typed_nowhere() -> None:
    composition = COMPOSITION.replace("letter: {", "letter ~ '!': {").replace("a: ", "a!: ")
    composition = composition.replace("b: ", "b!: ").replace("c: ", "c!: ")
    letters = LETTERS.replace("{letter: b, copies: 2", "{letter: d, copies: 2")
    short = about(findings(game(letters, composition)), "`b!`")
    assert short.hint == "change what it is made of, or `b!: 1` in the composition"


def test_a_row_that_is_missing_is_pointed_at_in_the_composition() -> None:
    found = edited("- {letter: b, copies: 1, points: 3, mark: red}\n", "")
    short = about(found, "letter `b`")
    assert (str(short.span), short.hint) == (
        "composition.yaml:4:23",
        "add the card, or write `b: 2`",
    )


def test_a_row_that_is_there_twice_is_pointed_at_the_second_time() -> None:
    row = "- {letter: b, copies: 1, points: 3, mark: red}\n"
    assert str(about(edited(row, row * 2), "letter `b`").span) == "letters.yaml:5:12"


def test_two_values_that_are_swapped_are_both_pointed_at() -> None:
    letters = LETTERS.replace("{letter: c", "{letter: X")
    letters = letters.replace("{letter: a, copies: 3", "{letter: c, copies: 3")
    found = findings(game(letters.replace("X", "a")))
    assert str(about(found, "letter `a`").span) == "letters.yaml:6:12"
    assert str(about(found, "letter `c`").span) == "letters.yaml:3:12"


def test_qty_is_pointed_at_as_copies_are() -> None:
    letters = LETTERS.replace("copies: 4", "qty: 3")
    assert str(about(findings(game(letters)), "letter `c`").span) == "letters.yaml:6:20"


def test_a_misspelt_value_is_pointed_at_and_gets_the_one_that_is_short() -> None:
    found = about(edited("{letter: c", "{letter: cc"), "letter `cc`")
    assert (str(found.span), found.hint) == ("letters.yaml:6:12", "did you mean `c`? It is 4 short")


def test_a_misspelt_name_is_pointed_at_and_gets_the_right_one() -> None:
    counts = "{count: {name: {Clones: 1, Hermit: 1, Laconic: 1}}}"
    found = motif_findings(NAMES.replace("Laconic", "Lacnoic"), counts)
    misspelt = about(found, "`Lacnoic`")
    assert str(misspelt.span) == "motifs.yaml:3:10"
    assert misspelt.hint == "did you mean `Laconic`? It is 1 short"


def test_a_value_that_is_short_of_the_cards_with_a_slip_for_it_is_not_told_beside_them() -> None:
    counts = "{count: {name: {Clones: 1, Hermit: 1, Laconic: 1}}}"
    (found,) = motif_findings(NAMES.replace("Laconic", "Lacnoic"), counts)
    assert "`Lacnoic`" in found.message


def test_a_value_that_is_short_of_more_cards_than_have_a_slip_for_it_is_told_beside_them() -> None:
    counts = "{count: {name: {Clones: 1, Hermit: 1, Laconic: 2}}}"
    found = motif_findings(NAMES.replace("Laconic", "Lacnoic"), counts)
    assert [one.message.partition("`")[2].partition("`")[0] for one in found] == [
        "Laconic",
        "Lacnoic",
    ]


# --- hints -------------------------------------------------------------------------------

X, Y = "{letter: x, copies: 1}", "{letter: y, copies: 2}"


def counted(counts: str, *rows: str) -> Finding:
    """The finding about the letters `x`, where rows are added and counts expected."""
    table = LETTERS + "".join(f"- {row}\n" for row in rows)
    composition = f"letters: {{count: {{letter: {{a: 7, {counts}}}}}}}\n"
    return about(findings(game(table, composition)), "letter `x`")


def test_where_no_row_is_to_blame_the_first_of_them_is_pointed_at() -> None:
    found = counted("b: 3, c: 4", X, X)
    assert (str(found.span), found.label) == ("letters.yaml:7:12", "the first of them")
    assert found.hint == "correct the value, or list `x: 2` in the composition"


def test_where_one_row_has_the_value_it_needs_no_label_and_no_list() -> None:
    found = counted("b: 3, c: 4, x: 3", X)
    assert (found.label, len(found.notes)) == ("", 1)


def test_where_two_rows_have_the_value_the_likelier_is_said_to_be_it_and_both_are_listed() -> None:
    found = counted("b: 3, c: 4, x: 2", X, "{letter: x, copies: 3}")
    assert found.label.endswith("this one")
    assert found.notes[1].message == "the cards with `x` are on lines 7, 8"


def test_one_value_that_is_short_is_proposed_even_if_it_is_spelled_otherwise() -> None:
    assert counted("b: 3, c: 4, long: 2", X).hint == "did you mean `long`? It is 2 short"


def test_of_two_values_that_are_short_the_closer_is_proposed_with_its_own_number() -> None:
    found = counted("b: 3, c: 4, long: 2, x2: 3", X)
    assert found.hint == "did you mean `x2`? It is 3 short"


def test_of_two_values_that_are_short_and_unlike_it_none_is_proposed() -> None:
    found = counted("b: 3, c: 4, long: 2, much: 3", X)
    assert found.hint == "correct the value, or list `x: 1` in the composition"


def test_the_value_that_is_short_by_as_much_as_another_is_over_is_proposed() -> None:
    found = counted("b: 4, c: 6, x: 1", X, Y.replace("y", "x"))
    assert found.hint == "should one be `c`? That is 2 short"


def test_a_value_that_is_over_by_one_is_swapped_with_one_that_is_short_by_one() -> None:
    found = counted("b: 4, c: 4, x: 1", X, X)
    assert found.hint == "should one be `b`? That is 1 short"


def test_a_value_that_is_over_by_one_and_no_other_short_is_lowered_by_one() -> None:
    found = counted("b: 3, c: 4, x: 1", Y.replace("y", "x"))
    assert found.hint == "lower `copies` by 1, remove a card, or write `x: 2`"


def test_one_card_too_many_in_a_deck_is_removed() -> None:
    found = the(findings(game(composition="letters: {total: 13}\n")))
    assert found.hint == "remove 1 card, or write `total: 14`"


# --- the real game -----------------------------------------------------------------------


def novelty(name: str = "", before: str = "", after: str = "") -> list[Finding]:
    """Novelty's findings after one edit of one file."""
    files: dict[str, str | bytes] = {
        file.name: file.read_text(encoding="utf-8") for file in NOVELTY.glob("*.yaml")
    }
    if name:
        text = files[name]
        assert isinstance(text, str)
        assert text.count(before) == 1, before
        files[name] = text.replace(before, after)
    return findings(spec(files))


def line_of(name: str, words: str) -> int:
    text = (NOVELTY / name).read_text(encoding="utf-8")
    return text[: text.index(words)].count("\n") + 1


def test_novelty_is_what_its_composition_says() -> None:
    assert novelty() == []


@pytest.mark.parametrize(
    ("before", "after", "value"),
    [
        ("letter: a, copies: 2, points: 1, mark: blue", "letter: a, points: 1, mark: blue", "`a`"),
        (
            "letter: ou, copies: 1, points: 2, mark",
            "letter: ng, copies: 1, points: 2, mark",
            "`ng`",
        ),
        (
            "letter: ou, copies: 1, points: 2, mark",
            "letter: uo, copies: 1, points: 2, mark",
            "`uo`",
        ),
    ],
)
def test_one_edit_of_a_letter_of_novelty_is_pointed_at(before: str, after: str, value: str) -> None:
    found = about(novelty("letters.yaml", before, after), f"letter {value}")
    assert found.span is not None
    assert found.span.line == line_of("letters.yaml", before)


def novelty_with(index: int, **changes: Any) -> list[Finding]:
    """Novelty's findings with one row of its letters changed."""
    read = novelty_spec()
    rows = list(read.cards["letters"])
    copies = changes.pop("copies", rows[index].copies)
    values = {**rows[index].values, **changes}
    rows[index] = dataclasses.replace(rows[index], values=values, copies=copies)
    return findings(replace(read, cards={**read.cards, "letters": tuple(rows)}))


@cache
def novelty_spec() -> GameSpec:
    return spec({file.name: file.read_text("utf-8") for file in NOVELTY.glob("*.yaml")})


def letters_of_novelty() -> tuple[CardSpec, ...]:
    return novelty_spec().cards["letters"]


def share_pointed_at(edits: list[tuple[int, dict[str, Any]]]) -> float:
    """Of how many edits every count by a field that is off is pointed at in the edited row.

    Counts by an expression are left aside: a row that is short of one may be any."""
    right = 0
    for index, changes in edits:
        found = [f for f in novelty_with(index, **changes) if f.code == "composition-count"]
        found = [f for f in found if re.search(r"ha(s|ve) \w+ `", f.message)]
        place = letters_of_novelty()[index].span
        spots = {(f.span.file, f.span.line) for f in found if f.span}
        right += spots == {(place.file, place.line)}
    return right / len(edits)


@pytest.mark.parametrize("step", [-1, 1, 20])
def test_any_changed_letter_of_novelty_is_pointed_at(step: int) -> None:
    """By the one before, behind or far from it; the counts alone fit several rows."""
    names = list(dict.fromkeys(card.values["letter"] for card in letters_of_novelty()))
    edits = [
        (index, {"letter": names[(names.index(card.values["letter"]) + step) % len(names)]})
        for index, card in enumerate(letters_of_novelty())
    ]
    assert share_pointed_at(edits) >= 0.95


def test_any_copy_too_many_in_novelty_is_pointed_at() -> None:
    edits = [(i, {"copies": card.copies + 1}) for i, card in enumerate(letters_of_novelty())]
    assert share_pointed_at(edits) >= 0.95


def test_most_copies_missing_in_novelty_are_pointed_at() -> None:
    """Four of the 32 rows with copies have a like row beside them, which may as well lack one."""
    rows = enumerate(letters_of_novelty())
    edits = [(i, {"copies": card.copies - 1}) for i, card in rows if card.copies > 1]
    assert share_pointed_at(edits) >= 28 / 32


def test_any_changed_mark_of_novelty_is_pointed_at_if_its_letter_has_both() -> None:
    """Of the other 18 marks, nothing in the table says that they are wrong."""
    marks: dict[Any, set[Any]] = {}
    for card in letters_of_novelty():
        marks.setdefault(card.values["letter"], set()).add(card.values.get("mark"))
    other = {"red": "blue", "blue": "red"}
    edits = [
        (index, {"mark": other[str(card.values["mark"])]})
        for index, card in enumerate(letters_of_novelty())
        if card.values.get("mark") and marks[card.values["letter"]] >= {"red", "blue"}
    ]
    assert len(edits) == 38
    assert share_pointed_at(edits) == 1


def test_where_other_rows_may_as_well_be_to_blame_the_finding_says_perhaps() -> None:
    """The mark of `es`: it has one, as have `ed` and seven more."""
    assert about(novelty_with(31, mark="blue"), "mark `blue`").label == "perhaps this one"


@pytest.mark.slow
def test_thousands_of_counts_that_are_off_take_no_minute() -> None:
    rows = "".join(f"- {{letter: L{i}}}\n" for i in range(1000))
    counts = ", ".join(f"M{i}: 1" for i in range(1000))
    found = findings(game(rows, f"letters: {{count: {{letter: {{{counts}}}}}}}\n"))
    assert len(found) == 2000


def test_a_misspelt_name_of_novelty_is_pointed_at() -> None:
    found = about(novelty("motifs.yaml", "name: Cliffhanger", "name: Clifhanger"), "`Clifhanger`")
    assert found.span is not None
    assert found.span.line == line_of("motifs.yaml", "name: Cliffhanger")
    assert found.hint == "did you mean `Cliffhanger`? It is 1 short"


# --- summary -----------------------------------------------------------------------------


def test_the_summary_sets_what_was_found_beside_what_was_expected() -> None:
    lines = summarize_counts(game(LETTERS.replace("copies: 4", "copies: 5")))
    assert [(line.deck, line.what, line.found, line.expected) for line in lines] == [
        ("letters", "cards", 15, 14),
        ("letters", "letter: values with the right count", 2, 3),
        ("letters", "mark: values with the right count", 1, 2),
        ("motifs", "cards", 3, 3),
    ]
