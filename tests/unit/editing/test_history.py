"""Changes of a session are undone in turn, across files, whatever other programs save."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.editing.edit_history import EditHistory, FileChange
from cardgen.editing.refusal import RefusedError


@pytest.fixture
def history(tmp_path: Path) -> EditHistory:
    """One change of `a`, then one of `b`, then one more of `b`."""
    for name in "ab":
        (tmp_path / name).write_bytes(b"0")
    made = EditHistory(tmp_path)
    for name, before, after in (("a", b"0", b"1"), ("b", b"0", b"1"), ("b", b"1", b"2")):
        made.make(FileChange(name, before, after, ""))
    return made


def step(history: EditHistory, go: Callable[[], FileChange]) -> str:
    go()
    return read(history)


def read(history: EditHistory) -> str:
    return "".join((history.folder / name).read_text("utf-8") for name in "ab")


def test_changes_are_undone_and_made_again_in_turn(history: EditHistory) -> None:
    assert [step(history, history.undo) for _ in range(3)] == ["11", "10", "00"]
    assert [step(history, history.redo) for _ in range(3)] == ["10", "11", "12"]


def test_a_file_that_was_saved_is_refused_once_and_then_passed_over(history: EditHistory) -> None:
    (history.folder / "b").write_bytes(b"theirs")
    with pytest.raises(RefusedError, match=r"b was saved by another program since; undo once more"):
        history.undo()
    assert history.undo().file == "a"
    assert read(history) == "0theirs"
    with pytest.raises(RefusedError, match="nothing left to undo: b was saved"):
        history.undo()
    assert history.redo().file == "a"


def test_changes_that_were_passed_over_return_with_their_file(history: EditHistory) -> None:
    (history.folder / "b").write_bytes(b"theirs")
    with pytest.raises(RefusedError):
        history.undo()
    (history.folder / "b").write_bytes(b"1")
    assert [step(history, history.undo) for _ in range(2)] == ["10", "00"]
    with pytest.raises(RefusedError, match="nothing left to undo: b was saved"):
        history.undo()


def test_a_file_that_is_gone_holds_up_no_other(history: EditHistory) -> None:
    (history.folder / "b").unlink()
    with pytest.raises(RefusedError, match="no file of this game"):
        history.undo()
    assert history.undo().file == "a"


def test_each_time_that_another_program_saves_is_told(history: EditHistory) -> None:
    (history.folder / "b").write_bytes(b"theirs")
    with pytest.raises(RefusedError):
        history.undo()
    history.make(FileChange("b", b"theirs", b"ours", ""))
    assert history.undo().before == b"theirs"
    with pytest.raises(RefusedError, match="undo once more"):
        history.undo()
