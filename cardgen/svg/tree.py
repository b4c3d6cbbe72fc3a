"""SVG bytes → a tree of elements that know their place.

In      the bytes of a file, perhaps a stranger's.
Out     `Tree`: its root, and its elements by id; `Gap`s and `DrawingError`s are named here.
Not here  what an element means (`svg.draw`).

Expat reads it, and is told to stop at the first declaration of an entity that is more than a
short text: old files of Illustrator have such names for their namespaces and styles. What refers
to no other cannot multiply beyond what the file's `&` allow, and that is counted. Nothing outside
the file is ever opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from msgspec import Struct, field

MAX_BYTES = 5_000_000
MAX_ELEMENTS = 20_000
MAX_DEPTH = 48
MAX_GAPS = 100
MAX_VALUE = 1_000
MAX_DECLARED = 200
MAX_EXPANDED = 1_000_000
_STYLE_FILE = re.compile(r"\bhref\s*=\s*[\"']([^\"']*)[\"']")
_REFERENCE = re.compile(rb"&([A-Za-z_][A-Za-z0-9_.-]*);")
_PLAIN = re.compile(rb"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)", re.DOTALL)
"""What has no references. One that is not closed reaches to the end: each of many would be
followed to there in vain."""
_MARKUP = re.compile(r"[&<%]")
_LONG = frozenset(("class", "d", "points", "style"))
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"


_FAULTS = {
    expat.errors.XML_ERROR_NO_ELEMENTS: "the file ends before its drawing does",
    expat.errors.XML_ERROR_SYNTAX: "here is a text in the place of an element",
    expat.errors.XML_ERROR_INVALID_TOKEN:
        "here is a character that XML does not have here, or that is not in UTF-8",
    expat.errors.XML_ERROR_PARTIAL_CHAR: "the file ends within a character",
    expat.errors.XML_ERROR_UNCLOSED_TOKEN: "the file ends within what begins here",
    expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION: "the `<![CDATA[` that begins here has no end",
    expat.errors.XML_ERROR_TAG_MISMATCH: "this closes another element than the one that is open",
    expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE: "an attribute stands twice in this element",
    expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT: "something stands behind the end of the drawing",
    expat.errors.XML_ERROR_UNDEFINED_ENTITY:
        "XML does not know the name between `&` and `;`: write the character itself",
    expat.errors.XML_ERROR_BAD_CHAR_REF: "XML has no character of this number",
    expat.errors.XML_ERROR_MISPLACED_XML_PI:
        "before `<?xml` nothing may stand, blank lines included",
    expat.errors.XML_ERROR_UNBOUND_PREFIX:
        "the word before `:` is not declared: give `<svg>` an `xmlns:` for it, or leave it out",
    expat.errors.XML_ERROR_INCORRECT_ENCODING: "the file is not in the encoding that it states",
    expat.errors.XML_ERROR_UNKNOWN_ENCODING: "its encoding is not known: save it as UTF-8",
}  # fmt: skip
"""What is wrong, by what the parser calls it."""


class DrawingError(ValueError):
    """Not a usable SVG file; the message completes «the drawing `name` …»."""


class MissingPartError(DrawingError):
    """A drawing without the element that is asked for, or with nothing in it."""


class Gap(Struct, frozen=True):
    """Something the file asks for that is not supported."""

    message: str
    line: int
    column: int
    hint: str


class SvgElement(Struct, frozen=True, eq=False):
    """An element of SVG, or of no namespace; `name` is "" for one of another namespace."""

    name: str
    attributes: Mapping[str, str]
    line: int
    column: int
    children: tuple[SvgElement, ...]
    text: str

    def walk(self) -> Iterator[SvgElement]:
        """This element and all below it, in the file's order."""
        yield self
        for child in self.children:
            yield from child.walk()


class Tree(Struct, frozen=True, eq=False):
    root: SvgElement
    by_id: Mapping[str, SvgElement]
    style_files: tuple[str, ...] = ()
    """What `<?xml-stylesheet href="…"?>` names."""


class Gaps(Struct):
    """The gaps of one file; of each message the first place is kept."""

    _found: dict[str, Gap] = field(default_factory=dict)

    def add(self, element: SvgElement, message: str, hint: str = "") -> None:
        if len(self._found) < MAX_GAPS:
            self._found.setdefault(message, Gap(message, element.line, element.column, hint))

    @property
    def found(self) -> tuple[Gap, ...]:
        return tuple(sorted(self._found.values(), key=lambda gap: (gap.line, gap.column)))


def chain_to(element: SvgElement, target: SvgElement) -> tuple[SvgElement, ...]:
    """The elements from one down to another that is in it; none if it is not."""
    if element is target:
        return (element,)
    found = (chain_to(child, target) for child in element.children)
    return next(((element, *chain) for chain in found if chain), ())


def quoted(text: str) -> str:
    """A file's own words for use in a message: one line, and not a long one."""
    words = " ".join(text[:200].split())
    return f"`{words if len(words) <= 40 else words[:39] + '…'}`"


def cut(text: str) -> str:
    """A value without space around it, and cut where no honest one is as long.

    What is cut cannot be read; what is short may be read again by ten thousand `use`s.
    """
    text = text.strip()
    return text if len(text) <= MAX_VALUE else text[:MAX_VALUE] + "…"


