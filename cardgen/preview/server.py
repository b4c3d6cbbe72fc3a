"""The preview's web server: routes and responses.

In      requests that passed the access guard.
Out     the page and its files, data, pictures, events; these routes are read-only.
Not here  the data (`preview.game_state`), access control (`preview.access_guard`), what the page
        may write with `--edit` (`preview.edit_routes`).
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from importlib import resources
from typing import Any, cast

from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from cardgen.core.sizes import millimeters
from cardgen.files.disk_game import shipped_folder
from cardgen.preview.access_guard import AccessGuard
from cardgen.preview.edit_routes import EditRoutes
from cardgen.preview.edition_routes import EditionRoutes
from cardgen.preview.element_routes import ElementRoutes
from cardgen.preview.face_images import LOOKS, PRINT_DPI
from cardgen.preview.last_print import SIDES
from cardgen.preview.live_updates import Event, LiveUpdates
from cardgen.preview.piece_routes import PieceRoutes
from cardgen.preview.responses import (
    NO_STORE,
    drawn_response,
    dump_json,
    json_response,
    not_found,
    read_number,
    read_sheet_options,
    refuse_for_memory,
)
from cardgen.preview.state_pages import card_page, first_page
from cardgen.targets.contract import OptionError
from cardgen.targets.shared.page_modules import play_folder
from cardgen.targets.shared.papers import Paper, list_home_papers
from cardgen.version import __version__

STILL_THERE = "event: still\ndata: {}\n\n"
"""An event that says nothing else: a page hears no comments."""
EDITOR = "vscode://file/{path}:{line}:{column}"
MAX_WIDTH = 4096
_KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
_FONTS = {"title": "fonts/EBGaramond-Medium.ttf"}
_IMMUTABLE = {"cache-control": "private, max-age=31536000, immutable"}


class ServerSettings(Struct, frozen=True):
    """Settings of one run."""

    token: str
    port: int
    editor: str = EDITOR
    edits: bool = False
    """Whether the page may write the game's files."""
    shelf: int = 0
    """Port of the page of all games of the project; 0 for none."""


def make_app(live: LiveUpdates, settings: ServerSettings) -> Starlette:
    """Return the ASGI application."""
    shows = PreviewRoutes(live, settings)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with live.running():
            yield
        shows.drawing.shutdown(wait=False, cancel_futures=True)

    routes = [
        Route("/", shows.page),
        Route("/static/{name}", shows.static),
        Route("/font/{name}.ttf", shows.font),
        Route("/state.json", shows.state),
        Route("/cards/{number:place}.json", shows.cards),
        Route("/events", shows.events),
        Route("/face/{key}.png", shows.face),
        Route("/source.json", shows.source),
        Route("/sheets.json", shows.sheets),
        Route("/sheet/{number:place}/{side}.png", shows.sheet),
        Route("/versions.json", shows.versions),
        Route("/version/{side}.png", shows.version),
        Route("/prints.json", shows.prints),
        Route("/print/{number:place}/{side}.png", shows.printed),
        Route("/print/{number:place}/{side}.json", shows.same),
        Route("/editions", shows.editions),
        *EditionRoutes(live, shows.drawing).routes,
    ]
    routes += PieceRoutes(live, shows.drawing).routes
    edits = EditRoutes(live) if settings.edits else None
    routes += edits.routes if edits else []
    routes += ElementRoutes(live.game_state, edits).routes
    guard = Middleware(
        cast(Any, AccessGuard), token=settings.token, port=settings.port, edits=settings.edits
    )
    return Starlette(
        routes=routes,
        middleware=[guard],
        lifespan=lifespan,
        exception_handlers={MemoryError: refuse_for_memory},
    )


@cache
def static_files() -> dict[str, bytes]:
    """Return the page's own files by name."""
    folders = resources.files("cardgen.preview").joinpath("static"), play_folder()
    files = (file for folder in folders for file in folder.iterdir() if file.is_file())
    return {file.name: file.read_bytes() for file in files}


