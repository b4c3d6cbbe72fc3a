"""One cause in very many places is told in some of them, and how many more there are."""

from cardgen.core.findings import Finding, Report
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.tables.cells import cell_span
from cardgen.read.tables.failed_formulas import MOST_TOLD as MOST_CELLS
from cardgen.read.tables.failed_formulas import FailedFormulas
from cardgen.read.tables.unread_sheets import MOST_TOLD as MOST_SHEETS
from cardgen.read.tables.unread_sheets import forget_named_sheets


def failed(count: int, word: str = "#REF!") -> list[Finding]:
    formulas = FailedFormulas()
    for line in range(1, count + 1):
        formulas.look_at([ScalarNode(cell_span("c.xlsx#S", line, 1), word, True)])
    return list(formulas.findings())


def test_as_many_failed_cells_as_anybody_mends_are_told_one_by_one() -> None:
    found = failed(MOST_CELLS)
    assert len(set(found)) == MOST_CELLS
    assert {one.message for one in found} == {"this cell holds `#REF!`, the error of a formula"}


def test_of_very_many_failed_cells_the_first_are_told_and_how_many_more() -> None:
    found = failed(MOST_CELLS + 1_234)
    assert len(found) == MOST_CELLS
    assert found[-1].message.endswith("the error of a formula; so do 1,234 more below")


def unread(count: int, named: str = "nothing") -> list[Finding]:
    report = Report()
    for number in range(count):
        span = cell_span(f"c.xlsx#S{number:02}", 1, 1)
        report.add(
            Finding("unread-sheet", f"the sheet `S{number:02}` is not read", span, "warning")
        )
    report.add(Finding("failed-formula", "this cell fails", cell_span("c.xlsx#S", 1, 1)))
    forget_named_sheets(ScalarNode(cell_span("game.yaml", 1, 1), named, True), report)
    return list(report.findings)


def test_of_very_many_unread_sheets_the_first_are_told_and_how_many_more() -> None:
    found = unread(MOST_SHEETS + 3)
    assert len(found) == MOST_SHEETS + 1
    assert [one.message for one in found if "more" in one.message] == [
        f"the sheet `S{MOST_SHEETS - 1}` is not read; nor are 3 more"
    ]


def test_sheets_that_a_game_names_are_not_counted() -> None:
    found = unread(MOST_SHEETS + 1, "c.xlsx#S02")
    assert len(found) == MOST_SHEETS + 1
    assert not any("more" in one.message for one in found)
