"""Large first letters: as high as their lines, which stand beside them and break there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from cardgen.core.findings import Report
from cardgen.core.geometry import Rect
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face.letters import run_outline
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.scene.items import Glyphs, Scene, walk
from cardgen.scene.outlines import bounds

REST = "the tide goes out, count the creatures in your pools and take a shell for each of them."
LONG = f"When {REST}"

GAME = """\
game: Tide Pool
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  beasts: {cards: beasts.yaml, size: poker, front: beast}
"""
LAYOUTS = """\
layouts:
  beast:
    safe:
      - {text: "{{ rule }}", font: text, size: 12pt, leading: 14pt, drop-cap: LINES, align: left}
"""


def checked(text: str, lines: int = 2, align: str = "left") -> Checked:
    layouts = LAYOUTS.replace("LINES", str(lines)).replace("align: left", f"align: {align}")
    given: dict[str, str | bytes] = {
        "game.yaml": GAME, "layouts.yaml": layouts, "beasts.yaml": f'- {{rule: "{text}"}}\n',
    }  # fmt: skip
    found = check_game(MemoryGame(given), Report(), checks=())
    assert found is not None
    return found


def runs(scene: Scene) -> list[Glyphs]:
    return [item for item in walk(scene.items) if isinstance(item, Glyphs)]


def set_runs(text: str, lines: int = 2, align: str = "left") -> list[Glyphs]:
    (scene,) = checked(text, lines, align).laid.scenes.values()
    return runs(scene)


def lines_of(found: list[Glyphs]) -> list[tuple[float, float]]:
    """Where each line of text begins: left and baseline, the large letter left aside."""
    begins: dict[float, float] = {}
    for run in found:
        if run.size == 12:
            begins.setdefault(round(run.glyphs[0].y, 2), run.glyphs[0].x)
    return [(left, y) for y, left in begins.items()]


@pytest.mark.parametrize("lines", [2, 3])
def test_the_letter_is_as_high_as_its_lines_and_stands_on_the_last(lines: int) -> None:
    cap, *rest = set_runs(LONG, lines)
    height = cap.face.metrics.cap_height
    begins = lines_of(rest)
    assert [glyph.text for glyph in cap.glyphs] == ["W"]
    assert cap.glyphs[0].y == pytest.approx(begins[lines - 1][1], abs=0.01)
    top = begins[0][1] - height * 12
    assert cap.glyphs[0].y - height * cap.size == pytest.approx(top, abs=0.01)


@pytest.mark.parametrize("lines", [2, 3])
def test_as_many_lines_stand_beside_it_and_the_others_below(lines: int) -> None:
    cap, *rest = set_runs(LONG, lines)
    begins = [left for left, _ in lines_of(rest)]
    assert len(begins) > lines
    ink = cap.face.ink(cap.glyphs[0].index)
    assert ink is not None
    beyond = cap.glyphs[0].x + ink[2] * cap.size
    assert all(left > beyond - 1 for left in begins[:lines])
    assert all(left < beyond - 10 for left in begins[lines:])


def test_no_line_beside_it_leaves_the_measure() -> None:
    for run in set_runs(LONG):
        ink = run.face.ink(run.glyphs[-1].index)
        assert ink is not None
        assert run.glyphs[-1].x + ink[2] * run.size <= (69.6 - 6.0) / 25.4 * 72 + 1


@pytest.mark.parametrize(
    ("text", "align"),
    [
        ("When the tide goes out.", "left"),
        (f"“{REST}", "left"),
        (f"24 {REST}", "left"),
        (LONG, "center"),
    ],
)  # fmt: skip
def test_a_short_text_one_that_begins_with_a_mark_or_stands_centred_has_none(
    text: str, align: str
) -> None:
    assert {run.size for run in set_runs(text, align=align)} == {12}


@pytest.mark.parametrize(
    ("text", "lines", "beside"),
    [
        ("When the tide\\ngoes out, count\\nthe creatures", 2, 2),
        (f"When\\n{REST}", 3, 3),
        ("When the tide\\ngoes out,\\n\\ncount the creatures", 2, 2),
        ("Quick now\\ngo out and\\ncount\\nthem", 2, 3),
    ],
)  # fmt: skip
def test_lines_that_end_where_they_were_typed_to_end_stand_beside_it(
    text: str, lines: int, beside: int
) -> None:
    cap, *rest = set_runs(text, lines)
    begins = [left for left, _ in lines_of(rest)]
    assert cap.size > 24
    assert min(begins[:beside]) > cap.glyphs[0].x + 12 > max(begins[beside:]) + 10


def test_a_text_that_ends_beside_it_has_none_however_its_lines_end() -> None:
    assert {run.size for run in set_runs("When the tide\\ngoes out")} == {12}


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler is not here")
@pytest.mark.parametrize("text", [LONG, f"A {REST}"])
def test_the_first_word_is_copied_whole(tmp_path: Path, text: str) -> None:
    found = checked(text)
    (scene,) = found.laid.scenes.values()
    file = PdfFile(found.bound.pictures, title="faces")
    show_face(file, scene)
    (tmp_path / "a.pdf").write_bytes(file.save())
    shown = subprocess.run(
        ["pdftotext", "-raw", tmp_path / "a.pdf", "-"], capture_output=True, text=True, check=True
    ).stdout
    assert " ".join(shown.split()) == text


def test_a_large_letter_takes_its_marks_along() -> None:
    (letter, *_) = set_runs(f"E\u0301tait {REST}")
    assert "".join(glyph.text for glyph in letter.glyphs) == "E\u0301"


def letter_and_rest(text: str, lines: int = 2) -> tuple[Rect, list[Rect]]:
    """The ink of the large letter, and of the runs beside and below it."""
    first, *others = set_runs(text, lines)
    inks = [bounds(run_outline(run)) for run in (first, *others) if run.letters.strip()]
    letter, *rest = [ink for ink in inks if ink is not None]
    return letter, rest


def test_a_letter_that_reaches_to_the_left_moves_into_the_measure() -> None:
    """EB Garamond's J goes a fifth of its width to the left of its place."""
    letter, (first, *_) = letter_and_rest(f"Just {REST}")
    straight, _ = letter_and_rest(f"Land {REST}")
    assert letter.left > straight.left - 1.0
    assert letter.right < first.left


