"""`{{ changed }}`: a card knows whether it has changed since a print that is remembered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import check_game
from cardgen.prints.records import write_record
from tests.support.printed_games import LAYOUTS, ROWS, Row, snapshot, write_game
from tests.support.printed_games import game_files as plain_files

MARK = "      - {text: NEW, when: changed, font: text, size: 7pt}\n"
MARKED = LAYOUTS.replace("  back:\n", f"{MARK}  back:\n")


def marked(folder: Path, rows: tuple[Row, ...], since: str = "v1", **changes: Any) -> list[str]:
    """The cards that carry the mark; what is found is asserted to be nothing."""
    ids, findings = look(folder, rows, since, **changes)
    assert [f.message for f in findings] == []
    return ids


def look(
    folder: Path, rows: tuple[Row, ...], since: str = "v1", **changes: Any
) -> tuple[list[str], list[Finding]]:
    write_game(folder, rows=rows, **{"layouts": MARKED, **changes})
    game = json.loads(str(plain_files()["game.yaml"]))
    game |= {"changed-since": since} if since else {}
    (folder / "game.yaml").write_text(json.dumps(game), "utf-8")
    report = Report()
    checked = check_game(DiskGame(folder), report, checks=())
    cards = checked.bound.decks[0].cards if checked else ()
    found = [card.id for card in cards if any(b.span.line > 9 for b in card.front.body.safe)]
    return found, list(report.findings)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_game(tmp_path / "zoo")
    write_record(tmp_path / "zoo", "v1", snapshot("v1"))
    return tmp_path / "zoo"


def test_nothing_is_marked_where_no_field_has_changed(folder: Path) -> None:
    assert marked(folder, ROWS) == []


def test_cards_with_other_words_and_new_cards_are_marked_and_others_are_not(folder: Path) -> None:
    rows = (
        ROWS[0],
        {**ROWS[1], "rule": "Take two fish out of the pond."},
        {**ROWS[2], "copies": 9},
        *ROWS[3:],
        {**ROWS[0], "id": "newt", "name": "Newt"},
    )
    assert marked(folder, rows) == ["heron", "newt"]


def test_below_a_new_row_numbered_cards_are_not_marked(folder: Path) -> None:
    """Each took the id of the next."""
    write_record(folder, "v2", snapshot("v2", rows=numbered(ROWS)))
    newt = {**ROWS[0], "name": "Newt", "rule": "Swim."}
    assert marked(folder, numbered((newt, *ROWS)), "v2") == ["1"]


def numbered(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    return tuple({**row, "id": str(number)} for number, row in enumerate(rows, 1))


def test_the_mark_itself_is_no_change(folder: Path) -> None:
    changed = ({**ROWS[0], "rule": "Dig."}, *ROWS[1:])
    assert marked(folder, changed) == ["mole"]
    write_record(folder, "v2", snapshot("v2", rows=changed, layouts=LAYOUTS))
    assert marked(folder, changed, "v2") == []


def test_another_layout_is_no_change(folder: Path) -> None:
    assert marked(folder, ROWS, layouts=MARKED.replace("9pt", "8pt")) == []


def look_german(folder: Path, since: dict[str, str]) -> tuple[list[str], list[str]]:
    """The cards that carry the mark in a German edition, and what is found."""
    write_game(folder, layouts=MARKED)
    game = json.loads(str(plain_files()["game.yaml"])) | {"changed-since": "v1"}
    game["editions"] = {"de": {"language": "de", "translation": "de.csv", **since}}
    (folder / "game.yaml").write_text(json.dumps(game), "utf-8")
    names = "".join(f"{row['id']},{row['id']}-de\n" for row in ROWS)
    (folder / "de.csv").write_text(f"id,name\n{names}", "utf-8")
    report = Report()
    checked = check_game(DiskGame(folder, "de"), report, checks=())
    cards = checked.bound.decks[0].cards if checked else ()
    found = [card.id for card in cards if any(b.span.line > 9 for b in card.front.body.safe)]
    return found, [f.message for f in report.findings if f.code == "unknown-print"]


def test_a_translation_is_compared_with_a_print_of_its_own(folder: Path) -> None:
    """Beside the game in its own language each card would be marked."""
    _, messages = look_german(folder, {})
    assert messages == ["`v1` is a print of the game in its own language"]
    assert look_german(folder, {"changed-since": ""}) == ([], [])
    rows = tuple({**row, "name": f"{row['id']}-de"} for row in ROWS)
    write_record(folder, "v1-de", replace(snapshot("v1-de", rows=rows), edition="de"))
    assert look_german(folder, {"changed-since": "v1-de"}) == ([], [])


def test_a_print_of_an_edition_is_no_measure_for_the_game(folder: Path) -> None:
    write_record(folder, "v1-de", replace(snapshot("v1-de"), edition="de"))
    _, findings = look(folder, ROWS, "v1-de")
    (finding,) = [f for f in findings if f.code == "unknown-print"]
    assert finding.message == "`v1-de` is a print of the edition `de`"


@pytest.mark.parametrize("name", ["now", "HEAD"])
def test_no_name_is_proposed_that_a_print_cannot_have(folder: Path, name: str) -> None:
    (folder / "prints" / "v1.json").unlink()
    _, findings = look(folder, ROWS, name)
    (finding,) = [f for f in findings if f.code == "unknown-print"]
    assert finding.hint == "`cardgen print-tag v1` remembers one"


def test_a_print_that_is_not_remembered_is_an_error(folder: Path) -> None:
    _, findings = look(folder, ROWS, "v3")
    (finding,) = [f for f in findings if f.code == "unknown-print"]
    assert finding.message == "there is no print `v3`"
    assert finding.span is not None
    assert finding.span.file == "game.yaml"


@pytest.mark.parametrize("text", ["[]", "{", '{"decks": 3}', '{"decks": {"a": {"cards": [1]}}}'])
def test_a_record_that_is_none_is_an_error(folder: Path, text: str) -> None:
    (folder / "prints" / "v1.json").write_text(text, "utf-8")
    _, findings = look(folder, ROWS)
    assert "`prints/v1.json` is no record of a print" in [f.message for f in findings]


def test_without_a_print_the_name_is_unknown(folder: Path) -> None:
    _, findings = look(folder, ROWS, "")
    assert "undefined-name" in [f.code for f in findings]
