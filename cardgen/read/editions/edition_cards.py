"""The cards of a game as one of its editions has them: in its language, corrected, translated.

In      the cards as the tables have them, the edition.
Out     the same cards with other nodes for some of their fields, each with the id that it has
        without the edition; findings.

Words take each other's place in this order: columns in the language, corrections, tables of texts,
`.po` files. What is in a column or in a table needs no translation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from cardgen.core.findings import Finding, Note, Report
from cardgen.read.editions.corrections import Corrections, read_corrections
from cardgen.read.editions.edition_reader import EditionReader
from cardgen.read.models.game_file import GameFile
from cardgen.read.row_changes import (
    Cards,
    Changes,
    NamedCards,
    change_rows,
    name_cards,
    number_changes,
)
from cardgen.read.syntax.nodes import Node
from cardgen.read.tables.bracketed_texts import find_bracketed_texts
from cardgen.read.tables.empty_words import find_empty_words
from cardgen.read.tables.values import Value
from cardgen.read.translation.card_texts import translated_fields, visit_cards
from cardgen.read.translation.compared_texts import (
    Replacement,
    list_replacements,
    report_compared,
)
from cardgen.read.translation.glossary import read_glossary
from cardgen.read.translation.messages import Message, has_words
from cardgen.read.translation.po_file import Catalog, PoEntry
from cardgen.read.translation.text_tables import TextTables
from cardgen.read.translation.translator import Translator

Compute = Callable[[Cards], Cards]


class ChangedCards(Struct, frozen=True):
    """Cards as an edition has them."""

    cards: Cards
    composed: Cards | None = None
    """As the composition speaks of them; None if the edition changes nothing."""


class _CardStage(Struct, frozen=True):
    """The cards after some of the changes, by name too."""

    file: GameFile
    cards: Cards
    named: NamedCards
    report: Report

    def changed(self, changes: Changes) -> _CardStage:
        if not changes:
            return self
        cards = change_rows(self.file, self.cards, self.named, changes, self.report)
        return _CardStage(self.file, cards, self.named.renewed(self.cards, cards), self.report)


def change_cards(
    edition: EditionReader,
    file: GameFile,
    layouts: Node | None,
    cards: Cards,
    constants: Mapping[str, Value],
    compute: Compute,
) -> ChangedCards:
    """The cards of an edition.

    Args:
        edition: The edition.
        file: The game.
        layouts: The root of the layouts before they are translated.
        cards: The cards as the tables have them.
        constants: Those of the game.
        compute: Works out computed fields, of which ids may be made.
    """
    paths, tables = edition.paths("corrections"), edition.text_tables()
    columns_say = edition.columns.texts or edition.columns.gaps
    if not paths and not tables and edition.visit is None and not columns_say:
        return ChangedCards(cards)
    typed = _CardStage(file, cards, name_cards(file, compute(cards), constants), edition.report)
    columns = _list_columns(edition, typed.named)
    spoken = typed.changed(columns)
    _judge_columns(spoken, {deck for deck, _ in columns})
    corrections = Corrections(file, spoken.named, edition.left_out, edition.report)
    corrections.look_up(read_corrections(edition.files, paths, edition.report, edition.specs))
    _note_corrected(edition, spoken.named, corrections.changes)
    corrected = spoken.changed(corrections.changes)
    quiet = _CardStage(file, cards, typed.named, Report())
    counted = quiet.changed(number_changes(file, columns))
    composed = counted.changed(number_changes(file, corrections.changes)).cards
    texts = TextTables(corrected.named, edition.report)
    texts.read(edition.files, tables)
    replaced = [
        *list_replacements(columns, typed.named),
        *list_replacements(texts.changes, corrected.named),
    ]
    report_compared(replaced, layouts, edition.report)
    if edition.visit is None:
        texts.report_rest([name for name, deck in file.decks.items() if deck.translate])
    edition.columns.taken.update(node.span for node in texts.nodes)
    filled = corrected.changed(texts.changes)
    return ChangedCards(_translate(edition, layouts, filled, replaced), composed)


def _translate(
    edition: EditionReader,
    layouts: Node | None,
    filled: _CardStage,
    replaced: Sequence[Replacement],
) -> Cards:
    """The cards with what `.po` files say; columns and tables held to what these would be."""
    if edition.visit is None and not replaced and not edition.columns.gaps:
        return filled.cards
    texts = edition.booklet_texts(filled.file)
    fields = translated_fields(filled.file, layouts, texts, filled.named)
    _hold_replaced(edition, fields, filled.named, replaced)
    told = fields if isinstance(edition.visit, Translator) else {}
    _report_gaps(edition, filled.named, told)
    if edition.visit is None:
        return filled.cards
    changes = visit_cards(filled.named, fields, edition.visit, edition.columns.taken)
    return filled.changed(changes).cards


def _list_columns(edition: EditionReader, named: NamedCards) -> Changes:
    """The texts of columns in the edition's language, by card."""
    texts = edition.columns.texts
    return {
        key: {name: value for name, (_, value) in texts[id(card.row)].items()}
        for key, card in named.cards.items()
        if id(card.row) in texts
    }


