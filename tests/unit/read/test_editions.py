"""Editions: what they lay over a game, and that nothing of it is lost in silence."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.edition_checks import check_views
from cardgen.read.game import GameSpec, list_editions, read_game

GAME = """\
game: Zoo
palette: {ink: "#222222", rust: "#803010"}
fonts:
  text: {regular: fonts/EBGaramond-Regular.ttf, italic: fonts/EBGaramond-RegularItalic.ttf}
vars: {publisher: Own Press}
decks:
  beasts: {cards: beasts.yaml, size: poker, front: beast}
  places: {cards: places.csv, size: poker, front: place, fields: {name: text, rank: integer}}
"""
LAYOUTS = """\
styles:
  body: {font: text, size: 10pt, color: ink}
layouts:
  beast: {safe: [{text: "{{ name }}: {{ rule }} {{ publisher }}", style: body}]}
  place: {safe: [{text: "{{ name }} {{ rank }}", style: body, color: rust}]}
"""
FILES = {
    "layouts.yaml": LAYOUTS,
    "beasts.yaml": "- {name: Fox, rule: Take a card.}\n- {name: Owl, rule: Look at a hand.}\n",
    "places.csv": "name,rank\nMill,1\nWell,2\n",
    "composition.yaml": "beasts: {total: 2, count: {name: {Fox: 1, Owl: 1}}}\nplaces: {total: 2}\n",
}


def game(editions: str, edition: str = "", **files: str) -> MemoryGame:
    named = {name.replace("__", "."): text for name, text in files.items()}
    return MemoryGame({"game.yaml": GAME + editions, **FILES, **named}, edition=edition)


def read(editions: str, edition: str, **files: str) -> GameSpec:
    report = Report()
    spec = read_game(game(editions, edition, **files), report)
    assert [f"{f.code} {f.span}: {f.message}" for f in report.findings] == []
    assert spec is not None
    return spec


def codes(editions: str, edition: str, **files: str) -> set[tuple[str, str]]:
    report = check_views([game(editions, edition, **files)])
    return {(f.code, str(f.span)) for f in report.findings}


def test_without_an_edition_a_game_is_as_it_is() -> None:
    editions = "editions:\n  de: {language: de, vars: {publisher: Eigenverlag}}\n"
    spec = read(editions, "")
    assert (spec.file.language, spec.constants["publisher"]) == ("en", "Own Press")
    assert list(spec.file.editions) == ["de"]


def test_an_edition_is_laid_over_the_game_entry_by_entry() -> None:
    editions = """\
editions:
  lux:
    vars: {publisher: Fine Press, gold: 1}
    palette: {rust: "#aa0000"}
    decks: {beasts: {size: tarot}}
    fonts: {text: fonts/EBGaramond-Bold.ttf}
    build: [proof]
"""
    file = read(editions, "lux").file
    assert file.vars == {"publisher": "Fine Press", "gold": "1"}
    assert file.palette == {"ink": "#222222", "rust": "#aa0000"}
    assert (file.decks["beasts"].size, file.decks["beasts"].front) == ("tarot", "beast")
    assert file.fonts["text"].italic is None, "a font is replaced whole"
    assert file.build == ["proof"]


def test_an_edition_extends_others_in_their_order() -> None:
    editions = """\
editions:
  a: {vars: {publisher: A}, version: "1"}
  b: {vars: {publisher: B}}
  c: {extends: [a, b]}
"""
    file = read(editions, "c").file
    assert (file.vars["publisher"], file.version) == ("B", "1")


def test_an_edition_adds_tables_and_its_sums_are_held() -> None:
    editions = """\
editions:
  big:
    decks: {beasts: {cards: [beasts.yaml, more.yaml]}}
    composition: big.yaml
"""
    big = "beasts: {total: 3, count: {name: {Elk: 1}}}\n"
    more = "- {name: Elk, rule: Skip a turn.}\n"
    spec = read(editions, "big", more__yaml=more, big__yaml=big)
    assert [card.values["name"] for card in spec.cards["beasts"]] == ["Fox", "Owl", "Elk"]
    assert not codes(editions, "big", more__yaml=more, big__yaml=big)
    short = big.replace("3", "4")
    found = codes(editions, "big", more__yaml=more, big__yaml=short)
    assert {code for code, _ in found} == {"composition-total"}


def test_an_edition_leaves_decks_out_of_everything_that_names_them() -> None:
    editions = """\
boxes: {tuck: {holds: [beasts, places], panels: {front: beast}}}
checks: [{code: tight-text, level: error, deck: places}]
editions: {small: {without: places}}
"""
    spec = read(editions, "small")
    assert list(spec.decks) == ["beasts"]
    assert spec.file.boxes["tuck"].holds == ["beasts"]
    assert spec.composition is not None
    assert list(spec.composition.decks) == ["beasts"]
    assert "unknown-deck" not in {code for code, _ in codes(editions, "small")}


def test_an_edition_replaces_and_adds_layouts() -> None:
    editions = "editions: {lux: {layouts: lux.yaml, decks: {places: {front: grand}}}}\n"
    lux = """\
