"""A client that never ends its request does not keep the preview's connections."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest

from cardgen.preview import timed_connection
from cardgen.preview.launch import PreviewServer, listen, server_config
from tests.support.patience import SECONDS

ANSWER_SECONDS = 2.5
"""Longer than a request may take: answers have all the time."""


async def application(scope: dict[str, object], receive: object, send: object) -> None:
    """Answer at once, or after the whole body was read."""
    if scope["type"] == "lifespan":
        raise RuntimeError
    while (await receive()).get("more_body"):  # type: ignore[operator]
        pass
    start = {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    await send(start)  # type: ignore[operator]
    await asyncio.sleep(ANSWER_SECONDS)
    await send({"type": "http.response.body", "body": b"ok"})  # type: ignore[operator]


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server that gives a request two seconds."""
    monkeypatch.setattr(timed_connection, "REQUEST_SECONDS", 2.0)
    listening = listen(0)
    started = threading.Event()
    server = PreviewServer(server_config(application), started.set, lambda: None)  # type: ignore[arg-type]
    running = threading.Thread(target=server.run, args=([listening],))
    running.start()
    assert started.wait(SECONDS)
    yield listening.getsockname()[1]
    server.should_exit = True
    running.join(SECONDS)
    listening.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Header: ",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
    ],
    ids=["silence", "half a head", "half a body"],
)
def test_a_request_that_does_not_end_is_given_up(port: int, begun: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as line:
        line.sendall(begun)
        with contextlib.suppress(ConnectionResetError):
            assert line.recv(100) == b""


@pytest.mark.slow
def test_a_whole_request_is_answered_however_long_that_takes(port: int) -> None:
    said = b""
    for _ in range(5):  # a client that is kept from sending for two seconds is given up, too
        with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as line:
            line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody")
            with contextlib.suppress(ConnectionResetError):
                while part := line.recv(1000):
                    said += part
        if said:
            break
    assert said.startswith(b"HTTP/1.1 200")
    assert said.endswith(b"ok")
