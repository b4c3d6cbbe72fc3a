"""What other programs left becomes a game that builds and passes `check` as it is."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize

import pytest
import xlsxwriter
from PIL import Image

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.importers.contract import ImportedGame, ImportFault
from cardgen.importers.picture_folder import PictureFolderImporter
from cardgen.importers.registry import find_importer, installed_importers
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game
from cardgen.scaffold import ScaffoldError, import_game
from tests.conftest import ROOT
from tests.support import sixty_cards
from tests.support.samples import FONTS
from tests.support.workbooks import workbook, workbook_of_sheets
from tests.unit.bind.test_card_values import words

SQUIB = """\
frame: {x: 38, y: 38, width: 750, height: 1050}
Name: {x: 0.4in, y: 0.4in, width: 2in, height: 50, font_size: 14}
cost: {extends: Name, y: += 0.5in}
Rule: {x: 75, y: 600, width: 675, height: 400, font: "Sans 10", align: center}
"""
TABLE = 'Name,cost,Rule,Qty\nFox,2,"Draw a card, then discard one.",3\nOwl,3,Look at a hand.,1\n'
ORDER = """\
<order><details><quantity>3</quantity></details>
<fronts><card><id>abc</id><slots>0,1</slots><name>Fox.png</name></card>
<card><id>def</id><slots>2</slots><name>Owl.png</name></card></fronts>
<cardback>back1</cardback></order>
"""


def imported(source: Path, folder: Path) -> Checked:
    """The game, which has no error."""
    import_game(source, folder)
    return checked_in(folder)


def checked_in(folder: Path) -> Checked:
    """A game that has no error."""
    report = Report()
    checked = check_game(DiskGame(folder), report)
    assert [f for f in report.findings if f.severity == "error"] == []
    assert checked is not None
    return checked


def picture(path: Path, color: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (822, 1122), color).save(path)


def test_a_workbook_becomes_a_deck_for_each_sheet_with_cards(tmp_path: Path) -> None:
    source = tmp_path / "t.xlsx"
    source.write_bytes(sixty_cards.excel(sixty_cards.rows()))
    checked = imported(source, tmp_path / "g")
    (deck,) = checked.bound.decks
    assert (deck.name, len(deck.cards)) == ("units", 60)
    assert checked.spec.decks["units"].fields["cost"].type == "number"


def test_a_table_becomes_a_game(tmp_path: Path) -> None:
    source = tmp_path / "beasts.csv"
    source.write_bytes(sixty_cards.delimited(sixty_cards.rows(), ";", "windows-1252"))
    assert imported(source, tmp_path / "g").bound.decks[0].name == "beasts"


def test_an_address_is_told_that_nothing_is_fetched(tmp_path: Path) -> None:
    with pytest.raises(ImportFault, match=r"download `https://docs\.example/d/1`, as CSV"):
        import_game(Path("https://docs.example/d/1"), tmp_path / "g")
    assert not (tmp_path / "g").exists()


def test_pictures_that_a_table_names_join_the_game(tmp_path: Path) -> None:
    picture(tmp_path / "art/fox.png", "red")
    (tmp_path / "t.xlsx").write_bytes(workbook([["name", "art"], ["Fox", "art/fox.png"]]))
    imported(tmp_path / "t.xlsx", tmp_path / "g")
    assert (tmp_path / "g/art/fox.png").is_file()
    assert "picture:" in (tmp_path / "g/layouts.yaml").read_text("utf-8")


def test_pictures_that_a_table_names_as_windows_does_join_the_game(tmp_path: Path) -> None:
    picture(tmp_path / "art/fox.png", "red")
    (tmp_path / "t.csv").write_text("name,art\nFox,art\\fox.png\n", "utf-8")
    imported(tmp_path / "t.csv", tmp_path / "g")
    assert (tmp_path / "g/art/fox.png").is_file()
    assert "picture:" in (tmp_path / "g/layouts.yaml").read_text("utf-8")


def test_pictures_are_looked_for_in_folders_of_pictures_too(tmp_path: Path) -> None:
    picture(tmp_path / "images/fox.png", "red")
    (tmp_path / "t.csv").write_text("name,art\nFox,fox.png\n", "utf-8")
    assert import_game(tmp_path / "t.csv", tmp_path / "g")[2] == []
    assert (tmp_path / "g/fox.png").is_file()


def test_pictures_that_are_spelled_otherwise_on_disk_join_the_game_by_their_name(
    tmp_path: Path,
) -> None:
    """Whatever capitals and Unicode form they have there: cards find them on every system."""
    picture(tmp_path / "Art/FOX.png", "red")
    picture(tmp_path / "Art" / normalize("NFD", "élan.png"), "red")
    (tmp_path / "t.csv").write_text("name,art\nFox,art/Fox.png\nElk,art/Élan.png\n", "utf-8")
    assert import_game(tmp_path / "t.csv", tmp_path / "g")[2] == []
    assert {file.name for file in (tmp_path / "g/art").iterdir()} == {"Fox.png", "Élan.png"}


def test_a_picture_that_two_files_may_be_is_told_and_not_chosen(tmp_path: Path) -> None:
    picture(tmp_path / "probe.png", "red")
    if (tmp_path / "PROBE.png").exists():
        pytest.skip("this disk knows no two files that differ in capitals")
    for name in ("FOX.png", "fox.png", "Owl.png", "owl.png"):
        picture(tmp_path / "art" / name, "red")
    (tmp_path / "t.csv").write_text("name,art\nFox,art/Fox.png\nOwl,art/owl.png\n", "utf-8")
    (note,) = import_game(tmp_path / "t.csv", tmp_path / "g")[2]
    assert "not `art/Fox.png`" in note
    assert {file.name for file in (tmp_path / "g/art").iterdir()} == {"owl.png"}


def test_which_pictures_were_looked_for_and_not_found_is_told(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name,art\nFox,fox.png\nOwl,owl.png\n", "utf-8")
    (note,) = import_game(tmp_path / "t.csv", tmp_path / "g")[2]
    assert note.startswith("0 of the 2 pictures that `art` names were found in ")
    assert "; not `fox.png`, `owl.png`: cards print the names" in note
    assert f"\n# {note}\n" in (tmp_path / "g/game.yaml").read_text("utf-8")
    picture(tmp_path / "fox.png", "red")
    (note,) = import_game(tmp_path / "t.csv", tmp_path / "h")[2]
    assert note.startswith("1 of the 2 pictures that `art` names were found in ")
    assert note.endswith("; not `owl.png`: put them into the game's folder")


def test_a_column_of_pictures_is_one_though_some_of_them_are_missing(tmp_path: Path) -> None:
    picture(tmp_path / "fox.png", "red")
    (tmp_path / "t.csv").write_text("name,art\nFox,fox.png\nOwl,owl.webp\n")
    import_game(tmp_path / "t.csv", tmp_path / "g")
    report = Report()
    check_game(DiskGame(tmp_path / "g"), report)
    errors = [f.message for f in report.findings if f.severity == "error"]
    assert len(errors) == 1
    assert "the picture `owl.webp` is not" in errors[0]


@pytest.mark.parametrize("fields", [3, 10, 20])
def test_a_table_of_many_fields_and_a_picture_fits_its_cards(tmp_path: Path, fields: int) -> None:
    picture(tmp_path / "fox.png", "red")
    heads = ",".join(["name", "art", *(f"field{n}" for n in range(fields))])
    cells = ",".join(["Fox", "fox.png", *(f"value {n}" for n in range(fields))])
    (tmp_path / "t.csv").write_text(f"{heads}\n{cells}\n")
    assert imported(tmp_path / "t.csv", tmp_path / "g").bound.total == 1


def two_sheets() -> bytes:
    """A sheet of cards, and one with a title above its cells."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    cards, notes = book.add_worksheet("Cards"), book.add_worksheet("Notes")
    cards.write_column(0, 0, ["name", "Fox"])
    notes.write(0, 0, "What I think of it")
    notes.write_row(1, 0, ["a", "b", "c"])
    book.close()
    return out.getvalue()