styles: {body: {font: text, size: 12pt, color: ink}}
layouts: {grand: {safe: [{text: "{{ name }} {{ rank }}", style: body, color: rust}]}}
"""
    spec = read(editions, "lux", lux__yaml=lux)
    assert sorted(spec.layouts.layouts) == ["beast", "grand", "place"]
    assert str(spec.layouts.styles["body"].place("size")) == "lux.yaml:1:35"


def test_layouts_of_an_edition_include_files_as_those_of_the_game_do() -> None:
    """What was included was passed over, and no style of it known."""
    editions = "editions: {lux: {layouts: lux.yaml, decks: {places: {front: grand}}}}\n"
    lux = """\
include: ../house.yaml
styles: {body: {font: text, size: 12pt, color: ink}}
layouts: {grand: {safe: [{text: "{{ name }} {{ rank }}", style: house, color: rust}]}}
"""
    files = {
        "lux.yaml": lux,
        "../house.yaml": "styles: {house: {font: text}, body: {font: text}}\n",
    }
    spec = read(editions, "lux", **files)
    assert {name: str(style.span) for name, style in spec.layouts.styles.items()} == {
        "body": "lux.yaml:2:16", "house": "../house.yaml:1:17",
    }  # fmt: skip
    assert spec.layout_files == {"layouts.yaml", "lux.yaml", "../house.yaml"}
    broken = {**files, "../house.yaml": "styles: {house: {font: [text}}\n"}
    assert ("yaml-syntax", "../house.yaml:1:29") in codes(editions, "lux", **broken)


def test_a_fault_of_an_edition_is_found_where_it_is_written() -> None:
    editions = "editions:\n  lux: {palette: {rust: brwon}}\n"
    assert ("bad-color", "game.yaml:10:25") in codes(editions, "lux")
    assert not codes(editions, "")


def test_what_all_editions_share_is_said_once_and_what_some_have_says_which() -> None:
    editions = """\
editions:
  a: {decks: {beasts: {front: bease}}}
  b: {vars: {publisher: B}}
"""
    files = {"places__csv": "name,rank\nMill,x\nWell,2\n"}
    views = [game(editions, name, **files) for name in ("", "a", "b")]
    report = check_views(views)
    notes = {f.code: [note.message for note in f.notes] for f in report.findings}
    assert notes == {"wrong-type": [], "unknown-layout": ["only in the edition `a`"]}


def test_what_one_edition_uses_is_used() -> None:
    editions = "editions: {b: {decks: {beasts: {front: other}}}}\n"
    layouts = LAYOUTS + '  other: {safe: [{text: "{{ name }} {{ rule }}", style: body}]}\n'
    views = [game(editions, name, layouts__yaml=layouts) for name in ("", "b")]
    alone = check_views(views[:1])
    assert [f.code for f in alone.findings] == ["unused-layout"]
    both = check_views(views)
    assert both.findings == ()


def test_what_an_edition_adds_is_used_by_one_that_has_it_or_it_is_a_finding() -> None:
    """`bdoy` was meant to change `body`: the card printed as before, and nobody said so."""
    editions = """\
editions:
  a: {layouts: more.yaml, palette: {rsut: "#101010"}}
  b: {extends: a}
  c: {}
