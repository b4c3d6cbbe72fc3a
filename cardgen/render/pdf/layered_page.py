"""A PDF with layers that can be hidden, and lines in inks of their own.

In      the layers' names; spot inks by name, with the color that stands for them on a screen.
Out     a `PdfFile` whose operators may name them.

Content of a layer stands between `layer_start` and `LAYER_END`; what is stroked after
`pen_of` is in its ink, and overprints: to hide or leave out its plate uncovers nothing.

Source  PDF 32000-1:2008, 8.11 (optional content), 8.6.6.4 (Separation), 8.6.7 (overprint).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardgen.bind.pictures import PictureStore
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.tag_tree import TagTree

LAYER_END = "EMC"
_LAYERS = re.compile(r"/OC /(\w+) BDC")
_OVER = "Over"

Cmyk = tuple[float, float, float, float]


def layer_start(name: str) -> str:
    """Begins content of a layer."""
    return f"/OC /Layer{name} BDC"


def pen_of(ink: str, width: float) -> str:
    """A pen of a spot ink."""
    return f"/{_OVER} gs /Ink{ink} CS 1 SCN {width} w"


class LayeredPdf(PdfFile):
    """A `PdfFile` with layers and spot inks."""

    def __init__(
        self,
        pictures: PictureStore,
        *,
        title: str,
        layers: Sequence[str],
        inks: Mapping[str, Cmyk],
        tags: TagTree | None = None,
    ) -> None:
        super().__init__(pictures, title=title, tags=tags)
        self._layers = {f"Layer{name}": self._layer(name) for name in layers}
        for name, shown in inks.items():
            self._leaf["ColorSpace"][f"Ink{name}"] = self._ink(name, shown)
        over = {"OP": "true", "op": "true", "OPM": 1}
        self._leaf["ExtGState"][_OVER] = pdfdoc.PDFDictionary(over)
        self._announce()

    def resources(self, operators: str) -> Any:
        made = super().resources(operators)
        made.Properties = {name: self._layers[name] for name in _LAYERS.findall(operators)}
        return made

    def _layer(self, name: str) -> Any:
        entries = {"Type": pdfdoc.PDFName("OCG"), "Name": pdfdoc.PDFString(name)}
        return self._document.Reference(pdfdoc.PDFDictionary(entries), f"cardgen.layer.{name}")

    def _ink(self, name: str, shown: Cmyk) -> Any:
        tint = {
            "FunctionType": 2,
            "Domain": pdfdoc.PDFArray([0, 1]),
            "C0": pdfdoc.PDFArray([0, 0, 0, 0]),
            "C1": pdfdoc.PDFArray(list(shown)),
            "N": 1,
        }
        words = pdfdoc.PDFName("Separation"), pdfdoc.PDFName(name), pdfdoc.PDFName("DeviceCMYK")
        space = pdfdoc.PDFArray([*words, pdfdoc.PDFDictionary(tint)])
        return self._document.Reference(space, f"cardgen.ink.{name}")

    def _announce(self) -> None:
        """The catalogue lists the layers; all of them are shown."""
        layers = list(self._layers.values())
        shown = {
            "Name": pdfdoc.PDFString("layers"),
            "Order": pdfdoc.PDFArray(layers),
            "ON": pdfdoc.PDFArray(layers),
        }
        entries = {"OCGs": pdfdoc.PDFArray(layers), "D": pdfdoc.PDFDictionary(shown)}
        catalog = self._document.Catalog
        catalog.OCProperties = pdfdoc.PDFDictionary(entries)
        catalog.__NoDefault__ = [*catalog.__NoDefault__, "OCProperties"]
