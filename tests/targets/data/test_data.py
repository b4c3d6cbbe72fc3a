"""The cards for other programs: JSON with everything, CSV that reads back, no live formulas."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from cardgen.read.tables.formulas import guard_cell, is_formula, unguard_cell
from cardgen.render.listing import words
from cardgen.targets.contract import OptionError
from cardgen.targets.data.target import DataTarget
from cardgen.targets.shared.card_text import read_card_text
from tests.conftest import NOVELTY
from tests.support.small_games import checked, digests, job_of, novelty, write, zoo

data = DataTarget()

GAME = """\
game: Odd
fonts:
  text: {regular: fonts/EBGaramond-Regular.ttf, italic: fonts/EBGaramond-RegularItalic.ttf}
decks:
  odd:
    cards: odd.yaml
    size: poker
    front: f
    fields: {kind: [one, two], power: integer, tags: list}
"""
LAYOUTS = """\
layouts:
  f:
    safe:
      - column:
          - {text: "{{ name }}", font: text, size: 12pt}
          - {text: "{{ note }}", font: text, size: 9pt}
"""
ROWS = """\
- {name: "A, \\"B\\"", kind: one, power: 3, tags: [x, y], note: "two\\nlines", copies: 2}
- {name: " blanks ", kind: two, power: -1}
- {name: "007", note: "+1 per vowel", kind: one}
- {name: "=1+1", note: "-2 and wait"}
- {name: "@SUM(A1)", note: "+HYPERLINK(\\"http://a.b\\")"}
- {name: émigré, note: "-2+cmd|' /C calc'!A0"}
"""
FILES: dict[str, str | bytes] = {
    "game.yaml": GAME.replace("fields: {", "fields: {name: text, note: text, "),
    "layouts.yaml": LAYOUTS,
    "odd.yaml": ROWS,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("data") / "out"
    write(data, made, job_of(checked(FILES)))
    return made


def cards(folder: Path) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads((folder / "cards.json").read_text("utf-8")))


def table(path: Path) -> list[dict[str, str]]:
    """As the standard library reads it."""
    text = path.read_bytes().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


# --- JSON --------------------------------------------------------------------------------------


def test_fields_keep_their_types(folder: Path) -> None:
    first, second, third, *_ = cards(folder)["cards"]
    assert first["fields"] == {
        "name": 'A, "B"', "note": "two\nlines", "kind": "one", "power": 3, "tags": ["x", "y"],
    }  # fmt: skip
    assert (second["fields"]["power"], second["fields"]["tags"]) == (-1, None)
    assert third["fields"]["name"] == "007"
    assert [first["copies"], first["deck"], first["source"]] == [2, "odd", "odd.yaml:1"]


def test_decks_say_what_they_hold(folder: Path) -> None:
    deck = cards(folder)["decks"][0]
    assert (deck["cards"], deck["total"]) == (6, 7)
    assert deck["size"] == {"name": "poker", "shape": "rectangle", "trim_mm": [63.5, 88.9]}
    assert deck["fields"] == ["name", "note", "kind", "power", "tags"]
    assert deck["counts"] == {"kind": {"one": 3, "two": 1}}


def test_the_text_is_what_players_read(folder: Path) -> None:
    texts = [card["front"]["text"] for card in cards(folder)["cards"]]
    assert texts[0] == "A, “B”\ntwo lines"
    assert texts[2] == "007\n+1 per vowel"


def test_every_card_of_novelty_is_there_with_its_words(tmp_path: Path) -> None:
    write(data, tmp_path / "out", novelty())
    found = cards(tmp_path / "out")
    assert found["total"] == 216
    assert len(found["cards"]) == 182
    for card in found["cards"]:
        effect = card["fields"]["effect"]
        if effect and card["deck"] == "letters":
            assert effect in card["front"]["text"], card["id"]
        file, line = card["source"].split(":")
        row = (NOVELTY / file).read_text("utf-8").splitlines()[int(line) - 1]
        assert str(card["fields"].get("letter") or card["fields"]["name"])[:6] in row


def test_no_word_of_a_face_is_lost_between_lines() -> None:
    """Against the listing, which gives each run of glyphs a line."""
    for face in set(novelty().scenes.values()):
        assert read_card_text(face).split() == words(face).replace("\n,", ",").split()


def test_a_paragraph_is_one_line_however_it_was_broken() -> None:
    rule = "one *two* three (*four*) extraordinarily uncharacteristic internationalisation of it"
    layouts = """\
layouts:
  f:
    safe:
      - column:
          - {text: "{{ name }}", font: text, size: 9pt, hyphenate: yes}
          - {text: "End.", font: text, size: 14pt}
"""
    game = GAME.replace("size: poker", "size: micro").replace("{kind", "{name: text, kind")
    found = checked(
        {"game.yaml": game, "layouts.yaml": layouts, "odd.yaml": f'- {{name: "{rule}"}}\n'}
    )
    face = next(iter(found.laid.scenes.values()))
    assert read_card_text(face) == rule.replace("*", "") + "\nEnd."


# --- CSV ---------------------------------------------------------------------------------------


def test_a_table_has_a_row_a_card_and_a_column_a_field(folder: Path) -> None:
    rows = table(folder / "odd.csv")
    assert list(rows[0]) == ["id", "copies", "name", "note", "kind", "power", "tags"]
    assert rows[0]["name"] == 'A, "B"'
    assert rows[0]["note"] == "two\nlines"
    assert rows[0]["tags"] == "x; y"
    assert rows[1]["name"] == " blanks "
    assert rows[1]["power"] == "-1"
    assert rows[5]["name"] == "émigré"


def test_lines_end_as_the_standard_says(folder: Path) -> None:
    text = (folder / "odd.csv").read_bytes().decode("utf-8")
    assert text.endswith("\r\n")
    assert not text.startswith("\ufeff")
    assert text.count("\r\n") == 7


def test_novelty_reads_back_from_its_own_tables(tmp_path: Path) -> None:
    """The CSV instead of the YAML gives the same faces, card by card."""
    job = novelty()
    write(data, tmp_path / "out", job)
    files: dict[str, str | bytes] = {
        path.relative_to(NOVELTY).as_posix(): path.read_bytes()
        for path in NOVELTY.rglob("*")
        if path.is_file()
    }
    game = (NOVELTY / "game.yaml").read_text("utf-8").replace("letters.yaml", "letters.csv")
    files["game.yaml"] = game.replace("motifs.yaml", "motifs.csv")
    for name in ("letters", "motifs"):
        files[f"{name}.csv"] = (tmp_path / "out" / f"{name}.csv").read_text("utf-8")
    again = checked(files)
    for deck, other in zip(job.game.decks, again.bound.decks, strict=True):
        assert deck.cards == other.cards


@pytest.mark.parametrize(
    "text",
    ["=1+1", "@SUM(A1)", "  =A1", "\t=A1", "+HYPERLINK(\"http://a.b\")", "-2+cmd|' /C calc'!A0",
     "=\nA1", "+Sheet2!A1"],
)  # fmt: skip
def test_a_spreadsheet_would_run(text: str) -> None:
    assert is_formula(text)


@pytest.mark.parametrize(
    "text",
    ["+1 per vowel in word", "-2", "+2 if third to last letter (not first)", "a = b", "5@home",
     "– an aside –", "(+1)", ""],
)  # fmt: skip
def test_a_spreadsheet_would_not_run(text: str) -> None:
    assert not is_formula(text)


def test_cells_that_would_run_are_guarded_and_listed(folder: Path) -> None:
    rows = table(folder / "odd.csv")
    assert rows[2]["note"] == "+1 per vowel"
    assert rows[3]["name"] == "'=1+1"
    assert rows[4]["note"].startswith("'+HYPERLINK")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    guarded = [(one["card"], one["field"]) for one in manifest["tables"][0]["guarded"]]
    assert guarded == [("1-1", "name"), ("sum-a1", "name"), ("sum-a1", "note"), ("émigré", "note")]
    assert cards(folder)["cards"][3]["fields"]["name"] == "=1+1"


def test_the_guard_can_be_left_off(tmp_path: Path) -> None:
    said = write(data, tmp_path / "out", job_of(checked(FILES)), guard="no", bom="yes")
    assert table(tmp_path / "out" / "odd.csv")[3]["name"] == "=1+1"
    assert (tmp_path / "out" / "odd.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    assert "guarded" not in said


def test_no_cell_of_novelty_needs_a_guard(tmp_path: Path) -> None:
    write(data, tmp_path / "out", novelty())
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))
    assert [one["guarded"] for one in manifest["tables"]] == [[], []]


# --- all of it ---------------------------------------------------------------------------------


def test_hashes_are_those_of_the_files(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    for name, digest in [
        (manifest["cards"], manifest["cards_sha256"]),
        *((one["file"], one["sha256"]) for one in manifest["tables"]),
    ]:
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_the_same_game_gives_the_same_bytes(tmp_path: Path, folder: Path) -> None:
    write(data, tmp_path / "again", job_of(checked(FILES)))
    assert digests(tmp_path / "again") == digests(folder)


def test_what_cannot_be_had_is_refused() -> None:
    with pytest.raises(OptionError) as caught:
        data.read_options({"gard": "no"})
    assert caught.value.hint == "did you mean `guard`? See `cardgen targets data`"
    with pytest.raises(OptionError) as caught:
        data.read_options({"guard": "maybe"})
    assert "guard=yes" in caught.value.hint


def test_progress_counts_tables(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    job = replace(zoo(), progress=lambda *step: told.append(step))
    said = write(data, tmp_path / "out", job)
    assert told == [("tables", done, 5) for done in range(1, 6)]
    assert said == "21 cards as JSON and 5 CSV tables"


@pytest.mark.parametrize(
    "text",
    ["=SUM(A1)", "'=SUM(A1)", "''=1", "+1+1", "-2*3", "@A1", "+A1", " =1", "'", "''", "+1", "-5",
     "+1 per vowel in word", "'tis", "=", "+1/+2", "a=b", "-", "'+1+1"],
)  # fmt: skip
def test_a_guarded_cell_comes_back_as_it_was(text: str) -> None:
    guarded = guard_cell(text)
    assert unguard_cell(guarded) == text
    assert not is_formula(guarded)
