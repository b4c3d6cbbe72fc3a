"""Which fields hold names, and which only look as if they did."""

from __future__ import annotations

import pytest

from cardgen.lsp.field_uses import DATA, GIVEN, TAKES, list_aliases, list_used
from cardgen.lsp.parameter_uses import list_parameter_uses
from cardgen.read.syntax.yaml_tree import read_yaml


def names(text: str, kind: str) -> list[str]:
    """The names of a kind in a file, each as it stands at its place."""
    root, findings = read_yaml(text, "game.yaml")
    assert not findings
    used = [*list_used(root, DATA | GIVEN), *list_parameter_uses(root, TAKES)]
    lines = text.split("\n")
    found = []
    for use in (use for use in used if use.kind == kind):
        typed = lines[use.span.line - 1][use.span.column - 1 : use.span.end_column - 1]
        assert typed.strip("'\"") == use.typed
        found.append(use.name)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "palette: {veil: sea / 50%}",
        "palette: {wave: sea}",
        "editions: {lux: {palette: {veil: 'sea/12.5 %'}}}",
        'layouts: {front: {bleed: [{shape: line, stroke: "sea / 50%"}]}}',
        "layouts: {front: {bleed: [{shape: star, fill: {from: sea / 20%}}]}}",
        'layouts: {front: {bleed: [{picture: a.svg, recolor: {"#fff": sea}}]}}',
        "layouts: {front: {bleed: [{barcode: x, ground: sea}]}}",
    ],
)
def test_a_color_is_named_wherever_one_is_asked_for(text: str) -> None:
    assert names(text, "color") == ["sea"]


def test_a_share_of_a_color_is_given_to_a_piece() -> None:
    layouts = """\
pieces: {dot: {takes: {tint: sky / 5%}, draw: {shape: star, fill: "{{ tint }}"}}}
layouts: {front: {safe: [{piece: dot, with: {tint: sea / 50%}}]}}
"""
    assert names(layouts, "color") == ["sky", "sea"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("decks: {sea: {fields: {tint: {from: sea}}}}", "color"),
        ("decks: {sea: {defaults: {color: sea, style: sea}}}", "color"),
        ("vars: {color: sea}", "color"),
        ("distinct: {beasts: {color: [sea, sky]}}", "color"),
        ("targets: {sheets: {back: sea}}", "layout"),
        ("decks: {sea: {cards: sea/all.csv}}", "deck"),
        ("decks: {sea: {cards: [sea.csv, {file: sea/all.csv, set: {deck: sea}}]}}", "deck"),
        ("pieces: {dot: {takes: {color: sea}, draw: {text: '{{ color }}'}}}", "color"),
        ("layouts: {front: {safe: [{piece: dot, with: {style: sea}}]}}", "style"),
    ],
)
def test_what_a_designer_calls_as_a_field_is_called_is_no_name(text: str, kind: str) -> None:
    """Renamed with a color, what cards hold in a column would be another value."""
    assert names(text, kind) == []


def test_cards_are_named_elsewhere() -> None:
    assert names("showcase: {fan: {cards: [sea/fox]}}", "deck") == ["sea"]
    assert names("checks: [{code: x, card: sea/fox}]", "card") == ["sea/fox"]


def test_other_names_of_icons_are_declared_too() -> None:
    text = (
        "icons: {coin: {picture: a.svg, aliases: [gold, money]}, gem: {aliases: jewel}, x: a.svg}"
    )
    found = list(list_aliases(read_yaml(text, "game.yaml")[0]))
    assert [use.name for use in found] == ["gold", "money", "jewel"]
    assert all(use.is_declared and use.kind == "icon" for use in found)
