"""The hyphen of a divided word comes from a fallback, if the font of the word has none."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from cardgen.bind.bound_texts import RichText, TextRun, TextSetting
from cardgen.core.color import Color
from cardgen.core.findings import Report
from cardgen.core.lengths import Length
from cardgen.files.memory_game import MemoryGame
from cardgen.layout.text.paragraph import set_text
from cardgen.layout.text.placed_text import PlacedRun
from cardgen.pipeline.inspection import check_game
from tests.unit.text.test_whole_lines import face

DEVANAGARI = "tests/data/fonts/NotoSansDevanagari-subset.woff2"
"""It has no Latin signs."""
GARAMOND = "fonts/EBGaramond-Regular.ttf"
DIVIDED = "कखगच\u00adजडतद"


@pytest.mark.parametrize("align", ["left", "justify", "right"])
def test_a_divided_word_ends_in_the_hyphen_of_another_font(align: str) -> None:
    own, latin = face(DEVANAGARI), face(GARAMOND)
    run = TextRun(DIVIDED, own, Color(0, 0, 0), hyphen=latin)
    setting = TextSetting(
        own, 10.0, 10.0, 10.0, 0.5, "none", Length(points=12.0), "left", "top", "hi"
    )
    block = set_text(RichText((((run,),),)), replace(setting, align=align, hang=True), 10.0, 40.0)
    first, last = block.lines
    word, hyphen = (part for part in first.parts if isinstance(part, PlacedRun))
    assert (word.run.face, hyphen.run.face) == (own, latin)
    assert [glyph.index for glyph in hyphen.glyphs] == [latin.glyph("-")]
    assert "".join(str(part.run.text) for part in last.parts if isinstance(part, PlacedRun))
    assert block.lost_hyphen == ""


@pytest.mark.parametrize(
    ("fallback", "codes"), [("", ["missing-glyph"]), (", fallback: latin", [])]
)
def test_a_card_takes_the_hyphen_from_the_fallback(fallback: str, codes: list[str]) -> None:
    files: dict[str, str | bytes] = {
        "game.yaml": "game: Divided\nlanguage: hi\nfonts:\n"
        f"  text: {{regular: fonts/f.woff2{fallback}}}\n"
        f"  latin: {GARAMOND}\n"
        "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n",
        "cards.yaml": f'- {{id: one, rule: "{DIVIDED}"}}\n',
        "layouts.yaml": "layouts: {face: {safe: [{text: '{{ rule }}', font: text, size: 10pt, "
        "left: 0, width: 14mm}]}}\n",
        "fonts/f.woff2": Path(DEVANAGARI).read_bytes(),
    }
    report = Report()
    check_game(MemoryGame(files), report, checks=())
    assert [finding.code for finding in report.findings] == codes
