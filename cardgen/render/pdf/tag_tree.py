"""Tell screen readers what the pages of a PDF show: the structure tree and PDF/UA.

In      operators, each with the `StructureNode` that they show; links; the finished pages.
Out     marked content for the pages; a structure tree, its parent tree, metadata for the file.
Not here  which node is what (`layout.booklet.composer`).

Everything on a tagged page is either part of the tree or an artifact (lines, grounds, running
heads), so that nothing is read that was not written, and nothing written is left out.

Source  PDF 32000-1:2008, 14.6 (marked content), 14.7 (structure), 14.8 (tagged PDF), 14.9;
        ISO 14289-1:2014 (PDF/UA-1).
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, assert_never

from msgspec import Struct, field
from reportlab.pdfbase import pdfdoc

from cardgen.render.pdf.pdf_objects import PageObject
from cardgen.render.pdf.xmp_packet import format_packet
from cardgen.scene.structure import StructureNode, StructureRole
from cardgen.version import __version__


class _TagElement(pdfdoc.PDFObject):  # type: ignore[misc]
    """A structure element as the file holds it."""

    def __init__(self, node: StructureNode, parent: _TagElement | None, name: str) -> None:
        self.node = node
        self.parent = parent
        self.name = name
        self.alt = node.alt
        self.kids: list[_TagElement | _MarkedPart | _LinkPart] = []

    @property
    def role(self) -> StructureRole:
        """What it is; words that lead nowhere in this file are no link."""
        leads = any(isinstance(kid, _LinkPart) for kid in self.kids)
        return "Span" if self.node.role == "Link" and not leads else self.node.role

    def format(self, document: Any) -> bytes:
        above = self.parent.name if self.parent else "cardgen.tags"
        entries = {"S": f"/{self.role}", "P": _reference(document, above)}
        page = next((kid.page for kid in self.kids if isinstance(kid, _MarkedPart)), "")
        if page:
            entries["Pg"] = _reference(document, page)
        if self.kids:
            entries["K"] = f"[{' '.join(_kid(document, kid, page) for kid in self.kids)}]"
        entries |= _words(self.node, self.alt)
        return _dictionary({"Type": "/StructElem", **entries})


class _MarkedPart(Struct, frozen=True):
    """Marked content on a page."""

    page: str
    number: int


class _LinkPart(Struct, frozen=True):
    """The place of a link on a page."""

    page: str
    annotation: str


def _kid(document: Any, kid: _TagElement | _MarkedPart | _LinkPart, page: str) -> str:
    match kid:
        case _TagElement():
            return _reference(document, kid.name)
        case _MarkedPart():
            if kid.page == page:
                return str(kid.number)
            where = _reference(document, kid.page)
            return f"<</Type/MCR/Pg {where}/MCID {kid.number}>>"
        case _LinkPart():
            where, link = _reference(document, kid.page), _reference(document, kid.annotation)
            return f"<</Type/OBJR/Pg {where}/Obj {link}>>"
    assert_never(kid)


def _words(node: StructureNode, alt: str) -> dict[str, str]:
    """What an element says of itself besides what it is."""
    said = {"Alt": alt, "ActualText": node.actual, "Lang": node.language}
    entries = {name: hex_text(text) for name, text in said.items() if text}
    if node.role == "TH":
        entries["A"] = "<</O/Table/Scope/Column>>"
    if node.role == "L":
        entries["A"] = f"<</O/List/ListNumbering/{'Decimal' if node.numbered else 'Disc'}>>"
    return entries


def hex_text(text: str) -> str:
    """A text string of a PDF."""
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def _dictionary(entries: dict[str, str]) -> bytes:
    return ("<<" + "".join(f"/{name} {value}" for name, value in entries.items()) + ">>").encode()


def _reference(document: Any, name: str) -> str:
    number, version = document.idToObjectNumberAndVersion[name]
    return f"{number} {version} R"


class _LateDictionary(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object whose text is known when all others are."""

    def __init__(self, entries: Any) -> None:
        self.entries = entries

    def format(self, document: Any) -> bytes:
        return _dictionary(self.entries(document))


