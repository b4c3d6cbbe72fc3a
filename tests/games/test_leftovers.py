"""Leftovers' data: numbers of its design, letters by their formulas, examples that obey the moves.

Facts of the design are in ``tests/data/specifications``, in our own form.
What is ours to decide stands in ``card_data/leftovers/ABOUT.md``.
"""

from __future__ import annotations

import math
import re
from collections import Counter

import pytest
import yaml

from cardgen.core.findings import Report
from cardgen.expressions.template import fill_native
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from tests.support.game_data import Card, GameData
from tests.support.samples import codes

DATA = GameData("leftovers")
files, text, load, design = DATA.files, DATA.text, DATA.load, DATA.design

E_SHARE = 11.1607
"""Per cent of letters in the main entries of the Concise Oxford Dictionary that are E."""


def letters() -> dict[str, Card]:
    return {card["letter"]: card for card in load("letters.yaml")}


def moves() -> dict[str, Card]:
    return {card["name"]: card for card in load("moves.yaml")}


def replaced(name: str, old: str, new: str) -> dict[str, str]:
    assert text(name).count(old) == 1, old
    return {name: text(name).replace(old, new)}


# --- letters ------------------------------------------------------------------------------------


def test_a_letter_is_on_its_share_of_112_cards_and_on_one_at_least() -> None:
    for letter, card in letters().items():
        share = float(card["share"])
        assert int(card["copies"]) == max(1, round(112 * share / 100)), letter
    assert sum(int(card["copies"]) for card in letters().values()) == 112


def test_a_letter_four_times_as_rare_is_worth_three_points_more() -> None:
    for letter, card in letters().items():
        rarer = math.log2(E_SHARE / float(card["share"]))
        assert int(card["points"]) == 1 + round(1.5 * rarer), letter


def test_the_shares_are_those_of_all_letters() -> None:
    assert sorted(letters()) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert sum(float(card["share"]) for card in letters().values()) == pytest.approx(100, abs=0.01)


def test_six_hands_of_the_design_leave_a_pile_to_draw_from() -> None:
    hand, (_, most) = design()["hand"], design()["players"]
    assert most * hand < 112 - most * 5


def test_a_magnet_has_about_a_sixth_of_the_cards() -> None:
    by_paint: Counter[str] = Counter()
    for card in letters().values():
        by_paint[card["paint"]] += int(card["copies"])
    assert len(by_paint) == 6
    assert max(by_paint.values()) - min(by_paint.values()) <= 4


def test_what_tiles_and_player_aids_show_is_what_the_letter_cards_have() -> None:
    takes = yaml.safe_load(text("layouts.yaml"))["pieces"]["dealt"]["takes"]
    assert fill_native(takes["deal"], {}) == {
        letter: [int(card["copies"]), int(card["points"]), card["paint"]]
        for letter, card in letters().items()
    }


def test_letters_are_dealt_once_and_typed_nowhere_else() -> None:
    """One table in the layouts, by an alias; no counts or points on the player aids."""
    pieces = yaml.safe_load(text("layouts.yaml"))["pieces"]
    assert text("layouts.yaml").count("'Q': [") == 1
    deals = [piece["takes"]["deal"] for piece in pieces.values() if "deal" in piece["takes"]]
    assert len(deals) == 3
    assert len(set(deals)) == 1
    assert not re.search(r"×\d|char in '", text("aids.yaml") + text("layouts.yaml"))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("layouts.yaml", "'E': [12, 1, 'tomato']", "'E': [3, 1, 'tomato']"),
        ("layouts.yaml", "'A': [10, 2, 'blueberry']", "'A': [9, 2, 'blueberry']"),
        ("layouts.yaml", "'E': [12, 1, 'tomato']", "'E': [12, 3, 'tomato']"),
        ("layouts.yaml", "'K': [1, 6, 'pea']", "'K': [1, 6, 'beet']"),
        ("letters.yaml", "points: 6, paint: pea", "points: 6, paint: beet"),
    ],
)
def test_a_letter_that_is_shown_otherwise_than_on_its_card_is_a_finding(
    name: str, old: str, new: str
) -> None:
    report = Report()
    check_game(MemoryGame({**files(), **replaced(name, old, new)}), report)
    assert "unknown-color" in codes(report.findings)


# --- moves --------------------------------------------------------------------------------------


def test_the_moves_are_the_five_of_the_design() -> None:
    assert design()["moves"] == list(moves())


def table(word: str) -> str:
    """The letters of a word that lay on the table: its capitals."""
    return "".join(letter for letter in word if letter.isupper())


def test_all_words_of_the_examples_have_three_letters_or_more() -> None:
    for card in moves().values():
        assert all(len(word) >= 3 for word in [card["before"], *card["after"]]), card["name"]