def test_one_sheet_of_a_workbook_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "my cards.xlsx").write_bytes(two_sheets())
    checked = imported(tmp_path / "my cards.xlsx#Cards", tmp_path / "g")
    assert [deck.name for deck in checked.bound.decks] == ["cards"]
    with pytest.raises(ImportFault, match="has no sheet `Card`; its sheets: `Cards`, `Notes`"):
        import_game(tmp_path / "my cards.xlsx#Card", tmp_path / "h")


def test_a_table_without_heads_is_refused(tmp_path: Path) -> None:
    """Its first card would be the names of the fields, and be lost."""
    (tmp_path / "t.csv").write_text("Fox,1,Draw.\nOwl,2,Pay.\n", encoding="utf-8")
    with pytest.raises(ImportFault, match="`1` stands in the first row"):
        import_game(tmp_path / "t.csv", tmp_path / "g")


def test_a_column_with_html_is_printed_as_it_is_meant(tmp_path: Path) -> None:
    """The styles of imported layouts read no markup, and would print its marks."""
    (tmp_path / "t.csv").write_text("name,rule\nFox,<b>Draw</b> a 2*2 &amp; pay<br>twice.\n")
    checked = imported(tmp_path / "t.csv", tmp_path / "g")
    assert checked.spec.decks["t"].fields["rule"].markup == "html"
    assert checked.spec.decks["t"].fields["name"].markup == "cardgen"
    (card,) = checked.bound.decks[0].cards
    assert words(card.front.body.safe[0]) == "Foxrule: Draw a 2*2 & paytwice."


ANKI = """\
#separator:tab
#html:true
#guid column:1
#tags column:4
a!b|el <b>perro</b>|the dog|animals
c-d|"la ""casa\"""|the house<br>a home|home
"""


