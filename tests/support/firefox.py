"""A page in Debian's Firefox, over Marionette: the protocol that Firefox itself speaks.

Source  https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html; commands are
        those of WebDriver. Playwright drives a Firefox of its own build alone.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.patience import SECONDS


class Firefox:
    """One window."""

    def __init__(self, port: int) -> None:
        self._line = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self._number = 0
        self._read()  # the greeting
        self._send("WebDriver:NewSession", {})

    def _send(self, command: str, given: dict[str, Any]) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, command, given])
        self._line.sendall(f"{len(text.encode())}:{text}".encode())
        _, _, error, result = self._read()
        assert error is None, error
        return result.get("value") if isinstance(result, dict) else result

    def _read(self) -> Any:
        head = b""
        while not head.endswith(b":"):
            head += self._receive(1)
        left, body = int(head[:-1]), b""
        while len(body) < left:
            body += self._receive(left - len(body))
        return json.loads(body)

    def _receive(self, most: int) -> bytes:
        part = self._line.recv(most)
        assert part, "Firefox has ended"
        return part

    def open(self, address: str) -> None:
        self._send("WebDriver:Navigate", {"url": address})

    def run(self, script: str) -> Any:
        """Run the body of a function in the page, and return what it returns."""
        return self._send("WebDriver:ExecuteScript", {"script": script, "args": []})

    def wait(self, condition: str) -> Any:
        """Wait until an expression is true, and return it."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            found = self.run(f"return {condition};")
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"{condition} did not come true: {self.run('return location.href;')}")

    def close(self) -> None:
        self._send("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._line.close()


def _read_port(profile: Path, process: subprocess.Popen[bytes]) -> int:
    """The port that Firefox took, which it writes into its profile when it listens there."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, "Firefox does not start"
        with suppress(OSError, ValueError):
            return int((profile / "MarionetteActivePort").read_text("utf-8"))
        time.sleep(0.1)
    raise AssertionError("Firefox does not listen")


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """A Firefox with a fresh profile, without a screen."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "tools/test-system.sh installs firefox-esr"
    profile.mkdir()
    (profile / "user.js").write_text('user_pref("marionette.port", 0);\n', "utf-8")
    command = [program, "--headless", "--marionette", "--profile", str(profile), "--no-remote"]
    quiet = subprocess.DEVNULL
    environment = {**os.environ, "HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"}
    process = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet)
    try:
        window = Firefox(_read_port(profile, process))
        yield window
        window.close()
        process.wait(timeout=SECONDS)
    finally:
        process.kill()
        process.wait()
