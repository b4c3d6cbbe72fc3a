"""What an edition that names a language says itself is in that language, or is asked about."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.read.game import read_game
from cardgen.read.translation.messages import Collector

PO = r"""msgid ""
msgstr ""
"Language: de\n"

msgctxt "game.game"
msgid "Fables"
msgstr "Fabeln"

msgctxt "d.name"
msgid "Owl"
msgstr "Kauz"

msgctxt "rules.md"
msgid "Play."
msgstr "Spiele."

msgctxt "layouts.f"
msgid "Discard."
msgstr "Abwerfen."
"""
GAME = """\
game: Fables
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks: {d: {cards: d.yaml, size: poker, front: f}}
booklets: {rules: {text: rules.md, page: a6}}
editions:
  de: {language: de}
"""
FILES: dict[str, str | bytes] = {
    "game.yaml": GAME,
    "d.yaml": "- {name: Owl}\n",
    "e.yaml": "- {name: Kauz}\n",
    "rules.md": "Play.\n",
    "regeln.md": "Spiele.\n",
    "layouts.yaml": """\
styles: {body: {font: text, size: 9pt}}
layouts: {f: {safe: [{text: "{{ name }}", style: body}, {text: Discard., style: body}]}}
""",
    "de.yaml": """\
layouts: {f: {safe: [{text: "{{ name }}", style: body}, {text: Abwerfen., style: body}]}}
""",
    "translations/de.po": PO,
}


def findings(edition: str, po: str | None = PO, **changed: str) -> tuple[Finding, ...]:
    """What is found in an edition `de` with these fields."""
    report = Report()
    named = {name.replace("_", "."): text for name, text in changed.items()}
    files = {**FILES, "game.yaml": GAME.replace("{language: de}", edition), **named}
    if po is None:
        del files["translations/de.po"]
    else:
        files["translations/de.po"] = po
    read_game(MemoryGame(files, edition="de"), report)
    return report.findings


def asked(edition: str, **changed: str) -> set[str]:
    """The texts that translators are asked for."""
    collector, files = (
        Collector(),
        {**FILES, **{k.replace("_", "."): v for k, v in changed.items()}},
    )
    files["game.yaml"] = GAME.replace("{language: de}", edition)
    read_game(MemoryGame(files, edition="de"), Report(), visit=collector)
    return {message.text for message in collector.found}


@pytest.mark.parametrize(
    "said",
    [
        "booklets: {rules: {title: Regeln}}",
        "booklets: {rules: {head: 'Seite {{ page }}', foot: Regeln}}",
        "decks: {d: {fields: {name: text, line: {value: 'Kostet nichts.'}}}}",
        "game: Fabeln, about: Tiere im Wald",
    ],
)
def test_titles_and_computed_texts_of_its_own_are_not_asked_for(said: str) -> None:
    po = PO if "game:" not in said else PO.replace("Fabeln", "")
    assert findings(f"{{language: de, {said}}}", po) == ()
    assert asked(f"{{language: de, {said}}}") <= {"Fables", "Owl", "Play.", "Discard."}


def test_what_an_edition_says_that_names_no_language_is_translated() -> None:
    game = GAME + "  lux: {extends: de, booklets: {rules: {title: The rules}}}\n"
    report = Report()
    read_game(MemoryGame({**FILES, "game.yaml": game}, edition="lux"), report)
    (found,) = report.findings
    assert found.message == "“The rules” is not in translations/de.po"


@pytest.mark.parametrize(
    ("said", "name", "file"),
    [
        ("decks: {d: {cards: e.yaml}}", "d", "e.yaml"),
        ("booklets: {rules: {text: regeln.md}}", "rules", "regeln.md"),
    ],
)
@pytest.mark.parametrize("po", [PO.replace("Kauz", "").replace("Spiele.", ""), None])
def test_a_file_of_its_own_is_asked_about_once(
    said: str, name: str, file: str, po: str | None
) -> None:
    found = [one for one in findings(f"{{language: de, {said}}}", po) if file in one.message]
    assert [one.message for one in found] == [
        f"`{file}` is this edition's own, and nothing of it is translated"
    ]
    assert f"`translate: no` under `{name}:`" in found[0].hint
    assert found[0].span is not None
    assert found[0].span.file == "game.yaml"


@pytest.mark.parametrize(
    "said",
    [
        "decks: {d: {cards: e.yaml, translate: no}}",
        "booklets: {rules: {text: regeln.md, translate: no}}",
    ],
)
def test_a_file_of_its_own_that_is_left_untranslated_is_no_finding(said: str) -> None:
    found = findings(f"{{language: de, {said}}}")
    assert [one.message for one in found if "own" in one.message] == []
    assert [one.code for one in found if one.code == "untranslated"] == []


def test_a_file_of_its_own_of_which_some_is_translated_is_asked_for_text_by_text() -> None:
    rules = "Play.\n\nDraw.\n"
    edition = "{language: de, booklets: {rules: {text: more.md}}}"
    found = findings(edition, PO.replace("rules.md", "more.md"), more_md=rules)
    assert [one.message for one in found] == ["“Draw.” is not in translations/de.po"]


def test_a_table_that_the_game_reads_too_is_translated_text_by_text() -> None:
    found = findings("{language: de, decks: {d: {cards: [d.yaml, e.yaml]}}}")
    assert [one.message for one in found] == ["“Kauz” is not in translations/de.po"]


@pytest.mark.parametrize("no", ["no", "false", "No"])
def test_an_edition_whose_files_are_all_its_own_needs_no_translation(no: str) -> None:
    own = f"d: {{cards: e.yaml, translate: {no}}}"
    rules = f"rules: {{text: regeln.md, translate: {no}}}"
    assert findings(f"{{language: de, decks: {{{own}}}, booklets: {{{rules}}}}}", None) == ()


def test_a_text_of_its_own_layouts_is_told_how_to_say_its_language() -> None:
    found = findings("{language: de, layouts: de.yaml}")
    (own,) = [one for one in found if one.message.startswith("“Abwerfen.”")]
    assert own.hint.endswith("if it is in `de`, write `language: de` beside the text")


def test_a_text_that_says_it_is_in_the_language_is_not_asked_for() -> None:
    layouts = FILES["de.yaml"]
    assert isinstance(layouts, str)
    said = layouts.replace("Abwerfen.,", "Abwerfen., language: de,")
    po = PO.split('\nmsgctxt "layouts.f"')[0]
    assert findings("{language: de, layouts: de.yaml}", po, de_yaml=said) == ()
    assert "Abwerfen." not in asked("{language: de, layouts: de.yaml}", de_yaml=said)


@pytest.mark.parametrize(
    "style", ["german: {extends: body, language: de}", "german: {extends: deeper}"]
)
def test_a_text_whose_style_says_the_language_is_not_asked_for(style: str) -> None:
    layouts, own = str(FILES["layouts.yaml"]), str(FILES["de.yaml"])
    said = layouts.replace("{body:", f"{{{style}, deeper: {{extends: body, language: de}}, body:")
    own = own.replace("Abwerfen., style: body", "Abwerfen., style: german")
    po = PO.split('\nmsgctxt "layouts.f"')[0]
    edition = "{language: de, layouts: de.yaml}"
    assert findings(edition, po, layouts_yaml=said, de_yaml=own) == ()
