"""Rules of a composition: kept by cards that keep them, and found where a card does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

import pytest

from cardgen.check.engine.expression_sides import split_comparison, split_conjuncts
from cardgen.check.rules.composition.card_group import list_places
from cardgen.check.rules.composition.card_rule import shorten
from cardgen.core.findings import Finding, Report
from cardgen.expressions import template
from cardgen.expressions.template import evaluate
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import inspect_game
from cardgen.read.syntax.nodes import MappingNode, SequenceNode
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.tables.cards import CardSpec
from tests.support.rules import checks_of
from tests.support.samples import the

SCRABBLE = {
    "a": 9, "b": 2, "c": 2, "d": 4, "e": 12, "f": 2, "g": 3, "h": 2, "i": 9, "j": 1, "k": 1,
    "l": 4, "m": 2, "n": 6, "o": 8, "p": 2, "q": 1, "r": 6, "s": 4, "t": 6, "u": 4, "v": 2,
    "w": 2, "x": 1, "y": 2, "z": 1,
}  # fmt: skip
LETTERS = "".join(f"- {{letter: {one}, copies: {n}}}\n" for one, n in SCRABBLE.items())
WORDS = """\
- {word: ail, points: 35, kind: short}
- {word: fuzzy, points: 152, kind: red}
- {word: quiet, points: 83, kind: yellow}
- {word: Noise, points: 46, kind: yellow}
"""
STARTERS = "player,letter,copies\n" + "".join(
    f"{player},{letter},{5 if letter == 'wild' else 1}\n"
    for player in (1, 2, 3)
    for letter in ("t", "r", "s", "l", "n", "wild")
)
GAME = """\
game: Words
decks:
  letters: {cards: letters.yaml, size: poker, front: face}
  words: {cards: words.yaml, size: poker, front: face}
  starters: {cards: starters.csv, size: poker, front: face}
"""
FORMULA = """\
words:
  rules:
    - that: points == (15 + total(word, "42 / of('letters', 'letter', it)")) | round
      because: a word is worth 15, and 42 shared among the cards of each letter.
"""
COLOURS = """\
words:
  rules:
    - {that: letters(word) == 5 and distinct(word) == 5, for: kind == 'yellow', because: yellow}
    - {that: letters(word) == 5 and repeats(word) > 0, for: kind == 'red', because: red}
"""
DECKS = """\
starters:
  rules:
    - by: player
      holds: {letter: {t: 1, r: 1, s: 1, l: 1, n: 1, wild: 5}}
      because: all players start alike
"""


def found(
    composition: str, words: str = WORDS, letters: str = LETTERS, starters: str = STARTERS
) -> list[Finding]:
    """What the rules find, or the errors that stop a game before."""
    files = {
        "game.yaml": GAME,
        "letters.yaml": letters,
        "words.yaml": words,
        "starters.csv": starters,
        "layouts.yaml": "layouts: {face: {safe: []}}\n",
        "composition.yaml": composition,
    }
    report = Report()
    inspect_game(MemoryGame(files), report, checks=checks_of("composition.card_rules"))
    return list(report.findings)


def edited(text: str, before: str, after: str) -> str:
    assert text.count(before) == 1, before
    return text.replace(before, after)


def place(finding: Finding) -> str:
    return str(finding.span)


# --- rules of each card ----------------------------------------------------------------------


@pytest.mark.parametrize("composition", [FORMULA, COLOURS, DECKS])
def test_cards_that_keep_their_rules_have_no_finding(composition: str) -> None:
    assert found(composition) == []


def test_the_formula_gives_the_least_and_the_greatest_word_their_points() -> None:
    """35 for AIL and 152 for FUZZY, from the deck's own letters."""
    worth = {w: 15 + sum(42 / SCRABBLE[c] for c in w) for w in ("ail", "fuzzy")}
    assert {w: round(points) for w, points in worth.items()} == {"ail": 35, "fuzzy": 152}


def test_points_that_are_off_are_found_at_the_number_with_what_they_should_be() -> None:
    finding = the(found(FORMULA, edited(WORDS, "points: 152", "points: 153")))
    assert (finding.code, place(finding)) == ("composition-rule", "words.yaml:2:25")
    assert finding.message.startswith(
        "words: a word is worth 15, and 42 shared among the cards of each letter; "
        "here `points` is `153`"
    )
    assert "is `152`" in finding.message
    assert "`word` is `fuzzy`" in finding.message
    assert finding.hint == "write `points: 152`"
    assert str(finding.notes[0].span) == "composition.yaml:3:13"


