"""Files that a copy of the process makes are those that this one would make."""

from __future__ import annotations

import os
import sys

import pytest

from cardgen.targets.files_beside import FilesBeside


def process() -> bytes:
    return str(os.getpid()).encode()


def fail() -> bytes:
    if os.getpid() != PROCESS:
        raise ValueError
    return b"made here"


PROCESS = os.getpid()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_files_are_made_in_a_copy_and_had_in_their_order() -> None:
    files = FilesBeside()
    files.begin({"one": process, "two": lambda: b"2", "three": lambda: b"3"})
    assert files.take("one") not in (None, process())
    assert files.take("other") is None
    assert files.take("three") == b"3", "nobody asked for the second"
    assert files.take("two") is None
    files.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_what_fails_in_the_copy_is_made_here() -> None:
    files = FilesBeside()
    files.begin({"one": fail, "two": lambda: b"2"})
    assert files.take("one") == b"made here"
    assert files.take("two") == b"2"
    files.close()


def test_nothing_is_waited_for_where_nothing_was_begun() -> None:
    files = FilesBeside()
    assert files.take("one") is None
    files.begin({})
    assert files.take("one") is None
    files.close()
