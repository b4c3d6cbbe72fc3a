"""Novelty's card files against the tables of its specification, cell for cell.

Its tables are in ``tests/data/specifications``, cell for cell. Slips in the specification are kept
in the data on purpose: ``card_data/novelty/ERRATA.md`` lists them.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import yaml

from cardgen.check.rules.composition.card_rules import check_rules
from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import lay_out_game
from cardgen.read.deck_functions import DeckFunctions, DeckTable
from cardgen.read.game import GameSpec, read_game
from cardgen.read.tables.cards import CardSpec
from cardgen.render.finish_plates import list_finishes

ROOT = Path(__file__).resolve().parents[2]
NOVELTY = ROOT / "card_data" / "novelty"
SPECIFICATIONS = ROOT / "tests" / "data" / "specifications"

LETTER_COLUMNS = ["Letter", "#", "Points", "Effect"]
MOTIF_COLUMNS = ["Name", "Effect", "Quote", "Source", "Year", "Author"]
MOTIF_KEYS = ["name", "effect", "quote", "source", "year", "author"]
MARKS = {"Red": "red", "Blue": "blue"}

Row = list[str]
Card = dict[str, str]


def load(name: str) -> Any:
    return yaml.load((NOVELTY / name).read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def specified(name: str, columns: Row) -> list[Row]:
    """The rows of a table of the specification."""
    with (SPECIFICATIONS / f"novelty-{name}.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert head == columns
    return rows


def letter_rows() -> list[Row]:
    return specified("letters", LETTER_COLUMNS)


def motif_rows() -> list[Row]:
    return specified("motifs", MOTIF_COLUMNS)


def letter_card(row: Row) -> Card:
    letter, copies, points, effect = row
    card = {"letter": letter, "copies": copies, "points": points}
    if effect in MARKS:
        return card | {"mark": MARKS[effect]}
    return card | {"effect": effect} if effect else card


def motif_card(row: Row) -> Card:
    return dict(zip(MOTIF_KEYS, row, strict=True))


def differences(expected: Iterable[Card], found: Iterable[Card]) -> list[str]:
    """A line a cell that is not as specified; rows are numbered from 1."""
    pairs = enumerate(zip_longest(expected, found, fillvalue=dict[str, str]()), start=1)
    return [
        f"row {n}, {field}: {at_first_difference(want.get(field, ''), got.get(field, ''))}"
        for n, (want, got) in pairs
        for field in want | got
        if want.get(field) != got.get(field)
    ]


def at_first_difference(want: str, got: str) -> str:
    """Both texts near the place where they part: a quote is too long to search by eye."""
    parting = next((n for n, (a, b) in enumerate(zip_longest(want, got)) if a != b), 0)
    start = max(0, parting - 20)
    return f"{want[start : start + 40]!r} became {got[start : start + 40]!r}"


def printed(name: str, keys: Iterable[str]) -> list[Card]:
    """The rows of a card file, of their fields only those that the specification has."""
    return [{key: card[key] for key in keys if key in card} for card in load(name)]


def test_a_letter_row_is_its_row_of_the_table() -> None:
    found = printed("letters.yaml", ["letter", "copies", "points", "mark", "effect"])
    assert differences(map(letter_card, letter_rows()), found) == []


def test_a_motif_is_its_row_of_the_table_character_for_character() -> None:
    found = printed("motifs.yaml", MOTIF_KEYS)
    assert differences(map(motif_card, motif_rows()), found) == []


def test_the_comparison_names_the_row_and_the_field_that_differ() -> None:
    a, b = {"letter": "a"}, {"letter": "b"}
    assert differences([a, b], [a, a]) == ["row 2, letter: 'b' became 'a'"]


def test_the_comparison_names_a_row_that_is_missing_and_one_too_many() -> None:
    card = {"letter": "a"}
    assert differences([card], []) == ["row 1, letter: 'a' became ''"]
    assert differences([], [card]) == ["row 1, letter: '' became 'a'"]


def test_the_comparison_shows_a_long_text_where_it_parts() -> None:
    said = differences(
        [{"quote": "x" * 300 + "kelpy bottom"}], [{"quote": "x" * 300 + "kelpy bootom"}]
    )
    assert said == [f"row 1, quote: '{'x' * 12}kelpy bottom' became '{'x' * 12}kelpy bootom'"]


def test_134_letter_rows_print_168_cards() -> None:
    letters = load("letters.yaml")
    assert (len(letters), sum(int(card["copies"]) for card in letters)) == (134, 168)


def test_no_letter_has_both_a_mark_and_an_effect() -> None:
    assert [card for card in load("letters.yaml") if {"mark", "effect"} <= card.keys()] == []


def test_every_motif_gives_its_six_fields_in_one_order() -> None:
    assert {tuple(card)[:6] for card in load("motifs.yaml")} == {tuple(MOTIF_KEYS)}


def test_motifs_are_numbered_as_they_stand_in_the_table() -> None:
    numbers = [roman(n) for n in range(1, len(motif_rows()) + 1)]
    assert [card["number"] for card in load("motifs.yaml")] == numbers
    layouts = (NOVELTY / "layouts.yaml").read_text("utf-8")
    assert f"of {numbers[-1].lower()}" in layouts


def roman(number: int) -> str:
    written = ""
    for value, sign in ((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while number >= value:
            written, number = written + sign, number - value
    return written


def test_the_composition_asks_for_as_many_cards_as_the_tables_hold() -> None:
    asked = load("composition.yaml")
    copies = sum(int(copies) for _, copies, _, _ in letter_rows())
    totals = {"letters": str(copies), "motifs": str(len(motif_rows()))}
    assert {deck: rule["total"] for deck, rule in asked.items()} == totals


def test_the_composition_asks_for_each_letter_as_often_as_the_table_does() -> None:
    counted: Counter[str] = Counter()
    for letter, copies, _, _ in letter_rows():
        counted[letter] += int(copies)
    asked = load("composition.yaml")["letters"]["count"]["letter"]
    assert asked == {letter: str(count) for letter, count in counted.items()}


def test_the_composition_asks_for_each_mark_as_often_as_the_table_does() -> None:
    counted: Counter[str] = Counter()
    for _, copies, _, effect in letter_rows():
        if effect in MARKS:
            counted[MARKS[effect]] += int(copies)
    asked = load("composition.yaml")["letters"]["count"]["mark"]
    assert asked == {mark: str(count) for mark, count in counted.items()}


def test_the_composition_asks_for_each_motif_of_the_table_once() -> None:
    motifs = load("composition.yaml")["motifs"]
    assert motifs["unique"] == ["name", "number"]
    assert motifs["count"]["name"] == {name: "1" for name, *_ in motif_rows()}


def test_the_composition_holds_points_and_effects_as_the_tables_have_them() -> None:
    points: Counter[str] = Counter()
    effects: Counter[str] = Counter()
    for letter, copies, point, effect in letter_rows():
        points[f"{letter} {point}"] += int(copies)
        if effect and effect not in MARKS:
            effects[f"{letter}: {effect}"] += int(copies)
    asked = load("composition.yaml")["letters"]["count"]
    assert asked["letter ~ ' ' ~ points"] == {key: str(n) for key, n in points.items()}
    assert asked["letter ~ ': ' ~ effect if effect else ''"] == {
        key: str(n) for key, n in effects.items()
    }
    motifs = load("composition.yaml")["motifs"]["count"]["name ~ ': ' ~ effect"]
    assert motifs == {f"{name}: {effect}": "1" for name, effect, *_ in motif_rows()}


# --- effects as data -------------------------------------------------------------------------

REWORDINGS = (
    ("+1", "+3"), ("+2", "+1"), ("+3", "+2"), ("+5", "+4"), ("-2", "-3"),
    ("Double", "Triple"), ("Triple", "Double"), ("double", "triple"),
    ("first", "last"), ("last", "first"), ("second", "third"), ("third", "second"),
    ("left", "right"), ("right", "left"), ("adjacent", "all"), ("vowel", "consonant"),
    ("consonant", "vowel"), ("five", "six"), ("5 letters", "6 letters"), ("6 letters", "7 letters"),
    ("two", "three"), ("three", "two"), ("Red", "Blue"), ("Blue", "Red"), ("shorter", "longer"),
    ("(minor)", "(major)"), ("Worth 0", "Worth 1"),
)  # fmt: skip


@cache
def novelty_spec() -> GameSpec:
    files: dict[str, str | bytes] = {
        file.name: file.read_text("utf-8") for file in NOVELTY.glob("*.yaml")
    }
    spec = read_game(MemoryGame(files), Report())
    assert spec is not None
    return spec


def broken_rules(deck: str, card: CardSpec) -> list[Finding]:
    """What the deck's rules say of one card, beside another that keeps them."""
    spec = novelty_spec()
    other = next(one for one in spec.cards[deck] if one.values.get("does"))
    assert spec.composition is not None
    asked = DeckFunctions({name: DeckTable(name, cards) for name, cards in spec.cards.items()})
    rules = [rule for rule in spec.composition.decks[deck].rules if rule.that]
    found = check_rules(deck, [other, card], rules, asked)
    return [finding for finding in found if finding.code == "composition-rule"]


