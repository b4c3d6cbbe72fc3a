"""PDF objects that are written at once, against those that ReportLab writes itself."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from cardgen.render.pdf import pdf_objects as objects
from tests.support.samples import law

NAMES = st.text("ABCXYZabc019_-. #/()", min_size=1, max_size=12)
NUMBERS = st.floats(-2000, 2000).map(lambda value: round(value, 4))


@pytest.fixture(autouse=True)
def binary_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rl_config, "useA85", 0)


def references(names: list[str]) -> dict[str, pdfdoc.PDFObjectReference]:
    return {name: pdfdoc.PDFObjectReference(name) for name in names}


def document(names: list[str]) -> pdfdoc.PDFDocument:
    made = pdfdoc.PDFDocument(invariant=1)
    for name in dict.fromkeys(names):
        made.Reference(pdfdoc.PDFDictionary({}), name)
    return made


def filled(kind: type, fonts: list[str], forms: list[str]) -> pdfdoc.PDFResourceDictionary:
    made = kind()
    made.allProcs()
    made.basicFonts()
    if fonts:
        made.Font = references(fonts)
    made.XObject = references(forms)
    return made


@law
@given(st.lists(NAMES, unique=True, max_size=9), st.lists(NAMES, unique=True, max_size=9))
def test_resources_are_those_of_reportlab(fonts: list[str], forms: list[str]) -> None:
    theirs = filled(pdfdoc.PDFResourceDictionary, fonts, forms).format(document(fonts + forms))
    ours = filled(objects.Resources, fonts, forms).format(document(fonts + forms))
    assert ours == theirs


@law
@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_boxes_are_those_of_reportlab(a: float, b: float, c: float, d: float) -> None:
    assert objects.box(a, b, c, d) == pdfdoc.PDFArray([a, b, c, d]).format(None)


@pytest.mark.parametrize("transparent", [False, True])
def test_forms_are_those_of_reportlab(transparent: bool) -> None:
    operators, names = "q 1 0 0 1 0 0 cm /X1 Do Q\n" * 9, ["X1", "X2"]
    group = pdfdoc.PDFDictionary({"S": pdfdoc.PDFName("Transparency")}) if transparent else None

    theirs = pdfdoc.PDFStream(content=operators.encode())
    theirs.filters = [pdfdoc.PDFZCompress]
    theirs.dictionary.dict.update(
        {
            "Type": pdfdoc.PDFName("XObject"),
            "Subtype": pdfdoc.PDFName("Form"),
            "BBox": pdfdoc.PDFArray([0, 0, 10.5, 20]),
            "Resources": filled(pdfdoc.PDFResourceDictionary, [], names),
        }
    )
    used = filled(objects.Resources, [], names)
    ours = objects.Form(operators, objects.box(0, 0, 10.5, 20), used, packed=True)
    if group is not None:
        theirs.dictionary.dict["Group"] = ours.entries["Group"] = group

    assert ours.format(document(names)) == theirs.format(document(names))


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("annotated", [False, True])
def test_pages_are_those_of_reportlab(packed: bool, annotated: bool) -> None:
    operators, names = "q 1 0 0 1 0 0 cm /X1 Do Q\n" * 9, ["X1", "X2"]
    notes = pdfdoc.PDFArray(list(references(names).values())) if annotated else None

    theirs = pdfdoc.PDFPage()
    theirs.setStream(["", operators, " "])
    theirs.setCompression(int(packed))
    theirs.Rotate, theirs.Annots = 0, notes
    theirs.setPageTransition({})
    theirs.MediaBox = pdfdoc.PDFArray([0, 0, 10.5, 20])
    theirs.Resources = filled(pdfdoc.PDFResourceDictionary, [], names)

    entries = {
        "MediaBox": objects.box(0, 0, 10.5, 20),
        "Resources": filled(objects.Resources, [], names),
    }
    ours = objects.PageObject(objects.OperatorStream(f"\n{operators}\n \n", packed=packed), entries)
    if annotated:
        ours.entries["Annots"] = notes

    assert written(ours, names) == written(theirs, names)


def written(page: pdfdoc.PDFObject, names: list[str]) -> bytes:
    """A file that holds a page, which numbers what it is the first to name."""
    made = document(names)
    made.setCompression(0)
    made.addPage(page)
    data: bytes = made.GetPDFData(None)
    return data


@pytest.mark.parametrize("packed", [False, True])
def test_a_form_says_how_long_its_stream_is(packed: bool) -> None:
    form = objects.Form(
        "0 g\n", objects.box(0, 0, 1, 1), filled(objects.Resources, [], []), packed=packed
    )
    head, _, rest = form.format(document([])).partition(b"\nstream\n")
    stream = rest.removesuffix(b"endstream\n")
    assert b"/Length %d" % len(stream) in head
    assert (b"/FlateDecode" in head) == packed
    assert (zlib.decompress(stream) if packed else stream) == b"0 g\n"
