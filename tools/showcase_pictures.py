"""Make the pictures of README and docs/showcase.md: Novelty's showcase, as JPEG.

python tools/showcase_pictures.py
"""

from __future__ import annotations

from pathlib import Path

from cardgen.bind.showcase.bound_scene import BoundScene
from cardgen.core.color import Color
from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.inspection import check_game
from cardgen.render.raster.picture_files import Encoding, encode_picture
from cardgen.targets.contract import Job
from cardgen.targets.showcase.target import ShowcaseOptions, paint_scene

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "card_data" / "novelty"
PICTURES = ROOT / "docs" / "pictures"
README, ITS_SCENE = "novelty.jpg", "fan"
PAPER = Color(0xF6, 0xF4, 0xEF)
"""Below what is transparent: a JPEG has no holes."""
SMALL = 150.0
QUALITY = 84


def make_picture(job: Job, scene: BoundScene, dpi: float) -> bytes:
    """A scene as a JPEG."""
    painted = paint_scene(job, ShowcaseOptions.parse({"dpi": f"{dpi:g}"}), scene)
    return encode_picture(painted.pixels, painted.alpha, Encoding("jpeg", QUALITY, dpi, PAPER))


def main() -> None:
    """Write every picture."""
    checked = check_game(DiskGame(GAME), Report(), checks=())
    assert checked is not None
    job = checked.job(300, lambda *_: None)
    for scene in job.game.showcase:
        dpi = SMALL / 2 if scene.sheet else SMALL
        (PICTURES / f"showcase-{scene.name}.jpg").write_bytes(make_picture(job, scene, dpi))
        if scene.name == ITS_SCENE:
            (PICTURES / README).write_bytes(make_picture(job, scene, 300))


if __name__ == "__main__":
    main()
