"""Booklets that a copy of the process looks at have the findings that they have without one."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PIL import Image

from cardgen.core.forked_call import ForkedCalls
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline import editions_beside, pages_beside
from cardgen.pipeline.edition_checks import check_all, check_views
from cardgen.render import face_pixels
from cardgen.scene.items import Scene
from tests.unit.pipeline.test_editions_beside import GAME, LAYOUTS, edit

T = TypeVar("T")
LINUX = sys.platform.startswith("linux")
BOOKLET = """\
booklets:
  rules:
    text: rules.md
    page: mini
    styles: {body: small}
"""
STYLES = "styles: {small: {font: text, size: 5pt, color: ink}}\n"
ROWS = "".join(f"- {{name: Card {number}}}\n" for number in range(20))

pytestmark = pytest.mark.skipif(not LINUX, reason="no other system forks safely")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    found = tmp_path / "games" / "beside"
    found.mkdir(parents=True)
    files = {"game.yaml": GAME + BOOKLET, "layouts.yaml": STYLES + LAYOUTS, "cards.yaml": ROWS}
    for name, text in {**files, "rules.md": "# Play\n\nPlay a card.\n"}.items():
        (found / name).write_text(text, "utf-8")
    return found


def allow_copies(monkeypatch: pytest.MonkeyPatch, *, forks: bool = True) -> list[int]:
    """Let copies be made; the returned list gets the number of calls of each."""
    made: list[int] = []

    class CountedCalls(ForkedCalls[T]):
        def __init__(self, calls: Sequence[Callable[[], T]], kind: type[T], *, forks: bool) -> None:
            made.append(len(calls))
            super().__init__(calls, kind, forks=forks)

    monkeypatch.setattr(pages_beside, "can_fork", lambda: forks)
    monkeypatch.setattr(editions_beside, "can_fork", lambda: forks)
    monkeypatch.setattr(pages_beside, "ForkedCalls", CountedCalls)
    return made


def check_alone(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The findings of one process that knows nothing."""
    monkeypatch.setenv("CARDGEN_CACHE", str(cache))
    allow_copies(monkeypatch, forks=False)
    return check_all(DiskGame(folder))[1].findings


def test_a_first_check_finds_the_same_with_and_without_copies(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = allow_copies(monkeypatch)
    found = check_all(DiskGame(folder))[1].findings
    assert made == [4], "layouts of cards, faults on them, the booklet, that of the first edition"
    codes = {finding.code for finding in found}
    assert codes == {"small-text", "low-contrast"}
    assert check_alone(folder, tmp_path / "other", monkeypatch) == found


def test_a_check_of_chosen_editions_looks_at_the_booklets_of_no_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = allow_copies(monkeypatch)
    check_views([DiskGame(folder)])
    check_views([DiskGame(folder), DiskGame(folder, "pale")])
    assert made == [3, 3], "of the game, which is known then, and of the pale edition"


def test_an_edition_with_an_error_is_told_of_it_and_the_others_go_on(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(folder, "  plain: {}", "  plain: {palette: {ink: none-such}}", "game.yaml")
    allow_copies(monkeypatch)
    found = check_all(DiskGame(folder))[1].findings
    assert any("`plain`" in str(one.notes) for one in found if one.severity == "error")
    assert check_alone(folder, tmp_path / "other", monkeypatch) == found


def test_no_copy_is_made_where_it_would_not_help(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = allow_copies(monkeypatch)
    edit(folder, BOOKLET, "", "game.yaml")
    check_all(DiskGame(folder))
    assert not made, "there are no booklets, and few cards"
    (folder / "game.yaml").write_text(GAME + BOOKLET, "utf-8")
    check_all(DiskGame(folder))
    assert not made, "all faces are known"
    (folder / "cards.yaml").write_text("- {name: Fox}\n- {name: Hen}\n", "utf-8")
    check_all(DiskGame(folder))
    assert not made, "a few faces take less time than a copy"


def test_a_copy_takes_cards_of_a_game_without_booklets_if_there_are_many(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(folder, BOOKLET, "", "game.yaml")
    (folder / "cards.yaml").write_text(ROWS.replace("Card", "Deck") + ROWS, "utf-8")
    made = allow_copies(monkeypatch)
    found = check_all(DiskGame(folder))[1].findings
    assert made == [3], "layouts of cards, faults on them, and no pages"
    assert found
    assert check_alone(folder, tmp_path / "other", monkeypatch) == found


def test_a_copy_that_ends_early_is_made_up_for_here() -> None:
    """Of three calls the second ends the copy: it and the third are made here."""
    here = os.getpid()

    def end() -> int:
        if os.getpid() != here:
            os._exit(0)
        return here

    calls = ForkedCalls([os.getpid, end, os.getpid], int, forks=True)
    found = [calls.next_result() for _ in range(3)]
    calls.close()
    assert found[0] != here
    assert found[1:] == [here, here]


PICTURED = """\
game: Pictured
palette: {ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front}}
"""
ART = """\
layouts:
  front:
    bleed: [{picture: "{{ art }}"}]
    safe: [{text: "{{ name }}", font: text, size: 12pt, color: ink}]
"""


@pytest.mark.parametrize("count", [20, 6])
def test_faces_with_pictures_of_their_own_are_looked_at_by_both(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    chance, rows = random.Random(3), []
    for number in range(count):
        noise = Image.frombytes("RGB", (30, 40), chance.randbytes(30 * 40 * 3))
        dark = noise.point([level // 3 for level in range(256)] * 3) if number % 2 else noise
        dark.resize((600, 800)).save(folder / f"{number:02}.png")
        rows.append(f"- {{name: Card {number:02}, art: {number:02}.png}}\n")
    files = {"game.yaml": PICTURED, "layouts.yaml": ART, "cards.yaml": "".join(rows)}
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    drawn: list[Scene] = []
    real = face_pixels.rasterize

    def rasterize(scenes: Sequence[Scene], *rest: Any) -> Any:
        drawn.extend(scenes)
        return real(scenes, *rest)

    monkeypatch.setattr(face_pixels, "rasterize", rasterize)
    monkeypatch.setattr(pages_beside, "_MANY_PIXELS", 20 * 600 * 800 - 1)
    made = allow_copies(monkeypatch)
    found = check_all(DiskGame(folder))[1].findings
    assert "low-contrast" in {finding.code for finding in found}
    drawn_here = count // 2 if count == 20 else count
    assert (made, len(drawn)) == ([3] * (count == 20), drawn_here)
    assert check_alone(folder, tmp_path / "other", monkeypatch) == found
