"""The routes of the page that shows editions side by side.

In      requests that passed the access guard.
Out     the page's data and its pictures; these routes are read-only.
Not here  what editions make of the cards (`preview.edition_views`).
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.files.disk_game import DiskGame
from cardgen.preview.edition_views import EditionViews
from cardgen.preview.live_updates import LiveUpdates

_LEAST_WIDTH, _MOST_WIDTH = 8, 2048
_NO_STORE = {"cache-control": "no-store"}


class EditionRoutes:
    """The handlers, one method per route."""

    def __init__(self, live: LiveUpdates, drawing: Executor) -> None:
        self.live = live
        self.drawing = drawing
        """The one thread that draws."""
        self.views = EditionViews(DiskGame(live.game_state.game.folder))

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/editions.json", self.editions),
            Route("/edition-face/{key}.png", self.face),
        ]

    async def editions(self, _request: Request) -> Response:
        await self.live.ready.wait()
        revision = self.live.game_state.session.state.revision
        found = await asyncio.to_thread(self.views.describe, revision)
        self._watch_shared()
        return JSONResponse(found, headers=_NO_STORE)

    def _watch_shared(self) -> None:
        """Have what the editions include from beside the game watched as what it includes is."""
        inputs = self.live.game_state.game.inputs
        for file, state in self.views.list_shared().items():
            inputs.note_state(file, state)

    async def face(self, request: Request) -> Response:
        key, asked = request.path_params["key"], request.query_params
        edition, typed = asked.get("edition", ""), asked.get("w", "400")
        width = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0
        data = None
        if _LEAST_WIDTH <= width <= _MOST_WIDTH:
            drawn = asyncio.get_running_loop().run_in_executor
            data = await drawn(self.drawing, self.views.png, edition, key, width)
        if data is None:
            return JSONResponse({"fault": "there is no such thing here"}, 404, _NO_STORE)
        return Response(data, media_type="image/png", headers=_NO_STORE)
