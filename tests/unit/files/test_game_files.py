"""The one door to files: what may be read, and how output takes its place."""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from cardgen.cache import entry_store
from cardgen.files import disk_game
from cardgen.files.disk_game import DiskGame, shipped_folder
from cardgen.files.game_files import FOLDER_LEADS_NOWHERE, LEADS_NOWHERE, UnreadableError, clock
from cardgen.files.input_record import is_as_recorded
from cardgen.files.lfs_pointer import ONLY_A_POINTER
from cardgen.files.memory_game import MemoryGame
from cardgen.files.output_folder import UnwritableError, describe_denial, replace_output
from cardgen.files.output_swap import Swap
from cardgen.files.user_cache import user_cache
from cardgen.files.work_records import TemporaryFolder, WorkUnderWay, new_id

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
    with replace_output(folder) as output:
        for name, data in files.items():
            output.write(name, data)


def written_before(folder: Path, fault: BaseException) -> None:
    """Half an output, then a fault."""
    with replace_output(folder) as output:
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
    assert reason(lambda: game.text("cards")) == "is a folder"
    assert reason(lambda: game.table("cards")) == "is a folder"


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


def test_a_link_to_nothing_is_told_as_one(game: DiskGame) -> None:
    (game.folder / "cards.yaml").symlink_to("../shared/cards.yaml")
    assert reason(lambda: game.text("cards.yaml")) == LEADS_NOWHERE


def test_a_folder_that_is_a_link_to_nothing_is_told_for_what_is_in_it(game: DiskGame) -> None:
    (game.folder / "art").symlink_to("../cloud/art")
    assert reason(lambda: game.asset("art/beasts/fox.png")) == FOLDER_LEADS_NOWHERE
    assert reason(lambda: game.text("art/cards.yaml")) == FOLDER_LEADS_NOWHERE
    assert reason(lambda: game.asset("pictures/fox.png")) != FOLDER_LEADS_NOWHERE


def test_a_file_that_git_lfs_has_elsewhere_is_told_whatever_it_is_read_as(game: DiskGame) -> None:
    oid = hashlib.sha256(b"").hexdigest()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize 132345\n"
    for name, text in (("a.png", pointer), ("b.csv", pointer.replace("\n", "\r\n"))):
        (game.folder / name).write_bytes(text.encode())
        for files in (game, MemoryGame({name: text})):
            for read in (files.table, files.asset):
                with pytest.raises(UnreadableError, match=ONLY_A_POINTER):
                    read(name)
        with pytest.raises(UnreadableError, match=ONLY_A_POINTER):
            game.text(name)


def test_a_folder_that_is_a_link_out_of_the_game_is_refused(game: DiskGame, tmp_path: Path) -> None:
    (game.folder / "art").symlink_to(tmp_path)
    assert "leads outside" in reason(lambda: game.text("art/secret.yaml"))


def test_a_link_within_the_game_is_followed(game: DiskGame) -> None:
    (game.folder / "other.yaml").symlink_to(game.folder / "game.yaml")
    assert game.text("other.yaml") == "game: Foxes\n"


def test_a_text_over_its_limit_is_refused(game: DiskGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_game, "MAX_TEXT_BYTES", 11)
    assert reason(lambda: game.text("game.yaml")).startswith("is over")


def test_a_text_at_its_limit_is_read(game: DiskGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_game, "MAX_TEXT_BYTES", 12)
    assert game.text("game.yaml") == "game: Foxes\n"


def test_an_asset_over_its_limit_is_refused(
    game: DiskGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game.folder / "fox.png").write_bytes(bytes(100))
    monkeypatch.setattr(disk_game, "MAX_ASSET_BYTES", 99)
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
    shipped = (shipped_folder() / name).read_bytes()
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


@pytest.mark.parametrize("path", ["secret.yaml", "fonts/secret.yaml"])
def test_a_fonts_folder_of_the_game_that_is_a_link_out_of_it_is_refused(
    game: DiskGame, tmp_path: Path, path: str
) -> None:
    (game.folder / "fonts").symlink_to(tmp_path)
    assert "leads outside" in reason(lambda: game.asset(path))
    assert "fonts/secret.yaml" not in game.asset_names()


