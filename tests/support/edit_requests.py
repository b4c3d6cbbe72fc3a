"""Requests to the application of a preview that may write, without a server."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from cardgen.files.disk_game import DiskGame
from cardgen.preview.game_state import GameState
from cardgen.preview.live_updates import LiveUpdates
from cardgen.preview.server import ServerSettings, make_app

TOKEN, PORT = "t" * 43, 8765
BASE = f"http://127.0.0.1:{PORT}"
HEADERS = {"cookie": f"cardgen-{PORT}={TOKEN}", "x-cardgen-token": TOKEN}


def ask(
    game: Path,
    method: str,
    address: str,
    body: object = None,
    *,
    edits: bool = True,
    headers: dict[str, str] | None = None,
) -> httpx.Response:
    state = GameState(DiskGame(game))
    state.refresh()

    async def judge(_pixels: bool) -> None:
        return None

    live = LiveUpdates(state, judge)
    live.ready.set()
    app = make_app(live, ServerSettings(TOKEN, PORT, edits=edits))

    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
            sent = HEADERS if headers is None else headers
            if isinstance(body, bytes):
                return await client.request(method, address, content=body, headers=sent)
            return await client.request(method, address, json=body, headers=sent)

    with ThreadPoolExecutor(1) as apart:  # a browser that is open has the loop of this thread
        return apart.submit(asyncio.run, send()).result()
