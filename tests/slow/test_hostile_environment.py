"""Whatever stands in the environment, a command does its work or says one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.patience import SECONDS
from tests.support.previews import write_game

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other paths")

_OURS = ("CARDGEN_CACHE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME", "TMPDIR")
_OTHERS = (
    "LANG", "LC_ALL", "LC_CTYPE", "COLUMNS", "LINES", "TERM", "NO_COLOR", "FORCE_COLOR", "TZ",
    "CLICOLOR", "SHELL", "EDITOR", "BROWSER", "USER",
)  # fmt: skip
_VALUES = {
    "nothing": "",
    "a device": "/dev/null",
    "no folder": "/proc/nothing/at/all",
    "an escape": "\x1b[31m",
    "5,000 letters": "x" * 5_000,
    "bytes that are no text": "\udcff\udcfe",
    "a file": "card_data/tiny/game.yaml",
}


@pytest.mark.slow
@pytest.mark.parametrize("given", _VALUES.values(), ids=list(_VALUES))
@pytest.mark.parametrize("named", [_OURS, _OURS[1:], _OTHERS], ids=["folders", "homes", "others"])
def test_variables_of_any_value_are_no_fault(
    tmp_path: Path, named: tuple[str, ...], given: str
) -> None:
    write_game(tmp_path)
    kept = {"PATH": os.environ["PATH"], "CARDGEN_CACHE": str(tmp_path / "cache")}
    environment = {**kept, **dict.fromkeys(named, given)}
    if named == _OURS[1:]:
        del environment["CARDGEN_CACHE"]
    before = set(tmp_path.iterdir()) | {tmp_path / "cache", tmp_path / "output", tmp_path / given}
    ended = subprocess.run(
        [sys.executable, "-m", "cardgen", "build", "tiny", "-j", "1", "--dpi", "72"],
        cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=SECONDS,
    )  # fmt: skip
    said = ended.stderr.decode("utf-8", "replace")
    assert "Traceback" not in said
    assert "fault in cardgen" not in said
    assert ended.returncode in (0, 2), said
    assert ended.returncode == 0 or said.count("\n") == 1, said
    assert "\x1b" not in said
    assert set(tmp_path.iterdir()) <= before
