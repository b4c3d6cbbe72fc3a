"""Where the system has no more descriptors, the preview says one sentence and serves on."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.support.previews import write_game

if sys.platform == "win32":
    pytest.skip("other systems have other limits", allow_module_level=True)
import resource


@pytest.mark.slow
def test_connections_beyond_what_the_system_gives_wait_and_are_told_of_once(
    tmp_path: Path,
) -> None:
    write_game(tmp_path)
    errors = (tmp_path / "errors.txt").open("w")
    process = subprocess.Popen(
        [sys.executable, "-m", "cardgen", "preview", "tiny", "--no-open", "--port", "0"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=errors, text=True,
        env={**os.environ, "CARDGEN_CACHE": str(tmp_path / "cache")},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)),
    )  # fmt: skip
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[1]
        port = int(address.split(":")[2].partition("/")[0])
        waiting = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(80)]
        for connection in waiting:
            connection.close()
        with urllib.request.urlopen(address, timeout=60) as answer:
            assert answer.status == 200
        assert process.poll() is None
    finally:
        process.terminate()
        process.communicate(timeout=60)
        errors.close()
    said = (tmp_path / "errors.txt").read_text("utf-8")
    assert "Traceback" not in said
    assert said.count("no more connections") <= 1
