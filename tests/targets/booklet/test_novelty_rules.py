"""Novelty's rules: everything the design says is in them, and their sums come out."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen.bind.booklet.bound_booklet import BookTable
from cardgen.bind.booklet.inline_text import inlines_of
from cardgen.bind.bound_texts import RichText
from cardgen.bind.game.bound_game import BoundGame
from cardgen.check.engine.registry import all_checks
from cardgen.core.findings import Finding, Report
from cardgen.core.geometry import POINTS_PER_MM
from cardgen.files.disk_game import DiskGame
from cardgen.layout.booklet.pages import LaidBooklet, lay_out_booklet
from cardgen.pipeline.inspection import check_game
from tests.conftest import NOVELTY, ROOT
from tests.support.game_data import runs_of_the_design
from tests.support.pdfua_checker import failed
from tests.support.target_runs import with_options
from tests.targets.booklet.test_pages import text_of, write

RULES = (NOVELTY / "rules.md").read_text("utf-8")

SECTIONS = (
    "The game", "Components", "Setting up", "The round", "Drawing", "Drafting", "Word building",
    "Scoring", "The end of the game", "Examples of hands", "Word rules", "Challenges",
    "Minor notes", "Y, vowel or consonant", "Order of effects", "Order of motifs", "Variants",
    "Credits", "Art", "Motifs and fair use", "Playtesters", "Final remarks",
    "Letters and how many there are", "All letter cards", "All motifs",
)  # fmt: skip


@cache
def checked(folder: Path = NOVELTY) -> tuple[BoundGame, tuple[Finding, ...]]:
    report = Report()
    found = check_game(DiskGame(folder), report, checks=all_checks())
    assert found is not None
    return found.bound, report.findings


@cache
def laid() -> tuple[LaidBooklet, tuple[Finding, ...]]:
    bound, findings = checked()
    return lay_out_booklet(bound.booklets[0]), findings


@cache
def words() -> str:
    return text_of(laid()[0])


def edited(folder: Path, file: str, line: str, instead: str) -> str:
    """The words of the booklet after an edit to a card, and to nothing else. Without the
    composition, which would call the edit a slip."""
    game = folder / "card_data" / "novelty"
    shutil.copytree(NOVELTY, game, ignore=shutil.ignore_patterns(".*", "composition.yaml"))
    for name in ("fonts", "textures"):
        shutil.copytree(ROOT / name, folder / name)
    text = (game / file).read_text("utf-8")
    assert text.count(line) == 1
    (game / file).write_text(text.replace(line, instead), "utf-8")
    return text_of(lay_out_booklet(checked(game)[0].booklets[0]))


def test_the_booklet_has_no_finding() -> None:
    found = [f for f in laid()[1] if f.span and (f.span.file == "rules.md" or "rules/" in f.card)]
    assert found == []


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_of_the_design_is_there(section: str) -> None:
    titles = [label.title for page in laid()[0].pages for label in page.labels]
    assert section in titles


@pytest.mark.parametrize(
    "fact",
    [
        "The 168 letter cards", "the 48 motif cards", "37 red cards and 37 blue ones",
        "three rounds", "three letter cards to each player", "eight more letter cards",
        "to the left in both the first and third rounds, to the right in the second",
        "eleven cards", "30 seconds", "more than three letters", "awarded 5 points", "five motifs",
        "Collins Scrabble Words", "Tim Fowers’s", "thomas.r.jiang+novelty@gmail.com",
    ],
)  # fmt: skip
def test_names_and_numbers_of_the_design_are_kept(fact: str) -> None:
    assert fact in words()


@pytest.mark.parametrize(
    "answer",
    [
        "One at a time, in the order spoken", "doubt another player’s word",
        "too short, or laid a second time, is not submitted", "you may change yours until time is",
        "The dictionary stays closed until a challenge", "Shortest is by letters",
        "its letters side by side", "All players act at once", "after all motifs have acted",
        "any Wild whose letters are all vowels", "Cards you did not draft stay open",
    ],
)  # fmt: skip
def test_what_new_players_asked_is_answered(answer: str) -> None:
    assert answer in words()


def test_each_kind_of_wild_is_listed_with_its_points_and_count() -> None:
    wilds = [row for row in rows("letters").values() if "Wild" in row["letter"]]
    for kind in {row["letter"] for row in wilds}:
        found = [row for row in wilds if row["letter"] == kind]
        (points,) = {row["points"] for row in found}
        counted = f"{kind} ({points}) {sum(row['copies'] for row in found)}"
        assert counted in words().replace("−", "-")


def test_every_effect_of_the_game_is_printed() -> None:
    text = words().replace("’", "'").replace("‘", "'").replace("−", "-")
    for name in ("letters", "motifs"):
        for row in rows(name).values():
            assert row.get("effect", "") in text, row


def test_each_motif_is_explained_in_words_beyond_its_own() -> None:
    """In the order of the alphabet, by name, with the card's own words and some of ours."""
    _, _, chapter = RULES.partition("### All motifs")
    found = re.findall(r"\n\*\*(.+?)\.\*\* \*\{\{ field\(\"motifs\", \"(.+?)\", \"effect\"\) "
                       r"\}\}\* (.{25,})", chapter)  # fmt: skip
    names = [row["name"].replace("'", "’") for row in rows("motifs").values()]
    assert [name for name, _, _ in found] == sorted(names, key=lambda n: n.replace("The ", ""))
    assert len({ident for _, ident, _ in found}) == 48


