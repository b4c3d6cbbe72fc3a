"""Pictures for the PDFs of a build, packed by workers and kept for the next build.

In      the pictures of a file, in the order in which it shows them.
Out     their packed pixels: those of an earlier build, of a worker, or packed here.
Not here  how they are packed (`render.pdf.picture_packing`), the store (`cache.face_cache`).

Where every card has a picture of its own, packing is most of what a PDF takes: a painting with
opacity of 822 x 1122 pixels as long as PDFium and libdeflate have for three faces. Small pictures
are not worth it, and those that are packed strip by strip for their size take too much memory.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator

import msgspec

from cardgen.bind.pictures import PictureStore
from cardgen.cache.build_fingerprint import program
from cardgen.cache.content_key import make_record_key
from cardgen.cache.face_cache import FaceCache
from cardgen.render.pdf.color_spaces import Colors, Effort, Pixels
from cardgen.render.pdf.picture_packing import PackedPicture, pack_picture
from cardgen.render.pdf.png_streams import has_packed_rows
from cardgen.render.workers.picture_calls import PackingTask, pack
from cardgen.render.workers.pool import Stream, Workers
from cardgen.scene.items import Bitmap, Picture, Scene, walk

_FEWEST_PIXELS, _MOST_PIXELS = 200_000, 4_000_000
_WORTH = 4
"""Pictures from which on workers pack them."""
_EACH = 2
"""Pictures that are under way for each worker."""
_SUFFIX = ".packed"
_COPY = "copy"
"""What the last uses in a copy of a process are noted under."""


class PicturePacker:
    """Packs the pictures of one build's files."""

    def __init__(self, workers: Workers | None = None, store: FaceCache | None = None) -> None:
        """Make a packer, which does nothing yet; `close` must be called after `begin`.

        Args:
            workers: Who may pack ahead; this process alone, if left out.
            store: What earlier builds packed; None keeps nothing.
        """
        self._workers, self._store = workers, store
        self._waiting: deque[str] = deque()
        """The keys of what is under way, in order."""
        self._stream: Stream[PackingTask, PackedPicture] | None = None
        self._results: Iterator[PackedPicture] = iter(())

    def begin(self, scenes: Iterable[Scene], pictures: PictureStore, colors: Colors) -> None:
        """Have workers pack the pictures of scenes that no earlier build packed.

        Args:
            scenes: In the order in which a file will show them, all of it next.
            pictures: Their files.
            colors: How the file writes color.
        """
        pixels, workers = colors.pixels, self._workers
        if pixels is None or workers is None or workers.away or workers.count < 2:
            return
        missing = self._list_missing(scenes, pictures, colors, pixels)
        if len(missing) < _WORTH:
            return
        self.close()
        tasks = _make_tasks(missing.values(), pictures, pixels)
        self._waiting = deque(missing)
        self._stream = workers.stream(pack, tasks, _EACH * workers.count)
        self._results = iter(self._stream)

    def _list_missing(
        self, scenes: Iterable[Scene], pictures: PictureStore, colors: Colors, pixels: Pixels
    ) -> dict[str, Bitmap]:
        """The pictures that have to be packed anew, by their keys."""
        found: dict[str, Bitmap] = {}
        for bitmap in _list_bitmaps(scenes):
            key = _make_key(bitmap, pixels)
            known = self._store is not None and self._store.knows(key)
            if not known and not (colors.keeps_files and _enters_whole(pictures.data(bitmap))):
                found[key] = bitmap
        return found

    def pack(self, bitmap: Bitmap, data: bytes, colors: Colors, effort: Effort) -> PackedPicture:
        """Return a picture's packed pixels; the arguments are those of `PackedPictures`."""
        if colors.pixels is None or effort is not Effort.SMALL or not _is_worth_it(bitmap):
            return pack_picture(data, colors, effort, has_alpha=bitmap.has_alpha)
        key = _make_key(bitmap, colors.pixels)
        known = self._recall(key)
        if known is not None:
            return known
        packed = self._take(key) or pack_picture(data, colors, effort, has_alpha=bitmap.has_alpha)
        if self._store is not None and hashlib.sha256(data).hexdigest() == bitmap.key:
            self._store.keep_data(key, _SUFFIX, msgspec.msgpack.encode(packed))
        return packed

    def _recall(self, key: str) -> PackedPicture | None:
        """What an earlier build packed."""
        data = self._store.read(key) if self._store is not None else None
        if data is None:
            return None
        try:
            return msgspec.msgpack.decode(data, type=PackedPicture)
        except msgspec.DecodeError:
            return None

    def _take(self, key: str) -> PackedPicture | None:
        """What a worker packs, those before it passed over; None if none is at it."""
        if key not in self._waiting:
            return None
        while self._waiting.popleft() != key:
            next(self._results)
        return next(self._results)

    def note_uses(self) -> None:
        """Note what was made use of here: in a copy of the process, which notes it for no build."""
        if self._store is not None:
            self._store.note_uses(_COPY)

    def close(self) -> None:
        """Give up what nobody wants any more."""
        self._waiting.clear()
        if self._stream is not None:
            self._stream.close()


def _list_bitmaps(scenes: Iterable[Scene]) -> Iterator[Bitmap]:
    """The pictures of scenes that are worth it, once each."""
    shown = (item for scene in scenes for item in walk(scene.items) if isinstance(item, Picture))
    yield from dict.fromkeys(item.bitmap for item in shown if _is_worth_it(item.bitmap))


def _is_worth_it(bitmap: Bitmap) -> bool:
    return _FEWEST_PIXELS <= bitmap.width * bitmap.height <= _MOST_PIXELS


def _enters_whole(data: bytes) -> bool:
    """Whether a PDF has the pixels of a file as they are packed there, as far as its head says."""
    return data.startswith(_JPEG) or has_packed_rows(data)


_JPEG = b"\xff\xd8\xff"


def _make_tasks(
    bitmaps: Iterable[Bitmap], pictures: PictureStore, pixels: Pixels
) -> Iterator[PackingTask]:
    for bitmap in bitmaps:
        yield PackingTask(pictures.data(bitmap), pixels, Effort.SMALL, bitmap.has_alpha)


def _make_key(bitmap: Bitmap, pixels: Pixels) -> str:
    """What stands for all that packed pixels depend on: 32 hexadecimal digits."""
    return make_record_key("packed", program(), pixels.key, bitmap.key).hex()
