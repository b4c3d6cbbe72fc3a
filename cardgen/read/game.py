"""Read a whole game: `game.yaml`, its card tables, layouts and composition.

In      a `GameFiles` of the workspace.
Out     `GameSpec`: shapes and types are valid, names still unresolved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from itertools import chain
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.core.entry_lines import Starts
from cardgen.core.findings import ANY, Report, Span
from cardgen.files.game_files import GameFiles
from cardgen.read.composition_file import OVER_ALL, leave_out_fields
from cardgen.read.computed_fields import compute_fields, read_constants
from cardgen.read.credits import read_credits
from cardgen.read.editions.edition_cards import change_cards
from cardgen.read.editions.edition_places import OwnPlaces, list_own_places
from cardgen.read.editions.edition_reader import (
    EditionReader,
    TranslationFile,
    editions_by_language,
    list_translations,
    open_edition,
)
from cardgen.read.editions.idle_translations import report_idle_translations
from cardgen.read.editions.merging import edition_names
from cardgen.read.empty_columns import add_empty_columns
from cardgen.read.file_trees import GAME_FILE, name_files, read_tree
from cardgen.read.kept_specs import NOT_KEPT, KeptSpecs
from cardgen.read.layout_files import read_layout_files
from cardgen.read.lost_names import declare_lost_parameters, note_lost, note_lost_entries
from cardgen.read.models.credits import CreditSpec
from cardgen.read.models.game_file import DeckComposition, DeckSpec, GameFile
from cardgen.read.models.layouts import LayoutsFile
from cardgen.read.models.record import Spec
from cardgen.read.needed_words import find_needed_fields
from cardgen.read.print_record import PrintedFields, read_printed_fields
from cardgen.read.row_changes import Cards
from cardgen.read.syntax.entries import find_starts, list_starts
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode
from cardgen.read.tables.cards import CardSpec
from cardgen.read.tables.deck import DeckRows, read_deck
from cardgen.read.tables.language_columns import LanguageColumns
from cardgen.read.tables.unread_sheets import forget_named_sheets
from cardgen.read.tables.values import Value
from cardgen.read.translation.messages import Collector, Message, Visit
from cardgen.read.translation.several_languages import (
    LANGUAGES,
    TRANSLATION_CODES,
    CardsByLanguage,
    mentions,
    values_by_place,
)
from cardgen.read.translation.translated_markdown import MarkdownText

COMPOSITION_FILE = "composition.yaml"

NO_SETTINGS: Mapping[str, str] = {}

_DECKS = dict[str, DeckComposition]
_COUNTED = 3
"""Steps to what a deck holds of one field: a value that is left out would count as unlisted."""

S = TypeVar("S", bound=Spec)


class CompositionSpec(Struct, frozen=True):
    """`composition.yaml`: what each deck must hold."""

    decks: Mapping[str, DeckComposition]
    node: MappingNode
    game: DeckComposition | None = None
    """What all decks together must hold."""


class GameSpec(Struct, frozen=True):
    """A game as it was written: valid in form, nothing looked up yet.

    Where the report holds errors, faulty entries are left out, so that later phases can
    find what else is wrong. `unread` are decks whose cards could not be read, `uncounted` those
    of which some could not.
    """

    file: GameFile
    layouts: LayoutsFile
    cards: Mapping[str, tuple[CardSpec, ...]]
    composition: CompositionSpec | None
    unread: frozenset[str] = frozenset()
    uncounted: frozenset[str] = frozenset()
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The files that each deck's cards were read from."""
    layout_files: frozenset[str] = frozenset()
    """The files that the layouts were read from."""
    constants: Mapping[str, Value] = field(default_factory=dict)
    """What expressions know by name on every card."""
    composed: Mapping[str, tuple[CardSpec, ...]] | None = None
    """The cards without what an edition changes in their words, if it changes any."""
    booklet_texts: Mapping[str, MarkdownText] = field(default_factory=dict)
    """Texts of booklets that are translated, by file."""
    credits: tuple[CreditSpec, ...] = ()
    """Whose work is printed, if the game says."""
    languages: CardsByLanguage = field(default_factory=dict)
    """What the cards say in all languages, if a layout asks for it."""
    printed: PrintedFields | None = None
    """What the print holds that cards are compared with, if the game names one."""
    starts: Starts = field(default_factory=dict)
    """Where the entries of its files, and the rows of its cards, begin."""
    layout_starts: Starts = field(default_factory=dict)
    """Of these, those that layouts are made of."""
    source_language: str = ""
    """What the game is written in without its editions."""

    @property
    def as_composed(self) -> GameSpec:
        """The game as its composition speaks of it: numbers corrected, words as in the tables."""
        return self if self.composed is None else replace(self, cards=self.composed, composed=None)

    @property
    def decks(self) -> Mapping[str, DeckSpec]:
        return self.file.decks


