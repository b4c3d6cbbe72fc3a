"""Lines of text between faces: heads of sheets, captions."""

from __future__ import annotations

import pytest

from cardgen.core.color import BLACK
from cardgen.render.pdf.sheet_canvas import LineSetting
from cardgen.scene.items import Glyphs, Group
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
    assert isinstance(shown, Glyphs)
    assert "".join(glyph.text for glyph in shown.glyphs) == seen
    assert 0 not in {glyph.index for glyph in shown.glyphs}
    assert setting.width(text) == pytest.approx(setting.width(seen))


def test_another_font_of_the_game_sets_what_the_lines_own_lacks_from_right_to_left() -> None:
    """The number stands left of the words that it follows, and is not turned around."""
    own = open_face((ROOT / FONT).read_bytes(), name=FONT, trusted=True)
    data = ROOT / "tests" / "data" / "fonts" / "FrankRuhlLibre-subset.ttf"
    hebrew = open_face(data.read_bytes(), name="Hebrew")
    setting = LineSetting(own, 9, BLACK, (hebrew,))
    shown = setting.line("שלום 12", 0, 0)
    assert isinstance(shown, Group)
    runs = [item for item in shown.items if isinstance(item, Glyphs)]
    assert [run.face for run in runs] == [own, hebrew]
    assert "".join(glyph.text for glyph in runs[0].glyphs) == "12"
    assert "".join(glyph.text for glyph in runs[1].glyphs).strip() == "םולש"
    ends = [run.glyphs[0].x for run in runs]
    assert ends[0] < ends[1] < setting.width("שלום 12")
