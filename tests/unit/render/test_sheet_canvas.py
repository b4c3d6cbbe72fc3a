"""Lines of text between faces: heads of sheets, captions."""

from __future__ import annotations

import pytest

from cardgen.core.color import BLACK
from cardgen.render.pdf.sheet_canvas import LineSetting
from cardgen.text.fonts import open_face
from tests.conftest import ROOT

FONT = "fonts/EBGaramond-Regular.ttf"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Sheet 1", "Sheet 1"),
        ("שאריות 2", "?????? 2"),
        ("שָׁלוֹם", "????"),
    ],
)
def test_what_the_font_of_a_line_lacks_is_seen_to_be_missing(text: str, seen: str) -> None:
    setting = LineSetting(open_face((ROOT / FONT).read_bytes(), name=FONT, trusted=True), 9, BLACK)
    shown = setting.line(text, 0, 0)
    assert "".join(glyph.text for glyph in shown.glyphs) == seen
    assert 0 not in {glyph.index for glyph in shown.glyphs}
    assert setting.width(text) == pytest.approx(setting.width(seen))
