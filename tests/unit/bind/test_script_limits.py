"""What letters of a script cannot have is said where a text asks for it."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from tests.conftest import ROOT

FONTS = {
    "arabic": ROOT / "tests/data/fonts/Amiri-subset.woff2",
    "hebrew": ROOT / "tests/data/fonts/FrankRuhlLibre-subset.ttf",
    "japanese": ROOT / "tests/data/games/japanese/fonts/ShipporiMincho-subset.woff2",
}
TEXTS = {
    "arabic": "مرحبا بالعالم، اسحب بطاقتين ثم العب",
    "hebrew": "שלום עולם! קחו 2 קלפים",
    "japanese": "森の狐は静かな川をわたり",
    "latin": "When the tide goes out, count the creatures in your pools.",
    "digits": "1984 was a year.",
}


def limits(script: str, fields: str, text: str = "") -> list[tuple[str, str]]:
    """The code and the field that is pointed at, of what a script cannot have."""
    typed, found = findings(script, fields, text)
    told = [one for one in found if one.code == "unfit-script"]
    return [(one.code, typed[one.span.column - 1 :].split("}")[0]) for one in told if one.span]


def findings(script: str, fields: str, text: str = "") -> tuple[str, tuple[Finding, ...]]:
    """How a text is typed, and what is found."""
    font = FONTS.get(script)
    typed = f'      - {{text: "{{{{ rule }}}}", font: text, size: 9pt, {fields}}}\n'
    files: dict[str, str | bytes] = {
        "game.yaml": "game: Tide\n"
        f"fonts: {{text: {font.name if font else 'fonts/EBGaramond-Regular.ttf'}}}\n"
        "decks: {beasts: {cards: beasts.yaml, size: poker, front: beast}}\n",
        "layouts.yaml": f"layouts:\n  beast:\n    safe:\n{typed}",
        "beasts.yaml": f'- {{rule: "{text or TEXTS[script]}"}}\n',
    }
    if font:
        files[font.name] = font.read_bytes()
    report = Report()
    check_game(MemoryGame(files), report, checks=())
    return typed, report.findings


@pytest.mark.parametrize(
    ("script", "fields"),
    [
        ("arabic", "drop-cap: 2"),
        ("hebrew", "drop-cap: 2"),
        ("hebrew", "drop-cap: 3, align: start"),
        ("japanese", "drop-cap: 2"),
        ("arabic", "tracking: 80"),
        ("arabic", "align: justify, letter-space: 2%"),
        ("arabic", "height: 30mm, curve: {spread: yes}"),
    ],
)
def test_what_a_script_cannot_have_is_said_at_its_field(script: str, fields: str) -> None:
    ((code, place),) = limits(script, fields)
    assert code == "unfit-script"
    value = fields.rpartition(": ")[2] if "start" not in fields else "3"
    assert place.startswith(value.rstrip("}") if "curve" not in fields else "{spread")


@pytest.mark.parametrize(
    ("script", "fields"),
    [
        ("latin", "drop-cap: 2, tracking: 80"),
        ("latin", "align: justify, letter-space: 2%"),
        ("digits", "drop-cap: 2"),
        ("hebrew", "tracking: 80"),
        ("hebrew", "height: 30mm, curve: {spread: yes}"),
        ("arabic", "height: 30mm, curve: {}"),
        ("japanese", "tracking: 80, align: justify, letter-space: 2%"),
        ("arabic", "tracking: 0, drop-cap: 0"),
    ],
)
def test_what_a_script_can_have_says_nothing(script: str, fields: str) -> None:
    assert limits(script, fields) == []


def test_joined_words_among_others_do_not_keep_letterspace_from_these() -> None:
    """Only what a text asks for nothing at all is said."""
    assert limits("arabic", "align: justify, letter-space: 2%", f"{TEXTS['arabic']} é") == []


@pytest.mark.parametrize("language", ["", ", language: ar"])
def test_loose_lines_are_told_what_their_letters_can_have(language: str) -> None:
    """Arabic begins on the right, whatever language it is said to be in, and has no letterspace."""
    fields = f"align: justify, width: 20mm{language}"
    text = f"{TEXTS['arabic']} {TEXTS['arabic']}"
    (advice,) = {
        one.hint for one in findings("arabic", fields, text)[1] if one.code == "loose-line"
    }
    assert advice == "change a word, or set it `align: start`"