@pytest.mark.parametrize(
    ("said", "heads"),
    [("", ["Front", "Back"]), ("#columns:Guid|Wort|Bedeutung|Tags\n", ["Wort", "Bedeutung"])],
    ids=["without names", "with names"],
)
def test_notes_of_anki_become_cards_below_heads(
    tmp_path: Path, said: str, heads: list[str]
) -> None:
    source = tmp_path / "spanish.txt"
    source.write_text(ANKI.replace("#guid", f"{said}#guid").replace("|", "\t"), "utf-8")
    checked = imported(source, tmp_path / "g")
    rows = checked.spec.cards["spanish"]
    assert [*rows[0].values] == ["guid", *heads, "tags"]
    assert [row.values[heads[0]] for row in rows] == ["el <b>perro</b>", 'la "casa"']
    assert rows[1].values[heads[1]] == "the house<br>a home"


def test_a_text_that_is_no_export_of_anki_is_not_imported(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("name,cost\nFox,2\n")
    with pytest.raises(ImportFault, match=r"call a table `\.csv`"):
        find_importer(tmp_path / "t.txt")


def test_lists_and_mappings_of_json_are_declared_as_such(tmp_path: Path) -> None:
    rows = '[{"name": "Fox", "stats": {"hp": 3}, "tags": ["a", "b"]}, {"name": "Owl", "tags": "c"}]'
    (tmp_path / "t.json").write_text(rows, encoding="utf-8")
    fields = imported(tmp_path / "t.json", tmp_path / "g").spec.decks["t"].fields
    assert {name: one.type for name, one in fields.items()} == {
        "name": "text", "stats": "mapping", "tags": "list"}  # fmt: skip


def test_a_title_above_the_heads_is_named_as_what_may_be_wrong(tmp_path: Path) -> None:
    (tmp_path / "my cards.xlsx").write_bytes(two_sheets())
    with pytest.raises(ImportFault) as caught:
        import_game(tmp_path / "my cards.xlsx#Notes", tmp_path / "g")
    assert str(caught.value).startswith("my cards.xlsx: Notes!")
    assert str(caught.value).endswith("heads of the columns: delete titles above it")


def test_a_sheet_that_is_no_table_of_cards_is_left_out_and_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "c.xlsx").write_bytes(two_sheets())
    _, _, (note,) = import_game(tmp_path / "c.xlsx", tmp_path / "g")
    assert note.startswith("the sheet `Notes` is left out: c.xlsx: Notes!")
    assert [deck.name for deck in checked_in(tmp_path / "g").bound.decks] == ["cards"]


def test_a_hidden_sheet_is_left_out_and_said_to_be(tmp_path: Path) -> None:
    sheets = {"Cards": [["name", "cost"], ["Fox", "1"]], "Old": [["name", "cost"], ["Owl", "2"]]}
    (tmp_path / "c.xlsx").write_bytes(workbook_of_sheets(sheets, hidden=["Old"]))
    _, _, (note,) = import_game(tmp_path / "c.xlsx", tmp_path / "g")
    assert note.startswith("the sheet `Old` is hidden, and left out: import `c.xlsx#Old`")
    assert [deck.name for deck in checked_in(tmp_path / "g").bound.decks] == ["cards"]
    (deck,) = imported(tmp_path / "c.xlsx#Old", tmp_path / "h").bound.decks
    assert deck.name == "old"


