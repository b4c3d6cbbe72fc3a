"""The JSON Schemas: all good files pass, misspelt ones do not, by an independent validator.

`check-jsonschema` reads the YAML itself, as editors do, in YAML 1.2 with typed scalars; so
what passes there is what an editor accepts.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardgen.check.engine.registry import all_codes
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.read.game import read_game
from cardgen.read.models.tables import FieldSpec
from cardgen.read.schema import (
    KINDS,
    Schema,
    cards_schema,
    composition_schema,
    game_schema,
    layouts_schema,
)
from tests.conftest import NOVELTY, ROOT
from tests.rules.test_reading import GOOD

NEW_GAME = ROOT / "cardgen" / "data" / "new_game"
SAMPLES = sorted(p for p in (ROOT / "tests" / "data" / "games").iterdir() if p.is_dir())
GAMES = (NOVELTY, NEW_GAME, *SAMPLES)


@cache
def schema(kind: str) -> Schema:
    made = {
        "game": lambda: game_schema(all_codes()),
        "layouts": layouts_schema,
        "composition": composition_schema,
        "cards": cards_schema,
    }
    return made[kind]()


def refused(made: Schema, files: Iterable[Path], folder: Path) -> str:
    """What `check-jsonschema` says against the files; "" if they pass."""
    stored = folder / "schema.json"
    stored.write_text(json.dumps(made), "utf-8")
    command = [sys.executable, "-m", "check_jsonschema", "--schemafile", str(stored)]
    run = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False)
    return "" if run.returncode == 0 else run.stdout + run.stderr


def text_refused(made: Schema, text: str, folder: Path) -> str:
    file = folder / "file.yaml"
    file.write_text(text, "utf-8")
    return refused(made, [file], folder)


def accepts(made: Schema, value: Any) -> bool:
    return Draft202012Validator(made).is_valid(value)


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_a_schema(kind: str) -> None:
    meta = Draft202012Validator(Draft202012Validator.META_SCHEMA)
    assert [error.message for error in meta.iter_errors(schema(kind))] == []
    assert not accepts(schema(kind), 7), "it refuses something"


def test_a_default_that_is_a_length_is_shown_as_it_is_typed() -> None:
    shadow = schema("layouts")["$defs"]["ShadowSpec"]["properties"]
    assert (shadow["x"]["default"], shadow["blur"]["default"]) == ("0.4mm", "0.8mm")


# --- real files ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["game", "layouts", "composition"])
def test_the_files_of_all_games_pass(kind: str, tmp_path: Path) -> None:
    files = [file for game in GAMES if (file := game / f"{kind}.yaml").exists()]
    assert len(files) >= 2
    assert refused(schema(kind), files, tmp_path) == ""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_card_tables_pass_the_schema_made_for_them(game: Path, tmp_path: Path) -> None:
    spec = read_game(DiskGame(game), Report())
    assert spec is not None
    for deck in spec.decks.values():
        yaml = [game / table.path for table in deck.cards if table.path.endswith(".yaml")]
        made = cards_schema(deck.fields)
        Draft202012Validator.check_schema(made)
        assert not yaml or refused(made, yaml, tmp_path) == ""


@pytest.mark.slow
def test_the_little_game_of_the_tests_passes(tmp_path: Path) -> None:
    for kind in KINDS:
        assert text_refused(schema(kind), GOOD[f"{kind}.yaml"], tmp_path) == ""


# --- what editors should mark ----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("game", "palette", "pallete"),
        ("game", "front: face", "frnt: face"),
        ("game", "game: Sample", "gam: Sample"),
        ("layouts", "at: top left", "at: upper left"),
        ("layouts", "at: top left", "art: top left"),
        ("layouts", "size: 10pt", "size: 10"),
        ("layouts", "size: 10pt", "size: 10 miles"),
        ("layouts", "{picture: parchment.jpg}", "{pictur: parchment.jpg}"),
        ("layouts", "{picture: parchment.jpg}", "{picture: parchment.jpg, grow: much}"),
        ("composition", "total: 3", "totl: 3"),
        ("composition", "total: 3", "total: three"),
        ("composition", "total: 3", "total: -1"),
    ],
)
def test_a_slip_is_refused(kind: str, old: str, new: str, tmp_path: Path) -> None:
    text = GOOD[f"{kind}.yaml"]
    assert old in text
    assert text_refused(schema(kind), text.replace(old, new), tmp_path) != ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "good"),
    [
        ("{code: tight-text, level: off, reason: known}", True),
        ("{code: tight-text, level: error, deck: main}", True),
        ("{code: tight-text, level: off}", False),
        ("{code: tigt-text, level: error}", False),
        ("{code: tight-text, level: fatal}", False),
    ],
)
def test_levels_are_checked_as_the_reader_does(level: str, good: bool, tmp_path: Path) -> None:
    text = f"{GOOD['game.yaml']}checks:\n  - {level}\n"
    assert (text_refused(schema("game"), text, tmp_path) == "") == good


def test_short_forms_are_accepted(tmp_path: Path) -> None:
    text = """\
