"""The server, driven by pytest-lsp with what Visual Studio Code, Neovim, Emacs and Helix can do.

pytest-lsp holds each message against the specification and against what the editor said that it
can do; a deviation is a warning, and so fails the test.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.support.commands import run_cardgen
from tests.support.patience import SECONDS

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(file.parent.name for file in (ROOT / "card_data").glob("*/game.yaml"))
BEASTS = "- {name: 🦊 Fox, copies: 2}\n- {name: Hen}\n"
FILES = {
    "game.yaml": """\
game: Typed
palette: {sand: "#eeddaa", ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {beasts: {cards: beasts.yaml, size: mini, front: front}}
""",
    "layouts.yaml": """\
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe: [{text: "{{ name }}", font: text, size: 9pt, color: ink}]
""",
    "beasts.yaml": BEASTS,
    "composition.yaml": "beasts: {total: 3}\n",
}
HELIX = {"general": {"positionEncodings": ["utf-8", "utf-32", "utf-16"]}}
EDITORS = [
    "visual-studio-code",
    pytest.param("neovim@v0.11", marks=pytest.mark.slow),
    pytest.param("neovim@v0.10", marks=pytest.mark.slow),
    pytest.param("emacs", marks=pytest.mark.slow),
    "helix",
]
Told = tuple[str, str, int]
"""The file, code and line of a finding."""
FOUND = types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS


def abilities_of(editor: str) -> types.ClientCapabilities:
    if editor == "helix":
        return get_converter().structure(HELIX, types.ClientCapabilities)
    found = client_capabilities(editor)
    assert isinstance(found, types.ClientCapabilities)
    return found


@asynccontextmanager
async def serve(editor: str, folder: Path, cache: Path) -> AsyncIterator[LanguageClient]:
    """A session of an editor in a folder."""
    environment = {**os.environ, "CARDGEN_CACHE": str(cache)}
    command = [sys.executable, "-m", "cardgen", "lsp"]
    client = await ClientServerConfig(server_command=command, server_env=environment).start()
    assert isinstance(client, LanguageClient)
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda _: None)
    folders = [types.WorkspaceFolder(folder.as_uri(), folder.name)]
    await client.initialize_session(
        types.InitializeParams(abilities_of(editor), workspace_folders=folders)
    )
    try:
        yield client
    finally:
        await client.shutdown_session()
        await client.stop()  # type: ignore[no-untyped-call]


def put_game(folder: Path) -> Path:
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def open_file(client: LanguageClient, file: Path) -> None:
    text = file.read_bytes().decode("utf-8")
    item = types.TextDocumentItem(file.as_uri(), "yaml", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))


async def wait_for(client: LanguageClient, file: Path, code: str) -> types.Diagnostic:
    """The first finding with a code in a file, once there is one."""
    async with asyncio.timeout(SECONDS):
        while True:
            for one in client.diagnostics.get(file.as_uri(), ()):
                if one.code == code:
                    return one
            await client.wait_for_notification(FOUND)


@pytest.mark.parametrize("editor", EDITORS)
def test_every_editor_is_told_of_places_in_its_own_columns(editor: str, tmp_path: Path) -> None:
    """Signs of two UTF-16 units stand before the place that is typed, and the one that is told."""
    game = put_game(tmp_path / "typed")
    file = game / "beasts.yaml"
    line = BEASTS.split("\n")[0]

    async def session() -> None:
        async with serve(editor, game, tmp_path / "cache") as client:
            open_file(client, file)
            start = len(line[: line.index("2}")].encode("utf-16-le")) // 2
            places = types.Range(types.Position(0, start), types.Position(0, start + 1))
            client.text_document_did_change(
                types.DidChangeTextDocumentParams(
                    types.VersionedTextDocumentIdentifier(2, file.as_uri()),
                    [types.TextDocumentContentChangePartial(places, "x")],
                )
            )
            found = await wait_for(client, file, "bad-copies")
            assert found.range == places
            place = types.TextDocumentIdentifier(file.as_uri())
            asked = types.CompletionParams(place, types.Position(0, start - len("copies: ")))
            answer = await client.text_document_completion_async(asked)
            assert isinstance(answer, types.CompletionList)
            offered = {item.label for item in answer.items}
            assert {"id", "copies"} <= offered - {"name"}
            hover = types.HoverParams(place, types.Position(0, 10))
            assert await client.text_document_hover_async(hover) is not None
            symbols = types.DocumentSymbolParams(place)
            assert await client.text_document_document_symbol_async(symbols)

    asyncio.run(session())


@pytest.mark.slow
def test_findings_in_the_games_are_those_of_check(tmp_path: Path) -> None:
    """One session has all five games open, each with a count that is off."""
    shutil.copytree(ROOT / "card_data", tmp_path / "card_data")
    for name in ("fonts", "textures"):
        (tmp_path / name).symlink_to(ROOT / name)
    changes = {game: change_total(tmp_path / "card_data" / game) for game in GAMES}

    async def session() -> dict[str, set[Told]]:
        async with serve("neovim@v0.11", tmp_path, tmp_path / "cache") as client:
            for file in changes.values():
                open_file(client, file)
            await wait_for_ends(client, len(GAMES))
            return {game: list_told(client, tmp_path / "card_data" / game) for game in GAMES}

    told = asyncio.run(session())
    for game in GAMES:
        command = ("check", tmp_path / "card_data" / game, "--all", "--format", "json")
        run = run_cardgen(*command, env={**os.environ, "CARDGEN_CACHE": str(tmp_path / "cache")})
        found = {
            (Path(one["file"]).name, one["code"], one["line"]) for one in json.loads(run.stdout)
        }
        assert found == told[game], game
        assert any(code == "composition-total" for _, code, _ in found)


async def wait_for_ends(client: LanguageClient, count: int) -> None:
    """Wait until the server said so often that it has looked at a game, editions included."""
    async with asyncio.timeout(2 * SECONDS):
        while True:
            reports = client.progress_reports.values()
            if sum(one.kind == "end" for shown in reports for one in shown) >= count:
                return
            await asyncio.sleep(0.05)


def change_total(game: Path) -> Path:
    """Ask for more cards than there are; gives the file of the composition."""
    file = game / "composition.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("total: ", "total: 1", 1), "utf-8")
    return file


def list_told(client: LanguageClient, game: Path) -> set[Told]:
    return {
        (Path(uri).name, str(one.code), one.range.start.line + 1)
        for uri, found in client.diagnostics.items()
        if uri.startswith(game.as_uri())
        for one in found
    }
