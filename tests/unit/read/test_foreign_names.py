"""Names of other tools: what is written here instead is told, and is there."""

from __future__ import annotations

import re

import pytest

from cardgen.core.findings import Finding
from cardgen.read.field_homes import model_named
from cardgen.read.foreign_choices import _CHOICE, _KIND, explain_kind
from cardgen.read.foreign_fields import _BY_MODEL, _RENAMED, explain_field
from cardgen.read.models.elements import KINDS
from cardgen.read.models.game_file import GameFile
from cardgen.read.models.layouts import LayoutsFile
from cardgen.read.models.record import Spec
from cardgen.read.validate import field_names
from tests.support.samples import model, the

GAME = "game: Foxes\ndecks:\n  foxes: {cards: foxes.yaml, size: poker, front: fox, back: fox%s}\n"
_NAME = re.compile(r"[a-z][a-z-]*")


def element_hint(element: str) -> str:
    return the(model(f"layouts: {{fox: {{safe: [{element}]}}}}", LayoutsFile)[1]).hint


def fault_of(more: str) -> Finding:
    return the(model(GAME % f", {more}", GameFile, "game.yaml")[1])


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("font-size: 9pt", "did you mean `size`?"),
        ("fontSize: 9pt", "did you mean `size`?"),
        ("line_height: 1.2", "did you mean `leading`?"),
        ("id: title", "did you mean `name`?"),
        ("weight: bold", "write `**…**` around the words, or name that face of the family"),
        ("background: sand", "put the text into a `column:`"),
        ("visible: no", "write `when:`"),
        ("angle: 1.57", "write `rotate:` with degrees, clockwise"),
        ("margin: 2mm", "write `left`, `right`, `top` and `bottom`"),
        ("icon: coin", "an icon stands in the text"),
        ("autofit: yes", "give the text a `min-size`"),
        ("stile: rule", "did you mean `style`?"),
    ],
)
def test_a_field_of_another_tool_is_told_by_its_name_here(typed: str, hint: str) -> None:
    assert element_hint(f"{{text: x, {typed}}}").startswith(hint)


@pytest.mark.parametrize(
    ("element", "hint"),
    [
        ("{shape: rectangle, background: sand}", "did you mean `fill`?"),
        ("{shape: rectangle, border: sand}", "did you mean `stroke`?"),
        ("{column: [], spacing: 1mm}", "did you mean `gap`?"),
        ("{picture: a.png, alpha: 0.5}", "did you mean `opacity`?"),
        ("{column: [], overflow: hidden}", "did you mean `clip`?"),
        ("{picture: a.png, size: 9mm}", "write `width: …, height: …`"),
        ("{shape: rectangle, at: 2mm 3mm}", "write `left: 2mm, top: 3mm`"),
        ("{shape: rectangle, rotate: 0.25turn}", "write `90`, in degrees"),
        ("{text: x, size: 8pt, font-size: 9pt}", "did you mean `size`? It stands here already"),
    ],
)
def test_what_is_meant_is_a_field_that_the_element_has(element: str, hint: str) -> None:
    assert element_hint(element) == hint


@pytest.mark.parametrize(
    ("element", "hint"),
    [
        ("{image: a.png}", "did you mean `picture`?"),
        ("{vbox: []}", "did you mean `column`?"),
        ("{circle: sand}", "write `shape: ellipse`"),
        ("{rect: sand}", "write `shape: rectangle`"),
        ("{flex: []}", "write `column:` below each other, `row:` side by side"),
        ("{background: sand}", "write `shape: rectangle` with a `fill`"),
        ("{qr: x}", "write `barcode: …, kind: qr`"),
        ("{icon: coin}", "an icon stands in a text"),
        ("{type: text, value: x}", "write `text: …`: an element's kind is the field that holds"),
        ("{type: image, src: x.png}", "write `picture: …`: an element's kind is the field"),
        ("{type: rect, fill: sand}", "write `shape: rectangle`"),
        ("{type: whim}", "an element's kind is the field that holds what it shows, as `text: …`"),
        ("{txet: x}", "did you mean `text`?"),
    ],
)
def test_a_kind_of_element_of_another_tool_is_told_by_its_name_here(
    element: str, hint: str
) -> None:
    assert element_hint(element).startswith(hint)