def read_tree(data: bytes) -> Tree:
    """Read a file's elements.

    Raises:
        DrawingError: it is no SVG, is damaged, is too large, or declares entities.
    """
    if data.startswith(b"\x1f\x8b"):
        raise DrawingError("is compressed (.svgz); save it as plain .svg")
    if len(data) > MAX_BYTES:
        raise DrawingError(f"is over {MAX_BYTES // 1_000_000} MB, the limit for a drawing")
    reader = _SvgReader()
    root = reader.read(data)
    if root.name != "svg":
        raise DrawingError("is not an SVG file: its first element is not `<svg>`")
    by_id: dict[str, SvgElement] = {}
    for element in root.walk():
        by_id.setdefault(element.attributes.get("id", ""), element)
    by_id.pop("", None)
    return Tree(root, by_id, tuple(reader.style_files))


class _OpenElement(Struct):
    """An element whose end is still to come."""

    name: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[SvgElement] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def closed(self) -> SvgElement:
        text = "".join(self.text)
        children = tuple(self.children)
        return SvgElement(self.name, self.attributes, self.line, self.column, children, text)


class _SvgReader:
    def __init__(self) -> None:
        self.count = 0
        self.open: list[_OpenElement] = []
        self.root: SvgElement | None = None
        self.style_files: list[str] = []
        self.references = 0
        self.longest = self.spaces = 0
        self.names = {b"amp", b"apos", b"gt", b"lt", b"quot"}
        self.elsewhere = False
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.EntityDeclHandler = self.entity
        self.parser.AttlistDeclHandler = self.default
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.ProcessingInstructionHandler = self.instruction

    def read(self, data: bytes) -> SvgElement:
        self.references = data.count(b"&")
        try:
            self.parser.Parse(data, True)
        except DrawingError:
            raise
        except expat.ExpatError as error:
            reason = _FAULTS.get(expat.ErrorString(error.code), "it is damaged")
            place = f"line {error.lineno}, column {error.offset + 1}"
            raise DrawingError(f"cannot be read as XML: {reason} ({place})") from None
        except (LookupError, ValueError):
            raise DrawingError("is in an unknown text encoding; save it as UTF-8") from None
        assert self.root is not None
        self.check_names(data)
        return self.root

    def doctype(self, _name: str, system: str | None, _public: str | None, _inner: int) -> None:
        self.elsewhere = system is not None

    def check_names(self, data: bytes) -> None:
        """Refuse names that a DOCTYPE elsewhere may declare: expat passes over them."""
        unknown = set(_REFERENCE.findall(data)) - self.names if self.elsewhere else None
        if unknown:
            unknown = set(_REFERENCE.findall(_PLAIN.sub(b"", data))) - self.names
        if unknown:
            reason = _FAULTS[expat.errors.XML_ERROR_UNDEFINED_ENTITY]
            name = min(unknown).decode("ascii")
            raise DrawingError(f"cannot be read as XML: {reason} (`&{name};`)")

    def entity(self, name: str, is_parameter: int, value: str | None, *_where: str | None) -> None:
        """Leave a short text to expat, which puts it in; nothing else."""
        self.names.add(name.encode())
        if is_parameter or value is None or len(value) > MAX_VALUE or _MARKUP.search(value):
            raise DrawingError(
                f"declares the XML entity {quoted(name)}, which is more than a short text and is "
                "not read; save it as plain SVG"
            )
        self.longest = max(self.longest, len(value))
        if len(self.names) > MAX_DECLARED or self.longest * self.references > MAX_EXPANDED:
            raise DrawingError("uses too many XML entities; save it as plain SVG")

    def default(
        self, _element: str, name: str, _kind: str, value: str | None, _required: int
    ) -> None:
        """Leave short namespaces that a DOCTYPE declares to expat; nothing else."""
        if value is None:
            return
        self.spaces += len(value) + len(name)
        if not name.startswith("xmlns") or self.spaces > MAX_VALUE:
            raise DrawingError(
                f"has a DOCTYPE that gives {quoted(name)} a value, which is not read; "
                "save it as plain SVG"
            )

    def instruction(self, target: str, data: str) -> None:
        found = _STYLE_FILE.search(data[:MAX_VALUE]) if target == "xml-stylesheet" else None
        if found and not found[1].startswith("#") and len(self.style_files) < MAX_GAPS:
            self.style_files.append(found[1])

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise DrawingError(f"has more than {MAX_ELEMENTS:,} elements, the limit")
        if len(self.open) >= MAX_DEPTH:
            raise DrawingError(f"nests its elements more than {MAX_DEPTH} deep, the limit")
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.open.append(_OpenElement(_local(name), _own(attributes), line, column))

    def end(self, _name: str) -> None:
        element = self.open.pop().closed()
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element

    def characters(self, text: str) -> None:
        self.open[-1].text.append(text)


def _local(name: str) -> str:
    space, _, local = name.rpartition(" ")
    return local if space in ("", _SVG) else ""


def _own(attributes: dict[str, str]) -> dict[str, str]:
    """The attributes of no namespace, and `href` in its older spelling."""
    own = {
        name: value.strip() if name in _LONG else cut(value)
        for name, value in attributes.items()
        if " " not in name
    }
    if f"{_XLINK} href" in attributes:
        own.setdefault("href", cut(attributes[f"{_XLINK} href"]))
    return own