def read_game(
    game: GameFiles,
    report: Report,
    settings: Mapping[str, str] = NO_SETTINGS,
    *,
    visit: Visit | None = None,
    alone: bool = False,
    specs: KeptSpecs = NOT_KEPT,
) -> GameSpec | None:
    """Read all files of a game; what is wrong is in the report.

    Args:
        game: Its files.
        report: Takes the findings.
        settings: Constants of the game that are set anew, by name.
        visit: Given all texts to translate, in the place of the edition's translation.
        alone: Whether to leave out what its cards say in other languages.
        specs: What earlier processes validated.

    Returns:
        The game, as far as it could be read; None if not even its decks are known.

    Raises:
        SettingError: the game has no constant of that name.
    """
    base = read_tree(game, GAME_FILE, report, None)
    edition = open_edition(
        game, base, lambda path: _read_named(game, path, report), report, visit, specs
    )
    if edition is None:
        return None
    root = edition.game()
    file: GameFile | None = _hold_against(root, GameFile, report, specs)
    listed_layouts, layout_files = _read_layouts(game, root, report)
    plain_layouts, own_files = edition.layouts(listed_layouts)
    layouts = _hold_layouts(
        edition.translated_layouts(plain_layouts), report, specs, known=file is not None
    )
    edition.report_plurals(root, plain_layouts, file)
    note_lost_entries(report, root, file)
    constants = read_constants(file, settings, report) if file else {}
    rows = _read_decks(game, file.decks, constants, edition.columns, report) if file else {}
    forget_named_sheets(base, report)
    composition = _read_composition(game, file, edition, report, specs)
    if file is None:
        return None
    typed = {name: deck.cards for name, deck in rows.items()}
    words = edition.constants(file, plain_layouts, typed, constants)
    cards, composed = _compute_cards(file, typed, edition, plain_layouts, constants, report, words)
    booklets = edition.booklets(file)
    laws = composition.node if composition else None
    report_idle_translations(edition, partial(_collect_texts, game, settings, specs))
    others: CardsByLanguage = {}
    if not alone and visit is None and mentions(plain_layouts, LANGUAGES):
        others = _read_languages(game, base, settings, report, specs)
    translated = composed is not None and file.language != edition.own_language
    return GameSpec(
        file=file,
        layouts=layouts,
        cards=cards,
        composition=composition,
        unread=frozenset(name for name, deck in rows.items() if not deck.whole),
        uncounted=frozenset(n for n, deck in rows.items() if deck.lacks_rows or not deck.whole),
        tables={name: deck.files for name, deck in rows.items()},
        layout_files=layout_files | own_files,
        constants=words,
        composed=composed,
        booklet_texts=booklets,
        credits=read_credits(game, report, specs),
        languages=others,
        printed=read_printed_fields(game, file, report, translated=translated),
        source_language=edition.own_language,
        starts={**_list_row_starts(cards), **list_starts(base, laws, layouts.node)},
        layout_starts=list_starts(layouts.node),
    )


def _list_row_starts(cards: Cards) -> Starts:
    """Where the entries begin of which cards are made; rows that are set aside know none."""
    rows = [card.row for deck in cards.values() for card in deck]
    fields = (
        value.span
        for row in rows
        if isinstance(row, MappingNode)
        for _, value in row.entries.values()
    )
    return find_starts(chain((row.span for row in rows), fields))


def _compute_cards(
    file: GameFile,
    typed: Cards,
    edition: EditionReader,
    layouts: Node | None,
    constants: Mapping[str, Value],
    report: Report,
    words: Mapping[str, Value],
) -> tuple[Cards, Cards | None]:
    """The cards of an edition with computed fields, for which constants are the words that it
    prints; and as composed, where that is something else."""

    needed = find_needed_fields(file, layouts)

    def compute(some: Cards) -> Cards:
        return compute_fields(file, some, constants, Report(), needed)

    changed = change_cards(edition, file, layouts, typed, constants, compute)
    computed = compute_fields(file, changed.cards, words, report, needed)
    composed = changed.cards if changed.composed is None else changed.composed
    same = changed.composed is None and words == constants
    return computed, None if same else compute(composed)


def _collect_texts(
    game: GameFiles, settings: Mapping[str, str], specs: KeptSpecs, edition: str
) -> Collection[Message]:
    """The texts of another edition, before they are translated."""
    collector = Collector()
    read_game(game.in_edition(edition), Report(), settings, visit=collector, specs=specs)
    return collector.found.keys()