def test_add_keeps_the_word_and_shows_before_between_and_after() -> None:
    before, (after,) = moves()["Add"]["before"], moves()["Add"]["after"]
    assert table(after) == before
    assert re.fullmatch(r"[a-z][A-Z]+[a-z]+[A-Z]+[a-z]", after)


@pytest.mark.parametrize("name", ["Overlay", "Duplicate"])
def test_what_is_covered_is_told_and_all_else_stays(name: str) -> None:
    card = moves()[name]
    (after,) = card["after"]
    below = zip(after, card["under"], strict=True)
    assert "".join(under if over.islower() else over for over, under in below) == card["before"]
    same = [over.upper() == under for over, under in zip(after, card["under"], strict=True)]
    assert any(same) is (name == "Duplicate")


def test_give_and_take_swaps_one_letter_that_comes_into_the_hand() -> None:
    card = moves()["Give & Take"]
    (after,) = card["after"]
    assert after.upper() != card["before"]
    swapped = [
        old for old, new in zip(card["before"], after, strict=True) if new.islower() or old != new
    ]
    assert swapped == [card["gains"]]


def test_each_part_of_a_split_keeps_two_neighbors_and_one_is_changed() -> None:
    card = moves()["Split"]
    kept = [table(word) for word in card["after"]]
    assert "".join(kept) == card["before"]
    assert len(kept) > 1
    assert all(re.search("[A-Z]{2}", word) for word in card["after"])
    assert any(word != table(word) for word in card["after"])


# --- games and rules ------------------------------------------------------------------------------


def test_there_are_the_game_and_the_variation_of_the_design_and_one_of_ours() -> None:
    named = [card["name"] for card in load("games.yaml")]
    assert named == [*design()["games"], "Potluck"]


def test_leftovers_has_no_duplicates_as_the_design_says_and_potluck_has_all_moves() -> None:
    assert design()["without_duplicates"] == ["Leftovers"]
    allowed = {card["name"]: card["moves"] for card in load("games.yaml")}
    assert allowed["Leftovers"] == allowed["Use or Lose"] == ["add", "overlay", "give-and-take"]
    assert allowed["Potluck"] == [card["icon"] for card in moves().values()]


RULES = (
    "nearest to A", "clockwise", "ten letters", "three letters", "dictionary", "misses a turn",
    "neither a name nor an abbreviation nor a contraction", "two minutes", "at least two",
    "at least one", "the player before you", "takes *all*", "highest sum", "in sight", "minus",
    "two letters that were neighbors", "new or changed score",
)  # fmt: skip


@pytest.mark.parametrize("words", RULES)
def test_the_rules_tell_of_everything_that_the_design_has(words: str) -> None:
    assert words in re.sub(r"\*\*", "", text("rules.md"))


OURS = (
    "One Overlay or one Give & Take a turn", "Add's order", "No duplicates", "Challenges",
    "The start", "After a turn without a word", "What is taken", "The end", "Covered letters",
    "Letters in hand", "Potluck", "Ages 8 up",
)  # fmt: skip


@pytest.mark.parametrize("invention", OURS)
def test_what_the_design_does_not_say_is_declared(invention: str) -> None:
    assert invention in text("ABOUT.md")


def test_the_limit_of_a_turn_stands_in_the_rules_and_on_the_game_card() -> None:
    assert "letter, not both" in text("rules.md")
    (card,) = (card for card in load("games.yaml") if card["name"] == "Leftovers")
    assert "One Overlay *or* Give & Take a turn" in card["text"]


def test_add_keeps_the_order_in_potluck_only() -> None:
    assert "Add does not keep their order here" in text("rules.md").replace("\u00a0", " ")
    assert "Here letters keep their order" in text("rules.md")


def test_the_round_of_potluck_can_be_played() -> None:
    """Overlay, then a split and an Add, then an Add to each word; the table's letters stay."""
    rows = re.findall(r'row\((.*?), width="7.2mm"', text("rules.md"))
    words = ["".join(re.findall(r"letters/(\w)", row)).upper() for row in rows]
    assert words == ["PLANED", "RED", "PLANT", "REDS"]
    assert sum(a != b for a, b in zip("PLANET", words[0], strict=True)) == 1
    assert words[0].endswith(words[1][1:])
    assert words[0].startswith(words[2][:-1])
    assert words[3][:-1] == words[1]


def test_game_cards_are_set_above_9_points() -> None:
    (size,) = re.findall(r"game-text: {.*?size: ([\d.]+)pt", text("layouts.yaml"))
    assert float(size) > 9


