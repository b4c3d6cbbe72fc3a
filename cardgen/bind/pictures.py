"""Open pictures: PNG and JPEG files → `Bitmap`s, checked and measured.

In      an `Asset`.
Out     a `Bitmap` whose bytes are kept in a `PictureStore`, keyed by content; SVG files as
        `Drawing`s.
Not here  placing (`layout`), embedding (`render.pdf.document`).
"""

from __future__ import annotations

import hashlib
import io
import re
from contextlib import suppress

from msgspec import Struct, field

from cardgen.bind.picture_budget import PictureError, check_file, check_size, check_tint
from cardgen.bind.picture_decoding import (
    is_see_through,
    name_format,
    name_read_format,
    open_picture,
    orientation_of,
    rgba_of,
    write_orientation,
)
from cardgen.bind.picture_placeholder import draw_placeholder
from cardgen.core.color import Color
from cardgen.core.findings import Finding, Report, Span
from cardgen.files.game_files import Asset, GameFiles, UnreadableError
from cardgen.scene.items import Bitmap
from cardgen.svg.drawing import NOTHING_DRAWN, Drawing, DrawingError, read_drawing
from cardgen.svg.tree import MissingPartError
from cardgen.text.color_glyphs import read_glyph_png
from cardgen.text.fonts import Face

MAX_ALL_PIXELS = 80_000_000
PIXELS_PER_BYTE = 50
"""What all pictures of a game may have: so much, and so much for each byte of their files. Honest
pictures have fewer than 20 pixels a byte; a few kilobytes can unpack to gigabytes."""


_LARGE_PLACEHOLDERS = 40
"""So many missing pictures have a large one: each costs as much as a photograph."""

PICTURE_FILES = (".png", ".jpg", ".jpeg", ".webp", ".avif", ".svg")
"""How the names of files end that hold pictures."""

__all__ = ["PICTURE_FILES", "PictureError", "PictureStore", "is_called_blank", "split_part"]


_PART = re.compile(r"(.+\.(?:svg|png|jpe?g|webp|avif|gif))#(.*)\Z", re.IGNORECASE | re.DOTALL)


_BLANK = frozenset(
    ("blank", "blanks", "empty", "invisible", "no", "none", "nothing", "null", "spacer",
     "transparent")
)  # fmt: skip
_WEB_PAGE = re.compile(rb"\s*<(?:!doctype html|html|head|body)\b", re.IGNORECASE)
_DRAWING = re.compile(rb"\s*<(?:svg\b|[?!].{0,2000}<svg\b)", re.DOTALL)
_LINK = re.compile(rb"[\w./-]{1,250}\.(?:png|jpe?g|webp|avif|svg)\s*", re.IGNORECASE)
"""What git writes for a link where links are off: the path that it leads to."""


def split_part(path: str) -> tuple[str, str]:
    """A picture's file and the id of the element in it: `frame.svg#pearl`.

    A `#` in the name of a file stays there: `Card #1.png`.
    """
    found = _PART.match(path)
    return (found[1], found[2]) if found else (path, "")


def is_called_blank(name: str) -> bool:
    """Whether a file's name says that nothing is to be seen in it: `blank.png`, `no_icon.svg`."""
    stem = name.rpartition("/")[2].rpartition(".")[0].lower()
    return any(word in _BLANK for word in re.split(r"[^a-z]+", stem))


class KnownPicture(Struct, frozen=True, array_like=True, gc=False):
    """A file's picture that stands on cards which an earlier run bound."""

    name: str
    bitmap: Bitmap
    size: int
    """In bytes."""

    @property
    def pixels(self) -> int:
        return self.bitmap.width * self.bitmap.height


class KnownTint(Struct, frozen=True, array_like=True):
    """A picture in shades of a color, and which it was made of."""

    bitmap: Bitmap
    color: Color


class KnownPictures(Struct, frozen=True, array_like=True):
    """Pictures by their keys, without their bytes."""

    files: dict[str, KnownPicture] = field(default_factory=dict)
    tints: dict[str, KnownTint] = field(default_factory=dict)


