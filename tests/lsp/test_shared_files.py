"""Layouts that several games include: what is typed in them counts in every one of these."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from cardgen.lsp.live_game import Buffers, LiveGame, LookResult
from cardgen.lsp.server import make_server
from tests.support.editor import Editor

HOUSE = """\
styles:
  body: {font: text, size: 9pt, color: ink}
"""
GAME = """\
game: Typed
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {beasts: {cards: beasts.yaml, size: mini, front: front}}
"""
LAYOUTS = """\
include: ../house.yaml
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe: [{text: "{{ name }}", style: body}]
"""
GAMES = ("bays", "dunes")


@pytest.fixture
def series(tmp_path: Path) -> Path:
    folder = tmp_path / "card_data"
    for name in GAMES:
        (folder / name).mkdir(parents=True)
        (folder / name / "game.yaml").write_text(GAME, "utf-8")
        (folder / name / "layouts.yaml").write_text(LAYOUTS, "utf-8")
        (folder / name / "beasts.yaml").write_text("- {name: Fox}\n", "utf-8")
    (folder / "house.yaml").write_text(HOUSE, "utf-8")
    return folder


@pytest.fixture
def editor(series: Path, tmp_path: Path) -> Iterator[Editor]:
    """With both games and what they share open."""
    editor = Editor(series, tmp_path / "cache")
    editor.open(series / "house.yaml")
    for name in GAMES:
        editor.open(series / name / "layouts.yaml")
    editor.settle()
    yield editor
    editor.close()


def codes(found: dict[str, list[Any]]) -> dict[str, list[str]]:
    return {Path(uri).name: [one["code"] for one in own] for uri, own in found.items()}


def test_what_is_typed_in_a_shared_file_counts_before_it_is_saved(
    editor: Editor, series: Path
) -> None:
    """A fault is told once, though both games find it, and until none of them does."""
    house = series / "house.yaml"
    assert editor.finish() == {}
    editor.type(house, HOUSE.replace("color: ink", "color: inck"))
    assert codes(editor.finish()) == {"house.yaml": ["unknown-color"]}
    own = (series / "bays/game.yaml", GAME.replace("{sand", '{inck: "#222222", sand'))
    editor.open(own[0])
    editor.type(*own)
    assert codes(editor.finish())["house.yaml"] == ["unknown-color"]
    editor.type(house, HOUSE)
    assert "house.yaml" not in codes(editor.finish())


def test_what_is_typed_in_a_file_that_only_an_edition_includes_counts(
    editor: Editor, series: Path
) -> None:
    fine, bays = series / "fine.yaml", series / "bays"
    fine.write_text("styles:\n  fine: {font: text, size: 7pt, color: ink}\n", "utf-8")
    (bays / "lux.yaml").write_text(
        "include: ../fine.yaml\nstyles: {body: {extends: fine}}\n", "utf-8"
    )
    editor.open(bays / "game.yaml")
    editor.type(bays / "game.yaml", f"{GAME}editions: {{lux: {{layouts: lux.yaml}}}}\n")
    editor.open(fine)
    assert codes(editor.finish()) == {}
    editor.type(fine, "styles:\n  fien: {font: text, size: 7pt, color: ink}\n")
    assert codes(editor.finish()) == {"lux.yaml": ["unknown-style"]}


def test_a_fault_of_one_game_is_not_taken_back_by_another(editor: Editor, series: Path) -> None:
    """The color is gone from one of two; the other is looked at last."""
    game, house = series / "bays/game.yaml", series / "house.yaml"
    editor.open(game)
    editor.type(game, GAME.replace("ink:", "black:"))
    assert codes(editor.finish()) == {"house.yaml": ["unknown-color"]}
    editor.type(series / "dunes/layouts.yaml", LAYOUTS + "\n")
    assert codes(editor.finish()) == {"house.yaml": ["unknown-color"]}
    asked = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 50}}
    actions = editor.ask(
        "textDocument/codeAction",
        textDocument={"uri": house.as_uri()},
        range=asked,
        context={"diagnostics": []},
    )
    titles = [one["title"] for one in actions]
    assert titles.count("explain `unknown-color`") == 1


def test_a_shared_file_that_changes_on_the_disk_is_looked_at(series: Path, tmp_path: Path) -> None:
    editor = Editor(series, tmp_path / "other-cache")
    house = series / "house.yaml"
    for name in GAMES:
        editor.open(series / name / "layouts.yaml")
    assert editor.settle() == {}
    house.write_text(HOUSE.replace("9pt", "90pt").replace("ink", "inck"), "utf-8")
    editor.tell("workspace/didChangeWatchedFiles", changes=[{"uri": house.as_uri(), "type": 2}])
    assert [one["code"] for one in editor.wait_for(house, "unknown-color")] == ["unknown-color"]
    editor.close()


def test_a_shared_file_is_described_and_its_names_are_found(editor: Editor, series: Path) -> None:
    house = series / "house.yaml"
    hover = editor.ask("textDocument/hover", **editor.place(house, "fo"))
    assert hover is not None
    found = editor.ask(
        "textDocument/definition", **editor.place(series / "bays/layouts.yaml", "style: bo")
    )
    assert [one["uri"] for one in found] == [house.as_uri()]
    colors = editor.ask("textDocument/definition", **editor.place(house, "color: in"))
    assert [one["uri"] for one in colors] == [
        (series / name / "game.yaml").as_uri() for name in GAMES
    ]


@pytest.mark.parametrize(
    ("file", "before"), [("house.yaml", "bo"), ("bays/layouts.yaml", "style: bo")]
)
def test_a_name_in_a_shared_file_is_found_in_every_game(
    editor: Editor, series: Path, file: str, before: str
) -> None:
    found = editor.ask(
        "textDocument/references",
        **editor.place(series / file, before),
        context={"includeDeclaration": True},
    )
    files = sorted(Path(one["uri"]).relative_to(series.as_uri()).as_posix() for one in found)
    assert files == ["bays/layouts.yaml", "dunes/layouts.yaml", "house.yaml"]


def test_what_is_typed_while_a_game_turns_out_to_include_the_file_counts(
    series: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the first look has ended nobody knows that the game includes it."""
    monkeypatch.setattr("cardgen.lsp.server.PAUSE", 0.0)
    _, session = make_server()
    house, layouts = series / "house.yaml", series / "bays/layouts.yaml"
    told: list[list[str]] = []
    session.documents.put(house.as_uri(), HOUSE, 1)
    live = session.documents.put(layouts.as_uri(), LAYOUTS, 1)
    assert live is not None

    def look(buffers: Buffers) -> LookResult:
        if not live.shared:
            faulty = HOUSE.replace("color: ink", "color: inck")
            session.documents.put(house.as_uri(), faulty, 2)
        return LiveGame.look(live, buffers)

    async def open_game() -> None:
        session._follow(live)
        while session._tasks:
            await asyncio.gather(*session._tasks)

    monkeypatch.setattr(live, "look", look)
    monkeypatch.setattr(session.progress, "show", lambda _: nullcontext())
    monkeypatch.setattr(
        session, "_tell", lambda _, findings: told.append([one.code for one in findings])
    )
    asyncio.run(open_game())
    assert told == [["unknown-color"]]


def test_a_name_that_other_games_may_have_stays(editor: Editor, series: Path) -> None:
    place = editor.place(series / "bays/layouts.yaml", "style: bo")
    assert editor.ask("textDocument/rename", **place, newName="text") is None
    assert "`../house.yaml`" in editor.shown[-1]
    own = editor.place(series / "bays/layouts.yaml", "fro")
    changed = editor.ask("textDocument/rename", **own, newName="face")["changes"]
    assert {Path(uri).name for uri in changed} == {"game.yaml", "layouts.yaml"}
