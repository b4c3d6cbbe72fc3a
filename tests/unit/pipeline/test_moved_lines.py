"""A line added to a file moves the places below it, and what is kept is found at its new place:
after each edit a check and a build say what they would from nothing, without binding a card."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from cardgen.bind.bound_elements import walk_elements
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.check_record import CheckResult, check_project
from cardgen.pipeline.inspection import inspect_game
from cardgen.pipeline.phase_cache import PhaseCache
from cardgen.read import salvage
from cardgen.read.syntax.nodes import Node
from cardgen.read.tables import cards as cards_module

GAME = """\
game: Moved
palette: {sand: "#eeddaa", ink: "#111111", pale: "#e8d8a4"}
fonts: {text: EBGaramond-Regular.ttf}
layouts: [layouts.yaml, more.yaml]
decks:
  cards: {cards: cards.yaml, size: mini, front: front, back: back}
  others: {cards: cards.yaml, size: mini, front: other}
booklets:
  rules: {text: rules.md, page: a6, styles: {body: small}, cover: cover}
editions:
  second: {layouts: second.yaml}
"""
LAYOUTS = """\
# What stands above the sections is in no entry.
styles:
  small: &small {font: text, size: 5pt, color: ink}
  tiny:
    <<: *small
    size: 4.5pt
  named:
    font: text
    size: 9pt
    min-size: 4pt
    fit: deck
    color: ink

pieces:
  line:
    draw:
      overlay:
        - {text: Set in a piece, style: tiny}
layouts:
  # The front of all cards.
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe:
      - column:
          - {text: "{{ name }}", style: named}
          - text: |
              A text of several lines,
              {{ name }} in the second.
            style: small
          - {text: "Hardly to be seen", style: small, color: pale}
        left: 0
      - {piece: line, bottom: 0, height: 3mm}
    # What stands below belongs to the entry above.

  back:
    bleed: [{shape: rectangle, fill: sand}]
    trim: [{shape: line, left: 1mm, top: 1mm, width: 5mm, stroke: ink, stroke-width: 0.1pt}]
  cover: {bleed: [{shape: rectangle, fill: sand}], safe: [{text: Cover, style: tiny}]}
"""
MORE = """\
layouts:
  other:
    extends: front
    safe:
      - {text: "Near the edge {{ name }}", style: tiny, left: -2mm}
"""
SECOND = """\
layouts:
  other:
    safe:
      - {text: "Another edge {{ name }}", style: tiny, left: -2.5mm}
