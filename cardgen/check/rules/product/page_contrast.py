"""Text on the pages of booklets that stands out too little from what is behind it.

In      the pages of a booklet.
Out     findings at the booklet in `game.yaml`, one for each color.

Hardly a page is rendered. Of most paper it is enough to know what it is between
(`check.engine.ground_estimate`), and a cover has no text of its own. A process that looks at
booklets alone imports neither numpy nor PDFium then, nor paints or measures any page: of the 40
of a game's booklets it rendered four, and two grounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import BoundBooklet
from cardgen.check.engine.ground_light import PAPER, GroundLights
from cardgen.check.engine.kept_findings import make_key
from cardgen.check.engine.painted_light import look_at_scene
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.press.contrast import (
    GOOD,
    UNREADABLE,
    cut_patch,
    find_ground,
    stands_out_by,
)
from cardgen.core.findings import Finding
from cardgen.core.geometry import Rect
from cardgen.core.sizes import Size
from cardgen.layout.booklet.pages import BookPage, LaidBooklet
from cardgen.scene.items import Glyphs, Layer, Scene, walk
from cardgen.scene.scene_digest import scene_digest

if TYPE_CHECKING:
    from cardgen.render.raster.pixel_arrays import Pixels

DPI = 100.0


def list_runs(page: BookPage) -> Iterator[Glyphs]:
    """The texts of a page, those of cards on it left out."""
    return (item for item in walk(page.scene.marks) if isinstance(item, Glyphs))


def find_pale_text(subject: Subject, laid: LaidBooklet) -> Iterator[Finding]:
    """Text that stands out too little from the paper, box or background behind it."""
    worst: dict[str, tuple[float, int]] = {}
    for number, contrasts in _measure_pages(subject, laid):
        for color, contrast in contrasts.items():
            known = worst.get(color)
            if contrast < GOOD and (known is None or contrast < known[0]):
                worst[color] = (contrast, number)
    for color, (contrast, number) in worst.items():
        yield _report_pale_text(laid.booklet, color, contrast, number)


def _measure_pages(subject: Subject, laid: LaidBooklet) -> Iterator[tuple[int, dict[str, float]]]:
    """The least contrast of each color on each page; pages that an earlier run, or another
    edition, has looked at are not rendered."""
    scenes = [_page_scene(subject, page) for page in laid.pages]
    keys = [
        _make_page_key(laid, page, scene) for page, scene in zip(laid.pages, scenes, strict=True)
    ]
    known = [subject.kept.get(key) for key in keys]
    for number in _list_certain(subject, laid, scenes, known):
        known[number] = {}
        subject.kept.put(keys[number], {})
    new = [number for number, found in enumerate(known) if found is None]
    drawn = _rasterize_pages(subject, laid, [scenes[number] for number in new])
    for number, pixels in zip(new, drawn, strict=True):
        found = _measure_contrasts(laid.pages[number], pixels, laid.booklet.size)
        subject.kept.put(keys[number], found)
        known[number] = found
    for page, found in zip(laid.pages, known, strict=True):
        yield page.number, found


def _list_certain(
    subject: Subject, laid: LaidBooklet, scenes: Sequence[Scene], known: Sequence[object]
) -> Iterator[int]:
    """The new pages of which it is certain, without their pixels, that every text stands out."""
    size, pictures = laid.booklet.size.pixels(DPI), subject.bound.pictures
    grounds = GroundLights(scenes, size, pictures, subject.kept)
    for number, (scene, found) in enumerate(zip(scenes, known, strict=True)):
        if found is None and _is_certain(scene, grounds):
            yield number


def _is_certain(scene: Scene, grounds: GroundLights) -> bool:
    """Whether every text of a page stands out from all that can be behind it. Only where that
    cannot be told of what its ground is between is the ground rendered."""
    page = look_at_scene(scene, PAPER)
    if not any(isinstance(one.item, Glyphs) and _has_letters(one.item) for one in page.painted):
        return True  # a cover
    lights = (look(scene) for look in (grounds.estimate, grounds.find))
    return any(
        stands_out_by(GOOD, replace(page, ground=light), _has_letters) for light in lights if light
    )


def _make_page_key(laid: LaidBooklet, page: BookPage, scene: Scene) -> bytes:
    texts = [run.text for run in list_runs(page)]
    return make_key("page", DPI, laid.booklet.size, texts, scene_digest(scene))


def _rasterize_pages(
    subject: Subject, laid: LaidBooklet, scenes: Sequence[Scene]
) -> Iterator[Pixels]:
    if scenes:
        from cardgen.render.face_pixels import rasterize

        drawn = rasterize(scenes, laid.booklet.size.pixels(DPI), subject.bound.pictures)
        yield from (pixels for _, pixels in drawn)


def _measure_contrasts(page: BookPage, pixels: Pixels, size: Size) -> dict[str, float]:
    """The least contrast of the texts in each color."""
    found: dict[str, float] = {}
    for run in list_runs(page):
        box = _ink_box(run)
        patch = cut_patch(pixels, size, box) if box else None
        if patch is not None:
            contrast = float(find_ground(patch, run.color).contrast)
            found[str(run.color)] = min(contrast, found.get(str(run.color), contrast))
    return found


def _page_scene(subject: Subject, page: BookPage) -> Scene:
    """The page with its background, the cards in its text left out."""
    if page.ground is None:
        return page.scene
    ground = Layer(subject.laid.scenes[page.ground].items)
    return Scene(page.scene.page, page.scene.trim, ground, page.scene.marks)


def _has_letters(run: Glyphs) -> bool:
    """Whether a text is measured: commas and bullets say little."""
    return any(c.isalnum() for c in run.letters)


def _ink_box(run: Glyphs) -> Rect | None:
    """Of the run's ink, a little room around it."""
    boxes = [
        Rect(g.x + i[0] * run.size, g.y - i[3] * run.size, (i[2] - i[0]) * run.size, 0.0)
        for g in run.glyphs
        if (i := run.face.ink(g.index)) is not None
    ]
    if not boxes or not _has_letters(run):
        return None
    left, right = min(b.left for b in boxes), max(b.right for b in boxes)
    top, bottom = min(b.top for b in boxes), max(g.y for g in run.glyphs)
    return Rect(left, top, right - left, bottom - top).inset_by(-0.15 * run.size)


def _report_pale_text(booklet: BoundBooklet, color: str, contrast: float, number: int) -> Finding:
    shown = f"{int(contrast * 10) / 10:g}"
    message = f"text in {color} on page {number} has a contrast of {shown}:1 with the page"
    hint = "take a darker color for the text, or a lighter one for the page"
    severity = "error" if contrast < UNREADABLE else "warning"
    found = Finding("low-contrast", message, booklet.span, "warning", hint=hint)
    return found if severity == "warning" else replace(found, severity="error")
