"""Faces that an earlier process laid out are laid out again only when their scene is asked for."""

from __future__ import annotations

import sys
import typing
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import fields

from cardgen.bind.bound_faces import Body, BoundFace
from cardgen.cache.content_key import make_record_key
from cardgen.cache.result_store import ResultStore
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face import kept_layouts, layouter
from cardgen.layout.face.kept_layouts import KeptLayouts, make_layout_key
from cardgen.layout.face.laid_face import LaidFace, lay_out_face
from cardgen.layout.face.measure import Key
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import lay_out_game
from cardgen.scene.items import Item
from cardgen.scene.scene_digest import scene_digest

GAME = """\
game: Kept
palette: {ink: "#222222", sand: "#eeddaa"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front}}
"""
LAYOUTS = """\
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe:
      - {text: "{{ rule }}", font: text, size: 14pt, min-size: 6pt, fit: deck, color: ink}
      - {text: "{{ id }}", font: text, size: 8pt, color: ink}
"""
WORDS = "One of these words stands in the way of all the others"
TABLE = f"- {{id: a, rule: Short}}\n- {{id: b, rule: {WORDS}}}\n- {{id: c, rule: Brief}}\n"


def laid_out(table: str, kept: KeptLayouts | None) -> tuple[Checked, Report]:
    report = Report()
    files = {"game.yaml": GAME, "layouts.yaml": LAYOUTS, "cards.yaml": table}
    checked = lay_out_game(MemoryGame(files), report, kept=kept)
    assert checked is not None
    return checked, report