"""
LONG = "A name that is far too long to stand on one line of a small card"
ROWS = f"- {{name: Fox}}\n- {{name: Owl}}\n- {{name: {LONG}}}\n"
FILES = {
    "game.yaml": GAME, "layouts.yaml": LAYOUTS, "more.yaml": MORE, "second.yaml": SECOND,
    "cards.yaml": ROWS, "rules.md": "# Rules\n\nPlay a card. Draw a card.\n",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "moved"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def check(folder: Path) -> list[CheckResult]:
    game = DiskGame(folder)
    return [check_project(one, {}) for one in (game, game.in_edition("second"))]


def check_afresh(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[CheckResult]:
    with monkeypatch.context() as patch:
        patch.setenv("CARDGEN_CACHE", str(folder.parent / "empty" / os.urandom(4).hex()))
        return check(folder)


def insert(folder: Path, name: str, number: int, line: str) -> None:
    file = folder / name
    lines = file.read_bytes().split(b"\n")
    lines.insert(number, line.encode())
    file.write_bytes(b"\n".join(lines))


def list_lines(found: list[CheckResult], name: str) -> set[int]:
    spans = [one.span for result in found for one in result.report.findings]
    return {span.line for span in spans if span and span.file == name}


def test_a_line_above_moves_findings_and_binds_no_card(
    folder: Path, bound: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = check(folder)
    assert len(list_lines(before, "layouts.yaml")) > 2
    bound.clear()
    insert(folder, "layouts.yaml", 0, "# A line")
    insert(folder, "more.yaml", 0, "")
    insert(folder, "second.yaml", 1, "")
    found = check(folder)
    assert bound == []
    for name in ("layouts.yaml", "more.yaml", "second.yaml"):
        assert list_lines(found, name) == {line + 1 for line in list_lines(before, name)}
    assert found == check_afresh(folder, monkeypatch)


@pytest.mark.parametrize("line", ["", "# moved"])
@pytest.mark.parametrize(
    "name", ["layouts.yaml", "more.yaml", "second.yaml", "game.yaml", "cards.yaml"]
)
def test_after_a_line_anywhere_a_check_says_what_one_from_nothing_says(
    folder: Path, name: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(folder)
    for number in range(0, 2 * FILES[name].count("\n"), 5):
        insert(folder, name, number, line)
        assert check(folder) == check_afresh(folder, monkeypatch), number


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  back:", "  front:\n    safe: []\n  back:"),  # twice the same name
        ("style: tiny}", "style: gone}"),
        ("fill: sand", "fill: sant"),
        ("left: 0", "left: [0"),
        ("left: 0", "left: 0q"),
        ("pieces:", "piecse:"),
        ("  named:", "\tnamed:"),
        ("\n", "\r\n"),
        ("# What stands above", "\ufeff# What stands above"),
        ("layouts:", "layouts: &all"),
        ("in the second.", "in the second,\u2028or the third."),
    ],
)
def test_what_is_wrong_is_told_at_its_place_when_a_line_moves_it(
    folder: Path, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(folder)
    file = folder / "layouts.yaml"
    file.write_bytes(file.read_bytes().replace(old.encode(), new.encode()))
    assert check(folder) == check_afresh(folder, monkeypatch)
    for number in (1, 20):
        insert(folder, "layouts.yaml", number, "")
        assert check(folder) == check_afresh(folder, monkeypatch)
    file.write_bytes(file.read_bytes().replace(new.encode(), old.encode()))
    assert check(folder) == check_afresh(folder, monkeypatch)


def test_entries_that_change_places_have_their_own_findings(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(folder)
    file = folder / "layouts.yaml"
    text = file.read_text("utf-8")
    front, back = text.index("  front:"), text.index("  back:")
    cover = text.index("  cover:")
    parts = text[:front], text[back:cover], text[front:back], text[cover:]
    file.write_text("".join(parts), "utf-8")
    assert check(folder) == check_afresh(folder, monkeypatch)
    file.write_text(text.replace("  back:", "  swap:").replace("  front:", "  back:"), "utf-8")
    assert check(folder) == check_afresh(folder, monkeypatch)


NAMED = "- {id: fox, name: Fox}\n- {name: Owl, id: owl}\n- {name: Owl the the}\n"
BLOCK = "- name: Fox\n- name: Owl the the\n- name: Elk\n  copies: 2\n"
LAW = "cards:\n  total: 3\n  unique: [name]\n"


@pytest.mark.parametrize("rows", [ROWS, NAMED, BLOCK])
@pytest.mark.parametrize(
    ("name", "number", "line"),
    [
        ("game.yaml", 0, "# A line"),
        ("game.yaml", 5, ""),
        ("composition.yaml", 0, "# A line"),
        ("cards.yaml", 0, "# A line"),
        ("cards.yaml", 1, ""),
        ("cards.yaml", 2, "  # in a row"),
    ],
)
def test_a_line_in_a_table_or_in_the_game_binds_no_card(
    folder: Path, bound: list[str], monkeypatch: pytest.MonkeyPatch, name: str, number: int,
    line: str, rows: str,
) -> None:  # fmt: skip
    (folder / "composition.yaml").write_text(LAW, "utf-8")
    (folder / "cards.yaml").write_text(rows, "utf-8")
    check(folder)
    bound.clear()
    insert(folder, name, number, line)
    found = check(folder)
    assert bound == []
    assert found == check_afresh(folder, monkeypatch)


@pytest.mark.parametrize("name", ["game.yaml", "composition.yaml"])
def test_after_a_line_above_its_entries_no_file_is_validated(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "composition.yaml").write_text(LAW, "utf-8")
    check(folder)
    insert(folder, name, 0, "# A line")
    held: list[object] = []
    real = salvage.salvage_node

    def hold(node: Node, model: Any, report: Report, *, deepest: int | None = None) -> Any:
        held.append(model)
        return real(node, model, report, deepest=deepest)

    monkeypatch.setattr(salvage, "salvage_node", hold)
    check(folder)
    assert held == []


def test_a_card_above_leaves_those_with_an_id_as_they_were_bound(
    folder: Path, bound: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = f"- {{id: fox, name: Fox}}\n- id: owl\n  name: Owl the the\n- name: {LONG}\n  id: last\n"
    cards = folder / "cards.yaml"
    cards.write_text(rows, "utf-8")
    check(folder)
    bound.clear()
    cards.write_text(f"- {{id: new, name: New}}\n{rows}", "utf-8")
    found = check(folder)
    assert set(bound) == {"new"}
    assert found == check_afresh(folder, monkeypatch)


def test_rows_that_were_set_aside_have_their_own_findings(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where two tables are numbered as small ones, and together are a large one."""
    monkeypatch.setattr(cards_module, "MAX_IN_MEMORY", 1)
    cards = folder / "cards.yaml"
    cards.write_text("- {name: Fox}\n- {name: Fox the the}\n- name: |\n    Elk the the\n", "utf-8")
    check(folder)
    for _ in range(2):
        insert(folder, "cards.yaml", 0, "# A line")
        assert check(folder) == check_afresh(folder, monkeypatch)


