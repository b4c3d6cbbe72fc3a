"""The games of a project on one live page: what each holds, and what is found in it.

In      the games, each with its live state and address.
Out     an application: the page, its data and events, covers, the way to each game's own page.
Not here  the pages of games (`preview.server`), which games there are (`preview.shelf_games`).

Every game has a port, a token and an application of its own, guarded as it is when it is shown
alone; the shelf has its own too, and sends the browser on to them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any, cast

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from cardgen.preview.access_guard import AccessGuard
from cardgen.preview.live_updates import Event
from cardgen.preview.page_state import Data
from cardgen.preview.responses import (
    NO_STORE,
    drawn_response,
    dump_json,
    json_response,
    not_found,
    read_number,
)
from cardgen.preview.server import (
    MAX_WIDTH,
    STILL_THERE,
    ServerSettings,
    file_response,
    font_response,
)
from cardgen.preview.shelf_games import ShelfGames, ShelvedGame

_COVERS = 3
_QUIET_SECONDS = 5.0


def make_shelf_app(games: ShelfGames, settings: ServerSettings) -> Starlette:
    """Return the application of the shelf, which also serves its games."""
    shows = ShelfRoutes(games)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with games.running():
            yield
        shows.drawing.shutdown(wait=False, cancel_futures=True)

    routes = [
        Route("/", shows.page),
        Route("/static/{name}", shows.static),
        Route("/font/{name}.ttf", shows.font),
        Route("/games.json", shows.games_data),
        Route("/events", shows.events),
        Route("/open/{number:place}", shows.open),
        Route("/cover/{number:place}/{key}.png", shows.cover),
    ]
    guard = Middleware(cast(Any, AccessGuard), token=settings.token, port=settings.port)
    return Starlette(routes=routes, middleware=[guard], lifespan=lifespan)


def describe_shelved(game: ShelvedGame) -> Data:
    """Describe one game: its title, how many cards it has, its findings, a few faces."""
    data = game.live.game_state.data
    return {
        "number": game.number,
        "name": game.name,
        "title": data["game"] or game.name,
        "read": game.live.ready.is_set(),
        "decks": [{"name": deck["name"], "total": deck["total"]} for deck in data["decks"]],
        "errors": data["errors"],
        "warnings": data["warnings"],
        "judged": data["judged"],
        "kept": data["kept"],
        "fault": data["fault"],
        "note": game.note,
        "covers": list(islice(_list_covers(data), _COVERS)),
    }


def _list_covers(data: Data) -> list[Data]:
    """Return the first face of each deck, with its size in points and the place of its cut."""
    return [
        {"face": data["cards"][deck["cards"][0]]["front"], **_read_size(data, deck["size"])}
        for deck in data["decks"]
        if deck["cards"]
    ]


def _read_size(data: Data, name: str) -> Data:
    size = data["sizes"][name]
    return {"page": size["page"], "trim": size["trim"]}


class ShelfRoutes:
    """The handlers, one method per route."""

    def __init__(self, games: ShelfGames) -> None:
        self.games = games
        self.drawing = ThreadPoolExecutor(1, "drawing")

    async def page(self, _request: Request) -> Response:
        return file_response("shelf.html")

    async def static(self, request: Request) -> Response:
        return file_response(request.path_params["name"])

    async def font(self, request: Request) -> Response:
        return await font_response(request.path_params["name"])

    async def games_data(self, _request: Request) -> Response:
        return json_response(self._describe())

    def _describe(self) -> list[Data]:
        return [describe_shelved(game) for game in self.games]

    async def open(self, request: Request) -> Response:
        """Send the browser on to a game's own page, with the key that opens it."""
        game = self.games.find(request.path_params["number"])
        if game is None:
            return not_found()
        address = f"http://{request.url.hostname}:{game.port}/?token={game.token}"
        return RedirectResponse(address, 303, headers=NO_STORE)

    async def cover(self, request: Request) -> Response:
        game = self.games.find(request.path_params["number"])
        width = read_number(request, "w", 200)
        if game is None or not 8 <= width <= MAX_WIDTH:
            return not_found()
        images = game.live.game_state.images
        key = request.path_params["key"]
        return await drawn_response(
            self.drawing, lambda: images.png(key, width, ""), "image/png", NO_STORE
        )

    async def events(self, _request: Request) -> Response:
        headers = NO_STORE | {"x-accel-buffering": "no"}
        return StreamingResponse(self._tell(), media_type="text/event-stream", headers=headers)

    async def _tell(self) -> AsyncIterator[str]:
        """Tell of all games whenever anything is told of one, or one comes or goes."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self.games.watchers.add(queue)
        try:
            yield f"retry: 700\nevent: games\ndata: {dump_json(self._describe())}\n\n"
            while not self.games.stopping:
                yield await self._wait(queue)
        finally:
            self.games.watchers.discard(queue)

    async def _wait(self, queue: asyncio.Queue[Event | None]) -> str:
        """Return the next event; after a while without one, that the server is there."""
        try:
            await asyncio.wait_for(queue.get(), _QUIET_SECONDS)
        except TimeoutError:
            return STILL_THERE
        while not queue.empty():
            queue.get_nowait()
        return f"event: games\ndata: {dump_json(self._describe())}\n\n"