class PictureStore:
    """The bytes of all pictures of a run, once each."""

    def __init__(self) -> None:
        self._data: dict[str, bytes] = {}
        self._bitmaps: dict[str, Bitmap] = {}
        self.placeholders: dict[str, str] = {}
        """What stands for pictures that are missing: their paths by the key of the bitmap."""
        self._placeholders: dict[str, Bitmap] = {}
        self._tinted: dict[tuple[str, Color], Bitmap] = {}
        self._pixels = self._bytes = 0
        self._fonts: dict[str, Face] = {}
        self._known = KnownPictures()
        """Those of earlier runs, and of this one; they count already."""
        self._files: GameFiles | None = None
        self.is_over_with_known = False
        """Whether a picture was one too many beside those that earlier runs knew."""
        self.is_out_of_date = False
        """Whether a file changed before it was opened: what shows it is not kept for a later run,
        which may find the file as it was."""

    @property
    def pixels(self) -> int:
        """Of all pictures of the game's files."""
        return self._pixels

    def expect(self, known: KnownPictures, files: GameFiles) -> None:
        """Have pictures of cards that an earlier run bound: opened when they are asked for."""
        self._files = files
        for key, one in known.files.items():
            if key not in self._known.files and key not in self._bitmaps:
                self._pixels, self._bytes = self._pixels + one.pixels, self._bytes + one.size
                self._known.files[key] = one
        self._known.tints.update(known.tints)

    def list_known(self) -> KnownPictures:
        """What a later run has to know of the pictures that this one opened or knew."""
        return self._known

    def add_font(self, face: Face) -> None:
        """Have the pictures that are glyphs of a font."""
        self._fonts[face.key] = face

    def add(self, asset: Asset, *, counted: bool = True) -> Bitmap:
        """Open a picture, which counts for what all pictures of a game may have.

        Raises:
            PictureError: it is no PNG or JPEG, is damaged, or is too large.
        """
        key = hashlib.sha256(asset.data).hexdigest()
        if key not in self._bitmaps:
            known = self._known.files.get(key)
            self._bitmaps[key] = known.bitmap if known else self._measure(asset, key, counted)
            self._data[key] = asset.data
        return self._bitmaps[key]

    def _measure(self, asset: Asset, key: str, counted: bool) -> Bitmap:
        """Look through a picture that no run knows yet."""
        check_file(asset.data)
        if key not in _measured:
            _measured[key] = measure_picture(key, asset.data)
        bitmap, size = _measured[key], len(asset.data)
        if counted:
            self._count(bitmap, size)
            self._known.files[key] = KnownPicture(asset.name, bitmap, size)
        return bitmap

    def placeholder(self, path: str) -> Bitmap:
        """What is drawn for a picture that is missing: its box, and its path."""
        shown = path or "no picture"
        if shown not in self._placeholders:
            small = len(self._placeholders) >= _LARGE_PLACEHOLDERS
            data = draw_placeholder(shown, small=small)
            self._placeholders[shown] = self.add(Asset(path, data), counted=False)
            self.placeholders[self._placeholders[shown].key] = shown
        return self._placeholders[shown]

    def include(self, other: PictureStore) -> None:
        """Add the pictures of another run."""
        self._data = other._data | self._data
        self._bitmaps = other._bitmaps | self._bitmaps
        self.placeholders = other.placeholders | self.placeholders
        self._fonts = other._fonts | self._fonts

    def open(self, asset: Asset, report: Report, part: str = "") -> Bitmap | Drawing:
        """Open a picture or a drawing (SVG), or the element of one whose id is `part`.

        Raises:
            PictureError: it is none, is damaged, or is too large.
        """
        if not asset.name.lower().endswith(".svg"):
            if part:
                reason = "is no drawing: only an SVG has elements by id"
                raise PictureError(reason, f"leave `#{part}` out, or take an SVG drawing")
            return self.add(asset)
        _refuse_other_than_drawing(asset.data)
        try:
            drawing, gaps = read_drawing(asset.data, part)
        except MissingPartError as error:
            hint = "write the id of another element, or give one that id in the drawing"
            raise PictureError(str(error), hint) from None
        except DrawingError as error:
            raise PictureError(str(error)) from None
        for gap in gaps:
            if gap.message == NOTHING_DRAWN and is_called_blank(asset.name):
                continue
            place = Span(asset.name, gap.line, gap.column, gap.column + 1)
            report.add(Finding("svg-gap", gap.message, place, severity="warning", hint=gap.hint))
        return drawing

    def tinted(self, bitmap: Bitmap, color: Color) -> Bitmap:
        """The picture in shades of one color: its lightness kept, its alpha kept.

        Raises:
            PictureError: it is too large for that, or one too many.
        """
        if (bitmap.key, color) not in self._tinted:
            self._tinted[bitmap.key, color] = self._tint(bitmap, color)
        return self._tinted[bitmap.key, color]

    def _tint(self, bitmap: Bitmap, color: Color) -> Bitmap:
        from PIL import ImageOps

        self._check_tint(bitmap, color)
        with open_picture(self.data(bitmap)) as image:
            rgba = rgba_of(image)
        shades = ImageOps.colorize(rgba.convert("L"), str(color), "#ffffff")
        shades.putalpha(rgba.getchannel("A"))
        out = io.BytesIO()
        stored = write_orientation(bitmap.orientation)
        kept = shades if bitmap.has_alpha else shades.convert("RGB")
        kept.save(out, "PNG", compress_level=1, **({"exif": stored} if stored else {}))
        made = self.add(Asset(f"{bitmap.key} {color}", out.getvalue()), counted=False)
        self._known.tints[made.key] = KnownTint(bitmap, color)
        return made

    def _check_tint(self, bitmap: Bitmap, color: Color) -> None:
        areas = {key: made.width * made.height for key, made in self._tinted.items()}
        known = {(one.bitmap.key, one.color): one.bitmap for one in self._known.tints.values()}
        areas |= {key: one.width * one.height for key, one in known.items()}
        areas.pop((bitmap.key, color), None)
        try:
            check_tint(bitmap.width, bitmap.height, sum(areas.values()))
        except PictureError:
            self.is_over_with_known = self._files is not None
            raise

    def _count(self, bitmap: Bitmap, size: int) -> None:
        pixels, size = self._pixels + bitmap.width * bitmap.height, self._bytes + size
        budget = MAX_ALL_PIXELS + PIXELS_PER_BYTE * size
        if pixels > budget:
            self.is_over_with_known = self._files is not None
            raise PictureError(
                f"is one too many: with it the pictures of this game have {pixels // 1_000_000:,} "
                f"megapixels, and files of their size may have {budget // 1_000_000:,}"
            )
        self._pixels, self._bytes = pixels, size

    def data(self, bitmap: Bitmap) -> bytes:
        """The bytes of a picture that was added, or is a glyph of a font that was."""
        if bitmap.key not in self._data:
            self._fetch(bitmap)
        if bitmap.key in self._data:
            return self._data[bitmap.key]
        glyph, _, font = bitmap.key.partition("g")
        return read_glyph_png(self._fonts[font], int(glyph, 16))

    def _fetch(self, bitmap: Bitmap) -> None:
        """Open a picture that so far is only known. If its file changed this moment, a
        placeholder is drawn: what this run finds is out of date, and nothing of it is kept."""
        tint, file = self._known.tints.get(bitmap.key), self._known.files.get(bitmap.key)
        if tint is not None:
            self._data.setdefault(bitmap.key, self._data[self.tinted(tint.bitmap, tint.color).key])
        elif file is not None and self._files is not None:
            with suppress(UnreadableError, PictureError):
                self.add(self._files.asset(file.name))
            if bitmap.key not in self._data:
                self.is_out_of_date = True
                self._data[bitmap.key] = draw_placeholder(file.name)


