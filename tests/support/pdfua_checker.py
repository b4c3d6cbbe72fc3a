"""Holds a PDF against PDF/UA-1, clause by clause, with pikepdf; it shares nothing with the product.

Each clause is a function of an open file that gives what is wrong, as sentences. `failed` names
the clauses that a file breaks.

Source  ISO 14289-1:2014 and PDF 32000-1:2008, by way of the PDF Association's «Matterhorn
        Protocol 1.1», as far as a machine can tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pikepdf

STANDARD = {
    "/Document", "/Part", "/Art", "/Sect", "/Div", "/BlockQuote", "/Caption", "/TOC", "/TOCI",
    "/Index", "/P", "/H1", "/H2", "/H3", "/H4", "/H5", "/H6", "/L", "/LI", "/Lbl", "/LBody",
    "/Table", "/TR", "/TH", "/TD", "/Span", "/Quote", "/Reference", "/Code", "/Link", "/Figure",
}  # fmt: skip
PAINTS = {
    "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "Tj", "TJ", "'", '"', "EI",
}  # fmt: skip
INSIDE = {
    "/LI": {"/L"}, "/Lbl": {"/LI"}, "/LBody": {"/LI"}, "/TR": {"/Table"},
    "/TH": {"/TR"}, "/TD": {"/TR"}, "/TOCI": {"/TOC"},
}  # fmt: skip
"""What an element may only stand in."""


@dataclass
class Part:
    """A structure element, where it stands, and what it holds."""

    thing: Any
    parent: Part | None
    kids: list[Part] = field(default_factory=list)
    contents: list[tuple[int, int]] = field(default_factory=list)
    """Page (from 0) and number of each marked content, in reading order."""
    links: list[Any] = field(default_factory=list)

    @property
    def role(self) -> str:
        return str(self.thing.S)

    def walk(self) -> Iterator[Part]:
        yield self
        for kid in self.kids:
            yield from kid.walk()


@dataclass
class Tagged:
    """A file and its structure tree."""

    pdf: Any

    @classmethod
    def read(cls, path: Path) -> Tagged:
        return cls(pikepdf.open(path))

    @cached_property
    def page_numbers(self) -> dict[tuple[int, int], int]:
        return {page.obj.objgen: number for number, page in enumerate(self.pdf.pages)}

    @cached_property
    def roots(self) -> list[Part]:
        root = self.pdf.Root.get("/StructTreeRoot")
        return [self._read(kid, None) for kid in _list(root.get("/K"))] if root else []

    @property
    def parts(self) -> list[Part]:
        """In reading order."""
        return [part for root in self.roots for part in root.walk()]

    def _read(self, thing: Any, parent: Part | None) -> Part:
        part = Part(thing, parent)
        for kid in _list(thing.get("/K")):
            if isinstance(kid, int):
                part.contents.append((self._page(thing.Pg), kid))
            elif kid.get("/Type") == "/MCR":
                part.contents.append((self._page(kid.get("/Pg", thing.get("/Pg"))), int(kid.MCID)))
            elif kid.get("/Type") == "/OBJR":
                part.links.append(kid.Obj)
            else:
                part.kids.append(self._read(kid, part))
        return part

    def _page(self, page: Any) -> int:
        return self.page_numbers[page.objgen]

    @cached_property
    def parents(self) -> dict[int, Any]:
        """The parent tree, flat."""
        numbers = list(self.pdf.Root.StructTreeRoot.ParentTree.Nums)
        return {int(key): value for key, value in zip(numbers[::2], numbers[1::2], strict=True)}

    @cached_property
    def marked(self) -> list[list[tuple[str, int | None]]]:
        """Of each page, each painting operator and the number of its content: -1 for an
        artifact, None for neither."""
        return [list(_painted(page)) for page in self.pdf.pages]


def _list(kids: Any) -> list[Any]:
    if kids is None:
        return []
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _painted(page: Any) -> Iterator[tuple[str, int | None]]:
    open_: list[int | None] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name in ("BMC", "BDC"):
            open_.append(_number(operands))
        elif name == "EMC":
            open_.pop()
        elif name in PAINTS:
            numbers = [number for number in open_ if number is not None]
            yield name, numbers[0] if len(numbers) == 1 else None
    assert not open_, "marked content is left open"


def _number(operands: Any) -> int | None:
    if str(operands[0]) == "/Artifact":
        return -1
    known = operands[1] if len(operands) > 1 else {}
    if isinstance(known, pikepdf.Name):  # of a layer, named in the resources
        return None
    return int(known["/MCID"]) if "/MCID" in known else None


# --- clauses -----------------------------------------------------------------------------------


def says_it_is_tagged(file: Tagged) -> Iterator[str]:
    """ISO 32000-1, 14.7.1; ISO 14289-1, 7.1."""
    if not file.pdf.Root.get("/MarkInfo", {}).get("/Marked", False):
        yield "MarkInfo does not say Marked"
    if "/StructTreeRoot" not in file.pdf.Root:
        yield "there is no structure tree"
    if file.pdf.Root.get("/MarkInfo", {}).get("/Suspects", False):
        yield "tags are suspect"


def says_it_is_accessible(file: Tagged) -> Iterator[str]:
    """ISO 14289-1, 5 and 7.1: the identifier and the title in the metadata."""
    packet = file.pdf.Root.Metadata.read_bytes().decode("utf-8")
    if "<pdfuaid:part>1</pdfuaid:part>" not in packet:
        yield "the metadata have no pdfuaid:part"
    if not re.search(r"<dc:title>.*<rdf:li[^>]*>[^<]+</rdf:li>", packet):
        yield "the metadata have no title"
    if not file.pdf.Root.get("/ViewerPreferences", {}).get("/DisplayDocTitle", False):
        yield "the window does not show the title"


def has_a_language(file: Tagged) -> Iterator[str]:
    """ISO 14289-1, 7.2."""
    if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*", str(file.pdf.Root.get("/Lang", ""))):
        yield "the document has no language"


def marks_all_content(file: Tagged) -> Iterator[str]:
    """ISO 14289-1, 7.1: everything is part of the tree, or an artifact, and never both."""
    for number, page in enumerate(file.marked, 1):
        loose = [name for name, content in page if content is None]
        if loose:
            yield f"page {number} paints {len(loose)} times outside of marked content"


def has_all_content_in_the_tree(file: Tagged) -> Iterator[str]:
    """ISO 32000-1, 14.7.4.4: each content has one owner, and the parent tree says which."""
    owners: dict[tuple[int, int], Part] = {}
    for part in file.parts:
        for place in part.contents:
            if place in owners:
                yield f"content {place} is in the tree twice"
            owners[place] = part
    for number, page in enumerate(file.pdf.pages):
        told = list(file.parents.get(int(page.obj.get("/StructParents", -1)), []))
        for content in {content for _, content in file.marked[number] if content not in (None, -1)}:
            owner = owners.get((number, content))
            if owner is None:
                yield f"content {content} of page {number + 1} is not in the tree"
            elif content >= len(told) or told[content].objgen != owner.thing.objgen:
                yield f"the parent tree is wrong about content {content} of page {number + 1}"


def knows_all_its_parts(file: Tagged) -> Iterator[str]:
    """ISO 32000-1, 14.7.2, 14.8.4: standard types, each under what it belongs to."""
    for part in file.parts:
        if part.role not in STANDARD:
            yield f"{part.role} is no standard type"
        above = part.parent.role if part.parent else ""
        if above not in INSIDE.get(part.role, {above}):
            yield f"{part.role} stands in {above}"
        parent = part.parent.thing if part.parent else file.pdf.Root.StructTreeRoot
        if part.thing.P.objgen != parent.objgen:
            yield f"{part.role} does not know its parent"


def describes_figures(file: Tagged) -> Iterator[str]:
    """ISO 14289-1, 7.3."""
    for part in file.parts:
        if part.role == "/Figure" and not str(part.thing.get("/Alt", "")).strip():
            yield "a figure has no words"


def has_headings_in_order(file: Tagged) -> Iterator[str]:
    """ISO 14289-1, 7.4.2: the first is an H1, and no level is left out on the way down."""
    last = 0
    for part in file.parts:
        if re.fullmatch(r"/H\d", part.role):
            level = int(part.role[2:])
            if level > last + 1:
                yield f"{part.role} follows H{last}"
            last = level


def has_regular_tables(file: Tagged) -> Iterator[str]:
    """ISO 14289-1, 7.5: as many cells in each row; heads say what they are the head of."""
    for part in file.parts:
        if part.role == "/TH" and "/Scope" not in part.thing.get("/A", {}):
            yield "a head of a table has no scope"
        rows = [len(row.kids) for row in part.kids if row.role == "/TR"]
        if part.role == "/Table" and len(set(rows)) != 1:
            yield f"a table has rows of {sorted(set(rows))} cells"


def has_whole_lists(file: Tagged) -> Iterator[str]:
    """ISO 14289-1, 7.6."""
    for part in file.parts:
        if part.role == "/L" and {kid.role for kid in part.kids} != {"/LI"}:
            yield "a list holds other things than items"
        if part.role == "/LI" and "/LBody" not in [kid.role for kid in part.kids]:
            yield "an item has no body"


def has_links_in_the_tree(file: Tagged) -> Iterator[str]:
    """ISO 14289-1, 7.18: links are told of, described, and reached in reading order."""
    for number, page in enumerate(file.pdf.pages, 1):
        links = _list(page.obj.get("/Annots"))
        if links and page.obj.get("/Tabs") != "/S":
            yield f"page {number} is not stepped through in reading order"
        for link in links:
            owner = file.parents.get(int(link.get("/StructParent", -1)))
            if owner is None or owner.S != "/Link":
                yield f"a link on page {number} is not in the tree"
            if not str(link.get("/Contents", "")):
                yield f"a link on page {number} has no description"
    for part in file.parts:
        if part.role == "/Link" and not (part.links and part.contents):
            yield "a Link has no words or no link"


def has_readable_fonts(file: Tagged) -> Iterator[str]:
    """ISO 14289-1, 7.21: embedded, and every code says which characters it is."""
    for thing in file.pdf.objects:
        if not isinstance(thing, pikepdf.Dictionary) or thing.get("/Type") != "/Font":
            continue
        if thing.get("/Subtype") == "/Type0" and "/ToUnicode" not in thing:
            yield f"{thing.BaseFont} does not say what its codes are"
        elif thing.get("/Subtype") == "/Type0":
            texts = re.findall(
                rb"^<[0-9A-F]+> <([0-9A-F]*)>$", thing.ToUnicode.read_bytes(), re.MULTILINE
            )
            if not texts or any(text in (b"", b"0000", b"FEFF", b"FFFE") for text in texts):
                yield f"{thing.BaseFont} has codes that are nothing"
        descriptor = thing.get("/FontDescriptor", {})
        embedded = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
        if thing.get("/Subtype") != "/Type0" and not embedded:
            yield f"{thing.BaseFont} is not embedded"


CLAUSES: tuple[Callable[[Tagged], Iterator[str]], ...] = (
    says_it_is_tagged,
    says_it_is_accessible,
    has_a_language,
    marks_all_content,
    has_all_content_in_the_tree,
    knows_all_its_parts,
    describes_figures,
    has_headings_in_order,
    has_regular_tables,
    has_whole_lists,
    has_links_in_the_tree,
    has_readable_fonts,
)


def failed(path: Path) -> dict[str, list[str]]:
    """What is wrong, by clause; nothing if the file conforms."""
    file = Tagged.read(path)
    found = {clause.__name__: list(clause(file)) for clause in CLAUSES}
    return {name: wrong for name, wrong in found.items() if wrong}
