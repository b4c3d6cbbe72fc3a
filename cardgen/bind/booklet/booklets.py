"""Bind booklets: every name, expression, icon, picture and style looked up.

In      `BookletSpec`s, the Markdown they name, the bound decks.
Out     `BoundBooklet`s; findings for all that is not there.
Not here  the words of a text (`bind.booklet.blocks`), what expressions call
          (`bind.booklet.expressions`), pages (`layout.booklet.pages`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, partial
from importlib import resources
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.booklet.blocks import BlockBinder
from cardgen.bind.booklet.bound_booklet import BookBlock, BookBlocks, BoundBooklet, RunningText
from cardgen.bind.booklet.colors import BookColors, accent_of
from cardgen.bind.booklet.expressions import functions
from cardgen.bind.booklet.kept_texts import KeptTexts
from cardgen.bind.booklet.styles import Roles
from cardgen.bind.bound_faces import Body, BoundDeck, BoundFace
from cardgen.bind.card.look_ups import Names
from cardgen.bind.component_sizes import ComponentSizes
from cardgen.bind.elements.binder import ElementBinder
from cardgen.bind.elements.card_context import CardContext
from cardgen.bind.kept.definitions_key import make_booklet_key
from cardgen.bind.kept.kept_blocks import Asked, KeptBlocks, make_asked_key
from cardgen.bind.kept.kept_cards import KeptCards
from cardgen.cache.content_key import make_record_key
from cardgen.core.color import Color
from cardgen.core.findings import Finding, Report, Span
from cardgen.core.geometry import POINTS_PER_MM, Edges, Extent
from cardgen.core.lengths import UNITS, Length
from cardgen.core.sizes import Size, find_size, size_names
from cardgen.expressions.language_functions import CREDITS, LANGUAGE, TEXT_LANGUAGE
from cardgen.files.game_files import GameFiles, UnreadableError, find_remedy
from cardgen.read.credits import print_credits
from cardgen.read.game import GameSpec
from cardgen.read.markdown_text.kept_documents import read_document
from cardgen.read.markdown_text.stray_characters import replace_stray
from cardgen.read.markdown_text.tree import Document
from cardgen.read.models.booklets import BookletSpec
from cardgen.read.models.game_file import GameFile
from cardgen.read.models.layouts import LayoutSpec
from cardgen.read.syntax.merge_marks import find_conflict
from cardgen.read.syntax.nodes import MappingNode
from cardgen.read.tables.cards import CardSpec

_BLEED = 3 * POINTS_PER_MM
_MARGINS = {"inner": 0.125, "outer": 0.105, "top": 0.11, "bottom": 0.14}
"""Shares of the page's width: the text stands a little to the spine's side of an even frame."""
_GAP = 0.045


def bind_booklets(  # noqa: PLR0913 - all that booklets show
    spec: GameSpec,
    game: GameFiles,
    decks: Sequence[BoundDeck],
    layouts: Mapping[str, LayoutSpec],
    sizes: ComponentSizes,
    binder: ElementBinder,
    texts: KeptTexts,
    kept: KeptCards | None = None,
    shared_key: bytes = b"",
) -> tuple[BoundBooklet, ...]:
    """Every booklet of a game, as far as it can be made."""
    bound = (
        BookletBinder(
            name, own, spec, game, tuple(decks), layouts, sizes, binder, texts, kept, shared_key
        ).bind()
        for name, own in spec.file.booklets.items()
    )
    return tuple(booklet for booklet in bound if booklet is not None)


class BookletBinder(Struct):
    name: str
    spec: BookletSpec
    whole: GameSpec
    game: GameFiles
    decks: tuple[BoundDeck, ...]
    layouts: Mapping[str, LayoutSpec]
    sizes: ComponentSizes
    binder: ElementBinder
    texts: KeptTexts
    kept: KeptCards | None = None
    """What earlier processes bound, if this is the booklet of its name."""
    shared_key: bytes = b""
    """What stands for what cards and booklets share, where something is kept."""

    @property
    def report(self) -> Report:
        return self.binder.report

    @property
    def file(self) -> GameFile:
        return self.whole.file

    @property
    def title(self) -> str:
        return self.spec.title or self.file.game

    def bind(self) -> BoundBooklet | None:
        known = self.recall_blocks()
        noted = self.binder.look_ups.collect(lambda: self.recall_or_bind(known))
        made = noted.value
        if known is not None and self.kept is not None and made is not None:
            self.kept.note_booklet(self.name, known)
        elif made is not None and not noted.is_faulty:
            self.keep_blocks(made, noted.names)
        return made

    def recall_or_bind(self, known: KeptBlocks | None) -> BoundBooklet | None:
        """The booklet, its text bound when it is asked for if it is known."""
        page = self.page()
        document = self.document() if known is None else None
        if page is None or (document is None and known is None):
            return None
        measure = self.measure(page, self.margins(page), self.gap(page))
        uses: set[tuple[str, str]] = set()
        roles = Roles(self.binder.styles, self.spec, measure, uses, self.texts)
        roles.check()
        body = roles.role("body")
        if body is None:
            self.no_font()
            return None
        accent = accent_of(self.binder.styles, self.spec, roles.ink())
        colors = BookColors(accent, self.backgrounds(page))
        asked: dict[str, set[str]] = {}
        writer = self.writer(roles, uses, asked, colors.links)
        if known is not None:
            text = BookBlocks(partial(self.bind_late, writer), known.digest)
            uses.update(known.uses)
            made = self.made(page, roles, writer, text, colors)
            return replace(made, fields=known.asked, labels=known.labels)
        assert document is not None
        text = BookBlocks(writer.blocks(document.blocks))
        if self.knows_headings(roles):
            writer.check_links()
        if not document.blocks:
            message = f"the text of the booklet `{self.name}` is empty"
            hint = "write it in Markdown, or leave the booklet out"
            self.report.add(Finding("empty-file", message, self.spec.place("text"), hint=hint))
        return replace(self.made(page, roles, writer, text, colors), fields=asked)

    # --- what earlier processes bound ------------------------------------------------

    def recall_blocks(self) -> KeptBlocks | None:
        """The text as it was bound before, if the cards say what it asked for."""
        known = self.kept.booklets.get(self.name) if self.kept else None
        if self.kept is None or known is None or self.unsure():
            return None
        key = self.make_key(known.asked, self.kept.make_key(frozenset(known.names)))
        return known if key == known.key else None

    def make_key(self, asked: Asked, named: bytes) -> bytes:
        """What stands for all that the blocks depend on beside the files of texts and pictures;
        `named` does for what was looked up."""
        own = make_booklet_key(self.spec, self.layouts)
        return make_record_key(make_asked_key(self.decks, asked), self.shared_key, own, named)

    def bind_late(self, writer: BlockBinder) -> tuple[BookBlock, ...]:
        """The blocks of a text of which only the digest was known."""
        document = self.document()
        return writer.blocks(document.blocks) if document else ()

    def keep_blocks(self, made: BoundBooklet, names: Names) -> None:
        """Keep a text in which nothing was found wrong."""
        if self.kept is None or self.unsure():
            return
        asked = {deck: sorted(names) for deck, names in made.fields.items()}
        key, uses = self.make_key(asked, self.kept.make_key(names)), sorted(made.uses)
        labels = dict(made.labels)
        known = KeptBlocks(key, made.text.digest, asked, uses, labels, sorted(names))
        self.kept.note_booklet(self.name, known)

    def made(
        self,
        page: Size,
        roles: Roles,
        writer: BlockBinder,
        text: BookBlocks,
        colors: BookColors,
    ) -> BoundBooklet:
        body = roles.role("body")
        assert body is not None
        if self.spec.accent:
            roles.uses.add(("color", self.spec.accent))
        cover, back = self.face("cover", page), self.face("back_cover", page)
        return BoundBooklet(
            name=self.name,
            title=self.title,
            size=page,
            margins=self.margins(page),
            columns=self.spec.columns,
            column_gap=self.gap(page),
            text=text,
            body=body.setting,
            accent=colors.accent,
            paper=colors.paper,
            tint=colors.tint,
            head=self.furniture("head", roles, writer),
            foot=self.furniture("foot", roles, writer),
            cover=cover,
            back_cover=back,
            backgrounds=colors.backgrounds,
            span=self.spec.span,
            uses=frozenset(roles.uses),
            labels=writer.labels,
            mirrored=self.file.mirror,
        )

    def writer(
        self,
        roles: Roles,
        uses: set[tuple[str, str]],
        asked: dict[str, set[str]],
        links: Color | None,
    ) -> BlockBinder:
        known = functions(
            self.decks, self.file.game, self.title, self.unsure(), asked, self.whole.constants
        )
        known[LANGUAGE] = known[TEXT_LANGUAGE] = self.file.language
        known[CREDITS] = print_credits(self.whole.credits)
        own = None if "link" in self.spec.styles else links
        return BlockBinder(
            self.binder, roles, known, uses, link_color=own, game=self.game, texts=self.texts
        )

    # --- what only follows from other faults -----------------------------------------

    def unsure(self) -> frozenset[str]:
        """Decks of which cards or fields may be missing, because something else is at fault."""
        faulty = {f.span.path for f in self.report.findings if f.severity == "error" and f.span}
        bound = {deck.name: len(deck.cards) for deck in self.decks}
        names = {name for kind, name in self.report.lost if kind == "deck"}
        for name in self.whole.decks:
            complete = bound.get(name) == len(self.whole.cards[name])
            if not complete or faulty & {*self.whole.tables.get(name, ())}:
                names.add(name)
        return frozenset(names)

    def knows_headings(self, roles: Roles) -> bool:
        """Whether no part of the text was left out that could hold headings."""
        codes = {f.code for f in self.report.findings if f.span and f.span.file == self.spec.text}
        return None not in roles.made.values() and not codes & {"markdown-html", "markdown-limit"}

    def no_font(self) -> None:
        lost = any(kind == "font" for kind, _ in self.report.lost)
        if not self.binder.styles.fonts.families and not lost:
            message = "a booklet needs a font, and the game declares none"
            hint = "declare one under `fonts:` in game.yaml"
            self.report.add(Finding("missing-field", message, self.spec.span, hint=hint))

    def document(self) -> Document | None:
        place = self.spec.place("text")
        translated = self.whole.booklet_texts.get(self.spec.text)
        if translated is not None:
            return self.read(translated.text, translated.places)
        try:
            text = self.game.text(self.spec.text)
        except UnreadableError as error:
            message = f"`{self.spec.text}` {error.reason}"
            hint = "write the booklet's text in Markdown" if "exist" in error.reason else ""
            hint = find_remedy(error.reason, hint)
            self.report.add(Finding("unreadable-file", message, place, hint=hint))
            return None
        conflict = find_conflict(text, self.spec.text)
        if conflict is not None:
            self.report.add(conflict)
            return None
        return self.read(text)

    def read(self, text: str, places: Sequence[Span | None] = ()) -> Document:
        text = replace_stray(text, self.spec.text, places, self.report)
        return read_document(text, self.spec.text, self.report, places, self.texts.results)

    # --- the page --------------------------------------------------------------------

    def page(self) -> Size | None:
        spec = self.spec.page
        bleed = self.points(self.spec.bleed, _BLEED)
        if spec.width and spec.height:
            trim = Extent(spec.width.points, spec.height.points)
        else:
            named = page_sizes().get(spec.name) or self.trade_size(spec.name)
            if named is None:
                known = (*page_sizes(), *self.sizes.own, *size_names())
                self.report.unknown("size", spec.name, known, self.spec.place("page"))
                return None
            trim = named
        size = Size(self.name, trim, bleed, 3 * POINTS_PER_MM, 0.0, "", "", 1_000_000)
        margins = self.margins(size)
        if self.measure(size, margins, self.gap(size)) < 36 or trim.height - margins.down < 72:
            message = "the margins leave no room for a text"
            hint = "make them smaller, or the page larger"
            place = self.spec.place("margins" if self.spec.margins.node else "page")
            self.report.add(Finding("bad-size", message, place, hint=hint))
            return None
        return size

    def trade_size(self, name: str) -> Extent | None:
        found = self.sizes.own.get(name) or find_size(name)
        return found.trim if found else None

    @staticmethod
    def points(length: Length | None, otherwise: float) -> float:
        return otherwise if length is None else length.points

    def margins(self, page: Size) -> Edges:
        own = self.spec.margins
        sides = {
            side: self.points(getattr(own, side), share * page.trim.width)
            for side, share in _MARGINS.items()
        }
        return Edges(sides["top"], sides["outer"], sides["bottom"], sides["inner"])

    def gap(self, page: Size) -> float:
        return self.points(self.spec.column_gap, max(12.0, _GAP * page.trim.width))

    def measure(self, page: Size, margins: Edges, gap: float) -> float:
        """The width of a column."""
        columns = self.spec.columns
        return (page.trim.width - margins.across - (columns - 1) * gap) / columns

    # --- covers, backgrounds, heads --------------------------------------------------

    def backgrounds(self, page: Size) -> tuple[BoundFace, ...]:
        sides: tuple[Literal["left", "right"], ...] = ("left", "right")
        faces = (self.face("background", page, side) for side in sides)
        return tuple(face for face in faces if face)

    def face(
        self, key: str, page: Size, side: Literal["left", "right"] | None = None
    ) -> BoundFace | None:
        name: str = getattr(self.spec, key)
        if not name:
            return None
        layout = self.layouts.get(name)
        place = self.spec.place(key.replace("_", "-"))
        if layout is None:
            self.report.unknown("layout", name, self.layouts, place)
            return None
        values: dict[str, Any] = {
            "game": self.file.game, "title": self.title, "side": side or "", "id": key,
            LANGUAGE: self.file.language, CREDITS: print_credits(self.whole.credits),
        }  # fmt: skip
        card = CardSpec(key, 1, values, MappingNode(place))
        context = CardContext(self.name, card, key.replace("_", "-"), values)
        self.binder.broken = set()
        body = Body(
            bleed=self.binder.elements(layout.bleed, context),
            trim=self.binder.elements(layout.trim, context),
            safe=self.binder.elements(layout.safe, context),
            mirrored=self.file.mirror,
        )
        return BoundFace(
            size=page,
            layout=name,
            drawn=body,
            deck=self.name,
            card=context.id,
            side="front",
            span=place,
        )

    def furniture(
        self, key: Literal["head", "foot"], roles: Roles, writer: BlockBinder
    ) -> RunningText | None:
        source, role = getattr(self.spec, key), roles.role(key)
        if not source.strip() or role is None:
            return None
        given = {"title": self.title, "game": self.file.game, LANGUAGE: self.file.language}
        words = writer.furniture(source, role, given, self.spec.place(key))
        words(1, "")  # what is wrong with it is found now
        return RunningText(words, role.setting)


@cache
def page_sizes() -> dict[str, Extent]:
    """Pages by name."""
    text = resources.files("cardgen").joinpath("data/pages.json").read_text("utf-8")
    rows: list[dict[str, Any]] = json.loads(text)["pages"]
    return {row["name"]: Extent(*(n * UNITS[row["unit"]] for n in row["size"])) for row in rows}
