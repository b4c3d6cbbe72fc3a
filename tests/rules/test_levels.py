"""A game's own view of a code: raised, lowered and silenced, as narrowly as it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from cardgen.check.engine import registry as catalog
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.typing import find_doubled_words
from cardgen.core.findings import Finding, Report, Severity, Span
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline import check_runs
from cardgen.pipeline.inspection import check_game, inspect_game
from tests.rules.test_reading import GOOD
from tests.support.samples import codes, the

LONG = "word " * 200
TALL = {
    "cards.yaml": f"""\
- {{name: Fox, cost: 2, rule: {LONG}}}
- {{name: Owl, cost: 3, rule: {LONG}}}
- {{name: Hen, cost: 1, rule: Draw two cards.}}
"""
}
"""Two cards whose rule is too long: one error each."""

NAMED = {
    "layouts.yaml": GOOD["layouts.yaml"].replace(
        '{text: "{{ rule }}"', '{name: rules, text: "{{ rule }}"'
    ).replace('{text: "{{ name }}', '{name: head, text: "{{ name }}')
}  # fmt: skip
ODD = {"layouts.yaml": NAMED["layouts.yaml"].replace("at: top", "features: zzzz, at: top")}
"""The element `head` asks for a feature that the font lacks: a warning."""

LOST = {"layouts.yaml": GOOD["layouts.yaml"].replace("style: body", "style: bodi", 1)}
"""A name that leads nowhere: what is set in it may be missing."""


@pytest.fixture(autouse=True)
def _only_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the families report of the little game is their own tests' concern."""
    monkeypatch.setattr(check_runs, "all_checks", lambda: ())


def findings(*levels: str, files: dict[str, str] | None = None) -> tuple[Finding, ...]:
    """What is found in the good game with `files` changed and `levels` set."""
    checks = "checks:\n" + "".join(f"  - {{{level}}}\n" for level in levels) if levels else ""
    game = {**GOOD, **(files or {}), "game.yaml": GOOD["game.yaml"] + checks}
    report = Report()
    check_game(MemoryGame(game), report)
    return report.findings


def shown(*levels: str, files: dict[str, str] | None = None) -> list[tuple[str, str, str]]:
    return [(f.code, f.severity, f.card) for f in findings(*levels, files=files)]


FOX, OWL = ("text-overflow", "error", "main/fox"), ("text-overflow", "error", "main/owl")
FEATURE = ("missing-feature", "warning", "")
REASON = "reason: known"


def test_without_levels_findings_are_as_they_were_made() -> None:
    assert shown(files=TALL) == [FOX, OWL]
    assert shown(files=ODD) == [FEATURE]


# --- scope ---------------------------------------------------------------------------------


def test_a_code_is_silenced_for_the_game() -> None:
    assert shown(f"code: text-overflow, level: off, {REASON}", files=TALL) == []


def test_a_code_is_lowered_for_one_card_only() -> None:
    found = shown("code: text-overflow, level: warning, card: main/owl", files=TALL)
    assert found == [FOX, ("text-overflow", "warning", "main/owl")]


def test_a_code_is_silenced_in_one_deck_only() -> None:
    off = f"code: text-overflow, level: off, {REASON}"
    assert shown(f"{off}, deck: main", files=TALL) == []
    second = GOOD["game.yaml"] + "  other: {cards: other.yaml, size: poker, front: face}\n"
    files = {**GOOD, **TALL, "other.yaml": GOOD["cards.yaml"], "game.yaml": second}
    files["game.yaml"] += f"checks: [{{{off}, deck: other}}]\n"
    report = Report()
    check_game(MemoryGame(files), report)
    assert codes(report.findings) == ["text-overflow", "text-overflow", "useless-level"]


def test_a_deck_counts_as_meant_where_the_finding_is_of_no_card() -> None:
    """A miscount points at a row and at the composition, and names no card."""
    wrong = {"composition.yaml": GOOD["composition.yaml"].replace("Fox: 1", "Fox: 2")}
    assert codes(findings(files=wrong)) == ["composition-count"]
    assert findings(f"code: composition-count, level: off, {REASON}, deck: main", files=wrong) == ()
    on_card = f"code: composition-count, level: off, {REASON}, card: main/fox"
    assert findings(on_card, files=wrong) == ()
    other = f"code: composition-count, level: off, {REASON}, card: main/owl"
    assert codes(findings(other, files=wrong)) == ["composition-count", "useless-level"]


