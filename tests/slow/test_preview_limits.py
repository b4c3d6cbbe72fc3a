"""Where the system has no more to give, the preview says one sentence, and serves on if it can."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.support.patience import SECONDS
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
        waiting = [
            socket.create_connection(("127.0.0.1", port), timeout=SECONDS) for _ in range(80)
        ]
        for connection in waiting:
            connection.close()
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:
            assert answer.status == 200
        assert process.poll() is None
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS)
        errors.close()
    said = (tmp_path / "errors.txt").read_text("utf-8")
    assert "Traceback" not in said
    assert said.count("no more connections") <= 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other limits")
@pytest.mark.parametrize(
    ("limit", "says"),
    [
        ("-v 500000", "488 MB, and cardgen preview needs 1024 MB"),
        ("-v 900000", "879 MB, and cardgen preview needs 1024 MB"),
    ],
)
@pytest.mark.parametrize("game", ["tiny", ""])
def test_a_bound_on_memory_that_is_too_low_is_one_sentence(
    tmp_path: Path, limit: str, says: str, game: str
) -> None:
    """Also for the page of all games: a thread that gets no memory would end a server anyhow."""
    write_game(tmp_path)
    shutil.copytree(tmp_path / "card_data" / "tiny", tmp_path / "card_data" / "other")
    python = shlex.quote(sys.executable)
    line = f"ulimit {limit}; {python} -m cardgen preview {game} --no-open --port 0"
    ended = subprocess.run(
        ["bash", "-c", line],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=SECONDS,
        env={**os.environ, "CARDGEN_CACHE": str(tmp_path / "cache")},
    )  # fmt: skip
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1), ended.stderr
    assert says in ended.stderr
