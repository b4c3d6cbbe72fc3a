"""File systems of other systems, emulated: denials, open and read-only files, no links, no case."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardgen.cache.face_cache import FaceCache
from cardgen.files import atomic_write, file_lock, spelling
from cardgen.files.atomic_write import move, remove_file, remove_tree, write_atomically
from cardgen.files.disk_game import DiskGame
from cardgen.files.file_lock import LockedError, locked, try_lock
from cardgen.files.output_folder import OutputFolder, UnwritableError, replace_output
from cardgen.files.user_cache import user_cache
from cardgen.files.watch import save_filter, watched_folders


def write_files(folder: Path, **files: bytes) -> None:
    with replace_output(folder) as output:
        for name, data in files.items():
            output.write(name, data)


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file() and file.name[0] != ".")
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic_write, "_WAITS", (0.0,) * 3)


def deny(
    monkeypatch: pytest.MonkeyPatch, method: str, denies: Callable[[Path], bool], times: int = 99
) -> None:
    """Have a method of paths refused as Windows refuses it, at first or always."""
    original, left = getattr(Path, method), [times]

    def refusing(self: Path, *arguments: Any, **named: Any) -> Any:
        if denies(self) and left[0]:
            left[0] -= 1
            raise PermissionError(13, "The process cannot access the file", str(self))
        return original(self, *arguments, **named)

    monkeypatch.setattr(Path, method, refusing)


# --- denials -------------------------------------------------------------------------------


@pytest.mark.usefixtures("_no_waiting")
@pytest.mark.parametrize("method", ["rename", "replace", "unlink"])
def test_a_denial_that_passes_is_not_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """A virus scanner looks at each new file for a moment."""
    write_files(tmp_path / "out", a=b"old", gone=b"old")
    deny(monkeypatch, method, lambda _: True, times=2)
    write_files(tmp_path / "out", a=b"new")
    write_atomically(tmp_path / "file", b"whole")
    assert contents(tmp_path) == {"out/a": b"new", "file": b"whole"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "out"]


@pytest.mark.usefixtures("_no_waiting")
def test_where_the_folder_is_in_use_its_files_are_replaced_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows no folder is renamed that is somebody's current one."""
    folder = tmp_path / "out"
    write_files(folder, a=b"old", gone=b"old")
    (folder / "mine").write_bytes(b"mine")
    deny(monkeypatch, "rename", lambda path: path == folder)
    write_files(folder, a=b"new", b=b"new")
    assert contents(folder) == {"a": b"new", "b": b"new", "mine": b"mine"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    write_files(folder, b=b"newer")
    assert contents(folder) == {"b": b"newer", "mine": b"mine"}


@pytest.mark.usefixtures("_no_waiting")
def test_an_output_that_is_open_in_a_viewer_stays_whole_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    old = {"a.png": b"old", "fronts.pdf": b"old"}
    with replace_output(folder) as output:
        for name, data in old.items():
            output.write(name, data)
    deny(monkeypatch, "rename", lambda path: path in (folder, folder / "fronts.pdf"))
    with pytest.raises(UnwritableError, match=r"`fronts\.pdf` there is open .* close it and build"):
        _write_pdf(folder)
    assert contents(folder) == old
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def _write_pdf(folder: Path) -> None:
    with replace_output(folder) as output:
        output.write("a.png", b"new")
        output.write("fronts.pdf", b"new")


def test_read_only_files_of_the_last_output_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows does not remove them; POSIX does not remove what is in a read-only folder."""
    unlink = Path.unlink

    def refuse_read_only(self: Path, missing_ok: bool = False) -> None:
        if self.exists() and not self.stat().st_mode & stat.S_IWUSR:
            raise PermissionError(13, "Access is denied", str(self))
        unlink(self, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse_read_only)
    folder = tmp_path / "out"
    for data in (b"1", b"2", b"3"):
        write_files(folder, a=data, b=data)
        (folder / "a").chmod(0o444)
    assert contents(folder) == {"a": b"3", "b": b"3"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_tree_with_read_only_files_and_folders_is_removed(tmp_path: Path) -> None:
    (tmp_path / "out" / "deep").mkdir(parents=True)
    (tmp_path / "out" / "deep" / "a").write_bytes(b"1")
    (tmp_path / "out" / "deep" / "a").chmod(0o444)
    (tmp_path / "out" / "deep").chmod(0o555)
    remove_tree(tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_removing_a_tree_follows_no_link(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a").write_bytes(b"mine")
    (tmp_path / "link").symlink_to(tmp_path / "mine")
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "link").symlink_to(tmp_path / "mine")
    remove_tree(tmp_path / "link")
    remove_tree(tmp_path / "tree")
    remove_file(tmp_path / "no such file")
    assert contents(tmp_path / "mine") == {"a": b"mine"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "mine"]


@pytest.mark.usefixtures("_no_waiting")
def test_a_denial_that_does_not_pass_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"1")
    deny(monkeypatch, "rename", lambda _: True)
    with pytest.raises(PermissionError):
        move(tmp_path / "a", tmp_path / "b")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes")
def test_output_folders_have_the_permissions_of_any_new_folder(tmp_path: Path) -> None:
    """Those that `tempfile` makes are their owner's alone, on Windows for good."""
    (tmp_path / "usual").mkdir()
    write_files(tmp_path / "out", a=b"1")
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "usual").stat().st_mode


