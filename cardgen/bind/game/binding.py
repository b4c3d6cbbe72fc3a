"""Bind a game: every card's two faces with all names looked up.

In      `GameSpec`, the game's files.
Out     `BoundGame`; findings for every name that is not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.booklet.booklets import BookletBinder, bind_booklets
from cardgen.bind.booklet.bound_booklet import BoundBooklet
from cardgen.bind.booklet.kept_texts import KeptTexts
from cardgen.bind.bound_elements import BoundElement
from cardgen.bind.bound_faces import BoundDeck
from cardgen.bind.box.boxes import bind_boxes
from cardgen.bind.card.draft_mark import draft_mark
from cardgen.bind.card.face_bodies import BodyStore
from cardgen.bind.card.icons import open_icons
from cardgen.bind.card.inheritance import resolve_layouts, resolve_styles
from cardgen.bind.card.look_ups import LookUps
from cardgen.bind.card.palette import Palette, open_palette
from cardgen.bind.card.styles import Styles
from cardgen.bind.component_sizes import ComponentSizes, open_sizes
from cardgen.bind.elements.binder import ElementBinder, open_binder
from cardgen.bind.fonts import open_fonts
from cardgen.bind.game.bind_cache import BindCache
from cardgen.bind.game.bound_game import BoundGame
from cardgen.bind.game.card_keys import CardKeys
from cardgen.bind.game.card_values import CardValues
from cardgen.bind.game.deck import DeckBinder
from cardgen.bind.game.deck_names import DeckNames
from cardgen.bind.game.faces import FaceBinder
from cardgen.bind.glyph_pictures import keep_fonts
from cardgen.bind.kept.definitions_key import make_shared_key
from cardgen.bind.kept.kept_cards import KeptCards
from cardgen.bind.kept.named_values import COLOR, ICON, PIECE, STYLE, NamedValues
from cardgen.bind.pictures import KnownPictures, PictureStore
from cardgen.bind.showcase.scenes import bind_showcase
from cardgen.cache.result_store import ResultStore
from cardgen.core.findings import Report
from cardgen.files.game_files import GameFiles
from cardgen.read.deck_functions import DeckFunctions, make_tables
from cardgen.read.game import GameSpec
from cardgen.read.kept_specs import NOT_KEPT
from cardgen.read.models.booklets import BookletSpec
from cardgen.read.models.game_file import DeckSpec
from cardgen.read.models.layouts import LayoutSpec


def bind_game(
    spec: GameSpec, game: GameFiles, report: Report, memo: BindCache | None = None
) -> BoundGame:
    """Look everything up; see `begin_binding`."""
    binding = begin_binding(spec, game, report, memo)
    for _ in binding.decks():
        continue
    return binding.finish()


def begin_binding(
    spec: GameSpec,
    game: GameFiles,
    report: Report,
    memo: BindCache | None = None,
    *,
    draft: bool = False,
    results: ResultStore | None = None,
    kept: KeptCards | None = None,
) -> GameBinding:
    """Look up what all decks share. What is not there is left out, and in the report.

    Args:
        spec: The game as it was read.
        game: Its files.
        report: Takes the findings.
        memo: Kept by the caller between runs, as long as fonts and pictures are the same.
        draft: Whether to print DRAFT on every card.
        results: Holds what earlier processes read.
        kept: Holds cards that earlier processes bound.
    """
    memo = memo or BindCache(keeps=False, texts=KeptTexts(keeps=False))
    keeps = memo.keeps or kept is not None
    shared_key = make_shared_key(spec, report) if keeps else b""
    pictures = memo.pictures
    specs = kept.specs if kept else NOT_KEPT
    styles = resolve_styles(spec.layouts.styles, report, specs)
    layouts = resolve_layouts(spec.layouts.layouts, report, specs)
    palette = open_palette(spec.file, spec.file.palette, report)
    fonts = open_fonts(spec.file, game, report)
    keep_fonts(pictures, fonts.faces())
    if kept is not None:
        kept.encoder.know_fonts(fonts.faces())
        kept.know_lines(spec.starts)
    if keeps:
        pictures.expect(kept.pictures if kept is not None else KnownPictures(), game)
    icons = open_icons(spec.file, game, pictures, palette, report)
    values = NamedValues(spec.file, palette, styles, spec.layouts.pieces)
    memo.begin(shared_key, values)
    if kept is not None:
        kept.know_values(values)
    look_ups = LookUps(report)
    palette = Palette(look_ups.watch(COLOR, palette.colors), report)
    looked_up = Styles(
        look_ups.watch(STYLE, styles), fonts, palette, spec.file.language, report,
        spec.file.divided_words, mirrored=spec.file.mirror,
    )  # fmt: skip
    binder = open_binder(
        game, looked_up, look_ups.watch(ICON, icons), pictures,
        look_ups.watch(PIECE, spec.layouts.pieces), specs, look_ups,
    )  # fmt: skip
    sizes = open_sizes(spec.file, report)
    mark = draft_mark(fonts) if draft else None
    texts = replace(memo.texts, results=results) if results else memo.texts
    return GameBinding(
        spec, game, report, memo, layouts, binder, sizes, texts, shared_key, mark, kept
    )


class GameBinding(Struct):
    """A game that is being bound: its decks, one after the other, then what shows their cards."""

    spec: GameSpec
    game: GameFiles
    report: Report
    memo: BindCache
    layouts: Mapping[str, LayoutSpec]
    binder: ElementBinder
    sizes: ComponentSizes
    texts: KeptTexts
    shared_key: bytes
    """What stands for what all cards and booklets share, where anything is kept."""
    mark: BoundElement | None = None
    """What stands over everything on every card."""
    kept: KeptCards | None = None
    bound: list[BoundDeck] = field(default_factory=list)
    other_binders: dict[str, ElementBinder] = field(default_factory=dict)
    """For decks that are not in the game's language, by theirs."""

    @property
    def pictures(self) -> PictureStore:
        return self.memo.pictures

    def decks(self) -> Iterator[BoundDeck]:
        """Bind every deck that is sound enough."""
        bodies = BodyStore(self.kept.encoder if self.kept else None)
        deck_functions = DeckFunctions(make_tables(self.spec.cards, self.spec.constants))
        for name, deck in self.spec.decks.items():
            values = CardValues(name, deck, self.spec, self.report, deck_functions)
            found = self.deck_binder(values, bodies).bind()
            if found is not None:
                self.bound.append(found)
                yield found

    def deck_binder(self, values: CardValues, bodies: BodyStore) -> DeckBinder:
        """What binds the cards of a deck."""
        names = DeckNames(values, self.layouts)
        faces = FaceBinder(
            values.name, values.deck, self.spec, self.report, self.layouts,
            self.binder_of(values.deck), bodies, self.mark,
        )  # fmt: skip
        keys = CardKeys(values, names, self.shared_key)
        return DeckBinder(values, names, keys, faces, self.sizes, self.memo, self.kept)

    def binder_of(self, deck: DeckSpec) -> ElementBinder:
        """What binds the elements of a deck: what is the same on all its cards is in its
        language."""
        language = deck.language or self.spec.file.language
        if language == self.spec.file.language:
            return self.binder
        if language not in self.other_binders:
            styles = replace(self.binder.styles, language=language)
            binder = self.binder
            self.other_binders[language] = open_binder(
                self.game, styles, binder.icons, self.pictures, binder.pieces,
                binder.plain_specs.specs, binder.look_ups,
            )  # fmt: skip
        return self.other_binders[language]

    def finish(self) -> BoundGame:
        """Bind boxes, booklets and the showcase; the decks must be bound."""
        spec, decks = self.spec, self.bound
        boxes = bind_boxes(spec, decks, self.layouts, self.binder, self.report)
        booklets = bind_booklets(
            spec, self.game, decks, self.layouts, self.sizes, self.binder, self.texts, self.kept,
            self.shared_key,
        )  # fmt: skip
        palette = self.binder.styles.palette
        showcase = bind_showcase(spec.file.showcase, decks, boxes, palette, self.bind_sell_sheet)
        return BoundGame(spec, tuple(decks), self.pictures, boxes, booklets, showcase, self.layouts)

    def bind_sell_sheet(self, name: str, sheet: BookletSpec) -> BoundBooklet | None:
        """The text of a sell sheet, set as a booklet is."""
        decks = tuple(self.bound)
        return BookletBinder(
            name, sheet, self.spec, self.game, decks, self.layouts, self.sizes, self.binder,
            self.texts,
        ).bind()  # fmt: skip