@pytest.mark.parametrize("word", ["Just", "Quick"])
def test_a_tail_has_the_line_below_beside_it(word: str) -> None:
    letter, rest = letter_and_rest(f"{word} {REST}")
    met = [ink for ink in rest if ink.top < letter.bottom and ink.left < letter.right]
    assert not met


@pytest.mark.parametrize(
    ("text", "width", "told"),
    [
        (LONG, "24mm", True),
        (LONG, "60mm", False),
        ("When it", "24mm", False),
        ("“When it is, it is, and so on and on and on and on.", "24mm", False),
    ],
)
def test_a_letter_that_would_leave_too_little_of_its_lines_is_told(
    text: str, width: str, told: bool
) -> None:
    """What has no line beside the letter, or begins with a mark, has none as the docs say."""
    layouts = LAYOUTS.replace("drop-cap: LINES", f"drop-cap: 3, width: {width}")
    given: dict[str, str | bytes] = {
        "game.yaml": GAME, "layouts.yaml": layouts, "beasts.yaml": f'- {{rule: "{text}"}}\n',
    }  # fmt: skip
    report = Report()
    check_game(MemoryGame(given), report, checks=())
    assert ("lost-initial" in {found.code for found in report.findings}) is told


@pytest.mark.parametrize(
    ("lines", "told"),
    [("drop-cap: 2, paragraph-gap: 1mm", True), ("drop-cap: 2, paragraph-gap: 0", False)],
)
def test_a_letter_is_told_that_a_gap_between_paragraphs_leaves_out(lines: str, told: bool) -> None:
    layouts = LAYOUTS.replace("drop-cap: LINES", f"{lines}, width: 50mm")
    beasts = f'- {{rule: "At low tide.\\n\\n{LONG}"}}\n'
    given: dict[str, str | bytes] = {
        "game.yaml": GAME, "layouts.yaml": layouts, "beasts.yaml": beasts,
    }  # fmt: skip
    report = Report()
    check_game(MemoryGame(given), report, checks=())
    messages = [one.message for one in report.findings if one.code == "lost-initial"]
    assert bool(messages) is told
    assert all("`paragraph-gap` would part" in message for message in messages)
