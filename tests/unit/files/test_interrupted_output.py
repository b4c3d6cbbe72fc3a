"""An interruption at any line of the code that puts an output in place harms nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from cardgen.cli.interrupts import Interrupted
from cardgen.files import atomic_write, output_folder, output_swap, work_records
from cardgen.files.output_folder import abandon_outputs, replace_output
from cardgen.files.user_cache import user_cache

MODULES = (atomic_write, output_folder, output_swap, work_records)
FILES = {module.__file__ for module in MODULES}
LINES = 600
"""More than there are between begin and end, all that is called counted."""


class Interruption:
    """Raises at one line, counted from the start; `came` once it did."""

    def __init__(self, line: int) -> None:
        self.left, self.came = line, False

    def trace(self, frame: FrameType, event: str, _argument: object) -> Any:
        if frame.f_code.co_filename not in FILES:
            return None
        if event == "line" and not self.came:
            self.left -= 1
            if self.left < 0:
                self.came = True
                sys.settrace(None)
                raise Interrupted
        return self.trace


def write(folder: Path, data: bytes) -> None:
    with replace_output(folder) as output:
        output.write("a", data)


def write_interrupted(folder: Path, line: int) -> bool:
    """Write an output, interrupted at a line; gives whether there was such a line."""
    before, interruption = sys.gettrace(), Interruption(line)
    sys.settrace(interruption.trace)
    try:
        write(folder, b"new")
    except Interrupted:
        pass
    finally:
        sys.settrace(before)
    abandon_outputs()
    return interruption.came


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.skipif(sys.implementation.name != "cpython", reason="lines are CPython's")
def test_whatever_line_is_interrupted_the_output_is_whole_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    folder, cache = tmp_path / "tree" / "out", user_cache()
    assert cache is not None
    tried = 0
    for line in range(LINES):
        write(folder, b"old")
        (folder / "mine.txt").write_bytes(b"mine")
        came = write_interrupted(folder, line)
        assert [path.name for path in folder.parent.iterdir()] == ["out"], line
        assert (folder / "a").read_bytes() in (b"old", b"new"), line
        assert (folder / "mine.txt").read_bytes() == b"mine", line
        assert not list((cache / "under-way").glob("*.json")), line
        if not came:
            break
        tried += 1
    assert 100 < tried < LINES
