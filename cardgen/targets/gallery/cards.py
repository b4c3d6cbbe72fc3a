"""What a gallery tells of each card: names, words, fields, counts.

In      a job.
Out     `DeckGroup`s of `CardTile`s, one a deck, and tables of what is in the box: plain text.
Not here  pictures (`gallery.faces`), the page (`gallery.target`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from cardgen.bind.bound_faces import BoundCard, BoundDeck, BoundFace
from cardgen.core.findings import plural
from cardgen.core.sizes import millimeters
from cardgen.expressions import template
from cardgen.expressions.faults import TemplateFault
from cardgen.files.file_names import slug
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job
from cardgen.targets.shared.card_names import strip_markup
from cardgen.targets.shared.card_text import read_card_text
from cardgen.targets.shared.deck_fields import deck_fields
from cardgen.targets.shared.manifest import source_of
from cardgen.text.smart_punctuation import smarten

_MOST_KINDS = 12
"""A field of more values is counted in the table only if the composition counts it."""


class TileSide(Struct, frozen=True):
    """A face, and its words as a screen reader says them."""

    scene: Scene
    words: str


class CardTile(Struct, frozen=True):
    """A card: `fields` are what its row says, in the deck's order."""

    deck: str
    id: str
    name: str
    copies: int
    front: TileSide
    back: TileSide | None
    fields: tuple[tuple[str, str], ...]
    source: str
    edition: str = ""
    """What its edition is called, if several are shown."""


class CountTable(Struct, frozen=True):
    """How many cards have which value of a field."""

    field: str
    rows: tuple[tuple[str, int], ...]


class DeckGroup(Struct, frozen=True):
    """A deck."""

    name: str
    title: str
    facts: str
    size: str
    total: int
    corner: float
    tiles: tuple[CardTile, ...]
    tables: tuple[CountTable, ...]


def group_decks(job: Job, *, backs: bool) -> tuple[DeckGroup, ...]:
    """All decks in the game's order."""
    return tuple(_group(job, deck, backs=backs) for deck in job.game.decks if deck.cards)


def _group(job: Job, deck: BoundDeck, *, backs: bool) -> DeckGroup:
    tiles = tuple(_tile(job, deck, card, backs=backs) for card in deck.cards)
    different = len({tile.front.scene for tile in tiles})
    counted = plural(deck.total, "card")
    return DeckGroup(
        name=deck.name,
        title=make_title(deck.name),
        facts=counted if different == deck.total else f"{counted}, {different} different",
        size=_describe_size(deck),
        total=deck.total,
        corner=deck.size.corner,
        tiles=tiles,
        tables=tuple(_count_tables(job, deck)),
    )


def make_title(name: str) -> str:
    """`length-track` → `Length track`."""
    plain = re.sub(r"[-_]+", " ", name).strip() or name
    return plain[:1].upper() + plain[1:]


def _describe_size(deck: BoundDeck) -> str:
    trim = deck.size.trim
    width, height = (f"{millimeters(side):g}" for side in (trim.width, trim.height))
    if deck.size.shape == "circle" and width == height:
        return f"{width} mm across"
    return f"{width} × {height} mm"


def _tile(job: Job, deck: BoundDeck, card: BoundCard, *, backs: bool) -> CardTile:
    language = job.game.spec.file.language
    name = smarten(_card_name(job, card), language)
    values = (
        (field, format_value(card.values.get(field), language))
        for field in deck_fields(job.game, deck)
    )
    return CardTile(
        deck=deck.name,
        id=card.id,
        name=name,
        copies=card.copies,
        front=_side(job, card.front, f"{name}, a face without words"),
        back=_side(job, card.back, "A back without words") if backs and card.back else None,
        fields=tuple((field, value) for field, value in values if value),
        source=source_of(card),
    )


def _card_name(job: Job, card: BoundCard) -> str:
    """Its name or title; else what tells it apart: what its id is made of, or its id."""
    names = (card.values.get(key) for key in ("name", "title"))
    found = next((str(name) for name in names if name not in (None, "")), "")
    return strip_markup(found or _id_in_words(job, card)) or card.id


def _id_in_words(job: Job, card: BoundCard) -> str:
    """The deck's `id:` filled in, as it was before blanks and signs were taken out."""
    try:
        words = template.fill(job.game.spec.decks[card.deck].id, dict(card.values))
    except TemplateFault:
        words = ""
    made = re.fullmatch(rf"{re.escape(slug(words))}(-\d+)?", card.id)
    return " ".join(words.split()) if words.strip() and made else card.id


def _side(job: Job, face: BoundFace, wordless: str) -> TileSide:
    scene = job.scenes[face]
    lines = read_card_text(scene).split("\n")
    spoken = " ".join(f"{line}." if line[-1:].isalnum() else line for line in lines if line)
    return TileSide(scene, spoken or wordless)


def format_value(value: Any, language: str = "en") -> str:
    """A field's value as players would say it: markup left out, quotes set."""
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(format_value(item, language) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {format_value(item, language)}" for key, item in value.items())
    return smarten(strip_markup(str(value)), language)


# --- what is in the box ------------------------------------------------------------------------


def _count_tables(job: Job, deck: BoundDeck) -> Iterator[CountTable]:
    """A table for each field that tells kinds of cards."""
    language = job.game.spec.file.language
    for field in deck_fields(job.game, deck):
        counts: Counter[str] = Counter()
        for card in deck.cards:
            value = format_value(card.values.get(field), language)
            if value:
                counts[value] += card.copies
        if _is_counted_by(job, deck, field, counts):
            yield CountTable(field, tuple(counts.items()))


def _is_counted_by(job: Job, deck: BoundDeck, field: str, counts: Counter[str]) -> bool:
    """Whether cards are counted by a field: the composition does, or it has few values."""
    composition = job.game.spec.composition
    wanted = composition.decks.get(deck.name) if composition else None
    recurs = any(count > 1 for count in counts.values())
    if wanted and wanted.count:
        return recurs and field in wanted.count
    return recurs and 1 < len(counts) <= min(_MOST_KINDS, len(deck.cards) // 2)
