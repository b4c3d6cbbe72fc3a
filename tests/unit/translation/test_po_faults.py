"""What a `.po` file says wrongly of itself, or cannot print, is a finding at its line."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.read.game import read_game

PO = r"""msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"

msgctxt "game.game"
msgid "Fables"
msgstr "Fabeln"

msgctxt "d.name"
msgid "Owl"
msgstr "Käuzchen"
"""
FILES: dict[str, str | bytes] = {
    "game.yaml": """\
game: Fables
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: d.yaml, size: poker, front: f}}
editions:
  de: {language: de}
""",
    "d.yaml": "- {name: Owl}\n",
    "layouts.yaml": 'layouts: {f: {safe: [{text: "{{ name }}", font: text, size: 9pt}]}}\n',
}


def findings(po: str | None, **changed: str) -> tuple[Finding, ...]:
    report = Report()
    named = {name.replace("_", "."): text for name, text in changed.items()}
    files = {**FILES, **named, **({} if po is None else {"translations/de.po": po})}
    read_game(MemoryGame(files, edition="de"), report)
    return report.findings


def test_a_good_file_has_none() -> None:
    assert findings(PO) == ()


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("Language: de", "Language: fr", "bad-translation-file", 3),
        ("UTF-8", "ISO-8859-1", "bad-translation-file", 4),
        ("Käuzchen", "\x07Käuzchen", "control-character", 12),
        ("Käuzchen", r"K\quzchen", "bad-translation-file", 12),
        ("Käuzchen", "   ", "untranslated", 12),
        ("Käuzchen", "", "untranslated", 12),
    ],
)
def test_what_is_wrong_with_it_is_found_at_its_line(
    old: str, new: str, code: str, line: int
) -> None:
    first = findings(PO.replace(old, new))[0]
    assert first.span is not None
    assert (first.code, first.span.file, first.span.line) == (code, "translations/de.po", line)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('msgctxt "d.name"', '#,c-format\nmsgctxt "d.name"'),
        ('msgctxt "d.name"', '#a note\n#:d.yaml:1\n#.a card\nmsgctxt "d.name"'),
        (
            'msgstr "Käuzchen"\n',
            'msgstr "Käuzchen"\n\n#, fuzzy\n#~| msgid "Old"\n#~ msgid "Hen"\n#~ msgstr "Huhn"\n',
        ),
        ('msgstr "Käuzchen"\n', 'msgstr "Käuzchen"\n\n#~msgid "Hen"\n#~msgstr "Huhn"\n'),
    ],
)
def test_comments_are_read_as_gettext_reads_them(old: str, new: str) -> None:
    assert findings(PO.replace(old, new)) == ()


@pytest.mark.parametrize("character", ["\u2028", "\x85", "\x0c"])
def test_a_character_that_ends_a_line_elsewhere_is_told_where_it_is(character: str) -> None:
    (found,) = findings(PO.replace("Käuzchen", f"Käuz{character}chen"))
    assert (found.code, str(found.span)) == ("bad-translation-file", "translations/de.po:12:13")
    assert f"U+{ord(character):04X}" in found.message


def test_an_entry_with_plural_forms_is_told_once_and_not_as_untranslated() -> None:
    forms = 'msgid_plural "Owls"\nmsgstr[0] "Kauz"\nmsgstr[1] "Käuze"'
    (found,) = findings(PO.replace('msgstr "Käuzchen"', forms))
    assert (found.code, str(found.span)) == ("bad-translation-file", "translations/de.po:13:12")
    assert "plural forms" in found.message


def test_an_entry_without_a_context_is_told_as_such() -> None:
    found = findings(PO.replace('msgctxt "d.name"\n', ""))
    assert found[-1].message == "the game has no text “Owl” without a `msgctxt`"


@pytest.mark.parametrize("said", ["de-AT", "de_CH", "DE", ""])
def test_a_region_of_the_language_is_the_language(said: str) -> None:
    assert findings(PO.replace("Language: de", f"Language: {said}")) == ()


def test_an_edition_in_another_language_without_any_translation_is_a_finding() -> None:
    (found,) = findings(None)
    assert found.span is not None
    assert (found.code, found.span.line) == ("untranslated", 5)


@pytest.mark.parametrize(
    "game",
    [
        str(FILES["game.yaml"]).replace("language: de", "language: en-GB"),
        str(FILES["game.yaml"]).replace("language: de", "version: '2'"),
    ],
)
def test_an_edition_in_the_games_own_language_needs_none(game: str) -> None:
    assert findings(None, game_yaml=game) == ()


def test_what_an_edition_says_itself_is_in_its_language() -> None:
    """`Fabeln` was asked of the translation, into German."""
    own = str(FILES["game.yaml"]).replace("{language: de}", "{language: de, game: Fabeln}")
    owl = PO.replace("""msgctxt "game.game"\nmsgid "Fables"\nmsgstr "Fabeln"\n\n""", "")
    assert owl != PO
    assert findings(owl, game_yaml=own) == ()
    other = own.replace("language: de", "extends: tongue").replace(
        "editions:", "editions:\n  tongue: {language: de}"
    )
    assert [one.code for one in findings(owl, game_yaml=other)] == ["untranslated"]


def test_a_column_in_the_language_is_a_translation() -> None:
    assert findings(None, d_yaml="- {name: Owl, name.de: Eule}\n") == ()


def test_a_field_that_is_printed_in_a_language_is_translated() -> None:
    """`languages.de.name` prints `name`, wherever else it stands."""
    layouts = str(FILES["layouts.yaml"]).replace("{{ name }}", "{{ languages.de.name }}")
    assert findings(PO, layouts_yaml=layouts) == ()


@pytest.mark.parametrize(
    ("po", "said"),
    [
        (PO + "\n" * 500_000, "lines; at most 500,000"),
        (PO + "# a\n" * 2_001, "2,001 lines of comments in a row; at most 2,000"),
        (PO + 'msgid "a"\nmsgstr ""\n' * 100_001, "entries; at most 100,000"),
    ],
)
def test_a_file_of_too_much_is_one_finding_with_its_figure_and_begets_none(
    po: str, said: str
) -> None:
    (excess,) = findings(po)
    assert excess.code == "over-budget"
    assert said in excess.message


def test_a_text_may_stand_in_thousands_of_places() -> None:
    assert findings(PO.replace('msgctxt "d', "#: d.yaml:1\n" * 5_000 + 'msgctxt "d')) == ()


def test_a_text_of_another_edition_that_reads_the_file_is_not_stale() -> None:
    """`big` prints an elk; `update` writes both editions' texts into the one file."""
    game = str(FILES["game.yaml"]) + "  big: {extends: de, decks: {d: {cards: [d.yaml, e.yaml]}}}\n"
    elk = PO + """\nmsgctxt "d.name"\nmsgid "Elk"\nmsgstr "Elch"\n"""
    assert findings(elk, game_yaml=game, e_yaml="- {name: Elk}\n") == ()
    (gone,) = findings(elk, game_yaml=game, e_yaml="- {name: Eel}\n")
    assert (gone.code, "“Elk”" in gone.message) == ("stale-translation", True)