class PreviewRoutes:
    """The handlers, one method per route."""

    def __init__(self, live: LiveUpdates, settings: ServerSettings) -> None:
        self.live = live
        self.game_state = live.game_state
        self.settings = settings
        self.drawing = ThreadPoolExecutor(1, "drawing")

    async def page(self, _request: Request) -> Response:
        return file_response("index.html")

    async def editions(self, _request: Request) -> Response:
        return file_response("editions.html")

    async def static(self, request: Request) -> Response:
        return file_response(request.path_params["name"])

    async def font(self, request: Request) -> Response:
        return await font_response(request.path_params["name"])

    async def state(self, request: Request) -> Response:
        await self.live.ready.wait()
        config = {
            "editor": self.settings.editor,
            "folder": self.game_state.game.folder.as_posix(),
            "looks": list(LOOKS),
            "dpi": PRINT_DPI,
            "papers": [_describe_paper(one) for one in list_home_papers().values()],
            "version": __version__,
            "against": self.game_state.other_version,
            "edit": self.settings.token if self.settings.edits else "",
            "shelf": self.settings.shelf,
        }
        data = first_page(self.game_state.data) | {"config": config, "run": self.game_state.run}
        tag = f'W/"{data["run"]}-{data["told"]}"'
        return await asyncio.to_thread(_state_response, request, data, tag)

    async def cards(self, request: Request) -> Response:
        await self.live.ready.wait()
        start = request.path_params["number"]
        data = await asyncio.to_thread(card_page, self.game_state.data, start)
        tag = f'W/"{self.game_state.run}-{data["revision"]}-{start}"'
        return await asyncio.to_thread(_state_response, request, data, tag)

    async def events(self, _request: Request) -> Response:
        stream = (_format_event(event) async for event in self.live.events())
        headers = NO_STORE | {"x-accel-buffering": "no"}
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def face(self, request: Request) -> Response:
        look, width = request.query_params.get("look", ""), read_number(request, "w", 400)
        if look not in LOOKS or not 8 <= width <= MAX_WIDTH:
            return not_found()
        key = request.path_params["key"]
        return await self._png_response(
            lambda: self.game_state.images.png(key, width, look), _IMMUTABLE
        )

    async def source(self, request: Request) -> Response:
        file, line = request.query_params.get("file", ""), read_number(request, "line", 1)
        found = await asyncio.to_thread(self.game_state.source, file, max(1, line))
        return not_found() if found is None else json_response(found)

    async def sheets(self, request: Request) -> Response:
        await self.live.ready.wait()
        try:
            drawing = asyncio.get_running_loop().run_in_executor
            return json_response(
                await drawing(self.drawing, self.game_state.sheets, read_sheet_options(request))
            )
        except OptionError as error:
            return json_response({"fault": str(error), "hint": error.hint, "sheets": []})

    async def sheet(self, request: Request) -> Response:
        number, side = request.path_params["number"], request.path_params["side"]
        width = read_number(request, "w", 800)
        if side not in ("front", "back") or not 8 <= width <= MAX_WIDTH:
            return not_found()
        pairs = read_sheet_options(request)
        return await self._png_response(
            lambda: self.game_state.sheet(pairs, (number, side), width), NO_STORE
        )

    async def versions(self, _request: Request) -> Response:
        await self.live.ready.wait()
        drawing = asyncio.get_running_loop().run_in_executor
        found = await drawing(self.drawing, self.game_state.compare_versions)
        return not_found() if found is None else json_response(found)

    async def version(self, request: Request) -> Response:
        card, side = request.query_params.get("card", ""), request.path_params["side"]
        if side not in SIDES:
            return not_found()
        look = request.query_params.get("look", "")
        return await self._png_response(
            lambda: self.game_state.render_other_version(card, side, look), NO_STORE
        )

    async def prints(self, _request: Request) -> Response:
        await asyncio.to_thread(self.game_state.search_prints)
        return json_response(self.game_state.printed())

    async def printed(self, request: Request) -> Response:
        number, card, side = self._read_print(request)
        look = request.query_params.get("look", "")
        return await self._png_response(
            lambda: self.game_state.render_printed(number, card, side, look), NO_STORE
        )

    async def same(self, request: Request) -> Response:
        key = request.query_params.get("face", "")
        told = await asyncio.to_thread(
            self.game_state.compare_with_printed, *self._read_print(request), key
        )
        return json_response(told)

    async def _png_response(
        self, make: Callable[[], bytes | None], headers: dict[str, str]
    ) -> Response:
        """Render a picture in the drawing thread, which leaves other threads free."""
        return await drawn_response(self.drawing, make, "image/png", headers)

    @staticmethod
    def _read_print(request: Request) -> tuple[int, str, str]:
        given = request.path_params
        return given["number"], request.query_params.get("card", ""), given["side"]


def _describe_paper(paper: Paper) -> dict[str, str]:
    """Describe a paper: key, label, and its size in the form of the option."""
    sides = (f"{millimeters(side):g}" for side in (paper.extent.width, paper.extent.height))
    return {"key": paper.key, "label": paper.label, "size": f"{'x'.join(sides)}mm"}


def _format_event(event: Event | None) -> str:
    """Format a server-sent event; one without news says that the server still answers."""
    if event is None:
        return STILL_THERE
    name, data = event
    return f"retry: 700\nevent: {name}\ndata: {dump_json(data)}\n\n"


def _state_response(request: Request, data: Any, tag: str) -> Response:
    """Return data compressed where the browser takes that, or 304 where it has it."""
    headers = {"cache-control": "private, no-cache", "etag": tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    body = dump_json(data).encode()
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 4, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, media_type="application/json", headers=headers)


async def font_response(name: str) -> Response:
    """Return one of the fonts that the page takes from cardgen's own."""
    if name not in _FONTS:
        return not_found()
    data = await asyncio.to_thread((shipped_folder() / _FONTS[name]).read_bytes)
    return Response(data, media_type="font/ttf", headers=_IMMUTABLE)


def file_response(name: str) -> Response:
    """Return one of the page's own files."""
    data = static_files().get(name)
    kind = _KINDS.get(name.rpartition(".")[2])
    if data is None or kind is None:
        return not_found()
    return Response(data, media_type=kind, headers={"cache-control": "no-cache"})
