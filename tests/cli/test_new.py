"""`cardgen new`: a game that builds as it is, wherever it is made and whatever its name."""

import json
import os
import re
import shutil
from importlib import resources
from pathlib import Path

import jsonschema
import pytest
import yaml
from PIL import Image

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.scaffold import FILES, ScaffoldError, game_title, make_game
from tests.support.commands import run_cardgen

CARDS = 18
DISTINCT = 10
ROOT = Path(__file__).resolve().parents[2]

HOSTILE = [
    'say "hello"',
    "it's",
    "colon: space",
    "hash # tag",
    "# comment",
    "- dash",
    "{brace}",
    "[list]",
    "*star",
    "&anchor",
    "!tag",
    "%percent",
    "@at",
    "`tick`",
    "back\\slash",
    "tab\there",
    "line\nbreak",
    "next\u0085line\u2028here",
    "bell\u0007\u007f",
    "2048",
    "1e3",
    "0x1F",
    "3.14",
    "no",
    "null",
    "2024-01-01",
    "Größe",
    "灯台",
    "фонарь",
    "🗼 light",
    "{{ game }}",
    "GAME_NAME",
    "a" * 200,
]


def checked(folder: Path) -> tuple[Checked | None, Report]:
    report = Report()
    return check_game(DiskGame(folder), report), report


def cardgen(*arguments: str, cwd: Path) -> str:
    """What the command prints, after it has ended well."""
    done = run_cardgen(*arguments, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def everything_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


# --- the game ------------------------------------------------------------------------------


def test_the_new_game_passes_check_without_a_finding(tmp_path: Path) -> None:
    assert not tmp_path.is_relative_to(ROOT)
    folder, _ = make_game(tmp_path / "mygame")
    game, report = checked(folder)
    assert not report.findings
    assert game is not None
    assert game.bound.total == CARDS


def test_the_command_that_is_proposed_works_for_a_name_that_begins_with_a_dash(
    tmp_path: Path,
) -> None:
    assert "now try: cardgen build ./-x\n" in cardgen("new", "--", "-x", cwd=tmp_path)


def test_the_commands_that_it_suggests_work_and_give_every_card_at_its_exact_size(
    tmp_path: Path,
) -> None:
    assert "now try: cardgen build mygame" in cardgen("new", "mygame", cwd=tmp_path)
    assert "0 errors, 0 warnings in 18 cards" in cardgen("check", "mygame", cwd=tmp_path)
    cardgen("build", "mygame", "--strict", cwd=tmp_path)
    for side in ("fronts", "backs"):
        files = sorted((tmp_path / "output" / "mygame" / "mpc" / "poker" / side).glob("*.png"))
        assert len(files) == CARDS
        for file in files:
            with Image.open(file) as image:
                assert (image.size, image.mode) == ((822, 1122), "RGB")


def test_every_card_has_its_own_picture(tmp_path: Path) -> None:
    """A `picture` that no drawing answers to would leave an empty sea."""
    folder, _ = make_game(tmp_path / "mygame")
    wanted = set(re.findall(r"^  picture: (\S+)$", text_of(folder, "cards.yaml"), re.MULTILINE))
    drawn = set(re.findall(r"when: picture == '(\S+)'", text_of(folder, "layouts.yaml")))
    assert len(wanted) == DISTINCT
    assert wanted == drawn


def test_the_new_game_has_one_size_of_rule_text(tmp_path: Path) -> None:
    game, _ = checked(make_game(tmp_path / "mygame")[0])
    assert game is not None
    fits = [fit for (_, (element, _)), fit in game.laid.deck_fits.items() if element == "text"]
    assert {fit.shared for fit in fits} == {11.0}


def test_a_slip_in_the_new_game_is_found(tmp_path: Path) -> None:
    """What its README invites the reader to try."""
    folder, _ = make_game(tmp_path / "mygame")
    text = text_of(folder, "cards.yaml").replace("- name: Sloop\n  copies: 3", "- name: Sloop\n")
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    _, report = checked(folder)
    codes = {finding.code for finding in report.findings}
    assert codes == {"composition-count", "composition-total"}


def text_of(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")


def test_the_new_game_is_its_own_and_mentions_no_novelty() -> None:
    source = resources.files("cardgen") / "data" / "new_game"
    text = "\n".join((source / name).read_text("utf-8") for name in FILES).casefold()
    terms = "novel motif vowel consonant eggplant wild literary alphabet author quote:".split()
    assert [term for term in terms if term in text] == []


def test_the_new_game_asks_only_for_assets_that_cardgen_ships(tmp_path: Path) -> None:
    folder, _ = make_game(tmp_path / "mygame")
    text = "".join(text_of(folder, name) for name in ("game.yaml", "layouts.yaml"))
    fonts = set(re.findall(r"\bfonts/([\w-]+\.ttf)", text))
    pictures = set(re.findall(r"picture: ([\w-]+\.jpg)", text))
    assert len(fonts) == 4
    assert fonts <= {file.name for file in (ROOT / "fonts").iterdir()}
    assert pictures == {"parchment.jpg", "linen.jpg"}


def test_no_line_of_the_new_game_is_too_long_to_read() -> None:
    source = resources.files("cardgen") / "data" / "new_game"
    for name in FILES:
        longest = max((source / name).read_text("utf-8").splitlines(), key=len)
        assert len(longest) <= 100, (name, longest)


# --- its name ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_the_name_the_game_is_valid_and_called_so(tmp_path: Path, name: str) -> None:
    if os.name == "nt" and any(c in '<>:"/\\|?*' or c < " " for c in name):
        pytest.skip("Windows has no such folders")
    folder, _ = make_game(tmp_path / name)
    game, report = checked(folder)
    assert not report.findings
    assert game is not None
    assert game.spec.file.game == game_title(name)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("mygame", "Mygame"),
        ("the-lost_isle", "The Lost Isle"),
        ("McGuffin", "McGuffin"),
        ("o'brien's", "O'brien's"),
        ("  two   spaces ", "Two Spaces"),
        ("line\nbreak", "Line Break"),
        ("1e3", "1e3"),
        ("élan", "Élan"),
    ],
)
def test_the_title_is_the_folders_name_with_capitals(name: str, title: str) -> None:
    assert game_title(name) == title


