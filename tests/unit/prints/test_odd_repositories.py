"""Revisions of repositories that are no plain clones: what is not here is said, not passed over."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.print_sources import SourceError, default_source, open_source
from cardgen.prints.comparison import CardDifference, compare
from tests.support.printed_games import ROWS, write_game

OLD, NEW = "Dig.", "Dig twice."
IDENTITY = ("-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always")


def git(folder: Path, *arguments: str | Path) -> None:
    command = ["git", *IDENTITY, *map(str, arguments)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "x")


def write(folder: Path, rule: str) -> Path:
    return write_game(folder, rows=[{**ROWS[0], "rule": rule}, *ROWS[1:]])


def differences(game: Path, old: str, new: str = "now") -> tuple[CardDifference, ...]:
    disk = DiskGame(game)
    return compare(open_source(disk, old), open_source(disk, new)).differences


def refusal(game: Path, revision: str) -> str:
    with pytest.raises(SourceError) as error:
        open_source(DiskGame(game), revision)
    return str(error.value)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two commits of a game, of which a rule changed."""
    folder = tmp_path / "project"
    write(folder / "card_data" / "zoo", OLD)
    git(folder, "init", "-q", "-b", "main")
    commit(folder)
    write(folder / "card_data" / "zoo", NEW)
    commit(folder)
    return folder


def test_a_game_whose_folder_had_another_name_is_found_by_that_name(project: Path) -> None:
    git(project, "mv", "card_data/zoo", "card_data/menagerie")
    commit(project)
    game = project / "card_data/menagerie"
    assert "at `HEAD~1`; there is `HEAD~1:card_data/zoo`" in refusal(game, "HEAD~1")
    assert differences(game, "HEAD~1:card_data/zoo") == ()
    (one,) = differences(game, "HEAD~2:card_data/zoo")
    assert [(change.old, change.new) for change in one.fields] == [(OLD, NEW)]


def test_a_work_tree_beside_a_bare_repository_and_a_detached_head_are_read(
    project: Path, tmp_path: Path
) -> None:
    git(tmp_path, "clone", "-q", "--bare", project, "bare.git")
    git(tmp_path / "bare.git", "worktree", "add", "-q", "--detach", tmp_path / "tree", "main")
    assert len(differences(tmp_path / "tree/card_data/zoo", "HEAD~1")) == 1


