"""Fields that say nothing where they stand are warnings, and those that say something are not."""

from __future__ import annotations

import pytest

from cardgen.check.rules.source.unused import NeverDrawn
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

GAME = """\
game: Idle
palette: {sun: "#f0b13c", sea: "#1d6f8a"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: poker, front: face}}
"""
STYLES = """\
styles:
  even: {font: text, align: justify}
  ladder: {font: text, size: 9pt, min-size: 7pt}
  likely: {extends: ladder, align: "{{ side }}"}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
STAR = "shape: star, fill: sun"


def idle(element: str) -> list[str]:
    """The fields of an element that are said to say nothing."""
    layouts = f"{STYLES}layouts:\n  face:\n    safe:\n      - {{overlay: [{element}]}}\n"
    files = {
        "game.yaml": GAME,
        "cards.yaml": "- {name: One, side: justify}\n",
        "layouts.yaml": layouts,
        "leaf.svg": SVG,
    }
    report = Report()
    check_game(MemoryGame(dict(files)), report, checks=(NeverDrawn().find,))
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert errors == []
    return [f.message.split("`")[1] for f in report.findings if f.code == "idle-field"]


@pytest.mark.parametrize(
    ("field", "element"),
    [
        ("left", f"{{column: [{{{STAR}, height: 5mm, left: 3mm}}]}}"),
        ("at", f"{{row: [{{{STAR}, width: 5mm, at: center}}]}}"),
        ("grow", f"{{grid: [{{{STAR}, grow: 1}}], columns: 1}}"),
        ("justify", f"{{grid: [{{{STAR}}}], columns: 1, justify: end}}"),
        ("grow", f"{{{STAR}, grow: 1}}"),
        ("self", f"{{{STAR}, self: end}}"),
        ("space", "{space: 5mm}"),
        ("right", f"{{{STAR}, left: 1mm, right: 1mm, width: 10mm}}"),
        ("width", f"{{row: [{{{STAR}, width: 20mm, grow: 1}}]}}"),
        ("as", f"{{{STAR}, as: pip}}"),
        ("corner", "{shape: rectangle, fill: sun, corner: cut}"),
        ("radius", f"{{overlay: [{{{STAR}}}], radius: 3mm}}"),
        (
            "mask-by",
            f"{{overlay: [{{{STAR}}}], mask: {{shape: ellipse, fill: black}}, mask-by: light}}",
        ),
        (
            "mask-by",
            f"{{row: [{{{STAR}}}], mask: {{path: M0 0H9, stroke: '#000'}}, mask-by: light}}",
        ),
        ("shape", "{shape: star}"),
        ("shape", "{shape: star, name: tip}"),
        ("width", f"{{{STAR}, width: 9mm, max-width: 5mm}}"),
        ("max-width", f"{{{STAR}, width: 9mm, max-width: 15mm}}"),
        ("min-height", f"{{{STAR}, height: 9mm, min-height: 5mm}}"),
        ("width", f"{{{STAR}, width: 0, height: 5mm}}"),
        ("opacity", f"{{{STAR}, opacity: 0}}"),
        ("sweep", "{shape: pie, fill: sun, sweep: 0}"),
        ("dash", "{shape: star, stroke: sun, dash: []}"),
        ("stroke-width", "{shape: star, fill: sea, stroke: sun, stroke-width: 0}"),
        ("stroke-width", "{text: a, font: text, stroke: sun, stroke-width: 0}"),
        ("fill", "{shape: star, fill: , stroke: sun}"),
        ("stroke", "{shape: star, fill: sun, stroke: #f80\n}"),
        ("size", "{text: a, font: text, size: }"),
        ("when", f"{{{STAR}, when: ''}}"),
        ("radius", f"{{overlay: [{{{STAR}}}], clip: hexagon, radius: 3mm}}"),
        ("drop-cap", "{text: a, font: text, drop-cap: 1}"),
        ("wrap", "{text: a, font: text, wrap: []}"),
        ("min-size", "{text: a, font: text, size: 9pt, min-size: 7pt, fit: none}"),
        ("cap", "{shape: star, stroke: sea, cap: round, name: tip}"),
        ("path", "{path: M0 0 H9}"),
        ("outline", "{outline: A, font: text}"),
        ("fill", "{shape: line, fill: sun, stroke: sea}"),
        ("focus", "{picture: leaf.svg, fit: stretch, focus: [10%, 10%]}"),
        ("radius", "{picture: leaf.svg, mask: ellipse, radius: 4mm}"),
        ("valign", "{text: a, font: text, valign: middle, baseline: 3mm}"),
        ("valign", "{text: a, font: text, curve: {}, valign: middle}"),
        ("align", "{text: a, font: text, curve: {}, align: justify}"),
        ("word-space", "{text: a, font: text, word-space: [80%, 120%]}"),
        ("balance", "{text: a, style: even, balance: yes}"),
        ("optical", "{text: a, font: text, optical: yes}"),
        ("fit", "{text: a, font: text, fit: deck}"),
        ("step", "{text: a, font: text, step: 1pt}"),
        ("join", "{shape: ellipse, stroke: sea, join: round}"),
        ("join", "{shape: line, stroke: sea, join: bevel}"),
        ("join", "{shape: arc, sweep: 90, stroke: sea, join: bevel}"),
        ("join", "{shape: ring, stroke: sea, join: bevel, dash: [1mm, 1mm]}"),
        ("join", "{shape: rectangle, radius: 2mm, stroke: sea, join: bevel}"),
        ("join", "{overlay: [], clip: ellipse, stroke: sea, join: bevel}"),
        ("join", "{column: [], radius: 2mm, stroke: sea, join: bevel}"),
        ("cap", "{shape: ellipse, stroke: sea, cap: round}"),
        ("cap", "{shape: arc, stroke: sea, cap: round}"),
        (
            "cap",
            "{shape: curve, points: [[0, 0], [9mm, 9mm], [0, 9mm]], closed: yes, stroke: sea, "
            "cap: round}",
        ),
        ("cap", "{path: M0 0 H9 V9 Z m3 3 h2 v2z, stroke: sea, cap: round}"),
        ("cap", "{overlay: [], stroke: sea, cap: square}"),
        ("cap", "{outline: A, font: text, stroke: sea, cap: square}"),
        ("opacity", "{column: [{space: 5mm, opacity: 0.5}]}"),
        ("space", "{column: [{space: 5mm, height: 3mm}]}"),
        ("space", "{row: [{space: 5mm, width: 3mm}]}"),
        ("rotate", "{column: [{space: 5mm, rotate: 45}]}"),
        (
            "align",
            "{text: a, font: text, align: left, curve: {path: M0 50 Q50 0 100 50, spread: yes}}",
        ),
        ("grow", f"{{overlay: [], mask: {{{STAR}, grow: 1}}}}"),
        ("at", f"{{{STAR}, at: bottom right, left: 3mm}}"),
        ("at", f"{{{STAR}, at: top, bottom: 3mm}}"),
        ("at", f"{{{STAR}, at: center, left: 3mm, top: 3mm, width: 9mm, height: 9mm}}"),
        ("tracking", "{text: a, font: text, tracking: 0.1}"),
        ("tracking", "{text: a, font: text, tracking: -0.02}"),
        ("inner", "{shape: ring, inner: 100%, fill: sun}"),
        ("points", "{shape: polygon, points: [[0, 0], [50%, 50%], [100%, 100%]], fill: sun}"),
        ("points", "{shape: polygon, points: [[0, 0], [0, 0], [0, 0]], fill: sun}"),
        ("tail", "{shape: bubble, tail: [50%, 90%], fill: sun}"),
        ("shadow", f"{{{STAR}, shadow: {{x: 0, y: 0, blur: 0}}}}"),
        ("inner-shadow", f"{{{STAR}, inner-shadow: {{x: 0, y: 0, blur: 0}}}}"),
        ("glow", f"{{{STAR}, glow: {{blur: 0}}}}"),
        ("dash", f"{{{STAR}, stroke: sea, dash: [1mm, 0]}}"),
        ("grow", "{column: [{space: 2mm, grow: 1}], at: center}"),
        ("grow", f"{{column: [{{{STAR}, grow: 1}}], bottom: 0}}"),
        ("grow", f"{{column: [{{column: [{{{STAR}, grow: 1}}]}}]}}"),
        ("grow", "{column: [{text: a, font: text, grow: 1}], at: [50%, 50%]}"),
        ("grow", "{row: [{text: a, font: text}, {space: 2mm, grow: 1}], at: top}"),
        ("grow", "{column: [{row: [{space: 2mm, grow: 1}], self: start}]}"),
        ("grow", "{column: [{row: [{space: 2mm, grow: 1}]}], align: center}"),
        ("justify", "{row: [{text: a, font: text}], at: top, justify: between}"),
        ("justify", "{column: [{column: [{text: a, font: text}], justify: around}]}"),
        ("justify", f"{{row: [{{{STAR}, grow: 1}}], justify: end}}"),
        ("shadow", "{overlay: [], shadow: {}, width: 9mm, height: 9mm, at: center}"),
        ("glow", "{column: [], fill: none, glow: {}}"),
        ("shadow", "{overlay: [{picture: leaf.svg, shadow: {}}], clip: yes, radius: 3mm}"),
        ("glow", "{overlay: [{shape: rectangle, fill: sun, glow: {}}], clip: yes}"),
    ],
)
def test_a_field_that_says_nothing_is_named(field: str, element: str) -> None:
    assert idle(element) == [field]


def test_a_style_with_a_field_without_a_value_is_told() -> None:
    layouts = "styles:\n  big:\n    font: text\n    size: # later\n"
    layouts += "layouts: {face: {safe: [{text: One, style: big}]}}\n"
    files = {"game.yaml": GAME, "cards.yaml": "- {name: One}\n", "layouts.yaml": layouts}
    report = Report()
    check_game(MemoryGame(dict(files)), report, checks=(NeverDrawn().find,))
    (one,) = (found for found in report.findings if found.code == "idle-field")
    assert (one.message, str(one.span)) == (
        "`size` says nothing here: it has no value", "layouts.yaml:4:5"
    )  # fmt: skip


def test_all_such_fields_of_an_element_are_named_in_one_finding() -> None:
    layouts = (
        f"layouts: {{face: {{safe: [{{row: [{{{STAR}, width: 5mm, left: 1mm, top: 2mm}}]}}]}}}}\n"
    )
    files = {"game.yaml": GAME, "cards.yaml": "- {name: One}\n", "layouts.yaml": layouts}
    report = Report()
    check_game(MemoryGame(dict(files)), report, checks=(NeverDrawn().find,))
    (one,) = (found for found in report.findings if found.code == "idle-field")
    assert one.message.startswith("`left` says nothing here")
    assert [note.message.split("`")[1] for note in one.notes] == ["top"]


@pytest.mark.parametrize(
    "element",
    [
        f"{{{STAR}, left: 3mm, right: 3mm, top: 1mm}}",
        f"{{{STAR}, at: bottom right, right: 3mm, bottom: 3mm}}",
        f"{{{STAR}, at: bottom, left: 3mm, width: 5mm, height: 5mm}}",
        f"{{{STAR}, at: center, left: 3mm, top: 3mm}}",
        f"{{{STAR}, width: 50%, max-width: 5mm}}",
        f'{{{STAR}, width: "{{{{ side|length }}}}mm", max-width: 5mm, opacity: "{{{{ 0 }}}}"}}',
        "{shape: line, stroke: sun, height: 0}",
        f"{{outline: A, font: text, inside: [{{{STAR}}}]}}",
        f"{{column: [{{{STAR}, height: 5mm, self: end}}, {{space: 2mm, grow: 1}}]}}",
        f"{{overlay: [{{{STAR}}}], radius: 3mm, clip: yes, corner: cut}}",
        "{text: a, style: even, word-space: [80%, 120%]}",
        "{text: a, style: likely, letter-space: 2%, step: 1pt}",
        "{text: a, font: text, align: center, optical: yes, valign: middle}",
        "{text: a, style: ladder, fit: deck}",
        "{picture: leaf.svg, mask: ellipse}",
        "{shape: ring, sweep: 90, stroke: sea, join: round}",
        "{shape: rectangle, radius: 2mm, corner: cut, stroke: sea, join: round}",
        "{shape: rectangle, radius: 0, stroke: sea, join: round}",
        "{shape: line, points: [[0, 0], [5mm, 0], [0, 5mm]], stroke: sea, join: round}",
        "{shape: line, points: [[0, 0], [5mm, 0], [0, 5mm]], stroke: sea, fill: sun}",
        '{shape: star, fill: sun, stroke: sea, stroke-width: "{{ 0 }}mm", when: "0 == 0"}',
        "{overlay: [], clip: hexagon, stroke: sea, join: round}",
        "{overlay: [], mask: {shape: star, fill: white}, mask-by: light}",
        "{overlay: [], mask: {shape: star, fill: black, stroke: white}, mask-by: light}",
        "{overlay: [], mask: {shape: star, fill: {from: black, to: white}}, mask-by: light}",
        "{overlay: [], mask: {overlay: [], fill: black}, mask-by: light}",
        "{shape: ellipse, stroke: sea, cap: round, dash: [1mm, 1mm]}",
        '{shape: ellipse, stroke: sea, cap: round, dash: ["{{ side|length }}mm", 1mm]}',
        "{shape: line, stroke: sea, cap: round}",
        "{shape: arc, sweep: 90, fill: sun, stroke: sea, cap: round}",
        "{shape: curve, points: [[0, 0], [9mm, 9mm], [0, 9mm]], stroke: sea, cap: round}",
        "{path: M0 0 H9 Z M3 3 V9, fill: sun, stroke: sea, cap: round, join: round}",
        "{text: a, font: text, align: left, curve: {spread: yes, sweep: 90}}",
        "{text: a, font: text, tracking: 1}",
        "{text: a, font: text, tracking: 0}",
        "{text: a, font: text, tracking: 0.1em}",
        '{text: a, font: text, tracking: "{{ 0.1 }}"}',
        "{shape: ring, inner: 90%, fill: sun}",
        "{shape: polygon, points: [[0, 0], [5mm, 5mm], [100%, 100%]], fill: sun}",
        "{shape: polygon, points: [[0, 0], [0, 0], [5mm, 5mm], [9mm, 0]], fill: sun}",
        "{shape: polygon, points: [[0, 0], [50%, 50%], [100%, 100%]], stroke: sun}",
        '{shape: polygon, points: "{{ [[0, 0], [0, 0], [0, 0]] }}", fill: sun}',
        "{shape: bubble, tail: [50%, 140%], fill: sun}",
        "{shape: bubble, tail: [-5mm, 50%], fill: sun}",
        f"{{{STAR}, shadow: {{x: 0, y: 0}}}}",
        f"{{{STAR}, shadow: {{x: 1mm, y: 0, blur: 0}}, glow: {{}}}}",
        f"{{{STAR}, stroke: sea, dash: [1mm, 1mm]}}",
        "{column: [{space: 2mm, grow: 1}], top: 5mm}",
        "{overlay: [], fill: sun, shadow: {}}",
        "{overlay: [{picture: leaf.svg, shadow: {}, at: center, width: 5mm}], clip: yes}",
        "{overlay: [{picture: leaf.svg, shadow: {}}], clip: yes, padding: 2mm}",
        "{overlay: [{picture: leaf.svg, fit: contain, shadow: {}}], clip: yes}",
        f"{{overlay: [{{{STAR}, shadow: {{}}}}], clip: yes}}",
        "{overlay: [{picture: leaf.svg, shadow: {}}], clip: ellipse}",
        "{column: [{space: 2mm, grow: 1}], at: center, height: 9mm}",
        "{column: [{space: 2mm, grow: 1}], at: center, min-height: 9mm}",
        "{column: [{space: 2mm, grow: 1}], at: left, top: 0, bottom: 0}",
        "{column: [{column: [{space: 2mm, grow: 1}], grow: 1}]}",
        "{row: [{column: [{space: 2mm, grow: 1}]}]}",
        "{grid: [{column: [{space: 2mm, grow: 1}]}], columns: 1}",
        "{row: [{text: a, font: text, grow: 1}], at: top}",
        f"{{row: [{{{STAR}, grow: 1}}], at: top, height: 5mm}}",
        "{row: [{space: 2mm, grow: 1}], right: 0}",
        "{column: [{row: [{space: 2mm, grow: 1}]}]}",
        "{column: [{row: [{text: a, font: text}], justify: between}]}",
        "{row: [{text: a, font: text}], at: top, justify: center}",
        f"{{row: [{{{STAR}, grow: 1, when: side}}], justify: end}}",
        "{column: [{text: a, font: text, grow: 1}, {text: b, font: text, grow: 1}], at: center}",
    ],
)
def test_a_field_that_says_something_is_let_pass(element: str) -> None:
    assert idle(element) == []


def test_pieces_are_looked_at_too() -> None:
    report = Report()
    layouts = (
        "pieces:\n  pip:\n    draw: {column: [{shape: star, fill: sun, height: 5mm, top: 0}]}\n"
        "layouts: {face: {safe: [{piece: pip, at: center}]}}\n"
    )
    files = {"game.yaml": GAME, "cards.yaml": "- {name: One}\n", "layouts.yaml": layouts}
    check_game(MemoryGame(dict(files)), report, checks=(NeverDrawn().find,))
    (finding,) = (one for one in report.findings if one.code == "idle-field")
    assert str(finding.span).startswith("layouts.yaml:3:")


@pytest.mark.parametrize(
    ("changes", "row"),
    [
        ("  other: {extends: face, set: {tip: {stroke: sun, dash: [1mm, 1mm]}}}\n", "{name: One}"),
        ("", "{name: One, layout: {tip: {dash: [1mm, 1mm]}}}"),
    ],
    ids=["set", "row"],
)
def test_a_field_that_something_else_changes_is_let_pass(changes: str, row: str) -> None:
    report = Report()
    layouts = (
        "layouts:\n  face: {safe: [{shape: star, name: tip, stroke: sea, cap: round, dash: []}]}\n"
    )
    files = {"game.yaml": GAME, "cards.yaml": f"- {row}\n", "layouts.yaml": layouts + changes}
    check_game(MemoryGame(dict(files)), report, checks=(NeverDrawn().find,))
    assert [one.message for one in report.findings if one.code == "idle-field"] == []


@pytest.mark.parametrize(
    ("element", "field"),
    [
        ("picture: leaf.svg, recolor: {}", "recolor"),
        ("outline: A, font: text, fill: sun, inside: []", "inside"),
    ],
)
def test_what_is_typed_with_nothing_in_it_says_nothing(element: str, field: str) -> None:
    assert [one for one in idle(f"{{{element}, height: 9mm}}") if field in one]
