"""Paperback's data: the counts of its design, texts within its rules, faults that are found.

The design lies beside the repository, in ``../shared/seeds``; without it what is compared with it
is skipped. What is ours to decide stands in ``card_data/paperback/ABOUT.md``.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from functools import cache
from io import StringIO
from typing import Any

import pytest

from tests.game_data import Card, GameData

DATA = GameData("paperback", "002")
files, text, seed = DATA.files, DATA.text, DATA.seed

PARTS = {
    "Starting Deck Cards": "starters",
    "Letter Cards": "letters",
    "Two-Letter Cards": "pairs",
    "Attack Cards": "attacks",
    "Fame Cards": "fame",
    "Common Cards": "commons",
    "Player Power Cards": "powers",
    "Theme Cards": "themes",
    "Award Cards": "awards",
    "Wooden Cubes": "tokens",
    "Dividers": "dividers",
}
"""Lines of the design's list of components, and the decks that they are."""


def load(name: str) -> Any:
    """A YAML file, in which `ON` is a text, with its numbers as numbers."""
    return numbered(DATA.load(name))


def numbered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: numbered(one) for key, one in value.items()}
    if isinstance(value, list):
        return [numbered(one) for one in value]
    return int(value) if value.isdecimal() else value


@cache
def game() -> Any:
    return load("game.yaml")


@cache
def deck(name: str) -> list[Card]:
    """The cards of a deck, a row for each copy."""
    table = game()["decks"][name]["cards"]
    rows: list[Card] = (
        numbered(list(csv.DictReader(StringIO(text(table)))))
        if table.endswith(".csv")
        else load(table)
    )
    return [row for row in rows for _ in range(int(row.get("copies", 1)))]


def listed() -> dict[str, int]:
    """The list of components: what, and how many."""
    _, _, below = seed().partition("### 2. Components")
    lines = re.findall(r"^- (\d+) ([A-Za-z -]+?)(?: \(|$)", below.partition("###")[0], re.MULTILINE)
    return {what.strip(): int(count) for count, what in lines}


# --- counts -----------------------------------------------------------------------------------


def test_the_lines_of_the_list_are_all_known() -> None:
    assert set(listed()) == set(PARTS)


@pytest.mark.parametrize("line", PARTS)
def test_a_deck_has_as_many_cards_as_its_line_of_the_list(line: str) -> None:
    assert len(deck(PARTS[line])) == listed()[line]


def test_the_composition_asks_for_the_counts_of_the_list() -> None:
    asked = load("composition.yaml")
    assert {PARTS[line]: count for line, count in listed().items()} == {
        name: asked[name]["total"] for name in PARTS.values()
    }


def test_there_is_one_length_track_beside_the_list() -> None:
    assert "- Length Track" in seed()
    assert set(game()["decks"]) == {*PARTS.values(), "track"}
    assert [row["lengths"][:3] for row in deck("track")] == [[7, 8, 9]]


def test_a_starting_deck_is_t_r_s_l_n_and_five_wilds_at_their_prices() -> None:
    by_imprint: dict[str, list[str]] = {}
    for card in deck("starters"):
        by_imprint.setdefault(card["imprint"], []).append(f"{card['letter']} {card['cost']}¢")
    assert len(by_imprint) == 5
    expected = sorted([f"{letter} 1¢" for letter in "TRSLN"] + 5 * ["Wild 2¢"])
    assert all(sorted(cards) == expected for cards in by_imprint.values())


def test_letters_pairs_and_attacks_cost_2_to_10_cents_and_every_price_is_there() -> None:
    prices = {card["cost"] for name in ("letters", "pairs", "attacks") for card in deck(name)}
    assert prices == set(range(2, 11))


def test_only_plain_letters_cost_2_cents_as_that_pile_has_no_alternate() -> None:
    assert min(card["cost"] for card in deck("pairs") + deck("attacks")) > 2


def test_letters_have_one_letter_pairs_two_and_all_of_the_alphabet_is_there() -> None:
    assert {len(card["letter"]) for card in deck("letters") + deck("attacks")} == {1}
    assert {len(card["letter"]) for card in deck("pairs")} == {2}
    assert len({card["letter"] for card in deck("letters")}) == 26