@pytest.mark.parametrize(
    ("element", "hint"),
    [
        ("{text: x, at: top center}", "did you mean `top`?"),
        ("{text: x, at: center right}", "did you mean `right`?"),
        ("{text: x, at: bottom-left}", "did you mean `bottom left`?"),
        ("{text: x, at: middle}", "did you mean `center`?"),
        ("{text: x, at: tpo left}", "did you mean `top left`?"),
        ("{text: x, anchor: top}", "did you mean `at`?"),
        (
            "{text: x, wrap: yes}",
            "write `{shape: ellipse, width: 15mm, height: 15mm}`: what a text flows around; "
            "long lines are broken without it",
        ),
        (
            "{picture: x.png, border: 1mm}",
            "put it into an `overlay:` that has the `stroke:`, or draw a shape over it",
        ),
        ("{type: text, text: x}", "leave it out: `text` says what it is"),
        ("{type: circle, shape: ellipse}", "leave it out: `shape` says what it is"),
        ("{shape: circle}", "did you mean `ellipse`? It is a circle if it is as wide as high"),
        ("{shape: roundrect}", "did you mean `rectangle`? Give it a `radius`"),
        ("{shape: octagon}", "did you mean `polygon`? Give it `corners: 8`"),
        (
            "{text: x, size: auto}",
            "write the largest size, and beside it the smallest as `min-size: 7pt`",
        ),
        ("{text: x, valign: center}", "did you mean `middle`?"),
        ("{text: x, align: middle}", "did you mean `center`?"),
        ("{picture: a.png, fit: fill}", "did you mean `stretch`?"),
        ("{text: x, rotate: 90deg}", "write `90`, without `deg`"),
    ],
)
def test_a_choice_of_another_tool_is_told_by_its_name_here(element: str, hint: str) -> None:
    assert element_hint(element) == hint


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("table: a.csv", "did you mean `cards`? It stands here already"),
        ("layout: fox", "write `front:` with the name of a layout"),
        ("orientation: landscape", "name a size that lies"),
        ("fields: {cost: string}", "did you mean `text`?"),
        ("fields: {cost: picture}", "did you mean `text`? The field holds the name of the file"),
        ("fields: {cost: enum}", "list the values that are allowed"),
        ("fields: {cost: {values: [a]}}", "did you mean `one-of`?"),
        ("fields: {cost: {default: 1}}", "defaults stand beside `fields:`"),
        ("copies: 2", "it belongs on the rows of the table"),
    ],
)
def test_a_word_of_another_tool_in_a_deck_is_told_by_its_name_here(typed: str, hint: str) -> None:
    assert fault_of(typed).hint.startswith(hint)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("colors: {a: '#000000'}", "did you mean `palette`?"),
        ("cards: a.csv", "`cards` belongs to a deck, below `decks:` in game.yaml"),
        ("gane: Foxes", "did you mean `game`? It stands here already"),
    ],
)
def test_a_word_of_another_tool_in_a_game_is_told_by_its_name_here(typed: str, hint: str) -> None:
    assert the(model(f"{GAME % ''}{typed}\n", GameFile, "game.yaml")[1]).hint == hint


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("fonts: {text: {regular: a.ttf, weight: 700}}", "each face is a file: `bold: …`"),
        ("fonts: {text: {regular: a.ttf, src: b.ttf}}", "did you mean `regular`?"),
        ("icons: {coin: {picture: a.svg, size: 2}}", "did you mean `height`?"),
        ("booklets: {rules: {text: r.md, page: a6, size: a6}}", "did you mean `page`?"),
    ],
)
def test_a_word_of_another_tool_in_a_part_of_the_game_is_told(typed: str, hint: str) -> None:
    assert the(model(f"{GAME % ''}{typed}\n", GameFile, "game.yaml")[1]).hint.startswith(hint)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("layouts: {fox: {background: sand}}", "draw it below `bleed:`"),
        ("layouts: {fox: {elements: []}}", "elements stand below `bleed:`"),
        (
            "styles: {a: {font: x, text-shadow: black}}\nlayouts: {a: {}}",
            "`shadow` stands on the element",
        ),
    ],
)
def test_a_word_of_another_tool_beside_elements_is_told(typed: str, hint: str) -> None:
    assert the(model(f"{typed}\n", LayoutsFile)[1]).hint.startswith(hint)


def test_every_name_that_is_proposed_is_one() -> None:
    fields = frozenset().union(*(field_names(model) for model in _list_models(Spec)))
    assert fields >= {*_RENAMED.values()}
    assert {*_KIND.values()} <= {*KINDS, "repeat"}
    for name, words in _BY_MODEL.items():
        spec = GameFile if name == "GameFile" else model_named(name)
        assert spec is not None
        meant = {word for word in words.values() if _NAME.fullmatch(word)}
        assert meant <= {*field_names(spec)}
        assert not words.keys() & {*field_names(spec)}


def test_no_name_that_is_one_is_taken_for_a_foreign_one() -> None:
    text = model_named("TextElement")
    assert text is not None
    for name in field_names(text):
        assert _RENAMED.get(name, name) == name
    assert not any(explain_kind(kind) for kind in KINDS)
    assert explain_field("font-size", "BoxSpec", ("size",)) == ""
    assert all(word == word.casefold() for word in (*_RENAMED, *_KIND, *_CHOICE))


def _list_models(spec: type[Spec]) -> list[type[Spec]]:
    below = [model for derived in spec.__subclasses__() for model in _list_models(derived)]
    return [spec, *below]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{piece: badge, value: 3}", "with: {value: 3}"),
        ('{piece: badge, value: "{{ cost }}"}', 'with: {value: "{{ cost }}"}'),
        ("{piece: badge, params: {value: 3}}", "did you mean `with`?"),
        ("{column: [], row-gap: 2mm}", "`gap` is the room between the children"),
        ("{column: [], columns: 2}", "a `grid:` has columns"),
        ("{shape: ellipse, fill: {color: sea, opacity: 0.5}}", "`fill: sea / 50%`"),
        ("{shape: ellipse, fill: {from: a, to: b, direction: 90}}", "did you mean `angle`?"),
        ("{shape: ellipse, fill: {stops: [{offset: 0%, color: a}]}}", "did you mean `at`?"),
        ("{shape: ellipse, stroke: {color: sea, width: 1mm}}", "stroke: sea, stroke-width: 0.5mm"),
        ("{shape: ellipse, fill: [255, 0, 0]}", "write one color, as in `sea / 50%`"),
        ("{shape: ellipse, shadow: {dx: 1mm}}", "did you mean `x`?"),
        ("{shape: ellipse, shadow: {opacity: 0.5}}", "color: black / 50%"),
        ("{shape: ellipse, glow: {dx: 1mm}}", "known: "),
    ],
)
def test_parts_of_elements_have_fields_of_other_tools_too(text: str, hint: str) -> None:
    _, findings = model(f"layouts: {{fox: {{safe: [{text}]}}}}", LayoutsFile)
    assert any(hint in finding.hint for finding in findings), findings
