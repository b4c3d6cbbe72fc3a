"""War of the Words' data: the counts of its design, points by their formula, faults that are found.

Facts of the design are in ``tests/data/specifications``, in our own form.
What is ours to decide stands in ``card_data/war-of-the-words/ABOUT.md``.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
import yaml
from PIL import Image

from cardgen.scene.items import Glyphs, Group, Item, Picture, Scene
from tests.support.game_data import Card, GameData
from tests.support.small_games import checked

DATA = GameData("war-of-the-words")
files, text, design = DATA.files, DATA.text, DATA.design
WORD_LISTS = (Path("/usr/share/dict/american-english"), Path("/usr/share/dict/words"))

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MORSE_TREE = "  ETIANMSURWDKGOHVF L PJBXCYZQ"
"""The letters in the order of a binary tree: a dot goes to the left, a dash to the right."""


@cache
def table(name: str) -> list[Card]:
    """The rows of a deck; all values are texts."""
    return list(DATA.load(f"{name}.yaml"))


def kind(name: str) -> list[Card]:
    return [card for card in table("letters") if card["kind"] == name]


def copies(rows: list[Card]) -> int:
    return sum(int(row.get("copies", 1)) for row in rows)


@cache
def supply() -> dict[str, int]:
    """How many cards each letter has."""
    return {row["letter"]: int(row["copies"]) for row in kind("letter")}


@cache
def points() -> dict[str, int]:
    return {row["word"]: int(row["points"]) for row in table("words")}


def words_of_the_sheet() -> list[str]:
    (sheet,) = table("tracking")
    return [word for column in sheet["words"] for word in column]


def replaced(name: str, old: str, new: str) -> dict[str, str]:
    assert text(name).count(old) == 1
    return {name: text(name).replace(old, new)}


# --- counts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "what"), [("words", "word"), ("letters", "letter")])
def test_a_deck_has_as_many_cards_as_the_design_says(name: str, what: str) -> None:
    listed = design()["cards"][what]
    assert copies(table(name)) == listed
    assert f"\n{name}:\n  total: {listed}" in text("composition.yaml")


def test_there_are_two_blanks_and_all_else_in_the_letter_deck_are_letters_and_actions() -> None:
    assert {name: copies(kind(name)) for name in ("letter", "blank", "action")} == {
        "letter": 98,
        "blank": design()["blanks"],
        "action": 10,
    }


def test_the_actions_are_those_of_the_design_and_reverse_can_be_answered() -> None:
    named = set(design()["actions"])
    assert {row["title"] for row in kind("action")} == named
    assert len(named) == 7
    assert next(int(row["copies"]) for row in kind("action") if row["title"] == "REVERSE") >= 2


def test_ail_scores_least_and_fuzzy_most_as_the_design_says() -> None:
    by_points = sorted((score, word) for word, score in points().items())
    assert by_points[0] == tuple(design()["least"])
    assert by_points[-1] == tuple(design()["most"])
    assert by_points[1][0] > by_points[0][0]
    assert by_points[-2][0] < by_points[-1][0]


def test_points_follow_the_formula_exactly_without_rounding() -> None:
    worth = {letter: 7 + Fraction(36, count) for letter, count in supply().items()}
    assert {row["letter"]: Fraction(row["value"]) for row in kind("letter")} == worth
    for word, score in points().items():
        assert sum((worth[letter] for letter in word), Fraction()) == score


def test_only_fuzzy_needs_a_blank() -> None:
    lacking = {word: Counter(word) - Counter(supply()) for word in points()}
    assert {word: lack for word, lack in lacking.items() if lack} == {"FUZZY": Counter("Z")}


def test_words_differ_fit_a_hand_of_seven_and_have_no_odd_signs() -> None:
    assert len(points()) == len(table("words")) == 70
    assert all(re.fullmatch(r"[A-Z]{3,7}", word) for word in points())
    assert {"AIL", "FUZZY", "QUEEN"} <= set(points())


def test_words_are_in_a_dictionary_and_none_is_only_a_name() -> None:
    lists = [path for path in WORD_LISTS if path.exists()]
    if not lists:
        pytest.skip("there is no word list (Debian: wamerican)")
    known = set(lists[0].read_text("utf-8").split())
    assert [word for word in points() if word.lower() not in known] == []


def test_the_cards_are_what_the_composition_asks_for() -> None:
    assert DATA.findings({}) == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("letters.yaml", '{letter: "Z", copies: 1,', '{letter: "Z", copies: 2,'),
        ("letters.yaml", "{title: BLANK, copies: 2", "{title: BLANK, copies: 3"),
        ("letters.yaml", "title: SWAP\n  copies: 2", "title: SWAP\n  copies: 1"),
        ("letters.yaml", "title: SEALED FATE", "title: SEALED FAITH"),
        ("letters.yaml", 'copies: 12, value: 10, morse: "."', 'copies: 12, value: 11, morse: "."'),
        ("words.yaml", "- {word: AIL, points: 35}\n", ""),
        ("words.yaml", "{word: FUZZY, points: 152}", "{word: FUZZY, points: 151}"),
        ("words.yaml", "{word: QUEEN, points: 92}", "{word: QUEER, points: 92}"),
        ("words.yaml", "{word: MAZE, points: 89}", "{word: JAZZ, points: 140}"),
        ("cheats.yaml", "alphabet: AAAAAAAAABB", "alphabet: AAAAAAAABBB"),
        ("cheats.yaml", "blanks: 2", "blanks: 1"),
        ("cheats.yaml", "copies: 6", "copies: 5"),
        ("tracking.yaml", "YYZ", "YZZ"),
        ("tracking.yaml", "AIL, ", ""),
        ("tracking.yaml", "AIL, ", "OIL, "),
        ("tracking.yaml", "AIL, ALARM", "ALARM, AIL"),
        ("tracking.yaml", "QUEEN", "Queen"),
        ("tracking.yaml", "ZEAL]", "ZEAL, ZEAL]"),
        ("tracking.yaml", "YARN, ZEAL]", "YARN, YARN]"),
        ("tracking.yaml", "{name: Swap, cards: 2}", "{name: Swap, cards: 1}"),
        ("tracking.yaml", "{name: Swap, cards: 2}", "{name: Reverse, cards: 2}"),
        ("cheats.yaml", "name: Swap", "name: Swoop"),
        ("cheats.yaml", "name: Swap", "name: Reverse"),
        ("cheats.yaml", "picture: swap", "picture: reverse"),
        ("composition.yaml", "letters:\n  total: 110", "letters:\n  total: 111"),
        ("composition.yaml", "words:\n  total: 70", "words:\n  total: 69"),
        ("composition.yaml", "blank: 2, action: 10", "blank: 3, action: 10"),
        ("composition.yaml", "SWAP: 2", "SWAP: 3"),
        ("composition.yaml", "Y: 2, Z: 1", "Y: 2, Z: 2"),
        ("composition.yaml", """''") == 7""", """''") == 8"""),
        ("composition.yaml", "points == 35\n      for", "points == 36\n      for"),
        ("composition.yaml", "points == 152\n      for", "points == 151\n      for"),
    ],
)
def test_a_slip_is_a_finding(name: str, old: str, new: str) -> None:
    assert DATA.findings(replaced(name, old, new)) != []