def test_the_fame_cards_lie_in_the_four_piles_of_the_design_seven_in_each() -> None:
    prices = re.search(r"grouped in 4 piles: ([\d¢, ]+)", seed())
    assert prices is not None
    wanted = {int(price): 7 for price in re.findall(r"\d+", prices[1])}
    assert Counter(card["cost"] for card in deck("fame")) == wanted


def test_a_dearer_fame_card_gives_more_fame_for_a_cent() -> None:
    worth = sorted({(card["cost"], card["fame"] / card["cost"]) for card in deck("fame")})
    assert [share for _, share in worth] == sorted(share for _, share in worth)
    assert len(worth) == 4


def test_the_common_cards_are_the_vowels_and_expansions_of_the_design() -> None:
    assert [card["name"] for card in deck("commons")] == [
        "A",
        "E",
        "I",
        "O",
        "Spacebar",
        "Dyslexic",
    ]


ROWS = {
    "starters.csv": "Snail,Wild,0,2,1,5",
    "letters.yaml": "- {letter: Q, cost: 8, value: 9}",
    "pairs.yaml": "- {letter: QU, cost: 10, value: 9}",
    "tokens.yaml": "copies: 17",
}
MUTATED = {
    "starters.csv": "Snail,Wild,0,2,1,4",
    "letters.yaml": "- {letter: Q, cost: 7, value: 9}",
    "pairs.yaml": "- {letter: QUE, cost: 10, value: 9}",
    "tokens.yaml": "copies: 16",
}


@pytest.mark.parametrize("name", ROWS)
def test_a_slip_in_a_card_table_is_a_finding(name: str) -> None:
    assert text(name).count(ROWS[name]) == 1
    assert DATA.findings({name: text(name).replace(ROWS[name], MUTATED[name])}) != []


@pytest.mark.parametrize("line", PARTS)
def test_a_count_of_the_list_that_is_changed_in_the_composition_is_a_finding(line: str) -> None:
    count, name = listed()[line], PARTS[line]
    whole = text("composition.yaml")
    assert whole.count(f"\n{name}:\n  total: {count}") == 1
    changed = whole.replace(f"\n{name}:\n  total: {count}", f"\n{name}:\n  total: {count + 1}")
    assert DATA.findings({"composition.yaml": changed}) != []


@pytest.mark.parametrize("name", [n for n in PARTS.values() if n not in ("starters", "tokens")])
def test_a_card_that_is_lost_is_a_finding(name: str) -> None:
    table = game()["decks"][name]["cards"]
    lines = text(table).splitlines(keepends=True)
    last = max(number for number, line in enumerate(lines) if line.startswith("- "))
    assert DATA.findings({table: "".join(lines[:last] + lines[last + 1 :])}) != []


def test_the_cards_are_what_the_composition_asks_for() -> None:
    assert DATA.findings({}) == []


# --- what cards say ---------------------------------------------------------------------------


def test_an_ability_has_a_name_and_a_text_or_neither() -> None:
    for name in ("letters", "pairs", "attacks"):
        assert all(("head" in card) == ("ability" in card) for card in deck(name))


def test_a_plain_card_is_worth_more_than_one_of_its_price_with_an_ability() -> None:
    for cost in range(2, 11):
        cards = [card for card in deck("letters") if card["cost"] == cost]
        plain = [card["value"] for card in cards if "ability" not in card]
        able = [card["value"] for card in cards if "ability" in card]
        assert not plain or min(plain) >= max(able), cost


def test_abilities_keep_to_the_words_of_the_rules() -> None:
    """What is optional says may; who trashes or gains does it by will; nothing makes a Wild."""
    for name in ("letters", "pairs"):
        for card in deck(name):
            said = card.get("ability", "")
            assert not re.search(r"\b(trash|gain|copy|keep)\b", said) or "may" in said, card
            assert len(said) <= 90, card


def test_an_attack_speaks_of_opponents() -> None:
    assert all("pponent" in card["ability"] for card in deck("attacks"))


def test_no_price_of_an_opener_closer_or_bonus_differs_between_name_and_text() -> None:
    for name in ("letters", "pairs"):
        for card in deck(name):
            in_name = re.search(r"\+\d+¢", card.get("head", ""))
            assert in_name is None or in_name[0] in card["ability"], card


