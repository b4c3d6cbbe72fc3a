"""A fault that several cards or booklets share is told once, and still told when that one is gone.

What a process, or the one before it, keeps is only what nothing was wrong with: not what the same
fault was found in a second time.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.check_record import check_project
from cardgen.pipeline.inspection import inspect_game
from cardgen.pipeline.phase_cache import PhaseCache

GAME = """\
game: Shared
fonts: {text: EBGaramond-Regular.ttf}
palette: {red: "#aa1111"}
decks:
  cards: {cards: cards.yaml, size: mini, front: "{{ side }}"}
"""
LAYOUTS = """\
styles:
  plain: {font: text, size: 8pt}
layouts:
  front:
    safe:
      - {text: "{{ name }}", font: text, size: 8pt}
      - ELEMENT
  other:
    safe: [{text: "{{ name }}", font: text, size: 8pt}]
"""
CARDS = """\
- {name: Fox, side: front}
- {name: Owl, side: front}
- {name: Elk, side: front}
"""
BOOKLETS = """\
booklets:
  rules: {text: rules.md, page: a6, styles: {body: plain}, head: "Oh {claw}"}
  short: {text: rules.md, page: a7, styles: {body: plain}}
"""
RULES = "# Rules\n\nHeld by <u>two</u> booklets {claw}.\n\n***\n\n## More\n\nOf it.\n"


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, "utf-8")
    return folder


def edit(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text("utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), "utf-8")


def look(folder: Path, cache: PhaseCache | None = None) -> tuple[Finding, ...]:
    report = Report()
    inspect_game(DiskGame(folder), report, checks=(), cache=cache)
    return report.findings


@pytest.mark.parametrize(
    ("element", "code"),
    [
        ('{text: "An {axe}", font: text, size: 8pt, top: 20mm}', "unknown-icon"),
        ('{text: "{{ name }} {axe}", font: text, size: 8pt, top: 20mm}', "unknown-icon"),
        ('{text: "{{ name }} [a]{b}", font: text, size: 8pt, top: 20mm}', "unknown-style"),
        ("{shape: rectangle, height: 3mm, top: 20mm, fill: mud}", "unknown-color"),
        ("{shape: rectangle, height: '{{ 3 }}mm', top: 20mm, fill: mud}", "unknown-color"),
        ("{shape: rectangle, height: '{{ 3 }}mm', fill: red, cap: round}", "bad-stroke"),
        ("{column: [{text: '{{ name }}', style: plain}], fill: mud}", "unknown-color"),
        ("{picture: none.png, height: 3mm, top: 20mm}", "missing-picture"),
    ],
)
def test_a_fault_of_a_layout_is_told_still_when_the_first_card_takes_another(
    tmp_path: Path, element: str, code: str
) -> None:
    layouts = LAYOUTS.replace("ELEMENT", element)
    game = write(tmp_path / "game", game_yaml=GAME, layouts_yaml=layouts, cards_yaml=CARDS)
    cache = PhaseCache()
    for old, new in (("", ""), ("Fox, side: front", "Fox, side: other"), ("Owl", "Ox")):
        edit(game, "cards.yaml", old, new)
        assert look(game, cache) == look(game)
        assert code in {one.code for one in look(game, cache)}


def test_a_fault_that_two_booklets_share_is_told_by_the_next_process_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layouts = LAYOUTS.replace("- ELEMENT", "")
    game = GAME + BOOKLETS
    folder = write(
        tmp_path / "game", game_yaml=game, layouts_yaml=layouts, cards_yaml=CARDS, rules_md=RULES
    )
    edits = (("", ""), ("page: a7", "page: a5"), (BOOKLETS.splitlines()[1] + "\n", ""), ("", ""))
    for old, new in edits:
        edit(folder, "game.yaml", old, new)
        monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
        kept = check_project(DiskGame(folder), {}).report.findings
        monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / os.urandom(4).hex()))
        assert kept == check_project(DiskGame(folder), {}).report.findings
        assert {"markdown-html", "unknown-icon"} <= {one.code for one in kept}


def test_what_lacks_a_color_that_is_declared_with_a_fault_is_kept_by_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    element = "{shape: rectangle, height: 3mm, fill: mud}"
    game = GAME.replace("}\ndecks", ", mud: }\ndecks")
    layouts = LAYOUTS.replace("ELEMENT", element)
    folder = write(tmp_path / "game", game_yaml=game, layouts_yaml=layouts, cards_yaml=CARDS)
    for old, new in (("", ""), ("", ""), (", mud: }", "}")):
        edit(folder, "game.yaml", old, new)
        monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
        kept = check_project(DiskGame(folder), {}).report.findings
        monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / os.urandom(4).hex()))
        assert kept == check_project(DiskGame(folder), {}).report.findings
    assert "unknown-color" in {one.code for one in kept}


def test_a_fault_in_the_head_of_every_page_is_told_after_each_edit_of_a_card(
    tmp_path: Path,
) -> None:
    layouts = LAYOUTS.replace("- ELEMENT", "")
    game = GAME + BOOKLETS
    folder = write(
        tmp_path / "game", game_yaml=game, layouts_yaml=layouts, cards_yaml=CARDS, rules_md=RULES
    )
    cache = PhaseCache()
    for old, new in (("", ""), ("Fox", "Wolf"), ("Owl", "Ox")):
        edit(folder, "cards.yaml", old, new)
        assert look(folder, cache) == look(folder)
