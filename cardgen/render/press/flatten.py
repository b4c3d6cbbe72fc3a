"""Take the transparency out of faces, for files that may not hold any.

In      faces, their pictures.
Out     the same faces in which every translucent or blended item, and every picture with
        an alpha channel, is an opaque patch of pixels; a `Patch` for each of them.
Not here  ink (`render.press.inks`).

A patch covers the box of one such item, and shows what the item makes of all that lies
below it there. What is painted later stays as it was, text stays text, and so does all
that lies outside the box. An item inside a clip is patched without the clip, which then
cuts the patch: so its edge stays as sharp as it was drawn. Pixels come from the painter and
the rasterizer that make every PNG. Equal patches, as of one icon on one ground, are made
once for all faces.

Where text lies below a translucent item, its copy in the patch is pixels too (the text
itself stays in the file, below the patch, and can be searched).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil, floor
from pathlib import Path

from msgspec import Struct, field

from cardgen.bind.pictures import PictureStore
from cardgen.core.geometry import POINTS_PER_INCH, Extent, Rect, Transform
from cardgen.files.game_files import Asset
from cardgen.files.work_records import TemporaryFolder
from cardgen.render.ink_extents import clip_box, moved_box, overlap, reach
from cardgen.render.pdf.color_spaces import Effort
from cardgen.render.pdf.document import PageBoxes, PdfFile
from cardgen.render.raster.pixel_arrays import encode_png
from cardgen.render.raster.rasterizer import Raster
from cardgen.render.workers.pool import Workers
from cardgen.scene.items import Bitmap, Blur, Glyphs, Group, Item, Layer, Picture, Scene

FINE, COARSE = 600, 300
"""Dots per inch: of patches with text or sharp edges, of large ones without text."""
_LARGE = 0.25
"""Share of the page from which a patch without text is coarse."""
_STILL = Transform()


class Patch(Struct, frozen=True):
    """A rasterized part of faces: where on the page (points), how fine, what text is in it."""

    box: Rect
    dpi: int
    text: str


class Flattened(Struct, frozen=True):
    """Faces by the face they were made of, and the patches of each (by the old face)."""

    faces: Mapping[Scene, Scene]
    patches: Mapping[Scene, tuple[Patch, ...]]


class _Wanted(Struct, frozen=True):
    """A patch to be made: what is painted in it, in the page's points."""

    page: Extent
    items: tuple[Item, ...]
    patch: Patch


class _Store(Struct):
    """Patches by what they show; `None` until they are made."""

    made: dict[_Wanted, Bitmap | None] = field(default_factory=dict)


