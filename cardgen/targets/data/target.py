"""Target `data`: the cards themselves, for other programs.

Out     `cards.json` with everything: fields as they were bound, what players read on either
        side, where each row comes from; a CSV a deck with its rows; `manifest.json`. With
        `editions=` what other editions make of each card, and a CSV of theirs.

A CSV has a row a card and a column a field, and cardgen reads it back as a card table. It is
often opened in a spreadsheet, which runs a cell that begins like a formula; a deck may be a
stranger's. Such cells get an apostrophe in front, which spreadsheets take for «this is text»:
those that begin with `=` or `@`, or with a sign and then call a function, a sheet or a program.
`+1 per vowel` is no formula and stays as it is. JSON holds every cell untouched.

What no field declares is read from a CSV as a person typed it: a list in a cell is a text there,
and a text of digits a number. For each table the manifest says what has to be declared.

Source  RFC 4180 (CSV); OWASP, "CSV Injection", which would mark every leading sign: that
        spoils every card that says `+1`.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Struct
from pydantic import Field

from cardgen.bind.bound_faces import BoundCard, BoundDeck, BoundFace
from cardgen.core.findings import plural
from cardgen.core.sizes import Size, millimeters
from cardgen.files.file_names import Names, file_name
from cardgen.files.output_folder import OutputFolder
from cardgen.read.tables.formulas import guard_cell
from cardgen.read.tables.values import parse_plain_text, split_items
from cardgen.targets.contract import Job, Target
from cardgen.targets.options import Parsed, TargetOptions, YesNo
from cardgen.targets.shared.card_text import read_card_text
from cardgen.targets.shared.deck_fields import deck_fields
from cardgen.targets.shared.edition_names import choose_editions, name_edition, read_editions
from cardgen.targets.shared.manifest import source_of, to_json, write_manifest

_OWN = ("id", "copies")
_TYPES = {
    frozenset({str}): "text",
    frozenset({int}): "integer",
    frozenset({int, float}): "number",
    frozenset({list}): "list",
    frozenset({dict}): "mapping",
}
_MOST_KINDS = 60
"""A field of more different values is no kind that cards are counted by."""


class DataOptions(TargetOptions):
    """How CSV files are written."""

    guard: Annotated[bool, YesNo()] = Field(
        True,
        description="yes (the default): put ' before CSV cells that a spreadsheet would run; no",
    )
    bom: Annotated[bool, YesNo()] = Field(
        False,
        description="yes: begin CSV files with a byte order mark, which Excel needs; no (the "
        "default)",
    )
    editions: Annotated[tuple[str, ...], Parsed(read_editions, "all", "de+fr")] = Field(
        (),
        description="editions to add to every card, with + between their names, or all: what "
        "they print differently, and a CSV of each; none if left out",
    )


class DataTarget(Target[DataOptions, DataOptions]):
    """The data of the whole game."""

    name = "data"
    paints_alone = True
    about = "the cards as JSON and CSV, for other programs"
    options = DataOptions

    def plan(self, job: Job, options: DataOptions) -> DataOptions:
        return options.with_changes(editions=choose_editions(job, options.editions))

    def editions(self, plan: DataOptions) -> Sequence[str]:
        return plan.editions

    def write(self, job: Job, plan: DataOptions, output: OutputFolder) -> str:
        names = Names()
        every = [(one, deck) for one in (job, *job.editions.values()) for deck in one.game.decks]
        files: dict[_TableName, str] = {}
        tables: dict[_TableName, _CsvTable] = {}
        for done, (one, deck) in enumerate(every, 1):
            key = ("" if one is job else name_edition(one.edition), deck.name)
            files[key] = f"{names.take(file_name('-'.join(filter(None, key[::-1])), 'deck'))}.csv"
            tables[key] = _make_table(one, deck, plan)
            output.write(files[key], tables[key].data)
            job.progress("tables", done, len(every))
        cards = to_json(_game(job))
        output.write("cards.json", cards)
        write_manifest(output, job, self.name, _manifest(cards, files, tables))
        return _summary(job, tables)


_TableName = tuple[str, str]
"""The edition that stands beside the one that is built, or "", and the deck."""


def _summary(job: Job, tables: Mapping[_TableName, _CsvTable]) -> str:
    cards = sum(len(deck.cards) for deck in job.game.decks)
    said = f"{plural(cards, 'card')} as JSON and {plural(len(tables), 'CSV table')}"
    guarded = sum(len(table.guarded) for table in tables.values())
    said += f", {plural(guarded, 'cell')} guarded" if guarded else ""
    undeclared = sum(bool(table.types) for table in tables.values())
    if not undeclared:
        return said
    return f"{said}; {plural(undeclared, 'table')} read back with the `fields` in manifest.json"


# --- JSON ------------------------------------------------------------------------------------


def _game(job: Job) -> dict[str, object]:
    beside = {name_edition(name): _Cards(one) for name, one in job.editions.items()}
    return {
        "game": job.name,
        "edition": job.edition,
        "editions": {name: {"game": one.job.name} for name, one in beside.items()},
        "total": job.game.total,
        "decks": [_deck(job, deck) for deck in job.game.decks],
        "cards": [
            _card(job, deck, card) | _print_otherwise(beside, deck, card)
            for deck in job.game.decks
            for card in deck.cards
        ],
    }


class _Cards:
    """The cards of another edition, by deck and id."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._cards = {
            (deck.name, card.id): (deck, card) for deck in job.game.decks for card in deck.cards
        }

    def describe(self, deck: str, card: str) -> dict[str, object] | None:
        """Describe a card as this edition has it; None if it has not."""
        found = self._cards.get((deck, card))
        return None if found is None else _card(self.job, *found)