# --- links and locks -----------------------------------------------------------------------


def test_faces_are_kept_where_there_are_no_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(1, "Incorrect function")

    monkeypatch.setattr(os, "link", refuse)
    (tmp_path / "a.png").write_bytes(b"face")
    cache = FaceCache(tmp_path / "cache")
    cache.keep("0" * 32, tmp_path / "a.png", 0, "1" * 64)
    monkeypatch.setattr("cardgen.cache.face_cache.checksum", lambda _: 0)
    assert FaceCache(tmp_path / "cache").fetch("0" * 32, tmp_path / "b.png") == "1" * 64
    assert (tmp_path / "b.png").read_bytes() == b"face"


class FakeMsvcrt:
    """Locks of bytes as Windows has them, made of the locks that are here."""

    LK_NBLCK, LK_UNLCK = 1, 2

    def __init__(self) -> None:
        self._fcntl: Any = file_lock.fcntl

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (os.lseek(descriptor, 0, os.SEEK_CUR), count) == (2**30, 1)
        lock = self._fcntl.LOCK_UN
        if mode == self.LK_NBLCK:
            lock = self._fcntl.LOCK_EX | self._fcntl.LOCK_NB
        self._fcntl.flock(descriptor, lock)


@pytest.fixture(params=["posix", "windows"])
def _system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "windows" and file_lock.fcntl is not None:
        monkeypatch.setattr(file_lock, "msvcrt", FakeMsvcrt())
        monkeypatch.setattr(file_lock, "fcntl", None)


@pytest.mark.usefixtures("_system")
def test_a_lock_is_had_once(tmp_path: Path) -> None:
    lock = try_lock(tmp_path / "lock")
    with pytest.raises(LockedError):
        try_lock(tmp_path / "lock")
    lock.release()
    try_lock(tmp_path / "lock").release()


@pytest.mark.usefixtures("_system")
def test_a_lock_of_another_process_is_waited_for_and_ends_with_it(tmp_path: Path) -> None:
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom cardgen.files.file_lock import try_lock\n"
    )
    code += "lock = try_lock(Path(sys.argv[1])); print('held', flush=True); time.sleep(0.3)\n"
    words = [sys.executable, "-c", code, str(tmp_path / "lock")]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with locked(tmp_path / "lock"):
            assert other.wait() == 0


def test_without_locks_work_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_lock, "fcntl", None)
    monkeypatch.setattr(file_lock, "msvcrt", None)
    write_files(tmp_path / "out", a=b"1")
    assert contents(tmp_path / "out") == {"a": b"1"}


# --- names ---------------------------------------------------------------------------------


def test_a_game_typed_in_another_case_is_watched_under_its_own_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """macOS tells of changes below the name that is on disk, not the one that was typed."""
    monkeypatch.setattr(spelling, "_ignores_case", lambda _: True)
    (tmp_path / "card_data" / "Novelty").mkdir(parents=True)
    game = DiskGame(tmp_path / "CARD_DATA" / "NOVELTY")
    assert game.folder == tmp_path / "card_data" / "Novelty"
    assert game.name == "Novelty"
    assert watched_folders(game)[0] == game.folder
    assert save_filter(game)(1, str(tmp_path / "card_data" / "Novelty" / "a.yaml"))  # type: ignore[arg-type]


