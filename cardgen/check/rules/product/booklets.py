"""What booklets report: their texts as they are read and bound, their pages as they print.

In      the booklets of a game, bound.
Out     findings at the place in the Markdown, or at the booklet in `game.yaml`.
Not here  reading and binding (`read.markdown_text.parser`, `bind.booklet.booklets`), pages
        (`layout.booklet.pages`).

Pages are laid out here, in `cardgen check`, and by the target that writes them: a build of
cards does not pay for a booklet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import BoundBooklet
from cardgen.bind.bound_faces import BoundFace
from cardgen.cache.content_key import StandIns
from cardgen.check.engine.ground_light import GroundLights
from cardgen.check.engine.kept_findings import make_key
from cardgen.check.engine.painted_light import look_at_scene
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.press.contrast import (
    GOOD,
    UNREADABLE,
    cut_patch,
    find_ground,
    stands_out_by,
)
from cardgen.check.rules.press.fine_lines import RUBY_SIZE, SMALLEST_TEXT
from cardgen.check.rules.product.kept_pages import recall_pages
from cardgen.core.findings import Finding
from cardgen.core.geometry import Rect
from cardgen.core.sizes import Size
from cardgen.layout.booklet.pages import BookPage, LaidBooklet, lay_out_booklet
from cardgen.scene.items import Glyphs, Layer, Scene, walk
from cardgen.scene.scene_digest import scene_digest

if TYPE_CHECKING:
    from cardgen.render.raster.pixel_arrays import Pixels

MOST_STITCHED = 64
"""Pages that staples of an office hold: 16 sheets."""
_DPI = 100.0
_SLACK = 0.005


class Booklets(Rule):
    """Every booklet laid out, and its pages looked at."""

    heading = "Booklets"
    looks_at = "pages"
    codes = (
        Explanation(
            "booklet-pages",
            "a booklet has more pages than staples hold",
            "Over 16 sheets of office paper a stapled booklet does not close, and its inner pages "
            "stick out at the fore-edge.",
            "Cut words, take a larger page or smaller type, divide it into two booklets, or have "
            "it bound: `targets: {booklet: {binding: none}}` writes pages only.",
            "warning",
        ),
        Explanation(
            "sell-sheet-pages",
            "a sell sheet takes more than one page",
            "What is on the second page would not be shown.",
            "Cut words, take smaller type by `styles:`, or a larger `page:`.",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return check_pages(subject)


def check_pages(subject: Subject) -> Iterator[Finding]:
    """Lay out every booklet and sell sheet, and look at its pages; not at those that an earlier
    run saw."""
    for booklet in (*subject.bound.booklets, *subject.bound.sell_sheets):
        look = partial(_check_pages, subject, booklet)
        yield from recall_pages(booklet, subject.kept, _make_key(subject, booklet), look)


def _check_pages(subject: Subject, booklet: BoundBooklet) -> Iterator[Finding]:
    laid = lay_out_booklet(booklet)
    yield from laid.findings
    yield from _find_too_many_pages(subject, laid)
    yield from _find_small_text(laid)
    yield from _find_pale_text(subject, laid)


def _make_key(subject: Subject, booklet: BoundBooklet) -> bytes:
    """What stands for all that is found on a booklet's pages, but what their heads and feet say.
    Sets differ in their order from run to run, and say nothing of the pages; of a card in the text
    only its size counts."""
    plain = replace(booklet, head=None, foot=None, uses=frozenset(), fields={})
    settings = [line.setting if line else None for line in (booklet.head, booklet.foot)]
    grounds = [subject.laid.scenes.digest(face) for face in booklet.backgrounds]
    options = sorted(subject.spec.file.targets.get("booklet", {}).items())
    return make_key("booklet", _DPI, plain, settings, grounds, options, stand_ins=_FACES)


_FACES: StandIns = {BoundFace: lambda face: face.size}


def _find_too_many_pages(subject: Subject, laid: LaidBooklet) -> Iterator[Finding]:
    options = subject.spec.file.targets.get("booklet", {})
    pages = len(laid.pages)
    if laid.booklet in subject.bound.sell_sheets:
        if pages > 1:
            message = f"the sell sheet `{laid.booklet.name}` takes {pages} pages, not one"
            hint = "cut words, or take smaller type or a larger page"
            yield Finding("sell-sheet-pages", message, laid.booklet.span, hint=hint)
        return
    if pages > MOST_STITCHED and options.get("binding") != "none":
        message = f"the booklet has {pages} pages, more than the {MOST_STITCHED} that staples hold"
        hint = "cut words, take a larger page, or divide it"
        yield Finding("booklet-pages", message, laid.booklet.span, "warning", hint=hint)


def _list_runs(page: BookPage) -> Iterator[Glyphs]:
    return (item for item in walk(page.scene.marks) if isinstance(item, Glyphs))


def _find_small_text(laid: LaidBooklet) -> Iterator[Finding]:
    """The smallest letters, if they are too small."""
    sizes = [
        (run.size / (RUBY_SIZE if run.ruby else 1.0), page.number)
        for page in laid.pages
        for run in _list_runs(page)
    ]
    size, number = min(sizes, default=(SMALLEST_TEXT, 0))
    if size < SMALLEST_TEXT - _SLACK:
        message = f"page {number} has text of {size:.3g} pt, below {SMALLEST_TEXT:g} pt"
        hint = "make the style's `size` larger, or the page"
        yield Finding("small-text", message, laid.booklet.span, "warning", hint=hint)


def _find_pale_text(subject: Subject, laid: LaidBooklet) -> Iterator[Finding]:
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
    size, pictures = laid.booklet.size.pixels(_DPI), subject.bound.pictures
    grounds = GroundLights(scenes, size, pictures, subject.kept)
    for number, (scene, found) in enumerate(zip(scenes, known, strict=True)):
        light = grounds.find(scene) if found is None else None
        if light is not None and stands_out_by(GOOD, look_at_scene(scene, light)):
            yield number


def _make_page_key(laid: LaidBooklet, page: BookPage, scene: Scene) -> bytes:
    texts = [run.text for run in _list_runs(page)]
    return make_key("page", _DPI, laid.booklet.size, texts, scene_digest(scene))


def _rasterize_pages(
    subject: Subject, laid: LaidBooklet, scenes: Sequence[Scene]
) -> Iterator[Pixels]:
    if scenes:
        from cardgen.render.face_pixels import rasterize

        drawn = rasterize(scenes, laid.booklet.size.pixels(_DPI), subject.bound.pictures)
        yield from (pixels for _, pixels in drawn)


def _measure_contrasts(page: BookPage, pixels: Pixels, size: Size) -> dict[str, float]:
    """The least contrast of the texts in each color."""
    found: dict[str, float] = {}
    for run in _list_runs(page):
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


def _ink_box(run: Glyphs) -> Rect | None:
    """Of the run's ink, a little room around it."""
    boxes = [
        Rect(g.x + i[0] * run.size, g.y - i[3] * run.size, (i[2] - i[0]) * run.size, 0.0)
        for g in run.glyphs
        if (i := run.face.ink(g.index)) is not None
    ]
    if not boxes or not any(c.isalnum() for c in run.letters):
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
