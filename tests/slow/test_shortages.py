"""Where the system has no more to give, a command ends in one sentence, and the output stays."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.patience import SECONDS
from tests.support.previews import write_game

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other limits")

_LIMITS = (
    "-n 6", "-n 12", "-n 20", "-f 0", "-f 1", "-f 16",
    "-v 60000", "-v 90000", "-v 120000", "-v 250000", "-v 300000", "-d 90000",
)  # fmt: skip
_COMMANDS = (
    "build tiny --fresh -j 1", "build tiny --fresh -j 2", "build tiny --fresh -t data",
    "build tiny --fresh -t proof", "check tiny", "explain bad-font", "--version",
)  # fmt: skip


def state(folder: Path) -> dict[str, bytes]:
    """Every file of the output, what is half done included."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(words: str, folder: Path, limit: str = "") -> subprocess.CompletedProcess[str]:
    line = f"{f'ulimit {limit}; ' if limit else ''}{shlex.quote(sys.executable)} -m cardgen {words}"
    environment = {**os.environ, "CARDGEN_CACHE": str(folder / "cache")}
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("limit", _LIMITS)
def test_a_shortage_is_one_sentence_and_the_output_stays(tmp_path: Path, limit: str) -> None:
    write_game(tmp_path)
    assert run("build tiny", tmp_path).returncode == 0
    for words in _COMMANDS:
        before = state(tmp_path / "output" / "tiny" / "mpc")
        ended = run(words, tmp_path, limit)
        assert ended.returncode in (0, 2), (words, ended.stderr)
        assert "fault in cardgen" not in ended.stderr, (words, ended.stderr[:300])
        assert "Traceback" not in ended.stderr
        assert ended.stderr.count("cardgen: ") == (ended.returncode == 2), (words, ended.stderr)
        assert set(state(tmp_path / "output" / "tiny" / "mpc")) == set(before)
        assert not list((tmp_path / "output" / "tiny").glob(".*")), words


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["-v 90000", "-v 250000", "-d 90000"])
@pytest.mark.parametrize("words", [words for words in _COMMANDS if words != "--version"])
def test_too_little_memory_is_refused_before_any_library_asks_for_it(
    tmp_path: Path, limit: str, words: str
) -> None:
    write_game(tmp_path)
    ended = run(words, tmp_path, limit)
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1), ended.stderr
    assert f"have {int(limit.split()[1]) / 1024:.0f} MB, and cardgen needs 256 MB" in ended.stderr


@pytest.mark.slow
def test_memory_that_does_not_do_for_workers_does_for_one_process(tmp_path: Path) -> None:
    write_game(tmp_path)
    ended = run("build tiny --fresh -j 4", tmp_path, "-v 300000")
    assert (ended.returncode, ended.stderr.count("cardgen: ")) == (0, 0), ended.stderr


@pytest.mark.parametrize("given", ["abc", "-1", "1.5", "1e3", "0x10", "٣"])
def test_a_bound_that_is_no_number_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE_MB", given)
    ended = run("build nothing", tmp_path)
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert f"CARDGEN_CACHE_MB is `{given}`" in ended.stderr


@pytest.mark.parametrize("given", ["junk", "-1", "9" * 20, "9" * 5000, "٣"])
def test_a_date_that_is_none_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
    ended = run("build nothing", tmp_path)
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert f"SOURCE_DATE_EPOCH is `{given[:40]}`" in ended.stderr