def test_a_sheet_with_a_formula_that_failed_stops_the_import(tmp_path: Path) -> None:
    """It is a table of cards, and would be missing."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    book.add_worksheet("Units").write_column(0, 0, ["name", "Fox"])
    book.add_worksheet("Spells").write_column(0, 0, ["name", "Ice"])
    book.get_worksheet_by_name("Spells").write_formula(2, 0, "=1/0", None, "#DIV/0!")
    book.close()
    (tmp_path / "c.xlsx").write_bytes(out.getvalue())
    with pytest.raises(ImportFault) as caught:
        import_game(tmp_path / "c.xlsx", tmp_path / "g")
    assert str(caught.value).endswith("; or import one sheet, as `c.xlsx#Units`")


def test_a_sheet_called_as_the_plain_layout_of_backs_is_a_deck(tmp_path: Path) -> None:
    sheets = {name: [["name", "cost"], ["Fox", "1"]] for name in ("Back", "Front")}
    (tmp_path / "c.xlsx").write_bytes(workbook_of_sheets(sheets))
    decks = imported(tmp_path / "c.xlsx", tmp_path / "g").bound.decks
    assert [deck.name for deck in decks] == ["back-2", "front"]


def test_columns_are_fields_in_their_order_though_they_are_empty(tmp_path: Path) -> None:
    """What is filled in later would be a field that the deck does not declare."""
    (tmp_path / "c.csv").write_text("name,notes,spell,cost\nFox,,,1\nOwl,,x,2\n")
    fields = imported(tmp_path / "c.csv", tmp_path / "g").spec.decks["c"].fields
    assert [*fields] == ["name", "notes", "spell", "cost"]


def test_a_column_headed_by_a_sign_is_shown_without_a_label(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("#,name\n7,Fox\n")
    (deck,) = imported(tmp_path / "c.csv", tmp_path / "g").bound.decks
    assert words(deck.cards[0].front.body.safe[0]) == "Fox7"


def test_entries_of_mappings_are_shown_and_what_no_card_shows_is_told(tmp_path: Path) -> None:
    rows = [
        {"name": "Fox", "stats": {"hp": 3, "max hp": 5}, "moves": [{"name": "Bite"}]},
        {"name": "Owl", "stats": {"hp": 2}, "moves": []},
    ]
    (tmp_path / "t.json").write_text(json.dumps(rows), encoding="utf-8")
    (note,) = import_game(tmp_path / "t.json", tmp_path / "g")[2]
    assert note.startswith("of `moves` no card shows anything")
    fox, owl = (
        words(card.front.body.safe[0]) for card in checked_in(tmp_path / "g").bound.decks[0].cards
    )
    assert (fox, owl) == ("Foxstats hp: 3stats max hp: 5", "Owlstats hp: 2")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("t.json", '[["name"], ["Fox"]]', "a card is a mapping of fields"),
        ("t.json", '{"cards": [{"name": "Fox"}]}', "it seems to stand under `cards`"),
        ("t.json", '{"Fox": {"cost": 1}}', "begin the file with `[`"),
        ("t.json", '{"name": "Fox"}\n{"name": "Owl"}\n', "call the file `.jsonl`"),
        ("t.json", '{"name": Fox}', "begin the file with `[`"),
        ("t.csv", "Cost ($),Cost (€)\n1,2\n", "rename one"),
        ("t.yaml", "Fox: {cost: 2}\n", "cards in YAML are a list"),
        ("t.yaml", "- Fox\n", "a card is a mapping of fields"),
    ],
)
def test_what_is_no_table_of_cards_is_refused_with_what_to_write(
    name: str, content: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    with pytest.raises(ImportFault, match=re.escape(said)):
        import_game(tmp_path / name, tmp_path / "g")
    assert not (tmp_path / "g").exists()


@pytest.mark.parametrize("before", ["", "# my cards\n\n", "---\n", "\ufeff"])
def test_cards_in_yaml_are_a_table(before: str, tmp_path: Path) -> None:
    text = f"{before}- name: Fox\n  cost: 2\n  Anzahl: 3\n- {{name: Owl, tags: [a, b]}}\n"
    (tmp_path / "beasts.yaml").write_text(text, "utf-8")
    checked = imported(tmp_path / "beasts.yaml", tmp_path / "g")
    assert [card.copies for card in checked.bound.decks[0].cards] == [3, 1]
    assert checked.spec.decks["beasts"].fields["tags"].type == "list"


@pytest.mark.parametrize("copies", ["3.0", "3"])
def test_copies_may_be_shown_with_decimals(copies: str, tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(f"name,Anzahl\nFox,{copies}\nOwl,\n", "utf-8")
    checked = imported(tmp_path / "c.csv", tmp_path / "g")
    assert [card.copies for card in checked.bound.decks[0].cards] == [3, 1]


@pytest.mark.parametrize("copies", ["x3", "3x", "3 pcs"])
def test_copies_that_are_typed_as_in_a_list_of_parts_are_told(copies: str, tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(f"name,Qty.\nFox,{copies}\nOwl,1\n", "utf-8")
    (note,) = import_game(tmp_path / "c.csv", tmp_path / "g")[2]
    assert note.startswith(f"`Qty` seems to be the number of copies, and holds `{copies}`")


def test_what_a_table_of_cardmaker_changes_of_its_elements_is_told(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("Count,Name,override:Title:x\n2,Fox,10\n")
    (note,) = import_game(tmp_path / "c.csv", tmp_path / "g")[2]
    assert note.startswith("columns `override:…` of CardMaker change nothing here")
    assert "override" not in (tmp_path / "g/layouts.yaml").read_text("utf-8")


def test_what_a_squib_entry_says_of_its_letters_is_taken_and_the_rest_is_listed(
    tmp_path: Path,
) -> None:
    layout = (
        "name: {x: 75, y: 75, font: 'Sans Bold 14'}\n"
        "rule: {x: 75, y: 300, font: Serif Italic 9, justify: true, spacing: 2, ellipsize: end}\n"
    )
    source = squib(tmp_path, layout, "name,rule\nFox,Take a card.\n")
    imported(source, tmp_path / "g")
    made = (tmp_path / "g/layouts.yaml").read_text("utf-8")
    name, rule = (line for line in made.splitlines() if "{{" in line)
    assert "font: text bold" in name
    assert "font: text italic, align: justify" in rule
    assert "# Of `rule` these are not taken over: ellipsize, spacing." in made


def test_the_fonts_of_squib_are_listed_as_they_are_replaced(tmp_path: Path) -> None:
    layout = (
        'name: {x: 75, y: 75, font: "Gill Sans Bold 12"}\nrule: {x: 75, y: 300, font: Serif 9}\n'
    )
    import_game(squib(tmp_path, layout, "name,rule\nFox,Draw.\n"), tmp_path / "g")
    made = (tmp_path / "g/layouts.yaml").read_text("utf-8")
    assert "# In place of these fonts EB Garamond is set: Gill Sans, Serif.\n" in made


TURNED = """\
title: {x: 75, y: 1050, angle: 4.71238898, width: 850, height: 125, font: "Times, Serif 22"}
low: {x: 750, y: 1050, angle: 3.14159, width: 200, height: 200}
flat: {x: 75, y: 75, angle: 0, width: 200, height: 200}
askew: {x: 375, y: 75, angle: 0.3, width: 200, height: 200}
"""


def test_quarter_turns_of_squib_are_taken_and_other_angles_listed(tmp_path: Path) -> None:
    """Squib turns about the left upper corner: the title reads upwards at the left edge."""
    source = squib(tmp_path, TURNED, "title,low,flat,askew\nFox,1,2,3\n")
    imported(source, tmp_path / "g")
    made = (tmp_path / "g/layouts.yaml").read_text("utf-8")
    title, low, flat, _ = (line for line in made.splitlines() if "{{" in line)
    assert "left: -78pt, top: 126pt, width: 204pt, height: 30pt, rotate: 270" in title
    assert "left: 123pt, top: 195pt, width: 48pt, height: 48pt, rotate: 180" in low
    assert "rotate" not in flat
    assert made.count("not taken over") == 1
    assert "# Of `askew` these are not taken over: angle.\n" in made
    assert "is set: Times." in made


def test_words_of_squib_count_in_any_case_and_those_that_are_lost_are_listed(
    tmp_path: Path,
) -> None:
    layout = "name: {x: 75, y: 75, valign: MIDDLE, align: ':Center', color: red}\n"
    layout += "rule: {x: 75, y: 200, valign: up, color: '#334455'}\n"
    source = squib(tmp_path, layout, "name,rule\nFox,Take a card.\n")
    imported(source, tmp_path / "g")
    text = (tmp_path / "g/layouts.yaml").read_text("utf-8")
    assert "align: center, valign: middle" in text
    assert "# Of `name` these are not taken over: color.\n" in text
    assert "# Of `rule` these are not taken over: valign.\n" in text


@pytest.mark.parametrize(
    ("header", "printed"),
    [("Qty.", 5), ("How many", 5), ("No. of copies", 5), ("Card Number", 2), ("Cost", 2)],
)
def test_a_header_of_any_spelling_may_be_the_number_of_copies(
    tmp_path: Path, header: str, printed: int
) -> None:
    (tmp_path / "t.csv").write_text(f"Name,{header}\nFox,3\nOwl,2\n", "utf-8")
    assert imported(tmp_path / "t.csv", tmp_path / "g").bound.total == printed


def test_a_squib_layout_becomes_a_game_with_the_table_beside_it(tmp_path: Path) -> None:
    (tmp_path / "layout.yml").write_text(SQUIB)
    (tmp_path / "deck.csv").write_text(TABLE)
    checked = imported(tmp_path / "layout.yml", tmp_path / "g")
    assert checked.bound.total == 4
    cost = (tmp_path / "g/layouts.yaml").read_text("utf-8").split("{{ cost }}")[1]
    assert "left: 19.8pt, top: 55.8pt, width: 144pt" in cost.split("\n")[0]


RICH = """\
backdrop: {x: 38, y: 38, width: 750, height: 1050, fill_color: '#0B3736', radius: 38}
panel: {x: middle, y: middle + 1c, width: 2 cells, height: 0.5in, fill_color: '#eeeeee'}
title: {x: 50, y: 20, width: 900, height: 60, valign: !ruby/symbol middle, color: '#DFDFE1'}
art: {x: 75, y: 300, width: 675, height: 500}
label: {x: 75, y: 850, width: 300, height: 50}
power: {extends: label, y: += 60, width: '*= 2', font: 'Serif Bold 12'}
low: {x: 90, y: 1090}
ghost: {x: 1, y: 1}
"""


def squib(folder: Path, layout: str, table: str, at: str = "deck.csv") -> Path:
    """A layout with its table, which is at some place beside it."""
    source = folder / "project/layouts/deck.yml"
    for path, text in ((source, layout), (source.parent / at, table)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return source


@pytest.mark.parametrize("at", ["deck.csv", "data/deck.csv", "../data/deck.csv"])
def test_squib_s_units_colors_pictures_and_inheritance_are_taken(tmp_path: Path, at: str) -> None:
    head = "title,art,label,power,low\n"
    source = squib(tmp_path, RICH, f"{head}Fox,fox.png,A,Draw a card,note\n", at)
    picture(source.parent / "../img/fox.png", "red")
    imported(source, tmp_path / "g")
    layout = (tmp_path / "g/layouts.yaml").read_text("utf-8")
    assert '{shape: rectangle, fill: "#0B3736"}' in layout
    assert 'fill: "#eeeeee", left: 90pt, top: 135pt, width: 18pt, height: 36pt' in layout
    assert 'picture: "{{ art }}", fit: contain, left: 9pt, top: 63pt, width: 162pt' in layout
    assert "valign: middle" in layout
    assert 'color: "#DFDFE1"' in layout
    power = next(line for line in layout.splitlines() if "{{ power }}" in line)
    assert "size: 12pt" in power
    assert "top: 209.4pt, width: 144pt" in power
    assert "# Of Squib's layout no column is shown by: ghost." in layout


SCRIPT = """\
Squib::Deck.new(cards: data['Name'].size, layout: 'deck.yml') do
  # text str: data['Old'],
  text str: data['Name'],  # the "title", in bold
       layout: 'title'
  text(str: data.rules_text, layout: :low)
  png file: data["Art"].map { |a| "#{a}.png" }, layout: "art"
  # text str: data['Name'], layout: 'ghost'
  text str: 'Fixed', layout: 'label'