"""
    more = "styles:\n  bdoy: {font: text, size: 20pt}\n"
    named = ("", "a", "b", "c")
    views = [game(editions, name, more__yaml=more) for name in named]
    found = {(f.code, str(f.span), f.notes) for f in check_views(views).findings}
    assert found == {("unused-style", "more.yaml:2:3", ()), ("unused-color", "game.yaml:10:37", ())}
    used = editions.replace("extends: a", "extends: a, layouts: used.yaml")
    text = "{{ name }} {{ rule }} {{ publisher }}"
    beast = f'layouts:\n  beast: {{safe: [{{text: "{text}", style: bdoy}}]}}\n'
    views = [game(used, name, more__yaml=more, used__yaml=beast) for name in named]
    assert [f.code for f in check_views(views).findings] == ["unused-color"]


@pytest.mark.parametrize(
    ("said", "code", "hint"),
    [
        ("decks: {beats: {size: tarot}}", "unknown-deck", "did you mean `beasts`?"),
        ("decks: {owls: {size: tarot}}", "unknown-deck", "a new one needs `cards:`"),
        ("extends: a, decks: {places: {size: tarot}}", "unknown-deck", "leaves it out"),
        ("boxes: {tuck: {board: 1mm}}", "unknown-deck", "a new one needs `panels:`"),
        ("booklets: {rules: {page: a6}}", "unknown-deck", "a new one needs `text:`"),
    ],
)
def test_an_edition_changes_only_what_is_there(said: str, code: str, hint: str) -> None:
    editions = f"editions:\n  a: {{without: places}}\n  b: {{{said}}}\n"
    (found,) = check_views([game(editions, "b")]).findings
    assert (found.code, found.hint.endswith(hint), found.span and found.span.line) == (
        code,
        True,
        11,
    )


@pytest.mark.parametrize("key", ["layouts", "composition"])
def test_a_file_that_lays_nothing_over_the_game_is_a_finding(key: str) -> None:
    """A list was passed over."""
    editions = f"editions:\n  a: {{{key}: more.yaml}}\n"
    assert codes(editions, "a", more__yaml="- {a: b}\n") == {("wrong-type", "more.yaml:1:1")}


def test_an_edition_keeps_a_deck() -> None:
    editions = "editions:\n  a: {without: [beasts, places]}\n"
    assert codes(editions, "a") == {("unknown-deck", "game.yaml:10:17")}


def test_a_glossary_that_nothing_is_compared_with_is_a_finding() -> None:
    editions = "editions:\n  a: {glossary: terms.csv}\n"
    terms = "term,translation\nFox,Fuchs\n"
    assert codes(editions, "a", terms__csv=terms) == {("translation-term", "game.yaml:10:17")}


def test_the_editions_of_a_game_are_listed_in_their_order() -> None:
    assert list_editions(game("editions: {de: {}, corrected: {}, big: {}}\n")) == (
        "de", "corrected", "big",
    )  # fmt: skip


CORRECTED = "editions: {second: {corrections: corrections.yaml}}\n"


def test_a_correction_changes_the_words_and_stands_where_it_is_written() -> None:
    corrections = "- {card: owl, field: rule, old: a hand, new: your hand, reason: clearer}\n"
    spec = read(CORRECTED, "second", corrections__yaml=corrections)
    owl = spec.cards["beasts"][1]
    assert owl.values["rule"] == "Look at your hand."
    assert str(owl.place("rule")) == "corrections.yaml:1:46"
    assert owl.id == "owl"


def test_a_corrected_card_keeps_its_id_and_the_composition_the_words_of_the_table() -> None:
    corrections = "- {card: owl, field: name, old: Owl, new: Little Owl, reason: its name}\n"
    spec = read(CORRECTED, "second", corrections__yaml=corrections)
    assert (spec.cards["beasts"][1].id, spec.cards["beasts"][1].values["name"]) == (
        "owl", "Little Owl",
    )  # fmt: skip
    assert not codes(CORRECTED, "second", corrections__yaml=corrections)


def test_a_corrected_number_counts_in_the_composition() -> None:
    corrections = "- {card: places/well, field: rank, old: 2, new: 3, reason: misprint}\n"
    composition = "places: {total: 2, count: {rank: {1: 1, 2: 1}}}\n"
    files = {"corrections__yaml": corrections, "composition__yaml": composition}
    assert not codes(CORRECTED, "", **files)
    assert {code for code, _ in codes(CORRECTED, "second", **files)} == {"composition-count"}


def test_corrections_may_stand_in_a_table_of_any_kind() -> None:
    corrections = "card,field,old,new,reason\nowl,rule,a hand,your hand,clearer\n"
    editions = "editions: {second: {corrections: corrections.csv}}\n"
    spec = read(editions, "second", corrections__csv=corrections)
    assert spec.cards["beasts"][1].values["rule"] == "Look at your hand."
    assert str(spec.cards["beasts"][1].place("rule")) == "corrections.csv:2:17"


def broken(source: Mapping[str, str], random_: random.Random) -> tuple[str, str]:
    """A correction with one thing wrong, and the field of it that is."""
    row = dict(source)
    what = random_.choice(["card", "field", "old", "new", "reason"])
    if what == "new":
        row["new"] = row["old"]
        what = "old"
    elif what == "reason":
        row["reason"] = ""
    else:
        row[what] = row[what][:-1] + "§"
    cells = ", ".join(f'{name}: "{text}"' for name, text in row.items())
    return f"- {{{cells}}}\n", what


@pytest.mark.parametrize("seed", range(40))
def test_no_broken_correction_is_passed_over_in_silence(seed: int) -> None:
    random_ = random.Random(seed)
    good = {"card": "owl", "field": "rule", "old": "a hand", "new": "your hand", "reason": "so"}
    text, what = broken(good, random_)
    found = codes(CORRECTED, "second", corrections__yaml=text)
    assert any(place.startswith("corrections.yaml:1:") for _, place in found), what