def _read_languages(
    game: GameFiles,
    base: Node | None,
    settings: Mapping[str, str],
    report: Report,
    specs: KeptSpecs,
) -> CardsByLanguage:
    """The cards in all languages of the game; a finding for each text that lacks one."""
    found = {}
    for language, name in editions_by_language(base, game).items():
        own = Report()
        spec = read_game(game.in_edition(name), own, settings, alone=True, specs=specs)
        if spec is not None:
            found[language] = values_by_place(spec.cards)
        if name != game.edition:
            report.extend(one for one in own.findings if one.code in TRANSLATION_CODES)
    return found


def list_editions(game: GameFiles) -> tuple[str, ...]:
    """The editions of a game, as far as its file can be read."""
    return edition_names(read_tree(game, GAME_FILE, Report(), None))


def list_sound_editions(game: GameFiles) -> tuple[str, ...] | None:
    """The editions of a game; None where its file has a fault, which may hide some."""
    report = Report()
    root = read_tree(game, GAME_FILE, report, None)
    return None if report.findings else edition_names(root)


def locate_editions(game: GameFiles, places: Iterable[Span]) -> OwnPlaces:
    """Those of some places of a game's files that its editions write."""
    found = list(places)
    root = read_tree(game, GAME_FILE, Report(), None) if found else None
    return list_own_places(root, found)


def list_po_files(game: GameFiles) -> tuple[TranslationFile, ...]:
    """The `.po` files of a game's editions, whether they are there yet or not."""
    return list_translations(read_tree(game, GAME_FILE, Report(), None), game)


def _read_layouts(
    game: GameFiles, root: Node | None, report: Report
) -> tuple[Node | None, frozenset[str]]:
    """All layout files that `game.yaml` names, as one tree; and which they are."""

    def read_own(path: str, place: Span | None) -> Node | None:
        return read_tree(game, path, report, place)

    listed = name_files(root, "layouts", "layouts.yaml")
    return read_layout_files(listed, game, read_own, report)


def _hold_layouts(
    root: Node | None, report: Report, specs: KeptSpecs, *, known: bool
) -> LayoutsFile:
    """The layouts of a game; what is declared with a fault is noted, all of it where a `known`
    game has none."""
    layouts: LayoutsFile | None = _hold_against(root, LayoutsFile, report, specs)
    note_lost(report, root, "styles", "style", layouts.styles if layouts else ())
    note_lost(report, root, "pieces", "piece", layouts.pieces if layouts else ())
    if layouts is not None:
        declare_lost_parameters(root, layouts.pieces)
        note_lost(report, root, "layouts", "layout", layouts.layouts)
    elif known:
        report.lost |= {("layout", ANY), ("style", ANY), ("piece", ANY)}
    return layouts or LayoutsFile.model_construct(styles={}, layouts={})


def _read_named(game: GameFiles, path: ScalarNode, report: Report) -> Node | None:
    return read_tree(game, path.text, report, path.span)


def _hold_against(root: Node | None, model: type[S], report: Report, specs: KeptSpecs) -> S | None:
    """A tree as a model."""
    value: S | None = specs.salvage(root, model, report) if root is not None else None
    return value


def _read_decks(
    game: GameFiles,
    decks: Mapping[str, DeckSpec],
    constants: Mapping[str, Value],
    languages: LanguageColumns,
    report: Report,
) -> dict[str, DeckRows]:
    """The cards of each deck."""
    rows = {}
    for name, deck in decks.items():
        read = read_deck(deck, game, report, constants, languages)
        cards = read.cards if deck.fields else add_empty_columns(read.cards, read.heads, constants)
        rows[name] = replace(read, cards=cards)
    return rows


def _read_composition(
    game: GameFiles,
    file: GameFile | None,
    edition: EditionReader,
    report: Report,
    specs: KeptSpecs,
) -> CompositionSpec | None:
    path = (file.composition if file else None) or COMPOSITION_FILE
    named = file is not None and file.composition is not None
    root = None
    if named or game.exists(path):
        place = file.place("composition") if file and named else None
        root = read_tree(game, path, report, place)
        if root is None:
            return None
    root = edition.composition(root)
    if root is None:
        return None
    if file is not None:
        root = leave_out_fields(root, file.decks, report)
    decks: dict[str, DeckComposition] | None = specs.salvage(root, _DECKS, report, deepest=_COUNTED)
    if decks is None or not isinstance(root, MappingNode):
        return None
    over_all = None if file and OVER_ALL in file.decks else decks.pop(OVER_ALL, None)
    return CompositionSpec(decks, root, over_all)
