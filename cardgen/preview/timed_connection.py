"""A connection whose requests must be whole within some seconds.

In      bytes of a browser, or of what poses as one.
Out     requests for the application; the end of connections on which none gets finished.

The server ends connections on which nothing follows an answer. One on which a request never ends,
or never begins, would keep its descriptor for as long as the other side likes.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

REQUEST_SECONDS = 20.0


class TimedConnection(H11Protocol):
    """Reads requests, and waits for the end of each only so long."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_reading():
            self._expect_request()
        else:
            self._stop_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        super().connection_lost(exc)

    def _is_reading(self) -> bool:
        """Whether the request that has begun, or is to come, is not whole yet."""
        begun: RequestResponseCycle | None = self.cycle  # None before the first request
        return not begun or begun.response_complete or begun.more_body

    def _expect_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self._is_reading() and not self.transport.is_closing():
            self.transport.abort()
