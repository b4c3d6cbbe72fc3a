"""OTF, WOFF2 and variable fonts print what their TrueType twins do, and copy out as typed."""

from __future__ import annotations

import io
import logging
import re
import struct
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pytest
import uharfbuzz
from fontTools import subset
from fontTools.cffLib import FDArrayIndex, FDSelect, FontDict
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer
from PIL import Image

from cardgen.cache.entry_store import EntryStore
from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.render.listing import listing, words
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.scene import items as scene
from cardgen.text import fonts
from cardgen.text.font_conversion import make_static
from cardgen.text.fonts import Face, FontError, open_face
from cardgen.text.margin_kerning import measure_protrusion
from tests.conftest import ROOT
from tests.support.samples import font_bytes

VARIABLE = ROOT / "tests" / "data" / "fonts" / "EBGaramond-variable-subset.ttf"
RULE = "The office staff find fifty afflicted waffles; [Difficult Affairs]{sc} first."
COPIED = "The office staff find fifty afflicted waffles; Difficult Affairs first."
ADVANCES = 0.02
"""Points by which a position may differ: none but rounding."""


# --- the fonts ---------------------------------------------------------------------------------


@cache
def truetype() -> bytes:
    """EB Garamond's Latin letters, with kerns, ligatures and small capitals."""
    options = subset.Options(layout_features=["kern", "liga", "smcp"], hinting=False)
    font = subset.load_font(io.BytesIO(font_bytes()), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=range(0x20, 0x7F))
    subsetter.subset(font)
    return saved(font)


def saved(font: Any, flavor: str | None = None) -> bytes:
    out = io.BytesIO()
    font.flavor = flavor
    font.save(out)
    return out.getvalue()


@cache
def opentype() -> bytes:
    """The same with cubic (CFF) outlines."""
    font = TTFont(io.BytesIO(truetype()))
    glyphs, strings = font.getGlyphSet(), {}
    for name in font.getGlyphOrder():
        pen = T2CharStringPen(glyphs[name].width, glyphs)
        glyphs[name].draw(pen)
        strings[name] = pen.getCharString()
    for tag in ("glyf", "loca", "cvt ", "fpgm", "prep", "gasp"):
        if tag in font:
            del font[tag]
    builder = FontBuilder(font=font)
    builder.isTTF = False
    builder.setupCFF("EBGaramondCubic", {"FullName": "EB Garamond Cubic"}, strings, {})
    font["maxp"].tableVersion = 0x00005000
    font.sfntVersion = "OTTO"
    return saved(font)


@cache
def cid_keyed() -> bytes:
    """A font of cubic outlines without names of glyphs, as CJK fonts are; its own numbers are
    none that follow each other."""
    order = [".notdef", *(f"cid{7 * number + 100:05d}" for number in range(4))]
    pens = [T2CharStringPen(600, None) for _ in order]
    for height, pen in enumerate(pens):
        pen.moveTo((0, 0))
        for corner in ((500, 0), (500, 200 * height), (0, 200 * height)):
            pen.lineTo(corner)
        pen.closePath()
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(char): order[n] for n, char in enumerate("abcd", 1)})
    strings = {name: pen.getCharString() for name, pen in zip(order, pens, strict=True)}
    builder.setupCFF("Boxes", {"FullName": "Boxes"}, strings, {})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sxHeight=400, sCapHeight=600)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
    builder.setupPost(keepGlyphNames=False)
    top = builder.font["CFF "].cff[0]
    part = FontDict()
    part.Private, part.FontName = top.Private, "Boxes-All"
    top.ROS, top.CIDCount = ("Adobe", "Identity", 0), 4096
    top.FDArray, top.FDSelect = FDArrayIndex(), FDSelect()
    top.FDArray.append(part)
    top.FDSelect.gidArray, top.FDSelect.format = [0] * len(order), 3
    top.CharStrings.fdSelect, top.CharStrings.fdArray = top.FDSelect, top.FDArray
    del top.Private
    return saved(builder.font)


def test_a_font_that_numbers_its_glyphs_prints_them_in_every_reader(tmp_path: Path) -> None:
    """Codes of the PDF go to the numbers of the font, not to those of its glyphs."""
    _, pdf = printed(cid_keyed(), "Boxes.otf", rule="abcd")
    assert copied(pdf, tmp_path) == "abcd"
    for seen in (pixels(pdf), of_poppler(pdf, tmp_path)):
        dark = (seen.min(axis=2) < 100).any(axis=0).nonzero()[0]
        heights = (seen.min(axis=2) < 100).sum(axis=0)[dark]
        assert sorted(set(np.round(heights / heights.max() * 4).astype(int))) == [1, 2, 3, 4]


