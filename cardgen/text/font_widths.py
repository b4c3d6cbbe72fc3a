"""Make the letters of a variable font a little narrower and wider, along its width axis.

In      the font file, where on its axes a face was taken from it, by how much.
Out     `FaceWidths`: the face, and static ones beside it in steps of half a percent.
Not here  which lines have them (`layout.text.letter_widths`).

Steps are measured on the letters: an axis tells its own numbers (100 to 151, or 0 to 1000), and
how wide letters become with them is up to the font. Outlines that PDF can hold are made by
HarfBuzz (4 ms a face of Roboto Flex, against 700 by fontTools).

Source  Hàn Thế Thành, "Micro-typographic extensions to the TeX typesetting system", 2000, chapter
        4 (font expansion), where letters are stretched by the printer.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator, Mapping

import uharfbuzz as hb
from msgspec import Struct

from cardgen.text.font_conversion import converter_version, is_static
from cardgen.text.fonts import Face, FontStore, open_face

AXIS = "wdth"
_STEP = 0.005
_SLACK = 0.002
"""How much less than a step letters may grow, and still be said to."""
_LETTERS = 200
_HALVINGS = 16


class FontSource(Struct, frozen=True):
    """The file that a face was taken from, and where on its axes."""

    data: bytes
    axes: Mapping[str, float]


class FaceWidths(Struct, frozen=True):
    """A face, those whose letters are each a step narrower than of the one before, and wider."""

    face: Face
    narrower: tuple[Face, ...] = ()
    wider: tuple[Face, ...] = ()

    def find(self, step: int) -> Face:
        """The face some steps wider (narrower, below 0), or as far as the font goes."""
        faces = self.wider if step > 0 else self.narrower
        return faces[min(abs(step), len(faces)) - 1] if step and faces else self.face


def open_widths(
    face: Face, source: FontSource, most: float, store: FontStore | None = None
) -> FaceWidths | None:
    """Open the narrower and wider faces beside one; None if its font has no width axis, or none
    that goes anywhere from there.

    Args:
        face: As it was taken from the font.
        source: The font.
        most: By how much, as a share of the letters' width.
        store: Where converted fonts are kept between runs.

    Raises:
        FontError: The font cannot be instanced.
    """
    if is_static(source.data):
        return None
    data = _unpack(source.data, store)
    axes = {axis.tag: axis for axis in hb.Face(data).axis_infos}
    if AXIS not in axes:
        return None
    place = {tag: axis.default_value for tag, axis in axes.items()} | dict(source.axes)
    measure = _measure_letters(data, place)
    sides = []
    for sign, end in ((-1, axes[AXIS].min_value), (1, axes[AXIS].max_value)):
        values = _list_places(measure, place[AXIS], end, sign, most)
        sides.append(
            tuple(
                _open_instance(data, place | {AXIS: value}, _name(face, value), store)
                for value in values
            )
        )
    return FaceWidths(face, *sides) if any(sides) else None


def _name(face: Face, value: float) -> str:
    """What a face beside one is called: `fonts/Flex wdth 98.2.ttf`."""
    stem, dot, suffix = face.name.rpartition(".")
    return f"{stem or suffix} {AXIS} {value:g}{dot if stem else ''}{suffix if stem else ''}"


def _list_places(
    measure: Callable[[float], float], here: float, end: float, sign: int, most: float
) -> Iterator[float]:
    """Where on the axis letters are each step wider, as far as it goes."""
    normal, steps = measure(here), max(1, round(most / _STEP))
    if not normal:
        return
    reach = sign * (measure(end) / normal - 1)
    for step in range(1, steps + 1):
        wanted = most * step / steps
        if reach < wanted - _SLACK:
            return
        yield round(_bisect(lambda at: sign * (measure(at) / normal - 1), here, end, wanted), 2)


def _bisect(grows: Callable[[float], float], start: float, end: float, wanted: float) -> float:
    """Where from `start` to `end` something has grown to what is wanted."""
    for _ in range(_HALVINGS):
        middle = (start + end) / 2
        start, end = (middle, end) if grows(middle) < wanted else (start, middle)
    return end


def _measure_letters(data: bytes, place: Mapping[str, float]) -> Callable[[float], float]:
    """How wide a font's first letters are together at a place on its width axis."""
    face = hb.Face(data)
    font = hb.Font(face)
    letters = [code for code in sorted(face.unicodes) if chr(code).isalpha()][:_LETTERS]
    glyphs = [font.get_nominal_glyph(code) or 0 for code in letters]

    def measure(value: float) -> float:
        font.set_variations({**place, AXIS: value})
        return float(sum(map(font.get_glyph_h_advance, glyphs)))

    return measure


def _unpack(data: bytes, store: FontStore | None) -> bytes:
    """The font as HarfBuzz reads it: a packed one (WOFF) unpacked, its axes kept."""
    if data[:4] not in (b"wOFF", b"wOF2"):
        return data
    key = f"{hashlib.sha256(data).hexdigest()}-{converter_version()}.variable"
    unpacked = store.get(key) if store else None
    if unpacked is None:
        from fontTools.ttLib import TTFont

        font, out = TTFont(io.BytesIO(data), recalcTimestamp=False), io.BytesIO()
        font.flavor = None
        font.save(out, reorderTables=None)
        unpacked = out.getvalue()
        if store:
            store.put(key, unpacked)
    return unpacked


def _open_instance(
    data: bytes, place: Mapping[str, float], name: str, store: FontStore | None
) -> Face:
    """The static face at a place on the axes."""
    face = hb.Face(data)
    if not face.reference_table("glyf").data:
        return open_face(data, name=name, variation=place, store=store)
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    for tag, value in place.items():
        wanted.pin_axis_location(face, tag, value)
    try:
        made = bytes(hb.subset(face, wanted).blob.data)
    except RuntimeError:
        from cardgen.text.font_faults import name_fault

        raise name_fault(data) from None
    return open_face(made, name=name, store=store)
