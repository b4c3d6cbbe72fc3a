"""Words are divided with a hyphen of their font; one that has none is told."""

from __future__ import annotations

import io

import pytest
from fontTools.ttLib import TTFont

from tests.support.samples import font_bytes
from tests.targets.booklet.test_pages import GAME, files, findings_of
from tests.unit.layout.test_faces import errors

FONT = "fonts/EBGaramond-Regular.ttf"
WORDS = "Internationalization characteristically"
SMALL = "font: text, size: 9pt, min-size: 4pt, width: 22mm"


def font_without(characters: str) -> bytes:
    font = TTFont(io.BytesIO(font_bytes()), recalcTimestamp=False)
    for table in font["cmap"].tables:
        for character in characters:
            table.cmap.pop(ord(character), None)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("lost", "hyphenate", "found"),
    [
        ("-", "yes", ["missing-glyph"]),
        ("-", "no", []),  # no word is divided
        (" ", "yes", []),
        ("", "yes", []),
    ],
)
def test_a_divided_word_whose_font_has_no_hyphen_is_told(
    lost: str, hyphenate: str, found: list[str]
) -> None:
    element = f"- {{{SMALL}, hyphenate: {hyphenate}, text: {WORDS}}}"
    assert errors(element, files={FONT: font_without(lost)}) == found


def test_a_divided_word_of_a_booklet_is_told_too() -> None:
    styled = GAME.replace("page: a6", "page: a6, columns: 3, styles: {body: narrow}")
    game = files(f"{WORDS} {WORDS}\n", game=styled)
    layouts = (
        f"styles:\n  narrow: {{font: text, size: 9pt, hyphenate: yes}}\n{game['layouts.yaml']!s}"
    )
    given = {**game, "layouts.yaml": layouts, FONT: font_without("-")}
    (found,) = [one for one in findings_of(given) if one.severity == "error"]
    assert (found.code, found.span and found.span.file) == ("missing-glyph", "rules.md")