def test_a_letter_more_makes_all_words_with_it_wrong() -> None:
    changed = replaced("letters.yaml", '{letter: "C", copies: 3', '{letter: "C", copies: 4')
    with_c = sum("C" in word for word in points())
    assert DATA.findings(changed).count("composition-rule") >= with_c > 10


# --- sheets -----------------------------------------------------------------------------------


def test_the_tracking_sheet_has_each_word_and_each_action_as_often_as_it_is() -> None:
    (sheet,) = table("tracking")
    assert words_of_the_sheet() == sorted(points())
    ticked = {row["name"].upper(): int(row["cards"]) for row in sheet["specials"]}
    others = kind("blank") + kind("action")
    assert ticked == {row["title"]: int(row["copies"]) for row in others}


@pytest.mark.slow
def test_whichever_word_of_the_tracking_sheet_is_wrong_is_found() -> None:
    before, mark, listed = text("tracking.yaml").partition("  words:\n")
    for word in words_of_the_sheet():
        changed, found = re.subn(rf"\b{word}\b", f"{word}S", listed)
        assert found == 1
        findings = DATA.findings({"tracking.yaml": before + mark + changed})
        assert "composition-rule" in findings, word


def test_the_tracking_sheet_prints_the_points_of_the_word_cards() -> None:
    """They are worked out in the layout: nothing beside `words.yaml` holds them."""
    sheets = only("tracking", {"tracking.yaml": text("tracking.yaml")})
    printed = words_on(sheets["tracking-sheet"])
    told = re.findall(r"\b([A-Z]{3,7}) +(\d+)", printed)
    assert {word: int(score) for word, score in told} == points()
    assert len(told) == len(points())


