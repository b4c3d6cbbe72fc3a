"""Make a PDF a PDF/X: what the file says of itself and of the press it is meant for.

In      a finished PDF of pages with boxes, colors that the standard allows, no transparency
        where it allows none; the printing condition.
Out     the bytes of a PDF/X-1a:2003 or PDF/X-4 file; the same input gives the same bytes.
Not here  checking (the tests have a checker of their own).

Source  ISO 15930-4:2003 (PDF/X-1a:2003) and ISO 15930-7:2010 (PDF/X-4), as summed up in
        Kodak Prinergy's «Technical characteristics of PDF/X-1a» and pdfbox-preflight;
        PDF 32000-1:2008, 14.11.5 (output intents), 14.3 (metadata).
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from typing import Literal

import deflate
import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from cardgen.render.pdf.xmp_packet import format_packet
from cardgen.render.press.profile import Profile
from cardgen.version import __version__

Standard = Literal["PDF/X-1a:2003", "PDF/X-4"]

_VERSIONS = {"PDF/X-1a:2003": "1.4", "PDF/X-4": "1.6"}
_STAMP, _XMP_STAMP = "D:20000101000000Z", "2000-01-01T00:00:00Z"
"""Output depends on no clock."""
_EFFORT = 9
"""Of libdeflate: a profile takes a seventh of the time of zlib's 9, and 1 % less room."""
_REGISTRY = "http://www.color.org"


def make_pdfx(
    data: bytes,
    standard: Standard,
    profile: Profile,
    title: str,
    finish: Callable[[pikepdf.Pdf], None] | None = None,
) -> bytes:
    """Make a PDF conform.

    Args:
        data: A PDF as `PdfFile` writes it.
        standard: Which PDF/X.
        profile: The printing condition, embedded as the output intent.
        title: Of the document.
        finish: Called with the open file before it is written.
    """
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            _tidy(page)
        _describe(pdf, standard, title)
        pdf.Root.OutputIntents = Array([pdf.make_indirect(_intent(pdf, profile))])
        if finish is not None:
            finish(pdf)
        if standard == "PDF/X-4":
            _blend_in_ink(pdf)
            packet = _xmp(title, hashlib.md5(data, usedforsecurity=False).hexdigest())
            pdf.Root.Metadata = Stream(pdf, packet, Type=Name.Metadata, Subtype=Name.XML)
        out = io.BytesIO()
        pdf.save(
            out,
            force_version=_VERSIONS[standard],
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.none,
            deterministic_id=True,
        )
    return out.getvalue()


def _tidy(page: pikepdf.Page) -> None:
    """Leave out what a press has no use for."""
    for key in ("/Trans", "/Rotate", "/Annots"):
        if key in page.obj:
            del page.obj[key]


def _describe(pdf: pikepdf.Pdf, standard: Standard, title: str) -> None:
    told = {
        "/Title": String(title),
        "/Creator": String(f"cardgen {__version__}"),
        "/Producer": String(f"cardgen {__version__}"),
        "/CreationDate": String(_STAMP),
        "/ModDate": String(_STAMP),
        "/Trapped": Name("/False"),
    }
    if standard != "PDF/X-4":  # which says it in its metadata instead
        told["/GTS_PDFXVersion"] = String(standard)
        told["/GTS_PDFXConformance"] = String(standard)
    pdf.trailer.Info = pdf.make_indirect(Dictionary(told))


def _blend_in_ink(pdf: pikepdf.Pdf) -> None:
    """Let pages blend in process colors, if anything blends: black text stays black ink."""
    if not any(_blends(thing) for thing in pdf.objects):
        return
    group = pdf.make_indirect(Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK))
    for page in pdf.pages:
        page.obj.Group = group


def _blends(thing: pikepdf.Object) -> bool:
    if not isinstance(thing, Dictionary | Stream):
        return False
    return "/SMask" in thing or thing.get("/ca", 1) < 1 or thing.get("/BM", "/Normal") != "/Normal"


def _intent(pdf: pikepdf.Pdf, profile: Profile) -> Dictionary:
    stream = Stream(pdf, b"", N=4, Alternate=Name.DeviceCMYK)
    packed = bytes(deflate.zlib_compress(profile.data, _EFFORT))
    stream.write(packed, filter=Name.FlateDecode)
    made = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(profile.condition),
        Info=String(profile.about),
        DestOutputProfile=pdf.make_indirect(stream),
    )
    if profile.registered:
        made.RegistryName = String(_REGISTRY)
        made.OutputCondition = String(profile.about)
    return made


def _xmp(title: str, identity: str) -> bytes:
    """The metadata packet, which stays uncompressed for all who look for it."""
    tool = f"cardgen {__version__}"
    properties = (
        f"<pdf:Producer>{tool}</pdf:Producer>",
        "<pdf:Trapped>False</pdf:Trapped>",
        "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>",
        *(f"<xmp:{date}Date>{_XMP_STAMP}</xmp:{date}Date>" for date in _DATES),
        f"<xmp:CreatorTool>{tool}</xmp:CreatorTool>",
        f"<xmpMM:DocumentID>uuid:{identity}</xmpMM:DocumentID>",
        "<xmpMM:VersionID>1</xmpMM:VersionID>",
        "<xmpMM:RenditionClass>default</xmpMM:RenditionClass>",
    )
    return format_packet(title, properties, _NAMESPACES)


_DATES = ("Create", "Modify", "Metadata")
_NAMESPACES = {
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
}