end
"""


@pytest.mark.parametrize("at", ["deck.rb", "../deck.rb"])
def test_a_column_stands_where_the_script_of_squib_draws_it(tmp_path: Path, at: str) -> None:
    source = squib(tmp_path, RICH, "Name,Rules Text,Art,Power\nFox,Draw.,fox.png,3\n")
    picture(source.parent / "fox.png", "red")
    (source.parent / at).write_text(SCRIPT, "utf-8")
    imported(source, tmp_path / "g")
    lines = (tmp_path / "g/layouts.yaml").read_text("utf-8").splitlines()
    places = {
        name: next(line for line in lines if f"{{{{ {name} }}}}" in line)
        for name in ("Name", "Rules_Text", "Art", "Power")
    }
    assert "valign: middle" in places["Name"]
    assert "left: 12.6pt" in places["Rules_Text"]
    assert "picture:" in places["Art"]
    assert "top: 209.4pt" in places["Power"]  # by the entry of its own name
    assert "  # Of Squib's layout no column is shown by: label, ghost." in lines


def test_a_length_of_squib_may_be_a_share_of_the_card(tmp_path: Path) -> None:
    """Of the card with its bleed: 2.75 x 3.75 inches."""
    layout = "name: {x: 75, y: deck / 3, width: deck / 2, height: deck /4}\n"
    imported(squib(tmp_path, layout, "name\nFox\n"), tmp_path / "g")
    text = (tmp_path / "g/layouts.yaml").read_text("utf-8")
    assert "left: 9pt, top: 81pt, width: 99pt, height: 67.5pt" in text


def test_entries_of_squib_that_extend_each_other_end(tmp_path: Path) -> None:
    layout = "a: {extends: b, x: 75, y: 75}\nb: {extends: a, x: 150}\n"
    checked = imported(squib(tmp_path, layout, "a,b\none,two\n"), tmp_path / "g")
    (card,) = checked.bound.decks[0].cards
    assert (card.values["a"], card.values["b"]) == ("one", "two")


def test_a_folder_of_pictures_becomes_full_bleed_cards(tmp_path: Path) -> None:
    for name, color in (("fox", "red"), ("owl", "blue"), ("back", "gray")):
        picture(tmp_path / f"pics/{name}.png", color)
    checked = imported(tmp_path / "pics", tmp_path / "g")
    assert [card.id for card in checked.bound.decks[0].cards] == ["fox", "owl"]


def test_pictures_of_a_folder_that_are_not_imported_are_told(tmp_path: Path) -> None:
    source = tmp_path / "pictures"
    (source / "more").mkdir(parents=True)
    for name in ("fox.png", "owl.tiff", "hen.TIF", "more/elk.png", "notes.txt", ".hidden.png"):
        (source / name).write_bytes(b"")
    (source / "gone.png").symlink_to("nowhere")
    made = PictureFolderImporter().read(source, "Title")
    assert isinstance(made, ImportedGame)
    said = "not imported: `gone.png`, `hen.TIF`, `more/elk.png` and 1 more; PNG, JPEG"
    assert [note for note in made.notes if note.startswith(said)]


def test_pictures_of_every_kind_that_cards_show_are_imported(tmp_path: Path) -> None:
    names = ("Fox.png", "Owl.webp", "Hen.avif", "Elk.JPEG")
    for name in names:
        (tmp_path / name).write_bytes(b"")
    made = PictureFolderImporter().read(tmp_path, "Title")
    assert {f"art/{name}" for name in names} <= set(made)


def test_a_folder_of_pictures_alone_has_nothing_to_tell(tmp_path: Path) -> None:
    for name in ("fox.png", "back.jpg", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    made = PictureFolderImporter().read(tmp_path, "Title")
    assert isinstance(made, ImportedGame)
    assert made.notes == []


def test_an_order_of_mpc_autofill_becomes_a_game_with_its_copies(tmp_path: Path) -> None:
    (tmp_path / "cards.xml").write_text(ORDER)
    for name in ("Fox (abc)", "Owl (def)", "Back (back1)"):
        picture(tmp_path / f"cards/{name}.png", "red")
    checked = imported(tmp_path / "cards.xml", tmp_path / "g")
    assert [(c.id, c.copies) for c in checked.bound.decks[0].cards] == [("fox", 2), ("owl", 1)]


def test_an_order_keeps_the_backs_of_its_slots_its_stock_and_the_product(tmp_path: Path) -> None:
    """Backs, stock and blanks were lost without a word, and the size was another."""
    backs = "<backs><card><id>def</id><slots>1</slots><name>Owl.png</name></card></backs>"
    details = (
        "<order><details><quantity>5</quantity><stock>(S33) Superior Smooth</stock>"
        "<foil>true</foil></details>"
    )
    order = ORDER.replace("</fronts>", f"</fronts>{backs}").replace("<order>", details)
    (tmp_path / "cards.xml").write_text(order)
    for name in ("Fox (abc)", "Owl (def)", "Back (back1)"):
        picture(tmp_path / f"cards/{name}.png", "red")
    checked = imported(tmp_path / "cards.xml", tmp_path / "g")
    deck = checked.bound.decks[0]
    assert [(card.values["back"], card.copies) for card in deck.cards] == [
        ("art/Back (back1).png", 1), ("art/Owl (def).png", 1), ("art/Back (back1).png", 1),
    ]  # fmt: skip
    assert (deck.size.name, checked.spec.file.order.stock) == ("game", "S33")
    assert checked.spec.file.order.foil
    assert "# Of the order's 5 slots, without a front: 2." in (tmp_path / "g/game.yaml").read_text()


def test_a_card_back_that_was_not_downloaded_is_missing(tmp_path: Path) -> None:
    """A plain color was printed in its place."""
    (tmp_path / "cards.xml").write_text(ORDER)
    for name in ("Fox (abc)", "Owl (def)"):
        picture(tmp_path / f"cards/{name}.png", "red")
    import_game(tmp_path / "cards.xml", tmp_path / "g")
    report = Report()
    check_game(DiskGame(tmp_path / "g"), report)
    assert [found.code for found in report.findings] == ["missing-picture"]


def test_our_own_order_is_read_again(tmp_path: Path) -> None:
    """Its pictures are named by their paths."""
    (tmp_path / "o/fronts").mkdir(parents=True)
    (tmp_path / "o/backs").mkdir()
    for name in ("fronts/1.png", "fronts/2.png", "backs/1.png", "backs/2.png"):
        picture(tmp_path / "o" / name, "red" if "1" in name else "blue")
    cards = "".join(
        f"<card><id>./fronts/{n}.png</id><slots>{n - 1}</slots><name>{n}.png</name></card>"
        for n in (1, 2)
    )
    backs = "<card><id>./backs/2.png</id><slots>1</slots><name>2.png</name></card>"
    (tmp_path / "o/zoo.xml").write_text(
        f"<order><fronts>{cards}</fronts><backs>{backs}</backs>"
        "<cardback>./backs/1.png</cardback></order>"
    )
    checked = imported(tmp_path / "o/zoo.xml", tmp_path / "g")
    values = [card.values for card in checked.bound.decks[0].cards]
    assert [(one["art"], one["back"]) for one in values] == [
        ("art/1.png", "art/backs-1.png"), ("art/2.png", "art/backs-2.png"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.doc", b"", "nothing reads"),
        ("x.csv", b"", "the file is empty"),
        ("x.xml", b"<a/>", "is no order of mpc-autofill"),
        ("x.xml", b"<a", "is no XML"),
        ("x.yml", b"a: {x: 1}\n", "there must be one table of cards, not none"),
        ("x.xlsx", b"PK", "is no Excel workbook"),
    ],
)
def test_what_cannot_be_imported_is_a_sentence_and_leaves_nothing(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ImportFault, match=said):
        import_game(tmp_path / name, tmp_path / "g")
    assert not (tmp_path / "g").exists()


def test_a_source_that_is_not_there_is_told_the_one_that_is(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text(TABLE)
    with pytest.raises(ImportFault, match=r"no `.*tabl\.csv`; did you mean `.*table\.csv`\?"):
        import_game(tmp_path / "tabl.csv", tmp_path / "g")
    with pytest.raises(ImportFault, match=r"no `.*g`; .* turned round: `.*table\.csv` is a file"):
        import_game(tmp_path / "g", tmp_path / "table.csv")
    with pytest.raises(ImportFault, match=r"there is no `.*x\.csv`$"):
        import_game(tmp_path / "none/x.csv", tmp_path / "g")


def test_a_folder_that_is_there_is_never_written_into(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(TABLE)
    (tmp_path / "g").mkdir()
    (tmp_path / "g/mine.txt").write_text("mine")
    with pytest.raises(ScaffoldError, match="is not empty"):
        import_game(tmp_path / "deck.csv", tmp_path / "g")
    assert [path.name for path in (tmp_path / "g").iterdir()] == ["mine.txt"]


@pytest.fixture
def decklist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example, installed as a wheel would be."""
    site = tmp_path / "site"
    shutil.copytree(ROOT / "examples/plugins/decklist/cardgen_decklist", site / "cardgen_decklist")
    info = site / "cardgen_decklist-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cardgen-decklist\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[cardgen.importers]\ndecklist = cardgen_decklist:DecklistImporter\n"
    )
    monkeypatch.syspath_prepend(str(site))
    yield
    sys.modules.pop("cardgen_decklist", None)


