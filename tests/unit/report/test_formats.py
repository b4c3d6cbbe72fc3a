"""How findings are shown: folded for people, annotated for GitHub, logged as SARIF.

`data/sarif-2.1.0.json` is the schema as Microsoft's SARIF SDK ships it (npm package
`@microsoft/sarif-multitool-linux` 5.7.0, MIT licence), the editors of the standard; it says
the same as the schema of OASIS in JSON Schema 2020-12.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardgen.check.engine.registry import all_explanations
from cardgen.core.findings import Finding, Note, Report, Span, findings_to_json, format_findings
from cardgen.core.sizes import load_sizes
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import inspect_game
from cardgen.report.github import format_annotations
from cardgen.report.human import SHOWN, format_folded, group_runs
from cardgen.report.program_faults import describe_fault
from cardgen.report.sarif import format_sarif
from cardgen.report.size_table import describe_aliases
from cardgen.report.summary import summarize_decks
from cardgen.report.summary_line import SummaryLine, draw_table
from tests.conftest import ROOT
from tests.rules.test_reading import GOOD

LONG = "word " * 200


def span(line: int, column: int = 1, file: str = "cards.yaml") -> Span:
    return Span(file, line, column, column + 3)


def finding(line: int, code: str = "text-overflow", **more: Any) -> Finding:
    return Finding(code, f"message {line}", span(line), **more)


def no_line(_file: str, _number: int) -> None:
    return None


@cache
def faulty(cards: int = 40) -> tuple[Finding, ...]:
    """A deck whose rules are all too long, and whose heads ask for a missing feature."""
    rows = "".join(f"- {{name: Card {n}, cost: 1, rule: {LONG}}}\n" for n in range(cards))
    layouts = GOOD["layouts.yaml"].replace("at: top", "features: zzzz, at: top")
    game = {**GOOD, "cards.yaml": rows, "layouts.yaml": layouts, "composition.yaml": "{}\n"}
    report = Report()
    inspect_game(MemoryGame(game), report)
    return report.findings


# --- folding -------------------------------------------------------------------------------


def test_a_long_run_is_cut_after_the_first_few() -> None:
    text = format_folded(faulty(), no_line, "", color=False)
    assert text.count("error[text-overflow]") == SHOWN
    assert text.count("warning[missing-feature]") == 1
    rest = next(line for line in text.splitlines() if line.startswith("…"))
    cards = ", ".join(f"main/card-{n}" for n in range(5, 17))
    assert rest == f"… and 35 more like this on cards {cards} and 23 others; `--all` shows them"


def test_the_line_on_the_rest_follows_the_last_that_is_shown() -> None:
    lines = format_folded(faulty(), no_line, "", color=False).splitlines()
    heads = [line[:8] for line in lines if line.startswith(("error", "warning", "…"))]
    assert heads[: SHOWN + 1] == ["error[te"] * SHOWN + ["… and 35"]


def test_a_single_one_too_many_is_shown() -> None:
    six = tuple(finding(line) for line in range(6))
    assert format_folded(six, no_line, "", color=False) == format_findings(
        six, no_line, "", color=False
    )
    assert "… and 2 more" in format_folded((*six, finding(7)), no_line, "", color=False)


def test_what_is_not_of_a_card_is_told_by_its_place() -> None:
    text = format_folded([finding(line) for line in range(1, 9)], no_line, "a/", color=False)
    assert "… and 3 more like this at a/cards.yaml:6, a/cards.yaml:7, a/cards.yaml:8;" in text


def test_findings_with_another_cause_are_not_more_of_the_same() -> None:
    """Two elements overflow on all cards: each is shown a few times."""
    first, second = Note("set by", span(1, file="l")), Note("set by", span(2, file="l"))
    both = [finding(n, notes=(note,)) for n in range(9) for note in (first, second)]
    assert [len(run.rest) for run in group_runs(both)] == [4, 4]


def test_findings_of_one_code_without_a_common_cause_are_one_run() -> None:
    own = [finding(n, notes=(Note("asked for", span(n, file="c")),)) for n in range(1, 9)]
    assert [len(run.shown) for run in group_runs(own)] == [SHOWN]


def test_errors_and_warnings_of_a_code_are_different_runs() -> None:
    mixed = [finding(n, severity="error" if n < 6 else "warning") for n in range(9)]
    assert [len(run.shown) for run in group_runs(mixed)] == [6, 3]


def test_nothing_is_lost_by_folding() -> None:
    kept = Counter(f for run in group_runs(faulty()) for f in (*run.shown, *run.rest))
    assert kept == Counter(faulty())


# --- GitHub --------------------------------------------------------------------------------


def test_an_annotation_has_a_place_a_title_and_a_message() -> None:
    found = Finding("tight-text", "too tight", Span("b.yaml", 3, 5, 9), "warning", hint="cut it")
    assert format_annotations([found], "game/") == (
        "::warning file=game/b.yaml,line=3,endLine=3,col=5,endColumn=8,title=tight-text"
        "::too tight%0Ahint: cut it\n"
    )


IN_CELL = Finding("wrong-value", "no", Span("art/game.xlsx#Units", 7, 3, 4), card="main/fox")


def test_a_file_that_games_share_has_its_own_path_in_every_format() -> None:
    """It was `card_data/boats/../../house.yaml`, which is no file of a pull request."""
    place = span(3, file="../../house.yaml")
    found = [Finding("text-overflow", "too long", place, notes=(Note("here", place),))]
    label = "card_data/boats/"
    told = [
        format_findings(found, no_line, label, color=False),
        format_annotations(found, label),
        format_sarif(found, all_explanations(), no_line, label),
        findings_to_json(found, label),
    ]
    assert all("house.yaml" in text and "boats" not in text for text in told)
    assert "../../house.yaml" in findings_to_json(found, "")


def test_an_annotation_of_a_cell_names_it_and_no_line_of_the_workbook() -> None:
    assert format_annotations([IN_CELL], "game/") == (
        "::error file=game/art/game.xlsx,title=wrong-value at Units!C7::main/fox: no\n"
    )


def test_a_result_of_a_cell_names_it_and_no_region_of_the_workbook() -> None:
    log = json.loads(format_sarif([IN_CELL], all_explanations(), no_line, "game/"))
    (result,) = log["runs"][0]["results"]
    (place,) = result["locations"]
    assert place["physicalLocation"] == {"artifactLocation": {"uri": "game/art/game.xlsx"}}
    names = [one["fullyQualifiedName"] for one in place["logicalLocations"]]
    assert names == ["main/fox", "art/game.xlsx: Units!C7"]
    assert result["message"]["text"] == "Units!C7: main/fox: no"


def test_an_annotation_names_the_card_and_the_notes() -> None:
    notes = (Note("the first is", span(2)), Note("mind that"))
    found = finding(3, card="main/fox", notes=notes)
    message = format_annotations([found], "g/").partition("::message")[2] or format_annotations(
        [found], "g/"
    )
    assert "::main/fox: message 3%0Anote: the first is at g/cards.yaml:2:1%0A" in message
    assert message.endswith("%0Anote: mind that\n")


def test_what_would_end_a_command_or_a_property_is_escaped() -> None:
    odd = Finding("a-code", "50% off\r\n::error::no", Span("a,b:c%.yaml", 1, 1, 2))
    (line,) = format_annotations([odd], "").splitlines()
    assert line.startswith("::error file=a%2Cb%3Ac%25.yaml,line=1,")
    assert line.endswith("::50%25 off%0D%0A::error::no")


def test_a_finding_without_a_place_is_annotated_too() -> None:
    assert format_annotations([Finding("a-code", "odd")], "g/") == "::error title=a-code::odd\n"


def test_every_finding_is_one_line() -> None:
    assert len(format_annotations(faulty(), "").splitlines()) == len(faulty())


# --- SARIF ---------------------------------------------------------------------------------


@cache
def validator() -> Draft202012Validator:
    path = ROOT / "tests" / "data" / "sarif-2.1.0.json"
    return Draft202012Validator(json.loads(path.read_text("utf-8")))


def log(*findings: Finding, prefix: str = "card_data/novelty/") -> dict[str, Any]:
    """The log of some findings, valid against the schema."""
    text = format_sarif(findings, all_explanations(), lambda file, line: f"{file} {line}", prefix)
    made: dict[str, Any] = json.loads(text)
    validator().validate(made)
    return made


def results(*findings: Finding, prefix: str = "card_data/novelty/") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = log(*findings, prefix=prefix)["runs"][0]["results"]
    return found


def test_the_schema_refuses_what_is_no_log() -> None:
    made = log(*faulty(2))
    made["runs"][0]["results"][0]["level"] = "fatal"
    assert not validator().is_valid(made)
    assert not validator().is_valid({"version": "2.1.0"})


def test_the_log_of_a_faulty_game_is_valid_and_whole() -> None:
    assert len(results(*faulty())) == len(faulty())


def test_the_log_of_a_good_game_has_no_result() -> None:
    assert results() == []


def test_each_result_points_at_its_rule_which_has_its_help() -> None:
    run = log(*faulty(2))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    overflow = next(rule for rule in rules if rule["id"] == "text-overflow")
    assert "How to fix: Cut as many characters" in overflow["help"]["text"]
    assert overflow["defaultConfiguration"] == {"enabled": True, "level": "error"}


def test_a_result_has_its_region_and_the_places_of_its_notes() -> None:
    note = Note("set by the layout", Span("layouts.yaml", 9, 7, 8))
    (result,) = results(finding(3, card="main/fox", notes=(note, Note("no place"))))
    (location,) = result["locations"]
    physical = location["physicalLocation"]
    assert physical["region"] == {"startLine": 3, "startColumn": 1, "endColumn": 4}
    assert physical["artifactLocation"]["uri"] == "card_data/novelty/cards.yaml"
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "main/fox"
    (related,) = result["relatedLocations"]
    assert related["message"]["text"] == "set by the layout"


@pytest.mark.parametrize(
    ("prefix", "uri"),
    [
        ("my game/", "my%20game/cards.yaml"),
        ("größe #1/", "gr%C3%B6%C3%9Fe%20%231/cards.yaml"),
        ("", "cards.yaml"),
        ("/home/me/a b/", "file:///home/me/a%20b/cards.yaml"),
    ],
)
def test_places_are_uris(prefix: str, uri: str) -> None:
    (result,) = results(finding(1), prefix=prefix)
    artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact["uri"] == uri


def test_a_finding_without_a_place_or_rule_is_logged_too() -> None:
    (result,) = results(Finding("unheard-of", "odd", severity="warning"))
    assert "locations" not in result
    assert "ruleIndex" not in result
    assert result["level"] == "warning"


def prints(text: str, *lines: int) -> list[str]:
    """The fingerprints of findings on some lines of a text."""
    rows = text.splitlines()
    findings = [finding(line) for line in lines]
    made = json.loads(format_sarif(findings, (), lambda _file, line: rows[line - 1], ""))
    return [r["partialFingerprints"]["primaryLocationLineHash"] for r in made["runs"][0]["results"]]


def test_a_fingerprint_outlives_lines_added_above_and_a_change_of_indent() -> None:
    assert prints("one\ntwo\n", 2) == prints("zero\none\n  two\n", 3)
    assert prints("one\ntwo\n", 2) != prints("one\ntwice\n", 2)


def test_findings_on_equal_lines_have_fingerprints_of_their_own() -> None:
    first, second = prints("one\none\n", 1, 2)
    assert first != second


# --- summary -------------------------------------------------------------------------------


def table(**changes: str) -> list[tuple[str, int, str]]:
    files = {**GOOD, **{f"{name}.yaml": text for name, text in changes.items()}}
    inspected = inspect_game(MemoryGame(files), Report())
    assert inspected is not None
    return [(line.what, line.found, line.expected) for line in _lines(inspected)]


def _lines(inspected: Any) -> Any:
    return summarize_decks(inspected.spec, inspected.bound)


def test_the_summary_has_cards_faces_and_each_count() -> None:
    assert table() == [
        ("cards", 3, "3"),
        ("different faces", 4, ""),
        ("name Fox", 1, "1"),
        ("name Owl", 1, "1"),
        ("name Hen", 1, "1"),
    ]


def test_the_summary_shows_what_is_off_also_in_a_faulty_game() -> None:
    wrong = "main: {total: 4, count: {name: {Fox: 2, Hen: 1}, 'cost > 1': {True: 2}}}\n"
    assert table(composition=wrong) == [
        ("cards", 3, "4"),
        ("different faces", 4, ""),
        ("name Fox", 1, "2"),
        ("name Hen", 1, "1"),
        ("name Owl", 1, "0"),
        ("cost > 1 True", 2, "2"),
        ("cost > 1 False", 1, "0"),
    ]


def test_of_many_values_the_summary_lists_those_that_are_off() -> None:
    rows = "".join(f"- {{name: c{n}, cost: 1, rule: x}}\n" for n in range(12))
    counts = ", ".join(f"c{n}: {2 if n == 7 else 1}" for n in range(12))
    lines = table(cards=rows, composition=f"main: {{count: {{name: {{{counts}}}}}}}\n")
    assert lines == [
        ("cards", 12, ""),
        ("different faces", 13, ""),
        ("name: values with the right count", 11, "12"),
        ("name c7", 1, "2"),
    ]


def test_without_a_composition_cards_and_faces_are_counted() -> None:
    assert table(composition="{}\n") == [("cards", 3, ""), ("different faces", 4, "")]


def test_the_summary_has_a_column_for_what_is_expected_where_something_is() -> None:
    lines = [SummaryLine("main", "cards", 3, ""), SummaryLine("main", "different faces", 4, "")]
    assert draw_table(lines, color=False).splitlines()[0] == "deck                   found"
    held = [SummaryLine("main", "cards", 3, "4"), *lines[1:]]
    assert draw_table(held, color=False).splitlines()[0].endswith("found  expected")


def test_an_unexpected_error_is_told_in_a_short_line() -> None:
    """Some errors hold a whole face, or a file."""
    said = describe_fault(ValueError("begin\n" + "x" * 5000 + " end"))
    assert said.startswith("ValueError: begin xxx")
    assert said.endswith("xxx end")
    assert len(said) < 400


def test_a_broken_expression_counts_nothing_and_is_no_fault_of_the_summary() -> None:
    lines = table(composition="main: {count: {'cost >': {1: 1}}}\n")
    assert lines[-1] == ("cost > 1", 0, "1")


def test_the_list_of_sizes_shows_their_other_names() -> None:
    """`hex` was "a trade size already", and stood nowhere."""
    said = describe_aliases(tuple(load_sizes().values()))
    assert "hex-94mm: hex;" in said
