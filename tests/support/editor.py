"""An editor that speaks the Language Server Protocol with `cardgen lsp`, as one does.

Tests of what is answered use this: plain calls, a place behind a text, findings of one moment. That
the messages are the protocol's, as five editors speak it, is held by pytest-lsp
(`tests/lsp/test_editors.py`); its pytest plugins, which bring an event loop into every run, stay
out (`-p no:asyncio`).
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.support.patience import SECONDS


class Editor:
    """One session; `progress` says whether it shows what the server is doing."""

    def __init__(self, folder: Path, cache: Path, *, progress: bool = True) -> None:
        env = {**os.environ, "CARDGEN_CACHE": str(cache)}
        self._server = subprocess.Popen(
            [sys.executable, "-m", "cardgen", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=env,
            cwd=folder,
        )
        self._answers: dict[int, queue.Queue[Any]] = {}
        self._diagnostics: queue.Queue[tuple[str, list[Any]]] = queue.Queue()
        self._versions: dict[str, int | None] = {}
        self._writing = threading.Lock()
        self.shown: list[str] = []
        self.at_work: set[str] = set()
        """What the server says that it is doing."""
        self.refreshed = 0
        """How often it asked that counts be asked for anew."""
        self.done = 0
        """How often it said that it was done."""
        self.found: dict[str, list[Any]] = {}
        self._count = 0
        self._texts: dict[str, tuple[int, str]] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        able: dict[str, Any] = {"workspace": {"inlayHint": {"refreshSupport": True}}}
        able |= {"window": {"workDoneProgress": True}} if progress else {}
        answer = self.ask("initialize", capabilities=able, processId=None, rootUri=folder.as_uri())
        self.abilities: dict[str, Any] = answer["capabilities"]
        self.tell("initialized")

    def close(self) -> int:
        """End the session; gives the exit code of the server."""
        self.ask("shutdown", raw=True)
        self.tell("exit", raw=True)
        assert self._server.stdin is not None
        self._server.stdin.close()
        self._server.wait(SECONDS)
        self._reader.join(SECONDS)
        assert self._server.stdout is not None
        self._server.stdout.close()
        return self._server.returncode

    # --- messages --------------------------------------------------------------------------

    def ask(self, method: str, *, raw: bool = False, **params: Any) -> Any:
        self._count += 1
        answers = self._answers[self._count] = queue.Queue()
        self._send({"id": self._count, "method": method, **({} if raw else {"params": params})})
        answer = answers.get(timeout=SECONDS)
        assert "error" not in answer, answer
        return answer.get("result")

    def tell(self, method: str, *, raw: bool = False, **params: Any) -> None:
        self._send({"method": method, **({} if raw else {"params": params})})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin is not None
        with self._writing:
            self._server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self._server.stdin.flush()

    def _agree(self, request: dict[str, Any]) -> None:
        """Answer what the server asks, unless the session has ended meanwhile."""
        with suppress(ValueError, BrokenPipeError):
            self._send({"id": request["id"], "result": None})

    def _read(self) -> None:
        out = self._server.stdout
        assert out is not None
        while line := out.readline():
            length = int(line.split(b":")[1])
            while out.readline().strip():
                pass
            message = json.loads(out.read(length))
            if message.get("method") == "textDocument/publishDiagnostics":
                params = message["params"]
                self._versions[params["uri"]] = params.get("version")
                self._diagnostics.put((params["uri"], params["diagnostics"]))
            elif message.get("method") == "window/showMessage":
                self.shown.append(message["params"]["message"])
            elif message.get("method") == "window/workDoneProgress/create":
                self.at_work.add(message["params"]["token"])  # games wait for each other
                self._agree(message)
            elif message.get("method") == "workspace/inlayHint/refresh":
                self._agree(message)
                self.refreshed += 1
            elif message.get("method") == "$/progress":
                self._note_progress(message["params"])
            elif "id" in message and "method" not in message:
                self._answers[message["id"]].put(message)
        for answers in self._answers.values():
            answers.put({"error": "the server has ended"})

    def _note_progress(self, params: dict[str, Any]) -> None:
        if params["value"]["kind"] == "begin":
            self.at_work.add(params["token"])
        elif params["value"]["kind"] == "end":
            self.at_work.discard(params["token"])
            self.done += 1

    # --- what a person does ----------------------------------------------------------------

    def open(self, file: Path) -> None:
        text = file.read_text("utf-8")
        self._texts[file.as_uri()] = 1, text
        document = {"uri": file.as_uri(), "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)

    def type(self, file: Path, text: str) -> None:
        """Put another text into an open file; nothing is saved."""
        uri = file.as_uri()
        version = self._texts[uri][0] + 1
        self._texts[uri] = version, text
        self.tell(
            "textDocument/didChange",
            textDocument={"uri": uri, "version": version},
            contentChanges=[{"text": text}],
        )

    def place(self, file: Path, before: str, nth: int = 0) -> dict[str, Any]:
        """The place behind a text in an open file."""
        text = self._texts[file.as_uri()][1]
        at = -1
        for _ in range(nth + 1):
            at = text.index(before, at + 1)
        lines = text[: at + len(before)].split("\n")
        position = {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le")) // 2}
        return {"textDocument": {"uri": file.as_uri()}, "position": position}

    def wait_for(self, file: Path, code: str = "") -> list[Any]:
        """The next findings in a file with a certain code among them; without one, none at all."""
        end = time.monotonic() + SECONDS
        while True:
            uri, found = self._diagnostics.get(timeout=max(0.01, end - time.monotonic()))
            self.found[uri] = found
            codes = [one["code"] for one in found]
            if uri == file.as_uri() and (code in codes or codes == [code][: len(code)]):
                return found

    def version_of_text(self, file: Path) -> int:
        """The number of what was typed last."""
        return self._texts[file.as_uri()][0]

    def version_of_findings(self, file: Path) -> int | None:
        """The number of the text that the last findings of a file are of."""
        return self._versions.get(file.as_uri())

    def settle(self, patience: float = SECONDS) -> dict[str, list[Any]]:
        """All findings by file, once they are those of what is typed in every open file."""
        end = time.monotonic() + patience
        while any(self._versions.get(uri) != one for uri, (one, _) in self._texts.items()):
            assert time.monotonic() < end, self._versions
            self._take(0.05)
        uri = next(iter(self._texts))
        self.ask("textDocument/documentSymbol", textDocument={"uri": uri})
        while self._take(0):
            pass
        return {uri: found for uri, found in self.found.items() if found}

    def finish(self, patience: float = SECONDS) -> dict[str, list[Any]]:
        """All findings by file, once the server has looked at every edition too."""
        end = time.monotonic() + patience
        self.settle(patience)
        while self.at_work:
            assert time.monotonic() < end, self.at_work
            self._take(0.05)
        return self.settle()

    def _take(self, patience: float) -> bool:
        """Note the next findings that came; whether any did."""
        try:
            uri, found = (
                self._diagnostics.get(timeout=patience)
                if patience
                else (self._diagnostics.get_nowait())
            )
        except queue.Empty:
            return False
        self.found[uri] = found
        return True
