"""A row changes the layout for its card alone, and is told where it need not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cardgen.bind.bound_elements import BoundElement, GroupBox, ShapeBox, TextBox
from cardgen.bind.bound_faces import BoundFace
from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game

GAME = """\
game: G
palette: {red: "#aa0000", ink: "#111111"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: CARDS, size: poker, front: face}}
"""
LAYOUTS = """\
layouts:
  face:
    bleed: [{shape: rectangle, fill: "#ffffff"}]
    safe:
      - column:
          - {name: title, text: "{{ name }}", font: text, size: 14pt, color: ink}
          - {name: bar, shape: rectangle, height: 3mm, fill: red}
"""


def checked(cards: str, file: str = "cards.yaml") -> tuple[Checked | None, tuple[Finding, ...]]:
    report = Report()
    files: dict[str, str | bytes] = {
        "game.yaml": GAME.replace("CARDS", file), "layouts.yaml": LAYOUTS, file: cards,
    }  # fmt: skip
    found = check_game(MemoryGame(files), report)
    return found, report.findings


def leaves(element: BoundElement) -> list[BoundElement]:
    if isinstance(element, GroupBox):
        return [leaf for child in element.children for leaf in leaves(child)]
    return [element]


def shown(face: BoundFace) -> list[BoundElement]:
    return [leaf for element in face.body.safe for leaf in leaves(element)]


def titles(cards: str, file: str = "cards.yaml") -> list[float]:
    """The size of each card's title."""
    found, findings = checked(cards, file)
    assert found is not None, [f"{f.span} {f.message}" for f in findings]
    return [
        next(box.setting.size for box in shown(card.front) if isinstance(box, TextBox))
        for card in found.bound.decks[0].cards
    ]


def the_fault(cards: str, code: str, file: str = "cards.yaml") -> Finding:
    _, findings = checked(cards, file)
    (fault,) = [finding for finding in findings if finding.code == code]
    return fault


def test_one_card_has_a_title_of_its_own() -> None:
    rows = "- {name: Fox, layout: {title: {size: 12pt}}}\n- {name: Owl}\n"
    assert titles(rows) == [12, 14]


def test_columns_of_a_table_say_the_same() -> None:
    rows = "name,layout.title.size,layout.bar.height\nFox,12pt,\nOwl,,5mm\n"
    assert titles(rows, "cards.csv") == [12, 14]
    found, _ = checked(rows, "cards.csv")
    assert found is not None
    bars = [shown(card.front)[1] for card in found.bound.decks[0].cards]
    heights = [bar.frame.height for bar in bars if isinstance(bar, ShapeBox)]
    assert heights[0] != heights[1]
    assert all("layout" not in name for name in found.bound.decks[0].cards[0].values)


def test_what_is_not_changed_is_bound_once_for_all_cards() -> None:
    found, _ = checked("- {name: Fox, layout: {title: {size: 12pt}}}\n- {name: Owl}\n")
    assert found is not None
    first, second = found.bound.decks[0].cards
    assert shown(first.front)[1] is shown(second.front)[1]


def test_a_text_called_layout_is_a_field() -> None:
    found, _ = checked("- {name: Fox, layout: wide}\n")
    assert found is not None
    assert found.bound.decks[0].cards[0].values["layout"] == "wide"


def test_an_override_may_hold_a_template() -> None:
    assert titles('- {name: Fox, n: 11, layout: {title: {size: "{{ n }}pt"}}}\n') == [11]


@pytest.mark.parametrize(
    ("cards", "file", "code", "place"),
    [
        ("- {name: A, layout: {titel: {size: 12pt}}}\n", "cards.yaml", "unknown-element", (1, 30)),
        ("- {name: A, layout: {title: {siez: 12pt}}}\n", "cards.yaml", "unknown-field", (1, 30)),
        ("- {name: A, layout: {title: {size: far}}}\n", "cards.yaml", "bad-length", (1, 36)),
        ("- {name: A, layout: {title: 12pt}}\n", "cards.yaml", "wrong-type", (1, 29)),
        ("name,layout.titel.size\nA,12pt\n", "cards.csv", "unknown-element", (2, 3)),
        ("name,layout.title.siez\nA,12pt\n", "cards.csv", "unknown-field", (2, 3)),
        ("name,layout.title.size\nA,far\n", "cards.csv", "bad-length", (2, 3)),
    ],
)
def test_what_the_layout_does_not_have_is_found_where_it_was_typed(
    cards: str, file: str, code: str, place: tuple[int, int]
) -> None:
    fault = the_fault(cards, code, file)
    assert fault.span is not None
    assert (fault.span.file, fault.span.line, fault.span.column) == (file, *place)


@pytest.mark.parametrize("cell", ["", '""', '" "', " ", "\N{NO-BREAK SPACE}"])
def test_a_cell_that_looks_empty_changes_nothing(cell: str) -> None:
    for key, errors in (("size", 0), ("sze", 1)):
        told = checked(f"name,layout.title.{key}\nA,12pt\nB,{cell}\n", "cards.csv")[1]
        assert sum(finding.severity == "error" for finding in told) == errors, key


def test_each_card_with_the_same_slip_is_told() -> None:
    row = "- {name: %s, layout: {title: {size: far}}}\n"
    _, findings = checked(row % "Fox" + row % "Owl")
    assert [f.span and f.span.line for f in findings if f.code == "bad-length"] == [1, 2]


def test_what_is_so_anyway_is_not_needed() -> None:
    fault = the_fault("- {name: Fox, layout: {bar: {height: 3mm}}}\n", "needless-override")
    assert "anyway" in fault.message
    assert fault.card == "d/fox"