def test_the_formula_follows_the_letters_of_the_deck() -> None:
    """One F less, and FUZZY is worth more: the words are found, the letters are not asked."""
    fewer = edited(LETTERS, "letter: f, copies: 2", "letter: f, copies: 1")
    assert [place(f) for f in found(FORMULA, letters=fewer)] == ["words.yaml:2:25"]
    assert found(FORMULA, letters=fewer)[0].hint == "write `points: 172`"


@pytest.mark.parametrize(
    ("before", "after", "said", "hint"),
    [
        ("quiet", "queue", "`distinct(word)` is `3`, `word` is `queue`", "correct `word`"),
        ("quiet", "quit", "`letters(word)` is `4`, `word` is `quit`", "correct `word`"),
        ("fuzzy", "furzy", "`repeats(word)` is `0`, `word` is `furzy`", "correct `word`"),
        ("Noise", "Noose", "`distinct(word)` is `4`, `word` is `Noose`", "correct `word`"),
    ],
)
def test_a_changed_word_is_found_with_what_was_worked_out(
    before: str, after: str, said: str, hint: str
) -> None:
    finding = the(found(COLOURS, edited(WORDS, before, after)))
    assert said in finding.message
    assert hint in finding.hint
    assert finding.span
    assert finding.span.column == 10


@pytest.mark.parametrize("letter", "abcdefghijklmnopqrstuvwxyz")
def test_every_single_slip_in_a_yellow_word_is_found_or_makes_another_yellow_word(
    letter: str,
) -> None:
    """The rule is weighed against Python's own sets, over all words one letter away."""
    for position in range(5):
        word = "quiet"[:position] + letter + "quiet"[position + 1 :]
        broken = bool(found(COLOURS, WORDS.replace("quiet", word)))
        assert broken == (len(set(word)) != 5), word


def test_a_rule_for_some_cards_passes_over_the_others() -> None:
    rule = "words: {rules: [{that: points > 100, for: kind == 'red'}]}\n"
    assert found(rule) == []
    others = "words: {rules: [{that: points > 100, for: kind == 'yellow'}]}\n"
    assert len(found(others)) == 2


def test_a_rule_without_words_is_told_as_it_is_written() -> None:
    message = found("words: {rules: [{that: points < 150}]}\n")[0].message
    assert message == "words: `points < 150`; here `points` is `152`"


def test_a_rule_over_several_decks_stands_under_game() -> None:
    every = "game:\n  rules:\n    - {that: copies <= 12}\n    - {that: copies < 12}\n"
    finding = the(found(every))
    assert finding.message == "game: `copies < 12`; here `copies` is `12`"
    assert place(finding).startswith("letters.yaml:5:")


# --- rules of a deck or of its parts ---------------------------------------------------------


def test_one_card_too_many_in_one_players_deck_is_found_there() -> None:
    more = edited(STARTERS, "2,s,1", "2,s,2")
    finding = the(found(DECKS, starters=more))
    assert finding.code == "composition-holds"
    assert finding.message == (
        "starters, player `2`: 2 cards have letter `s`, the rule says 1: all players start alike"
    )
    assert place(finding) == "starters.csv:10:5"
    assert [str(note.span) for note in finding.notes if note.span] == ["composition.yaml:4:39"]


def test_one_card_too_few_is_found_at_the_rule() -> None:
    fewer = edited(STARTERS, "3,wild,5", "3,wild,4")
    finding = the(found(DECKS, starters=fewer))
    assert finding.message.startswith("starters, player `3`: 4 cards have letter `wild`")
    assert place(finding) == "composition.yaml:4:60"
    assert finding.hint == "add 1 card with `wild`, or correct the rule"


def test_a_letter_that_no_deck_should_hold_is_found_with_the_one_that_was_meant() -> None:
    other = found(DECKS, starters=edited(STARTERS, "1,wild,5", "1,wilds,5"))
    messages = [finding.message for finding in other]
    assert any("0 cards have letter `wild`, the rule says 5" in message for message in messages)
    unlisted = the([f for f in other if "does not list" in f.message])
    assert place(unlisted) == "starters.csv:7:3"
    assert unlisted.hint == "did you mean `wild`?"


def test_a_total_that_is_right_does_not_hide_two_decks_that_are_not() -> None:
    moved = edited(edited(STARTERS, "1,t,1", "1,t,2"), "2,t,1\n", "")
    assert len(found(DECKS, starters=moved)) == 2


ALL = "starters:\n  rules:\n    - {by: player, all: %s}\n    - {all: %s}\n"


