"""The one door to files: what may be read, and how output takes its place."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen import workspace
from cardgen.workspace import DiskGame, MemoryGame, UnreadableError, UnwritableError, replacing

OUTSIDE = "lies outside the game folder; only paths inside it are read"


@pytest.fixture
def game(tmp_path: Path) -> DiskGame:
    """A game two folders below a project, a secret beside the project."""
    folder = tmp_path / "project" / "card_data" / "foxes"
    folder.mkdir(parents=True)
    (tmp_path / "secret.yaml").write_text("secret")
    (folder / "game.yaml").write_text("game: Foxes\n")
    return DiskGame(folder)


def written(folder: Path, **files: bytes) -> None:
    with replacing(folder) as output:
        for name, data in files.items():
            output.write(name, data)


def written_before(folder: Path, fault: BaseException) -> None:
    """Half an output, then a fault."""
    with replacing(folder) as output:
        output.write("a", b"new")
        raise fault


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in a folder but cardgen's own list of them."""
    files = (file for file in folder.rglob("*") if file.is_file() and file.name[0] != ".")
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def reason(read: Callable[[], object]) -> str:
    with pytest.raises(UnreadableError) as caught:
        read()
    return caught.value.reason


# --- reading -----------------------------------------------------------------------------


def test_a_text_of_the_game_is_read(game: DiskGame) -> None:
    assert game.text("game.yaml") == "game: Foxes\n"


def test_a_game_is_called_by_its_folder(game: DiskGame) -> None:
    assert game.name == "foxes"


def test_a_byte_order_mark_is_dropped(game: DiskGame) -> None:
    (game.folder / "bom.yaml").write_bytes(b"\xef\xbb\xbfa: b")
    assert game.text("bom.yaml") == "a: b"


def test_text_that_is_not_utf_8_is_refused_with_the_line(game: DiskGame) -> None:
    (game.folder / "latin.csv").write_bytes(b"name\nFox\nB\xe4r\n")
    assert reason(lambda: game.text("latin.csv")) == "is not UTF-8 text (line 3)"


def test_a_file_that_is_not_there_does_not_exist(game: DiskGame) -> None:
    assert reason(lambda: game.text("cards.yaml")) == "does not exist"


def test_a_folder_is_no_file(game: DiskGame) -> None:
    (game.folder / "cards").mkdir()
    assert reason(lambda: game.text("cards")) == "does not exist"


@pytest.mark.parametrize(
    "path",
    ["../../../secret.yaml", "a/../../../../secret.yaml", "..\\..\\..\\secret.yaml", "/etc/passwd",
     "C:\\secret.yaml", "C:secret.yaml", "\\\\host\\share\\secret.yaml", "secret\0.yaml"],
)  # fmt: skip
def test_a_path_out_of_the_game_is_refused(game: DiskGame, path: str) -> None:
    assert reason(lambda: game.text(path)) == OUTSIDE
    assert reason(lambda: game.asset(path)) == OUTSIDE
    assert reason(lambda: MemoryGame({}).text(path)) == OUTSIDE
    assert reason(lambda: MemoryGame({}).asset(path)) == OUTSIDE


def test_a_link_out_of_the_game_is_refused(game: DiskGame, tmp_path: Path) -> None:
    (game.folder / "cards.yaml").symlink_to(tmp_path / "secret.yaml")
    assert "leads outside" in reason(lambda: game.text("cards.yaml"))
    assert "leads outside" in reason(lambda: game.asset("cards.yaml"))


def test_a_folder_that_is_a_link_out_of_the_game_is_refused(game: DiskGame, tmp_path: Path) -> None:
    (game.folder / "art").symlink_to(tmp_path)
    assert "leads outside" in reason(lambda: game.text("art/secret.yaml"))


def test_a_link_within_the_game_is_followed(game: DiskGame) -> None:
    (game.folder / "other.yaml").symlink_to(game.folder / "game.yaml")
    assert game.text("other.yaml") == "game: Foxes\n"


def test_a_text_over_its_limit_is_refused(game: DiskGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspace, "MAX_TEXT_BYTES", 11)
    assert reason(lambda: game.text("game.yaml")).startswith("is over")


