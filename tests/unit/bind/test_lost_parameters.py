"""A piece's parameters that are declared with a fault are told where they are declared, and only
there."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

FILES: dict[str, str | bytes] = {
    "game.yaml": "game: Tide\nfonts: {text: fonts/EBGaramond-Regular.ttf}\n"
    "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n",
    "cards.yaml": "- {name: Crab}\n",
}
LAYOUTS = """\
pieces:
  pip: {DECLARED, draw: {text: "{{ n }}{{ m }}", font: text, size: 10pt, color: black}}
layouts:
  face:
    safe:
      - {piece: pip, with: {n: "{{ name }}", m: 2}}
"""


@pytest.mark.parametrize(
    ("declared", "code", "hint"),
    [
        ("takes: [n, m]", "wrong-type", 'give each a value, as in `{n: "", m: ""}`'),
        ("takes: {n: '', m: [1]}", "bad-text", None),
        ("params: {n: {type: text}, m: {type: word}}", "wrong-type", None),
        ("params: [n, m]", "wrong-type", None),
    ],
)
def test_a_faulty_parameter_is_told_once(declared: str, code: str, hint: str | None) -> None:
    report = Report()
    layouts = LAYOUTS.replace("DECLARED", declared)
    check_game(MemoryGame({**FILES, "layouts.yaml": layouts}), report, checks=())
    (found,) = (finding for finding in report.findings if finding.severity == "error")
    assert found.code == code
    assert hint is None or found.hint == hint