def test_a_name_is_left_as_it_was_typed_where_case_counts(tmp_path: Path) -> None:
    (tmp_path / "Novelty").mkdir()
    (tmp_path / "novelty").mkdir(exist_ok=True)
    if len(list(tmp_path.iterdir())) == 2:
        assert DiskGame(tmp_path / "novelty").name == "novelty"


@pytest.mark.parametrize(
    "name",
    ["../a", "/etc/a", "a/../../b", "", "a//b", "./a", "a\\b", "C:a", "a\0b", "a\nb", "CON",
     "nul.txt",     "a/com1.png", "dot.", "space ", "a?b", "a*b", "<a>", "x" * 256],
)  # fmt: skip
def test_an_output_has_no_file_that_some_system_cannot_have(tmp_path: Path, name: str) -> None:
    output = OutputFolder(tmp_path / "deep" / "out")
    with pytest.raises(UnwritableError, match="cannot write a file"):
        output.write(name, b"1")
    with pytest.raises(UnwritableError, match="cannot write a file"):
        output.link(name, "a")
    assert list(tmp_path.iterdir()) == []


def test_an_output_has_no_two_files_that_differ_in_case_alone(tmp_path: Path) -> None:
    output = OutputFolder(tmp_path)
    output.write("Fox.png", b"1")
    with pytest.raises(UnwritableError, match="two of that name"):
        output.write("Fox.png", b"2")
    with pytest.raises(UnwritableError, match=r"`Fox\.png` is the same file on some systems"):
        output.write("fox.png", b"3")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_folder_whose_name_is_no_text_builds_as_any_other(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/f\xffx"))
    run = subprocess.run(
        [sys.executable, "-m", "cardgen", "new", "card_data/fox"],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
    shutil.copytree(tmp_path / "card_data" / "fox", folder)
    shutil.copytree(folder, tmp_path / "card_data" / folder.name)
    build = ["build", "-j", "1"]
    for arguments in ([*build, folder], [*build, folder], ["check", folder], build):
        run = subprocess.run(
            [sys.executable, "-m", "cardgen", *arguments],
            cwd=tmp_path, capture_output=True, check=False,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        assert b"Error" not in run.stdout + run.stderr


# --- homes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [{"HOME": None}, {"HOME": ""}, {"HOME": "/no/such/home"}, {"XDG_CACHE_HOME": ""},
     {"XDG_CACHE_HOME": "relative"}, {"CARDGEN_CACHE": ""}, {"CARDGEN_CACHE": "~nobody-here/x"}],
)  # fmt: skip
def test_the_cache_is_a_whole_path_to_a_folder_that_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str | None]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    if "CARDGEN_CACHE" not in changes:
        monkeypatch.delenv("CARDGEN_CACHE")
    for name, value in changes.items():
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    found = user_cache()
    assert found is not None
    assert found.is_absolute()
    assert found.is_dir()
    assert {path.name for path in tmp_path.iterdir()} <= {"xdg", "~nobody-here"}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes")
def test_a_temporary_cache_of_somebody_else_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setenv("HOME", "")
    monkeypatch.delenv("CARDGEN_CACHE")
    found = user_cache()
    assert found == tmp_path / f"cardgen-{os.getuid()}"
    assert stat.S_IMODE(found.stat().st_mode) == 0o700
    found.chmod(0o777)
    assert user_cache() is None
    found.rmdir()
    (tmp_path / "theirs").mkdir()
    found.symlink_to(tmp_path / "theirs")
    assert user_cache() is None


# --- line ends -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_clone_with_the_line_ends_of_windows_says_and_prints_the_same(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "cardgen", "new", "unix"], cwd=tmp_path, check=True,
        capture_output=True,
    )  # fmt: skip
    shutil.copytree(tmp_path / "unix", tmp_path / "windows" / "unix")
    for file in (tmp_path / "windows" / "unix").glob("*.yaml"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    made = []
    for folder in (tmp_path, tmp_path / "windows"):
        run = subprocess.run(
            [sys.executable, "-m", "cardgen", "build", "unix", "-t", "data", "-t", "mpc"],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        made.append((run.stderr, contents(folder / "output")))
    assert made[0] == made[1]
