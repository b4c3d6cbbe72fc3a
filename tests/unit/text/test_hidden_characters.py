"""Characters that nobody sees are found before they are printed."""

from __future__ import annotations

import pytest

from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.edition_checks import check_views
from cardgen.text.hidden_characters import find_hidden_characters

TURNED = "\u202e"
GAME = {
    "game.yaml": """\
game: Fables
fonts: {text: {regular: fonts/EBGaramond-Regular.ttf, bold: fonts/EBGaramond-SemiBold.ttf}}
decks: {beasts: {cards: beasts.yaml, size: poker, front: beast}}
booklets: {rules: {text: rules.md, page: a6}}
editions: {de: {language: de}}
""",
    "beasts.yaml": "- {name: Owl}\n",
    "layouts.yaml": """\
layouts: {beast: {safe: [{text: "*Name:* {{ name }}", font: text, size: 9pt}]}}
""",
    "rules.md": "# Rules\n\nTake **one** card.\n",
    "translations/de.po": """\
msgid ""
msgstr "Language: de\\n"

msgctxt "beasts.name"
msgid "Owl"
msgstr "Kauz"
""",
}


@pytest.mark.parametrize(
    ("text", "offsets"),
    [
        ("plain", []),
        ("a soft\u00adhyphen, a\u2060joiner, \u200ea mark", []),
        ("می\u200cخواهم", []),
        ("family 👩\u200d👧, heart ❤\ufe0f", []),
        ("Wales \U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f", []),
        ("an isolate \u2068שלום\u2069 closed", []),
        ("draw \u202e2 cards", [5]),
        ("draw \u202d2\u202c cards", [5, 7]),
        ("a\u2063b\u2063c", [1]),
        ("one\u2028two", [3]),
        ("one\u2029two", [3]),
        ("tags \U000e0041 alone", [5]),
        ("never \u2067closed", [6]),
        ("never opened\u2069", [12]),
    ],
)
def test_overrides_and_codes_without_a_sign_are_found_and_what_scripts_need_is_not(
    text: str, offsets: list[int]
) -> None:
    assert [one.offset for one in find_hidden_characters(text)] == offsets


@pytest.mark.parametrize(
    ("file", "old", "new", "place"),
    [
        ("beasts.yaml", "Owl", f"{TURNED}Owl", "1:10"),
        ("layouts.yaml", "Name:", f"Na{TURNED}me:", "1:37"),
        ("rules.md", "one", f"o{TURNED}ne", "3:9"),
        ("rules.md", "card.", f"card{TURNED}.", "3:18"),
        ("translations/de.po", "Kauz", f"Kauz{TURNED}", "6:9"),
    ],
)
def test_wherever_it_is_printed_from_it_is_found_at_its_place(
    file: str, old: str, new: str, place: str
) -> None:
    files = {**GAME, file: GAME[file].replace(old, new)}
    views = [MemoryGame(files, edition=name) for name in ("", "de")]
    found = [f for f in check_views(views).findings if f.code == "control-character"]
    assert [f"{one.span.file}:{one.span.line}:{one.span.column}" for one in found if one.span] == [
        f"{file}:{place}"
    ]
    assert "backward" in found[0].message


def test_an_isolate_may_hold_bold_words() -> None:
    files = {**GAME, "rules.md": "# Rules\n\nTake \u2068**one**\u2069 card.\n"}
    codes = {finding.code for finding in check_views([MemoryGame(files)]).findings}
    assert "control-character" not in codes
