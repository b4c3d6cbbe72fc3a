"""The text of a booklet is bound anew only where the cards say something else of what it asks."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardgen.bind.booklet.blocks import BlockBinder
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.check_record import CheckResult, check_project

GAME = """\
game: Told
fonts: {text: EBGaramond-Regular.ttf}
decks:
  cards: {cards: cards.yaml, size: mini, front: front}
booklets:
  rules: {text: rules.md, page: a6, foot: "{{ page }}", styles: {body: plain}}
"""
LAYOUTS = """\
styles:
  plain: {font: text, size: 9pt}
layouts:
  front:
    safe: [{text: "{{ name }} {{ note }}", font: text, size: 9pt}]
"""
CARDS = "- {name: Fox, cost: 2, note: Red}\n- {name: Owl, cost: 3, note: Gray}\n"
RULES = """\
# Rules

There are {{ count("cards") }} cards; {{ count("cards", "cost > 2") }} of them are dear.

{{ card("cards", "fox") }}

Of the others {{ count("cards", "all([cost], 'item > 5')") }}.
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "told"
    folder.mkdir()
    files = {"game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": CARDS, "rules.md": RULES}
    files["composition.yaml"] = "cards: {total: 2}\n"
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def bound(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One for each text, or part of one, that was bound."""
    times: list[int] = []
    real: Callable[..., Any] = BlockBinder.blocks

    def blocks(self: BlockBinder, *given: Any, **named: Any) -> Any:
        times.append(1)
        return real(self, *given, **named)

    monkeypatch.setattr(BlockBinder, "blocks", blocks)
    return times


def edit(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text("utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), "utf-8")


def check(folder: Path) -> CheckResult:
    return check_project(DiskGame(folder), {})


def check_afresh(folder: Path, monkeypatch: pytest.MonkeyPatch) -> CheckResult:
    with monkeypatch.context() as patch:
        patch.setenv("CARDGEN_CACHE", str(folder.parent / "empty" / os.urandom(4).hex()))
        return check(folder)


def test_a_field_that_the_text_does_not_ask_for_leaves_it_alone(
    folder: Path, bound: list[int]
) -> None:
    assert not check(folder).report.count("error")
    bound.clear()
    edit(folder, "cards.yaml", "Gray", "Brown")
    check(folder)
    assert not bound


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("cards.yaml", "cost: 3", "cost: 1"),
        ("cards.yaml", "name: Owl,", "name: Owl, copies: 2,"),
        ("cards.yaml", "name: Owl,", "id: owls, name: Owl,"),
        ("cards.yaml", "- {name: Owl", "- {name: Elk, cost: 9, note: Tall}\n- {name: Owl"),
        ("cards.yaml", "name: Fox", "name: Wolf"),
        ("rules.md", "Of the others", "Of all"),
        ("composition.yaml", "total: 2", "total: 3"),
        ("rules.md", "# Rules", "# Rules [of play](#nowhere)"),
        ("layouts.yaml", "plain: {font: text, size: 9pt}", "plain: {font: text, size: 8pt}"),
    ],
)
def test_what_the_text_asks_for_or_depends_on_has_it_bound(
    folder: Path,
    bound: list[int],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    old: str,
    new: str,
) -> None:
    check(folder)
    bound.clear()
    edit(folder, name, old, new)
    found = check(folder)
    assert bound
    assert found == check_afresh(folder, monkeypatch)


def test_what_is_wrong_with_the_markdown_itself_is_told_of_each_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is found before anything is bound."""
    edit(folder, "rules.md", "of them are dear", "of them ![are](dear.png)")
    check(folder)
    edit(folder, "cards.yaml", "Gray", "Brown")
    found = check(folder)
    assert "markdown-figure" in {one.code for one in found.findings}
    assert found == check_afresh(folder, monkeypatch)


def test_a_faulty_text_is_told_of_each_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(folder, "rules.md", "# Rules", "# Rules [of play](#nowhere)")
    check(folder)
    edit(folder, "cards.yaml", "Gray", "Brown")
    found = check(folder)
    assert [one.code for one in found.findings] == ["unknown-heading"]
    assert found == check_afresh(folder, monkeypatch)