@pytest.mark.parametrize("name", ["cheats", "tracking"])
def test_a_sheet_has_the_letters_of_the_deck(name: str) -> None:
    (sheet,) = table(name)
    assert Counter(sheet["alphabet"]) == Counter(supply())


def test_the_cheat_sheet_has_every_action_with_its_picture() -> None:
    (sheet,) = table("cheats")
    shown = {(act["name"].upper(), act["picture"]) for act in sheet["actions"]}
    assert shown == {(row["title"], row["picture"]) for row in kind("action")}


# --- what cards and rules say -----------------------------------------------------------------


def test_a_letter_is_the_first_of_its_picture_and_all_pictures_differ() -> None:
    assert [row["letter"] for row in kind("letter")] == list(ALPHABET)
    assert all(row["picture"][0].upper() == row["letter"] for row in kind("letter"))
    assert len({row["picture"] for row in table("letters")}) == len(table("letters"))


def test_a_letter_carries_its_morse_code() -> None:
    for row in kind("letter"):
        place = 1
        for sign in row["morse"]:
            place = 2 * place + "-.".index(sign) ^ 1
        assert MORSE_TREE[place] == row["letter"]


LIMITS = {
    "GO FISH": ("twice", "set aside"),
    "RAISE THE DEAD": ("20",),
    "SEALED FATE": ("twice", "set aside", "300"),
}


def test_actions_that_the_design_limits_say_so_and_no_others_do() -> None:
    limited = {row["title"]: row["only"] for row in kind("action") if "only" in row}
    assert set(limited) == set(LIMITS)
    assert all(word in limited[title] for title, words in LIMITS.items() for word in words)


RULES = (
    "Reverse", "Swap", "Go Fish", "Reshuffle", "Raise the Dead", "Sealed Fate", "Word Exchange",
    "blank", "seven letter cards, face *up*", "three words, face *down*", "runs out",
    "300 points", "one more turn", "20 cards or more", "twice", "no E for", "tracking sheet",
    "discard all three", "clockwise", "hour", "six years",
    "through the pile of discarded words", "not a blank and not an action card", "the nine others",
    "It works before you score", "cannot take it", "each of the *others* has had at least one",
    "If a Reverse is played meanwhile",
)  # fmt: skip


@pytest.mark.parametrize("words", RULES)
def test_the_rules_tell_of_everything_that_the_design_has(words: str) -> None:
    assert words in " ".join(text("rules.md").split())


def test_counts_and_points_in_the_rules_come_from_the_cards() -> None:
    assert set(re.findall(r'count\("(\w+)"', text("rules.md"))) == {
        "letters",
        "words",
        "cheats",
        "tracking",
    }
    assert not re.search(r"\b(110|98|70|35|152|92)\b", text("rules.md"))


def test_words_that_were_held_are_seen_by_all_as_the_design_says() -> None:
    assert "all held" in design()["words_may_be_seen"]
    said = " ".join(text("rules.md").split())
    assert "discard all three of your words, face up" in said
    assert "Discard *one* of your words, face up" in said
    assert not re.search(r"words, the two others unseen", said)


