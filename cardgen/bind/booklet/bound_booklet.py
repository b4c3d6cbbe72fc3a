"""A booklet with nothing left to look up: what `bind.booklet.booklets` makes and `layout` reads.

Words are runs, cards are faces, counts are figures. Only the numbers of pages are open:
runs that stand for one have the link `page:NAME`, and get their number from the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Literal

from msgspec import Struct, field

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.bound_texts import RichText, TextRun, TextSetting
from cardgen.cache.content_key import StandIns, make_content_key
from cardgen.core.color import Color
from cardgen.core.findings import Span
from cardgen.core.geometry import Edges
from cardgen.core.lengths import Length
from cardgen.core.sizes import Size
from cardgen.read.markdown_text.tree import Align
from cardgen.scene.items import Bitmap
from cardgen.svg.drawing import Drawing
from cardgen.text.fonts import Face

PAGE = "page:"
"""Begins the link of a run that stands for the number of a page."""


class BookText(Struct, frozen=True):
    """A paragraph of one role: body, quote, box, code …"""

    text: RichText
    setting: TextSetting
    span: Span
    joins: bool = False
    """Whether it goes on from the paragraph before it, and so may be indented."""


class BookHeading(Struct, frozen=True):
    text: RichText
    setting: TextSetting
    level: int
    slug: str
    title: str
    entry: RichText
    """As it stands in the contents."""
    span: Span


class BookList(Struct, frozen=True):
    """Items with what stands before each of them."""

    items: tuple[tuple[BookBlock, ...], ...]
    markers: tuple[RichText, ...]
    setting: TextSetting
    tight: bool
    span: Span


class BookTable(Struct, frozen=True):
    """Cells in rows. Beside each other stand `across` parts of it."""

    head: tuple[RichText, ...]
    rows: tuple[tuple[RichText, ...], ...]
    aligns: tuple[Align, ...]
    head_setting: TextSetting
    setting: TextSetting
    caption: RichText | None
    caption_setting: TextSetting
    across: int
    span: Span


class BookQuote(Struct, frozen=True):
    blocks: tuple[BookBlock, ...]
    span: Span


class BookBox(Struct, frozen=True):
    """Blocks on a tinted ground."""

    title: RichText | None
    title_setting: TextSetting
    blocks: tuple[BookBlock, ...]
    kind: str
    span: Span


Arrangement = Literal["row", "fan"]


class CardArrangement(Struct, frozen=True):
    """Faces of cards, beside each other or fanned. `width` is a card's."""

    faces: tuple[BoundFace, ...]
    arrangement: Arrangement
    width: Length | None


class PictureFigure(Struct, frozen=True):
    """A picture. `alt` is what is said instead of it."""

    bitmap: Bitmap | Drawing
    width: Length | None
    alt: str = ""


class BookFigure(Struct, frozen=True):
    """Cards or a picture, with a caption."""

    content: CardArrangement | PictureFigure
    caption: RichText | None
    setting: TextSetting
    span: Span


class BookContents(Struct, frozen=True):
    """A line for each heading of the highest `depth` levels that follow."""

    depth: int
    setting: TextSetting
    figures: TextRun
    """How the numbers of pages are set."""
    span: Span


class BookRule(Struct, frozen=True):
    span: Span


class BookBreak(Struct, frozen=True):
    """What follows begins a page, or a column."""

    of: Literal["page", "column"]
    span: Span


BookBlock = (
    BookText
    | BookHeading
    | BookList
    | BookTable
    | BookQuote
    | BookBox
    | BookFigure
    | BookContents
    | BookRule
    | BookBreak
)


class BookBlocks:
    """The blocks of a text, which may be bound when somebody asks for them."""

    __slots__ = ("_blocks", "_digest")

    def __init__(
        self,
        blocks: tuple[BookBlock, ...] | Callable[[], tuple[BookBlock, ...]],
        digest: bytes = b"",
    ) -> None:
        """Make a text.

        Args:
            blocks: The blocks, or what binds them.
            digest: Stands for all of them; worked out, if it is left out.
        """
        self._blocks, self._digest = blocks, digest

    def open(self) -> tuple[BookBlock, ...]:
        if callable(self._blocks):
            self._blocks = self._blocks()
        return self._blocks

    @property
    def digest(self) -> bytes:
        """What stands for the blocks; of a card that is shown, only its size counts."""
        if not self._digest:
            self._digest = make_content_key(self.open(), _STAND_INS)
        return self._digest

    def __reduce__(self) -> tuple[Any, ...]:
        """Where a value is packed to be told from others, the digest stands for the blocks."""
        return bytes, (self.digest,)


_STAND_INS: StandIns = {Face: lambda face: face.identity, BoundFace: lambda face: face.size}


class RunningText(Struct, frozen=True):
    """A line at the head or foot of pages: what it says on page so and so of a section."""

    words: Callable[[int, str], RichText]
    setting: TextSetting
    said: dict[tuple[int, str], RichText] = field(default_factory=dict)
    """What it was asked for so far, by page and section."""

    def say(self, page: int, section: str) -> RichText:
        """What stands on a page."""
        if (page, section) not in self.said:
            self.said[page, section] = self.words(page, section)
        return self.said[page, section]


class BoundBooklet(Struct, frozen=True, eq=False):
    """A booklet, ready to be laid out. Compared by identity: it is laid out once."""

    name: str
    title: str
    size: Size
    margins: Edges
    """Of a right page: `left` is the inner margin."""
    columns: int
    column_gap: float
    text: BookBlocks
    body: TextSetting
    accent: Color
    paper: Color
    """Of the pages, as far as it is one plain color."""
    tint: Color
    head: RunningText | None
    foot: RunningText | None
    cover: BoundFace | None
    back_cover: BoundFace | None
    backgrounds: tuple[BoundFace, ...]
    """Of left and right pages; none, if there is no background."""
    span: Span
    uses: frozenset[tuple[str, str]] = field(default=frozenset())
    """Layouts, styles, fonts, colors, icons and files it uses, by kind and name."""
    fields: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Fields of cards that its tables and numbers ask for, by deck."""
    labels: Mapping[str, Span] = field(default_factory=dict)
    mirrored: bool = False
    """Whether it is read from the right, and bound there."""
    """Where links lead to, by name."""

    @property
    def blocks(self) -> tuple[BookBlock, ...]:
        """What it says."""
        return self.text.open()

    @property
    def faces(self) -> tuple[BoundFace, ...]:
        """Its own faces: covers and backgrounds."""
        covers = (self.cover, self.back_cover)
        return (*(face for face in covers if face), *self.backgrounds)