@pytest.mark.parametrize(
    "rows",
    [
        "- {name: New}\n" + ROWS,
        "- {name: New, id: b}\n- {name: Owl the the, id: c}\n- {name: The the, id: b}\n",
        "- {name: Owl}\n" + ROWS,
        "- {name: Owl}\n- {name: Fox}\n",
        "- {name: Fox}\n\n" + ROWS,
        "- name: Fox\n# said of the owl\n- name: Owl\n",
        "- name: Fox\n  # said in it\n- name: Owl\n- name: Fox\n",
        "---\n" + ROWS,
        "- &fox {name: Fox}\n- *fox\n- {<<: *fox, copies: 2}\n",
        '- {name: "Fo\n  x"}\n- {name: >\n    Owl\n    the the second\n  }\n',
        "- name: |\n    Fox the the\n- name: |\n    Fox the the\n",
        "- {name: it's}\n- {name: it's}\n- {name: Fox}\n- {name: it's}\n",
    ],
)
def test_rows_that_come_go_and_change_places_have_their_own_findings(
    folder: Path, rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = folder / "cards.yaml"
    check(folder)
    for text in (rows, f"# above\n{rows}", ROWS, rows):
        cards.write_text(text, "utf-8")
        assert check(folder) == check_afresh(folder, monkeypatch)


def inspect(folder: Path, cache: PhaseCache | None) -> tuple[object, ...]:
    """What is found, where all elements are, and the sizes that decks share."""
    report = Report()
    checked = inspect_game(DiskGame(folder), report, cache=cache)
    assert checked is not None
    faces = [face.body.elements for face in checked.bound.faces]
    boxes = [one for elements in faces for one in walk_elements(elements)]
    return report.findings, [one.span for one in boxes], checked.laid.deck_fits


@pytest.mark.parametrize("name", ["layouts.yaml", "cards.yaml", "game.yaml"])
def test_a_process_that_looks_again_finds_what_moved_at_its_place(folder: Path, name: str) -> None:
    """Also where an edited card shares sizes with cards that were laid out before."""
    cards, watched = folder / "cards.yaml", PhaseCache()
    inspect(folder, watched)
    for edited in (b"Eul", b"Uhu"):
        insert(folder, name, 0, "# moved")
        assert inspect(folder, watched) == inspect(folder, None)
        rows = cards.read_bytes().splitlines(keepends=True)
        rows[-3] = b"- {name: %s}\n" % edited
        cards.write_bytes(b"".join(rows))
        assert inspect(folder, watched) == inspect(folder, None)
