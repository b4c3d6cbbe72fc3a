"""Font files: what is opened, what is measured, what is refused."""

import io
import struct
from functools import cache
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0
from fontTools.ttLib.tables.DefaultTable import DefaultTable

from cardgen.text.font_check import check_static
from cardgen.text.fonts import Face, FontError, open_face
from cardgen.text.shaping import shape
from tests.support.samples import font_bytes, garamond

WORDS = "AVATAR fit office"


def saved(font: Any) -> bytes:
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


@cache
def small() -> bytes:
    """The letters of `WORDS` with their kerning and ligatures, quick to convert."""
    font = TTFont(io.BytesIO(font_bytes()), recalcTimestamp=False)
    options = Options(layout_features=["kern", "liga"], notdef_outline=True, hinting=False)
    subsetter = Subsetter(options)
    subsetter.populate(text=WORDS)
    subsetter.subset(font)
    return saved(font)


@cache
def compressed(flavor: str) -> bytes:
    font = TTFont(io.BytesIO(small()), recalcTimestamp=False)
    font.flavor = flavor
    return saved(font)


@cache
def variable() -> bytes:
    """One letter, `a`, from 500 wide at weight 400 to 900 wide at weight 800."""

    def square(width: int) -> Any:
        pen = TTGlyphPen(None)
        pen.moveTo((0, 0))
        for point in ((0, 700), (width, 700), (width, 0)):
            pen.lineTo(point)
        pen.closePath()
        return pen.glyph()

    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "a"])
    builder.setupCharacterMap({ord("a"): "a"})
    builder.setupGlyf({".notdef": square(100), "a": square(400)})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "a": (500, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.setupFvar([("wght", 400, 400, 800, "Weight")], [])
    wider = [(0, 0), (0, 0), (400, 0), (400, 0), (0, 0), (400, 0), (0, 0), (0, 0)]
    builder.setupGvar({"a": [_tuple(wider)]})
    return saved(builder.font)


def _tuple(deltas: list[tuple[int, int]]) -> Any:
    from fontTools.ttLib.tables.TupleVariation import TupleVariation

    return TupleVariation({"wght": (0, 1, 1)}, deltas)


def opened(data: bytes, **axes: float) -> Face:
    return open_face(data, name="fox.ttf", variation=axes)


def refused(data: bytes, **axes: float) -> str:
    with pytest.raises(FontError) as caught:
        opened(data, **axes)
    return str(caught.value)


def licensed(bits: int) -> Face:
    """The shipped font with other `fsType` bits."""
    font = TTFont(io.BytesIO(small()), recalcTimestamp=False)
    font["OS/2"].fsType = bits
    return opened(saved(font))


def without(*tags: str) -> Face:
    font = TTFont(io.BytesIO(small()), recalcTimestamp=False)
    for tag in tags:
        del font[tag]
    return opened(saved(font))


# --- what a face says --------------------------------------------------------------------


def test_a_font_under_another_name_is_another_font() -> None:
    """What was shaped in the one must not be taken for the other: messages and PDFs say names."""
    one, other = (open_face(font_bytes(), name=name) for name in ("One.ttf", "Other.ttf"))
    assert one != other
    assert one.key == other.key
    assert open_face(font_bytes(), name="One.ttf") == one


def test_metrics_are_in_ems_and_stand_in_order() -> None:
    metrics = garamond().metrics
    assert metrics.descent < 0 < metrics.x_height < metrics.cap_height < metrics.ascent < 1.5
    assert (metrics.x_height, metrics.cap_height) == (0.4, 0.65)


def test_typographic_metrics_count_where_the_font_asks_for_them() -> None:
    font = TTFont(io.BytesIO(small()), recalcTimestamp=False)
    font["OS/2"].sTypoAscender, font["hhea"].ascent = 700, 900
    font["OS/2"].fsSelection &= ~0x80
    assert opened(saved(font)).metrics.ascent == 0.9
    font["OS/2"].fsSelection |= 0x80
    assert opened(saved(font)).metrics.ascent == 0.7


def lines_of(font: Any) -> tuple[float, float]:
    """How far its lines reach up and down."""
    metrics = opened(saved(font)).metrics
    return metrics.ascent, metrics.descent


def test_a_font_with_nothing_in_one_table_has_the_metrics_of_another() -> None:
    """Its letters would stand on the middle of their lines."""
    font = TTFont(io.BytesIO(small()), recalcTimestamp=False)
    os2, hhea = font["OS/2"], font["hhea"]
    os2.fsSelection |= 0x80
    hhea.ascent, hhea.descent, os2.usWinAscent, os2.usWinDescent = 800, -300, 850, 350
    os2.sTypoAscender = os2.sTypoDescender = 0
    assert lines_of(font) == (0.8, -0.3)
    hhea.ascent = hhea.descent = 0
    assert lines_of(font) == (0.85, -0.35)
    os2.fsSelection &= ~0x80
    os2.sTypoAscender, os2.sTypoDescender = 750, -250
    assert lines_of(font) == (0.75, -0.25)


def test_a_symbol_font_prints_what_is_typed_on_a_keyboard() -> None:
    """Its glyphs stand in the private area, as those of old dingbats do."""
    font = TTFont(io.BytesIO(small()), recalcTimestamp=False)
    glyphs = {code: name for code, name in font.getBestCmap().items() if code < 0x100}
    table = CmapSubtable.newSubtable(4)
    table.platformID, table.platEncID, table.language = 3, 0, 0
    table.cmap = {0xF000 + code: name for code, name in glyphs.items()}
    font["cmap"].tables = [table]
    face = opened(saved(font))
    assert face.has("A")
    assert not face.has("B")
    assert [one.index for one in shape(face, WORDS).glyphs] == [
        one.index for one in shape(opened(small()), WORDS).glyphs
    ]


def test_heights_that_the_font_does_not_say_are_measured() -> None:
    font = TTFont(io.BytesIO(font_bytes()), recalcTimestamp=False)
    del font["OS/2"]
    metrics = opened(saved(font)).metrics
    assert metrics.cap_height == pytest.approx(garamond().metrics.cap_height, abs=0.01)
    assert metrics.x_height == pytest.approx(garamond().metrics.x_height, abs=0.02)


def test_a_font_without_os_2_has_the_metrics_of_its_lines() -> None:
    assert without("OS/2").metrics.ascent == garamond().metrics.ascent


@pytest.mark.parametrize(("character", "there"), [("a", True), ("’", True), ("狐", False)])
def test_a_face_knows_which_characters_it_has(character: str, there: bool) -> None:
    assert garamond().has(character) is there
    assert (garamond().glyph(character) != 0) is there


@pytest.mark.parametrize("flavor", [None, "woff2"])
def test_kerns_of_an_old_table_are_set_and_are_the_feature_kern(flavor: str | None) -> None:
    face = open_face(old_kerns(flavor), name="old.ttf")
    assert "kern" in face.features
    without = shape(face, "AV", (("kern", 0),)).width
    assert without - shape(face, "AV").width == pytest.approx(0.2, abs=0.001)


def old_kerns(flavor: str | None) -> bytes:
    """A font that has a kern in the table `kern` alone, and no `GPOS`."""
    font = TTFont(io.BytesIO(small()), recalcTimestamp=False)
    del font["GPOS"]
    part = KernTable_format_0()
    part.coverage, part.kernTable = 1, {("A", "V"): -round(font["head"].unitsPerEm / 5)}
    table = font["kern"] = newTable("kern")
    table.version, table.kernTables, font.flavor = 0, [part], flavor
    return saved(font)


def test_a_face_knows_its_features() -> None:
    assert {"smcp", "kern", "liga", "onum"} <= garamond().features


def test_an_outline_is_closed_and_lies_in_the_ink_box() -> None:
    face = garamond()
    glyph = face.glyph("o")
    outline, ink = face.outline(glyph), face.ink(glyph)
    assert ink is not None
    assert [command for command, _ in outline].count("close") == 2
    xs = [x / face.upem for command, points in outline if command != "quadratic" for x, _ in points]
    assert ink[0] - 1e-3 <= min(xs) <= max(xs) <= ink[2] + 1e-3


def test_round_letters_reach_below_the_line_and_a_space_has_no_ink() -> None:
    face = garamond()
    ink = face.ink(face.glyph("o"))
    assert ink is not None
    assert ink[1] < 0 < ink[3]
    assert face.ink(face.glyph(" ")) is None


# --- licences ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bits", "may"),
    [(0, True), (0x0002, False), (0x0004, True), (0x0008, True), (0x0100, False), (0x0200, False),
     (0x0104, False)],
)  # fmt: skip
def test_the_licence_bits_say_whether_a_font_may_be_embedded(bits: int, may: bool) -> None:
    assert licensed(bits).may_embed is may