def test_a_fonts_folder_that_is_a_link_within_the_game_is_followed(game: DiskGame) -> None:
    placed(game.folder, "type/Fox.ttf")
    (game.folder / "fonts").symlink_to(game.folder / "type")
    assert game.asset("Fox.ttf").data == b"foxes"
    assert "fonts/Fox.ttf" in game.asset_names()


def test_a_fonts_folder_above_the_game_may_be_a_link(game: DiskGame, tmp_path: Path) -> None:
    (game.folder.parents[1] / "fonts").symlink_to(tmp_path)
    assert game.asset("secret.yaml").data == b"secret"


def test_names_to_choose_from_hold_the_game_s_and_the_shipped(game: DiskGame) -> None:
    placed(game.folder, "fonts/Fox.ttf")
    assert {"fonts/Fox.ttf", "fonts/EBGaramond-Regular.ttf"} <= set(game.asset_names())


def test_a_game_in_memory_finds_its_assets_as_one_on_disk_does() -> None:
    game = MemoryGame({"fonts/Fox.ttf": b"fox"})
    assert game.asset("Fox.ttf").data == game.asset("fonts/Fox.ttf").data == b"fox"
    assert game.asset("EBGaramond-Bold.ttf").data[:4] == b"\0\1\0\0"
    assert game.asset_names() == ("fonts/Fox.ttf",)


COMPOSED, DECOMPOSED = (unicodedata.normalize(form, "bär.png") for form in ("NFC", "NFD"))


@pytest.mark.parametrize("typed", [COMPOSED, DECOMPOSED])
@pytest.mark.parametrize("on_disk", [COMPOSED, DECOMPOSED])
def test_a_file_is_found_in_either_form_of_its_name(
    game: DiskGame, typed: str, on_disk: str
) -> None:
    """Archives and clouds bring names in the form of macOS to systems that tell them apart."""
    folder = game.folder / "räume"
    folder.mkdir()
    (folder / on_disk).write_text("b")
    path = f"räume/{typed}"
    in_memory = MemoryGame({f"räume/{on_disk}": b"b"})
    for one in (game, in_memory):
        assert one.asset(path).data == one.table(path) == one.text(path).encode() == b"b"
        assert one.exists(path)
        assert f"räume/{COMPOSED}" in one.own_files()


def test_of_two_forms_of_a_name_the_typed_one_is_read(game: DiskGame) -> None:
    forms = dict(zip((COMPOSED, DECOMPOSED), (b"1", b"2"), strict=True))
    for name, data in forms.items():
        (game.folder / name).write_bytes(data)
    if forms.keys() <= {file.name for file in game.folder.iterdir()}:
        assert {name: game.asset(name).data for name in forms} == forms
    assert {name: MemoryGame(forms).asset(name).data for name in forms} == forms


def test_a_file_in_another_form_that_is_written_later_is_noticed(game: DiskGame) -> None:
    (game.folder / DECOMPOSED).write_bytes(b"1")
    game.asset(COMPOSED)
    assert all(is_as_recorded(*one) for one in game.inputs.states.items())
    (game.folder / COMPOSED).write_bytes(b"2")
    assert not all(is_as_recorded(*one) for one in game.inputs.states.items())


def test_a_game_in_memory_says_what_it_does_not_have() -> None:
    game = MemoryGame({"game.yaml": "game: Foxes"})
    assert (game.exists("game.yaml"), game.exists("cards.yaml")) == (True, False)
    assert reason(lambda: game.text("cards.yaml")) == "does not exist"


# --- writing -----------------------------------------------------------------------------


def test_output_is_not_there_before_all_of_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with replace_output(folder) as output:
        output.write("a", b"1")
        assert not folder.exists()
    assert contents(folder) == {"a": b"1"}


