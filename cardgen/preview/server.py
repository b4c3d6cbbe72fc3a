"""The preview's web server: which address shows what.

In      requests that passed the guard.
Out     the page and its files, data, pictures, events. Nothing can be changed.
Not here  what is shown (`preview.game_state`), who may ask (`preview.access_guard`).
"""

from __future__ import annotations

import asyncio
import json
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
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from cardgen import __version__
from cardgen.core.sizes import millimetres
from cardgen.files.game_files import shipped_folder
from cardgen.preview.access_guard import Guard
from cardgen.preview.face_images import LOOKS, PRINT_DPI
from cardgen.preview.live_updates import Event, Live
from cardgen.targets.contract import OptionError
from cardgen.targets.shared.papers import Paper, papers

EDITOR = "vscode://file/{path}:{line}:{column}"
MOST_WIDE = 4096
_KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
_FONTS = {"title": "fonts/EBGaramond-Medium.ttf"}
_FOREVER = {"cache-control": "private, max-age=31536000, immutable"}
_NOW = {"cache-control": "no-store"}


class Settings(Struct, frozen=True):
    """What is fixed for a run."""

    token: str
    port: int
    editor: str = EDITOR


def make_app(live: Live, settings: Settings) -> Starlette:
    """The application."""
    shows = Shows(live, settings)

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
        Route("/events", shows.events),
        Route("/face/{key}.png", shows.face),
        Route("/source.json", shows.source),
        Route("/sheets.json", shows.sheets),
        Route("/sheet/{number:int}/{side}.png", shows.sheet),
        Route("/prints.json", shows.prints),
        Route("/print/{number:int}/{side}.png", shows.printed),
        Route("/print/{number:int}/{side}.json", shows.same),
    ]
    guard = Middleware(cast(Any, Guard), token=settings.token, port=settings.port)
    return Starlette(routes=routes, middleware=[guard], lifespan=lifespan)


@cache
def static_files() -> dict[str, bytes]:
    """The page's own files by name; there are no others."""
    folder = resources.files("cardgen.preview").joinpath("static")
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


class Shows:
    """A method an address."""

    def __init__(self, live: Live, settings: Settings) -> None:
        self.live = live
        self.board = live.board
        self.settings = settings
        self.drawing = ThreadPoolExecutor(1, "drawing")

    async def page(self, _request: Request) -> Response:
        return _file("index.html")

    async def static(self, request: Request) -> Response:
        return _file(request.path_params["name"])

    async def font(self, request: Request) -> Response:
        name = _FONTS.get(request.path_params["name"])
        if name is None:
            return _missing()
        data = await asyncio.to_thread((shipped_folder() / name).read_bytes)
        return Response(data, media_type="font/ttf", headers=_FOREVER)

    async def state(self, _request: Request) -> Response:
        await self.live.ready.wait()
        config = {
            "editor": self.settings.editor,
            "folder": self.board.game.folder.as_posix(),
            "looks": list(LOOKS),
            "dpi": PRINT_DPI,
            "papers": [_paper(one) for one in papers().values()],
            "version": __version__,
        }
        return _json(self.board.data | {"config": config, "run": self.board.run})

    async def events(self, _request: Request) -> Response:
        stream = (_written(event) async for event in self.live.events())
        headers = _NOW | {"x-accel-buffering": "no"}
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def face(self, request: Request) -> Response:
        look, width = request.query_params.get("look", ""), _number(request, "w", 400)
        if look not in LOOKS or not 8 <= width <= MOST_WIDE:
            return _missing()
        key = request.path_params["key"]
        return await self._png(lambda: self.board.darkroom.png(key, width, look), _FOREVER)

    async def source(self, request: Request) -> Response:
        file, line = request.query_params.get("file", ""), _number(request, "line", 1)
        found = await asyncio.to_thread(self.board.source, file, max(1, line))
        return _missing() if found is None else _json(found)

    async def sheets(self, request: Request) -> Response:
        await self.live.ready.wait()
        try:
            drawing = asyncio.get_running_loop().run_in_executor
            return _json(await drawing(self.drawing, self.board.sheets, _options(request)))
        except OptionError as error:
            return _json({"fault": str(error), "hint": error.hint, "sheets": []})

    async def sheet(self, request: Request) -> Response:
        number, side = request.path_params["number"], request.path_params["side"]
        width = _number(request, "w", 800)
        if side not in ("front", "back") or not 8 <= width <= MOST_WIDE:
            return _missing()
        pairs = _options(request)
        return await self._png(lambda: self.board.sheet(pairs, (number, side), width), _NOW)

    async def prints(self, _request: Request) -> Response:
        await asyncio.to_thread(self.board.look_for_prints)
        return _json(self.board.printed())

    async def printed(self, request: Request) -> Response:
        number, card, side = self._print(request)
        look = request.query_params.get("look", "")
        return await self._png(lambda: self.board.printed_png(number, card, side, look), _NOW)

    async def same(self, request: Request) -> Response:
        key = request.query_params.get("face", "")
        same = await asyncio.to_thread(self.board.same_as_printed, *self._print(request), key)
        return _json({"same": same})

    async def _png(self, make: Callable[[], bytes | None], headers: dict[str, str]) -> Response:
        """A picture, made in the one thread that draws: others stay free to read the game."""
        try:
            data = await asyncio.get_running_loop().run_in_executor(self.drawing, make)
        except OptionError:
            data = None
        if data is None:
            return _missing()
        return Response(data, media_type="image/png", headers=headers)

    @staticmethod
    def _print(request: Request) -> tuple[int, str, str]:
        given = request.path_params
        return given["number"], request.query_params.get("card", ""), given["side"]


_SHEET_OPTIONS = ("paper", "duplex", "ink")


def _options(request: Request) -> dict[str, str]:
    given = request.query_params
    return {name: given[name] for name in _SHEET_OPTIONS if given.get(name)}


def _paper(paper: Paper) -> dict[str, str]:
    """A paper to choose, and its size as one would type it."""
    sides = (f"{millimetres(side):g}" for side in (paper.extent.width, paper.extent.height))
    return {"key": paper.key, "label": paper.label, "size": f"{'x'.join(sides)}mm"}


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else default


def _written(event: Event | None) -> str:
    """An event as it travels; a comment keeps the line open."""
    if event is None:
        return ": quiet\n\n"
    name, data = event
    return f"retry: 700\nevent: {name}\ndata: {_dumped(data)}\n\n"


def _dumped(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _json(data: Any) -> Response:
    return Response(_dumped(data), media_type="application/json", headers=_NOW)


def _file(name: str) -> Response:
    data = static_files().get(name)
    kind = _KINDS.get(name.rpartition(".")[2])
    if data is None or kind is None:
        return _missing()
    return Response(data, media_type=kind, headers={"cache-control": "no-cache"})


def _missing() -> Response:
    return JSONResponse({"fault": "there is no such thing here"}, 404)