def flatten(
    faces: Iterable[Scene],
    pictures: PictureStore,
    workers: Workers | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Flattened:
    """Flatten faces; those without transparency are given back as they are.

    Args:
        faces: In any order; equal ones are flattened once.
        pictures: What the faces show. The pixels of patches are added.
        workers: Who rasterizes; this process if left out.
        progress: Told how many patches are made, and how many there are.
    """
    asked = tuple(dict.fromkeys(faces))
    store, found = _Store(), {}
    touched = [face for face in asked if is_translucent(face.items)]
    for face in touched:  # first, what is needed; then all of it is made at once
        walker = _Walker(face, store)
        walker.layers()
        found[face] = tuple(dict.fromkeys(walker.patches))
    _make(store, pictures, workers or Workers(), progress)
    flat = {face: _Walker(face, store).layers() for face in touched}
    return Flattened({face: flat.get(face, face) for face in asked}, found)


def is_translucent(items: Iterable[Item]) -> bool:
    """Whether any item lets through, or mixes with, what is below it."""
    return any(_is_translucent(item) for item in items)


def _is_translucent(item: Item) -> bool:
    match item:
        case Group():
            return item.mixes or is_translucent(item.items)
        case Picture():
            return item.bitmap.has_alpha
        case _:
            return False


class _Walker(Struct):
    """Goes through one face in painting order, and knows what is below each item."""

    face: Scene
    store: _Store
    patches: list[Patch] = field(default_factory=list)

    def layers(self) -> Scene:
        face, page = self.face, self.face.page
        whole = Rect(0, 0, page.width, page.height)
        ground = tuple(self.items(face.ground.items, (), whole, _STILL))
        marks = tuple(self.items(face.marks.items, face.ground.items, whole, _STILL))
        return Scene(page, face.trim, Layer(ground), Layer(marks), face.cut, face.folds)

    def items(
        self, items: Sequence[Item], below: tuple[Item, ...], seen: Rect | None, where: Transform
    ) -> Iterator[Item]:
        """Items without transparency.

        Args:
            items: In their own points.
            below: What was painted before, in the page's points.
            seen: The part of the page that clips leave, if any.
            where: From the items' points to the page's.
        """
        for item in items:
            if not _is_translucent(item):
                yield item
            elif isinstance(item, Group) and not item.mixes:
                yield self.opened(item, below, seen, where)
            else:
                yield from self.patch(item, below, seen, where)
            below = (*below, _placed(item, where))

    def opened(
        self, group: Group, below: tuple[Item, ...], seen: Rect | None, where: Transform
    ) -> Group:
        inner = where.after(group.transform) if group.transform else where
        clip = clip_box(group.clip)
        left = overlap(seen, moved_box(clip, inner)) if clip else seen
        items = tuple(self.items(group.items, below, left, inner))
        return Group(items, group.clip, group.transform, clip_even_odd=group.clip_even_odd)

    def patch(
        self, item: Item, below: tuple[Item, ...], seen: Rect | None, where: Transform
    ) -> Iterator[Item]:
        found = reach(item)
        box = overlap(seen, moved_box(found, where)) if found else None
        if box is None:
            return
        wanted = _wanted((*below, _placed(item, where)), box, self.face.page)
        self.patches.append(wanted.patch)
        bitmap = self.store.made.setdefault(wanted, None)
        if bitmap is not None:
            picture = Picture(bitmap, wanted.patch.box)
            still = where == _STILL
            yield picture if still else Group((picture,), transform=_inverse(where))


def _placed(item: Item, where: Transform) -> Item:
    return item if where == _STILL else Group((item,), transform=where)


def _wanted(items: tuple[Item, ...], box: Rect, page: Extent) -> _Wanted:
    """The patch for a box, its edges on whole pixels."""
    boxes = [(item, reach(item)) for item in items]
    shown = tuple(item for item, there in boxes if overlap(box, there))
    text = " ".join(_texts(shown, box))
    large = box.width * box.height > _LARGE * page.width * page.height
    dpi = COARSE if large and not text else FINE
    return _Wanted(page, shown, Patch(_snapped(box, dpi), dpi, text))


def _texts(items: Iterable[Item], box: Rect, where: Transform = _STILL) -> Iterator[str]:
    """The texts that reach into a box."""
    for item in items:
        match item:
            case Group(blur=Blur()):
                continue
            case Group():
                inner = where.after(item.transform) if item.transform else where
                yield from _texts(item.items, box, inner)
            case Glyphs():
                found = reach(item)
                if found and overlap(box, moved_box(found, where)):
                    yield item.text


def _snapped(box: Rect, dpi: int) -> Rect:
    pixel = POINTS_PER_INCH / dpi
    left, top = floor(box.left / pixel), floor(box.top / pixel)
    right, bottom = ceil(box.right / pixel), ceil(box.bottom / pixel)
    return Rect(left * pixel, top * pixel, (right - left) * pixel, (bottom - top) * pixel)


def _inverse(t: Transform) -> Transform:
    """Back from where `t` leads to; a group that was squashed flat has no way back."""
    size = t.a * t.d - t.b * t.c or 1.0
    a, b, c, d = t.d / size, -t.b / size, -t.c / size, t.a / size
    return Transform(a, b, c, d, -(a * t.e + c * t.f), -(b * t.e + d * t.f))


# --- pixels --------------------------------------------------------------------------------


CHUNK = 4
"""Patches a task."""


class _FlattenTask(Struct, frozen=True):
    """What a worker is sent: pages of a file, each with its pixels and resolution."""

    pdf: str
    pages: tuple[tuple[int, tuple[int, int], int], ...]


def _make(
    store: _Store, pictures: PictureStore, workers: Workers, progress: Callable[[int, int], None]
) -> None:
    """Rasterize every patch that is wanted, each from a page of its own."""
    asked = list(store.made)
    if not asked:
        return
    pages = [
        (number, _pixels(wanted.patch), wanted.patch.dpi) for number, wanted in enumerate(asked)
    ]
    with TemporaryFolder() as folder:
        pdf = Path(folder) / "patches.pdf"
        pdf.write_bytes(_painted(asked, pictures))
        tasks = [
            _FlattenTask(str(pdf), tuple(pages[i : i + CHUNK])) for i in range(0, len(pages), CHUNK)
        ]
        made = (png for part in workers.map(_rasterized, tasks) for png in part)
        for number, (wanted, png) in enumerate(zip(asked, made, strict=True), 1):
            store.made[wanted] = pictures.add(Asset(f"patch-{number}.png", png), counted=False)
            progress(number, len(asked))


def _painted(asked: Sequence[_Wanted], pictures: PictureStore) -> bytes:
    file = PdfFile(pictures, title="patches", effort=Effort.FAST)
    for wanted in asked:
        box = wanted.patch.box
        form = file.form(Layer(wanted.items), wanted.page)
        corner = Transform(e=-box.left, f=box.bottom - wanted.page.height)
        file.page([(form, corner)], PageBoxes(Extent(box.width, box.height)))
    return file.save()


def _rasterized(task: _FlattenTask) -> list[bytes]:
    """In a worker: pages as PNGs."""
    raster = Raster(Path(task.pdf).read_bytes())
    try:
        return [encode_png(raster.page(number, size), dpi) for number, size, dpi in task.pages]
    finally:
        raster.close()


def _pixels(patch: Patch) -> tuple[int, int]:
    scale = patch.dpi / POINTS_PER_INCH
    return max(1, round(patch.box.width * scale)), max(1, round(patch.box.height * scale))
