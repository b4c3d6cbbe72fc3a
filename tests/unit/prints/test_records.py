"""Prints that a game remembers: kept as text in its folder, read as data that anybody may have
written."""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from cardgen.files.disk_game import DiskGame
from cardgen.files.git_revision import game_at
from cardgen.files.git_store import RevisionError
from cardgen.pipeline.print_sources import (
    SourceError,
    default_source,
    open_source,
    record_print,
)
from cardgen.prints.comparison import compare
from cardgen.prints.records import RecordError, explain_folder, list_records, read_record
from tests.support.printed_games import ROWS, write_game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_game(tmp_path / "zoo")


def record(game: Path, name: str = "v1") -> None:
    record_print(DiskGame(game), name)


def test_a_record_is_the_game_as_it_was(game: Path) -> None:
    record(game)
    disk = DiskGame(game)
    assert list_records(disk) == ["v1"]
    assert compare(open_source(disk, "v1"), open_source(disk, "now")).differences == ()


def test_a_record_has_a_line_a_card_so_that_version_control_shows_which_changed(game: Path) -> None:
    record(game)
    write_game(game, rows=[{**ROWS[0], "copies": 7}, *ROWS[1:]])
    record_print(DiskGame(game), "v2")
    old, new = ((game / f"prints/{name}.json").read_text().splitlines() for name in ("v1", "v2"))
    changed = [b for a, b in zip(old, new, strict=True) if a != b]
    assert [line for line in changed if '"id"' in line] == [
        line for line in new if '"id": "mole"' in line
    ]


