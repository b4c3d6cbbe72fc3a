"""Pictures as they are printed: enough pixels, no surprise in transparency or color.

In      an element's `InkMark`; of files, their bytes.
Out     `FaceFault`s.

The resolution that counts is that of the picture as placed: its pixels over its printed
size, before anything is cropped away. A crop shows fewer pixels on the same paper, and so
comes out by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec
from msgspec import Struct

from cardgen.bind.bound_elements import PictureBox
from cardgen.bind.picture_decoding import open_picture, shows_nothing
from cardgen.bind.pictures import PictureStore, is_called_blank
from cardgen.cache.content_key import make_record_key
from cardgen.check.engine.face_rules import MarkRule
from cardgen.check.engine.ink_marks import InkMark, ItemOnPage
from cardgen.check.engine.repeated_findings import FaceFault, make_fault
from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import CheckedFace, Subject
from cardgen.check.rules.press.edges import REACH
from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.scene.items import Bitmap, Picture

LOW_DPI, GOOD_DPI = 150, 300


class Resolution(MarkRule):
    """Pictures with too few pixels for their printed size."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "low-resolution",
            "a picture has fewer than 150 pixels an inch as printed",
            "Below 150 pixels an inch the eye sees the pixels at reading distance: edges turn to "
            "stairs, faces to mosaic. Services print such files as they are, or reject them.",
            "Use a larger picture, print it smaller, or crop less of it away.",
            style=True,
        ),
        Explanation(
            "medium-resolution",
            "a picture has fewer than 300 pixels an inch as printed",
            "Print is made for 300 pixels an inch. With fewer, fine detail looks soft beside "
            "sharp text; photographs forgive it, line art and lettering do not.",
            "Use a larger picture, or print it smaller. Enlarging it in a paint program helps "
            "nothing.",
            "warning",
            style=True,
        ),
    )

    def find_in_mark(
        self, subject: Subject, face: CheckedFace, mark: InkMark
    ) -> Iterable[FaceFault]:
        return find_low_resolution(face, mark, subject.bound.pictures)