def _report_gaps(
    edition: EditionReader, named: NamedCards, told: Mapping[str, frozenset[str]]
) -> None:
    """Report what columns in the language lack, and no table of texts gives.

    Args:
        edition: The edition.
        named: Its cards.
        told: The fields, by deck, of which `.po` files tell themselves what they lack.
    """
    gaps = edition.columns.gaps
    for (deck, _), card in named.cards.items() if gaps else ():
        for name, (_, value) in card.node.entries.items():
            if value.span in gaps and name not in told.get(deck, ()):
                message = f"`{name}` has no text in the column `{name}.{edition.columns.language}`"
                hint = "the text of the game is printed until it has"
                edition.report.add(
                    Finding("untranslated", message, value.span, "warning", hint=hint)
                )


def _judge_columns(spoken: _CardStage, decks: Iterable[str]) -> None:
    """Report what tables are looked at for in columns of a language, too."""
    for name in decks:
        fields = spoken.file.decks[name].fields
        spoken.report.extend(find_empty_words(spoken.cards[name], fields))
        spoken.report.extend(find_bracketed_texts(spoken.cards[name], fields))


def _note_corrected(edition: EditionReader, named: NamedCards, changes: Changes) -> None:
    """A corrected text of a column in the language needs no translation, as it did not before."""
    taken = edition.columns.taken
    for key, fields in changes.items():
        for name, node in fields.items():
            old = named.cards[key].node.value(name)
            if old is not None and old.span in taken:
                taken.add(node.span)


def _hold_replaced(
    edition: EditionReader,
    fields: Mapping[str, frozenset[str]],
    named: NamedCards,
    replaced: Sequence[Replacement],
) -> None:
    """Report what texts of columns and tables lost of those of the game; as they print, where they
    are corrected, or a table has others than a column."""
    translator = _find_translator(edition) if replaced else None
    if translator is None:
        return
    for one in replaced:
        deck, _ = one.card
        if one.old.span in edition.columns.taken:
            continue  # it takes the place of another translation
        if one.field in fields[deck] and has_words(one.old.text):
            now = named.cards[one.card].scalar(one.field) or one.new
            message = Message(f"{deck}.{one.field}", one.old.text)
            entry = PoEntry(message, now.text, fuzzy=False, span=now.span)
            translator.compare(message, entry, (Note("the source is", one.old.span),))


def _find_translator(edition: EditionReader) -> Translator | None:
    """What compares texts with their translations: the edition's own, or one without a catalog."""
    if isinstance(edition.visit, Translator):
        return edition.visit
    if edition.visit is not None or not edition.is_translated:
        return None
    paths = edition.paths("glossary")
    terms = read_glossary(edition.files, paths, edition.report, edition.specs)
    return Translator(Catalog(), edition.language, edition.report, terms)
