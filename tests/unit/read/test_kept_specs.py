"""Models that are kept are those that were validated, and nothing that was wrong is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardgen.cache.result_store import ResultStore
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.read import salvage, validate
from cardgen.read.game import read_game
from cardgen.read.kept_specs import KeptSpecs
from cardgen.read.models.layouts import LayoutsFile
from cardgen.read.models.record import Spec
from cardgen.read.packed_specs import UnpackableError, pack_spec, unpack_spec
from cardgen.read.syntax.nodes import MappingNode, Node
from tests.support.samples import codes, tree

GAMES = sorted(Path(__file__).parents[3].joinpath("card_data").iterdir())
LAYOUTS = """
styles: {small: {size: 7pt, params: {ink: {type: text}}}}
layouts:
  fox:
    bleed: [&paper {shape: rectangle, fill: {from: red, to: "{{ ink }}"}, shadow: {}}]
    trim: [*paper]
    safe:
      - {text: "{{ name }}", at: [[10%, 20%], [30%, 40%, 90]], word-space: [75%, 160%]}
      - {path: M 0 0 L 1 1, view: [0, 0, 1, 1]}
      - {piece: badge, with: {size: 3}}
    set: {title: {size: 9pt}}
"""


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two models differ in a value, a type, a place, or in what was typed. What is of any
    type is a mapping of the file in one of them, and a plain one in the other."""
    if type(one) is not type(other) and not (isinstance(one, dict) and isinstance(other, dict)):
        return [path]
    if isinstance(one, Spec):
        same = one.node == other.node and one.model_fields_set == other.model_fields_set
        inner = differences(one.__dict__, other.__dict__, f"{path}/{type(one).__name__}")
        return inner if same else [path, *inner]
    if isinstance(one, dict):
        if list(one) != list(other):
            return [path]
        return [d for key in one for d in differences(one[key], other[key], f"{path}/{key}")]
    if isinstance(one, list | tuple) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [d for index, pair in pairs for d in differences(*pair, f"{path}/{index}")]
    if isinstance(one, msgspec.Struct):
        return differences(msgspec.structs.asdict(one), msgspec.structs.asdict(other), path)
    return [] if one == other else [path]


def layouts(specs: KeptSpecs, text: str = LAYOUTS) -> tuple[Any, tuple[str, ...]]:
    """A file as its model, and the codes of what is wrong with it."""
    report = Report()
    found = specs.salvage(tree(text), LayoutsFile, report)
    return found, tuple(codes(report.findings))


def refuse(*_: object, **__: object) -> None:
    raise AssertionError("it was validated once more")


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_files_of_a_game_are_as_they_were_validated(folder: Path) -> None:
    store, report = ResultStore(None), Report()
    game = DiskGame(folder)
    first = read_game(game, report, specs=KeptSpecs(store))
    again = read_game(game, report, specs=KeptSpecs(store))
    assert first is not None
    assert again is not None
    assert len(store.added) > 1
    assert differences(first.file, again.file) == []
    assert differences(first.layouts, again.layouts) == []
    if first.composition and again.composition:
        assert differences(first.composition.decks, again.composition.decks) == []


def test_models_of_all_kinds_come_back_with_their_places() -> None:
    root = tree(LAYOUTS)
    made = validate.validate_node(root, LayoutsFile, Report())
    assert differences(made, unpack_spec(pack_spec(made, root), root)) == []


def test_what_is_kept_is_not_validated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    store = ResultStore(None)
    layouts(KeptSpecs(store))
    monkeypatch.setattr(salvage, "validate_node", refuse)
    assert layouts(KeptSpecs(store))[0] is not None
    with pytest.raises(AssertionError):
        layouts(KeptSpecs(store), LAYOUTS.replace("7pt", "8pt"))


def test_a_value_in_another_place_is_validated_again() -> None:
    store = ResultStore(None)
    layouts(KeptSpecs(store))
    moved, _ = layouts(KeptSpecs(store), "\n" + LAYOUTS)
    assert moved.styles["small"].place("size").line == 3


