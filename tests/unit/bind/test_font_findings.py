"""What is said of fonts: once, and with what to write."""

from __future__ import annotations

from cardgen.core.findings import Finding, Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from tests.unit.layout.test_faces import GAME, game_of
from tests.unit.text.test_fonts import small

TEXT = "- {text: '%s', font: text, size: 9pt}"
FONT = "{text: fonts/EBGaramond-Regular.ttf}"


def found_with(font: str, words: str = "office", **files: bytes) -> list[Finding]:
    """The findings of a game of one text in a font."""
    game = game_of(TEXT % words)
    text = game.text("game.yaml").replace(FONT, font)
    kept = {name: game.text(name) for name in ("cards.yaml", "layouts.yaml")}
    more = {f"fonts/{name}.ttf": data for name, data in files.items()}
    report = Report()
    check_game(MemoryGame({**kept, "game.yaml": text, **more}), report)
    return list(report.findings)


def test_axes_of_a_family_without_any_are_told_once() -> None:
    assert FONT in GAME
    faces = "regular: fonts/EBGaramond-Regular.ttf, italic: fonts/EBGaramond-RegularItalic.ttf"
    found = found_with(f"{{text: {{{faces}, axes: {{wght: 600}}}}}}")
    assert [finding.code for finding in found if finding.code == "bad-font"] == ["bad-font"]


def test_a_sign_that_was_made_of_a_typed_one_is_told_with_how_to_keep_that() -> None:
    found = found_with("{text: fonts/small.ttf}", '"fit" office', small=small())
    hints = [finding.hint for finding in found if finding.code == "missing-glyph"]
    assert hints
    assert all('if you typed `"`: `smart: no` in the style keeps it' in hint for hint in hints)


def test_a_letter_that_the_font_lacks_is_no_sign_that_was_made() -> None:
    found = found_with("{text: fonts/small.ttf}", "fitz", small=small())
    hints = [finding.hint for finding in found if finding.code == "missing-glyph"]
    assert hints
    assert not any("smart" in hint for hint in hints)


def test_a_font_of_the_machine_is_told_to_be_a_file_of_the_game() -> None:
    found = found_with("{text: Arial}") + found_with("{text: Arial.ttf}")
    hints = [one.hint for one in found if "the font `Arial" in one.message]
    own = "a font is a file of the game, not of the machine: put its .ttf or .otf file into "
    assert hints == [f"{own}`fonts/`, and write that name", "put the file into `fonts/`"]