# --- the examples, against a reckoning of their own ------------------------------------------

Row = dict[str, Any]


@cache
def rows(name: str) -> dict[str, Row]:
    loaded = yaml.safe_load((NOVELTY / f"{name}.yaml").read_text("utf-8"))
    key = "name" if name == "motifs" else "letter"
    marks = [row.get("mark") or row.get("effect") or "" for row in loaded]
    return {f"{row[key]} {mark}".strip(): row for row, mark in zip(loaded, marks, strict=True)}


def score(word: str, *cards: str, motifs: Sequence[str] = (), vowels: str = "aeiou") -> int:
    """A word's score by the effects' fields alone: additions first, then multiplications.

    `word` is spelled with a hyphen between cards.
    """
    spelled = word.split("-")
    letters = "".join(spelled)
    found = [rows("letters")[card] for card in cards]
    added: list[int] = [row["points"] for row in found]
    times = [1] * len(found)
    whole: int = 0
    for place, row in enumerate(found):
        does = row.get("does", {})
        for at in targets(does.get("card", ""), place, len(found)):
            added[at] += does.get("add", 0)
            times[at] *= does.get("times", 1)
        if "card" not in does:
            added[place] += does.get("add", 0) * often(does, place, spelled, vowels)
    for name in motifs:
        does = rows("motifs")[f"{name} {motif_effect(name)}".strip()]["does"]
        for at, row in enumerate(found):
            if does.get("card") == row.get("mark"):
                added[at] += does["add"] if row.get("mark") else 0
            if does.get("letter") == "vowel":
                added[at] += does["add"] * sum(letter in vowels for letter in spelled[at])
        if does.get("card") == "last":
            times[-1] *= does["times"]
        if does.get("word") == "doubled letters":
            assert any(a == b for a, b in pairwise(letters))
            whole += does["add"] * len(letters)
    return sum(a * b for a, b in zip(added, times, strict=True)) + whole


def motif_effect(name: str) -> str:
    return next(str(row["effect"]) for row in rows("motifs").values() if row["name"] == name)


def targets(card: str, place: int, count: int) -> list[int]:
    """The cards that an effect names."""
    named = {
        "": [], "first": [0], "last": [count - 1], "all": list(range(count)),
        "adjacent": [place - 1, place + 1], "to the left": [place - 1],
        "two to the right": [place + 2], "two to the left": [place - 2],
    }[card]  # fmt: skip
    return [at for at in named if 0 <= at < count]


def often(does: Row, place: int, spelled: Sequence[str], vowels: str) -> int:
    """How many times an effect on its own card counts."""
    letters = "".join(spelled)
    before = len("".join(spelled[:place]))
    beside = letters[max(0, before - 1) : before] + letters[before + 1 : before + 2]
    if "from" in does:
        return int(len(letters) >= does["from"])
    if "when" in does:
        held = {"first letter": before == 0, "not last letter": before < len(letters) - 1}
        return int(held[does["when"]])
    counted = {
        "letter in word": len(letters),
        "vowel in word": sum(letter in vowels for letter in letters),
        "adjacent vowel": sum(letter in vowels for letter in beside),
    }
    return counted[does["per"]] if "per" in does else 0


NOVEL = ("n-o-v-e-l", "n blue", "o red", "v +1 per letter in word", "e blue",
         "l +2 if word is five letters or longer")  # fmt: skip
THEME = ("th-e-m-e", "th red", "e", "m +2 to the card to the left", "e red")
BACK = ("b-a-c-k", "b +2 to card two to the right", "a red", "c blue",
        "k Double score of adjacent cards")  # fmt: skip
DAILY = ("d-a-i-l-y", "d +1 per adjacent vowel", "a +1 per vowel in word", "i blue", "l red",
         "y blue")  # fmt: skip
GHOST = ("g-h-o-s-t", "g +2 if first letter in word", "h blue", "o blue",
         "s +2 if not last letter in word", "Wild")  # fmt: skip
