"""`.po` files: brought up to date without loss, and no broken one passes in silence."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import polib
import pytest
from babel.messages.pofile import read_po

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.read.game import GameSpec, read_game
from cardgen.translation.po_files import (
    TranslationError,
    find_files,
    read_status,
    update_file,
    write_template,
)

GAME = """\
game: Fables
fonts: {text: fonts/EBGaramond-Regular.ttf}
icons: {coin: {picture: coin.svg}}
decks:
  beasts: {cards: beasts.yaml, size: poker, front: beast}
booklets: {rules: {text: rules.md, page: a6}}
editions: {de: {language: de}}
"""
LAYOUTS = """\
styles: {body: {font: text, size: 10pt}}
layouts:
  beast:
    safe:
      - {text: "{{ name }}", style: body}
      - {text: "{{ rule }}", style: body}
      - {text: "Costs {{ cost }} {coin}", style: body, when: kind != 'free'}
"""
BEASTS = """\
# Animals of the wood
- {name: Fox, cost: 2, kind: paid, rule: "Take *2* cards and pay {coin}."}
- {name: Owl, cost: 3, kind: paid, rule: "Look at a **hand** of another player."}
- {name: Hen, cost: 1, kind: free, rule: Draw 3 cards from the pile.}  # the only free one
- {name: Elk, cost: 2, kind: paid, rule: Skip a turn.}
"""
RULES = """\
# Fables