def test_a_divider_names_the_letters_of_its_pile() -> None:
    piles: dict[str, tuple[str, str]] = {}
    for divider in deck("dividers"):
        if divider["kind"] == "pile":
            held = re.sub(
                r"(\S+) \((\d)\)", lambda m: " ".join([m[1]] * int(m[2])), divider["holds"]
            )
            piles[divider["price"]] = (held, divider.get("attacks", ""))
    assert len(piles) == 7
    for price, (held, attacks) in piles.items():
        costs = range(8, 11) if price == "8–10¢" else [int(price.removesuffix("¢"))]
        cards = [c["letter"] for c in deck("letters") + deck("pairs") if c["cost"] in costs]
        assert sorted(held.split()) == sorted(cards)
        assert attacks.split() == [c["letter"] for c in deck("attacks") if c["cost"] in costs]


def test_a_fame_divider_gives_the_numbers_of_the_rules() -> None:
    (divider,) = (row for row in deck("dividers") if row["kind"] == "fame")
    said = dict(re.findall(r"^(.+) players: (\d)$", divider["holds"], re.MULTILINE))
    told = dict(re.findall(r"^\| (1 or 2|\d) \| (\d) \|$", text("rules.md"), re.MULTILINE))
    assert said == told == {"1 or 2": "4", "3": "5", "4": "6", "5": "7"}


def test_the_example_of_the_rules_adds_up() -> None:
    shown = re.search(r'row\(([^)]*?), width="13mm", caption="COAST\.', text("rules.md"))
    assert shown is not None
    values = [value_of(name) for name in re.findall(r'"([^"]+)"', shown[1])]
    assert f"{' + '.join(map(str, values))} = {sum(values)}¢" in text("rules.md")
    assert f"The word scores {sum(values) + 2}¢" in text("rules.md")


def value_of(name: str) -> int:
    """The value of `deck/letter-cost-…` or `starters/imprint-letter`."""
    where, _, ident = name.partition("/")
    words = ident.split("-")
    if where == "starters":
        (card,) = (c for c in deck(where) if [c["imprint"].lower(), c["letter"].lower()] == words)
    else:
        (card,) = (
            c
            for c in deck(where)
            if "-".join(
                re.findall(r"\w+", f"{c['letter']} {c['cost']} {c.get('head', '')}")
            ).lower()
            == ident
        )
    return int(card["value"])


RULES = (
    "Clear your attacks", "Make a word", "Check its length", "Use abilities", "Score", "Buy",
    "Discard", "Draw", "The end", "Attack cards", "Authors", "Themes", "Awards", "Cubes",
    "Spacebar", "Dyslexic", "Alone", "Trash", "Gain", "alternate", "Double word",
)  # fmt: skip


@pytest.mark.parametrize("word", RULES)
def test_the_rules_tell_of_everything_that_the_design_has(word: str) -> None:
    assert word in text("rules.md")


def test_counts_in_the_rules_come_from_the_cards() -> None:
    asked = set(re.findall(r'count\("(\w+)"', text("rules.md")))
    assert asked >= {*PARTS.values(), "track"}


# --- files ------------------------------------------------------------------------------------


def test_every_picture_is_used_and_every_cover_is_on_one_card() -> None:
    covers = [card["picture"] for card in deck("fame")]
    assert sorted(covers) == sorted(name for name in files() if name.startswith("covers/"))
    imprints = {f"art/{card['imprint'].lower()}.svg" for card in deck("starters")}
    named = {f"art/{card['art']}.svg" for name in ("powers", "themes") for card in deck(name)}
    in_layouts = set(re.findall(r"art/[\w-]+\.svg", text("layouts.yaml")))
    assert imprints | named | in_layouts == {n for n in files() if n.startswith("art/")}


def test_all_cards_of_the_players_decks_have_one_back_and_no_other_card_has_it() -> None:
    backs = {name: spec.get("back") for name, spec in game()["decks"].items()}
    shuffled = {"starters", "letters", "pairs", "attacks", "fame", "commons"}
    assert {name for name, back in backs.items() if back == "card-back"} == shuffled
    sizes = {game()["decks"][name]["size"] for name in shuffled}
    assert len(sizes) == 1