def test_a_shallow_clone_says_that_it_is_one(project: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{project}", "clone")
    game = tmp_path / "clone/card_data/zoo"
    assert "the clone is shallow, `git fetch --unshallow`" in refusal(game, "HEAD~1")
    assert differences(game, "HEAD") == ()


def test_a_partial_clone_is_read_as_far_as_it_goes(project: Path, tmp_path: Path) -> None:
    git(project, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{project}", "clone")
    game = tmp_path / "clone/card_data/zoo"
    assert differences(game, "HEAD") == ()
    assert "missing or damaged in this clone" in refusal(game, "HEAD~1")


def test_a_repository_without_commits_is_nothing_to_compare_with(tmp_path: Path) -> None:
    game = write_game(tmp_path / "zoo")
    git(game, "init", "-q")
    with pytest.raises(SourceError, match="there is nothing to compare with"):
        default_source(DiskGame(game), tmp_path / "output")


def test_a_damaged_file_in_the_store_is_said(project: Path) -> None:
    found = subprocess.run(
        ["git", "rev-parse", "HEAD:card_data/zoo/one.png"],
        cwd=project, capture_output=True, text=True, check=True,
    )  # fmt: skip
    name = found.stdout.strip()
    file = project / ".git/objects" / name[:2] / name[2:]
    file.chmod(0o644)
    file.write_bytes(b"x")
    assert "`one.png` of the revision is missing or damaged" in refusal(
        project / "card_data/zoo", "HEAD"
    )


def test_a_file_mode_is_no_change(project: Path) -> None:
    (project / "card_data/zoo/beasts.yaml").chmod(0o755)
    commit(project)
    assert differences(project / "card_data/zoo", "HEAD~1") == ()


def test_line_ends_of_windows_in_the_work_tree_are_no_change(project: Path) -> None:
    game = project / "card_data/zoo"
    (game / "tips.csv").write_bytes(b'id,name,rule,art\nb,B,"one\ntwo",one.png\n')
    plain = json.loads((game / "game.yaml").read_text("utf-8"))
    plain["decks"]["tips"] = {**plain["decks"]["beasts"], "cards": "tips.csv"}
    (game / "game.yaml").write_text(json.dumps(plain, indent=1), "utf-8")
    commit(project)
    for file in (*game.glob("*.yaml"), *game.glob("*.csv")):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert differences(game, "HEAD") == ()


# --- submodules ------------------------------------------------------------------------------


@pytest.fixture
def pictured(tmp_path: Path) -> Path:
    """A game whose pictures are a submodule."""
    game, art = write_game(tmp_path / "zoo"), tmp_path / "art"
    art.mkdir()
    (game / "one.png").rename(art / "one.png")
    git(art, "init", "-q")
    commit(art)
    rows = (game / "beasts.yaml").read_text("utf-8")
    (game / "beasts.yaml").write_text(rows.replace("one.png", "art/one.png"), "utf-8")
    git(game, "init", "-q")
    git(game, "submodule", "add", "-q", art, "art")
    commit(game)
    return game


def test_pictures_in_a_submodule_are_read_as_they_were(pictured: Path) -> None:
    assert differences(pictured, "HEAD") == ()


def test_pictures_of_a_submodule_that_is_not_here_are_missed_aloud(pictured: Path) -> None:
    shutil.rmtree(pictured / "art")
    assert "the submodule `art`, which is not here as it was" in refusal(pictured, "HEAD")


def test_a_submodule_that_no_card_asks_for_may_be_missing(pictured: Path) -> None:
    shutil.copy(pictured / "art/one.png", pictured / "one.png")
    rows = (pictured / "beasts.yaml").read_text("utf-8")
    (pictured / "beasts.yaml").write_text(rows.replace("art/one.png", "one.png"), "utf-8")
    commit(pictured)
    shutil.rmtree(pictured / "art")
    assert differences(pictured, "HEAD") == ()


# --- Git LFS ---------------------------------------------------------------------------------


@pytest.fixture
def large(tmp_path: Path) -> tuple[Path, Path]:
    """A game whose picture is kept by Git LFS, and its place in the store."""
    game = write_game(tmp_path / "zoo")
    data = (game / "one.png").read_bytes()
    name = hashlib.sha256(data).hexdigest()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{name}\nsize {len(data)}\n"
    (game / "one.png").write_text(pointer, "utf-8")
    git(game, "init", "-q")
    commit(game)
    (game / "one.png").write_bytes(data)
    return game, game / ".git/lfs/objects" / name[:2] / name[2:4] / name


def test_a_picture_kept_by_git_lfs_is_read_from_its_store(large: tuple[Path, Path]) -> None:
    game, stored = large
    stored.parent.mkdir(parents=True)
    shutil.copy(game / "one.png", stored)
    assert differences(game, "HEAD") == ()


@pytest.mark.parametrize("content", [None, b"another"])
def test_a_picture_that_git_lfs_has_not_fetched_is_missed_aloud(
    large: tuple[Path, Path], content: bytes | None
) -> None:
    game, stored = large
    if content is not None:
        stored.parent.mkdir(parents=True)
        stored.write_bytes(content)
    assert "is kept by Git LFS and is not in this clone" in refusal(game, "HEAD")


def test_a_pointer_in_the_work_tree_is_told_as_one(large: tuple[Path, Path]) -> None:
    game, _ = large
    git(game, "checkout", "-q", ".")
    with pytest.raises(SourceError) as error:
        open_source(DiskGame(game), "now")
    assert "`git lfs pull` brings the file" in error.value.findings[0].message
