"""Scenes of many cards, their digests, and what one process remembers between runs."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from cardgen.check.engine.registry import all_checks
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.face import scene_store as scenes_module
from cardgen.layout.face.scene_store import Scenes
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import inspect_game
from cardgen.pipeline.phase_cache import PhaseCache
from cardgen.scene.items import Layer, Scene
from cardgen.scene.scene_digest import scene_digest

GAME = """\
game: Many
palette: {ink: "#222222", sand: "#eeddaa"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front, back: back}}
"""
LAYOUTS = """\
styles: {body: {font: text, size: 11pt, min-size: 6pt, fit: deck, color: ink}}
layouts:
  front:
    bleed: [{picture: parchment.jpg}]
    safe: [{text: "{{ rule }}", style: body}]
  back: {bleed: [{shape: rectangle, fill: sand}]}
"""


def cards(count: int, words: int = 6) -> str:
    return "".join(
        f"- {{id: c{i}, rule: {' '.join(f'word{i}x{n}' for n in range(words + i % 5))}}}\n"
        for i in range(count)
    )


def inspected(files: Mapping[str, str], cache: PhaseCache | None = None) -> Checked:
    report = Report()
    checked = inspect_game(MemoryGame(files), report, checks=(), cache=cache)
    assert checked is not None
    assert report.findings == ()
    return checked


def files(table: str, layouts: str = LAYOUTS) -> dict[str, str]:
    return {"game.yaml": GAME, "layouts.yaml": layouts, "cards.yaml": table}


@pytest.fixture
def few_live(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes_module, "MAX_IN_MEMORY", 3)


def test_packed_scenes_come_back_equal(few_live: None) -> None:  # noqa: ARG001
    found = inspected(files(cards(12)))
    packed = found.laid.scenes
    assert isinstance(packed, Scenes)
    live = Scenes()
    for face in packed:
        scene = packed[face]
        assert packed[face] == scene
        live.put(face, scene)
    assert len(packed) == 13


def test_packed_scenes_are_the_scenes_of_a_small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = inspected(files(cards(12))).laid.scenes
    monkeypatch.setattr(scenes_module, "MAX_IN_MEMORY", 2)
    packed = inspected(files(cards(12))).laid.scenes
    assert {scene_digest(one) for one in plain.values()} == {
        scene_digest(one) for one in packed.values()
    }
    assert dict(plain) == dict(packed)


def test_a_packed_scene_shares_its_ground(few_live: None) -> None:  # noqa: ARG001
    found = inspected(files(cards(8))).laid.scenes
    grounds = {id(found[card].ground) for card in found if found[card].ground and len(found) > 3}
    assert len(grounds) <= 2


def test_a_digest_tells_scenes_apart_and_knows_equal_ones() -> None:
    one = list(inspected(files(cards(6))).laid.scenes.values())
    two = list(inspected(files(cards(6))).laid.scenes.values())
    assert [scene_digest(scene) for scene in one] == [scene_digest(scene) for scene in two]
    assert len({scene_digest(scene) for scene in one}) == len(one)


@pytest.mark.parametrize(
    ("old", "new"),
    [("size: 11pt", "size: 10.5pt"), ("color: ink", "color: sand"), ("safe:", "trim:")],
)
def test_a_digest_changes_with_what_is_seen(old: str, new: str) -> None:
    before = inspected(files(cards(1))).laid.scenes
    after = inspected(files(cards(1), LAYOUTS.replace(old, new))).laid.scenes
    front, changed = next(iter(before.values())), next(iter(after.values()))
    assert scene_digest(front) != scene_digest(changed)


def test_a_digest_does_not_depend_on_names_and_places() -> None:
    before = inspected(files(cards(1))).laid.scenes
    moved = "# a comment\n" + LAYOUTS.replace('{{ rule }}"', '{{ rule }}", name: words')
    after = inspected(files("\n\n" + cards(1), moved)).laid.scenes
    assert [scene_digest(a) for a in before.values()] == [scene_digest(b) for b in after.values()]


def test_an_empty_layer_has_a_digest_of_its_own() -> None:
    (scene, *_) = inspected(files(cards(1))).laid.scenes.values()
    bare = Scene(scene.page, scene.trim, Layer(()), scene.marks)
    assert scene_digest(bare) != scene_digest(scene)


# --- cache ------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in files(cards(9)).items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def looked(folder: Path, cache: PhaseCache | None) -> tuple[Checked | None, Report]:
    report = Report()
    seen = inspect_game(DiskGame(folder), report, checks=all_checks(pixels=False), cache=cache)
    return seen, report


def same(folder: Path, cache: PhaseCache) -> Checked:
    """With what is remembered, a game is what it is without; return that."""
    with_memo, found = looked(folder, cache)
    without, plain = looked(folder, None)
    assert found.findings == plain.findings
    assert [f.span for f in found.findings] == [f.span for f in plain.findings]
    assert with_memo is not None
    assert without is not None
    assert dict(with_memo.laid.scenes) == dict(without.laid.scenes)
    assert with_memo.bound.decks == without.bound.decks
    for ours, theirs in zip(with_memo.bound.decks, without.bound.decks, strict=True):
        assert [card.span for card in ours.cards] == [card.span for card in theirs.cards]
    return with_memo


def prints(checked: Checked) -> list[str]:
    """What is printed, face by face."""
    return [scene_digest(scene) for scene in checked.laid.scenes.values()]


EDITS = {
    "a word": ("cards.yaml", "word3x0", "another"),
    "a row more": ("cards.yaml", "- {id: c4", "- {id: new, rule: more words}\n- {id: c4"),
    "a row less": ("cards.yaml", cards(1), ""),
    "a line above": ("cards.yaml", "- {id: c0", "# the first\n- {id: c0"),
    "a field more": ("cards.yaml", "- {id: c0,", "- {id: c0, extra: 1,"),
    "a text too long": ("cards.yaml", "word5x0", "word " * 400),
    "a style": ("layouts.yaml", "size: 11pt", "size: 9pt"),
    "a colour": ("game.yaml", "#eeddaa", "#ddeeaa"),
    "a line in the layouts": ("layouts.yaml", "styles:", "# styles\nstyles:"),
}
UNSEEN = {"a line above", "a field more", "a line in the layouts"}


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_remembered_never_shows(folder: Path, edit: str) -> None:
    cache = PhaseCache()
    before = prints(same(folder, cache))
    name, old, new = EDITS[edit]
    text = (folder / name).read_text("utf-8")
    assert old in text
    time.sleep(0.01)
    (folder / name).write_text(text.replace(old, new), "utf-8")
    assert (prints(same(folder, cache)) == before) == (edit in UNSEEN)
    (folder / name).write_text(text, "utf-8")
    assert prints(same(folder, cache)) == before


def test_a_picture_that_changes_under_its_name_is_seen(folder: Path) -> None:
    cache = PhaseCache()
    before = prints(same(folder, cache))
    shipped = Path(__file__).parents[3] / "textures" / "linen.jpg"
    (folder / "parchment.jpg").write_bytes(shipped.read_bytes())
    after = prints(same(folder, cache))
    changed = [old != new for old, new in zip(before, after, strict=True)]
    assert changed.count(True) == 9, "the fronts have the picture, the back has none"


def test_an_unchanged_card_is_not_bound_again(folder: Path) -> None:
    cache = PhaseCache()
    first, _ = looked(folder, cache)
    text = (folder / "cards.yaml").read_text("utf-8")
    (folder / "cards.yaml").write_text(text.replace("word3x0", "another"), "utf-8")
    second, _ = looked(folder, cache)
    assert first is not None
    assert second is not None
    before, after = first.bound.decks[0].cards, second.bound.decks[0].cards
    assert [a is b for a, b in zip(before, after, strict=True)].count(False) == 1
