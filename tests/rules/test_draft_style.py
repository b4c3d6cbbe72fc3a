"""`draft: yes`: what is about style becomes one line; what is wrong is told as ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from cardgen.check.engine.draft_style import CODE, PRINT_HEADINGS
from cardgen.check.engine.registry import all_rules
from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_request import BuildRequest
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


def test_the_headings_of_what_is_about_the_print_are_those_of_rules() -> None:
    assert not PRINT_HEADINGS.difference(rule.heading for rule in all_rules())


@pytest.fixture
def coarse(tmp_path: Path) -> DiskGame:
    """A draft whose one picture has 40 pixels over 50 mm."""
    layout = "layouts: {f: {safe: [{picture: a.png, at: top, width: 50mm, height: 30mm}]}}\n"
    game = "game: G\ndraft: yes\ndecks: {d: {cards: c.yaml, size: poker, front: f, back: f}}\n"
    Image.new("RGB", (40, 24), "#205080").save(tmp_path / "a.png")
    for name, text in (("game", game), ("c", "- {name: Fox}\n"), ("layouts", layout)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return DiskGame(tmp_path)


def build(game: DiskGame, output: Path, *targets: str, draft: bool = False) -> tuple[bool, Report]:
    """Whether something was written; the findings."""
    report = Report()
    wanted: dict[str, dict[str, str]] = {name: {} for name in targets}
    request = BuildRequest(targets=wanted, output=output, dpi=72, draft=draft, jobs=1)
    return build_game(game, request, report).written is not None, report


@pytest.mark.parametrize("target", ["mpc", "drivethru", "pdfx4", "gamecrafter"])
def test_a_draft_of_low_resolution_is_not_ordered_by_mistake(
    target: str, coarse: DiskGame, tmp_path: Path
) -> None:
    written, report = build(coarse, tmp_path / "o", "proof", target)
    assert not written
    low = the([f for f in report.findings if f.code == "low-resolution"])
    assert low.severity == "error"


@pytest.mark.parametrize(("targets", "draft"), [(("proof", "images"), False), (("mpc",), True)])
def test_what_is_not_ordered_waits_with_its_resolution(
    targets: tuple[str, ...], draft: bool, coarse: DiskGame, tmp_path: Path
) -> None:
    written, report = build(coarse, tmp_path / "o", *targets, draft=draft)
    assert (written, report.count("error")) == (True, 0)
    assert "low-resolution ×1" in the([f for f in report.findings if f.code == CODE]).message


def test_the_preview_folds_them_too(tmp_path: Path) -> None:
    for name, text in draft(WASTE).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    session = Session(DiskGame(tmp_path))
    session.refresh()
    judged = session.judge(pixels=False)
    assert "unused-style" not in codes(judged.findings)
    assert codes(judged.findings).count("draft-style") == 1