def test_an_expression_over_each_group_and_over_the_deck() -> None:
    kept = ALL % ("count(cards) == 10", "different(cards, 'player') == 3")
    kept = kept.replace("different(cards, 'player') == 3", "\"different(cards, 'player') == 3\"")
    assert found(kept) == []
    finding = the(found(kept, starters=edited(STARTERS, "2,s,1", "2,s,2")))
    assert finding.message == (
        "starters, player `2`: `count(cards) == 10`; here `count(cards)` is `11`"
    )
    assert place(finding) == "composition.yaml:3:25"


def test_the_values_of_each_group_are_counted_for_itself() -> None:
    """Those of the first group stood for all of them."""
    wild = "\"of(cards, 'letter', 'wild') == 5\""
    kept = f"starters: {{rules: [{{by: player, all: {wild}}}]}}\n"
    assert found(kept) == []
    finding = the(found(kept, starters=edited(STARTERS, "2,wild,5", "2,wild,6")))
    assert finding.message.startswith("starters, player `2`: ")


@pytest.mark.parametrize(
    "expression",
    [
        'count("letters") == 98',
        "count(\"letters\", \"letter in ['q', 'z']\") == 2",
        'sum("letters", "1") == 98',
        'sum(cards, "points") == 316',
        'least(cards, "points") == 35 and most(cards, "letters(word)") == 5',
        'different(cards, "kind") == 3',
        'of("letters", "letter", "E") == 12',
        'of(cards, "kind", "yellow") == 2',
        "sum(cards, \"of('letters', 'letter', sorted_letters(word)[0])\") > 0",
    ],
)
def test_what_a_rule_can_ask_of_all_cards(expression: str) -> None:
    quoted = expression.replace("'", "''")
    assert found(f"words: {{rules: [{{all: '{quoted}'}}]}}\n") == []
    negated = f"words: {{rules: [{{all: 'not ({quoted})'}}]}}\n"
    assert the(found(negated)).code == "composition-rule"


def test_a_rule_that_looks_at_no_card_is_a_warning() -> None:
    finding = the(found("words: {rules: [{that: points > 0, for: kind == 'yelow'}]}\n"))
    assert (finding.code, finding.severity) == ("idle-rule", "warning")
    assert "there is none with `kind == 'yelow'`" in finding.message


# --- rules that are written wrongly ----------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "code", "message", "hint"),
    [
        ("that: letters(§wrod) == 5", "undefined-name", "has a field `wrod`", "`word`"),
        ("that: §lettrs(word) == 5", "undefined-name", "no function `lettrs`", "`letters`"),
        ("that: word == 1, for: §knd == 1", "undefined-name", "a field `knd`", "`kind`"),
        ("all: count(cards) == 4, by: §knd", "undefined-name", "a field `knd`", "`kind`"),
        ("holds: {§knd: {red: 1}}", "undefined-name", "a field `knd`", "`kind`"),
        ("all: §points > 3", "undefined-name", "field of single cards", "sum(cards"),
        ("all: \"count('§leters') > 1\"", "unknown-deck", "no deck `leters`", "`letters`"),
        ("all: \"sum(cards, '§pionts') > 1\"", "undefined-name", "`pionts`", "`points`"),
        ("that: \"total(word, '§its') > 1\"", "undefined-name", "`its`", "`it`"),
        ("that: \"total(word, '§count(cards)') > 1\"", "undefined-name", "quotes", "outside"),
        ('that: "§total(word, points) > 1"', "template-value", "in quotes", "total"),
        ("that: \"of('letters', '§ltter', word) > 1\"", "undefined-name", "`ltter`", "`letter`"),
        ("that: §letters(word", "template-syntax", "broken template", ""),
        ("that: §points / 0 == 1", "template-value", "division by zero", ""),
        ('that: "§letters(word, 1, 2) == 3"', "template-value", "called wrongly", "letters(text"),
    ],
)
def test_a_faulty_rule_is_a_finding_at_its_place(
    rule: str, code: str, message: str, hint: str
) -> None:
    text = f"words:\n  rules:\n    - {{{rule}}}\n"
    column = text.splitlines()[2].index("§") + 1
    finding = the(found(text.replace("§", "")))
    assert (finding.code, finding.severity) == (code, "error")
    assert message in finding.message
    assert hint in finding.hint
    assert place(finding) == f"composition.yaml:3:{column}"


@pytest.mark.parametrize(
    "rule", ["because: so", "that: points, all: points", "that: points, by: kind"]
)
def test_a_rule_says_one_thing(rule: str) -> None:
    finding = the(found(f"words:\n  rules:\n    - {{{rule}}}\n"))
    assert (finding.code, place(finding)) == ("bad-rule", "composition.yaml:3:7")