def test_folders_above_and_inside_the_output_are_made(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "out"
    with replace_output(folder) as output:
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


def test_a_folder_below_a_file_cannot_be_written_and_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for below in ("out", "deep/out"):
        with pytest.raises(UnwritableError, match=r"/file is a file; name another folder with -o$"):
            written(tmp_path / "file" / below, a=b"1")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_that_may_not_be_written_to_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode == os.F_OK and Path(path).exists())
    denied = PermissionError(13, "Permission denied")
    said = describe_denial(denied, tmp_path / "deep" / "out")
    assert said.startswith(f"{tmp_path} may not be written to; ")
    assert "open in another program" not in said


def test_a_file_of_the_output_that_may_not_be_replaced_may_be_open_elsewhere(
    tmp_path: Path,
) -> None:
    said = describe_denial(PermissionError(13, "Permission denied"), tmp_path)
    assert "open in another program" in said


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


def killed(folder: Path) -> Swap:
    """The swap of a build that was killed: its record is there, and nobody holds its lock."""
    swap, cache = Swap(folder, new_id()), user_cache()
    assert cache is not None
    record = cache / "under-way" / f"{swap.id}.json"
    record.parent.mkdir(exist_ok=True)
    record.write_text(json.dumps({"folder": str(swap.staged), "final": str(folder)}))
    return swap