Play a *beast* and do what it says. See [the end](#the-end).

## The end

- Who has 10 {coin} wins.
- Else the game goes on.

| Beast | Cost |
|:--|--:|
| Fox | 2 |
"""
COIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
)
GERMAN = {
    "Fables": "Fabeln",
    "Fox": "Fuchs",
    "Owl": "Eule",
    "Hen": "Henne",
    "Elk": "Elch",
    "Take *2* cards and pay {coin}.": "Nimm *2* Karten und zahle {coin}.",
    "Look at a **hand** of another player.": "Sieh dir die **Hand** eines anderen an.",
    "Draw 3 cards from the pile.": "Zieh 3 Karten vom Stapel.",
    "Skip a turn.": "Setze einmal aus.",
    "Costs {{ cost }} {coin}": "Kostet {{ cost }} {coin}",
    "Play a *beast* and do what it says. See [the end](#the-end).": (
        "Spiele ein *Tier* und tu, was es sagt. Siehe [das Ende](#the-end)."
    ),
    "The end": "Das Ende",
    "Who has 10 {coin} wins.": "Wer 10 {coin} hat, gewinnt.",
    "Else the game goes on.": "Sonst geht das Spiel weiter.",
    "| Beast | Cost |": "| Tier | Kosten |",
    "| Fox | 2 |": "| Fuchs | 2 |",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    game = tmp_path / "fables"
    game.mkdir()
    files = {"game.yaml": GAME, "layouts.yaml": LAYOUTS, "beasts.yaml": BEASTS, "rules.md": RULES}
    for name, text in {**files, "coin.svg": COIN}.items():
        (game / name).write_text(text, "utf-8")
    return game


def update(folder: Path) -> polib.POFile:
    game, report = DiskGame(folder), Report()
    for file in find_files(game, []):
        assert update_file(game, file, report) is not None, report.findings
    return polib.pofile(str(folder / "translations" / "de.po"))


def translate(folder: Path) -> polib.POFile:
    """The file with all texts in German."""
    made = update(folder)
    for entry in made:
        entry.msgstr = GERMAN[entry.msgid]
    made.save(str(folder / "translations" / "de.po"))
    return made


def read(folder: Path, edition: str = "de") -> tuple[GameSpec, Report]:
    report = Report()
    spec = read_game(DiskGame(folder, edition), report)
    assert spec is not None
    return spec, report


def findings(folder: Path) -> list[str]:
    return [f"{f.code} {f.span}" for f in read(folder)[1].findings]


def test_all_texts_are_extracted_with_their_cards_places_and_comments(folder: Path) -> None:
    made = update(folder)
    assert {entry.msgid for entry in made} == GERMAN.keys()
    hen = next(e for e in made if e.msgid == "Draw 3 cards from the pile.")
    assert (hen.msgctxt, hen.occurrences) == ("beasts.rule", [("beasts.yaml", "4")])
    assert hen.comment.startswith("beasts/hen\nthe only free one\nabout ")
    assert made.metadata["Language"] == "de"


def test_what_conditions_compare_is_not_translated(folder: Path) -> None:
    assert not [entry for entry in update(folder) if entry.msgid in ("paid", "free")]


def test_a_field_is_translated_if_it_says_so_and_not_if_it_says_no(folder: Path) -> None:
    fields = "fields: {name: {translate: no}, rule: text, cost: integer, kind: {translate: yes}}"
    game = (
        (folder / "game.yaml").read_text("utf-8").replace("front: beast", f"front: beast, {fields}")
    )
    (folder / "game.yaml").write_text(game, "utf-8")
    contexts = {entry.msgctxt for entry in update(folder)}
    assert "beasts.kind" in contexts
    assert "beasts.name" not in contexts


def test_a_text_that_goes_after_it_was_changed_leaves_a_file_that_is_read_again(
    folder: Path,
) -> None:
    translate(folder)
    beasts = folder / "beasts.yaml"
    old = beasts.read_text("utf-8")
    beasts.write_text(old.replace("Skip a turn.", "Skip one turn."), "utf-8")
    update(folder)
    beasts.write_text("\n".join(old.splitlines()[:-1]) + "\n", "utf-8")
    gone = next(entry for entry in update(folder) if entry.msgid == "Skip one turn.")
    assert gone.obsolete
    assert findings(folder) == []
    beasts.write_text(old, "utf-8")
    back = next(entry for entry in update(folder) if entry.msgid == "Skip a turn.")
    assert (back.msgstr, back.obsolete, back.fuzzy) == ("Setze einmal aus.", False, False)


def test_an_edition_prints_its_translation_whole(folder: Path) -> None:
    translate(folder)
    spec, report = read(folder)
    assert report.findings == ()
    fox = spec.cards["beasts"][0]
    assert (fox.id, fox.values["name"]) == ("fox", "Fuchs")
    assert fox.place("rule").file == "translations/de.po"
    assert spec.file.game == "Fabeln"
    text = spec.booklet_texts["rules.md"].text
    assert "## Das Ende {#the-end}" in text
    assert "- Wer 10 {coin} hat, gewinnt." in text
    assert "| Tier | Kosten |" in text


def test_the_game_as_it_is_is_not_translated(folder: Path) -> None:
    translate(folder)
    spec, report = read(folder, "")
    assert (report.findings, spec.cards["beasts"][0].values["name"]) == ((), "Fox")


def test_an_update_changes_nothing_if_nothing_changed(folder: Path) -> None:
    translate(folder)
    update(folder)
    before = (folder / "translations" / "de.po").read_bytes()
    update(folder)
    assert (folder / "translations" / "de.po").read_bytes() == before
    assert {e.msgid: e.msgstr for e in update(folder)} == GERMAN


def test_a_changed_text_takes_its_translation_along_as_fuzzy(folder: Path) -> None:
    translate(folder)
    beasts = folder / "beasts.yaml"
    beasts.write_text(BEASTS.replace("Skip a turn.", "Skip the next turn."), "utf-8")
    assert min(findings(folder)).startswith("stale-translation translations/de.po:")
    made = update(folder)
    entry = next(e for e in made if e.msgid == "Skip the next turn.")
    assert (entry.msgstr, entry.fuzzy, entry.previous_msgid) == (
        "Setze einmal aus.", True, "Skip a turn.",
    )  # fmt: skip
    assert [one.split()[0] for one in findings(folder)] == ["stale-translation"]
    assert read(folder)[0].cards["beasts"][3].values["rule"] == "Skip the next turn."
    beasts.write_text(BEASTS, "utf-8")
    entry = next(e for e in update(folder) if e.msgid == "Skip a turn.")
    assert (entry.msgstr, entry.fuzzy) == ("Setze einmal aus.", False)


def test_what_is_gone_is_kept_and_comes_back(folder: Path) -> None:
    translate(folder)
    beasts = folder / "beasts.yaml"
    beasts.write_text(BEASTS.replace(BEASTS.splitlines()[2] + "\n", ""), "utf-8")
    gone = {e.msgid for e in update(folder).obsolete_entries()}
    assert gone == {"Owl", "Look at a **hand** of another player."}
    beasts.write_text(BEASTS, "utf-8")
    made = update(folder)
    assert {e.msgid: e.msgstr for e in made} == GERMAN
    assert not made.obsolete_entries()


def test_a_game_with_errors_leaves_its_translations_alone(folder: Path) -> None:
    translate(folder)
    before = (folder / "translations" / "de.po").read_bytes()
    (folder / "beasts.yaml").write_text("- {name: Fox\n", "utf-8")
    game, report = DiskGame(folder), Report()
    assert update_file(game, find_files(game, [])[0], report) is None
    assert report.count("error")
    assert (folder / "translations" / "de.po").read_bytes() == before


def test_nothing_is_written_outside_of_the_game(folder: Path, tmp_path: Path) -> None:
    game = GAME.replace("{language: de}", "{language: de, translation: ../de.po}")
    (folder / "game.yaml").write_text(game, "utf-8")
    with pytest.raises(TranslationError, match="outside"):
        update(folder)
    assert not (tmp_path / "de.po").exists()
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "elsewhere").mkdir()
    (folder / "translations").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(TranslationError, match="`translations` is a link"):
        update(folder)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_the_status_counts_what_is_done(folder: Path) -> None:
    made = translate(folder)
    made[3].flags.append("fuzzy")
    made[4].msgstr = ""
    made.save(str(folder / "translations" / "de.po"))
    game = DiskGame(folder)
    found = read_status(game, find_files(game, [])[0], Report())
    assert found is not None
    status = found.status
    assert (status.total, status.done, status.fuzzy, status.missing) == (17, 15, 1, 1)
    assert status.percent == 88


def test_a_template_has_all_texts_and_no_translation(folder: Path) -> None:
    made = write_template(DiskGame(folder), Report())
    assert made is not None
    texts = polib.pofile(str(folder / made.path))
    assert {e.msgid for e in texts} == GERMAN.keys()
    assert not [e for e in texts if e.msgstr]


def test_conditions_in_a_text_are_kept_as_they_are(folder: Path) -> None:
    text = "{% if cost > 2 %}Dear{% else %}Cheap{% endif %}"
    layouts = LAYOUTS.replace("Costs {{ cost }} {coin}", text)
    (folder / "layouts.yaml").write_text(layouts, "utf-8")
    made = update(folder)
    entry = next(e for e in made if e.msgid == text)
    for done, found in ((text.replace("Dear", "Teuer"), []), ("{% if cost > 3 %}Teuer", None)):
        entry.msgstr = done
        made.save(str(folder / "translations" / "de.po"))
        codes = [one.split()[0] for one in findings(folder) if not one.startswith("untranslated")]
        assert codes == (found if found is not None else ["translation-placeholder"])


# --- broken ones ----------------------------------------------------------------------------

Edit = Callable[[polib.POEntry, random.Random], bool]


def drop_icon(entry: polib.POEntry, _: random.Random) -> bool:
    entry.msgstr, before = re.sub(r"\{[a-z]+\}", "", entry.msgstr), entry.msgstr
    return entry.msgstr != before


def rename_template(entry: polib.POEntry, _: random.Random) -> bool:
    entry.msgstr, before = entry.msgstr.replace("{{ cost }}", "{{ kosten }}"), entry.msgstr
    return entry.msgstr != before


def change_number(entry: polib.POEntry, random_: random.Random) -> bool:
    entry.msgstr, before = (
        re.sub(r"\d+", lambda m: str(int(m[0]) + random_.randint(1, 9)), entry.msgstr),
        entry.msgstr,
    )
    return entry.msgstr != before


def drop_emphasis(entry: polib.POEntry, _: random.Random) -> bool:
    entry.msgstr, before = entry.msgstr.replace("*", ""), entry.msgstr
    return entry.msgstr != before


def change_link(entry: polib.POEntry, _: random.Random) -> bool:
    entry.msgstr, before = entry.msgstr.replace("(#the-end)", "(#ende)"), entry.msgstr
    return entry.msgstr != before


def empty(entry: polib.POEntry, _: random.Random) -> bool:
    entry.msgstr = ""
    return True


def make_fuzzy(entry: polib.POEntry, _: random.Random) -> bool:
    entry.flags.append("fuzzy")
    return True


def change_source(entry: polib.POEntry, random_: random.Random) -> bool:
    at = random_.randrange(len(entry.msgid))
    entry.msgid = entry.msgid[:at] + "x" + entry.msgid[at:]
    return True


EDITS: tuple[Edit, ...] = (
    drop_icon, rename_template, change_number, drop_emphasis, change_link, empty, make_fuzzy,
    change_source,
)  # fmt: skip


def entry_lines(text: str) -> dict[str, range]:
    """The lines of each entry, by its `msgid` as it stands there."""
    found, start = {}, 1
    for block in text.split("\n\n"):
        count = block.count("\n") + 2
        found[block] = range(start, start + count)
        start += count
    return found


@pytest.mark.parametrize("edits", [30, pytest.param(300, marks=pytest.mark.slow)])
def test_random_edits_are_found_at_their_lines_and_lose_nothing(folder: Path, edits: int) -> None:
    good = translate(folder)
    path = folder / "translations" / "de.po"
    random_ = random.Random(21)
    made = 0
    while made < edits:
        edited = polib.pofile(str(good))
        index = random_.randrange(len(edited))
        if not random_.choice(EDITS)(edited[index], random_):
            continue
        made += 1
        path.write_text(str(edited), "utf-8")
        lines = path.read_text("utf-8").split("\n\n")
        place = sum(block.count("\n") + 2 for block in lines[: index + 1])
        whole = range(place + 1, place + lines[index + 1].count("\n") + 2)
        report = read(folder)[1]
        there = [f for f in report.findings if f.span and f.span.file == "translations/de.po"]
        assert [f for f in there if f.span and f.span.line in whole], (lines[index + 1], there)
        kept = {e.msgstr for e in edited if e.msgstr}
        after = update(folder)
        assert kept <= {e.msgstr for e in after}, "an update loses no translation"


@pytest.mark.parametrize("seed", range(60))
def test_no_broken_file_is_read_in_silence(folder: Path, seed: int) -> None:
    """A line cut, a quote lost, a merge left open: a finding, never a shorter text."""
    translate(folder)
    path = folder / "translations" / "de.po"
    random_ = random.Random(seed)
    lines = path.read_text("utf-8").splitlines()
    quoted = [i for i, line in enumerate(lines) if line.startswith("msg") and i > 12]
    at = random_.choice(quoted)
    match random_.randrange(4):
        case 0:
            lines[at] = lines[at][:-1]
        case 1:
            lines[at] = lines[at].replace('"', "", 1)
        case 2:
            lines.insert(at, "<<<<<<< HEAD")
        case _:
            lines[at] = lines[at].replace("msg", "mgs").replace(' "', ' ""', 1)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    report = read(folder)[1]
    assert [f.code for f in report.findings if f.severity == "error"] == ["bad-translation-file"]
    game, again = DiskGame(folder), Report()
    assert update_file(game, find_files(game, [])[0], again) is None


def test_babel_reads_what_is_written_as_polib_does(folder: Path) -> None:
    translate(folder)
    for beasts in (BEASTS, BEASTS.replace("Skip a turn.", "Skip the next turn."), BEASTS):
        (folder / "beasts.yaml").write_text(beasts, "utf-8")
        made = update(folder)
        with (folder / "translations" / "de.po").open("rb") as file:
            catalog = read_po(file, abort_invalid=True)
        assert {(m.context, m.id): m.string for m in catalog if m.id} == {
            (e.msgctxt, e.msgid): e.msgstr for e in made if not e.obsolete
        }
        assert not [fault for m in catalog for fault in m.check()]


# --- columns and tables ---------------------------------------------------------------------


def test_a_column_in_a_language_stands_in_the_place_of_its_field(folder: Path) -> None:
    rows = (
        "name,name.de,cost,kind,rule,rule.de\n"
        "Owl,,3,paid,Look.,\n"
        "Fox,Fuchs,2,paid,Skip.,Aussetzen.\n"
    )
    (folder / "beasts.csv").write_text(rows, "utf-8")
    game = GAME.replace("beasts.yaml", "beasts.csv")
    (folder / "game.yaml").write_text(game, "utf-8")
    plain, german = read(folder, "")[0], read(folder)[0]
    fox = {"name": "Fox", "cost": 2, "kind": "paid", "rule": "Skip."}
    assert plain.cards["beasts"][1].values == fox
    assert german.cards["beasts"][1].values["rule"] == "Aussetzen."
    assert german.cards["beasts"][1].place("name").column == 5
    assert german.cards["beasts"][0].values["name"] == "Owl"
    assert findings(folder) == ["untranslated beasts.csv:2:1", "untranslated beasts.csv:2:13"]


def test_a_column_of_no_language_is_a_field_as_any_other(folder: Path) -> None:
    (folder / "beasts.csv").write_text("name,name.xx\nFox,Fuchs\n", "utf-8")
    (folder / "game.yaml").write_text(GAME.replace("beasts.yaml", "beasts.csv"), "utf-8")
    assert set(read(folder, "")[0].cards["beasts"][0].values) == {"name", "name_xx"}


def test_keys_in_a_language_stand_in_yaml_too(folder: Path) -> None:
    (folder / "beasts.yaml").write_text("- {name: Fox, name.de: Fuchs}\n", "utf-8")
    assert read(folder, "")[0].cards["beasts"][0].values == {"name": "Fox"}
    assert read(folder)[0].cards["beasts"][0].values == {"name": "Fuchs"}


def test_a_table_of_texts_is_joined_by_id(folder: Path) -> None:
    game = GAME.replace("{language: de}", "{language: de, translation: [texts.csv, de.po]}")
    (folder / "game.yaml").write_text(game, "utf-8")
    report = Report()
    (file,) = find_files(DiskGame(folder), [])
    assert file.path == "de.po"
    texts = "id,name,rule\nfox,Fuchs,Nimm *2* Karten und zahle {coin}.\nowl,Eule,\n"
    (folder / "texts.csv").write_text(texts, "utf-8")
    assert update_file(DiskGame(folder), file, report) is not None
    spec, report = read(folder)
    assert [card.values["name"] for card in spec.cards["beasts"][:2]] == ["Fuchs", "Eule"]
    assert spec.cards["beasts"][0].id == "fox"
    untranslated = [f.message for f in report.findings if f.code == "untranslated"]
    assert any("Look at a" in message for message in untranslated)
    assert not any("“Fox”" in message for message in untranslated)


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ("id,name\nfxo,Fuchs\n", "unknown-card texts.csv:2:1"),
        ("id,nmae\nfox,Fuchs\n", "unknown-field texts.csv:1:4"),
        ("name\nFuchs\n", "missing-field texts.csv:2:1"),
        ("id,name\nfox,Fuchs\nfox,Reineke\n", "bad-translation-file texts.csv:3:5"),
    ],
)
def test_a_faulty_row_of_a_table_of_texts_is_found(folder: Path, texts: str, found: str) -> None:
    game = GAME.replace("{language: de}", "{language: de, translation: texts.csv}")
    (folder / "game.yaml").write_text(game, "utf-8")
    (folder / "texts.csv").write_text(texts, "utf-8")
    assert found in findings(folder)