def of_poppler(pdf: bytes, folder: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    (folder / "card.pdf").write_bytes(pdf)
    subprocess.run(
        ["pdftoppm", "-r", "144", "-png", "-singlefile", "card.pdf", "card"], cwd=folder, check=True
    )
    return np.asarray(Image.open(folder / "card.png").convert("RGB"), np.int16)


@cache
def woff2() -> bytes:
    return saved(TTFont(io.BytesIO(truetype())), "woff2")


@cache
def instance(weight: float) -> bytes:
    """The variable font frozen at a weight."""
    font = TTFont(VARIABLE)
    instancer.instantiateVariableFont(font, {"wght": weight}, inplace=True)
    return saved(font)


# --- a card in a font --------------------------------------------------------------------------


def printed(data: bytes, name: str, axes: str = "", rule: str = RULE) -> tuple[scene.Scene, bytes]:
    """The scene of a card set in a font, and its PDF."""
    files: dict[str, str | bytes] = {
        "game.yaml": "game: Formats\n"
        f"fonts: {{text: {{regular: fonts/{name}{axes}}}}}\n"
        "decks: {main: {cards: cards.yaml, size: poker, front: face, back: face}}\n",
        "cards.yaml": f"- {{rule: '{rule}'}}\n",
        "layouts.yaml": "layouts: {face: {safe: [{text: '{{ rule }}', font: text, size: 13pt, "
        "left: 0, right: 0, top: 0, height: 60mm}]}}\n",
        f"fonts/{name}": data,
    }
    report = Report()
    checked = check_game(MemoryGame(files), report)
    assert checked is not None, report.findings
    assert not {"missing-glyph", "missing-feature"} & {f.code for f in report.findings}
    (face,) = checked.laid.scenes.values()
    file = PdfFile(checked.bound.pictures, title="Formats")
    show_face(file, face)
    return face, file.save()


def places(face: scene.Scene) -> list[tuple[str, float, float]]:
    runs = [item for item in scene.walk(face.items) if isinstance(item, scene.Glyphs)]
    return [(glyph.text, glyph.x, glyph.y) for run in runs for glyph in run.glyphs]


def assert_same_places(one: scene.Scene, other: scene.Scene) -> None:
    first, second = places(one), places(other)
    assert [text for text, _, _ in first] == [text for text, _, _ in second]
    for (_, x, y), (_, other_x, other_y) in zip(first, second, strict=True):
        assert (x, y) == pytest.approx((other_x, other_y), abs=ADVANCES)


def tool(program: str, pdf: bytes, folder: Path, *after: str) -> str:
    file = folder / "card.pdf"
    file.write_bytes(pdf)
    run = subprocess.run([program, file, *after], capture_output=True, text=True, check=True)
    return run.stdout


def copied(pdf: bytes, folder: Path) -> str:
    return " ".join(tool("pdftotext", pdf, folder, "-").split())


FORMATS = {"otf": opentype, "woff2": woff2}


@pytest.mark.parametrize("kind", FORMATS)
def test_a_format_prints_the_same_words_in_the_same_places_as_truetype(kind: str) -> None:
    reference, _ = printed(truetype(), "Garamond.ttf")
    face, _ = printed(FORMATS[kind](), f"Garamond.{kind}")
    assert words(face) == words(reference)
    assert_same_places(face, reference)


def test_a_variable_font_prints_what_its_instance_does() -> None:
    plain = COPIED
    reference, _ = printed(instance(600), "Garamond.ttf", rule=plain)
    face, _ = printed(VARIABLE.read_bytes(), "Garamond.ttf", ", axes: {wght: 600}", plain)
    assert listing(face) == listing(reference)


def test_another_place_on_the_axis_is_another_width() -> None:
    light, heavy = (
        printed(VARIABLE.read_bytes(), "Garamond.ttf", f", axes: {{wght: {weight}}}", "waffles")[0]
        for weight in (400, 800)
    )
    assert places(heavy)[-1][1] > places(light)[-1][1] + 0.5


@pytest.mark.parametrize("kind", ["ttf", *FORMATS, "variable"])
def test_every_format_is_embedded_as_a_subset_with_a_way_back_to_its_text(
    kind: str, tmp_path: Path
) -> None:
    _, pdf = of_kind(kind)
    rows = tool("pdffonts", pdf, tmp_path).splitlines()[2:]
    assert len(rows) == 1
    outlines = r"Type 0C\s+Custom" if kind == "otf" else r"TrueType\s+Identity-H"
    assert re.match(rf"[A-Z]{{6}}\+Garamond\s+CID {outlines}\s+yes yes yes", rows[0])


def test_cubic_outlines_are_set_and_embedded_as_they_are() -> None:
    """Converted, a CJK font of 16 MB took a minute."""
    assert open_face(opentype(), name="cubic.otf").data == opentype()


@pytest.mark.parametrize("kind", ["ttf", *FORMATS, "variable"])
def test_words_are_copied_as_typed_with_ligatures_and_small_capitals(
    kind: str, tmp_path: Path
) -> None:
    face, pdf = of_kind(kind)
    assert {text for text, _, _ in places(face)} & {"ff", "fi", "ffi"}, "no ligature was set"
    assert copied(pdf, tmp_path) == COPIED


def test_small_capitals_are_other_glyphs_in_every_format() -> None:
    for data, name in ((truetype(), "G.ttf"), (opentype(), "G.otf"), (woff2(), "G.woff2")):
        face, _ = printed(data, name, rule="ark, [kra]{sc}")
        runs = [item for item in scene.walk(face.items) if isinstance(item, scene.Glyphs)]
        indices = [glyph.index for run in runs for glyph in run.glyphs if glyph.text.isalpha()]
        assert not set(indices[:3]) & set(indices[3:])


def of_kind(kind: str) -> tuple[scene.Scene, bytes]:
    if kind == "variable":
        return printed(VARIABLE.read_bytes(), "Garamond.ttf", ", axes: {wght: 600}", COPIED)
    data = truetype() if kind == "ttf" else FORMATS[kind]()
    return printed(data, f"Garamond.{kind}")


@pytest.mark.parametrize("kind", FORMATS)
def test_a_format_looks_as_truetype_does(kind: str) -> None:
    """Cubic outlines are painted as they are."""
    reference, other = (pixels(of_kind(k)[1]) for k in ("ttf", kind))
    assert np.abs(reference - other).max() < 40
    assert np.abs(reference - other).mean() < 0.05


def pixels(pdf: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    return np.asarray(pdfium.PdfDocument(pdf)[0].render(scale=2).to_numpy(), np.int16)


def test_a_damaged_font_is_a_fault_and_no_crash() -> None:
    data = opentype()
    for cut in (20, 200, len(data) // 2, len(data) - 50):
        with pytest.raises(FontError):
            open_face(data[:cut], name="cut.otf")


def test_what_hangs_out_of_the_measure_is_alike_in_both_kinds_of_outlines() -> None:
    quadratic = open_face(truetype(), name="quadratic.ttf")
    cubic = open_face(opentype(), name="cubic.otf")
    for sign in "ACOSTVWcejorsvy.,:;?!()\"'-":
        for right in (False, True):
            found = [
                measure_protrusion(face, face.glyph(sign), sign, right=right, ends=right)
                for face in (quadratic, cubic)
            ]
            assert found[1] == pytest.approx(found[0], abs=1e-4), sign


def test_a_cubic_outline_that_cannot_be_drawn_is_a_fault() -> None:
    data = bytearray(opentype())
    count = int.from_bytes(data[4:6], "big")
    (entry,) = (at for at in range(12, 12 + 16 * count, 16) if data[at : at + 4] == b"CFF ")
    start, length = struct.unpack_from(">LL", data, entry + 8)
    data[entry + 4 : entry + 8] = bytes(4)  # no checksum tells
    middle = start + length // 2
    data[middle : middle + 12] = bytes([255, 10, 11, 0] * 3)
    with pytest.raises(FontError, match="in its table `CFF` the outline of glyph"):
        open_face(bytes(data), name="harmed.otf")


# --- converted fonts that are kept -----------------------------------------------------------


def anew(
    monkeypatch: pytest.MonkeyPatch, keep: EntryStore | None = None, weight: float = 600
) -> Face:
    """The variable font at a weight, opened as a new process would."""
    monkeypatch.setattr(fonts, "_opened", {})
    axes = {"wght": weight}
    return open_face(VARIABLE.read_bytes(), name="v.ttf", variation=axes, store=keep)


def test_what_a_library_says_of_a_font_does_not_reach_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python prints warnings that nobody has asked for; pytest asks for all of them."""
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    make_static(opentype(), {})
    logging.getLogger("fontTools.ttLib.tables").warning("Unknown ClassDef format: 30")
    assert capsys.readouterr().err == ""


def test_a_font_that_cannot_be_embedded_is_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    """HarfBuzz refuses to take glyphs out of some fonts that it shapes with."""

    def refuse(*_: object) -> None:
        raise RuntimeError("Subsetting failed")

    data = font_bytes("EBGaramond-Medium.ttf") + bytes(4)
    monkeypatch.setattr(uharfbuzz, "subset", refuse)
    with pytest.raises(FontError, match="its glyphs cannot be embedded"):
        open_face(data, name="x.ttf")


def test_a_converted_font_is_kept_as_long_as_the_converter_is_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    keep, converted = EntryStore("", tmp_path), list[bytes]()

    def counting(data: bytes, axes: Mapping[str, float]) -> bytes:
        converted.append(data)
        return make_static(data, axes)

    monkeypatch.setattr(fonts, "make_static", counting)
    first, second = anew(monkeypatch, keep), anew(monkeypatch, keep)
    assert len(converted) == 1
    assert first.data == second.data
    monkeypatch.setattr(fonts, "converter_version", lambda: "a later one")
    anew(monkeypatch, keep)
    assert len(converted) == 2


def test_other_outlines_are_another_face(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of faces goes by the key of their fonts."""
    fine = anew(monkeypatch)
    assert anew(monkeypatch) == fine
    assert anew(monkeypatch, weight=700) != fine