_PRINTED = ("copies", "fields", "front", "back")


def _print_otherwise(
    beside: Mapping[str, _Cards], deck: BoundDeck, card: BoundCard
) -> dict[str, object]:
    """What each of the other editions makes of a card, null where it has no such card."""
    if not beside:
        return {}
    found = {name: cards.describe(deck.name, card.id) for name, cards in beside.items()}
    return {
        "editions": {
            name: one and {key: one[key] for key in _PRINTED} for name, one in found.items()
        }
    }


def _deck(job: Job, deck: BoundDeck) -> dict[str, object]:
    fields = deck_fields(job.game, deck)
    return {
        "name": deck.name,
        "size": _size(deck.size),
        "cards": len(deck.cards),
        "total": deck.total,
        "fields": fields,
        "counts": dict(_counts(deck, fields)),
    }


def _size(size: Size) -> dict[str, object]:
    return {
        "name": size.name,
        "shape": size.shape,
        "trim_mm": [millimeters(size.trim.width), millimeters(size.trim.height)],
    }


def _counts(deck: BoundDeck, fields: Sequence[str]) -> Iterator[tuple[str, dict[str, int]]]:
    """How many printed cards have each value of a field whose values recur."""
    for field in fields:
        counts: Counter[str] = Counter()
        for card in deck.cards:
            value = card.values.get(field)
            if value is not None and not isinstance(value, list | dict):
                counts[str(value)] += card.copies
        rows = sum(card.values.get(field) is not None for card in deck.cards)
        if 0 < len(counts) < rows and len(counts) <= _MOST_KINDS:
            yield field, dict(counts)


def _card(job: Job, deck: BoundDeck, card: BoundCard) -> dict[str, object]:
    return {
        "deck": deck.name,
        "id": card.id,
        "copies": card.copies,
        "fields": {name: card.values.get(name) for name in deck_fields(job.game, deck)},
        "front": _face(job, card.front),
        "back": _face(job, card.back) if card.back else None,
        "source": source_of(card),
    }


def _face(job: Job, face: BoundFace) -> dict[str, str]:
    return {"layout": face.layout, "text": read_card_text(job.scenes[face])}