def test_a_text_at_its_limit_is_read(game: DiskGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspace, "MAX_TEXT_BYTES", 12)
    assert game.text("game.yaml") == "game: Foxes\n"


def test_an_asset_over_its_limit_is_refused(
    game: DiskGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game.folder / "fox.png").write_bytes(bytes(100))
    monkeypatch.setattr(workspace, "MAX_ASSET_BYTES", 99)
    assert reason(lambda: game.asset("fox.png")).startswith("is over")


# --- assets ------------------------------------------------------------------------------


def placed(folder: Path, name: str) -> None:
    """A file that says where it is."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(folder.name)


@pytest.mark.parametrize("path", ["fonts/EBGaramond-Bold.ttf", "EBGaramond-Bold.ttf"])
def test_an_asset_is_looked_for_in_the_game_then_above_it_then_among_the_shipped(
    game: DiskGame, path: str
) -> None:
    name = "fonts/EBGaramond-Bold.ttf"
    shipped = (workspace.shipped() / name).read_bytes()
    assert game.asset(path).data == shipped
    placed(game.folder.parents[1], name)
    assert game.asset(path).data == b"project"
    placed(game.folder.parent, name)
    assert game.asset(path).data == b"card_data"
    placed(game.folder, name)
    assert game.asset(path).data == b"foxes"


def test_only_the_nearest_fonts_folder_above_is_looked_in(game: DiskGame) -> None:
    placed(game.folder.parents[1], "fonts/Fox.ttf")
    placed(game.folder.parent, "fonts/Other.ttf")
    assert "is not in the game folder" in reason(lambda: game.asset("fonts/Fox.ttf"))


def test_textures_are_looked_for_as_fonts_are(game: DiskGame) -> None:
    placed(game.folder.parents[1], "textures/wood.png")
    assert game.asset("textures/wood.png").data == game.asset("wood.png").data == b"project"


def test_no_other_folder_above_the_game_is_looked_in(game: DiskGame) -> None:
    placed(game.folder.parents[1], "pictures/fox.png")
    assert "is not in the game folder" in reason(lambda: game.asset("pictures/fox.png"))


def test_a_link_out_of_the_fonts_above_is_refused(game: DiskGame, tmp_path: Path) -> None:
    fonts = game.folder.parents[1] / "fonts"
    fonts.mkdir()
    (fonts / "Fox.ttf").symlink_to(tmp_path / "secret.yaml")
    assert "leads outside" in reason(lambda: game.asset("fonts/Fox.ttf"))


def test_names_to_choose_from_hold_the_game_s_and_the_shipped(game: DiskGame) -> None:
    placed(game.folder, "fonts/Fox.ttf")
    assert {"fonts/Fox.ttf", "fonts/EBGaramond-Regular.ttf"} <= set(game.asset_names())


def test_a_game_in_memory_finds_its_assets_as_one_on_disk_does() -> None:
    game = MemoryGame({"fonts/Fox.ttf": b"fox"})
    assert game.asset("Fox.ttf").data == game.asset("fonts/Fox.ttf").data == b"fox"
    assert game.asset("EBGaramond-Bold.ttf").data[:4] == b"\0\1\0\0"
    assert game.asset_names() == ("fonts/Fox.ttf",)


def test_a_game_in_memory_says_what_it_does_not_have() -> None:
    game = MemoryGame({"game.yaml": "game: Foxes"})
    assert (game.exists("game.yaml"), game.exists("cards.yaml")) == (True, False)
    assert reason(lambda: game.text("cards.yaml")) == "does not exist"


# --- writing -----------------------------------------------------------------------------


def test_output_is_not_there_before_all_of_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with replacing(folder) as output:
        output.write("a", b"1")
        assert not folder.exists()
    assert contents(folder) == {"a": b"1"}


def test_folders_above_and_inside_the_output_are_made(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "out"
    with replacing(folder) as output:
        output.write("fronts/001.png", b"1")
    assert contents(folder) == {"fronts/001.png": b"1"}


def test_a_failure_leaves_the_last_output_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written(folder, a=b"old")
    with pytest.raises(ZeroDivisionError):
        written_before(folder, ZeroDivisionError())
    assert contents(folder) == {"a": b"old"}
    assert names(tmp_path) == ["out"]


def test_an_interrupt_leaves_the_last_output(tmp_path: Path) -> None:
    written(tmp_path / "out", a=b"old")
    with pytest.raises(KeyboardInterrupt):
        written_before(tmp_path / "out", KeyboardInterrupt())
    assert contents(tmp_path / "out") == {"a": b"old"}


def test_a_disk_error_is_one_sentence_about_the_folder(tmp_path: Path) -> None:
    with pytest.raises(UnwritableError, match=r"^cannot write to .*out: No space left on device$"):
        written_before(tmp_path / "out", OSError(28, "No space left on device"))
    assert names(tmp_path) == []


def test_a_folder_below_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UnwritableError, match="cannot write to"):
        written(tmp_path / "file" / "out", a=b"1")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_file_of_the_last_run_that_this_one_does_not_write_goes(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written(folder, a=b"1", b=b"1")
    written(folder, b=b"2")
    assert contents(folder) == {"b": b"2"}


def test_a_file_that_cardgen_did_not_write_stays(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written(folder, a=b"1")
    (folder / "notes").mkdir()
    (folder / "notes" / "mine.txt").write_bytes(b"mine")
    written(folder, b=b"2")
    written(folder, c=b"3")
    assert contents(folder) == {"c": b"3", "notes/mine.txt": b"mine"}


def test_files_in_a_folder_that_cardgen_never_wrote_stay(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "mine.txt").write_bytes(b"mine")
    written(folder, a=b"1")
    assert contents(folder) == {"a": b"1", "mine.txt": b"mine"}


def test_nothing_lies_about_after_a_swap(tmp_path: Path) -> None:
    written(tmp_path / "out", a=b"1")
    written(tmp_path / "out", a=b"2")
    assert names(tmp_path) == ["out"]


def test_a_swap_cut_short_before_the_new_output_stood_is_undone(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written(folder, a=b"1")
    folder.rename(tmp_path / ".out-old")
    with pytest.raises(ZeroDivisionError):
        written_before(folder, ZeroDivisionError())
    assert contents(folder) == {"a": b"1"}


def test_a_swap_cut_short_before_the_old_output_went_is_finished(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written(folder, stale=b"1")
    (folder / "mine.txt").write_bytes(b"mine")
    folder.rename(tmp_path / ".out-old")
    folder.mkdir()
    (folder / "a").write_bytes(b"2")
    (folder / ".cardgen-files").write_text("a\n.cardgen-files\n")
    written(folder, b=b"3")
    assert contents(folder) == {"b": b"3", "mine.txt": b"mine"}
    assert names(tmp_path) == ["out"]


def test_equal_files_are_one_file_on_disk(tmp_path: Path) -> None:
    with replacing(tmp_path / "out") as output:
        output.write("a", b"1")
        output.link("sub/b", "a")
    assert (tmp_path / "out" / "sub" / "b").samefile(tmp_path / "out" / "a")


def test_where_links_fail_equal_files_are_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(1, "not permitted")

    monkeypatch.setattr(os, "link", refuse)
    with replacing(tmp_path / "out") as output:
        output.write("a", b"1")
        output.link("b", "a")
    assert contents(tmp_path / "out") == {"a": b"1", "b": b"1"}
    assert not (tmp_path / "out" / "b").samefile(tmp_path / "out" / "a")


def test_a_linked_file_that_goes_stale_goes_too(tmp_path: Path) -> None:
    with replacing(tmp_path / "out") as output:
        output.write("a", b"1")
        output.link("b", "a")
    written(tmp_path / "out", a=b"2")
    assert contents(tmp_path / "out") == {"a": b"2"}


def test_an_output_names_its_files_in_order(tmp_path: Path) -> None:
    with replacing(tmp_path / "out") as output:
        output.write("b", b"")
        output.link("a", "b")
        assert output.names == ("a", "b")


def test_the_clock_does_not_run_backwards() -> None:
    assert workspace.clock() <= workspace.clock()