game: 1984
fonts: {text: fonts/A.ttf, other: {regular: fonts/B.ttf, fallback: text}}
icons: {gold: gold.svg, wood: {picture: wood.svg}}
decks:
  main:
    cards: cards.yaml
    size: poker
    front: 7
    fields: {a: integer, b: [red, 2, yes], c: {type: text, required: yes}, d: {one-of: [x]}}
"""
    assert text_refused(schema("game"), text, tmp_path) == ""


def test_all_that_a_composition_may_want_is_accepted(tmp_path: Path) -> None:
    text = """\
main:
  total: 3
  count: {cost: {1: 1, y: 2}, "cost > 1": {True: 2}}
  unique: name
  required: [name, 7]
  range: {cost: [-2, 6]}
  share: {"cost > 1": [35%, 45%]}
  equal: [["mark == 'red'", "mark == 'blue'"]]
  copies: {rarity: {common: 2}}
  distinct: yes
  expect: {name: [Fox, 1984]}
game: {total: 3}
"""
    assert text_refused(schema("composition"), text, tmp_path) == ""


# --- scalars as editors type them --------------------------------------------------------------


def test_where_the_reader_takes_text_every_scalar_passes() -> None:
    for value in ("Fox", 7, 1.5, True):
        assert accepts(schema("game"), {"game": value, "decks": {"d": deck()}})
    assert not accepts(schema("game"), {"game": ["Fox"], "decks": {"d": deck()}})


def deck() -> dict[str, Any]:
    return {"cards": "c.yaml", "size": "poker", "front": "f"}


@pytest.mark.parametrize(
    ("value", "good"),
    [(True, True), (False, True), ("yes", True), ("No", True), ("on", True), ("maybe", False)],
)
def test_yes_and_no_may_be_words(value: Any, good: bool) -> None:
    made = {"styles": {"s": {"balance": value}}, "layouts": {"l": {}}}
    assert accepts(schema("layouts"), made) == good


@pytest.mark.parametrize(
    ("value", "good"),
    [(0.5, True), (1, True), ("0.5", True), (2, False), ("half", False), (True, False)],
)
def test_numbers_may_be_quoted(value: Any, good: bool) -> None:
    layouts = {"layouts": {"l": {"safe": [{"shape": "ellipse", "opacity": value}]}}}
    assert accepts(schema("layouts"), layouts) == good


@pytest.mark.parametrize(
    ("value", "good"),
    [("2mm", True), ("-1.5 in", True), (".5em", True), (0, True), ("0", True), (2, False),
     ("2", False), ("2 miles", False)],
)  # fmt: skip
def test_lengths_have_units(value: Any, good: bool) -> None:
    layouts = {"layouts": {"l": {"safe": [{"shape": "ellipse", "left": value}]}}}
    assert accepts(schema("layouts"), layouts) == good


@pytest.mark.parametrize(
    ("size", "good"),
    [
        ({"shape": "circle", "diameter": "20mm"}, True),
        ({"shape": "circle", "width": "20mm"}, False),
        ({"shape": "hexagon", "width": "40mm", "fold": {"columns": 2}}, False),
        ({"width": "60mm", "height": "90mm", "tab": {"width": "20mm", "height": "8mm"}}, True),
        ({"width": "60mm", "height": "90mm", "tabs": 3}, False),
    ],
)
def test_a_size_has_the_measures_of_its_shape(size: dict[str, Any], good: bool) -> None:
    deck = {"cards": "a.yaml", "size": "own", "front": "a"}
    game = {"game": "A", "decks": {"a": deck}, "sizes": {"own": size}}
    assert accepts(schema("game"), game) == good


@pytest.mark.parametrize(
    ("box", "good"),
    [
        ({"panels": {"front": "a"}}, True),
        ({"panels": {"front": {"layout": "a", "turn": 90}}, "sleeved": True}, True),
        ({"panels": {}, "holds": "a", "board": "0.5mm", "sleeved": {"edge": "2mm"}}, True),
        ({"panels": {"front": {"layout": "a", "turn": 45}}}, False),
        ({"panels": {"frnt": "a"}}, False),
        ({"holds": "a"}, False),
    ],
)
def test_a_box_has_panels_in_long_and_short_form(box: dict[str, Any], good: bool) -> None:
    deck = {"cards": "a.yaml", "size": "poker", "front": "a"}
    game = {"game": "A", "decks": {"a": deck}, "boxes": {"tuck": box}}
    assert accepts(schema("game"), game) == good


# --- card tables ---------------------------------------------------------------------------


def cards(card: Any, **fields: Any) -> bool:
    declared = {name: FieldSpec.model_validate(spec) for name, spec in fields.items()}
    return accepts(cards_schema(declared), [card])


def test_without_declared_fields_a_card_may_say_anything() -> None:
    assert cards({"name": "Fox", "tags": ["a"], "at": {"x": 1}, "copies": 2, "id": 7})
    assert not accepts(cards_schema(), {"name": "Fox"})
    assert not accepts(cards_schema(), [])
    assert not cards({"name": "Fox", "copies": -1})


def test_with_declared_fields_others_are_refused() -> None:
    name = {"type": "text", "required": True}
    assert cards({"name": "Fox", "copies": "2", "id": "fox"}, name=name)
    assert not cards({"nme": "Fox"}, name=name)
    assert not cards({"name": "Fox", "rul": "x"}, name=name)
    assert not cards({"copies": 2}, name=name)


@pytest.mark.parametrize(
    ("spec", "good", "bad"),
    [
        ({"type": "text"}, ["a", 1, 1.5, True, None], [["a"], {"a": 1}]),
        ({"type": "integer"}, [1, -2, "+3", None], [1.5, "two", [1]]),
        ({"type": "number"}, [1, 1.5, "-2.5", None], ["two", True]),
        ({"type": "list"}, [["a", "b"], "a", 1], [{"a": 1}]),
        ({"one-of": ["red", "2", "yes"]}, ["red", "2", 2, "yes", True, None], ["blue", 3, False]),
        ({"one-of": ["red"], "required": True}, ["red"], [None, ""]),
    ],
)
def test_a_field_takes_what_its_type_takes(
    spec: dict[str, Any], good: list[Any], bad: list[Any]
) -> None:
    assert [value for value in good if not cards({"f": value}, f=spec)] == []
    assert [value for value in bad if cards({"f": value}, f=spec)] == []


def test_editors_learn_what_a_field_is_for() -> None:
    """Completion needs names, values and a word on each."""
    game = schema("game")
    assert game["properties"]["palette"]["description"] == "Colors by name."
    assert "poker" in game["$defs"]["DeckSpec"]["properties"]["size"]["examples"]
    assert set(game["$defs"]["LevelSpec"]["properties"]["code"]["enum"]) == set(all_codes())
    text = schema("layouts")["$defs"]["TextElement"]["properties"]
    assert {"text", "style", "min-size", "valign"} <= set(text)


@pytest.mark.parametrize(
    ("words", "good"),
    [(["far-broth-er"], True), ({"de": ["Staub-ecken"]}, True), ("far-broth-er", False)],
)
def test_divided_words_are_a_list_or_lists_by_language(words: Any, good: bool) -> None:
    minimal = {
        "game": "Words",
        "decks": {"one": {"cards": "one.yaml", "size": "poker", "front": "face"}},
    }
    assert accepts(schema("game"), minimal | {"hyphenation": words}) is good
