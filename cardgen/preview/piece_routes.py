"""Routes of boxes, booklets, and files to save.

In      requests that passed the access guard.
Out     pages of pieces, and PDFs of pieces and sheets.
Not here  drawing pieces (`preview.piece_pages`), sheets on the screen (`preview.server`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.pipeline.checked_game import Checked
from cardgen.preview.live_updates import LiveUpdates
from cardgen.preview.piece_pages import PiecePages
from cardgen.preview.responses import (
    NO_STORE,
    drawn_response,
    json_response,
    not_found,
    read_number,
    read_sheet_options,
)

_MAX_WIDTH = 4096


class PieceRoutes:
    """The handlers, one method per route."""

    def __init__(self, live: LiveUpdates, drawing: Executor) -> None:
        self._live, self._drawing = live, drawing
        self._pieces = PiecePages()

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/piece/{number:place}.json", self.pages),
            Route("/piece/{number:place}.pdf", self.pdf),
            Route("/piece/{number:place}/{page:place}.png", self.page),
            Route("/sheets.pdf", self.sheets_pdf),
        ]

    async def pages(self, request: Request) -> Response:
        await self._live.ready.wait()
        number = request.path_params["number"]
        drawing = asyncio.get_running_loop().run_in_executor
        checked, revision = self._shown()
        if checked is None:
            return not_found()
        found = await drawing(self._drawing, self._pieces.describe, checked, revision, number)
        return not_found() if found is None else json_response(found)

    async def page(self, request: Request) -> Response:
        place = request.path_params["number"], request.path_params["page"]
        width = read_number(request, "w", 800)
        checked, revision = self._shown()
        if checked is None or not 8 <= width <= _MAX_WIDTH:
            return not_found()
        return await drawn_response(
            self._drawing,
            lambda: self._pieces.png(checked, revision, place, width),
            "image/png",
            NO_STORE,
        )

    async def pdf(self, request: Request) -> Response:
        number = request.path_params["number"]
        checked, revision = self._shown()
        if checked is None:
            return not_found()
        return await self._save(lambda: self._pieces.pdf(checked, revision, number))

    async def sheets_pdf(self, request: Request) -> Response:
        """The sheets that are on show, as the target writes them."""
        pairs = read_sheet_options(request)
        file = request.query_params.get("file", "")
        return await self._save(lambda: self._live.game_state.sheets_pdf(pairs, file))

    def _shown(self) -> tuple[Checked | None, int]:
        state = self._live.game_state.session.state
        return state.shown, state.revision

    async def _save(self, make: Callable[[], bytes | None]) -> Response:
        headers = NO_STORE | {"content-disposition": "attachment"}
        return await drawn_response(self._drawing, make, "application/pdf", headers)
