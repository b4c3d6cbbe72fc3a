"""What handlers share that may write: bodies of requests, and refusals.

In      requests that passed the access guard; work that may be refused.
Out     their JSON or bytes, within a limit; answers.
Not here  what is written (`preview.edit_routes`, `preview.element_routes`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cardgen.editing.refusal import RefusedError

_MAX_REQUEST = 1_000_000
"""Bytes of a request."""
_NO_STORE = {"cache-control": "no-store"}


async def run_work(work: Callable[[], dict[str, Any]]) -> Response:
    """Work away from the loop; a refusal is an answer too."""
    try:
        return JSONResponse(await asyncio.to_thread(work), headers=_NO_STORE)
    except RefusedError as error:
        return refuse(str(error), 409)


def refuse(why: str, status: int) -> Response:
    return JSONResponse({"refused": why}, status, headers=_NO_STORE)


async def read_request(request: Request) -> dict[str, Any]:
    """The JSON of a request of a bearable size; empty if it is none."""
    try:
        given = json.loads(await read_body(request, _MAX_REQUEST))
    except (ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}


async def read_body(request: Request, limit: int) -> bytes:
    """The body of a request; empty if it is longer than a limit."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > limit:
            return b""
    return bytes(data)
