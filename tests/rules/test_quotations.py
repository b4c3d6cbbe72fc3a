"""Quotations: marks that pair, credits that others have, lengths in doubt."""

from __future__ import annotations

import pytest

from cardgen.check.rules.wording.quotations import (
    find_long_quotes,
    find_quotes_without_source,
    find_unbalanced_quotes,
    find_unpaired_marks,
)
from cardgen.check.rules.wording.quote_spacing import find_misplaced_marks, find_quote_spacing
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.edition_checks import check_views
from tests.rules.test_consistency import at_mark, novelty, silent, subject
from tests.rules.test_reading import GOOD
from tests.support.rules import checks_of, explanations_of

FULL = "source: Emma, author: Jane Austen, year: 1815"


def quoting(*rows: str) -> dict[str, str]:
    """A deck of quotes; a row gives the fields after the name."""
    names = ("Fox", "Owl", "Hen")
    cards = "".join(f"- {{name: {n}, {row}}}\n" for n, row in zip(names, rows, strict=False))
    layouts = GOOD["layouts.yaml"].replace("{{ name }} {{ cost }}", "{{ name }}")
    layouts = layouts.replace("{{ rule }}", "{{ quote }}")
    return {"cards.yaml": cards, "layouts.yaml": layouts, "composition.yaml": "main: {}\n"}


# --- credits -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "missing"),
    [
        ("§quote: Go on, source: Emma, author: Jane Austen", "no year"),
        ("§quote: Go on, source: Emma", "no author and no year"),
        ("quote: Go on, source: §'', author: Jane Austen, year: 1815", "no source"),
    ],
)
def test_a_quote_without_the_credits_that_others_have_is_pointed_at(row: str, missing: str) -> None:
    finding = at_mark(find_quotes_without_source, quoting(f"quote: Halt, {FULL}", row))
    assert finding.code == "quote-without-source"
    assert missing in finding.message
    assert finding.card == "main/owl"


def test_credits_that_no_quote_has_are_not_asked_for() -> None:
    assert silent(
        checks_of("wording.quotations"),
        quoting("quote: Halt, author: A", "quote: Go on, author: B"),
    )


def test_a_card_without_a_quote_needs_no_credit() -> None:
    assert silent(checks_of("wording.quotations"), quoting(f"quote: Halt, {FULL}", "quote: ''"))


# --- marks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("'He said §\"go on'", "is never closed"),
        ("'Go on,§\" he said.'", "closes nothing"),
        ('"§\\"Go on, he said."', "is never closed"),
        ('"He said \\"go\\", then §\\"on."', "is never closed"),
        ("§“You know — “ said Eliot", "is never closed"),
        ("'Go on,§” he said.'", "closes nothing"),
        ("‘Go on’ and §‘halt", "is never closed"),
        ("\"§'I didn't know that, Matilda said.\"", "is never closed"),
    ],
)
def test_a_mark_without_its_partner_is_pointed_at(quote: str, said: str) -> None:
    finding = at_mark(find_unbalanced_quotes, quoting(f"quote: {quote}"))
    assert finding.code == "unbalanced-quotes"
    assert said in finding.message
    assert finding.card == "main/fox"


@pytest.mark.parametrize(
    "text",
    [
        '"Go on," he said, "or halt!"',
        "“Go on—” “Halt!” ‘Tis the owners’ house, isn't it?",
        "He said \"the ‘ology’ is 'new'\" and went",
        "Take 6\" of rope, don't take 5' of it",
        "Rock 'n' roll, the '90s, 'tis and 'em",
        '"One paragraph\n\n"and another"',
        '("Halt")—"go on"',
        '**"Halt"** and *"go on"* {coin}"or [stop]{red}"',
        "",
    ],
)
def test_marks_that_pair_and_apostrophes_are_left_alone(text: str) -> None:
    assert find_unpaired_marks(text, "en", singles=True) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [("„Halt“, sagte er", "de"), ("« Halte », dit-il", "fr"), ("”Seis”, hän sanoi", "fi")],
)
def test_every_language_has_its_own_marks(text: str, language: str) -> None:
    assert find_unpaired_marks(text, language, singles=True) == []
    assert find_unpaired_marks(text[:-4].replace(text[0], "", 1), language, singles=True) != []


