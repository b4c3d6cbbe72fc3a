"""The elements of a card: shown to everyone, arranged if the designer asked for `--edit`.

In      requests of the page that passed the access guard.
Out     elements, their options, pictures of what is tried out; changes of layouts.
Not here  what an element is (`preview.element_editor`), the history of changes
          (`preview.edit_routes`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.core.lengths import LengthError
from cardgen.editing.arranging import EdgeMoves
from cardgen.editing.refusal import RefusedError
from cardgen.files.game_files import MAX_ASSET_BYTES
from cardgen.preview.edit_routes import EditRoutes
from cardgen.preview.element_editor import ElementChoice, ElementEditor, open_editor
from cardgen.preview.face_images import LOOKS
from cardgen.preview.game_state import GameState
from cardgen.preview.picture_drop import drop_picture
from cardgen.preview.write_requests import read_body, read_request, refuse, run_work

_NO_STORE = {"cache-control": "no-store"}
_MAX_WIDTH = 4096
_MAX_MOVE = 10_000.0
"""Points: farther than any element is dragged."""


class ElementRoutes:
    """The handlers, one method per route. Elements are looked at one after the other."""

    def __init__(self, state: GameState, edits: EditRoutes | None) -> None:
        self.state = state
        self.edits = edits
        self._editor: ElementEditor | None = None
        self._turn = asyncio.Lock()

    @property
    def routes(self) -> list[Route]:
        shown = [Route("/elements.json", self.elements), Route("/element.json", self.element)]
        if self.edits is None:
            return shown
        return [
            *shown,
            Route("/arranged.json", self.planned),
            Route("/arranged.png", self.arranged),
            Route("/option", self.option, methods=["POST"]),
            Route("/arrange", self.arrange, methods=["POST"]),
            Route("/picture", self.picture, methods=["POST"]),
        ]

    async def elements(self, request: Request) -> Response:
        """The elements of a side of a card."""
        given = request.query_params
        card, side = given.get("card", ""), given.get("side", "front")
        return await self.answer(lambda: self.editor().list_elements(card, side))

    async def element(self, request: Request) -> Response:
        """An element's options, those of its style, and whom they affect."""
        choice = _read_choice(request)
        return await self.answer(lambda: self.editor().describe(choice))

    async def planned(self, request: Request) -> Response:
        """What changes if an element's edges move: `{plan: {key: [old, new]}}`."""
        choice, moves = _read_choice(request), _read_moves(request)
        if moves is None:
            return refuse("edges move by four numbers of points", 400)

        def plan() -> dict[str, Any]:
            editor = self.editor()
            now = {option.key: option.text for option in editor.select(choice).options}
            wanted = editor.plan(choice, moves)
            return {"plan": {key: [now.get(key), new] for key, new in wanted.items()}}

        return await self.answer(plan)

    async def arranged(self, request: Request) -> Response:
        """A picture of the face with the element's edges moved; nothing is written."""
        choice, moves = _read_choice(request), _read_moves(request)
        width, look = _read_width(request), request.query_params.get("look", "")
        if moves is None or not 8 <= width <= _MAX_WIDTH or look not in LOOKS:
            return refuse("there is no such picture", 400)

        def draw() -> bytes:
            editor = self.editor()
            scene = editor.draw(choice, editor.plan(choice, moves))
            return self.state.images.scene_png(scene, width, look)

        async with self._turn:
            try:
                data = await asyncio.to_thread(draw)
            except (RefusedError, LengthError) as error:
                return refuse(str(error), 409)
        return Response(data, media_type="image/png", headers=_NO_STORE)

    async def option(self, request: Request) -> Response:
        """`{card, side, at, place, key, old, new}`: give an option another value."""
        given = await read_request(request)
        choice, old, new = _choose(given), given.get("old"), given.get("new")
        key = given.get("key")
        if not isinstance(new, str) or not (old is None or isinstance(old, str)):
            return refuse("a value is a text", 400)
        return await self.write(lambda editor: editor.change(choice, str(key), old, new))

    async def arrange(self, request: Request) -> Response:
        """`{card, side, at, place, plan}`: write the lengths that `arranged.json` named."""
        given = await read_request(request)
        choice, plan = _choose(given), given.get("plan")
        if not isinstance(plan, dict) or not plan or not all(map(_is_change, plan.values())):
            return refuse("a plan is old and new texts by their keys", 400)
        return await self.write(lambda editor: editor.arrange(choice, plan))

    async def picture(self, request: Request) -> Response:
        """A picture, as the request's body, that is dropped on a side of a card."""
        given = request.query_params
        card, side, name = (given.get(key, "") for key in ("card", "side", "name"))
        data = await read_body(request, MAX_ASSET_BYTES)
        if not data or not name:
            return refuse("a picture has a name, and at most 64 MB", 400)
        return await self.answer(lambda: drop_picture(self.editor(), card, side, (name, data)))

    async def write(self, change: Callable[[ElementEditor], Any]) -> Response:
        edits = self.edits
        assert edits is not None
        async with self._turn:
            return await edits.write(lambda: edits.make(change(self.editor())))

    def editor(self) -> ElementEditor:
        """Return what knows the elements of the game that is shown.

        Raises:
            RefusedError: nothing is shown.
        """
        shown = self.state.session.state.shown
        if shown is None:
            raise RefusedError("there are no cards to show")
        if self._editor is None or self._editor.shown is not shown:
            self._editor = open_editor(shown)
        return self._editor

    async def answer(self, work: Callable[[], dict[str, Any]]) -> Response:
        """Do one thing after the other."""
        async with self._turn:
            return await run_work(work)


def _choose(given: dict[str, Any]) -> ElementChoice:
    at = given.get("at")
    number = at if isinstance(at, int) and not isinstance(at, bool) else -1
    card, side, place = (str(given.get(name, "")) for name in ("card", "side", "place"))
    return ElementChoice(card, side, number, place)


def _read_choice(request: Request) -> ElementChoice:
    given = request.query_params
    at = given.get("at", "")
    number = int(at) if at.isascii() and at.isdigit() and len(at) < 7 else -1
    return ElementChoice(
        given.get("card", ""), given.get("side", "front"), number, given.get("place", "")
    )


def _read_moves(request: Request) -> EdgeMoves | None:
    """`left,top,right,bottom` in points."""
    try:
        found = [float(part) for part in request.query_params.get("move", "").split(",")]
    except ValueError:
        return None
    if len(found) != 4 or not all(abs(part) <= _MAX_MOVE for part in found):  # NaN is not
        return None
    return EdgeMoves(*found)


def _read_width(request: Request) -> int:
    text = request.query_params.get("w", "400")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _is_change(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    old, new = value
    return (old is None or isinstance(old, str)) and isinstance(new, str)
