"""Findings as people and programs read them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.findings import (
    Finding,
    Note,
    Report,
    Span,
    did_you_mean,
    find_closest,
    findings_to_json,
    format_findings,
    plural,
)
from tests.support.samples import law

LETTERS = "- {letter: a, copies: 1, points: 1, mark: red}"
MISCOUNT = Finding(
    "composition-count",
    "letters: 7 cards have letter `a`, the composition says 8",
    Span("letters.yaml", 3, 12, 13),
    label="the first of them",
    hint="raise `copies` by 1, or write `a: 7`",
    notes=(Note("the composition asks for it", Span("composition.yaml", 4, 22, 23)),),
)
EXAMPLE = """\
error[composition-count]: letters: 7 cards have letter `a`, the composition says 8
  --> card_data/novelty/letters.yaml:3:12
   |
 3 | - {letter: a, copies: 1, points: 1, mark: red}
   |            ^ the first of them
   |
   = note: the composition asks for it at card_data/novelty/composition.yaml:4:22
   = hint: raise `copies` by 1, or write `a: 7`
"""


def line_3(_: str, number: int) -> str | None:
    return LETTERS if number == 3 else None


def shown(finding: Finding, line: str | None = LETTERS) -> list[str]:
    """What a person sees, the margin left out."""
    text = format_findings([finding], lambda _, __: line, "", color=False)
    return [row.strip() for row in text.splitlines()]


def test_a_finding_looks_as_the_design_shows_it() -> None:
    assert format_findings([MISCOUNT], line_3, "card_data/novelty/", color=False) == EXAMPLE


@pytest.mark.parametrize("line", [3, 33, 333])
def test_bars_stand_below_each_other_whatever_the_line_s_number(line: int) -> None:
    finding = Finding("x", "wrong", Span("a.yaml", line, 1, 2), hint="do", notes=(Note("so"),))
    rows = format_findings([finding], lambda _, __: LETTERS, "", color=False).splitlines()[1:]
    edge = len(str(line)) + 2
    assert rows[0].index("-->") == edge - 1
    assert {row[edge] for row in rows[1:]} == {"|", "="}
    assert all(row[: edge - 1].strip() in ("", str(line)) for row in rows)


def test_the_caret_stands_under_the_column() -> None:
    rows = format_findings([MISCOUNT], line_3, "", color=False).splitlines()
    source, under = rows[3], rows[4]
    assert source[under.index("^")] == "a"
    assert source.index("|") == under.index("|")


def test_a_longer_place_has_as_many_carets() -> None:
    finding = Finding("x", "wrong", Span("a.yaml", 1, 4, 10))
    assert shown(finding)[-1].count("^") == 6


def test_carets_end_with_the_line() -> None:
    finding = Finding("x", "wrong", Span("a.yaml", 1, 4, 400))
    assert shown(finding)[-1].count("^") == len(LETTERS) - 3


def test_a_place_behind_the_end_of_the_line_still_has_a_caret() -> None:
    finding = Finding("x", "wrong", Span("a.yaml", 1, 5, 6))
    assert shown(finding, "ab")[-1].count("^") == 1


def test_a_long_line_is_cut_around_the_caret() -> None:
    line = "x" * 300 + "HERE" + "x" * 300
    source, under = shown(Finding("x", "wrong", Span("a.yaml", 1, 301, 305)), line)[-2:]
    column = source.index("HERE") - len("1 | ")
    assert len(source) < 150
    assert under == f"| {' ' * column}^^^^"


def test_a_line_that_cannot_be_read_again_is_left_out() -> None:
    finding = Finding("x", "wrong", Span("a.yaml", 1, 5, 6), hint="do this")
    assert shown(finding, None) == ["error[x]: wrong", "--> a.yaml:1:5", "= hint: do this"]


def test_a_finding_without_a_place_has_no_arrow() -> None:
    assert shown(Finding("x", "wrong")) == ["error[x]: wrong"]


def test_a_card_is_named_before_the_message() -> None:
    finding = Finding("x", "wrong", severity="warning", card="letters/a-red")
    assert shown(finding) == ["warning[x]: letters/a-red: wrong"]


def test_a_note_without_a_place_is_a_sentence() -> None:
    assert shown(Finding("x", "wrong", notes=(Note("so there"),)))[-1] == "= note: so there"


def test_colour_adds_codes_and_changes_no_letter() -> None:
    coloured = format_findings([MISCOUNT], line_3, "", color=True)
    assert "\x1b[31;1merror[composition-count]\x1b[0m" in coloured
    plain = coloured
    for code in ("31;1", "31", "34", "36", "32"):
        plain = plain.replace(f"\x1b[{code}m", "")
    assert plain.replace("\x1b[0m", "") == format_findings([MISCOUNT], line_3, "", color=False)


def test_findings_are_parted_by_an_empty_line() -> None:
    two = format_findings([Finding("x", "one"), Finding("x", "two")], line_3, "", color=False)
    assert two == "error[x]: one\n\nerror[x]: two\n"


def test_json_has_the_keys_of_the_design() -> None:
    (row,) = json.loads(findings_to_json([MISCOUNT], "novelty/"))
    assert row == {
        "code": "composition-count",
        "severity": "error",
        "message": MISCOUNT.message,
        "file": "novelty/letters.yaml",
        "line": 3,
        "column": 12,
        "end_column": 13,
        "label": "the first of them",
        "hint": MISCOUNT.hint,
        "card": None,
    }


def test_json_of_a_finding_without_a_place_says_so() -> None:
    (row,) = json.loads(findings_to_json([Finding("x", "wrong", card="letters/a")], "novelty/"))
    assert (row["file"], row["line"], row["card"]) == (None, None, "letters/a")


def test_json_of_nothing_is_an_empty_list() -> None:
    assert json.loads(findings_to_json([], "")) == []


def test_a_report_keeps_a_finding_once() -> None:
    report = Report()
    report.extend([MISCOUNT, MISCOUNT])
    assert report.findings == (MISCOUNT,)


def test_the_same_fault_at_two_places_is_two_findings() -> None:
    report = Report()
    report.extend(Finding("x", "wrong", Span("a.yaml", line, 1, 2)) for line in (1, 2))
    assert report.count("error") == 2


def test_errors_come_first_then_files_lines_and_columns() -> None:
    places = [("b", 1, 1), ("a", 10, 1), ("a", 2, 9), ("a", 2, 3)]
    report = Report()
    report.add(Finding("x", "soft", Span("a", 1, 1, 2), severity="warning"))
    report.extend(Finding("x", "hard", Span(f, n, c, c + 1)) for f, n, c in places)
    assert [str(finding.span) for finding in report.findings] == [
        "a:2:3",
        "a:2:9",
        "a:10:1",
        "b:1:1",
        "a:1:1",
    ]


@law
@given(
    st.permutations([Finding(c, m, Span("a", n, 1, 2)) for c in "xy" for m in "st" for n in (1, 2)])
)
def test_the_order_does_not_depend_on_who_reports_first(findings: list[Finding]) -> None:
    report, other = Report(), Report()
    report.extend(findings)
    other.extend(reversed(findings))
    assert report.findings == other.findings


def test_an_unknown_name_is_reported_with_the_nearest_known_one() -> None:
    report = Report()
    report.unknown("layout", "foxx", ["fox", "owl"], Span("game.yaml", 1, 2, 3))
    (found,) = report.findings
    assert (found.code, found.message) == ("unknown-layout", "there is no layout `foxx`")
    assert found.hint == "did you mean `fox`?"


def test_a_name_whose_own_declaration_is_at_fault_is_not_missed_again() -> None:
    report = Report(lost={("layout", "fox")})
    report.unknown("layout", "fox", [], Span("game.yaml", 1, 2, 3))
    assert report.findings == ()


def test_errors_and_warnings_are_counted_apart() -> None:
    report = Report()
    report.extend([Finding("x", "hard"), Finding("x", "soft", severity="warning")])
    assert (report.count("error"), report.count("warning")) == (1, 1)


@pytest.mark.parametrize(
    ("word", "meant"), [("coler", "color"), ("COLOR", "color"), ("sizee", "size"), ("zebra", None)]
)
def test_the_nearest_known_word_was_meant(word: str, meant: str | None) -> None:
    assert find_closest(word, ["color", "size", "font"]) == meant


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("coast", "`coat` or `cost`"),
        ("Costs", "`cost`"),
        ("coar", "`coat`"),
        ("heading", "`heading-1` or `heading-2`"),
    ],
)
def test_of_names_that_are_equally_near_all_are_proposed(word: str, meant: str) -> None:
    known = ["cost", "coat", "heading-1", "heading-2"]
    assert did_you_mean(word, known, what="color") == f"did you mean {meant}?"


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("title", "card-title"),
        ("The Fox", "Fox"),
        ("fox forest", "Forest Fox"),
        ("rect", "rectangle"),
        ("cost", None),
        ("on", None),
    ],
)
def test_a_part_of_a_name_is_meant_to_be_it_and_a_word_of_like_letters_is_not(
    word: str, meant: str | None
) -> None:
    known = ["card-title", "Fox", "Forest Fox", "rectangle", "copies", "once"]
    hint = did_you_mean(word, known, what="style")
    assert hint.startswith(f"did you mean `{meant}`?" if meant else "known: ")


def test_a_part_of_a_word_of_the_models_is_another_word() -> None:
    assert did_you_mean("title", ["card-title"], what="field") == "known: `card-title`"


def test_a_hint_keeps_the_known_word_as_it_is_written() -> None:
    assert did_you_mean("wild vowl", ["Wild Vowel", "Wild"], what="value") == (
        "did you mean `Wild Vowel`?"
    )


def test_without_a_near_word_the_hint_lists_what_is_known() -> None:
    assert did_you_mean("q", ["color", "size"], what="field") == "known: `color`, `size`"


def test_a_long_list_of_known_words_is_cut() -> None:
    hint = did_you_mean("?", [f"n{i:02}" for i in range(13)], what="field")
    assert hint.endswith("`n11`, …")


def test_where_nothing_is_known_the_hint_says_so() -> None:
    assert did_you_mean("q", [], what="field") == "there is no field yet"
    hint = "there is no icon yet; declare it under `icons:` in game.yaml, with its file"
    assert did_you_mean("q", [], what="icon") == hint


def test_a_part_of_a_place_is_at_least_one_column_wide() -> None:
    assert Span("a", 1, 5, 20).part(3, 0) == Span("a", 1, 8, 9)


def test_one_card_is_a_card_and_two_are_cards() -> None:
    assert (plural(1, "card"), plural(2, "card"), plural(0, "card")) == (
        "1 card",
        "2 cards",
        "0 cards",
    )