def test_the_same_game_makes_the_same_record(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1600000000")
    record(game)
    first = (game / "prints/v1.json").read_bytes()
    assert b'"date": "2020-09-13",\n "time": "12:26:40"' in first
    record_print(DiskGame(game), "v1", replaces=True)
    assert (game / "prints/v1.json").read_bytes() == first


def test_of_two_prints_of_a_day_the_later_one_is_the_last(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, moment in (("proto", "1600000000"), ("final", "1600000100")):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", moment)
        record(game, name)
    assert default_source(DiskGame(game), tmp_path / "output") == "final"


def test_a_record_is_not_replaced_unasked(game: Path) -> None:
    record(game)
    with pytest.raises(RecordError, match="there is a print `v1` already"):
        record(game)


def test_of_two_who_take_a_name_at_once_one_is_refused(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both look for the name before either writes."""
    monkeypatch.setattr("cardgen.prints.records.list_records", lambda _: [])
    record(game)
    first = (game / "prints/v1.json").read_bytes()
    with pytest.raises(RecordError, match="there is a print `v1` already"):
        record(game)
    assert (game / "prints/v1.json").read_bytes() == first
    assert [file.name for file in (game / "prints").iterdir()] == ["v1.json"]


@pytest.mark.parametrize("name", ["now", "HEAD", "V1", "ÄRA"])
def test_a_name_that_means_something_else_somewhere_is_refused(game: Path, name: str) -> None:
    record(game)
    record(game, "ära")
    with pytest.raises(RecordError, match="take another name"):
        record(game, name)


@pytest.mark.parametrize(
    "name", ["", "../v1", "a/b", ".hidden", "con", "v1.", "-x", "x" * 61, "a\0b", "a b", "ä/ö"]
)
def test_a_name_is_one_that_every_system_has(game: Path, name: str) -> None:
    with pytest.raises(RecordError, match="is no name for a print"):
        record(game, name)
    assert not (game / "prints").exists()


def test_a_device_is_said_to_be_one(game: Path) -> None:
    """It has letters alone, as names should."""
    with pytest.raises(RecordError, match="is a device on Windows"):
        record(game, "con")


@pytest.mark.parametrize("name", ["now", "HEAD"])
def test_nobody_is_told_to_take_a_name_that_is_refused(game: Path, name: str) -> None:
    with pytest.raises(RecordError, match="is no print; name one that"):
        read_record(DiskGame(game), name)


def test_nothing_is_recorded_of_a_game_with_errors(game: Path) -> None:
    (game / "one.png").unlink()
    with pytest.raises(SourceError) as error:
        record(game)
    assert error.value.findings
    assert not (game / "prints").exists()


def test_no_record_is_written_through_a_link(game: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (game / "prints").symlink_to(elsewhere)
    with pytest.raises(RecordError, match="is no folder of the game"):
        record(game)
    assert list(elsewhere.iterdir()) == []


def test_why_the_folder_of_prints_cannot_be_read_is_told(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints = game / "prints"
    assert explain_folder(game) == ""
    prints.write_text("")
    assert explain_folder(game) == "`prints` is no folder"
    prints.unlink()
    prints.symlink_to("nowhere")
    assert explain_folder(game) == "`prints` is a link to a folder that is not there"
    prints.unlink()
    prints.symlink_to(game.parent)
    assert explain_folder(game).startswith("`prints` is a link, and ")
    prints.unlink()
    prints.mkdir()
    assert explain_folder(game) == ""
    monkeypatch.setattr("os.listdir", _refuse)
    assert explain_folder(game) == "`prints` cannot be read (Permission denied)"


def _refuse(_folder: Path) -> list[str]:
    raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("{}", "is no record of a print"),
        ('{"cardgen_print": "1"}', "is no record of a print"),
        ('{"cardgen_print": 99, "name": "v1", "game": "x", "decks": {}}', "newer cardgen"),
        (
            '{"cardgen_print": 1, "name": "v1", "game": "x", "decks": {"a": '
            '{"size": "poker", "trim_mm": [1, 2], "cards": [{"id": 1}]}}}',
            "is no record of a print",
        ),
        ('{"cardgen_print": 99}', "newer cardgen"),
        ('{"cardgen_print": 1, "name": "v1",', "no JSON: it ends in the middle"),
        ('{"cardgen_print": 1, "name": "v1', "no JSON: it ends in the middle"),
        ('{"cardgen_print": 1,\n<<<<<<< HEAD\n"name": "v1"}', "no JSON: look at line 2, column 1"),
        ('{"cardgen_print": 1, "name": "v1"}', "`game` is missing"),
        ('{"cardgen_print": 1, "name": 1, "game": "", "decks": {}}', "`name` must be a text"),
        ("[]", "no record of a print: it has no"),
        *(
            (f'{{"cardgen_print": 1, "name": "v1", "game": "", "decks": {{}}, "dpi": {dpi}}}', said)
            for dpi, said in (
                ("1e6", "`dpi` must be a number of at most 1200"),
                ("-5", "`dpi` must be a number of at least 36"),
                ("0.001", "`dpi` must be a number of at least 36"),
                ("NaN", "`dpi` must be a number of at least 36"),
                ("Infinity", "`dpi` must be a number of at most 1200"),
            )
        ),
    ],
)
def test_what_is_no_record_is_said_to_be_none(game: Path, content: str, said: str) -> None:
    (game / "prints").mkdir()
    (game / "prints/v1.json").write_text(content)
    with pytest.raises(RecordError, match=said):
        read_record(DiskGame(game), "v1")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"copies": 2', '"copies": "two"', "card 1: `copies` must be a whole number"),
        ('"copies": 2', '"copies": -2', "card 1: `copies` is below 0"),
        ('"id": "mole", ', "", "card 1: `id` is missing"),
        ('"id": "heron"', '"id": "mole"', "card 2: `mole` is there already"),
    ],
)
def test_a_record_that_was_edited_is_told_by_deck_and_card(
    game: Path, old: str, new: str, said: str
) -> None:
    record(game, "v1")
    file = game / "prints/v1.json"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(RecordError, match="is no record of a print: deck `beasts`, ") as error:
        read_record(DiskGame(game), "v1")
    assert said in str(error.value)


def test_an_unknown_print_is_told_with_those_that_there_are(game: Path) -> None:
    record(game, "v1.0")
    with pytest.raises(RecordError, match=r"no print `v1\.1`.*v1\.0"):
        read_record(DiskGame(game), "v1.1")


def test_fields_come_back_as_they_were(game: Path) -> None:
    odd = {"mole": 'a "quoted" text', "heron": "two\nlines", "otter": "Größe – ﬁ", "stoat": "1"}
    write_game(game, rows=[{**row, "rule": odd.get(row["id"], "-")} for row in ROWS])
    record(game)
    (deck,) = read_record(DiskGame(game), "v1").decks
    assert {card.id: (card.fields or {})["rule"] for card in deck.cards} == {**odd, "crane": "-"}


def test_a_digest_that_is_none_names_no_file(game: Path) -> None:
    """A record may come with a stranger's game."""
    record_print(DiskGame(game), "v1", pictures=True)
    (game / "prints/secret.jpg").write_bytes(
        next((game / "prints/pictures").iterdir()).read_bytes()
    )
    file = game / "prints/v1.json"
    data = json.loads(file.read_text())
    cards = data["decks"]["beasts"]["cards"]
    cards[0]["front"]["pixels"] = "../secret"
    cards[1]["front"]["pixels"] = "f" * 24
    file.write_text(json.dumps(data))
    source = open_source(DiskGame(game), "v1").source
    names = [("beasts", card["id"], "front") for card in cards[:3]]
    shown = list(source.pictures(names, 300))  # type: ignore[arg-type]
    assert [pixels is not None for pixels in shown] == [False, False, True]


# --- git revisions -------------------------------------------------------------------------


def git(folder: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def commit(folder: Path, message: str = "x") -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", message)


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A game with twenty versions; the last edit is not committed."""
    folder = tmp_path / "project"
    game = write_game(folder / "card_data" / "zoo")
    (folder / "textures").mkdir()
    (folder / "textures" / "paper.txt").write_text("x")
    git(folder, "init", "-q")
    commit(folder)
    for number in range(19):
        rule = f"Dig {number} tunnels."
        write_game(game, rows=[{**ROWS[0], "rule": rule}, *ROWS[1:]])
        commit(folder)
    write_game(game, rows=[{**ROWS[0], "rule": "Rest."}, *ROWS[1:]])
    return game


def test_a_history_of_twenty_versions_is_read_and_the_work_tree_left_alone(
    repository: Path,
) -> None:
    disk, before = DiskGame(repository), state(repository.parents[1])
    versions = [open_source(disk, f"HEAD~{number}") for number in range(20)]
    for number, (new, old) in enumerate(pairwise(versions)):
        (one,) = compare(old, new).differences
        words = ("Dig a tunnel to any card on the table." if number == 18 else
                 f"Dig {17 - number} tunnels.")  # fmt: skip
        assert [(change.field, change.old) for change in one.fields] == [("rule", words)]
    assert state(repository.parents[1]) == before


@pytest.mark.parametrize("typed", ["HEAD~99", "nowhere", "--output=x", "HEAD:game.yaml", ""])
def test_what_git_does_not_know_is_said(repository: Path, typed: str) -> None:
    with pytest.raises(RevisionError):
        game_at(repository, typed)


def test_a_link_in_a_revision_leads_nowhere(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes((repository / "one.png").read_bytes())
    (repository / "one.png").unlink()
    (repository / "one.png").symlink_to(tmp_path / "secret.png")
    commit(repository.parents[1])
    disk = DiskGame(repository)
    old, new = open_source(disk, "HEAD"), open_source(disk, "now")
    assert (old.faults, new.faults) == (5, 5)  # each card that has the picture
    assert {one.causes for one in compare(open_source(disk, "HEAD~1"), old).differences} == {
        ("picture",)
    }


def test_a_repository_runs_no_program_of_its_own(repository: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {ran}\n")
    program.chmod(0o755)
    for name in ("core.fsmonitor", "core.pager", "filter.x.smudge", "diff.external"):
        git(repository, "config", name, str(program))
    (repository / ".gitattributes").write_text("* filter=x\n")
    game_at(repository, "HEAD").text("game.yaml")
    assert not ran.exists()