def test_further_marks_at_fault_stand_in_the_notes() -> None:
    finding = at_mark(find_unbalanced_quotes, quoting("quote: 'Go on,§\" he said, \"or halt.'"))
    assert [str(note.span) for note in finding.notes] == ["cards.yaml:1:40"]


# --- length --------------------------------------------------------------------------------


def test_a_quote_of_over_300_words_is_pointed_at_where_a_game_asks_for_it() -> None:
    finding = at_mark(find_long_quotes, quoting(f"quote: §{'go ' * 300}on") | SMALL)
    assert "301 words" in finding.message
    assert (
        next(
            rule.level
            for rule in explanations_of("wording.quotations")
            if rule.code == "long-quote"
        )
        is None
    )


def test_a_quote_of_300_words_is_not() -> None:
    assert silent((find_long_quotes,), quoting(f"quote: {'go ' * 299}on") | SMALL)


SMALL = {
    "layouts.yaml": quoting()["layouts.yaml"].replace("size: 10pt", "size: 4pt")
    .replace("height: 20mm", "height: 60mm")
}  # fmt: skip


# --- whole games ---------------------------------------------------------------------------


@pytest.mark.slow
def test_novelty_shows_the_marks_that_its_errata_list() -> None:
    found = [finding for check in checks_of("wording.quotations") for finding in check(novelty())]
    assert [(finding.code, finding.card) for finding in found] == [
        ("unbalanced-quotes", "motifs/consonance"),
        ("unbalanced-quotes", "motifs/second-chances"),
        ("unbalanced-quotes", "motifs/bookkeeper"),
        ("unbalanced-quotes", "motifs/recurring-character"),
    ]
    assert [(finding.code, finding.card) for finding in find_quote_spacing(novelty())] == [
        ("quote-spacing", "motifs/grandiloquent"),
        ("turned-quote", "motifs/recurring-character"),
    ]


def test_the_good_game_quotes_nobody() -> None:
    assert silent(checks_of("wording.quotations"), {})


# --- spaces and turned marks ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("“ In that case,” said he", [("quote-spacing", 0)]),
        ("“In that case, ” said he", [("quote-spacing", 15)]),
        ('He said " go" twice', [("quote-spacing", 8)]),
        ("“Wait—“ she said", [("turned-quote", 6)]),
        ("“Wait — “ she said", [("turned-quote", 8)]),
        ("She said—“wait”—twice", []),
        ("6' 2\" tall, “so it is”", []),
        ("“One”\n\n“Two”", []),
    ],
)
def test_a_mark_that_looks_at_the_wrong_side_is_found(
    text: str, found: list[tuple[str, int]]
) -> None:
    assert [(one.code, one.offset) for one in find_misplaced_marks(text, "en")] == found


def test_marks_are_those_of_the_language_and_french_sets_spaces() -> None:
    assert find_misplaced_marks("« Oui »", "fr") == []
    assert find_misplaced_marks("„Warte—“ sagte er", "de") == []
    (one,) = find_misplaced_marks("„ Warte“ sagte er", "de")
    assert (one.code, one.offset) == ("quote-spacing", 0)


def test_one_text_is_one_finding_with_its_other_marks_as_notes() -> None:
    (found,) = find_quote_spacing(subject(quoting("quote: '“ Go, ” he said.'")))
    assert found.code == "quote-spacing"
    assert [note.message for note in found.notes] == ["a space stands before the closing `”`"]