def test_a_letter_without_a_card_is_named_where_a_formula_divides_by_it() -> None:
    without = LETTERS.replace("- {letter: z, copies: 1}\n", "")
    finding = the(found(FORMULA, letters=without))
    assert "for the letter `z`: cannot be worked out: division by zero" in finding.message
    assert [str(note.span) for note in finding.notes] == ["words.yaml:2:3"]


def test_work_stays_in_proportion_to_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a rule asks of all cards is worked out once a card, not once a card and card."""
    worked_out: Counter[str] = Counter()

    def counted(source: str, values: Mapping[str, Any]) -> Any:
        worked_out[source] += 1
        return evaluate(source, values)

    monkeypatch.setattr(template, "evaluate", counted)
    many = "".join(f"- {{word: w{'abcdefghij'[i % 10]}{i}, points: 1}}\n" for i in range(300))
    rule = "count(cards, 'points == 1') == 300 and of('words', 'points', 1) == 300"
    assert found(f'words: {{rules: [{{that: "{rule}"}}]}}\n', many) == []
    assert worked_out == {rule: 300, "points == 1": 300}


# --- an expression taken apart ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("a == 1 and b == 2", ["a == 1", "b == 2"]),
        ("f('x and y') and (a and b)", ["f('x and y')", "(a and b)"]),
        ("a or b and c", ["a or b and c"]),
        ("brand and sandy", ["brand", "sandy"]),
        ("a", ["a"]),
    ],
)
def test_what_is_joined_by_and_is_taken_apart(source: str, parts: list[str]) -> None:
    assert split_conjuncts(source) == parts


@pytest.mark.parametrize(
    ("source", "sides"),
    [
        ("a == f('x == y')", ("a", "==", "f('x == y')")),
        ("points<=6", ("points", "<=", "6")),
        ("1 < a < 3", None),
        ("not a == b", None),
        ("a in b", None),
        ("a", None),
    ],
)
def test_a_single_comparison_has_two_sides(source: str, sides: tuple[str, str, str] | None) -> None:
    read = split_comparison(source)
    assert (read and (read.left, read.operator, read.right)) == sides


def rows(count: int) -> tuple[CardSpec, ...]:
    """Cards on the lines 1, 2, …"""
    text = "".join(f"- {{letter: a{n}}}\n" for n in range(count))
    read, _ = read_yaml(text, "some.yaml")
    assert isinstance(read, SequenceNode)
    return tuple(
        CardSpec(str(n), 1, {}, cast(MappingNode, row)) for n, row in enumerate(read.items)
    )


def test_a_note_names_the_lines_of_each_table() -> None:
    every = "game: {rules: [{all: count(cards) == 1}]}\n"
    (note,) = the(found(every)).notes
    assert "words.yaml, line" in note.message
    assert "letters.yaml, line" in note.message


def test_a_row_that_says_qty_is_pointed_at_there() -> None:
    one = "letters: {rules: [{holds: {letter: {a: 1}}}]}\n"
    finding = the(found(one, letters="- {letter: a, qty: 2}\n"))
    assert place(finding) == "letters.yaml:1:20"


def test_a_card_that_is_benched_is_none_of_those_that_are_asked() -> None:
    letters = "- {letter: a, points: 1}\n- {letter: b, points: 9, copies: 0}\n"
    kept = "letters:\n  rules:\n    - all: most(cards, 'points') == 1\n"
    kept += "    - all: different(cards, 'letter') == 1\n"
    assert found(kept, letters=letters) == []


def test_the_items_of_a_list_are_asked_for_one_by_one() -> None:
    letters = "- {letter: a, tags: [Red, old], copies: 2}\n- {letter: b, tags: [red]}\n"
    kept = "letters:\n  rules:\n    - all: of(cards, 'tags', 'red') == 3\n"
    kept += "    - holds: {tags: {Red: 2, red: 1, old: 2}}\n"
    assert found(kept, letters=letters) == []


def test_a_note_names_the_lines_of_twelve_cards_at_most() -> None:
    twelve = ", ".join(str(line) for line in range(1, 13))
    assert list_places(()) == "none"
    assert list_places(rows(1)) == "some.yaml, line 1"
    assert list_places(rows(2)) == "some.yaml, lines 1, 2"
    assert list_places(rows(12)) == f"some.yaml, lines {twelve}"
    assert list_places(rows(13)) == f"some.yaml, lines {twelve}, …"


def test_a_text_of_sixty_characters_is_whole_and_a_longer_one_is_cut_to_sixty() -> None:
    assert shorten("a" * 60) == "a" * 60
    assert shorten("a" * 61) == "a" * 59 + "…"
    assert shorten(" a\n  b ") == "a b"