def reworded() -> Iterator[tuple[str, CardSpec, str]]:
    """Each effect with one of its words changed, one after the other."""
    for deck, cards in novelty_spec().cards.items():
        for card in cards:
            effect = str(card.values.get("effect") or "")
            for word, other in REWORDINGS:
                if re.search(rf"(?<!\w){re.escape(word)}", effect):
                    yield deck, card, effect.replace(word, other)


def test_an_effect_reworded_against_its_data_is_a_finding() -> None:
    edits = list(reworded())
    assert len(edits) > 130
    unseen = [
        (card.values.get("letter") or card.values["name"], effect)
        for deck, card, effect in edits
        if not broken_rules(deck, replace(card, values={**card.values, "effect": effect}))
    ]
    assert unseen == []


def test_the_effects_as_printed_agree_with_their_data() -> None:
    for deck, cards in novelty_spec().cards.items():
        assert [found.message for card in cards for found in broken_rules(deck, card)] == []


def test_an_effect_without_data_and_data_without_an_effect_are_findings() -> None:
    cards = novelty_spec().cards["letters"]
    plain = next(card for card in cards if not card.values.get("effect"))
    worded = next(card for card in cards if card.values.get("effect"))
    bare = {name: value for name, value in worded.values.items() if name != "does"}
    assert broken_rules("letters", replace(worded, values=bare))
    assert broken_rules("letters", replace(plain, values={**plain.values, "does": {"add": 1}}))


