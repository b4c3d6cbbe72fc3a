"""What is found on a face or a page is kept while it looks the same, and only that long."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardgen.check.engine.forked_checks import ForkedChecks
from cardgen.check.engine.subject import Check, Subject
from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.layout.booklet import pages
from cardgen.pipeline import checked_game
from cardgen.pipeline.inspection import inspect_game
from cardgen.render import face_pixels
from cardgen.scene.items import Scene

GAME = """\
game: Kept
palette: {sand: "#eeddaa", pale: "#e6d59f", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front}}
booklets: {rules: {text: rules.md, page: a6, foot: "{{ page }}", styles: {body: faint}}}
"""
LAYOUTS = """\
styles: {faint: {font: text, size: 10pt, color: sand}}
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe: [{text: "{{ name }}", font: text, size: 9pt, color: "{{ shade }}"}]
"""
CARDS = """\
- {name: One, shade: ink}
- {name: Two, shade: pale}
- {name: Three, shade: ink}
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "kept"
    folder.mkdir()
    files = {"game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS}
    for name, text in {**files, "rules.md": "# Rules\n\nPlay One.\n"}.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many scenes each pass renders."""
    counts: list[int] = []
    real = face_pixels.rasterize

    def rasterize(scenes: Sequence[Scene], *rest: object) -> object:
        counts.append(len(scenes))
        return real(scenes, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(face_pixels, "rasterize", rasterize)
    return counts


def findings(game: Path) -> tuple[Finding, ...]:
    report = Report()
    inspect_game(DiskGame(game), report)
    return report.findings


def from_nothing(game: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Finding, ...]:
    with monkeypatch.context() as patch:
        patch.setenv("CARDGEN_CACHE", os.devnull)
        return findings(game)


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_an_edited_card_is_rendered_and_no_other(game: Path, rendered: list[int]) -> None:
    findings(game)
    assert rendered == [1, 1], "a page, and the face whose text may be pale"
    change(game / "cards.yaml", "Three", "Four")
    findings(game)
    assert rendered == [1, 1], "no face whose text is seen for certain"
    change(game / "cards.yaml", "Two", "Second")
    findings(game)
    assert rendered == [1, 1, 1]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards.yaml", "Two, shade: pale", "Two, shade: ink"),
        ("cards.yaml", "Three, shade: ink", "Three, shade: pale"),
        ("cards.yaml", "- {name: One", "# moved\n- {name: One"),
        ("cards.yaml", "name: Two", "id: second, name: Two"),
        ("layouts.yaml", "  front:", "  # moved\n  front:"),
        ("layouts.yaml", "{text:", "{name: title, text:"),
        ("game.yaml", "#e6d59f", "#e8d7a1"),
        ("game.yaml", "#e6d59f", "#777777"),
        ("game.yaml", 'foot: "{{ page }}"', 'foot: "{{ pag }}"'),
        ("game.yaml", "page: a6,", "page: a7,"),
        ("game.yaml", "booklets:", "checks: [{code: low-contrast, level: off}]\nbooklets:"),
        ("rules.md", "One", "{{ total('cards') }}"),
    ],
)
def test_after_any_edit_findings_are_those_from_nothing(
    game: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str
) -> None:
    first = findings(game)
    assert "low-contrast" in {finding.code for finding in first}
    before = (game / file).read_text("utf-8")
    change(game / file, old, new)
    assert findings(game) == from_nothing(game, monkeypatch)
    (game / file).write_text(before, "utf-8")
    assert findings(game) == first


def test_a_booklet_whose_pages_are_the_same_is_not_laid_out_again(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = findings(game)
    change(game / "cards.yaml", "Three", "Four")

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(pages, "_PageMaker", fail)
    assert [f.code for f in findings(game)] == [f.code for f in first]


def test_a_foot_that_says_something_else_is_laid_out_again(game: Path, rendered: list[int]) -> None:
    findings(game)
    change(game / "game.yaml", "{{ page }}", "page {{ page }}")
    findings(game)
    assert rendered == [1, 1, 1]


FOIL = "    trim: [{shape: rectangle, fill: ink, finish: foil, width: 9mm, height: 9mm}%s]\n"
COVER = ", {shape: rectangle, fill: sand, width: 10mm, height: 10mm}"


def test_whether_a_finish_is_seen_is_asked_again_where_a_face_looks_different(
    game: Path, rendered: list[int]
) -> None:
    layouts = game / "layouts.yaml"
    layouts.write_text(LAYOUTS + FOIL % "", "utf-8")
    assert "finish-unseen" not in {finding.code for finding in findings(game)}
    rendered.clear()
    change(game / "layouts.yaml", "  front:", "  # moved\n  front:")
    change(game / "cards.yaml", "Three", "Four")
    findings(game)
    assert rendered == [], "no plate of a face that looks as before, and no face that moved"
    layouts.write_text(LAYOUTS + FOIL % COVER, "utf-8")
    assert "finish-unseen" in {finding.code for finding in findings(game)}
    layouts.write_text(LAYOUTS + FOIL % "", "utf-8")
    assert "finish-unseen" not in {finding.code for finding in findings(game)}


def test_of_an_edited_booklet_only_new_pages_are_rendered(
    game: Path, rendered: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "# Rules\n\nPlay One.\n\n{{ page_break() }}\n\n# More\n\nPlay Two.\n"
    (game / "rules.md").write_text(text, "utf-8")
    first = findings(game)
    assert rendered == [2, 1]
    change(game / "rules.md", "Play Two", "Play Three")
    assert findings(game) == from_nothing(game, monkeypatch)
    assert rendered == [2, 1, 1, 2, 1]
    change(game / "rules.md", "Play Three", "Play Two")
    assert findings(game) == first


@pytest.mark.slow
def test_another_process_finds_the_same_keys(
    game: Path,
) -> None:
    """Whatever the seed of Python's hashes is."""
    program = (
        "from cardgen.render import face_pixels as f; import sys, pathlib\n"
        "real = f.rasterize\n"
        "f.rasterize = lambda s, *r: (print(len(s)), real(s, *r))[1]\n"
        "from cardgen.pipeline.inspection import inspect_game\n"
        "from cardgen.files.disk_game import DiskGame\n"
        "from cardgen.core.findings import Report\n"
        "inspect_game(DiskGame(pathlib.Path(sys.argv[1])), Report())\n"
    )

    def run(seed: str) -> str:
        command = [sys.executable, "-c", program, str(game)]
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        return done.stdout

    assert run("1") == "1\n1\n"
    assert run("2") == ""


@pytest.mark.slow
def test_two_checks_at_once_leave_a_sound_store(game: Path) -> None:
    command = [sys.executable, "-m", "cardgen", "check", str(game), "--format", "json"]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = {run.communicate()[0] for run in runs}
    assert len(said) == 1
    (store,) = Path(os.environ["CARDGEN_CACHE"]).glob("projects/*/results")
    assert not list(store.parent.glob(".*"))
    shutil.rmtree(store.parent)
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert {again.stdout} == said


def test_a_check_makes_a_copy_of_itself_only_where_many_faces_are_new(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it says is the same either way: only whether it would make a copy is noted."""
    asked, copies = list[bool](), list[int]()

    class CountedChecks(ForkedChecks):
        def __init__(self, subject: Subject, checks: Sequence[Check], *, forks: bool = True):
            asked.append(forks)
            super().__init__(subject, checks, forks=False)

    monkeypatch.setattr(checked_game, "ForkedChecks", CountedChecks)
    first = [f"Card {number}" for number in range(20)]
    for names in (first, ["Fox", *first[1:]], [f"Hen {number}" for number in range(9)] + first):
        rows = "".join(f"- {{name: {name}, shade: ink}}\n" for name in names)
        (game / "cards.yaml").write_text(rows, "utf-8")
        inspect_game(DiskGame(game), Report(), forks=True)
        copies.append(asked.count(True))
    assert copies == [1, 1, 2]
