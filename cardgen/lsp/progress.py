"""What an editor shows while a game is looked at.

In      a server, what is done.
Out     the protocol's own messages of work that begins and ends, if the editor asked for them.

The end comes after the last findings, so that who drives the server knows that no more will come.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from lsprotocol import types
from pygls.lsp.server import LanguageServer

PATIENCE = 10.0
"""Seconds that an editor has to say that it is ready; one that has not is not asked again."""


class WorkProgress:
    """The progress that one server shows."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._numbers = itertools.count(1)
        self._answers = True

    @asynccontextmanager
    async def show(self, title: str) -> AsyncIterator[None]:
        """Show that work goes on until the block is left, however it is left."""
        token = f"cardgen-{next(self._numbers)}"
        if not await self._create(token):
            yield
            return
        shown = self._server.work_done_progress
        shown.begin(token, types.WorkDoneProgressBegin(title))
        try:
            yield
        finally:
            with suppress(OSError):  # the editor may have gone
                shown.end(token, types.WorkDoneProgressEnd())
            shown.tokens.pop(token, None)

    async def _create(self, token: str) -> bool:
        """Whether the editor shows progress, and has made a place for it."""
        window = self._server.client_capabilities.window
        if window is None or not window.work_done_progress or not self._answers:
            return False
        creation = self._server.work_done_progress.create_async(token)
        try:
            await asyncio.wait_for(creation, PATIENCE)
        except Exception:  # whatever the editor answers: findings do not depend on it
            self._answers = False
        return self._answers
