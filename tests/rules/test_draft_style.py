"""`draft: yes`: what is about style becomes one line; what is wrong is told as ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.game_files import DiskGame, MemoryGame
from cardgen.pipeline.inspection import inspect_game
from cardgen.preview.session import Session
from tests.rules.test_reading import GOOD
from tests.support.samples import codes, the

WASTE = {
    **GOOD,
    "layouts.yaml": GOOD["layouts.yaml"].replace(
        "styles:", "styles:\n  idle: {color: ink}\n  spare: {color: ink}"
    ),
}
"""Two styles that nothing uses."""


def findings(files: dict[str, str], *, folded: bool = True) -> tuple[Finding, ...]:
    report = Report()
    inspect_game(MemoryGame(files), report, folded=folded)
    return report.findings


def draft(files: dict[str, str], more: str = "") -> dict[str, str]:
    return {**files, "game.yaml": f"{files['game.yaml']}draft: yes\n{more}"}


def test_style_warnings_of_a_draft_are_one_line_that_counts_them() -> None:
    assert codes(findings(WASTE)).count("unused-style") == 2
    before = [f for f in findings(WASTE) if f.code != "unused-style"]
    folded = the([f for f in findings(draft(WASTE)) if f.code == "draft-style"])
    assert "unused-style ×2" in folded.message
    assert folded.severity == "warning"
    assert folded.span
    assert folded.span.file == "game.yaml"
    assert len(findings(draft(WASTE))) <= len(before) + 1


def test_every_finding_of_a_draft_can_be_had() -> None:
    assert codes(findings(draft(WASTE), folded=False)) == codes(findings(WASTE))


def test_what_is_wrong_is_told_in_a_draft_too() -> None:
    layouts = WASTE["layouts.yaml"].replace("{{ name }}", "{{ nmae }}", 1)
    assert "undefined-name" in codes(findings(draft({**WASTE, "layouts.yaml": layouts})))


def test_what_the_game_raises_to_an_error_does_not_wait() -> None:
    raised = draft(WASTE, "checks: [{code: unused-style, level: error}]\n")
    assert codes(findings(raised)).count("unused-style") == 2


def test_a_game_that_is_no_draft_has_no_such_line() -> None:
    assert "draft-style" not in codes(
        findings({**WASTE, "game.yaml": GOOD["game.yaml"] + "draft: no\n"})
    )


@pytest.mark.parametrize("given", ["true", "yes"])
def test_yes_and_true_are_the_same(given: str) -> None:
    files = {**WASTE, "game.yaml": f"{WASTE['game.yaml']}draft: {given}\n"}
    assert "draft-style" in codes(findings(files))


def test_the_preview_folds_them_too(tmp_path: Path) -> None:
    for name, text in draft(WASTE).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    session = Session(DiskGame(tmp_path))
    session.refresh()
    judged = session.judge(pixels=False)
    assert "unused-style" not in codes(judged.findings)
    assert codes(judged.findings).count("draft-style") == 1