@pytest.mark.parametrize("name", ["", ".", "..", "---", "_", "?!", "\u200b", "🗼"])
def test_a_name_without_letters_is_refused_and_nothing_is_made(tmp_path: Path, name: str) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    with pytest.raises(ScaffoldError, match="no name for a game"):
        make_game(Path(name) if name in ("", ".") else inner / name)
    assert everything_in(tmp_path) == ["inner"]


# --- its folder ----------------------------------------------------------------------------


MADE = (
    *FILES,
    ".schema",
    *(f".schema/{kind}.json" for kind in ("cards", "composition", "game", "layouts")),
)


@pytest.mark.parametrize("kind", ["cards", "composition", "game", "layouts"])
def test_each_file_names_its_schema_and_fits_it(tmp_path: Path, kind: str) -> None:
    """What an editor with a YAML language server sees."""
    folder, _ = make_game(tmp_path / "mygame")
    text = (folder / f"{kind}.yaml").read_text("utf-8")
    assert text.startswith(f"# yaml-language-server: $schema=.schema/{kind}.json\n")
    schema = json.loads((folder / ".schema" / f"{kind}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(yaml.safe_load(text))


def test_the_files_are_listed_in_reading_order_and_no_others_are_there(tmp_path: Path) -> None:
    folder, names = make_game(tmp_path / "mygame")
    assert folder == tmp_path / "mygame"
    assert names == list(FILES)
    assert everything_in(tmp_path) == ["mygame", *sorted(f"mygame/{name}" for name in MADE)]


def test_missing_folders_above_are_made(tmp_path: Path) -> None:
    folder, _ = make_game(tmp_path / "a" / "b" / "mygame")
    assert (folder / "game.yaml").is_file()
    assert everything_in(tmp_path / "a" / "b")[0] == "mygame"


def test_a_folder_that_holds_something_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "mygame"
    folder.mkdir()
    (folder / "game.yaml").write_text("mine", encoding="utf-8")
    with pytest.raises(ScaffoldError, match="is not empty; choose another name"):
        make_game(folder)
    assert everything_in(tmp_path) == ["mygame", "mygame/game.yaml"]
    assert text_of(folder, "game.yaml") == "mine"


def test_an_empty_folder_is_filled_and_stays_the_same_folder(tmp_path: Path) -> None:
    folder = tmp_path / "mygame"
    folder.mkdir()
    before = folder.stat().st_ino
    make_game(folder)
    assert folder.stat().st_ino == before
    assert everything_in(tmp_path) == ["mygame", *sorted(f"mygame/{name}" for name in MADE)]


def test_a_file_of_that_name_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "mygame").write_text("mine", encoding="utf-8")
    with pytest.raises(ScaffoldError, match="is a file; choose another name"):
        make_game(tmp_path / "mygame")
    assert text_of(tmp_path, "mygame") == "mine"


@pytest.mark.parametrize("name", ["nul\0byte", "a" * 300])
def test_a_name_the_disk_cannot_hold_is_a_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(ScaffoldError, match="cannot make the folder"):
        make_game(tmp_path / "above" / name)
    assert everything_in(tmp_path) == []


def test_a_file_where_a_folder_should_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(ScaffoldError, match="cannot make the folder"):
        make_game(tmp_path / "file" / "mygame")
    assert everything_in(tmp_path) == ["file"]


def test_a_parent_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("cardgen.scaffold.tempfile.TemporaryDirectory", refuse)
    with pytest.raises(ScaffoldError, match=r"cannot make the folder .*: Permission denied"):
        make_game(tmp_path / "above" / "mygame")
    assert everything_in(tmp_path) == []


@pytest.mark.parametrize("exists", [False, True])
def test_a_failure_half_way_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exists: bool
) -> None:
    """A full disk while the files are written, or while they are moved into an empty folder."""
    folder = tmp_path / "mygame"
    if exists:
        folder.mkdir()
    write, move = Path.write_bytes, shutil.move

    def fill_up(self: Path, data: bytes) -> int:
        if self.name == "composition.yaml" and not exists:
            raise OSError(28, "No space left on device")
        return write(self, data)

    def move_some(source: Path, target: Path) -> object:
        if target.name == "composition.yaml":
            raise OSError(28, "No space left on device")
        return move(source, target)

    monkeypatch.setattr(Path, "write_bytes", fill_up)
    monkeypatch.setattr("cardgen.scaffold.shutil.move", move_some)
    with pytest.raises(ScaffoldError, match="No space left on device"):
        make_game(folder)
    assert everything_in(tmp_path) == (["mygame"] if exists else [])