def test_what_is_wrong_is_found_by_every_run() -> None:
    store = ResultStore(None)
    faulty = LAYOUTS.replace("7pt", "7 parrots")
    assert layouts(KeptSpecs(store), faulty)[1] == layouts(KeptSpecs(store), faulty)[1] != ()
    assert not store.added


def test_one_who_wants_nothing_of_others_keeps_for_them() -> None:
    store = ResultStore(None)
    layouts(KeptSpecs(store, recalls=False))
    assert store.added


@pytest.mark.parametrize(
    "harm",
    [
        [4, "Popen", -1, {}, []],
        [4, "LayoutsFile", 10_000, {}, []],
        [4, "LayoutsFile", 0, {"layouts": [3, "Path", "x"]}, []],
        [4, "GameFile", 0, {}, []],
        [4],
        [],
        "text",
    ],
)
def test_harmed_models_count_as_unknown(harm: Any) -> None:
    store = ResultStore(None)
    made, _ = layouts(KeptSpecs(store))
    for key in store.added:
        store.put(key, msgspec.msgpack.encode(harm))
    assert type(layouts(KeptSpecs(store))[0]) is type(made)
    assert layouts(KeptSpecs(store))[0].layouts.keys() == {"fox"}


FILLED = """
layouts:
  fox:
    safe:
      - column: [{text: "{{ name }}"}]
        fill: "{{ color }}"
        radius: "{{ round }}"
"""


def filled(specs: KeptSpecs, color: str) -> tuple[Any, Any, tuple[str, ...]]:
    """An element with templates, as it is read and filled in, and what is wrong with it."""
    file, _ = layouts(KeptSpecs(), FILLED)
    element, report = file.layouts["fox"].safe[0], Report()
    node = tree(f"{{column: [], fill: {color}, radius: 2mm}}")
    assert isinstance(node, MappingNode)
    entries = element.node.entries | {k: one for k, one in node.entries.items() if k != "column"}
    made = specs.fill(element, MappingNode(element.node.span, entries), report)
    return element, made, tuple(codes(report.findings))


def test_what_is_filled_in_is_kept_and_holds_the_elements_of_this_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = ResultStore(None)
    _, made, _ = filled(KeptSpecs(store), "red")
    monkeypatch.setattr(validate, "validate_filled", refuse)
    element, again, _ = filled(KeptSpecs(store), "red")
    assert differences(made, again) == []
    assert again.column is element.column
    assert (again.fill, again.templates) == ("red", ())
    with pytest.raises(AssertionError):
        filled(KeptSpecs(store), "blue")


def test_what_is_wrong_when_it_is_filled_in_is_found_by_every_run() -> None:
    store = ResultStore(None)
    assert filled(KeptSpecs(store), "[1]")[2] == filled(KeptSpecs(store), "[1]")[2] != ()
    assert not store.added


def test_what_has_no_form_is_not_kept() -> None:
    root: Node = tree(LAYOUTS)
    with pytest.raises(UnpackableError):
        pack_spec({"key": object()}, root)


def test_a_decimal_comma_in_braces_is_told_and_its_file_is_not_kept(tmp_path: Path) -> None:
    game = "game: G\ndecks: {d: {cards: d.yaml, size: poker, front: f}}\n"
    (tmp_path / "game.yaml").write_text(game)
    (tmp_path / "d.yaml").write_text("- {name: Owl}\n")
    typed = "layouts: {f: {safe: [{shape: rectangle, fill: black, width: 2,5mm, height: 5mm}]}}\n"
    (tmp_path / "layouts.yaml").write_text(typed)
    store = ResultStore(None)
    for _ in range(2):
        report = Report()
        assert read_game(DiskGame(tmp_path), report, specs=KeptSpecs(store)) is not None
        (finding,) = report.findings
        assert (finding.code, finding.hint) == ("yaml-comma", "write `2.5mm`")