def test_the_lines_of_a_quote_have_its_words() -> None:
    card = next(c for c in novelty_spec().cards["motifs"] if c.values.get("lines"))
    lines = str(card.values["lines"]).replace("e", "a", 1)
    assert broken_rules("motifs", replace(card, values={**card.values, "lines": lines}))


def test_a_new_speaker_begins_within_the_quote() -> None:
    card = next(c for c in novelty_spec().cards["motifs"] if c.values.get("turns"))
    assert broken_rules("motifs", replace(card, values={**card.values, "turns": ["Thus spoke"]}))


def test_foil_is_on_the_letters_of_the_backs_and_the_title_alone() -> None:
    layouts = (NOVELTY / "layouts.yaml").read_text("utf-8")
    used = [line.strip() for line in layouts.splitlines() if re.search(r": foil\b", line)]
    assert len(used) == 2
    assert used[0].startswith("box-title:")
    assert used[1] == "fill: foil"


def test_the_foil_edition_has_foil_on_both_backs_and_the_boxs_front_alone() -> None:
    report = Report()
    found = lay_out_game(DiskGame(NOVELTY, "foil"), report)
    assert found is not None
    marked = {
        face.layout for face in found.bound.faces if list_finishes(found.laid.scenes[face].items)
    }
    assert marked == {"letter-back-foil", "motif-back-foil", "box-front-foil"}