@pytest.mark.usefixtures("decklist")
def test_an_importer_of_another_package_comes_by_the_same_door(tmp_path: Path) -> None:
    names = [importer.name for importer in installed_importers()]
    assert names == ["mpc-autofill", "picture-folder", "squib", "table", "decklist"]
    (tmp_path / "my.deck").write_text("3x Fox\n1 Owl\n")
    assert imported(tmp_path / "my.deck", tmp_path / "g").bound.total == 4


def test_a_table_is_read_by_ours() -> None:
    assert find_importer(FONTS.parent / "tests/data/tables/sixty_cards.xls").name == "table"


@pytest.mark.parametrize(
    ("rows", "copies"),
    [
        ("Name;Anzahl\nFuchs;2\nEule;\n", [2, 1]),
        ("Name;Anz.\nFuchs;2\nEule;\n", [2, 1]),
        ("Nome;Qtd.\nRaposa;2\nCoruja;3\n", [2, 3]),
        ("Имя;Кол-во\nЛиса;2\nСова;3\n", [2, 3]),
        ("Name;Anzahl\nFuchs;1\nEule;2\n", [1, 1]),  # these number the cards
        ("Name;Anzahl\nFuchs;viele\nEule;2\n", [1, 1]),
        ("Name;Anzahl;qty\nFuchs;9;3\nEule;9;1\n", [3, 1]),
    ],
)
def test_a_column_of_copies_in_another_language_counts_cards(
    rows: str, copies: list[int], tmp_path: Path
) -> None:
    (tmp_path / "karten.csv").write_text(rows, "utf-8")
    checked = imported(tmp_path / "karten.csv", tmp_path / "g")
    assert [card.copies for card in checked.bound.decks[0].cards] == copies


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("deck.rb", "import the `layout.yml` of a game of Squib"),
        ("deck.cmp", r"import the table \(.csv\) that it refers to"),
        ("deck.txt", "import the table that `LINK` names"),
        ("deck.numbers", "export it as CSV or Excel"),
        ("deck.bin", "what can be imported: "),
    ],
)
def test_files_of_other_programs_are_told_what_to_import_in_their_place(
    name: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(b"x")
    with pytest.raises(ImportFault, match=said):
        import_game(tmp_path / name, tmp_path / "g")


def test_a_folder_with_a_table_is_told_its_table(tmp_path: Path) -> None:
    (tmp_path / "deck").mkdir()
    (tmp_path / "deck/cards.csv").write_text("name\nFox\n")
    with pytest.raises(ImportFault, match=r"import the file in it, `.*cards\.csv`"):
        import_game(tmp_path / "deck", tmp_path / "game")


def test_what_lies_beside_pictures_and_is_not_read_is_told(tmp_path: Path) -> None:
    picture(tmp_path / "deck/fox.png", "red")
    assert import_game(tmp_path / "deck", tmp_path / "pictures")[2] == []
    for name in ("cards.csv", "order.xml", "layout.yml"):  # each is told before those above
        (tmp_path / "deck" / name).write_text("name\nFox\n")
        (told,) = import_game(tmp_path / "deck", tmp_path / f"game-{name}")[2]
        assert f"{name}` was not read" in told


def test_a_folder_of_squib_is_told_its_layout(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old/layout.yml").write_text("name: {x: 1}\n", "utf-8")
    with pytest.raises(ImportFault, match=r"import the file in it, `.*layout\.yml`"):
        import_game(tmp_path / "old", tmp_path / "g")


def layouts_and_notes(source: Path, folder: Path) -> tuple[str, list[str]]:
    """The layouts of an imported table, and what is said of it."""
    notes = import_game(source, folder)[2]
    return (folder / "layouts.yaml").read_text("utf-8"), list(notes)


def test_what_stands_before_a_field_is_its_head_as_it_was_typed(tmp_path: Path) -> None:
    heads = 'Name,Points (1-5),% right,Correct?,Cost:,#,"A {b} ""c""",snake_case'
    (tmp_path / "c.csv").write_text(f"{heads}\nFox,1,2,yes,4,7,6,8\n")
    layouts, _ = layouts_and_notes(tmp_path / "c.csv", tmp_path / "g")
    for shown in (
        "Points (1-5): {{ Points_1_5 }}", "% right: {{ right }}", "Correct? {{ Correct }}",
        "Cost: {{ Cost }}", "{{ _ }}", "A b c: {{ A_b_c }}", "snake case: {{ snake_case }}",
    ):  # fmt: skip
        assert f'{{text: "{shown}",' in layouts


def test_columns_that_cardmaker_takes_for_comments_stand_on_no_card(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("Name,#notes,override:Title:x\nFox,to do,10\n")
    layouts, notes = layouts_and_notes(tmp_path / "c.csv", tmp_path / "g")
    assert "notes" not in layouts
    assert notes[0].startswith("of `#notes` no card shows anything: CardMaker")
    (tmp_path / "c.csv").write_text("Name,#players\nFox,2-4\n")
    layouts, _ = layouts_and_notes(tmp_path / "c.csv", tmp_path / "h")
    assert '"#players: {{ players }}"' in layouts
