"""What an editor shows while a game is looked at.

In      a server, what is done.
Out     the protocol's own messages of work that begins and ends, if the editor asked for them.

The end comes after the last findings, so that who drives the server knows that no more will come.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from lsprotocol import types
from pygls.lsp.server import LanguageServer

PATIENCE = 0.5
"""Seconds that an editor has to say that it is ready to show progress."""
_NUMBERS: Iterator[int] = itertools.count(1)


@asynccontextmanager
async def show_progress(server: LanguageServer, title: str) -> AsyncIterator[None]:
    """Show that work goes on until the block is left, however it is left."""
    token = f"cardgen-{next(_NUMBERS)}"
    if not await _create(server, token):
        yield
        return
    shown = server.work_done_progress
    shown.begin(token, types.WorkDoneProgressBegin(title))
    try:
        yield
    finally:
        shown.end(token, types.WorkDoneProgressEnd())
        shown.tokens.pop(token, None)


async def _create(server: LanguageServer, token: str) -> bool:
    """Whether the editor shows progress, and has made a place for it."""
    window = server.client_capabilities.window
    if window is None or not window.work_done_progress:
        return False
    creation = server.work_done_progress.create_async(token)
    try:
        await asyncio.wait_for(creation, PATIENCE)
    except Exception:  # whatever the editor answers: findings do not depend on it
        return False
    return True
