"""What the preview's handlers share: reading requests, and forms of responses.

In      requests; data, or a function that draws.
Out     responses.
Not here  which address shows what (`preview.server`, `preview.piece_routes`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cardgen.targets.contract import OptionError

NO_STORE = {"cache-control": "no-store"}
_SHEET_OPTIONS = ("paper", "duplex", "ink", "cards", "marks")


class _PlaceConvertor(IntegerConvertor):
    """A place in a list, in an address: Python reads no thousands of digits."""

    regex = "[0-9]{1,7}"


register_url_convertor("place", _PlaceConvertor())


def read_number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else default


def read_sheet_options(request: Request) -> dict[str, str]:
    given = request.query_params
    return {name: given[name] for name in _SHEET_OPTIONS if given.get(name)}


def dump_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def json_response(data: Any) -> Response:
    return Response(dump_json(data), media_type="application/json", headers=NO_STORE)


def not_found() -> Response:
    return JSONResponse({"fault": "there is no such thing here"}, 404)


async def refuse_for_memory(_request: Request, _error: Exception) -> Response:
    """Say what is lacking in place of what was asked for; the next request may need less."""
    return JSONResponse({"fault": "there is not enough memory for this"}, 503, headers=NO_STORE)


async def drawn_response(
    drawing: Executor, make: Callable[[], bytes | None], kind: str, headers: dict[str, str]
) -> Response:
    """Send what is drawn in another thread; "not found" where there is nothing to draw."""
    try:
        data = await asyncio.get_running_loop().run_in_executor(drawing, make)
    except OptionError:
        data = None
    if data is None:
        return not_found()
    return Response(data, media_type=kind, headers=headers)