@pytest.mark.parametrize("said", ["size: 14pt", "size: 14pt, color: ink", "font: text"])
def test_what_the_style_of_a_text_says_anyway_is_not_needed(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    styles = "styles: {large: {font: text, size: 14pt, color: ink}, head: {extends: large}}\n"
    styled = LAYOUTS.replace("font: text, size: 14pt, color: ink", "style: head")
    monkeypatch.setitem(globals(), "LAYOUTS", styles + styled)
    rows = f"- {{name: Fox, layout: {{title: {{{said}}}}}}}\n"
    _, findings = checked(rows)
    told = [f.message for f in findings if f.code == "needless-override"]
    assert len(told) == said.count(":")
    assert all("anyway" in message for message in told)


def test_a_smaller_size_for_a_text_that_fits_is_not_needed() -> None:
    fault = the_fault("- {name: Fox, layout: {title: {size: 9pt}}}\n", "needless-override")
    assert "fits at 14 pt" in fault.message


@pytest.mark.parametrize(
    "rows",
    [
        "- {name: Fox, layout: {title: {size: 20pt}}}\n",
        "- {name: Fox, layout: {bar: {height: 4mm}}}\n",
        "- {name: %s, layout: {title: {size: 9pt}}}\n" % ("Fox and " * 130),
    ],
)
def test_a_change_that_does_something_is_let_be(rows: str) -> None:
    _, findings = checked(rows)
    assert "needless-override" not in {finding.code for finding in findings}


# --- wherever the element stands -----------------------------------------------------------

PIECES = """\
pieces:
  plate:
    draw:
      overlay:
        - {name: ground, shape: rectangle, fill: red}
        - {name: word, text: "{{ name }}", font: text, size: 14pt, color: ink}
  framed: {draw: {row: [{piece: plate, grow: 1}]}}
  ring: {draw: {piece: ring}}
"""
PLACES = {
    "in a column in a grid": "{grid: [{column: [WORD]}], columns: 1}",
    "inside an outline": "{outline: A, font: text, fill: red, inside: [WORD]}",
    "in a mask": "{overlay: [{shape: rectangle, fill: red}], mask: WORD}",
    "in a piece": "{piece: plate}",
    "in a piece in a piece": "{piece: framed}",
    "in a piece that stands elsewhere on each card": '{piece: plate, left: "{{ 3 + 2 }}mm"}',
}
WORD = '{name: word, text: "{{ name }}", font: text, size: 14pt, color: ink}'


def word_sizes(
    element: str, rows: str, file: str = "cards.yaml"
) -> tuple[list[float], tuple[Finding, ...]]:
    """The size of the text in an element on each card."""
    layouts = f"{PIECES}layouts: {{face: {{safe: [{element.replace('WORD', WORD)}]}}}}\n"
    game = GAME.replace("CARDS", file)
    report = Report()
    files: dict[str, str | bytes] = {"game.yaml": game, "layouts.yaml": layouts, file: rows}
    found = check_game(MemoryGame(files), report)
    assert found is not None, [f"{f.span} {f.message}" for f in report.findings]
    faces = [card.front for card in found.bound.decks[0].cards]
    return [size for face in faces for size in sizes_in(face.body.safe)], report.findings


def sizes_in(elements: Sequence[BoundElement]) -> list[float]:
    own = [box.setting.size for box in elements if isinstance(box, TextBox)]
    return own + [size for box in elements for size in sizes_in(box.held)]


@pytest.mark.parametrize("place", PLACES)
def test_an_element_is_changed_wherever_it_stands(place: str) -> None:
    rows = "- {name: Fox, layout: {word: {size: 12pt}}}\n- {name: Owl}\n"
    assert word_sizes(PLACES[place], rows)[0] == [12, 14]


def test_a_piece_that_is_used_twice_is_changed_twice() -> None:
    rows = "- {name: Fox, layout: {word: {size: 12pt}}}\n"
    pair = "{row: [{piece: plate, grow: 1}, {piece: plate, grow: 1}]}"
    assert word_sizes(pair, rows)[0] == [12, 12]


def test_an_element_of_a_piece_that_a_template_names_is_not_changed_and_the_hint_says_why() -> None:
    element = "{piece: '{{ kind }}'}"
    rows = "- {name: Fox, kind: plate, layout: {word: {size: 12pt}}}\n"
    report = Report()
    layouts = f"{PIECES}layouts: {{face: {{safe: [{element}]}}}}\n"
    files = {"game.yaml": GAME.replace("CARDS", "c.yaml"), "layouts.yaml": layouts, "c.yaml": rows}
    check_game(MemoryGame(dict(files)), report)
    (fault,) = (one for one in report.findings if one.severity == "error")
    assert fault.code == "unknown-element"
    assert "write `piece: plate` with a `when:`" in fault.hint
    apart = "{piece: plate, when: kind == 'plate'}"
    assert word_sizes(apart, rows)[0] == [12]


@pytest.mark.parametrize("place", ["in a mask", "in a piece in a piece"])
def test_a_change_that_is_not_needed_is_found_wherever_it_stands(place: str) -> None:
    rows = "- {name: Fox, layout: {word: {size: 14pt}}}\n"
    _, findings = word_sizes(PLACES[place], rows)
    assert "needless-override" in [finding.code for finding in findings]


def test_objects_of_json_change_the_layout_too() -> None:
    rows = '[{"name": "Fox", "layout": {"word": {"size": "12pt"}}}, {"name": "Owl"}]'
    assert word_sizes("{piece: plate}", rows, "cards.json")[0] == [12, 14]