# --- CSV -------------------------------------------------------------------------------------


class _CsvTable(Struct, frozen=True):
    """A CSV file, and the cells in it that were guarded (`id`, field)."""

    data: bytes
    guarded: tuple[tuple[str, str], ...]
    types: Mapping[str, str]
    """What has to be declared before cells are read back as they were, if nothing is."""
    mixed: tuple[str, ...]
    """Fields of several types, which only the JSON holds."""


def _make_table(job: Job, deck: BoundDeck, options: DataOptions) -> _CsvTable:
    columns = (*_OWN, *deck_fields(job.game, deck))
    declared = job.game.spec.decks[deck.name].fields
    separators = {name: field.separator for name, field in declared.items()}
    lines, guarded = [",".join(map(_quote_cell, columns))], []
    for card in deck.cards:
        values = {**card.values, "id": card.id, "copies": card.copies}
        cells = []
        for name in columns:
            text = _format_cell(values.get(name), separators.get(name, ""))
            if options.guard and isinstance(values.get(name), str | list):
                safe = guard_cell(text)
                if safe != text:
                    guarded.append((card.id, name))
                text = safe
            cells.append(_quote_cell(text))
        lines.append(",".join(cells))
    mark = "\ufeff" if options.bom else ""
    data = (mark + "\r\n".join((*lines, ""))).encode("utf-8")
    loose = {} if declared else {name: _values(deck, name) for name in columns[len(_OWN) :]}
    types, mixed = _types_to_declare(loose)
    return _CsvTable(data, tuple(guarded), types, mixed)


def _values(deck: BoundDeck, name: str) -> list[Any]:
    return [value for card in deck.cards if (value := card.values.get(name)) is not None]


def _types_to_declare(
    fields: Mapping[str, Sequence[Any]],
) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """What to declare so that cells are read back as they were, and fields that none fits."""
    if all(_is_read_back(value) for values in fields.values() for value in values):
        return {}, ()
    types = {name: _find_type(values) for name, values in fields.items()}
    mixed = tuple(
        name
        for name, values in fields.items()
        if types[name] == "text" and any(not isinstance(value, str) for value in values)
    )
    return types, mixed


def _is_read_back(value: Any) -> bool:
    """Whether a cell that nothing declares is read as this value."""
    return bool(parse_plain_text(_format_cell(value).strip()) == value)


def _find_type(values: Sequence[Any]) -> str:
    types = frozenset(map(type, values))
    return next((name for known, name in _TYPES.items() if types <= known), "text")


def _format_cell(value: Any, separator: str = "") -> str:
    """A value in one cell: lists joined by `; ` if they come back from that, with the
    separator that the field declares, else as JSON, as mappings and empty lists are; nothing as
    nothing."""
    if value is None:
        return ""
    if isinstance(value, list):
        joined = "; ".join(_format_cell(item) for item in value)
        if value and split_items(joined, separator) == value and joined[:1] not in ("[", "{"):
            return joined
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _quote_cell(text: str) -> str:
    """In double quotes where RFC 4180 asks for them, or where a blank would be lost."""
    if text != text.strip() or any(mark in text for mark in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text


# --- what was done ---------------------------------------------------------------------------


def _manifest(
    cards: bytes, files: Mapping[_TableName, str], tables: Mapping[_TableName, _CsvTable]
) -> dict[str, object]:
    return {
        "cards": "cards.json",
        "cards_sha256": hashlib.sha256(cards).hexdigest(),
        "tables": [
            {
                "deck": deck,
                **({"edition": edition} if edition else {}),
                "file": files[edition, deck],
                "sha256": hashlib.sha256(table.data).hexdigest(),
                "guarded": [{"card": card, "field": field} for card, field in table.guarded],
                "fields": dict(table.types),
                "only_in_json": list(table.mixed),
            }
            for (edition, deck), table in tables.items()
        ],
    }