@pytest.fixture
def laid_faces(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cards whose faces are laid out."""
    cards: list[str] = []

    def counted(face: BoundFace, forced: Mapping[Key, float]) -> LaidFace:
        cards.append(face.card)
        return lay_out_face(face, forced)

    monkeypatch.setattr(layouter, "lay_out_face", counted)
    return cards


def test_after_an_edit_only_that_card_is_laid_out(laid_faces: list[str]) -> None:
    kept = KeptLayouts(ResultStore(None))
    laid_out(TABLE, kept)
    laid_faces.clear()
    laid_out(TABLE.replace("Brief", "Terse"), kept)
    assert set(laid_faces) == {"c"}


@pytest.mark.parametrize("edited", ["Terse", f"{WORDS} and of some that come after these"])
def test_scenes_and_findings_are_those_of_a_game_laid_out_from_nothing(edited: str) -> None:
    """The second edit makes the text that all share smaller on every card."""
    kept, table = KeptLayouts(ResultStore(None)), TABLE.replace("Brief", edited)
    laid_out(TABLE, kept)
    (again, found), (fresh, expected) = laid_out(table, kept), laid_out(table, None)
    assert found.findings == expected.findings
    assert list_digests(again) == list_digests(fresh)


def list_digests(checked: Checked) -> list[str]:
    scenes = checked.laid.scenes
    assert [scenes.digest(face) for face in scenes] == [scene_digest(scenes[f]) for f in scenes]
    return [scene_digest(scenes[face]) for face in checked.bound.faces]


def test_elements_of_a_kept_face_stand_where_they_stood() -> None:
    kept = KeptLayouts(ResultStore(None))
    (first, _), (again, _) = laid_out(TABLE, kept), laid_out(TABLE, kept)
    for face in first.bound.faces:
        assert again.laid.elements(face) == first.laid.elements(face)


def test_a_scene_is_made_once(laid_faces: list[str]) -> None:
    kept = KeptLayouts(ResultStore(None))
    laid_out(TABLE, kept)
    checked, _ = laid_out(TABLE, kept)
    laid_faces.clear()
    face = checked.bound.faces[0]
    assert checked.laid.scenes[face] is checked.laid.scenes[face]
    assert laid_faces == ["a"]


def test_kept_scenes_are_read_and_those_that_differ_from_what_is_known_are_made_anew(
    laid_faces: list[str],
) -> None:
    scenes, results = ResultStore(None), ResultStore(None)
    first, _ = laid_out(TABLE, KeptLayouts(results, scenes))
    made = [first.laid.scenes[face] for face in first.bound.faces]
    laid_faces.clear()
    again, _ = laid_out(TABLE, KeptLayouts(results, scenes))
    assert [again.laid.scenes[face] for face in again.bound.faces] == made
    assert laid_faces == []
    one = next(iter(scenes.added.values()))
    for key in list(scenes.added):
        scenes.put(key, one)
    later, _ = laid_out(TABLE, KeptLayouts(results, scenes))
    assert [later.laid.scenes[face] for face in later.bound.faces] == made
    assert set(laid_faces) >= {"b", "c"}


@pytest.mark.parametrize("harmed", [b"", b"\xc1", b"\x96", [1], "text"])
def test_a_harmed_scene_is_made_anew(harmed: object) -> None:
    scenes, results = ResultStore(None), ResultStore(None)
    first, _ = laid_out(TABLE, KeptLayouts(results, scenes))
    for key in list(scenes.added):
        scenes.put(key, harmed)
    again, _ = laid_out(TABLE, KeptLayouts(results, scenes))
    expected = [first.laid.scenes[face] for face in first.bound.faces]
    assert [again.laid.scenes[face] for face in again.bound.faces] == expected


def test_faces_have_keys_whatever_their_texts_are_made_of() -> None:
    """Half a character has no form in MessagePack, nor has a number beyond 64 bits."""
    (face, *_) = laid_out(TABLE, None)[0].bound.faces
    for make in (lambda odd: make_layout_key(face, odd), make_record_key):
        assert len({make(odd) for odd in ("\ud800", "\ud801", 10**30, "a")}) == 4


def test_faces_that_look_alike_are_known_as_such_whether_kept_or_new() -> None:
    kept = KeptLayouts(ResultStore(None))
    layouts = LAYOUTS.replace("{{ id }}", "same")
    files = {"game.yaml": GAME, "layouts.yaml": layouts, "cards.yaml": "- {id: a, rule: One}\n"}
    lay_out_game(MemoryGame(files), Report(), kept=kept)
    files["cards.yaml"] += "- {id: b, rule: 'One '}\n"
    checked = lay_out_game(MemoryGame(files), Report(), kept=kept)
    assert checked is not None
    keys = {checked.laid.scenes.key(face) for face in checked.bound.faces}
    assert len(keys) == 1


def test_builds_of_large_games_keep_nothing_of_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their scenes would be in memory, all at once, to be written."""
    monkeypatch.setattr(kept_layouts, "MAX_IN_MEMORY", 2)
    results, scenes = ResultStore(None), ResultStore(None)
    laid_out(TABLE, KeptLayouts(results, scenes))
    assert not results.added
    assert not scenes.added
    laid_out(TABLE, KeptLayouts(results))
    assert len(results.added) == 3


def test_faces_that_look_alike_and_have_other_elements_are_two() -> None:
    """What is wrong with both is told of both."""
    two = (
        "  other:\n    safe: [{text: '{{ rule }}', name: own, font: text, size: 8pt, color: ink}]\n"
    )
    layouts = "layouts:\n" + two.replace("other", "front").replace("own", "mine") + two
    game = GAME.replace("front: front", "front: '{{ layout }}'")
    table = "- {id: a, layout: front, rule: One}\n- {id: b, layout: other, rule: One}\n"
    files = {"game.yaml": game, "layouts.yaml": layouts, "cards.yaml": table}
    for kept in (None, KeptLayouts(ResultStore(None))):
        checked = lay_out_game(MemoryGame(files), Report(), kept=kept)
        assert checked is not None
        scenes = checked.laid.scenes
        assert len({scenes.digest(face) for face in checked.bound.faces}) == 1
        assert len({scenes.key(face) for face in checked.bound.faces}) == 2


def test_classes_on_a_face_are_told_apart_by_their_fields() -> None:
    """Keys are made of the fields' names and values, and of tags."""
    looks: dict[object, set[type]] = {}
    kinds = {*walk_records(Body, set()), *walk_records(Item, set())}
    for kind in kinds:
        config = kind.__struct_config__
        look = (config.tag, tuple(field.encode_name for field in fields(kind)))
        looks.setdefault(look, set()).add(kind)
    assert len(looks) > 30
    assert [kinds for kinds in looks.values() if len(kinds) > 1] == []


def walk_records(kind: Any, seen: set[type]) -> Iterator[type[Struct]]:
    """All records that a value of a type can hold."""
    if typing.get_origin(kind) is not None or isinstance(kind, UnionType):
        for part in typing.get_args(kind):
            yield from walk_records(part, seen)
    elif isinstance(kind, type) and issubclass(kind, Struct) and kind not in seen:
        seen.add(kind)
        yield kind
        names = {**vars(sys.modules[kind.__module__])}
        for part in typing.get_type_hints(kind, names).values():
            yield from walk_records(part, seen)
        for derived in kind.__subclasses__():
            yield from walk_records(derived, seen)
