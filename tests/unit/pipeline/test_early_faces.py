"""Faces rendered before all decks are laid out: the same files, and none if something fails."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from cardgen.bind.bound_faces import BoundDeck, BoundFace
from cardgen.bind.pictures import PictureStore
from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.early_faces import EarlyFaces
from cardgen.pipeline.inspection import check_game, lay_out_game
from cardgen.read.game import GameSpec
from cardgen.render.workers.face_renderer import FaceRenderer
from cardgen.render.workers.pool import Workers
from cardgen.scene.items import Scene
from tests.support.commands import Completed, run_cardgen

GAME = """\
game: Two Decks
palette: {ink: "#222222", sand: "#eeddaa"}
fonts: {text: EBGaramond-Regular.ttf}
decks:
  short: {cards: short.yaml, size: mini, front: front, back: back}
  long: {cards: long.yaml, size: mini, front: front, back: back}
"""
LAYOUTS = """\
styles: {rule: {font: text, size: 16pt, min-size: 8pt, fit: deck, color: ink}}
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe: [{text: "{{ rule }}", style: rule, height: 100%}]
  back: {bleed: [{shape: rectangle, fill: ink}]}
"""
SHORT = "".join(f"- {{id: s{i}, rule: Draw {i} cards.}}\n" for i in range(8))
WORDS = "Turn the top card, and keep it if you can name a river that runs through this town. "
LONG = "".join(f"- {{id: l{i}, rule: '{WORDS * 4} {i}'}}\n" for i in range(4))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "project" / "card_data" / "two"
    folder.mkdir(parents=True)
    files = {"game": GAME, "layouts": LAYOUTS, "short": SHORT, "long": LONG}
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


def build(game: Path, name: str, *options: str) -> Completed:
    out = game.parents[1] / name
    words = ["build", str(game), "--fresh", "-o", str(out), *options]
    temporary = game.parents[1] / "temporary"
    temporary.mkdir(exist_ok=True)
    return run_cardgen(*words, env={**os.environ, "TMPDIR": str(temporary)})


def contents(folder: Path) -> dict[str, bytes]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


class NotedFaces(EarlyFaces, frozen=True):
    """Notes which decks were begun, with what scenes."""

    begun: dict[str, list[Scene]]

    def begin(
        self,
        spec: GameSpec,  # noqa: ARG002
        deck: BoundDeck,
        scenes: Mapping[BoundFace, Scene],
        pictures: PictureStore,  # noqa: ARG002
    ) -> None:
        self.begun[deck.name] = [scenes[face] for face in deck.faces]


def noted(game: Path, *targets: str) -> dict[str, list[Scene]]:
    early = NotedFaces(FaceRenderer(Workers(1)), {name: {} for name in targets}, 300, {})
    lay_out_game(DiskGame(game), Report(), early=early)
    return early.begun


def test_decks_are_begun_one_by_one_and_a_later_one_may_change_the_first(game: Path) -> None:
    """Both decks share a text size: alone, the first would be set larger."""
    begun = noted(game, "mpc")
    assert [(deck, len(scenes)) for deck, scenes in begun.items()] == [("short", 16), ("long", 8)]
    checked = check_game(DiskGame(game), Report(), checks=())
    assert checked is not None
    short, long = checked.bound.decks
    final = [checked.laid.scenes[face] for face in short.faces]
    assert all(scene not in final for scene in begun["short"][:8])
    assert begun["long"] == [checked.laid.scenes[face] for face in long.faces]


@pytest.mark.slow
@pytest.mark.parametrize("target", ["mpc", "gallery:width=400"])
def test_the_files_are_those_of_a_build_in_one_process(game: Path, target: str) -> None:
    many, one = (
        build(game, name, "-t", target, "-j", n) for name, n in (("many", "2"), ("one", "1"))
    )
    assert (many.returncode, one.returncode) == (0, 0), many.stderr
    assert contents(game.parents[1] / "many") == contents(game.parents[1] / "one")
    assert list((game.parents[1] / "temporary").iterdir()) == []


def test_an_error_in_a_later_deck_leaves_nothing(game: Path) -> None:
    text = (game / "long.yaml").read_text("utf-8")
    (game / "long.yaml").write_text(text.replace(WORDS, WORDS * 20, 1), "utf-8")
    run = build(game, "many", "-j", "2")
    assert run.returncode == 1
    assert "text-overflow" in run.stderr
    assert not (game.parents[1] / "many").exists()
    assert list((game.parents[1] / "temporary").iterdir()) == []


def test_only_what_every_target_would_want_is_begun(game: Path) -> None:
    assert noted(game, "data", "sheets") == {}
    assert set(noted(game)) == {"short", "long"}, "mpc is what is built if nothing is said"
    assert set(noted(game, "sheets", "gallery")) == {"short", "long"}
    (game / "game.yaml").write_text(GAME + "build: [sheets]\n", "utf-8")
    assert noted(game) == {}


def test_large_games_are_not_held_in_memory_for_it(game: Path) -> None:
    rows = "".join(f"- {{id: c{i}, rule: Draw.}}\n" for i in range(MAX_IN_MEMORY))
    (game / "short.yaml").write_text(rows, "utf-8")
    assert noted(game, "mpc") == {}
