"""Paperback's data: the counts of its design, texts within its rules, faults that are found.

Facts of the design are in ``tests/data/specifications``, in our own form.
What is ours to decide stands in ``card_data/paperback/ABOUT.md``.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from functools import cache
from io import StringIO
from typing import Any

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.booklet.pages import lay_out_booklet
from cardgen.pipeline.inspection import check_game
from tests.support.game_data import Card, GameData
from tests.targets.booklet.test_pages import text_of

DATA = GameData("paperback")
files, text, design = DATA.files, DATA.text, DATA.design

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
    components: dict[str, int] = design()["components"]
    return components


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
    assert design()["also"] == ["Length Track"]
    assert set(game()["decks"]) == {*PARTS.values(), "track"}
    assert [(row["first"], row["lines"]) for row in deck("track")] == [(7, len(deck("commons")))]


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
    wanted = dict.fromkeys(design()["fame_prices"], 7)
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
    "letters.yaml": "- {letter: Q, cost: 8, shelf: Q8, value: 9}",
    "pairs.yaml": "- {letter: QU, cost: 10, shelf: QU8, value: 9}",
    "tokens.yaml": "copies: 17",
}
MUTATED = {
    "starters.csv": "Snail,Wild,0,2,1,4",
    "letters.yaml": "- {letter: Q, cost: 7, shelf: Q8, value: 9}",
    "pairs.yaml": "- {letter: QUE, cost: 10, shelf: QU8, value: 9}",
    "tokens.yaml": "copies: 16",
}


@pytest.mark.parametrize("name", ROWS)
def test_a_slip_in_a_card_table_is_a_finding(name: str) -> None:
    assert text(name).count(ROWS[name]) == 1
    assert DATA.findings({name: text(name).replace(ROWS[name], MUTATED[name])}) != []


NUMBERS = [
    pytest.param(name, found.span(), id=f"{name}:{text(name).count(chr(10), 0, found.start()) + 1}")
    for name in ("dividers.yaml", "track.yaml")
    for found in re.finditer(r"(?<=[ \[])\d+(?=[],}])", text(name))
]
"""All numbers on dividers and track."""


@pytest.mark.parametrize(("name", "place"), NUMBERS)
@pytest.mark.parametrize("by", [-1, 1])
def test_a_number_of_the_decks_that_a_divider_or_the_track_has_otherwise_is_a_finding(
    name: str, place: tuple[int, int], by: int
) -> None:
    start, end = place
    changed = f"{text(name)[:start]}{int(text(name)[start:end]) + by}{text(name)[end:]}"
    assert DATA.findings({name: changed}) != []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("dividers.yaml", "A C D E E H", "A C D E H"),
        ("dividers.yaml", "A C D E E H", "A C D E E J"),
        ("dividers.yaml", "[AN, ED, ES]", "[AN, ED, ER]"),
        ("dividers.yaml", "attacks: C H P", "attacks: C H"),
        ("dividers.yaml", "T R S L N", "T R S L M"),
        ("letters.yaml", "{letter: O, cost: 2, shelf: O2,", "{letter: U, cost: 2, shelf: U2,"),
        ("letters.yaml", 'begins your word: +4¢."', 'begins your word: +3¢."'),
        ("letters.yaml", "shelf: A2, value: 1, head: +1", "shelf: A2, value: 1, head: +2"),
    ],
)
def test_what_stands_twice_cannot_differ(name: str, old: str, new: str) -> None:
    assert text(name).count(old) == 1
    assert DATA.findings({name: text(name).replace(old, new)}) != []


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


def test_the_golden_comma_is_the_award_of_the_designs_example() -> None:
    assert design()["award_example"] in {award["test"] for award in deck("awards")}


def test_a_star_is_fame_and_a_wild_is_a_w_in_a_frame() -> None:
    layouts = text("layouts.yaml")
    assert 'text: "*"' not in layouts
    assert layouts.count("text: W, ") == 2
    assert layouts.count("dash: [1.3mm, 0.9mm]") == 2


def test_the_box_counts_as_the_decks_do() -> None:
    """Its back has the components in the words and the order of the rules."""
    back = re.search(r"\*\*In this box:\*\* (.*?)\s· rules", text("layouts.yaml"))
    assert back is not None
    printed = [int(number) for number in re.findall(r"(\d+)\u00a0", back[1])]
    asked = re.findall(r'\| \{\{ count\("(\w+)"\) \}\} \|', text("rules.md"))
    assert printed == [len(deck(name)) for name in asked]
    assert asked == [*[*PARTS.values()][:-2], "dividers", "track", "tokens"]


def test_both_readings_of_the_letter_cards_stand_in_the_rules() -> None:
    assert "make 86" in rules_with({})
    assert "leave 20 letter cards in the box" in rules_with({})


def test_a_divider_names_the_letters_of_its_pile() -> None:
    piles = [divider for divider in deck("dividers") if divider["kind"] == "pile"]
    assert [cost for pile in piles for cost in pile["costs"]] == list(range(2, 11))
    for pile in piles:
        held = {
            name: sorted(card["letter"] for card in deck(name) if card["cost"] in pile["costs"])
            for name in ("letters", "pairs", "attacks")
        }
        assert pile["singles"].split() == held["letters"]
        assert sorted(pile.get("pairs", [])) == held["pairs"]
        assert sorted(pile.get("attacks", "").split()) == held["attacks"]


def test_the_fame_divider_gives_two_cards_more_than_there_are_players() -> None:
    (divider,) = (row for row in deck("dividers") if row["kind"] == "fame")
    assert divider["counts"] == [players + 2 for players in (2, 3, 4, 5)]


# --- the rules of play ------------------------------------------------------------------------


def rules_with(changed: dict[str, str]) -> str:
    """All words of the rules, where some files are changed; nothing holds the cards to a count."""
    given = {name: content for name, content in files().items() if name != "composition.yaml"}
    report = Report()
    checked = check_game(MemoryGame({**given, **changed}), report, checks=())
    assert checked is not None, [finding.message for finding in report.findings]
    return text_of(lay_out_booklet(checked.bound.booklets[0]))


def test_the_example_of_the_rules_adds_up() -> None:
    said = rules_with({})
    assert "The coins give 1 + 2 + 4 + 1 + 1 = 9¢. C is the opener: +2¢." in said
    assert "The word scores 11¢" in said
    assert "The coins give 2 + 1 + 3 + 5 = 11¢." in said
    assert "ER for 3¢ becomes RE for 3¢; with the coin that is 4¢." in said


def test_an_edit_of_the_cards_is_an_edit_of_the_rules() -> None:
    letters, pairs = text("letters.yaml"), text("pairs.yaml")
    for old, new in (
        ("{letter: O, cost: 2, shelf: O2, value: 2}", "{letter: O, cost: 2, shelf: O2, value: 1}"),
        ("{letter: A, cost: 6, shelf: A6, value: 4", "{letter: A, cost: 6, shelf: A6, value: 5"),
    ):
        assert letters.count(old) == 1
        letters = letters.replace(old, new)
    pairs = pairs.replace("ER4, value: 3", "ER4, value: 4")
    changed = {
        "letters.yaml": letters,
        "pairs.yaml": pairs,
        "track.yaml": text("track.yaml").replace("first: 7", "first: 6"),
        "fame.yaml": text("fame.yaml").replace("cost: 8, fame: 5", "cost: 8, fame: 6"),
    }
    said = rules_with(changed)
    assert "The coins give 1 + 1 + 5 + 1 + 1 = 9¢." in said
    assert "Fame cards for 5¢, 8¢, 11¢ and 17¢ bring 3, 6, 8 and 13 Fame." in said
    assert "ER for 4¢ becomes RE for 4¢; with the coin that is 5¢." in said
    assert "only the line 6 LETTERS is in sight" in said
    assert "goes up to 10 or 11 letters" in said


def test_amounts_in_the_rules_come_from_the_cards() -> None:
    """The one that is typed is what a cube adds: no card says it."""
    typed = re.sub(r"\{\{.*?\}\}", "…", text("rules.md"), flags=re.DOTALL)
    assert re.findall(r"\S+¢", typed.replace("…¢", "")) == ["1¢"]


def test_every_link_of_the_rules_has_its_page() -> None:
    links = re.findall(r"\]\(#([\w-]+)\)(?=(.{0,60}))", text("rules.md"), re.DOTALL)
    assert len(links) > 8
    for slug, behind in links:
        assert f'p.&nbsp;{{{{ page("{slug}") }}}}' in behind, slug


def test_an_expansion_says_that_its_cent_is_its_coin() -> None:
    assert "¢ in all: the coin, top left.' if kind == 'expansion'" in text("layouts.yaml")
    assert "Each scores +1¢ in all: its coin" in rules_with({})


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
