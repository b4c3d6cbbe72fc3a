"""Make the pictures of `docs/components.md` from its samples.

    python tools/component_pictures.py           write them
    python tools/component_pictures.py --check   write nothing; say which samples have findings

A sample's pieces are shown as they are cut, with their folds; `show=box` shows the box of a
sample laid flat, and closed. How samples are written and laid over the stage, and how tables
are made, is `tools.layout_pictures`'s to say.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from cardgen.bind.box.boxes import BoundBox
from cardgen.bind.box.panels import BoundPanel
from cardgen.core.color import BLACK, WHITE, Color
from cardgen.core.geometry import POINTS_PER_INCH, Extent, Rect, Transform
from cardgen.pipeline.checked_game import Checked
from cardgen.render.face_pixels import rasterize
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.render.raster.rasterizer import Raster
from cardgen.scene.items import Group, Item, Layer, Path, Scene, Stroke
from cardgen.scene.outlines import rectangle
from cardgen.targets.box.page import make_box_pdf
from cardgen.targets.box.plan import plan_box
from tools.layout_pictures import (
    MARGIN,
    PICTURES,
    ROOT,
    TABLE,
    Sample,
    check,
    png,
    samples,
    say,
    stage,
)

PAGE = ROOT / "docs" / "components.md"
FOLD = Stroke(Color(255, 255, 255), 1.2, (4.0, 4.0))
_DEPTH = 0.55, -0.32
"""Where a point goes that is a point farther away: to the right, and up."""


def pictures(sample: Sample, checked: Checked) -> Iterator[tuple[str, Pixels]]:
    """The pictures of a sample by name."""
    dpi = float(sample.options.get("dpi", "100"))
    if sample.options.get("show") == "box":
        box = checked.bound.boxes[0]
        yield f"{sample.name}-flat", flat(checked, box, dpi)
        yield f"{sample.name}-closed", closed(checked, box, dpi)
    else:
        cards = [card.front for deck in checked.bound.decks for card in deck.cards]
        scenes = [cut_out(checked.laid.scenes[face]) for face in cards]
        yield sample.name, beside(scenes, checked, dpi, int(sample.options.get("across", "3")))


def cut_out(scene: Scene) -> Scene:
    """A piece as it lies on a table: cut along its outline, its folds marked."""
    ground = Path(rectangle(Rect(0, 0, scene.page.width, scene.page.height)), fill=Color(*TABLE))
    folds = [Path(fold, stroke=FOLD) for fold in scene.folds]
    piece = Group((*scene.items, *folds), clip=scene.cut)
    return replace(scene, ground=Layer((ground,)), marks=Layer((piece,)))


def beside(scenes: Sequence[Scene], checked: Checked, dpi: float, across: int) -> Pixels:
    """Pieces in rows; their bleed, which is cut off, is the space between them."""
    drawn = [drawn_at(scene, checked, dpi) for scene in scenes]
    rows = [drawn[start : start + across] for start in range(0, len(drawn), across)]
    return np.concatenate([np.concatenate(row, axis=1) for row in rows], axis=0)


def drawn_at(scene: Scene, checked: Checked, dpi: float) -> Pixels:
    size = tuple(
        round(side / POINTS_PER_INCH * dpi) for side in (scene.page.width, scene.page.height)
    )
    pages = rasterize([scene], (size[0], size[1]), checked.bound.pictures)
    return next(iter(pages))[1]


def flat(checked: Checked, box: BoundBox, dpi: float) -> Pixels:
    """The box's own page."""
    plan = plan_box(box, None, 0.0)
    assert plan is not None
    job = checked.job(dpi, lambda *_: None)
    page = plan.tiles[0].page
    raster = Raster(make_box_pdf(job, box, plan))
    scale = dpi / POINTS_PER_INCH
    pixels = raster.page(0, (round(page.width * scale), round(page.height * scale)))
    raster.close()
    return pixels


def closed(checked: Checked, box: BoundBox, dpi: float) -> Pixels:
    """The closed box from the front, a little from above and from the right."""
    outer, right, up = box.dieline.outer, _DEPTH[0], _DEPTH[1]
    top = -up * outer.depth
    faces = {panel.panel.name: panel for panel in box.panels}
    behind = box.dieline.panel("tuck-top").rect.left  # seen through the thumb notch
    seen = (
        ("tuck-top", Transform(e=behind, f=top)),
        ("front", Transform(f=top)),
        ("right", Transform(right, up, 0, 1, outer.width, top)),
        ("top", Transform(1, 0, -right, -up, right * outer.depth, 0)),
    )
    items: list[Item] = []
    for shade, (name, put) in zip((0.3, 0.0, 0.22, 0.1), seen, strict=True):
        items.append(_side(checked, faces[name], put, shade))
    page = Extent(outer.width + right * outer.depth, outer.height + top)
    around = Rect(0, 0, page.width, page.height)
    ground = Layer((Path(rectangle(around), fill=Color(*TABLE)),))
    pixels = drawn_at(Scene(page, around, ground, Layer(tuple(items))), checked, 1.3 * dpi)
    edges = ((MARGIN, MARGIN), (MARGIN, MARGIN), (0, 0))
    framed = [np.pad(pixels[:, :, c : c + 1], edges, constant_values=TABLE[c]) for c in range(3)]
    return np.concatenate(framed, axis=2)


def _side(checked: Checked, panel: BoundPanel, put: Transform, shade: float) -> Group:
    scene, trim = checked.laid.scenes[panel.face], panel.face.size.trim_box
    turn = Transform(e=-trim.left, f=-trim.top)
    if (panel.turn - panel.panel.turn) % 360 == 90:
        turn = Transform(0, 1, -1, 0, trim.bottom, -trim.left)
    face = Group(scene.items, clip=scene.cut, transform=turn)
    dark = Group((Path(rectangle(_whole(panel)), fill=BLACK),), opacity=max(shade, 0.001))
    edge = Path(rectangle(_whole(panel)), stroke=Stroke(WHITE, 0.25))
    return Group((face, dark, edge), transform=put)


def _whole(panel: BoundPanel) -> Rect:
    return Rect(0, 0, panel.panel.rect.width, panel.panel.rect.height)


def main(arguments: Sequence[str]) -> int:
    """Write the pictures, or check the samples. Returns the exit code."""
    page = PAGE.read_text("utf-8")
    ground, faults = stage(page), 0
    for sample in samples(page):
        checked, findings = check(sample, ground)
        for finding in findings:
            say(f"{PAGE.name}:{sample.line}: {sample.name}: {finding.code}: {finding.message}")
        faults += len(findings)
        if checked is None or "--check" in arguments or "picture" not in sample.options:
            continue
        for name, pixels in pictures(sample, checked):
            data = png(pixels)
            (PICTURES / f"{name}.png").write_bytes(data)
            say(f"{name}.png  {len(data) / 1000:.1f} kB")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
