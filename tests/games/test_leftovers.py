"""Leftovers' data: numbers of its design, letters by their formulas, examples that obey the moves.

The design lies beside the repository, in ``../shared/seeds``; without it what is compared with it
is skipped. What is ours to decide stands in ``card_data/leftovers/ABOUT.md``.
"""

from __future__ import annotations

import math
import re
from collections import Counter

import pytest
import yaml

from cardgen.bind.template import native
from cardgen.core.findings import Report
from cardgen.files.game_files import MemoryGame
from cardgen.pipeline.build import check_game
from tests.support.game_data import Card, GameData
from tests.support.samples import codes

DATA = GameData("leftovers", "001")
files, text, load, seed = DATA.files, DATA.text, DATA.load, DATA.seed

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
    assert re.search(r"retain 10 cards", seed())
    assert re.search(r"\(2-6 players\)", seed())
    assert 6 * 10 < 112 - 6 * 5


def test_a_magnet_has_about_a_sixth_of_the_cards() -> None:
    by_paint: Counter[str] = Counter()
    for card in letters().values():
        by_paint[card["paint"]] += int(card["copies"])
    assert len(by_paint) == 6
    assert max(by_paint.values()) - min(by_paint.values()) <= 4


def test_what_tiles_and_player_aids_show_is_what_the_letter_cards_have() -> None:
    takes = yaml.safe_load(text("layouts.yaml"))["pieces"]["dealt"]["takes"]
    assert native(takes["deal"], {}) == {
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
    named = re.findall(r"^(Add|Overlay|Give&Take|Split\*|Duplicate) - ", seed(), re.MULTILINE)
    assert [name.strip("*").replace("&", " & ") for name in named] == list(moves())


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
    for name in ("Leftovers Game", "Use or Lose"):
        assert name in seed()
    assert [card["name"] for card in load("games.yaml")] == ["Leftovers", "Use or Lose", "Potluck"]


def test_leftovers_has_no_duplicates_as_the_design_says_and_potluck_has_all_moves() -> None:
    assert "no duplicates" in seed()
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