@pytest.mark.parametrize("name", ["pt_BR", "pt-BR"])
def test_a_file_may_be_called_as_gettext_calls_it(name: str) -> None:
    po = PO.replace("Language: de", "Language: pt_BR")
    game = str(FILES["game.yaml"]).replace("language: de", "language: pt-BR")
    report = Report()
    files = {**FILES, "game.yaml": game, f"translations/{name}.po": po}
    read_game(MemoryGame(files, edition="de"), report)
    assert report.findings == ()


TERMS = "- {term: owl, translation: Eule}\n- {term: Owl, translation: Kauz; Käuz}\n"


def test_rows_of_one_term_are_forms_of_it() -> None:
    """Each of the two was asked for, so that one was always missing."""
    game = str(FILES["game.yaml"]).replace("language: de", "language: de, glossary: terms.yaml")
    assert findings(PO, game_yaml=game, terms_yaml=TERMS) == ()
    (found,) = findings(PO.replace("Käuzchen", "Uhu"), game_yaml=game, terms_yaml=TERMS)
    assert found.message == "“owl” is “Eule” or “Kauz” or “Käuz” in the glossary, and not here"


def test_a_term_without_a_translation_asks_for_one_and_for_nothing_in_texts() -> None:
    game = str(FILES["game.yaml"]).replace("language: de", "language: de, glossary: terms.csv")
    (found,) = findings(PO, game_yaml=game, terms_csv="term,translation\nowl,;\nFox,Fuchs\n")
    assert (found.code, str(found.span)) == ("untranslated", "terms.csv:2:5")


