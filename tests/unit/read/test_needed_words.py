"""Names whose very words matter, which have the capitals of no language."""

from __future__ import annotations

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import lay_out_game
from cardgen.render.listing import words

_DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'
)
TURKISH = {
    "game.yaml": """
game: T
language: tr
fonts: {text: fonts/EBGaramond-Regular.ttf}
palette: {iron: "#303030"}
decks:
  a:
    cards: a.yaml
    size: poker
    front: f
    fields: {kind: text, key: {value: "{{ kind|lower }}"}, shown: {value: "{{ kind|lower }}"}}
""",
    "a.yaml": "- {kind: IRON}\n",
    "iron.svg": _DRAWING,
    "layouts.yaml": """
styles:
  b: {font: text, size: 9pt}
  c: {font: text, size: 9pt, color: "{{ ink }}", params: {ink: {type: text, default: black}}}
pieces:
  label:
    takes: {said: "", what: ""}
    draw: {column: [{text: "{{ said }}", style: b}, {piece: inner, with: {kind: "{{ what }}"}}]}
  inner:
    takes: {kind: ""}
    draw: {text: inner, style: b, when: "kind == 'iron'"}
layouts:
  f:
    safe:
      - column:
          - {text: "{{ shown }}", style: b}
          - {text: computed, style: b, when: "key == 'iron'"}
          - {picture: "{{ key }}.svg", height: 5mm}
          - {text: style, style: c, with: {ink: "{{ kind|lower }}"}}
          - {piece: label, with: {said: "{{ kind|lower }}", what: "{{ kind|lower }}"}}
""",
}


def test_what_is_compared_by_way_of_a_field_or_a_parameter_has_the_letters_of_no_language() -> None:
    report = Report()
    checked = lay_out_game(MemoryGame(TURKISH), report)
    assert checked is not None
    assert not report.findings
    (scene,) = checked.laid.scenes.values()
    assert words(scene).split() == ["ıron", "computed", "style", "ıron", "inner"]