def test_a_swap_cut_short_before_the_new_output_stood_is_undone(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written(folder, a=b"1")
    folder.rename(killed(folder).old)
    with pytest.raises(ZeroDivisionError):
        written_before(folder, ZeroDivisionError())
    assert contents(folder) == {"a": b"1"}


def test_a_swap_cut_short_before_the_old_output_went_is_finished(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written(folder, stale=b"1")
    (folder / "mine.txt").write_bytes(b"mine")
    folder.rename(killed(folder).old)
    folder.mkdir()
    (folder / "a").write_bytes(b"2")
    (folder / ".cardgen-files").write_text("a\n.cardgen-files\n")
    written(folder, b=b"3")
    assert contents(folder) == {"b": b"3", "mine.txt": b"mine"}
    assert names(tmp_path) == ["out"]


def test_a_folder_with_the_name_of_a_leftover_stays(tmp_path: Path) -> None:
    """A game may ship such folders, and a designer may name their own like that."""
    for name in (".out-old", ".out-2024-backup", ".out-12-abc", f".out-{new_id()}-old"):
        a_folder(tmp_path / name)
    before = names(tmp_path)
    written(tmp_path / "out", a=b"1")
    assert names(tmp_path) == sorted([*before, "out"])


def test_a_link_in_the_place_of_a_leftover_is_not_followed(tmp_path: Path) -> None:
    a_folder(tmp_path / "elsewhere")
    swap = killed(tmp_path / "out")
    swap.old.symlink_to(tmp_path / "elsewhere")
    swap.staged.symlink_to(tmp_path / "elsewhere")
    written(tmp_path / "out", a=b"1")
    assert contents(tmp_path / "elsewhere") == {"mine": b"mine"}


# --- what is not cardgen's -----------------------------------------------------------------


def test_an_output_folder_that_is_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to(tmp_path / "real")
    for data in (b"1", b"2"):
        written(tmp_path / "out", a=data)
    assert (tmp_path / "out").is_symlink()
    assert contents(tmp_path / "real") == {"a": b"2"}
    assert names(tmp_path) == ["out", "real"]


def test_an_output_folder_in_a_circle_of_links_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to(tmp_path / "out")
    with pytest.raises(UnwritableError, match="cannot write to"):
        written(tmp_path / "out" / "deep", a=b"1")


def test_a_file_in_the_place_of_the_output_folder_stays(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(UnwritableError, match=r"out: it is a file$"):
        written(tmp_path / "out", a=b"1")
    assert (tmp_path / "out").read_text() == "mine"
    assert names(tmp_path) == ["out"]


def test_links_and_empty_folders_of_others_stay(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    (folder / "empty" / "emptier").mkdir(parents=True)
    (folder / "link").symlink_to(tmp_path)
    (folder / "broken").symlink_to(tmp_path / "nowhere")
    for data in (b"1", b"2"):
        written(folder, a=data)
    assert names(folder) == [".cardgen-files", "a", "broken", "empty", "link"]
    assert (folder / "empty" / "emptier").is_dir()
    assert (folder / "link").resolve() == tmp_path


def test_what_stands_beside_cardgen_s_files_in_a_folder_stays(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with replace_output(folder) as output:
        output.write("fronts/a", b"1")
    (folder / "fronts" / "mine").write_bytes(b"mine")
    (folder / "fronts" / "empty").mkdir()
    with replace_output(folder) as output:
        output.write("fronts/b", b"2")
    assert names(folder / "fronts") == ["b", "empty", "mine"]
    written(folder, c=b"3")
    assert names(folder / "fronts") == ["empty", "mine"]
    assert contents(folder) == {"c": b"3", "fronts/mine": b"mine"}


def a_folder(place: Path) -> None:
    place.mkdir()
    (place / "mine").write_bytes(b"mine")


def a_file(place: Path) -> None:
    place.write_bytes(b"mine")


def a_link(place: Path) -> None:
    place.symlink_to(place.parent.parent / "elsewhere")


@pytest.mark.parametrize("name", ["a", "a/b"])
@pytest.mark.parametrize("make", [a_folder, a_file, a_link])
def test_where_something_of_others_is_in_the_way_nothing_is_written_or_lost(
    tmp_path: Path, make: Callable[[Path], None], name: str
) -> None:
    folder = tmp_path / "out"
    written(folder, old=b"1")
    make(folder / "a")
    if name == "a/b" and make is a_folder:
        (folder / "a" / "b").mkdir()
    before = names(folder)
    for _ in range(2):
        with pytest.raises(UnwritableError, match=r"did not write `a(/b)?` there"):
            _write_one(folder, name)
    assert names(folder) == before
    assert contents(folder)["old"] == b"1"
    assert names(tmp_path) == ["out"]


def _write_one(folder: Path, name: str) -> None:
    with replace_output(folder) as output:
        output.write(name, b"new")


def test_a_link_in_the_place_of_a_written_file_is_not_cardgen_s(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written(folder, a=b"1", b=b"1")
    (folder / "a").unlink()
    (folder / "a").symlink_to(folder / "b")
    written(folder, b=b"2")
    assert (folder / "a").is_symlink()


def test_a_list_of_files_that_leads_out_of_the_output_deletes_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    written(tmp_path / "out", a=b"1")
    (tmp_path / "out" / ".cardgen-files").write_bytes(b"a\n../mine\n\xff\n")
    written(tmp_path / "out", b=b"2")
    assert names(tmp_path) == ["mine", "out"]
    assert contents(tmp_path / "out") == {"b": b"2"}


def test_file_names_in_any_script_are_known_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("locale.getpreferredencoding", lambda *_: "ascii")
    for data in (b"1", b"2"):
        with replace_output(tmp_path / "out") as output:
            output.write("bär-狐\u2028.png", data)
    written(tmp_path / "out", a=b"3")
    assert contents(tmp_path / "out") == {"a": b"3"}


@pytest.mark.parametrize("fault", [OSError(13, "Permission denied"), KeyboardInterrupt()])
def test_a_swap_that_fails_puts_the_last_output_back_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    folder = tmp_path / "out"
    written(folder, a=b"old")
    rename = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if target == folder and not self.name.endswith("-old"):
            raise fault
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises((UnwritableError, KeyboardInterrupt)):
        written(folder, a=b"new")
    assert contents(folder) == {"a": b"old"}
    assert names(tmp_path) == ["out"]


def test_a_swap_cut_short_is_not_finished_over_something_of_others(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    old = killed(folder).old
    a_folder(old)
    written_by_hand = {"mine": b"other"}
    folder.mkdir()
    (folder / "mine").write_bytes(written_by_hand["mine"])
    with pytest.raises(UnwritableError, match="cardgen did not write `mine` there"):
        written(folder, a=b"1")
    assert contents(folder) == written_by_hand
    assert contents(old) == {"mine": b"mine"}


def test_equal_files_are_one_file_on_disk(tmp_path: Path) -> None:
    with replace_output(tmp_path / "out") as output:
        output.write("a", b"1")
        output.link("sub/b", "a")
    assert (tmp_path / "out" / "sub" / "b").samefile(tmp_path / "out" / "a")


def test_where_links_fail_equal_files_are_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(1, "not permitted")

    monkeypatch.setattr(os, "link", refuse)
    with replace_output(tmp_path / "out") as output:
        output.write("a", b"1")
        output.link("b", "a")
    assert contents(tmp_path / "out") == {"a": b"1", "b": b"1"}
    assert not (tmp_path / "out" / "b").samefile(tmp_path / "out" / "a")


def test_a_linked_file_that_goes_stale_goes_too(tmp_path: Path) -> None:
    with replace_output(tmp_path / "out") as output:
        output.write("a", b"1")
        output.link("b", "a")
    written(tmp_path / "out", a=b"2")
    assert contents(tmp_path / "out") == {"a": b"2"}


def test_an_output_names_its_files_in_order(tmp_path: Path) -> None:
    with replace_output(tmp_path / "out") as output:
        output.write("b", b"")
        output.link("a", "b")
        assert output.names == ("a", "b")


def test_the_clock_does_not_run_backwards() -> None:
    assert clock() <= clock()


def test_what_a_killed_build_left_behind_is_swept_away(tmp_path: Path) -> None:
    left, own = killed(tmp_path / "mpc").staged, new_id()
    left.mkdir()
    running = tmp_path / f".mpc-{own}"
    work = WorkUnderWay(own, folder=running)
    running.mkdir()
    written(tmp_path / "mpc", a=b"1")
    assert running.exists()
    work.end()
    assert not left.exists()


def test_temporary_folders_of_a_killed_run_are_swept_by_the_next(tmp_path: Path) -> None:
    code = """
import os, signal
from cardgen.files.work_records import TemporaryFolder
folder = TemporaryFolder()
print(folder.name, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    left = Path(run.stdout.strip())
    assert left.is_dir()
    written(tmp_path / "out", a=b"1")
    assert not left.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="no such place")
def test_a_temporary_folder_is_elsewhere_where_none_can_be_made_near() -> None:
    with TemporaryFolder(near=Path("/proc/cards")) as folder:
        assert Path(folder).is_dir()
        assert Path(folder).parent == Path(tempfile.gettempdir())
    assert not Path(folder).exists()


def test_of_what_took_long_to_make_the_oldest_is_dropped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(entry_store, "MAX_BYTES", 300)
    cache = entry_store.EntryStore("", tmp_path)
    for number in range(4):
        cache.put(f"{number}.ttf", bytes([number]) * 100)
        os.utime(tmp_path / f"{number}.ttf", (number, number))
    cache.put("new.ttf", b"new")
    assert cache.get("new.ttf") == b"new"
    assert [cache.get(f"{number}.ttf") is None for number in range(4)] == [True, True, False, False]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_builds_of_one_output_at_once_all_end_well(tmp_path: Path) -> None:
    """Each is whole when it is in place, and none trips over another's swap."""
    code = """
import sys
from pathlib import Path
from cardgen.files.output_folder import replace_output
for turn in range(40):
    with replace_output(Path(sys.argv[1])) as output:
        for number in range(20):
            output.write(f"{number}.txt", f"{sys.argv[2]} {turn}".encode())
"""
    words = [sys.executable, "-c", code, str(tmp_path / "out")]
    builds = [subprocess.Popen([*words, name], stderr=subprocess.PIPE, text=True) for name in "abc"]
    assert [build.communicate()[1] for build in builds] == ["", "", ""]
    found = contents(tmp_path / "out")
    assert len(found) == 20
    assert len(set(found.values())) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_is_given_up_is_removed_although_a_worker_writes_on(tmp_path: Path) -> None:
    stop = threading.Event()

    def write_on(folder: Path) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            with suppress(OSError):
                (folder / f"{number}.png").write_bytes(b"")

    def give_up() -> None:
        with replace_output(tmp_path / "out") as output:
            threading.Thread(target=write_on, args=(output.folder,), daemon=True).start()
            time.sleep(0.05)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_up()
    stop.set()
    assert list(tmp_path.iterdir()) == []