def test_what_an_action_does_can_be_read_across_the_table() -> None:
    (effect,) = re.findall(r"order-text: {.*?size: ([\d.]+)pt", text("layouts.yaml"))
    assert float(effect) >= 10.5
    (limit,) = re.findall(
        r'"{{ only }}", style: order-text, size: ([\d.]+)pt', text("layouts.yaml")
    )
    assert float(limit) >= 9


def test_the_box_counts_as_the_decks_do() -> None:
    said = re.search(r"\*\*IN THIS BOX\*\*.*", text("layouts.yaml"))
    assert said is not None
    counts = [copies(table(name)) for name in ("letters", "words", "cheats", "tracking")]
    assert [int(number) for number in re.findall(r"\d+", said[0].split('"')[0])] == counts


# --- pictures and photographs -----------------------------------------------------------------


def items(layer: tuple[Item, ...]) -> Iterator[Item]:
    for item in layer:
        yield item
        if isinstance(item, Group):
            yield from items(item.items)


def bitmaps(scene: Scene) -> list[Picture]:
    return [item for item in items(scene.items) if isinstance(item, Picture)]


def words_on(scene: Scene) -> str:
    runs_of_glyphs = (item for item in items(scene.items) if isinstance(item, Glyphs))
    return " ".join("".join(glyph.text for glyph in run.glyphs) for run in runs_of_glyphs)


def only(deck: str, given: Mapping[str, str | bytes]) -> dict[str, Scene]:
    """The fronts of one deck by their ids, made of the given files and the game's own."""
    wanted = yaml.load(text("game.yaml"), Loader=yaml.BaseLoader)
    alone = {key: wanted[key] for key in ("game", "palette", "fonts", "sizes")}
    alone["decks"] = {deck: wanted["decks"][deck]}
    game = {
        **{name: content for name, content in files().items() if "/" in name},
        "layouts.yaml": text("layouts.yaml"),
        "game.yaml": yaml.safe_dump(alone),
        **given,
    }
    found = checked(game)
    (bound,) = found.bound.decks
    return {card.id: found.laid.scenes[card.front] for card in bound.cards}


@pytest.fixture(scope="module")
def photographed() -> dict[str, Scene]:
    """The fronts of A, B and C; B has a photograph."""
    file = io.BytesIO()
    Image.new("RGB", (1200, 800), "#2277aa").save(file, "PNG")
    rows = [
        line for line in text("letters.yaml").splitlines() if re.match(r'- {letter: "[ABC]', line)
    ]
    letters = "\n".join(rows).replace(
        "picture: bugle", "picture: bugle, photo: photos/arch.png, place: Arles"
    )
    return only("letters", {"letters.yaml": letters, "photos/arch.png": file.getvalue()})


def test_a_photograph_takes_the_place_of_the_picture_and_its_place_that_of_the_name(
    photographed: dict[str, Scene],
) -> None:
    assert [len(bitmaps(photographed[name])) for name in "abc"] == [0, 1, 0]
    assert "ARLES" in words_on(photographed["b"])
    assert "BUGLE" not in words_on(photographed["b"])
    assert "ANCHOR" in words_on(photographed["a"])


def test_a_photograph_fills_the_frame_that_a_picture_stands_in(
    photographed: dict[str, Scene],
) -> None:
    (photo,) = bitmaps(photographed["b"])
    millimeter = 72 / 25.4
    assert photo.rect.width >= 54 * millimeter - 0.01
    assert photo.rect.height >= 35.4 * millimeter - 0.01


# --- files ------------------------------------------------------------------------------------


def test_every_picture_is_used() -> None:
    named = {f"art/{row['picture']}.svg" for row in table("letters")}
    named |= set(re.findall(r"art/[\w-]+\.svg", text("layouts.yaml")))
    assert named == {name for name in files() if name.startswith("art/")}
