"""After an edit some editions are checked in a copy of the process, with the same findings."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from cardgen.core.forked_call import ForkedCall, ForkedCalls
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline import editions_beside
from cardgen.pipeline.check_record import ProjectCheck
from cardgen.pipeline.edition_checks import check_all, check_views
from cardgen.pipeline.editions_beside import EditionsBeside

T = TypeVar("T")
LINUX = sys.platform.startswith("linux")
GAME = """\
game: Beside
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front}}
editions:
  plain: {}
  pale: {palette: {ink: "#d0c090"}}
"""
LAYOUTS = """\
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe: [{text: "{{ name }}", font: text, size: 12pt, color: ink}]
"""
CARDS = "- {name: Fox}\n- {name: Hen}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    found = tmp_path / "games" / "beside"
    found.mkdir(parents=True)
    for name, text in {"game": GAME, "layouts": LAYOUTS, "cards": CARDS}.items():
        (found / f"{name}.yaml").write_text(text, "utf-8")
    return found


def allow_copies(monkeypatch: pytest.MonkeyPatch, *, forks: bool) -> list[str]:
    """Whether copies may be made; the returned list gets a word for each."""
    made: list[str] = []

    class CountedCall(ForkedCall[T]):
        def __init__(self, call: Callable[[], T], kind: type[T], *, forks: bool) -> None:
            made.extend(["copy"] * forks)
            super().__init__(call, kind, forks=forks)

    monkeypatch.setattr(editions_beside, "can_fork", lambda: forks)
    monkeypatch.setattr(editions_beside, "ForkedCall", CountedCall)
    return made


def edit(folder: Path, old: str, new: str, file: str = "cards.yaml") -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.skipif(not LINUX, reason="no other system forks safely")
def test_findings_after_an_edit_are_the_same_with_and_without_a_copy(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = allow_copies(monkeypatch, forks=True)
    _, first = check_all(DiskGame(folder))
    assert not made, "nothing is known yet"
    assert {finding.code for finding in first.findings} == {"low-contrast"}
    for old, new in (("Hen", "Goose ,gray"), ("Goose ,gray", "Hen")):
        edit(folder, old, new)
        views, beside = check_all(DiskGame(folder))
        monkeypatch.setattr(editions_beside, "can_fork", lambda: False)
        alone = check_views([DiskGame(folder, name) for name in ("", "plain", "pale")])
        monkeypatch.setattr(editions_beside, "can_fork", lambda: True)
        assert [view.edition for view in views] == ["", "plain", "pale"]
        assert beside.findings == alone.findings
    assert made == ["copy", "copy"]
    assert beside.findings == first.findings


@pytest.mark.skipif(not LINUX, reason="no other system forks safely")
def test_an_edition_that_is_new_or_gone_is_noticed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow_copies(monkeypatch, forks=True)
    check_all(DiskGame(folder))
    edit(folder, "  pale:", "  light:", "game.yaml")
    views, found = check_all(DiskGame(folder))
    assert [view.edition for view in views] == ["", "plain", "light"]
    assert any("`light`" in str(finding.notes) for finding in found.findings)
    edit(folder, '  light: {palette: {ink: "#d0c090"}}\n', "", "game.yaml")
    views, found = check_all(DiskGame(folder))
    assert [view.edition for view in views] == ["", "plain"]
    assert found.findings == ()


def test_no_copy_is_made_where_it_would_not_help(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = allow_copies(monkeypatch, forks=True)

    def begin() -> None:
        game = DiskGame(folder)
        EditionsBeside(game, {}, ProjectCheck(game, {}), folded=True).close()

    begin()
    assert not made, "nothing is known of the game"
    check_all(DiskGame(folder))
    begin()
    assert not made, "nothing has changed"
    edit(folder, "Hen", "Owl")
    monkeypatch.setattr(editions_beside, "MAX_IN_MEMORY", 1)
    begin()
    assert not made, "two copies of a large game take twice its memory"


def test_what_fails_in_a_copy_or_cannot_be_sent_is_done_here() -> None:
    here = os.getpid()

    def fail() -> str:
        if os.getpid() != here:
            raise KeyError("fox")
        return "here"

    def send_half() -> str:
        return "here" if os.getpid() == here else "\ud800"

    for call in (fail, send_half):
        assert ForkedCall(call, str, forks=LINUX).result() == "here"


@pytest.mark.skipif(not LINUX, reason="no other system forks safely")
def test_a_copy_whose_result_nobody_wants_is_ended() -> None:
    call = ForkedCalls([lambda: "x" * 5_000_000], str, forks=True)
    assert call._copy is not None
    process = call._copy.process
    call.close()
    call.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(process, os.WNOHANG)