def test_every_magnet_stands_out_from_its_enamel() -> None:
    """Yellow is the lightest: at 1.7 : 1 it was hard to read across a table."""
    palette = yaml.safe_load(text("game.yaml"))["palette"]
    ground = luminance(palette["enamel"])
    for paint in {card["paint"] for card in letters().values()}:
        assert (ground + 0.05) / (luminance(palette[paint]) + 0.05) > 2.2, paint


def luminance(color: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_box_counts_as_the_decks_do() -> None:
    said = re.search(r"{{ count }} letters, (.*?), rules", text("layouts.yaml"))
    assert said is not None
    decks = (load(f"{name}.yaml") for name in ("moves", "games", "aids", "slips"))
    counts = [sum(int(card.get("copies", 1)) for card in deck) for deck in decks]
    assert [int(number) for number in re.findall(r"\d+", said[1])] == counts


def test_counts_and_sums_in_the_rules_come_from_the_cards() -> None:
    asked = set(re.findall(r'count\("(\w+)"', text("rules.md")))
    assert asked == {"letters", "moves", "games", "aids", "slips"}
    assert not re.search(r"\d+ points?\b", text("rules.md"))


def test_the_round_of_the_rules_can_be_played() -> None:
    """A hand of ten spells the first word; what is left of it and S and B make the next two."""
    (hand,) = re.findall(r"hand\((.*?), width", text("rules.md"))
    held = Counter(re.findall(r"letters/(\w)", hand))
    rows = re.findall(r'row\((.*?), width="(?:8.6|7.6)mm"', text("rules.md"))
    plate, steal, stable = (re.findall(r"letters/(\w)", row) for row in rows)
    assert held.total() == 10
    assert not Counter(plate) - held
    assert "".join(plate + steal + stable).upper() == "PLATESTEALSTABLE"
    assert (Counter(steal) - Counter(plate), Counter(plate) - Counter(steal)) == (
        Counter("s"),
        Counter("p"),
    )
    assert (Counter(stable) - Counter(steal), Counter(steal) - Counter(stable)) == (
        Counter("b"),
        Counter(),
    )


# --- the composition ----------------------------------------------------------------------------


def test_the_cards_are_what_the_composition_asks_for() -> None:
    assert DATA.findings({}) == []


SLIPS = {
    "a letter more": ("letters.yaml", "copies: 12, points: 1", "copies: 13, points: 1"),
    "a point more": ("letters.yaml", "copies: 6, points: 3", "copies: 6, points: 4"),
    "a share": ("letters.yaml", "share: 4.5388", "share: 5.5388"),
    "another colour": ("letters.yaml", "points: 6, paint: pea", "points: 6, paint: beet"),
    "five player aids": ("aids.yaml", "copies: 6", "copies: 5"),
    "a move renamed": ("moves.yaml", "name: Split", "name: Splits"),
    "a duplicate": ("games.yaml", "box\n  moves: [add,", "box\n  moves: [duplicate, add,"),
    "a short word": ("moves.yaml", "before: RAN", "before: AN"),
    "a short part": ("moves.yaml", "after: [MAN, eGO]", "after: [MANG, O]"),
    "a first part without neighbors": ("moves.yaml", "[MAN, eGO]", "[MeN, GOt]"),
    "a second part without neighbors": ("moves.yaml", "[MAN, eGO]", "[MAN, GeO]"),
    "a third part without neighbors": ("moves.yaml", "[MAN, eGO]", "[MAN, eGO, sOd]"),
    "a split that changes nothing": ("moves.yaml", "[MAN, eGO]", "[MAN, GO]"),
    "a word not split": ("moves.yaml", "[MAN, eGO]", "[MANGOs]"),
    "two words without a split": ("moves.yaml", "[mONEY]", "[mON, mEY]"),
    "the total": ("composition.yaml", "  total: 112", "  total: 111"),
    "a count": ("composition.yaml", "Q: 1, R: 8", "Q: 1, R: 9"),
    "the moves": ("composition.yaml", "total: 5  # seed", "total: 6  # seed"),
    "the game's total": ("composition.yaml", "{total: 132}", "{total: 131}"),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_the_cards_or_the_composition_is_a_finding(slip: str) -> None:
    assert DATA.findings(replaced(*SLIPS[slip])) != []


# --- files ----------------------------------------------------------------------------------------


def test_every_picture_is_used() -> None:
    in_layouts = set(re.findall(r"art/[\w-]+\.svg", text("layouts.yaml")))
    named = {f"art/{card['icon']}.svg" for card in moves().values()}
    named |= {f"art/{card['art']}.svg" for card in load("games.yaml")}
    assert in_layouts | named == {name for name in files() if name.startswith("art/")}