def test_the_shipped_fonts_may_be_embedded() -> None:
    assert garamond().may_embed


def test_a_font_that_says_nothing_of_its_licence_may_be_embedded() -> None:
    assert without("OS/2").may_embed


# --- identity ----------------------------------------------------------------------------


def test_the_same_bytes_are_opened_once() -> None:
    assert opened(small()) is opened(small())


def test_other_bytes_are_another_face() -> None:
    assert opened(small()) != garamond()


def test_other_axes_are_another_face() -> None:
    assert opened(variable(), wght=400) != opened(variable(), wght=500)


def test_a_face_that_travelled_between_processes_is_equal() -> None:
    remade, arguments = garamond().__reduce__()
    other = remade(*arguments)
    assert other == garamond()
    assert shape(other, WORDS).width == shape(garamond(), WORDS).width


# --- formats -----------------------------------------------------------------------------


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_a_web_font_shapes_as_the_font_in_it(flavor: str) -> None:
    packed = opened(compressed(flavor))
    assert packed.data[:4] == b"\0\1\0\0"
    assert shape(packed, WORDS) == shape(opened(small()), WORDS)


def test_a_variable_font_is_opened_at_its_default() -> None:
    assert shape(opened(variable()), "a").width == 0.5


@pytest.mark.parametrize(("weight", "width"), [(400, 0.5), (600, 0.7), (800, 0.9)])
def test_a_variable_font_is_opened_at_a_place_on_its_axis(weight: float, width: float) -> None:
    assert shape(opened(variable(), wght=weight), "a").width == pytest.approx(width)