class TagTree(Struct):
    """The structure of one PDF while its pages are written.

    `accessible` says in the file that it is PDF/UA-1.
    """

    language: str
    accessible: bool = False
    document: StructureNode = field(default_factory=lambda: StructureNode("Document"))
    """Of a file of pictures; texts bring their own."""
    elements: dict[StructureNode, _TagElement] = field(default_factory=dict)
    roots: list[_TagElement] = field(default_factory=list)
    marked: list[_TagElement] = field(default_factory=list)
    """Whose the marked contents of the page to come are, by number."""
    parents: list[list[_TagElement] | _TagElement] = field(default_factory=list)
    """Whose the contents of each page are, and each link."""

    def mark(self, operators: str, node: StructureNode | None, page: str, alt: str = "") -> str:
        """Operators as content of a node, or as an artifact.

        Args:
            operators: What is painted; nothing is marked where there is nothing.
            node: What they show; None for an artifact.
            page: The name of the page to come.
            alt: What is said instead, if the node does not know.
        """
        if node is None:
            return f"/Artifact BMC\n{operators}\nEMC" if operators else ""
        element = self.element(node)
        element.alt = element.alt or alt
        if not operators:
            return ""
        number = len(self.marked)
        self.marked.append(element)
        element.kids.append(_MarkedPart(page, number))
        return f"/{node.role} <</MCID {number}>> BDC\n{operators}\nEMC"

    def add_figure(self, words: str) -> StructureNode:
        """A picture by itself, after all else."""
        return StructureNode("Figure", self.document, len(self.elements) + 1, words)

    def element(self, node: StructureNode) -> _TagElement:
        """A node's element. A link that is broken over two lines has one."""
        if node not in self.elements:
            parent = self.element(node.parent) if node.parent else None
            siblings: list[Any] = parent.kids if parent else self.roots
            last = siblings[-1] if siblings else None
            if isinstance(last, _TagElement) and _same_link(last.node, node):
                self.elements[node] = last
                return last
            name = f"cardgen.tag{len(self.elements) + 1}"
            made = self.elements[node] = _TagElement(node, parent, name)
            siblings.append(made)
        return self.elements[node]

    def add_link(self, node: StructureNode, page: str, annotation: str) -> int:
        """Put a link into the tree; gives its number there."""
        element = self.element(node)
        element.kids.append(_LinkPart(page, annotation))
        self.parents.append(element)
        return len(self.parents) - 1

    def close_page(self, page: PageObject) -> None:
        """Give a page its number in the tree."""
        page.entries |= {"StructParents": len(self.parents), "Tabs": b"/S"}
        self.parents.append(self.marked)
        self.marked = []

    def add_to(self, document: Any, title: str) -> None:
        """Write the tree, and what a tagged file says of itself."""
        catalog = document.Catalog
        catalog.Lang = pdfdoc.PDFString(self.language) if self.language else None
        catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})
        shown = pdfdoc.PDFDictionary({"DisplayDocTitle": "true"})
        catalog.ViewerPreferences = shown
        made = sorted(set(self.elements.values()), key=lambda one: int(one.name[11:]))
        for element in made:
            document.Reference(element, element.name)
            element.kids.sort(key=_place)
        self.roots.sort(key=_place)
        document.Reference(_LateDictionary(self.parent_tree), "cardgen.tag-parents")
        catalog.StructTreeRoot = _LateDictionary(self.root)
        document.Reference(catalog.StructTreeRoot, "cardgen.tags")
        catalog.Metadata = pdfdoc.PDFStream(content=self.metadata(title))
        catalog.Metadata.filters = []
        kind = {"Type": pdfdoc.PDFName("Metadata"), "Subtype": pdfdoc.PDFName("XML")}
        catalog.Metadata.dictionary.dict.update(kind)

    def root(self, document: Any) -> dict[str, str]:
        kids = " ".join(_reference(document, element.name) for element in self.roots)
        return {
            "Type": "/StructTreeRoot",
            "K": f"[{kids}]",
            "ParentTree": _reference(document, "cardgen.tag-parents"),
            "ParentTreeNextKey": str(len(self.parents)),
        }

    def parent_tree(self, document: Any) -> dict[str, str]:
        rows = (f"{key} {value}" for key, value in enumerate(self.list_parents(document)))
        return {"Nums": f"[{' '.join(rows)}]"}

    def list_parents(self, document: Any) -> Iterator[str]:
        for owner in self.parents:
            if isinstance(owner, _TagElement):
                yield _reference(document, owner.name)
            else:
                yield f"[{' '.join(_reference(document, one.name) for one in owner)}]"

    def metadata(self, title: str) -> bytes:
        """The XMP packet."""
        properties = [
            *((_LANGUAGE.format(escape(self.language, quote=False)),) if self.language else ()),
            f"<xmp:CreatorTool>cardgen {__version__}</xmp:CreatorTool>",
            *((_UA_PART,) if self.accessible else ()),
        ]
        return format_packet(title, properties, _NAMESPACES)


def _same_link(one: StructureNode, other: StructureNode) -> bool:
    return one.role == other.role == "Link" and one.target == other.target != ""


def _place(kid: _TagElement | _MarkedPart | _LinkPart) -> int:
    return kid.node.order if isinstance(kid, _TagElement) else 0


_UA_PART = "<pdfuaid:part>1</pdfuaid:part>"
_LANGUAGE = "<dc:language><rdf:Bag><rdf:li>{}</rdf:li></rdf:Bag></dc:language>"
_NAMESPACES = {"pdfuaid": "http://www.aiim.org/pdfua/ns/id/"}