BOOK = ("b-o-o-k", "b red", "o red", "o red", "k All cards in word are worth +1")
OTTILIE = ("Epistolary Novel", "Blue Symbolism")


def example_totals() -> dict[str, int]:
    """What each example's table says that its word is worth, by the word; the other cells of
    the last column are what its cards are worth."""
    totals = {}
    for block in checked()[0].booklets[0].blocks:
        if isinstance(block, BookTable) and cell_text(block.head[-1]) == "Worth":
            *cards, total = [int(cell_text(row[-1]).replace("−", "-")) for row in block.rows]
            assert sum(cards) == total
            totals[cell_text(block.rows[-1][0])] = total
    return totals


def test_each_example_is_worth_what_a_plain_reckoning_gives() -> None:
    assert example_totals() == {
        "daily": score(*DAILY, motifs=["Assonance"], vowels="aeiouy"),
        "back": score(*BACK),
        "novel": score(*NOVEL, motifs=OTTILIE),
        "theme": score(*THEME, motifs=OTTILIE),
        "ghost": score(*GHOST),
        "book": score(*BOOK, motifs=["Bookkeeper"]),
    }


def test_sums_in_sentences_are_those_of_a_plain_reckoning() -> None:
    first, second = score(*NOVEL, motifs=OTTILIE), score(*THEME, motifs=OTTILIE)
    assert f"scores {first} + {second} − 4 = {first + second - 4}." in words()
    assert f"leaves {score(*DAILY, motifs=['Assonance'])}." in words()
    assert "makes (2 + 2) × 2 = 8. The other way around it would be 2 × 2 + 2 = 6." in words()


def cell_text(text: RichText) -> str:
    return "".join(inline.text for inline in inlines_of(text))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "line", "instead", "said"),
    [
        (
            "letters.yaml", "{letter: l, copies: 1, points: 1, effect: +2 if word is five",
            "{letter: l, copies: 1, points: 4, effect: +2 if word is five", "23 + 8 − 4 = 27",
        ),
        (
            "letters.yaml", "+2 if word is five letters or longer, does: {add: 2,",
            "+2 if word is five letters or longer, does: {add: 5,", "23 + 8 − 4 = 27",
        ),
        ("motifs.yaml", "does: {add: 1, card: blue}", "does: {add: 3, card: blue}",
         "21 + 8 − 4 = 25"),
        ("motifs.yaml", "does: {add: -2, per", "does: {add: -3, per", "17 + 8 − 6 = 19"),
        ("motifs.yaml", "does: {times: 2, card: last}", "does: {times: 3, card: last}",
         "20 + 9 − 4 = 25"),
        (
            "letters.yaml", "per adjacent vowel, does: {add: 1,",
            "per adjacent vowel, does: {add: 3,", "which leaves 14.",
        ),
        (
            "letters.yaml", "{letter: c, copies: 1, points: 2, mark: blue}",
            "{letter: c, copies: 1, points: 3, mark: blue}", "makes (3 + 2) × 2 = 10.",
        ),
    ],
)  # fmt: skip
def test_an_edit_to_a_card_changes_the_examples(
    tmp_path: Path, file: str, line: str, instead: str, said: str
) -> None:
    assert said not in words()
    assert said in edited(tmp_path, file, line, instead)


def test_the_booklet_lies_in_the_box() -> None:
    bound = checked()[0]
    booklet, (box,) = bound.booklets[0].size.trim, bound.boxes
    play = 4 * POINTS_PER_MM
    assert booklet.height + play <= box.spec.piles * box.card.width + box.room
    assert booklet.width + play <= box.card.height + box.room
    assert box.spec.extra is not None


def test_the_rules_are_told_in_words_of_their_own() -> None:
    """No six words in a row are those of the specification; the address is."""
    assert runs_of_the_design("novelty", runs(RULES)) == []


def runs(text: str, length: int = 6) -> set[tuple[str, ...]]:
    """All runs of so many words, links, expressions and addresses left aside."""
    plain = re.sub(r"\(\S+:\S*?\)|\{\{.*?\}\}|\S+@\S+", " § ", text.lower().replace("’", "'"))
    found = re.findall(r"[a-z0-9']+|§", plain)
    every = (tuple(found[n : n + length]) for n in range(len(found) - length + 1))
    return {run for run in every if "§" not in run}


def test_the_pages_make_whole_sheets() -> None:
    assert len(laid()[0].pages) % 4 == 0


@pytest.mark.slow
def test_the_rules_are_accessible_in_every_clause(tmp_path: Path) -> None:
    found = check_game(DiskGame(NOVELTY), Report(), checks=())
    assert found is not None
    write(tmp_path / "b", with_options(found.job(300, lambda *_: None), {"binding": "none"}))
    assert failed(tmp_path / "b" / "rules-screen.pdf") == {}
