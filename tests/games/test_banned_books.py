"""The banned books' data: counts of the design, words that are words, bans with a source.

Facts of the design are in ``tests/data/specifications``, in our own form.
The word list is SCOWL's, in ``tests/data/five_letter_words.txt``; its license is beside it.
What is ours to decide stands in ``card_data/banned-books/ABOUT.md``.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.support.game_data import Card, GameData
from tests.support.samples import ROOT

DATA = GameData("banned-books")
files, text, load, design = DATA.files, DATA.text, DATA.load, DATA.design
WORDS = ROOT / "tests" / "data" / "five_letter_words.txt"

YELLOW = ("y1", "y2", "y3", "y4", "y5")
RED = ("r1", "r2", "r3")

PARTS = {
    "Book Cards": "books",
    "Lie-brarian Board": "ledger",
    "Clue Tokens": "clues",
    "Lie-brarian Ability Cards": "lies",
    "Guess Boards": "guesses",
    "Alphabet Board": "alphabet",
    "Fact/Fiction Tokens": "verdicts",
    "Guesser Ability Cards": "truths",
}
"""Lines of the design's lists of components, and the decks that they are."""


@cache
def game() -> Any:
    return load("game.yaml")


@cache
def deck(name: str) -> list[Card]:
    """The cards of a deck, a row for each copy."""
    rows = load(game()["decks"][name]["cards"])
    return [row for row in rows for _ in range(int(row.get("copies", 1)))]


@cache
def words() -> tuple[frozenset[str], frozenset[str]]:
    """All words of five letters that the list has, and the common ones among them."""
    lines = [line for line in WORDS.read_text("ascii").splitlines() if not line.startswith("#")]
    entries = " ".join(lines).split()
    common = {entry.removesuffix("+") for entry in entries if entry.endswith("+")}
    return frozenset(entry.removesuffix("+") for entry in entries), frozenset(common)


def secret(fields: tuple[str, ...]) -> list[str]:
    return [book[field] for book in deck("books") for field in fields]


def listed() -> dict[str, int]:
    """The lists of components: what, and how many."""
    components: dict[str, int] = design()["components"]
    return components


# --- counts -----------------------------------------------------------------------------------


def test_every_line_of_the_lists_is_a_deck_or_is_not_printed() -> None:
    fit = {name for name in listed() if "Marker" not in name and "(not provided)" not in name}
    assert fit == set(PARTS)
    assert set(game()["decks"]) == set(PARTS.values())


@pytest.mark.parametrize("line", PARTS)
def test_a_deck_has_as_many_cards_as_its_line_of_the_list(line: str) -> None:
    assert len(deck(PARTS[line])) == listed()[line]


def test_the_composition_asks_for_the_counts_of_the_lists() -> None:
    asked = load("composition.yaml")
    counts = {name: int(asked[name]["total"]) for name in PARTS.values()}
    assert counts == {PARTS[line]: count for line, count in listed().items() if line in PARTS}
    assert int(asked["game"]["total"]) == sum(counts.values())


def test_half_of_the_guess_boards_are_blue_and_half_red_as_the_design_says() -> None:
    halves = Counter(board["half"] for board in deck("guesses"))
    assert halves == design()["guess_boards"]


def test_a_clue_token_has_two_signs_and_every_sign_is_on_forty() -> None:
    """More than the fifty clues of ten guesses could need of one sign in play."""
    assert all(token["sign"] != token["other"] for token in deck("clues"))
    shown = Counter(token[side] for token in deck("clues") for side in ("sign", "other"))
    assert shown == {"check": 40, "cross": 40, "tilde": 40}


def test_the_alphabet_board_has_all_letters_in_order() -> None:
    (board,) = deck("alphabet")
    assert "".join(board["keys"]) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