def test_a_code_is_raised_for_one_element_only() -> None:
    """The finding points into the element; nothing in it says the element's name."""
    raised = "code: missing-feature, level: error, element: "
    assert shown(f"{raised}head", files=ODD) == [("missing-feature", "error", "")]
    assert FEATURE in shown(f"{raised}rules", files=ODD)


def test_an_element_is_known_by_the_place_of_a_note() -> None:
    """An overflow points at the card's text; its note points at the layout."""
    off = f"code: text-overflow, level: off, {REASON}, element: "
    assert shown(f"{off}rules", files=TALL | NAMED) == []
    useless = ("useless-level", "warning", "")
    assert shown(f"{off}head", files=TALL | NAMED) == [FOX, OWL, useless]


def test_an_element_holds_what_stands_in_it() -> None:
    text = '{text: "{{ rule }}", style: body, left: 0, right: 0, bottom: 0, height: 20mm}'
    inside = f"{{name: panel, overlay: [{text}], left: 0, right: 0, bottom: 0, height: 20mm}}"
    files = {"layouts.yaml": GOOD["layouts.yaml"].replace(text, inside)}
    assert shown(files=TALL | files) == [FOX, OWL]
    assert (
        shown(f"code: text-overflow, level: off, {REASON}, element: panel", files=TALL | files)
        == []
    )


def test_a_change_by_set_belongs_to_the_element() -> None:
    child = "  child:\n    extends: face\n    set: {head: {features: zzzz}}\n"
    files = {"layouts.yaml": NAMED["layouts.yaml"].replace("  reverse:", f"{child}  reverse:")}
    game = GOOD["game.yaml"].replace("front: face", "front: child")
    raised = "code: missing-feature, level: error, element: head"
    report = Report()
    checks = f"checks: [{{{raised}}}]\n"
    check_game(MemoryGame({**GOOD, **files, "game.yaml": game + checks}), report)
    assert [(f.code, f.severity) for f in report.findings] == [("missing-feature", "error")]


def test_the_narrowest_level_counts_wherever_it_stands() -> None:
    levels = [
        "code: text-overflow, level: warning, card: main/owl",
        f"code: text-overflow, level: off, {REASON}",
    ]
    expected = [("text-overflow", "warning", "main/owl")]
    assert shown(*levels, files=TALL) == expected
    assert shown(*reversed(levels), files=TALL) == expected


def test_of_equally_narrow_levels_the_last_counts() -> None:
    levels = [f"code: text-overflow, level: off, {REASON}", "code: text-overflow, level: warning"]
    assert {severity for _, severity, _ in shown(*levels, files=TALL)} == {"warning"}


def test_errors_that_were_lowered_stop_nothing() -> None:
    game = GOOD["game.yaml"] + "checks: [{code: text-overflow, level: warning}]\n"
    report = Report()
    assert check_game(MemoryGame({**GOOD, **TALL, "game.yaml": game}), report) is not None


# --- what is wrong with a level --------------------------------------------------------------


def place(finding: Finding) -> str:
    """What stands in game.yaml where the finding points, as far as its line shows."""
    assert finding.span is not None
    assert finding.span.file == "game.yaml"
    return f"{finding.span.line}:{finding.span.column}"


@pytest.mark.parametrize(
    ("level", "code", "column", "hint"),
    [
        ("code: text-overflw, level: error", "unknown-code", 12, "did you mean `text-overflow`?"),
        ("code: tight-text, level: error", "useless-level", 12, "remove the entry"),
        ("code: missing-file, level: warning", "fixed-level", 12, "cardgen explain missing-file"),
        ("code: yaml-syntax, level: off, reason: x", "fixed-level", 12, "mend the fault"),
        ("code: useless-level, level: off, reason: x", "fixed-level", 12, "mend the fault"),
        ("code: tight-text, level: error, deck: mian", "unknown-deck", 44, "`main`"),
        ("code: tight-text, level: error, card: main/fx", "unknown-card", 44, "`main/fox`"),
        ("code: tight-text, level: error, element: hed", "unknown-element", 47, "`head`"),
        ("code: tight-text, level: off", "bad-reason", 5, "add `reason"),
        ("code: tight-text, level: of", "wrong-type", 31, "`off`"),
    ],
)
def test_a_level_that_is_no_good_is_pointed_at(
    level: str, code: str, column: int, hint: str
) -> None:
    finding = the(findings(level, files=NAMED))
    assert (finding.code, place(finding)) == (code, f"8:{column}")
    assert hint in finding.hint


