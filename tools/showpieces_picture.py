"""Make `docs/pictures/showpieces.jpg`: cards of the game in tests/data/games/showpieces.

python tools/showpieces_picture.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from cardgen.core.findings import Report
from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import check_game
from cardgen.render.face_pixels import rasterize

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "tests" / "data" / "games" / "showpieces"
PICTURE = ROOT / "docs" / "pictures" / "showpieces.jpg"
SHOWN = ("places/lantern-bay", "seals/harbor-guild", "frames/three-frames-of-one-drawing")
DPI = 84.0
GAP = 12
TABLE = (223, 229, 232)


def main() -> None:
    """Lay three cards beside each other, cut to their trim."""
    checked = check_game(DiskGame(GAME), Report(), checks=())
    assert checked is not None
    cards = {f"{card.deck}/{card.id}": card for deck in checked.bound.decks for card in deck.cards}
    scenes = [checked.laid.scenes[cards[name].front] for name in SHOWN]
    scale = 4 * DPI / POINTS_PER_INCH
    page, trim = scenes[0].page, scenes[0].trim
    size = round(page.width * scale), round(page.height * scale)
    faces = [pixels for _, pixels in rasterize(scenes, size, checked.bound.pictures)]
    box = (trim.left * scale, trim.top * scale, trim.right * scale, trim.bottom * scale)
    cut = [Image.fromarray(np.ascontiguousarray(face)).crop(box) for face in faces]
    small = [
        image.resize((image.width // 4, image.height // 4), Image.Resampling.LANCZOS)
        for image in cut
    ]
    width = sum(image.width for image in small) + GAP * (len(small) + 1)
    sheet = Image.new("RGB", (width, small[0].height + 2 * GAP), TABLE)
    left = GAP
    for image in small:
        sheet.paste(image, (left, GAP))
        left += image.width + GAP
    sheet.save(PICTURE, quality=84, optimize=True)


if __name__ == "__main__":
    main()
