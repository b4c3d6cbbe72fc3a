"""Make the README's picture: a fan of Novelty's cards, from the PNGs of a build.

Run after `make cards`: `python tools/readme_picture.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

ROOT = Path(__file__).resolve().parent.parent
FACES = ROOT / "output" / "novelty" / "mpc" / "poker"
TARGET = ROOT / "docs" / "pictures" / "novelty.jpg"

SIZE = (1500, 720)
CARD = (375, 525)
BLEED = 36
TABLE = (58, 52, 48)
HAND = (
    ("backs/001-letters-back.png", -20.0, 232, 404),
    ("backs/216-motifs-back.png", 22.0, 1265, 404),
    ("fronts/*-letters-n-blue.png", -13.0, 400, 376),
    ("fronts/*-letters-o-red.png", -6.5, 560, 362),
    ("fronts/*-letters-v-1-per-letter-in-word.png", 0.0, 720, 356),
    ("fronts/*-letters-wild-consonant-blue.png", 6.5, 880, 362),
    ("fronts/*-motifs-alliteration.png", 13.0, 1045, 380),
)


def card(pattern: str) -> Image.Image:
    """A face cut to its trim, its corners rounded, at the size it is shown."""
    face = Image.open(min(FACES.glob(pattern)))
    width, height = face.size
    cut = face.crop((BLEED, BLEED, width - BLEED, height - BLEED)).resize(
        CARD, Image.Resampling.LANCZOS
    )
    mask = Image.new("L", (CARD[0] * 4, CARD[1] * 4), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, *mask.size), radius=76, fill=255)
    cut.putalpha(mask.resize(CARD, Image.Resampling.LANCZOS))
    return cut


def lay(table: Image.Image, shown: Image.Image, angle: float, x: int, y: int) -> None:
    """Lay a card on the table with its shadow, about its middle."""
    turned = shown.rotate(-angle, Image.Resampling.BICUBIC, expand=True)
    left, top = x - turned.width // 2, y - turned.height // 2
    sheet, shade = Image.new("RGBA", table.size), Image.new("RGBA", table.size)
    shade.paste((0, 0, 0, 120), (left + 2, top + 5), turned.getchannel("A"))
    sheet.paste(turned, (left, top))
    table.alpha_composite(shade.filter(ImageFilter.GaussianBlur(9)))
    table.alpha_composite(sheet)


def main() -> None:
    if not FACES.is_dir():
        sys.exit("run `make cards` first")
    table = Image.new("RGBA", SIZE, TABLE)
    for pattern, angle, x, y in HAND:
        lay(table, card(pattern), angle, x, y)
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    table.convert("RGB").save(TARGET, quality=84, optimize=True)


if __name__ == "__main__":
    main()
