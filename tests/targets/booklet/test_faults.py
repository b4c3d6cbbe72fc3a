"""One slip in a game with a booklet is one finding: the booklet adds none of its own."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import inspect_game
from tests.targets.booklet.test_pages import BEASTS, GAME, LAYOUTS, RULES, files

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
)
FIELDS = "styles: {body: txt, heading-2: loud}, accent: rust, cover: cover"
SOUND: dict[str, str | bytes] = {
    **files(
        RULES
        + '\n{{ field("beasts", "crab", "kind") }}, {{ count() }} {coin} [w]{txt} [x]{rust}\n\n'
        + '{{ row("beasts/crab", "beasts/eel") }}\n\n{{ table(composition) }}\n\n'
        + '{{ table("beasts", columns="name, kind") }}\n',
        game=GAME.replace("page: a6", f"page: a6, {FIELDS}")
        + "icons: {coin: {picture: coin.svg}}\n",
    ),
    "layouts.yaml": "styles:\n  txt: {font: text, color: ink}\n  loud: {font: text bold}\n"
    + LAYOUTS,
    "coin.svg": ICON,
}


def errors_of(name: str, old: str, new: str) -> list[tuple[str, str]]:
    """Codes and files of the errors that a change of one file makes."""
    text = SOUND[name]
    assert isinstance(text, str)
    assert old in text
    report = Report()
    inspect_game(MemoryGame({**SOUND, name: text.replace(old, new, 1).encode("latin-1")}), report)
    found = [finding for finding in report.findings if finding.severity == "error"]
    return [(finding.code, finding.span.file if finding.span else "") for finding in found]


def test_the_game_is_sound_without_a_slip() -> None:
    assert errors_of("game.yaml", "Tide Pool", "Tide Pool") == []


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "place"),
    [
        ("beasts.yaml", "- {name: Whelk", "\t- {name: Whelk", "yaml-syntax", "beasts.yaml"),
        ("beasts.yaml", "copies: 4}", "copies: 4", "yaml-syntax", "beasts.yaml"),
        ("beasts.yaml", "Crab", "Cr\xe4b", "unreadable-file", "game.yaml"),
        ("beasts.yaml", BEASTS, "", "empty-file", "beasts.yaml"),
        ("beasts.yaml", "{name: Eel, kind: fish, points: 5}", "Eel", "wrong-type", "beasts.yaml"),
        ("beasts.yaml", "copies: 4", "copies: x", "bad-copies", "beasts.yaml"),
        ("game.yaml", "poker", "pocker", "unknown-size", "game.yaml"),
        ("game.yaml", "beasts.yaml", "beats.yaml", "unreadable-file", "game.yaml"),
        ("game.yaml", "front: beast", "front: beats", "unknown-layout", "game.yaml"),
        ("game.yaml", "Garamond-Regular.ttf", "Garamond-Reglar.ttf", "missing-file", "game.yaml"),
        ("game.yaml", "SemiBold.ttf", "SemBold.ttf", "missing-file", "game.yaml"),
        ("game.yaml", "#a04010", "#a0401", "bad-color", "game.yaml"),
        ("game.yaml", "coin.svg", "con.svg", "missing-file", "game.yaml"),
        ("layouts.yaml", "layouts:", "layouts: [", "yaml-syntax", "layouts.yaml"),
        ("layouts.yaml", "  beast:", "\tbeast:", "yaml-syntax", "layouts.yaml"),
        ("layouts.yaml", "txt: {font", "txt: {fnt", "unknown-field", "layouts.yaml"),
        ("layouts.yaml", "{{ name }}", "{{ nam }}", "undefined-name", "layouts.yaml"),
        ("rules.md", "## Scoring", "## Scoring <b>", "markdown-html", "rules.md"),
    ],
)
def test_a_slip_is_found_once_where_it_is(
    name: str, old: str, new: str, code: str, place: str
) -> None:
    assert errors_of(name, old, new) == [(code, place)]


def test_a_palette_that_is_no_mapping_does_not_make_every_colour_unknown() -> None:
    old = '{ink: "#222222", sand: "#e8d8b0", rust: "#a04010"}'
    assert errors_of("game.yaml", old, "red") == [("wrong-type", "game.yaml")]


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("rules.md", 'count("beasts")', 'count("beats")', "unknown-deck"),
        ("rules.md", 'sum("beasts", "points")', 'sum("beasts", "point")', "undefined-name"),
        ("rules.md", '"crab", "whelk", "crab"', '"crab", "whlk", "crab"', "unknown-card"),
        ("rules.md", "#the-game", "#the-gam", "unknown-heading"),
        ("rules.md", "{coin}", "{con}", "unknown-icon"),
        ("rules.md", "{txt}", "{tx}", "unknown-style"),
    ],
)
def test_a_slip_in_the_text_itself_is_found_in_a_sound_game(
    name: str, old: str, new: str, code: str
) -> None:
    assert errors_of(name, old, new) == [(code, "rules.md")]


def test_a_slip_in_the_text_is_found_beside_one_in_another_deck() -> None:
    game = SOUND["game.yaml"]
    assert isinstance(game, str)
    deck = "decks:\n  shells: {cards: shells.yaml, size: poker, front: beast}\n"
    rules = '# A\n\n{{ card("beasts", "crb") }}\n\n{{ card("shells", "x") }}\n'
    changed = {"game.yaml": game.replace("decks:\n", deck), "rules.md": rules, "shells.yaml": "["}
    given = {**SOUND, **changed}
    report = Report()
    inspect_game(MemoryGame(given), report)
    found = {f.code for f in report.findings if f.severity == "error"}
    assert found == {"yaml-syntax", "unknown-card"}
