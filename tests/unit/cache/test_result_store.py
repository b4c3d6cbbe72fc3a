"""Results are kept from one run to the next for the program that made them, whole or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.cache import result_store
from cardgen.cache.content_key import make_content_key
from cardgen.cache.result_store import ResultStore
from cardgen.core.findings import Span


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("CARDGEN_CACHE", str(folder))
    return folder


def saved(project: Path, **results: object) -> Path:
    store = ResultStore(project)
    for name, one in results.items():
        store.put(name.encode(), one)
    store.save()
    (file,) = (project / "cache").glob("projects/*/results")
    return file


def test_a_later_run_finds_what_was_kept(tmp_path: Path) -> None:
    saved(tmp_path, fox=[1, 2.5, "red", None], hen=[])
    later = ResultStore(tmp_path)
    assert later.get(b"fox") == [1, 2.5, "red", None]
    assert later.get(b"hen") == []
    assert later.get(b"owl") is None


def test_what_another_run_added_meanwhile_stays(tmp_path: Path) -> None:
    saved(tmp_path, fox=1)
    slow = ResultStore(tmp_path)
    assert slow.get(b"fox") == 1
    saved(tmp_path, hen=2)
    slow.put(b"owl", 3)
    slow.save()
    later = ResultStore(tmp_path)
    assert [later.get(name) for name in (b"fox", b"hen", b"owl")] == [1, 2, 3]


def test_another_program_finds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(tmp_path, fox=[1])
    monkeypatch.setattr(result_store, "program", lambda: "another")
    assert ResultStore(tmp_path).get(b"fox") is None


@pytest.mark.parametrize("harm", [b"", b"\x93", b"\x92\xa1x\x80", b"\x81" * 5000, b"\xff" * 99])
def test_a_harmed_file_holds_nothing_and_is_written_anew(tmp_path: Path, harm: bytes) -> None:
    file = saved(tmp_path, fox=[1])
    file.write_bytes(harm)
    assert ResultStore(tmp_path).get(b"fox") is None
    saved(tmp_path, fox=[2])
    assert ResultStore(tmp_path).get(b"fox") == [2]


def test_a_file_cut_short_holds_nothing(tmp_path: Path) -> None:
    file = saved(tmp_path, fox=[1, 2, 3])
    for length in range(file.stat().st_size):
        file.write_bytes(file.read_bytes()[:length])
        assert ResultStore(tmp_path).get(b"fox") is None
        saved(tmp_path, fox=[1, 2, 3])


def test_a_file_of_which_one_bit_was_lost_holds_nothing(tmp_path: Path) -> None:
    """It may still be MessagePack, and say something else."""
    file = saved(tmp_path, fox=["one", 2])
    whole = file.read_bytes()
    for place in range(len(whole)):
        harmed = bytearray(whole)
        harmed[place] ^= 1
        file.write_bytes(harmed)
        assert ResultStore(tmp_path).get(b"fox") is None


def test_nobody_else_may_read_or_write_it(tmp_path: Path) -> None:
    assert saved(tmp_path, fox=[1]).stat().st_mode & 0o077 == 0 or sys.platform == "win32"


def test_what_was_used_longest_ago_goes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_store, "MOST", 2)
    saved(tmp_path, fox=[1], hen=[2])
    store = ResultStore(tmp_path)
    store.get(b"fox")
    store.put(b"owl", [3])
    store.save()
    later = ResultStore(tmp_path)
    assert [later.get(name) for name in (b"fox", b"hen", b"owl")] == [[1], None, [3]]


def test_a_folder_that_cannot_be_written_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "file" / "cache"))
    store = ResultStore(tmp_path)
    store.put(b"fox", [1])
    store.save()
    assert store.get(b"fox") == [1]
    assert ResultStore(tmp_path).get(b"fox") is None


@pytest.mark.parametrize("odd", ["\ud800", 10**30])
def test_what_has_no_form_in_the_file_is_left_out_of_it(tmp_path: Path, odd: object) -> None:
    saved(tmp_path, fox=[1], odd=[odd])
    later = ResultStore(tmp_path)
    assert later.get(b"fox") == [1]
    assert later.get(b"odd") is None


def test_keys_tell_places_apart_and_shared_parts_not() -> None:
    """Two equal values have one key, be their parts one object or several."""
    part = ("x" * 40, 1.5)
    other = ("x" * 20 + "x" * 20, 1.5)
    assert make_content_key([part, part]) == make_content_key([part, other])
    assert make_content_key(Span("a", 1, 1, 2)) != make_content_key(Span("a", 1, 1, 3))
    assert make_content_key(1) != make_content_key(1.0) != make_content_key("1")


def test_keys_are_the_same_in_every_process() -> None:
    program = (
        "from cardgen.cache.content_key import make_content_key as k; print(k(('a', 1)).hex())"
    )
    seeds = ("1", "2")
    keys = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in seeds
    }
    assert keys == {make_content_key(("a", 1)).hex() + "\n"}


def test_what_a_run_did_not_use_need_not_be_held(tmp_path: Path) -> None:
    """A process that goes on holds what it asked for; the rest is read again where it is wanted."""
    saved(tmp_path, fox=1, hen=2)
    store = ResultStore(tmp_path)
    assert store.get(b"fox") == 1
    store.forget_unused()
    assert store._known is None
    assert store.get(b"hen") == 2
    assert store.get(b"fox") == 1


def test_what_is_in_memory_alone_is_not_forgotten() -> None:
    first = ResultStore(None)
    first.put(b"fox", 1)
    later = first.begin_next()
    later.forget_unused()
    assert later.get(b"fox") == 1