class Transparency(MarkRule):
    """Background pictures that let the paper through."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "picture-alpha",
            "a background picture is partly transparent",
            "Files for the press have no transparency: where the background is transparent, the "
            "card is paper white. Cut-outs over a background are what transparency is for, and "
            "are not reported.",
            "Put a filled rectangle under the picture, or save the picture without transparency.",
            "warning",
            style=True,
        ),
    )

    def find_in_mark(
        self, subject: Subject, face: CheckedFace, mark: InkMark
    ) -> Iterable[FaceFault]:
        return find_see_through(face, mark)


class ColorProfile(MarkRule):
    """Pictures that other programs show in other colors, or that move."""

    heading = "Ink, type and pictures in print"
    codes = (
        Explanation(
            "picture-profile",
            "a picture is made for another color space than sRGB",
            "The pixels are taken as sRGB and an embedded profile is ignored. A picture in "
            "Display P3 or Adobe RGB comes out pale, one in CMYK comes out in other colors.",
            "Convert the picture to sRGB (in GIMP: Image > Color Management > Convert to sRGB) "
            "and save it again.",
            "warning",
            style=True,
        ),
        Explanation(
            "animated-picture",
            "a picture is an animation, and its first frame is printed",
            "PNG, WebP and AVIF hold animations too. Paper does not move: of such a file the first "
            "frame is printed, which often is the one in which nothing is to be seen yet.",
            "Save the frame that is meant as a picture of its own.",
            "warning",
        ),
    )

    def find_in_mark(
        self, subject: Subject, face: CheckedFace, mark: InkMark
    ) -> Iterable[FaceFault]:
        pictures = OpenedPictures(subject)
        yield from find_foreign_profile(face, mark, pictures)
        yield from find_animation(face, mark, pictures)


def find_low_resolution(
    face: CheckedFace, mark: InkMark, store: PictureStore
) -> Iterator[FaceFault]:
    """Pictures with too few pixels for the size they are printed at; what stands for one that is
    missing has none of its own."""
    for shown in mark.shown:
        rect = shown.rect
        if isinstance(shown.item, Picture) and rect and rect.width and rect.height:
            if shown.item.bitmap.key in store.placeholders:
                continue
            dpi = measure_dpi(shown.item, shown)
            if dpi < GOOD_DPI - 0.5:
                yield _report_low_resolution(face, mark, shown.item.bitmap, dpi)


def measure_dpi(picture: Picture, shown: ItemOnPage) -> float:
    """Pixels an inch as printed, along the axis that has fewer."""
    rect, bitmap = picture.rect, picture.bitmap
    scale = shown.context.scale
    if not (rect.width and rect.height and scale):
        return float("inf")
    fewer = min(bitmap.width / rect.width, bitmap.height / rect.height)
    return fewer / scale * POINTS_PER_INCH


def _report_low_resolution(
    face: CheckedFace, mark: InkMark, bitmap: Bitmap, dpi: float
) -> FaceFault:
    times = GOOD_DPI / dpi
    width, height = round(bitmap.width * times), round(bitmap.height * times)
    message = f"`{mark.name}` has {dpi:.0f} dpi as printed"
    hint = (
        f"it has {bitmap.width} × {bitmap.height} pixels; "
        f"300 dpi at this size needs {width} × {height}"
    )
    is_low = dpi < LOW_DPI - 0.5
    return make_fault(
        "low-resolution" if is_low else "medium-resolution",
        message,
        face,
        mark.box.span,
        hint=hint,
        severity="error" if is_low else "warning",
        weight=-dpi,
    )


# --- files ---------------------------------------------------------------------------------


class PictureFacts(Struct, frozen=True, array_like=True):
    """What a picture file says of itself."""

    mode: str
    profile: str
    """The name of an embedded profile that is not sRGB, else ""."""
    moves: bool
    """Whether it is an animation."""
    blank: bool
    """Whether all of it is fully transparent."""


class OpenedPictures(Struct, frozen=True):
    """What picture files hold. It is kept: of a new face whose pictures are known none is opened,
    and Pillow, which takes longer to import than all rules to look at the face, is not needed."""

    subject: Subject

    def read_facts(self, bitmap: Bitmap) -> PictureFacts:
        """The color mode and profile of a picture file, and whether it moves."""
        kept, key = self.subject.kept, make_record_key("picture facts", bitmap.key)
        try:
            return msgspec.convert(kept.get(key), PictureFacts)
        except msgspec.ValidationError:
            facts = read_facts(self.subject.bound.pictures.data(bitmap))
            kept.put(key, msgspec.to_builtins(facts))
            return facts

    def is_blank(self, bitmap: Bitmap) -> bool:
        """Whether nothing of a picture shows that is not called so."""
        if not bitmap.has_alpha or not self.read_facts(bitmap).blank:
            return False
        known = self.subject.bound.pictures.list_known().files.get(bitmap.key)
        return known is None or not is_called_blank(known.name)


def find_see_through(face: CheckedFace, mark: InkMark) -> Iterator[FaceFault]:
    """A picture over the whole card, with nothing under it, that lets the paper through."""
    picture = mark.shown[0].item
    if not isinstance(mark.box, PictureBox) or not isinstance(picture, Picture):
        return
    rect = mark.rect
    if rect is None or not rect.contains(face.size.bleed_box, REACH) or not _is_lowest(face, mark):
        return
    if picture.bitmap.has_alpha:
        message = f"the background `{mark.name}` is partly transparent: paper shows through"
        hint = "put a filled rectangle under it, or save it without transparency"
        yield make_fault("picture-alpha", message, face, mark.box.span, hint=hint)


def _is_lowest(face: CheckedFace, mark: InkMark) -> bool:
    return bool(face.elements) and face.elements[0].box is mark.box


def find_foreign_profile(
    face: CheckedFace, mark: InkMark, pictures: OpenedPictures
) -> Iterator[FaceFault]:
    """A picture whose numbers do not mean sRGB."""
    for bitmap in {
        shown.item.bitmap: None for shown in mark.shown if isinstance(shown.item, Picture)
    }:
        facts = pictures.read_facts(bitmap)
        if facts.mode == "CMYK":
            message = f"`{mark.name}` is a CMYK picture; its colors are only guessed"
        elif facts.profile:
            message = f"`{mark.name}` has the color profile `{facts.profile}`, which is ignored"
        else:
            continue
        hint = "convert it to sRGB and save it again"
        yield make_fault("picture-profile", message, face, mark.box.span, hint=hint)


def find_animation(
    face: CheckedFace, mark: InkMark, pictures: OpenedPictures
) -> Iterator[FaceFault]:
    """A picture of several frames."""
    shown = (one.item for one in mark.shown)
    if any(isinstance(one, Picture) and pictures.read_facts(one.bitmap).moves for one in shown):
        message = f"`{mark.name}` is an animation, and its first frame is printed"
        hint = "save the frame that is meant as a picture of its own"
        yield make_fault("animated-picture", message, face, mark.box.span, hint=hint)


@lru_cache(maxsize=256)
def read_facts(data: bytes) -> PictureFacts:
    """The mode and profile of a picture file; its pixels are not decoded, as a rule. A photograph
    that comes with a second one, as phones store them (MPO), is no animation."""
    with open_picture(data) as image:
        icc: bytes = image.info.get("icc_profile") or b""
        moves = image.format != "MPO" and bool(getattr(image, "is_animated", False))
        return PictureFacts(
            image.mode, read_profile_name(icc), moves, shows_nothing(image, len(data))
        )


def read_profile_name(icc: bytes) -> str:
    """The name of a color profile, "" if there is none or it is sRGB.

    Source  ICC.1:2022, 7.3 (tag table), 10.15 (multiLocalizedUnicodeType); the older
            textDescriptionType as in ICC.1:2001-04, 6.5.17.
    """
    if not icc:
        return ""
    name = _read_description(icc) or "unnamed"
    return "" if "srgb" in name.lower().replace(" ", "") else name


def _read_description(icc: bytes) -> str:
    for start in range(132, min(len(icc), 132 + 12 * 100), 12):
        if icc[start : start + 4] == b"desc":
            offset = int.from_bytes(icc[start + 4 : start + 8], "big")
            length = int.from_bytes(icc[start + 8 : start + 12], "big")
            return _read_text(icc[offset : offset + length])
    return ""


def _read_text(tag: bytes) -> str:
    """The words of a `desc` or `mluc` tag, as far as they can be read."""
    if tag[:4] == b"mluc":
        length = int.from_bytes(tag[20:24], "big")
        start = int.from_bytes(tag[24:28], "big")
        text = tag[start : start + length].decode("utf-16-be", "replace")
    else:
        length = int.from_bytes(tag[8:12], "big")
        text = tag[12 : 12 + length].decode("ascii", "replace")
    return text.strip("\0 ").replace("\n", " ")[:60]
