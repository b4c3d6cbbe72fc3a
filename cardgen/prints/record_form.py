"""The form of `prints/NAME.json`, and what is wrong with a file that does not hold to it.

In      the text of a record.
Out     a `PrintRecord`; or a `FormError`, one sentence that says what is wrong and where.
Not here  finding and writing records (`prints.records`).

Records are under version control, where people merge and edit them: a fault is told with its line,
or with its deck and card, in words of the file.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from cardgen.prints.listed_cards import Dpi
from cardgen.prints.snapshot import PrintedDeck, SnapshotCard

FORM = 1
_KINDS = {"int": "a whole number", "float": "a number", "str": "a text", "object": "a mapping"}
_KINDS |= {"array": "a list"}
_PATH = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_EXPECTED = re.compile(r"Expected `(?P<kinds>[^`]*)`(?: (?P<sign>[<>]=) (?P<bound>[0-9.]+))?")
_MISSING = re.compile(r"missing required field `(?P<name>[^`]*)`")
_Form = TypeVar("_Form", bound=Struct)


class FormError(ValueError):
    """What is wrong; goes on from the file's name."""


class RecordedDeck(Struct, frozen=True):
    """A deck with its cards as they stand in the file."""

    size: str
    trim_mm: tuple[float, float]
    cards: list[Any]


class PrintRecord(Struct, frozen=True):
    """The file."""

    name: str
    game: str
    decks: dict[str, Any]
    version: str = ""
    edition: str = ""
    date: str = ""
    time: str = ""
    dpi: Dpi = 0
    targets: list[str] = []


def read_form(text: bytes) -> tuple[PrintRecord, tuple[PrintedDeck, ...]]:
    """Read a record and its decks.

    Raises:
        FormError: It does not hold to the form.
    """
    data = _parse(text)
    form = data.get("cardgen_print") if isinstance(data, dict) else None
    if not isinstance(form, int) or form < 1:
        raise FormError(f'is no record of a print: it has no `"cardgen_print": {FORM}`')
    if form > FORM:
        raise FormError("was written by a newer cardgen; install that")
    record = _convert(data, PrintRecord, "")
    return record, tuple(_read_deck(name, deck) for name, deck in record.decks.items())


def _parse(text: bytes) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        rest = error.doc[error.pos :].strip()
        if not rest or ("\n" not in rest and error.msg.startswith("Unterminated string")):
            raise FormError("is no JSON: it ends in the middle") from None
        where = f"line {error.lineno}, column {error.colno}"
        raise FormError(f"is no JSON: look at {where}") from None
    except (ValueError, RecursionError):
        raise FormError("is no JSON") from None


def _read_deck(name: str, data: Any) -> PrintedDeck:
    where = f"deck `{name}`"
    deck = _convert(data, RecordedDeck, f"{where}: ")
    cards: dict[str, SnapshotCard] = {}
    for number, row in enumerate(deck.cards, 1):
        card = _convert(row, SnapshotCard, f"{where}, card {number}: ")
        if card.copies < 0:
            raise _fault(f"{where}, card {number}: `copies` is below 0")
        if card.id in cards:
            raise _fault(f"{where}, card {number}: `{card.id}` is there already")
        cards[card.id] = card
    return PrintedDeck(name, deck.size, deck.trim_mm, tuple(cards.values()))


def _convert(data: Any, form: type[_Form], where: str) -> _Form:
    try:
        return msgspec.convert(data, form)
    except msgspec.ValidationError as error:
        raise _fault(f"{where}{_describe(str(error))}") from None


def _describe(message: str) -> str:
    """What msgspec found, in words of the file."""
    path = _PATH.search(message)
    name = path["path"] if path else ""
    if missing := _MISSING.search(message):
        return f"`{f'{name}.' if name else ''}{missing['name']}` is missing"
    expected = _EXPECTED.search(message)
    kinds = expected["kinds"].split(" | ") if expected else []
    wanted = " or ".join(_KINDS[kind] for kind in kinds if kind in _KINDS)
    if expected and expected["sign"]:
        most = "at most" if expected["sign"] == "<=" else "at least"
        wanted += f" of {most} {float(expected['bound']):g}"
    return f"{f'`{name}`' if name else 'it'} must be {wanted or 'as cardgen writes it'}"


def _fault(what: str) -> FormError:
    return FormError(f"is no record of a print: {what}")
