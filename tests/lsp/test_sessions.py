"""How a session ends, and what one of hours holds on to."""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import threading
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from cardgen.cache.result_store import ResultStore
from cardgen.files.edited_game import EditedGame
from cardgen.layout.face.face_memo import KEPT_RUNS
from cardgen.lsp.live_game import Buffers, LiveGame, LookResult
from cardgen.lsp.protocol import WATCHED
from cardgen.lsp.server import make_server
from tests.support.patience import SECONDS

INITIALIZE = {
    "id": 1,
    "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}
SHUTDOWN = {"id": 2, "method": "shutdown"}
EXIT = {"method": "exit"}
LAYOUTS = """\
layouts:
  front:
    safe: [{text: "{{ name }}", font: text, size: 9pt, color: ink}]
"""
GAME = """\
game: Typed
palette: {ink: "#111111"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {beasts: {cards: beasts.yaml, size: mini, front: front}}
"""


def serve(messages: list[dict[str, Any]]) -> subprocess.CompletedProcess[bytes]:
    """A server that is told messages, all at once."""
    bodies = [json.dumps({"jsonrpc": "2.0", **one}).encode() for one in messages]
    return subprocess.run(
        [sys.executable, "-m", "cardgen", "lsp"],
        input=b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(one), one) for one in bodies),
        capture_output=True,
        check=False,
        timeout=SECONDS,
    )


@pytest.mark.parametrize(
    "file",
    [
        "game.yaml", "cards.yml", "cards.csv", "cards.tab", "cards.jsonl", "cards.xlsm", "rules.md",
        "de.po", "art.avif", "art.svg", "text.woff2", "text.ttc",
    ],
)  # fmt: skip
def test_editors_tell_of_every_kind_of_file_that_a_game_is_made_of(file: str) -> None:
    """Excel saves a workbook: what stands in it now is looked at."""
    ends = WATCHED.removeprefix("**/*.{").removesuffix("}").split(",")
    assert file.rpartition(".")[2] in ends


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([INITIALIZE, SHUTDOWN, EXIT], 0),
        ([INITIALIZE, EXIT], 1),
        ([EXIT], 1),
        ([INITIALIZE], 1),
        ([INITIALIZE, SHUTDOWN], 0),
    ],
)
def test_a_server_that_was_not_shut_down_ends_with_1(
    messages: list[dict[str, Any]], code: int
) -> None:
    run = serve(messages)
    assert (run.returncode, run.stderr) == (code, b"")


HOVER = {
    "id": 3,
    "method": "textDocument/hover",
    "params": {"textDocument": {"uri": "file:///a.yaml"}, "position": {"line": 0, "character": 0}},
}
BROKEN = {**HOVER, "params": {"textDocument": {"uri": "file:///a.yaml"}}}


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([INITIALIZE, SHUTDOWN, HOVER, EXIT], -32600),
        ([HOVER, INITIALIZE, SHUTDOWN, EXIT], -32002),
        ([INITIALIZE, BROKEN, SHUTDOWN, EXIT], -32602),
    ],
    ids=["after the shutdown", "before all", "without a place"],
)
def test_a_request_that_cannot_be_served_is_answered_so(
    messages: list[dict[str, Any]], code: int
) -> None:
    """An editor would wait for ever; nothing is shown to its user."""
    run = serve(messages)
    assert run.stderr == b""
    parts = run.stdout.split(b"\r\n\r\n")[1:]
    answers = [json.loads(part.partition(b"Content-Length")[0]) for part in parts]
    (answer,) = (one for one in answers if one.get("id") == 3)
    assert answer["error"]["code"] == code
    assert not any("method" in one for one in answers)


def test_what_was_answered_is_not_held() -> None:
    """The library keeps each notification that it handled."""
    server, _ = make_server()
    protocol = server.protocol
    message = {"jsonrpc": "2.0", "method": "$/setTrace", "params": {"value": "off"}}
    for _ in range(20):
        protocol.handle_message(protocol.structure_message(dict(message)))
    assert not protocol._request_futures


def test_looks_that_were_overtaken_keep_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine a look may take as long as ten keystrokes: the last of them is looked at
    next, and progress ends."""
    monkeypatch.setattr("cardgen.lsp.server.PAUSE", 0.0)
    _, session = make_server()
    uri = (tmp_path / "game.yaml").as_uri()
    live = session.documents.put(uri, GAME, 1)
    assert live is not None
    begun, may_end, looks = threading.Event(), threading.Event(), list[str]()

    def look(buffers: Buffers) -> LookResult:
        looks.append(next(iter(buffers.values())))
        begun.set()
        assert may_end.wait(SECONDS)
        return LookResult(EditedGame(tmp_path, buffers), None, ())

    async def type_on() -> None:
        for count in range(10):
            session._follow(session.documents.put(uri, f"{GAME}# {count}", count + 2))
            await asyncio.to_thread(begun.wait, SECONDS)
            for _ in range(20):
                await asyncio.sleep(0)  # the look is asked for
        may_end.set()
        await asyncio.gather(*session._tasks)

    monkeypatch.setattr(live, "look", look)
    monkeypatch.setattr(session.progress, "show", lambda _: nullcontext())
    monkeypatch.setattr(session, "_tell", lambda *_: None)
    asyncio.run(type_on())
    assert looks == [f"{GAME}# 0", f"{GAME}# 9"]


def test_a_game_that_is_gone_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server, session = make_server()
    monkeypatch.setattr(server, "text_document_publish_diagnostics", lambda _: None)
    uri = (tmp_path / "game.yaml").as_uri()
    live = session.documents.put(uri, GAME, 1)
    assert live is not None
    session._turns[live] = 1
    session.documents.drop(uri)
    session._forget_lost_games()
    assert live not in session._turns
    assert not session._is_current(live, 1)


def test_what_was_typed_long_ago_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each text that was typed is laid out; what is kept of it ends with the last few."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "layouts.yaml").write_text(LAYOUTS)
    table = tmp_path / "beasts.yaml"
    table.write_text("- {name: Fox}\n- {name: Hen}\n")
    game, held = LiveGame(tmp_path), []
    for count in range(3 * KEPT_RUNS):
        game.look({table: f"- {{name: Fox{'x' * count}}}\n- {{name: Hen}}\n"})
        assert game._phases.laid is not None
        held.append(len(game._phases.laid))
    assert held[-1] == held[2 * KEPT_RUNS]
    assert held[-1] < 2 * KEPT_RUNS


def test_what_is_kept_on_the_disk_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look reads what was kept of all texts ever typed; faces of the last looks know where to
    ask for their scenes, and would hold it so many times."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "layouts.yaml").write_text(LAYOUTS)
    table = tmp_path / "beasts.yaml"
    game = LiveGame(tmp_path)
    for count in range(5):
        game.look({table: f"- {{name: Fox{'x' * count}}}\n- {{name: Hen}}\n"})
    stores = [
        one
        for one in gc.get_objects()
        if isinstance(one, ResultStore) and one._file and one._file.is_relative_to(tmp_path)
    ]
    assert stores
    assert not any(one._known for one in stores)
