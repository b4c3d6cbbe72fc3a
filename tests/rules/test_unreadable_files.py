"""Whatever file cannot be read, its finding says what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import UnreadableError
from cardgen.pipeline.inspection import check_game

_GAME = """\
game: Sample
palette: {ink: "#222222", leaf: "#2a6b3f"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
icons: {coin: coin.svg}
decks:
  main: {cards: cards.csv, size: poker, front: face, back: reverse}
composition: composition.yaml
booklets: {rules: {text: rules.md, page: a6}}
"""
_LAYOUTS = """\
include: [more.yaml]
styles: {body: {font: text, size: 10pt, color: ink}}
layouts:
  face:
    bleed: [{picture: fox.svg}]
    safe: [{text: "{{ name }} [coin]", style: body}]
  reverse: {bleed: [{shape: rectangle, fill: leaf}]}
"""
_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
)
_FILES = {
    "game.yaml": _GAME,
    "layouts.yaml": _LAYOUTS,
    "more.yaml": "styles: {other: {font: text, size: 9pt}}\n",
    "cards.csv": "name\nFox\n",
    "composition.yaml": "main: {total: 1}\n",
    "rules.md": "# Rules\n\nTake a card. ![coin](coin.svg)\n",
    "fox.svg": _SVG,
    "coin.svg": _SVG,
}
_READ = [name for name in _FILES if name != "game.yaml"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in _FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def find(folder: Path, *codes: str) -> list[Finding]:
    report = Report()
    check_game(DiskGame(folder), report)
    return [one for one in report.findings if one.code in codes]


_CODES = ("unreadable-file", "missing-file", "missing-picture")


def test_the_game_of_these_tests_can_be_read(folder: Path) -> None:
    assert find(folder, *_CODES) == []


@pytest.mark.parametrize("name", _READ)
def test_a_link_to_nothing_is_told_as_one_wherever_a_file_is_read(name: str, folder: Path) -> None:
    (folder / name).unlink()
    (folder / name).symlink_to("nowhere")
    found = find(folder, *_CODES)
    assert found
    assert all("is a link to a file that is not there" in one.message for one in found)
    assert {one.hint for one in found} == {"put the file itself in the link's place"}


@pytest.mark.parametrize("name", _READ)
def test_a_folder_in_the_place_of_a_file_is_told_as_one(name: str, folder: Path) -> None:
    (folder / name).unlink()
    (folder / name).mkdir()
    found = find(folder, *_CODES)
    assert found
    assert all("is a folder" in one.message and one.hint for one in found)


@pytest.mark.parametrize("name", _READ)
def test_a_file_that_may_not_be_read_is_told_to_have_its_permissions_changed(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(file: Path, _limit: int) -> bytes:
        if file.name == name:
            raise PermissionError(13, "Permission denied")
        return file.read_bytes()

    monkeypatch.setattr("cardgen.files.disk_game.read_regular", read)
    found = find(folder, *_CODES)
    assert found
    assert {one.hint for one in found} == {"let yourself read it: change its permissions"}


@pytest.mark.parametrize("name", ["layouts.yaml", "more.yaml", "composition.yaml", "rules.md"])
def test_a_text_that_is_not_utf_8_is_told_how_to_save_it(name: str, folder: Path) -> None:
    (folder / name).write_bytes(b"\xff\xfe" + _FILES[name].encode("utf-16-le"))
    hints = {one.hint for one in find(folder, "unreadable-file")}
    assert hints == {"save it as UTF-8; editors ask for the encoding when they save"}


def test_a_file_in_a_folder_that_may_not_be_opened_is_not_told_to_be_missing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = Path.stat

    def stat(self: Path, *, follow_symlinks: bool = True) -> object:
        if self.parent.name == "locked":
            raise PermissionError(13, "Permission denied")
        return known(self, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", stat)
    with pytest.raises(UnreadableError) as caught:
        DiskGame(folder).asset("locked/fox.svg")
    assert caught.value.reason == "cannot be read (Permission denied)"