def test_an_instance_is_no_longer_variable() -> None:
    assert "fvar" not in TTFont(io.BytesIO(opened(variable(), wght=500).data))


@pytest.mark.parametrize("weight", [399, 900])
def test_a_place_beyond_an_axis_is_refused_with_its_ends(weight: float) -> None:
    assert refused(variable(), wght=weight) == f"has `wght` from 400 to 800, not at {weight}"


@pytest.mark.parametrize("data", [small(), compressed("woff2")], ids=["plain", "packed"])
def test_a_font_without_axes_stands_nowhere_on_them(data: bytes) -> None:
    assert refused(data, wght=500) == "has no axis `wght`: it is no variable font"


def test_an_axis_the_font_does_not_have_is_refused_with_those_it_has() -> None:
    assert refused(variable(), wdth=75) == "has no axis `wdth`; it has `wght`"


# --- what is no font ---------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"fox", b"%!PS-Adobe", bytes(99)])
def test_what_is_no_font_is_refused(data: bytes) -> None:
    assert refused(data) == "is not a TTF, OTF, WOFF or WOFF2 file"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is an empty file"),
        (b"\n<!DOCTYPE html><title>Sign in</title>", "is a web page, and no font"),
        (b"PK\x03\x04" + bytes(99), "is a zip archive"),
        (b"%!PS-AdobeFont-1.0: Fox", "is a PostScript font (Type 1), which is not read"),
        (bytes(34) + b"LP", "is an EOT font, which is not read"),
        (b"\x89PNG\r\n\x1a\n" + bytes(99), "is a picture or a document, and no font"),
    ],
)
def test_what_is_known_to_be_no_font_is_told_with_what_to_do(data: bytes, said: str) -> None:
    with pytest.raises(FontError) as caught:
        open_face(data, name="fox.ttf")
    assert str(caught.value) == said
    assert caught.value.hint


