"""The store of rendered faces."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import pytest

from cardgen.cache.face_cache import LIMIT, FaceCache, _limit, checksum

KEY = "0123456789abcdef" * 2
OTHER = "fedcba9876543210" * 2
DATA = b"a face" * 1000


def keep(store: FaceCache, folder: Path, key: str = KEY, data: bytes = DATA) -> Path:
    """A finished file, remembered under a key."""
    file = folder / f"{key[:4]}.png"
    file.write_bytes(data)
    store.keep(key, file, checksum(data), hashlib.sha256(data).hexdigest())
    return file


def entries(folder: Path) -> list[Path]:
    return [file for file in (folder / "faces").rglob("*") if file.is_file()]


def test_what_was_kept_is_given_back_with_its_hash(tmp_path: Path) -> None:
    keep(FaceCache(tmp_path), tmp_path)
    wanted = tmp_path / "out.png"
    assert FaceCache(tmp_path).fetch(KEY, wanted) == hashlib.sha256(DATA).hexdigest()
    assert wanted.read_bytes() == DATA


def test_what_is_not_there_is_not_given_back(tmp_path: Path) -> None:
    keep(FaceCache(tmp_path), tmp_path)
    wanted = tmp_path / "out.png"
    assert FaceCache(tmp_path).fetch(OTHER, wanted) is None
    assert not wanted.exists()


@pytest.mark.parametrize(
    "harm",
    [
        lambda file: file.write_bytes(DATA[:-1]),
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(b"x" + DATA[1:]),
    ],
    ids=["cut short", "emptied", "changed"],
)
def test_a_harmed_entry_is_noticed_and_dropped(tmp_path: Path, harm) -> None:  # type: ignore[no-untyped-def]
    file = keep(FaceCache(tmp_path), tmp_path)
    file.unlink()
    (entry,) = entries(tmp_path)
    kept = entry.stat()
    harm(entry)
    os.utime(entry, ns=(kept.st_atime_ns, kept.st_mtime_ns))  # even if its time tells nothing
    assert FaceCache(tmp_path).fetch(KEY, tmp_path / "out.png") is None
    assert entries(tmp_path) == []


def test_a_changed_output_does_not_come_back_as_a_kept_face(tmp_path: Path) -> None:
    """The output and the entry may be the same file under two names."""
    file = keep(FaceCache(tmp_path), tmp_path)
    with file.open("r+b") as opened:
        opened.write(b"painted over")
    assert FaceCache(tmp_path).fetch(KEY, tmp_path / "out.png") is None


def test_strangers_in_the_folder_are_passed_over(tmp_path: Path) -> None:
    store = FaceCache(tmp_path)
    keep(store, tmp_path)
    (tmp_path / "faces" / "notes.txt").write_text("mine")
    (tmp_path / "faces" / KEY[:2] / "README").write_text("mine")
    assert FaceCache(tmp_path).fetch(KEY, tmp_path / "out.png") is not None


def test_the_store_stays_within_its_bound_and_keeps_what_was_used_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE_MB", "1")
    big = b"0" * 600_000
    first = FaceCache(tmp_path)
    assert first.fetch(KEY, tmp_path / "x") is None
    keep(first, tmp_path, KEY, big)
    first.used("a-build")
    os.utime(tmp_path / "uses" / "a-build", (1, 1))
    second = FaceCache(tmp_path)
    assert second.fetch(OTHER, tmp_path / "x") is None
    keep(second, tmp_path, OTHER, big)
    second.used("another-build")
    assert FaceCache(tmp_path).fetch(KEY, tmp_path / "x") is None
    assert FaceCache(tmp_path).fetch(OTHER, tmp_path / "x") is not None


def test_bytes_that_were_kept_are_read_until_they_are_harmed(tmp_path: Path) -> None:
    FaceCache(tmp_path).keep_data(KEY, ".packed", DATA)
    assert FaceCache(tmp_path).read(KEY) == DATA
    assert FaceCache(tmp_path).read(OTHER) is None
    (entry,) = entries(tmp_path)
    entry.write_bytes(DATA[:-1])
    assert FaceCache(tmp_path).read(KEY) is None
    assert entries(tmp_path) == []


def test_what_a_copy_of_the_process_read_counts_as_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build has its PDF painted by a copy: what is read there alone is no less in use."""
    monkeypatch.setenv("CARDGEN_CACHE_MB", "1")
    big = b"0" * 600_000
    FaceCache(tmp_path).keep_data(KEY, ".packed", big)
    copy = FaceCache(tmp_path)
    assert copy.read(KEY) == big
    copy.note_uses("copy")
    keep(FaceCache(tmp_path), tmp_path, OTHER, big)
    FaceCache(tmp_path).used("a-build")
    assert FaceCache(tmp_path).read(KEY) == big
    assert FaceCache(tmp_path).read(OTHER) is None


def test_a_harmed_list_of_what_a_build_used_is_read_as_far_as_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDGEN_CACHE_MB", "1")
    store = FaceCache(tmp_path)
    for key in (KEY, OTHER):
        store.fetch(key, tmp_path / "x")
        keep(store, tmp_path, key, b"0" * 600_000)
    (tmp_path / "uses").mkdir()
    (tmp_path / "uses" / "harmed").write_bytes(b"\xff\xfe\n" + KEY.encode())
    FaceCache(tmp_path).used("a-build")
    assert FaceCache(tmp_path).fetch(KEY, tmp_path / "x") is not None
    assert FaceCache(tmp_path).fetch(OTHER, tmp_path / "x") is None


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "faces").write_text("a file in the way")
    store = FaceCache(tmp_path)
    keep(store, tmp_path)
    store.keep_data(OTHER, ".packed", DATA)
    assert store.read(OTHER) is None
    store.used("a-build")
    assert FaceCache(tmp_path).fetch(KEY, tmp_path / "out.png") is None


@pytest.mark.parametrize(
    ("given", "limit"),
    [("", LIMIT), ("1", 1_000_000), ("x", LIMIT), ("-1", LIMIT), ("5" * 5000, sys.maxsize)],
)
def test_any_bound_can_be_typed(given: str, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGEN_CACHE_MB", given)
    assert _limit() == limit
