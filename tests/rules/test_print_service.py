"""The print service's limits, on orders that keep them and orders that do not."""

from __future__ import annotations

import pytest

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.service.print_service import find_large_files, is_offered, load_service
from cardgen.core.findings import Finding, Report
from cardgen.core.sizes import list_stock_codes, load_sizes
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import inspect_game
from tests.conftest import NOVELTY
from tests.support.rules import checks_of, explanations_of

LAYOUTS = "layouts:\n  face: {bleed: [{shape: rectangle, fill: '#eeeeee'}]}\n"


def subject(decks: str, order: str = "", **copies: int) -> Subject:
    """A game with these decks, each of one card in so many copies."""
    files = {
        "game.yaml": f"game: Sample\ndecks:\n{decks}{order}",
        "layouts.yaml": LAYOUTS,
        **{f"{deck}.yaml": f"- {{name: Fox, copies: {n}}}\n" for deck, n in copies.items()},
    }
    report, game = Report(), MemoryGame(files)
    checked = inspect_game(game, report, checks=())
    assert checked is not None, report.findings
    return Subject(game, checked.spec, checked.bound, checked.laid)


def deck(name: str = "main", size: str = "poker", more: str = "") -> str:
    return f"  {name}: {{cards: {name}.yaml, size: {size}, front: face{more}}}\n"


def look(game: Subject) -> list[Finding]:
    return [finding for check in checks_of("service.print_service") for finding in check(game)]


def codes(game: Subject) -> list[str]:
    return [finding.code for finding in look(game)]


def pointed_at(game: Subject, finding: Finding) -> str:
    assert finding.span
    line = game.game.text(finding.span.file).splitlines()[finding.span.line - 1]
    return line[finding.span.column - 1 : finding.span.end_column - 1]


def test_a_full_bracket_has_no_finding() -> None:
    assert codes(subject(deck(), main=54 + 1)) == []


def test_blanks_that_are_paid_for_are_a_warning() -> None:
    game = subject(deck(), main=168)
    finding = look(game)[0]
    assert (finding.code, finding.severity) == ("bracket-waste", "warning")
    assert finding.message == "168 cards cost the bracket of 180: 12 blanks"
    assert finding.hint == "add 12 cards, or remove 6 for the bracket of 162"
    assert pointed_at(game, finding) == "poker"


@pytest.mark.parametrize("count", [3, 18, 176, 180])
def test_few_blanks_and_the_smallest_order_are_no_waste(count: int) -> None:
    assert codes(subject(deck(), main=count)) == []


def test_brackets_that_are_not_published_are_not_guessed() -> None:
    assert codes(subject(deck(size="tarot"), main=100)) == []


def test_decks_of_one_size_are_counted_together() -> None:
    assert codes(subject(deck() + deck("other"), main=168, other=48)) == []


@pytest.mark.parametrize(("count", "expected"), [(612, []), (630, ["too-many-cards"])])
def test_more_than_one_order_holds_is_a_warning(count: int, expected: list[str]) -> None:
    assert codes(subject(deck(), main=count)) == expected


def test_each_size_has_its_own_maximum() -> None:
    game = subject(deck(size="tarot"), main=161)
    assert look(game)[0].message.startswith("161 cards of size `tarot` are more than the 160")


def test_an_unknown_stock_is_an_error_at_its_code() -> None:
    game = subject(deck(), "order: {stock: S31}\n", main=18)
    finding = look(game)[0]
    assert (finding.code, finding.severity) == ("unknown-stock", "error")
    assert finding.hint == "did you mean `M31` or `S30` or `S33`?"
    assert pointed_at(game, finding) == "S31"


def test_a_stock_that_is_not_sold_in_the_size_is_an_error() -> None:
    finding = look(subject(deck(size="tarot"), "order: {stock: S27}\n", main=18))[0]
    assert finding.message == "the stock `S27` is not offered for the size `tarot`"
    assert "`S30`" in finding.hint
    assert codes(subject(deck(), "order: {stock: S27}\n", main=18)) == []


def test_a_stock_for_large_orders_is_a_warning() -> None:
    assert codes(subject(deck(), "order: {stock: M30}\n", main=18)) == ["stock-minimum"]


def test_a_landscape_size_is_sold_on_the_stocks_of_its_portrait() -> None:
    assert not is_offered("S27", load_sizes()["large-landscape"])
    assert is_offered("M30", load_sizes()["poker-landscape"])


def test_a_deck_without_a_back_beside_one_with_a_back_is_a_warning() -> None:
    game = subject(deck(more=", back: face") + deck("other"), main=9, other=9)
    finding = look(game)[0]
    assert finding.code == "no-back"
    assert finding.message.startswith("`other` has no back")
    assert finding.span
    assert finding.span.line == 4


def test_a_back_that_is_a_template_is_proposed_as_yaml_has_it() -> None:
    own = deck(more=", back: \"{{ 'face' }}\"")
    finding = look(subject(own + deck("other"), main=9, other=9))[0]
    assert finding.hint == """add `back: "{{ 'face' }}"`, or another layout"""


@pytest.mark.parametrize("more", ["", ", back: face"])
def test_decks_that_agree_about_backs_are_fine(more: str) -> None:
    assert codes(subject(deck(more=more) + deck("other", more=more), main=9, other=9)) == []


def test_a_deck_of_another_size_may_do_without_backs() -> None:
    decks = deck(more=", back: face") + deck("other", size="tarot")
    assert codes(subject(decks, main=18, other=18)) == []


def test_two_sizes_that_are_nearly_the_same_are_a_warning() -> None:
    game = subject(deck() + deck("other", size="game"), main=18, other=18)
    finding = look(game)[0]
    assert finding.code == "mixed-sizes"
    assert pointed_at(game, finding) == "game"
    assert finding.notes[0].span


def test_files_are_large_only_at_high_resolutions() -> None:
    game = subject(deck(size="giant"), main=18)
    assert list(find_large_files(game, 300)) == []
    assert [finding.code for finding in find_large_files(game, 600)] == ["large-files"]


def test_figures_have_sources_and_name_what_exists() -> None:
    listed = load_service()
    assert all(listed[part]["source"] for part in ("file", "blanks", "stocks"))
    stocks = listed["stocks"]
    named = {*stocks["not_for"], *stocks["only_for"], *stocks["from_decks"]}
    assert named <= set(list_stock_codes())
    sizes = {
        size for part in ("not_for", "only_for") for row in stocks[part].values() for size in row
    }
    assert sizes <= set(load_sizes())


def test_every_rule_is_explained() -> None:
    assert all(
        rule.why.endswith(".") and rule.fix.endswith(".")
        for rule in explanations_of("service.print_service")
    )


def test_novelty_is_exactly_a_bracket() -> None:
    game = DiskGame(NOVELTY)
    checked = inspect_game(game, Report(), checks=())
    assert checked is not None
    assert codes(Subject(game, checked.spec, checked.bound, checked.laid)) == []