def test_a_level_that_fits_is_not_called_useless() -> None:
    assert codes(findings("code: missing-feature, level: error", files=ODD)) == ["missing-feature"]
    assert codes(findings("code: missing-feature, level: warning", files=ODD)) == [
        "missing-feature"
    ]


def test_a_fixed_code_may_be_named_an_error() -> None:
    assert codes(findings("code: missing-file, level: error")) == ["useless-level"]


def test_a_fixed_code_stays_an_error_for_all_that_a_level_says() -> None:
    off = f"code: unknown-style, level: off, {REASON}"
    assert codes(findings(off, files=LOST)) == ["fixed-level", "unknown-style"]


def test_a_useless_level_says_what_it_is_for() -> None:
    scope = f"code: tight-text, level: off, {REASON}, deck: main, card: main/fox"
    finding = the(findings(scope))
    assert finding.severity == "warning"
    assert finding.message == (
        "this silences nothing: there is no `tight-text` for deck `main`, card `main/fox`"
    )


def test_a_level_is_not_called_useless_while_errors_hide_findings() -> None:
    levels = ("code: tight-text, level: error", "code: tight-text, level: error, card: main/fx")
    assert codes(findings(*levels, files=LOST)) == ["unknown-style"]


def test_an_error_that_hides_no_card_hides_no_warning_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A count that is off, a text that does not fit: the cards are all there to look at."""
    monkeypatch.setattr(check_runs, "all_checks", lambda: (find_doubled_words,))
    files = {
        "composition.yaml": "main: {total: 99}\n",
        "cards.yaml": GOOD["cards.yaml"].replace("Take a card.", "Take a a card."),
    }
    assert codes(findings(files=files)) == ["composition-total", "doubled-word"]


def test_a_level_is_not_called_useless_where_checks_were_left_out() -> None:
    game = GOOD["game.yaml"] + "checks: [{code: tight-text, level: error}]\n"
    report = Report()
    some = catalog.all_checks(pixels=False)
    inspect_game(MemoryGame({**GOOD, "game.yaml": game}), report, checks=some)
    assert "useless-level" not in {finding.code for finding in report.findings}


# --- checks --------------------------------------------------------------------------------

SEEN = "something-seen"


def seen(level: Severity | None) -> Explanation:
    return Explanation(SEEN, "what it is", "why it matters", "how to mend it", level)


@pytest.fixture
def _with_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """One check that sees something on every card."""

    def check(subject: Subject) -> Iterator[Finding]:
        for card in subject.bound.decks[0].cards:
            yield Finding(SEEN, "seen", card.span, "warning", card=f"{card.deck}/{card.id}")

    monkeypatch.setattr(check_runs, "all_checks", lambda: (check,))


def asked(
    rule: Explanation, monkeypatch: pytest.MonkeyPatch, *levels: str
) -> list[tuple[str, str, str]]:
    with monkeypatch.context() as patch:
        patch.setattr(catalog, "find_explanation", lambda code: rule if code == SEEN else None)
        patch.setattr(catalog, "all_codes", lambda: (SEEN,))
        return shown(*levels)


@pytest.mark.usefixtures("_with_check")
def test_a_rule_that_is_off_speaks_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(asked(seen("warning"), monkeypatch)) == 3
    assert asked(seen(None), monkeypatch) == []
    level = f"code: {SEEN}, level: error, card: main/owl"
    assert asked(seen(None), monkeypatch, level) == [(SEEN, "error", "main/owl")]


@pytest.mark.usefixtures("_with_check")
def test_checks_look_at_games_of_which_no_card_is_missing() -> None:
    assert codes(findings()) == [SEEN] * 3
    assert sorted(codes(findings(files=TALL))) == [SEEN] * 3 + ["text-overflow"] * 2
    assert codes(findings(files=LOST)) == ["unknown-style"]


@pytest.mark.usefixtures("_with_check")
def test_the_order_of_findings_is_by_level_and_place(monkeypatch: pytest.MonkeyPatch) -> None:
    level = f"code: {SEEN}, level: error, card: main/hen"
    raised = asked(seen("warning"), monkeypatch, level)
    assert [card for _, _, card in raised] == ["main/hen", "main/fox", "main/owl"]


def test_a_level_keeps_all_else_of_a_finding() -> None:
    (before,) = findings(files=ODD)
    (after,) = findings("code: missing-feature, level: error", files=ODD)
    assert after == replace(before, severity="error")
    assert isinstance(after.span, Span)
