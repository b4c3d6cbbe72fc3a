"""Make the two small fonts that self-contained pages hold, out of EB Garamond.

Out     `cardgen/data/web/title.woff2` and `italic.woff2`: Latin letters, figures, punctuation.

Run it as `python -m tools.page_fonts` after the fonts in `fonts/` have changed. The licence is that
of the whole fonts: `fonts/OFL-EBGaramond.txt`.
"""

from __future__ import annotations

import io
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
MADE = {"title.woff2": "EBGaramond-Medium.ttf", "italic.woff2": "EBGaramond-RegularItalic.ttf"}
CHARACTERS = (*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, "–—‘’‚“”„†•…‹›−×ȘșȚț"))
FEATURES = ("kern", "liga", "lnum", "onum", "pnum", "tnum", "ccmp", "locl", "mark")


def small_font(data: bytes) -> bytes:
    """The font with these characters alone, as WOFF2."""
    options = subset.Options(layout_features=list(FEATURES), hinting=False, notdef_outline=True)
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def main() -> None:
    folder = ROOT / "cardgen" / "data" / "web"
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in MADE.items():
        (folder / name).write_bytes(small_font((ROOT / "fonts" / source).read_bytes()))


if __name__ == "__main__":
    main()