def name_glyph(face: Face, glyph: int) -> str:
    """The key of a picture that is a glyph of a font."""
    return f"{glyph:04x}g{face.key}"


_measured: dict[str, Bitmap] = {}
"""Sound pictures that this process has looked through, by content; a few bytes each."""


def measure_picture(key: str, data: bytes) -> Bitmap:
    """Look through a picture.

    Raises:
        PictureError: it is none, is damaged, or is too large.
    """
    from PIL import Image

    try:
        with open_picture(data) as image:
            check_size(data, image.width, image.height)
            (width, height), orientation = image.size, orientation_of(image)
            image.draft(image.mode, (1, 1))  # all of a JPEG is read, and little unpacked
            image.load()
            rgba_of(image.crop((0, 0, 1, 1)))  # palettes are read no sooner
            alpha = is_see_through(image)
            return Bitmap(key, width, height, str(image.format), alpha, orientation)
    except Image.DecompressionBombError:
        raise PictureError("is far too large") from None
    except PictureError:
        raise
    except Exception as error:  # Pillow raises anything at all on a damaged file
        raise (
            _name_other(data) if "identify" in str(error) else PictureError("is damaged")
        ) from None


def _name_other(data: bytes) -> PictureError:
    """What a file is that is read as no picture."""
    if found := _name_foreign(data):
        return found
    if kind := name_read_format(data):
        return PictureError(f"is damaged, or a kind of {kind} that is not read")
    if data.startswith(b"\x1f\x8b"):
        return PictureError("is compressed", "save it as plain .svg if it is a drawing (.svgz)")
    if _DRAWING.match(data):
        return PictureError("is an SVG drawing by the name of a picture", "call it `.svg`")
    return PictureError("is none that is read: PNG, JPEG, WebP, AVIF and SVG are")


def _name_foreign(data: bytes) -> PictureError | None:
    """What a file is that is neither a picture that is read nor a drawing, if that shows."""
    if kind := name_format(data):
        reason = f"is {_article(kind)} {kind} file, which is not read: save it as PNG, WebP or JPEG"
        return PictureError(reason)
    if not data.strip():
        return PictureError("is an empty file", "save it again, or copy it again")
    if _WEB_PAGE.match(data):
        hint = "open it in a browser: it says what was downloaded in the picture's place"
        return PictureError("is a web page, and no picture", hint)
    if _LINK.fullmatch(data):
        path = data.decode("ascii").strip()
        hint = "copy the picture here, or turn links on: `git config core.symlinks true`"
        return PictureError(f"is a text that says `{path}`: git writes links so", hint)
    return None


def _refuse_other_than_drawing(data: bytes) -> None:
    """Say what a file by the name of a drawing is, if it is none."""
    if kind := name_read_format(data):
        reason = f"is {_article(kind)} {kind} picture by the name of a drawing"
        raise PictureError(reason, f"call it `.{kind.lower()}`")
    if found := _name_foreign(data):
        raise found


def _article(kind: str) -> str:
    return "an" if kind[0] in "AI" else "a"