SLIPS = {
    "a yellow word with a repeat": ("books.yaml", "y1: truce", "y1: tepee"),
    "a red word without one": ("books.yaml", "r1: peace", "r1: peach"),
    "a word of six letters": ("books.yaml", "y1: tales", "y1: talent"),
    "a proper noun": ("books.yaml", "y1: truce", "y1: Crete"),
    "a word with a capital": ("books.yaml", "y1: truce", "y1: Truce"),
    "a yellow word that is on another card": ("books.yaml", "y1: truce", "y1: crown"),
    "a red word that is on another card": ("books.yaml", "r2: elder", "r2: error"),
    "a lie more than the card may have": ("lies.yaml", 'uses: "3"', 'uses: "2"'),
    "an icon for another": ("truths.yaml", "Footnote, how: use", "Footnote, how: discard"),
    "a token too few": ("clues.yaml", "other: cross, copies: 20", "other: cross, copies: 19"),
    "a token with one sign": ("clues.yaml", "tilde, other: check", "tilde, other: tilde"),
    "a board of the wrong half": ("guesses.yaml", "number: 5, half: blue", "number: 5, half: red"),
    "a token of fact lost": ("verdicts.yaml", "copies: 3", "copies: 2"),
    "a letter twice": ("alphabet.yaml", "X, Y, Z", "X, Y, Y"),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_card_table_is_a_finding(slip: str) -> None:
    name, before, after = SLIPS[slip]
    assert text(name).count(before) == 1, before
    assert DATA.findings({name: text(name).replace(before, after)}) != []


@pytest.mark.parametrize("line", PARTS)
def test_a_count_of_the_list_that_is_changed_in_the_composition_is_a_finding(line: str) -> None:
    count, name, whole = listed()[line], PARTS[line], text("composition.yaml")
    assert whole.count(f"\n{name}:\n  total: {count}") == 1
    changed = whole.replace(f"\n{name}:\n  total: {count}", f"\n{name}:\n  total: {count + 1}")
    assert DATA.findings({"composition.yaml": changed}) != []


def test_the_cards_are_what_the_composition_asks_for() -> None:
    assert DATA.findings({}) == []


# --- words ------------------------------------------------------------------------------------


def test_the_word_list_is_one_of_words_and_its_licence_lies_beside_it() -> None:
    known, common = words()
    assert 4000 < len(known) < 6000
    assert 3000 < len(common) < len(known)
    assert common < known
    assert not known & {"xyzzy", "qqqqq", "crbne"}
    licence = (WORDS.parent / "LICENSE-SCOWL.txt").read_text("utf-8")
    assert "Permission to use, copy, modify, distribute" in licence


@pytest.mark.parametrize("fields", [YELLOW, RED], ids=["yellow", "red"])
def test_every_word_is_a_common_english_word_of_five_letters_and_no_name(
    fields: tuple[str, ...],
) -> None:
    known, common = words()
    assert [word for word in secret(fields) if word not in known] == []
    assert [word for word in secret(fields) if word not in common] == []


def test_yellow_words_have_five_different_letters_and_red_ones_fewer() -> None:
    assert {len(set(word)) for word in secret(YELLOW)} == {5}
    assert {len(word) for word in secret(RED)} == {5}
    assert max(len(set(word)) for word in secret(RED)) == 4


def test_no_word_stands_twice_in_the_deck() -> None:
    assert len(set(secret(YELLOW + RED))) == 8 * 56


# --- bans -------------------------------------------------------------------------------------


def test_every_book_has_a_place_a_year_and_a_source_that_names_a_work() -> None:
    for book in deck("books"):
        assert re.fullmatch(r"(until )?\d{4}", book["when"]), book["title"]
        assert re.search(r"\d{4}|American Library Association", book["source"]), book["title"]
        assert len(book["where"]) > 3
        assert 40 < len(book["why"]) <= 105


def test_no_book_was_banned_before_it_was_written() -> None:
    """Figaro was forbidden on the stage a year before it was played."""
    early = [b["title"] for b in deck("books") if year(b["when"]) < year(b["year"])]
    assert early == ["The Marriage of Figaro"]


def year(said: str) -> int:
    number = int(re.sub(r"\D", "", said))
    return -number if said.endswith("BC") else number


def test_books_stand_in_the_order_of_their_years_and_no_title_is_there_twice() -> None:
    years = [year(book["year"]) for book in deck("books")]
    assert years == sorted(years)
    assert len({book["title"] for book in deck("books")}) == 56


# --- faces and rules --------------------------------------------------------------------------


def test_every_back_has_an_emblem_of_its_own_and_none_is_left_over() -> None:
    ids = {slug(book["title"]) for book in deck("books")}
    assert {f"emblems/{name}.svg" for name in ids} == {n for n in files() if "emblems/" in n}
    drawings = {files()[f"emblems/{name}.svg"] for name in ids}
    assert len(drawings) == 56


def slug(title: str) -> str:
    plain = re.sub(r"['’.]", "", title.replace("é", "e"))
    return "-".join(re.findall(r"[a-z0-9]+", plain.lower()))


def test_the_uses_and_icons_of_the_designs_own_abilities_are_those_it_gives() -> None:
    """Two letters twice, honesty without limit; any letters by discarding, vowels with a use."""
    uses = {card["name"]: card["uses"] for card in deck("lies")}
    assert (uses["Two Lies"], uses["Open Stacks"]) == (str(design()["lies_a_game"]), "∞")
    icons = {card["name"]: card["how"] for card in deck("truths")}
    assert (icons["Gibberish"], icons["Back Issues"]) == ("discard", "use")


def test_the_examples_of_the_rules_are_marked_honestly() -> None:
    """The tables below ``The secret word is …, the guess is …``, marked by the rules themselves."""
    shown = re.findall(
        r"secret word is (\w{5}), the guess is (\w{5})\n(.*?)\n\n", text("rules.md"), re.DOTALL
    )
    assert len(shown) == 2
    for word, guess, table in shown:
        truth = re.search(r"\| Truth \|(.*)", table)
        assert truth is not None
        assert re.findall(r"\{(\w+)\}", truth[1]) == marked(word, guess)


def test_the_designs_own_example_has_all_three_signs() -> None:
    example = design()["example"]
    head = f"is {example['secret']}, the guess is {example['guess']}\n"
    (truth,) = re.findall(head + r".*?\| Truth \|(.*?)\n", text("rules.md"), re.DOTALL)
    assert re.findall(r"\{(\w+)\}", truth) == example["clues"]


def test_whether_gibberish_may_repeat_letters_is_said_on_card_and_in_the_rules() -> None:
    (card,) = (card for card in deck("truths") if card["name"] == "Gibberish")
    assert "letters may repeat" in card["text"]
    assert "A letter may repeat, in the plain game too" in text("rules.md")


def test_sources_that_were_not_opened_are_listed_apart() -> None:
    opened = [book for book in deck("books") if book.get("opened")]
    assert 0 < len(opened) < 56
    assert all(re.fullmatch(r"[a-z-]+(\.[a-z-]+)+", book["opened"]) for book in opened)
    rules = text("rules.md")
    assert rules.index('where="opened"') < rules.index("Cited, not opened")
    assert rules.index("Cited, not opened") < rules.index('where="not opened"')


def test_the_rules_show_a_book_card_at_its_size_and_end_with_credits() -> None:
    shown = re.search(r'card\("books", "les-miserables", width="(\d+)mm"', text("rules.md"))
    assert shown is not None
    assert int(shown[1]) >= 60
    assert re.findall(r"^## (.*)", text("rules.md"), re.MULTILINE)[-1] == "Credits"


def test_the_books_on_the_box_are_bound_as_on_their_cards() -> None:
    bindings = {slug(book["title"]): book for book in deck("books")}
    shelved = re.findall(r"piece: shelved, with: {(.*?)}", text("layouts.yaml"))
    assert len(shelved) == 6
    for book in shelved:
        shown = dict(part.split(": ") for part in book.split(", "))
        card = bindings[shown.pop("emblem")]
        assert shown == {key: card[key] for key in ("bound", "cloth", "second", "foil")}


def test_the_example_of_a_lie_has_exactly_one() -> None:
    truth, told = re.findall(r"\| (?:Truth|Told) \|(.*)", text("rules.md"))[:2]
    pairs = zip(re.findall(r"\{(\w+)\}", truth), re.findall(r"\{(\w+)\}", told), strict=True)
    assert sum(honest != said for honest, said in pairs) == 1


def marked(word: str, guess: str) -> list[str]:
    """The honest clues, letters that repeat included."""
    left = Counter(letter for letter, other in zip(word, guess, strict=True) if letter != other)
    clues = []
    for letter, other in zip(guess, word, strict=True):
        if letter == other:
            clues.append("check")
        elif left[letter]:
            left[letter] -= 1
            clues.append("tilde")
        else:
            clues.append("cross")
    return clues


def test_lie_brarian_and_fact_fiction_cannot_break_over_two_lines() -> None:
    """A word joiner stands after the hyphen and the slash of every ability's text."""
    for card in deck("lies") + deck("truths"):
        parts = re.findall("Lie-(.)|Fact/(.)", card["text"])
        assert {left or right for left, right in parts} <= {"\u2060"}, card["name"]
    joined = [card for card in deck("truths") if "\u2060" in card["text"]]
    assert len(joined) >= 3


RULES = (
    "Prologue", "Guess", "Deceive", "Halftime", "The end", "Harder games", "Red words", "Abilities",
    "one letter", "stop the timer", "runs again", "exactly one", "latest", "Eight minutes",
    "One Fact/Fiction token for each half", "either* color", "deal two", "Once a guess",
    "Plurals are possible", "not a name", "no letter may be in it twice",
)  # fmt: skip


@pytest.mark.parametrize("said", RULES)
def test_the_rules_tell_of_everything_that_the_design_has(said: str) -> None:
    assert said in text("rules.md")


def test_counts_in_the_rules_come_from_the_cards() -> None:
    assert set(re.findall(r'count\("(\w+)"', text("rules.md"))) == set(PARTS.values())


# --- files ------------------------------------------------------------------------------------


def test_every_drawing_of_the_game_is_used() -> None:
    used = set(re.findall(r"art/[\w-]+\.svg", text("layouts.yaml") + text("game.yaml")))
    used |= {f"art/{card['how']}.svg" for card in deck("truths")}
    used |= {f"art/{token['sign']}.svg" for token in deck("clues")}
    assert used == {name for name in files() if name.startswith("art/")}
