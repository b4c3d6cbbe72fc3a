"""What is typed in the first minutes, as in another program, is told what to write instead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game

GAME = """\
game: Fables
FONTSdecks: {beasts: {cards: beasts.yaml, size: poker, front: beast}}
"""
FONTS = "fonts: {serif: fonts/EBGaramond-Regular.ttf}\n"


def errors(element: str, fonts: str = FONTS) -> Iterator[Finding]:
    """What is told of one element of a layout."""
    report = Report()
    files = {
        "game.yaml": GAME.replace("FONTS", fonts),
        "beasts.yaml": "- {name: Fox, art: fox.png}\n",
        "layouts.yaml": f"layouts:\n  beast: {{safe: [{element}]}}\n",
    }
    check_game(MemoryGame(files), report, checks=())
    return (one for one in report.findings if one.severity == "error")


def hints(element: str, fonts: str = FONTS) -> list[str]:
    return [one.hint for one in errors(element, fonts)]


@pytest.mark.parametrize(
    "typed", ["art", "$art", "'{art}'", "'[art]'", "<art>", "'%art%'", "'${art}'"]
)
def test_a_picture_that_is_named_after_a_field_is_told_how_fields_are_written(typed: str) -> None:
    (found,) = errors(f"{{picture: {typed}}}")
    assert found.code == "missing-picture"
    assert found.hint == "write `{{ art }}` for that field of the card"
    assert found.span is not None
    assert found.span.path == "layouts.yaml"


def test_a_picture_that_is_named_after_nothing_is_a_file_that_is_missing() -> None:
    assert hints("{picture: $nothing}") == ["put the file into the game folder"]
    assert hints("{picture: art.png}") == ["put the file into the game folder"]


def test_braces_around_a_field_are_told_how_fields_are_written() -> None:
    text = "text: 'The {name} of {names}', font: serif, size: 9pt"
    first, second = hints(f"{{{text}}}")
    assert first == "write `{{ name }}` in a layout for that field of the card"
    assert "icon" in second


def test_a_text_without_a_font_is_told_of_one_that_there_is() -> None:
    assert hints("{text: Fox, size: 9pt}") == [
        "give the style or the element a `font:`, as in `font: serif`"
    ]
    (found,) = hints("{text: Fox, size: 9pt}", fonts="")
    assert "`fonts: {text: EBGaramond-Regular.ttf}` in game.yaml" in found


def test_two_lengths_for_one_are_told_of_the_fields_for_two() -> None:
    found = hints("{text: Fox, font: serif, size: [40mm, 10mm]}")
    assert found == ["write one, as in `2mm`; a box has `width:` and `height:`"]
