"""Every value of a layout may be a template, whose result is what the field takes."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from cardgen.bind.bound_elements import BoundElement, GroupBox, ShapeBox, TextBox
from cardgen.bind.bound_paint import Gradient
from cardgen.core.findings import Finding, Report
from cardgen.core.lengths import parse_length
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.read.models.element import Element
from cardgen.read.models.elements import AnyElement
from cardgen.read.models.styles import StyleSpec
from cardgen.read.models.templated import Template, TemplatedSpec

MODELS: tuple[type[Element], ...] = tuple(
    get_args(tagged)[0] for tagged in get_args(get_args(AnyElement)[0])
)
FIXED = {"name", "as", "extends", "params"}
"""Fields that cannot differ from card to card."""
EXPRESSIONS = {"when", "repeat"}

GAME = """\
game: G
palette: {red: "#ff0000", blue: "#0000ff"}
fonts: {text: fonts/EBGaramond-Regular.ttf, title: fonts/Fraunces-SemiBold.ttf}
decks: {d: {cards: c.yaml, size: poker, front: face}}
"""


def bound(
    elements: str, *cards: str, styles: str = "{}", more: str = ""
) -> tuple[list[tuple[BoundElement, ...]], tuple[Finding, ...]]:
    """What stands in the trim box of each card, and the findings."""
    report = Report()
    files: dict[str, str | bytes] = {
        "game.yaml": GAME,
        "c.yaml": "".join(f"- {card}\n" for card in cards),
        "layouts.yaml": f"styles: {styles}\n{more}layouts:\n  face:\n    trim: [{elements}]\n",
    }
    checked = check_game(MemoryGame(files), report, checks=())
    faces = [card.front for card in checked.bound.decks[0].cards] if checked else []
    return [face.body.trim for face in faces], report.findings


def one_fault(elements: str, *cards: str, styles: str = "{}", more: str = "") -> Finding:
    _, findings = bound(elements, *cards, styles=styles, more=more)
    assert len(findings) == 1, [f"{f.span} {f.message}" for f in findings]
    return findings[0]


# --- no field is forgotten -----------------------------------------------------------------


def needed(model: type[TemplatedSpec]) -> dict[str, Any]:
    """The least that the model takes."""
    good: dict[str, Any] = {
        "columns": "2", "shape": "ellipse", "space": "1mm", "path": "M0 0 H1", "font": "text",
        "piece": "p", "text": "t", "picture": "p.png", "outline": "O", "barcode": "B",
        "kind": "qr",
    }  # fmt: skip
    required = [name for name, info in model.model_fields.items() if info.is_required()]
    return {name: good.get(name, []) for name in required}


@pytest.mark.parametrize("model", [*MODELS, StyleSpec], ids=lambda model: model.__name__)
def test_every_field_takes_a_template_in_place_of_its_value(model: type[TemplatedSpec]) -> None:
    later = {name for name in model.model_fields if name not in model.templated_fields()}
    for name, info in model.model_fields.items():
        key = info.alias or name
        if name in later:
            continue
        spec = model.model_validate(needed(model) | {key: "{{ value }}"})
        assert isinstance(getattr(spec, name), Template), f"{model.__name__}: {key}"
        assert spec.templates == (name,)
    texts = {"text", "picture", "outline", "barcode", "with"}
    elements = {"column", "row", "grid", "overlay", "inside", "mask"}
    assert {model.model_fields[name].alias for name in later} <= (
        FIXED | EXPRESSIONS | texts | elements
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("fill", {"from": "{{ a }}", "to": "red"}),
        ("fill", {"stops": [{"at": "{{ a }}%", "color": "red"}]}),
        ("dash", ["1mm", "{{ a }}mm"]),
        ("points", [["{{ a }}%", "0%"], ["1%", "2%"], ["3%", "4%"]]),
    ],
)
def test_a_template_may_stand_within_a_value(key: str, value: Any) -> None:
    (shape,) = (model for model in MODELS if "shape" in model.model_fields)
    spec = shape.model_validate({"shape": "polygon", key: value})
    assert spec.templates == (key,)


# --- what it gives -------------------------------------------------------------------------

CARDS = ("{name: A, value: 1, turn: 0, kind: red}", "{name: B, value: 4, turn: 90, kind: blue}")


def test_places_and_sizes_are_data() -> None:
    faces, findings = bound(
        '{shape: rectangle, fill: red, left: "{{ 3 + value * 4 }}mm", width: "{{ value }}mm",'
        ' height: "50% - {{ value }}mm", rotate: "{{ turn }}", opacity: "{{ 1 / value }}"}',
        *CARDS,
    )
    assert findings == ()
    frames = [face[0].frame for face in faces]
    assert [frame.left for frame in frames] == [parse_length("7mm"), parse_length("19mm")]
    assert [frame.width for frame in frames] == [parse_length("1mm"), parse_length("4mm")]
    assert frames[1].height == parse_length("50% - 4mm")
    assert [(frame.rotate, frame.opacity) for frame in frames] == [(0, 1), (90, 0.25)]


def test_a_shape_and_its_corners_come_from_the_card() -> None:
    faces, findings = bound(
        '{shape: "{{ form }}", fill: red, points: "{{ corners }}"}',
        "{name: A, form: polygon, corners: [[0%, 0%], [100%, 0%], [0%, 100%]]}",
        "{name: B, form: star}",
    )
    assert findings == ()
    shapes = [face[0] for face in faces]
    assert all(isinstance(shape, ShapeBox) for shape in shapes)
    assert [(s.shape, len(s.points)) for s in shapes if isinstance(s, ShapeBox)] == [
        ("polygon", 3), ("star", 0),
    ]  # fmt: skip


def test_columns_alignment_and_stops_come_from_the_card() -> None:
    faces, findings = bound(
        '{grid: [{space: "{{ value }}mm"}], columns: "{{ value }}", gap: "{{ value }}mm",'
        ' fill: {stops: [{at: 0%, color: "{{ kind }}"}, {at: "{{ value * 10 }}%", color: blue}]}}',
        *CARDS,
    )
    assert findings == ()
    groups = [face[0] for face in faces if isinstance(face[0], GroupBox)]
    assert [group.columns for group in groups] == [1, 4]
    fills = [group.fill for group in groups if isinstance(group.fill, Gradient)]
    assert [fill.stops[1].offset for fill in fills] == [0.1, 0.4]


def test_a_style_its_fields_and_those_of_a_text_come_from_the_card() -> None:
    faces, findings = bound(
        '{text: "{{ name }}", style: "{{ kind }}", align: "{{ side }}"}',
        "{name: A, kind: red, side: left, size: 8}",
        "{name: B, kind: blue, side: right, size: 9}",
        styles='{red: {font: text, size: "{{ size }}pt"}, blue: {font: title, size: 20pt}}',
    )
    assert findings == ()
    settings = [face[0].setting for face in faces if isinstance(face[0], TextBox)]
    assert [(s.size, s.align, s.face.name) for s in settings] == [
        (8, "left", settings[0].face.name), (20, "right", settings[1].face.name),
    ]  # fmt: skip
    assert settings[0].face is not settings[1].face


def test_a_style_that_is_named_in_markup_may_hold_templates() -> None:
    faces, findings = bound(
        "{text: 'a [b]{loud}', style: plain}",
        *CARDS,
        styles='{plain: {font: text}, loud: {color: "{{ kind }}"}}',
    )
    assert findings == ()
    texts = [face[0].text for face in faces if isinstance(face[0], TextBox)]
    inks = [[run.color for run in text.paragraphs[0][0]][-1] for text in texts]
    assert inks[0] != inks[1]


def test_a_value_that_comes_out_empty_is_as_if_left_out() -> None:
    faces, findings = bound(
        '{shape: rectangle, fill: "{{ paint }}", rotate: "{{ turn }}"}',
        "{name: A, paint: red, turn: 5}",
        "{name: B}",
    )
    assert findings == ()
    (first,), (second,) = faces
    assert isinstance(second, ShapeBox)
    assert (second.fill, second.frame.rotate, first.frame.rotate) == (None, 0, 5)


def test_cards_that_give_the_same_share_what_follows_from_it() -> None:
    faces, _ = bound(
        '{text: "{{ name }}", font: text, size: "{{ value }}pt"}',
        "{name: A, value: 9}", "{name: B, value: 9}", "{name: C, value: 10}",
    )  # fmt: skip
    settings = [face[0].setting for face in faces if isinstance(face[0], TextBox)]
    assert settings[0] is settings[1]
    assert settings[1] is not settings[2]


def test_a_piece_is_named_by_the_card() -> None:
    faces, findings = bound(
        '{piece: "{{ kind }}"}',
        *CARDS,
        more="pieces: {red: {draw: {space: 1mm}}, blue: {draw: {space: 2mm}}}\n",
    )
    assert findings == ()
    assert faces[0] != faces[1]


# --- what is wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("left", "{{ x }}mm", "not a length"),
        ("width", "{{ x }}", "not a length"),
        ("rotate", "{{ x }}", "expected a number, not `far`"),
        ("rotate", "{{ 400 }}", "360"),
        ("opacity", "{{ 2 }}", "1 at most"),
        ("blend", "{{ x }}", "not `far`"),
        ("grow", "{{ x }}", "expected a number"),
        ("shape", "{{ x }}", "not `far`"),
        ("points", "{{ x }}", "list"),
        ("fill", "{{ x }}", "no color `far`"),
        ("stroke", "{{ x }}", "no color `far`"),
    ],
)
def test_a_value_that_the_field_does_not_take_names_the_card_and_the_place(
    field: str, value: str, message: str
) -> None:
    shape = "" if field == "shape" else "shape: ellipse, "
    fault = one_fault(f'{{{shape}{field}: "{value}"}}', "{name: A, id: a, x: far}")
    assert message in fault.message
    assert fault.card == "d/a"
    assert fault.span is not None
    assert (fault.span.file, fault.span.line) == ("layouts.yaml", 4)
    assert any(note.span and note.span.file == "c.yaml" for note in fault.notes)


@pytest.mark.parametrize("field", ["style", "font", "color", "size", "fit", "align", "leading"])
def test_a_text_setting_that_cannot_be_names_the_card(field: str) -> None:
    font = "" if field == "font" else "font: text, "
    element = f'{{text: x, {font}{field}: "{{{{ x }}}}"}}'
    fault = one_fault(element, "{name: A, id: a, x: far}")
    assert (fault.card, fault.span and fault.span.line) == ("d/a", 4)


def test_a_setting_of_a_style_that_cannot_be_names_the_card_and_the_style() -> None:
    fault = one_fault(
        "{text: x, style: s}", "{name: A, id: a, x: far}", styles='{s: {font: "{{ x }}"}}'
    )
    assert (fault.card, fault.span and fault.span.line) == ("d/a", 1)


def test_a_name_that_no_card_has_is_told_once() -> None:
    fault = one_fault('{shape: ellipse, left: "{{ nowhere }}mm"}', "{name: A}", "{name: B}")
    assert fault.code == "undefined-name"
    assert fault.card == ""


@pytest.mark.parametrize(
    ("typed", "said"),
    [("cost", ""), ("cout", ""), ("cout('d')", "did you mean `count`?"), ("nmae", "`name`")],
)
def test_a_field_that_no_card_has_is_no_slip_for_a_function(typed: str, said: str) -> None:
    """`most`, `count` and the like stand before brackets; written as fields they are refused."""
    fault = one_fault(f'{{text: "{{{{ {typed} }}}}", font: text}}', "{name: A}")
    assert said in fault.hint
    assert said or not {"`most`", "`count`"} & {
        *fault.hint.replace("?", "").replace(",", "").split()
    }


def test_a_faulty_template_is_told_once() -> None:
    fault = one_fault('{shape: ellipse, left: "{{ 1 + }}mm"}', "{name: A}", "{name: B}")
    assert fault.code == "template-syntax"


@pytest.mark.parametrize(
    "element",
    [
        "{shape: ellipse, width: 10% - 30mm}",
        "{row: [{shape: ellipse, width: 10% - 30mm}]}",
        "{column: [{shape: ellipse, height: 10% - 80mm}]}",
    ],
)
def test_a_length_that_comes_out_negative_is_a_finding(element: str) -> None:
    fault = one_fault(element, "{name: A, id: a}")
    assert fault.code == "bad-length"
    assert "comes out at -" in fault.message
    assert fault.card == "d/a"


def test_a_piece_that_a_card_names_and_that_is_not_there_is_found_on_the_card() -> None:
    fault = one_fault('{piece: "{{ kind }}"}', "{name: A, id: a, kind: gone}")
    assert (fault.code, fault.card) == ("unknown-piece", "d/a")


def test_a_piece_that_leads_to_itself_by_way_of_a_template_is_found() -> None:
    _, findings = bound(
        '{piece: a, with: {n: "1"}}',
        "{name: A, k: a}",
        more='pieces: {a: {takes: {n: 0}, draw: {piece: "{{ k }}", with: {n: "{{ n + 1 }}"}}}}\n',
    )
    assert "circular-piece" in {finding.code for finding in findings}


def test_a_field_that_an_element_needs_and_a_card_leaves_empty_names_the_card() -> None:
    found = one_fault(
        '{shape: "{{ form }}", fill: red}', "{name: Fox, form: star}", "{name: Owl, form: ''}"
    )
    assert (found.code, found.message) == ("missing-field", "`shape` comes out empty")
    assert (found.card, str(found.notes[0].span)) == ("d/owl", "c.yaml:2:3")