RULES = """\
# The game {#game}

Take a card.

- one thing

| Card | Points |
|------|-------:|
| Fox | three |

> A quote.
"""


def in_booklet(source: str, translated: str) -> list[str]:
    """What is found where one block of a booklet is translated."""
    game = str(FILES["game.yaml"]) + "booklets: {rules: {text: rules.md, page: a6}}\n"
    entry = f'\nmsgctxt "rules.md"\nmsgid "{source}"\nmsgstr "{translated}"\n'
    found = findings(PO + entry, game_yaml=game, rules_md=RULES)
    return [one.message for one in found if one.code == "translation-markup"]


@pytest.mark.parametrize(
    ("source", "translated", "said"),
    [
        ("Take a card.", "2. Karte nehmen.", "`2.` begins a list"),
        ("Take a card.", "# Nimm.", "`#` begins a heading"),
        ("Take a card.", "Nimm.\\n- Karte", "`-` begins a list"),
        ("Take a card.", "Nimm\\n\\neine.", "the translation has 2 paragraphs, the source 1"),
        ("one thing", "- ein Ding", "`-` begins a list"),
        ("A quote.", "> Ein Zitat.", "`>` begins a quotation"),
        (
            "| Card | Points |",
            "| Karte | Punkte | x |",
            "this row has 4 bars, that of the source 3",
        ),
        ("| Fox | three |", "| Fuchs |\\ndrei |", "a row of a table is one line"),
    ],
)
def test_a_block_of_a_booklet_that_becomes_another_is_found(
    source: str, translated: str, said: str
) -> None:
    """It was printed as a list; a row too wide took the table apart."""
    (found,) = in_booklet(source, translated)
    assert found.startswith(said)


@pytest.mark.parametrize(
    ("source", "translated"),
    [
        ("Take a card.", r"2\\. Karte nehmen."),
        ("Take a card.", "Nimm\\n2. eine."),
        ("Take a card.", "-1 Karte"),
        ("| Fox | three |", r"| Fuchs \\| Fähe | drei |"),
    ],
)
def test_a_block_that_stays_what_it_is_has_no_finding(source: str, translated: str) -> None:
    assert in_booklet(source, translated) == []


def test_a_heading_may_leave_out_the_name_by_which_links_find_it() -> None:
    """It has it still; that the name is lost was an error."""
    game = str(FILES["game.yaml"]) + "booklets: {rules: {text: rules.md, page: a6}}\n"
    entry = '\nmsgctxt "rules.md"\nmsgid "The game {#game}"\nmsgstr "Das Spiel"\n'
    text = "# The game {#game}\n"
    assert findings(PO + entry, game_yaml=game, rules_md=text) == ()


@pytest.mark.parametrize(("said", "codes"), [("", ["untranslated"]), (", translate: no", [])])
def test_a_deck_that_no_table_of_texts_speaks_of_is_told_once(said: str, codes: list[str]) -> None:
    """It was printed in the game's language, without a word."""
    game = str(FILES["game.yaml"]).replace(
        "front: f}}", f"front: f}}, e: {{cards: e.yaml, size: poker, front: f{said}}}}}"
    )
    game = game.replace("language: de", "language: de, translation: de.csv")
    cards = "- {name: Elk}\n- {name: Eel}\n"
    found = findings(None, game_yaml=game, e_yaml=cards, de_csv="id,name\nowl,Eule\n")
    assert [one.code for one in found] == codes
    assert all("no card of the deck `e` is in a table" in one.message for one in found)