def test_what_an_edition_does_not_translate_keeps_its_own_marks() -> None:
    """English words of a German edition; German ones of its .po are held to German marks."""
    game = GOOD["game.yaml"] + "editions: {de: {language: de}}\n"
    po = """\
msgid ""
msgstr "Language: de\\n"

msgctxt "main.quote"
msgid "“Go on”"
msgstr "„Weiter”"
"""
    files = {**GOOD, **quoting(f"quote: “Go on”, {FULL}"), "game.yaml": game}

    def codes(**more: str) -> set[str]:
        named = {f"translations/{name}.po": text for name, text in more.items()}
        result = check_views([MemoryGame({**files, **named}, edition="de")])
        return {finding.code for finding in result.findings}

    assert "unbalanced-quotes" not in codes()
    assert "unbalanced-quotes" in codes(de=po)


@pytest.mark.parametrize(
    ("text", "language", "mark"),
    [
        ("Il dit “oui“", "fr", "“"),
        ("Di “hola ya", "es", "“"),
        ("He ‘said so", "en", "‘"),
        ("Er ‚sagte so", "de", "‚"),
    ],
)
def test_marks_of_any_kind_are_held_to_pair(text: str, language: str, mark: str) -> None:
    faults = find_unpaired_marks(text, language, singles=False)
    assert mark in {fault.mark for fault in faults}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('צה"ל אמר "שלום"', "he"),
        ('他说"你好"。', "zh"),
        ("Il “dit” «oui»", "fr"),
        ("«да „нет“»", "ru"),
        ("„a »b« c”", "hu"),
        ("the dogs' bowls, 'Arry", "en"),
    ],
)
def test_marks_of_any_language_that_pair_are_left_alone(text: str, language: str) -> None:
    assert find_unpaired_marks(text, language, singles=False) == []


@pytest.mark.parametrize(
    "text", ["'Arry goes 'ome.", "Off with 'is 'ead, 'Enry", "’Arry’s ‘own’ ’orse", "'Struth!"]
)
def test_a_word_that_has_lost_its_h_opens_no_quotation(text: str) -> None:
    assert find_unpaired_marks(text, "en", singles=True) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("‘ ok’ he", "en"),
        ("‘ok ’ he", "en"),
        ("say ' ok' he", "en"),
        ("‚ ok‘ er", "de"),
        ("‚ok ‘ er", "de"),
        ("Di “ hola” ya", "es"),
        ("Di “hola ” ya", "es"),
    ],
)
def test_a_space_inside_marks_of_any_kind_is_found(text: str, language: str) -> None:
    (found,) = find_misplaced_marks(text, language)
    assert found.code == "quote-spacing"


@pytest.mark.parametrize(
    ("text", "language"), [("‘ok’, ’tis", "en"), ("‚ok‘ er", "de"), ("the dogs' ‘bone’", "en")]
)
def test_marks_beside_their_words_are_left_alone(text: str, language: str) -> None:
    assert find_misplaced_marks(text, language) == []


# --- pairs of languages --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("nl", "zo’n „ding” daar"),
        ("he", '„שלום” ו"עוד"'),
        ("hr", "„Bok” i „dan”"),
        ("sr-Cyrl", "„Здраво“"),
        ("et", "„Tere”"),
        ("lv", "„Labdien”"),
        ("da", "”Hej” og ”farvel”"),
        ("nb", "”Hei” og «ha det»"),
        ("ar", "“سلام”"),
    ],
)
def test_marks_that_printers_of_a_language_use_too_pair(language: str, text: str) -> None:
    assert find_unpaired_marks(text, language, singles=False) == []


def test_marks_of_such_a_pair_that_lack_their_partner_are_told() -> None:
    (fault,) = find_unpaired_marks("zo’n „ding daar", "nl", singles=False)
    assert fault.message == "`„` is never closed"
    (fault,) = find_unpaired_marks("”Hej” og ”farvel", "da", singles=False)
    assert fault.mark == "”"