# --- what a library cannot read ------------------------------------------------------------


def spoiled(tag: str, data: bytes | None) -> bytes:
    """The variable font with another table, or without it."""
    font = TTFont(io.BytesIO(variable()), recalcTimestamp=False)
    if data is None:
        del font[tag]
    else:
        font[tag] = DefaultTable(tag)
        font[tag].data = data
    return saved(font)


@pytest.mark.parametrize(
    ("tag", "data", "said"),
    [
        ("fvar", b"", "its table `fvar` cannot be read"),
        ("avar", b"\xff" * 60, "its table `avar` cannot be read"),
        ("gvar", b"\xff" * 60, "its table `gvar` cannot be read"),
        ("GPOS", b"\xff" * 60, "its table `GPOS` cannot be read"),
        ("post", b"\xff" * 60, "its table `post` cannot be read"),
        ("name", b"", "its table `name` cannot be read"),
        ("head", None, "it has no table `head`"),
        ("hmtx", None, "it has no table `hmtx`"),
        ("name", None, "it has no table `name`"),
    ],
)
def test_a_table_that_cannot_be_read_is_told_in_plain_words(
    tag: str, data: bytes | None, said: str
) -> None:
    assert refused(spoiled(tag, data)) == f"is damaged: {said}"


def test_axes_from_more_to_less_are_told_in_plain_words() -> None:
    font = TTFont(io.BytesIO(variable()), recalcTimestamp=False)
    font["fvar"].axes[0].minValue = 900
    assert refused(saved(font)) == "is damaged: its axes cannot be worked out"


def test_a_font_that_has_no_characters_is_refused() -> None:
    font = TTFont(io.BytesIO(small()), recalcTimestamp=False)
    font["cmap"].tables = []
    assert refused(saved(font)).startswith("has no characters")


def test_a_font_without_outlines_is_refused() -> None:
    font = TTFont(io.BytesIO(small()), recalcTimestamp=False)
    for tag in ("glyf", "loca"):
        del font[tag]
    assert refused(saved(font)) == "has no outlines"


@pytest.mark.parametrize("head", [b"OTTO", b"wOFF"])
def test_a_font_that_is_only_a_beginning_is_refused(head: bytes) -> None:
    assert refused(head + struct.pack(">H", 99)).startswith("is damaged")


@pytest.mark.parametrize("length", [12, 100, 1000])
def test_a_web_font_cut_short_is_refused(length: int) -> None:
    assert refused(compressed("woff")[:length]).startswith("is damaged")


STAIRS = [(5 * i, 7 * i) for i in range(1, 40)]
"""Points of which one flag is written, and how often it stands."""
JUMPS = [(400 * (i % 2) + i, 300 * (i % 3 % 2) - i) for i in range(1, 40)]
"""Points whose flags are written one by one."""


def drawn(points: list[tuple[int, int]]) -> bytes:
    """A font whose last glyph has these points."""
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in points:
        pen.lineTo(point)
    pen.closePath()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "a"])
    builder.setupCharacterMap({ord("a"): "a"})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "a": pen.glyph()})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "a": (500, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupPost()
    return saved(builder.font)


def cut_short(data: bytes) -> bytes:
    """The font, where its last outline is said to end two bytes earlier."""
    font = TTFont(io.BytesIO(data))
    place = font.reader.tables["loca"].offset + 4
    (end,) = struct.unpack_from(">H", data, place)
    return data[:place] + struct.pack(">H", end - 1) + data[place + 2 :]


@pytest.mark.parametrize("points", [STAIRS, JUMPS, STAIRS + JUMPS, JUMPS + STAIRS])
def test_an_outline_is_followed_to_its_end(points: list[tuple[int, int]]) -> None:
    data = drawn(points)
    check_static(data)
    with pytest.raises(FontError, match="the outline of glyph 1 is cut short"):
        check_static(cut_short(data))
