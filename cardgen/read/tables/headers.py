"""What the columns of a table are called on the cards.

In      the cells of a table's first row, the fields that its deck declares.
Out     a field's name for each column.

A header is a field's name if it can be one. In any other every stretch of characters that are
neither letters nor digits becomes `_`: `Karten Name` is `Karten_Name`. A field that the deck
declares `from:` a header, or what it becomes, takes that column under its own name. `copies`,
`qty`, `quantity`, `count` and `number` are the number of copies, in any case, unless the deck
declares a field of that name; of several of them, the first in this order. `layout.title.size`
stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cardgen.read.models.tables import FieldSpec
from cardgen.read.tables.overrides import is_override_column

COPIES = "copies"
_INVISIBLE = re.compile("[\u200b\u2060\ufeff\xad]")
_QTY = "qty"
_COPIES_WORDS = frozenset(
    "adet aantal amount antal antall anz anzahl auflage cant cantidad cópias copias copie copies "
    "copy count darab exemplaires exemplare exemplar ilość kopi kopie kopien kopier kopior kopieën "
    "kpl liczba menge määrä nb nbre nombre number numbers many počet qtd qtde qté qty quantidade "
    "quantité quantita quantità quantity stck stk stück stückzahl stuks szt sztuk sztuki times "
    "кол количество тираж шт 份数 张数 枚 枚数 数量 개수 수량".split()
)
"""How tables in other languages head the number of copies."""
_BESIDE_COPIES = frozenset(
    "card cards carta cartas carte cartes carti karta karte karten kart kort kaarten de der des di "
    "how of no nr per pro by za x во".split()
)
COPIES_HEADERS = ("copies", "qty", "quantity", "count", "number")


def name_columns(headers: Sequence[str], fields: Mapping[str, FieldSpec]) -> list[str]:
    """Return the field of each column; "" for a column without a name."""
    renamed = {spec.from_: name for name, spec in fields.items() if spec.from_}
    names = [renamed.get(header) or _own_name(header, fields) for header in headers]
    names = [renamed[name] if _is_meant(name, renamed, names) else name for name in names]
    copies = _copies_column(headers, names, fields)
    if copies is not None:
        names[copies] = COPIES
        for index, name in enumerate(names):  # a row whose two counts differ is refused
            if index != copies and name.casefold() == _QTY and name not in fields:
                names[index] = _QTY
    return names


def _is_meant(name: str, renamed: Mapping[str, str], names: Sequence[str]) -> bool:
    """Whether `from:` gives a header as a name, `Qty` of `Qty.`, and no header is just that."""
    return name in renamed and renamed[name] not in names


def _own_name(header: str, fields: Mapping[str, FieldSpec]) -> str:
    return header if header in fields or is_override_column(header) else field_name(header)


def field_name(header: str) -> str:
    """A header as a name that templates can use: `Karten Name` → `Karten_Name`."""
    header = _INVISIBLE.sub("", header)
    if header.isidentifier():
        return header
    name = re.sub(r"\W+", "_", header).strip("_")
    if not name:
        return "_" if header.strip() else ""
    return f"_{name}" if name[0].isdigit() else name


def is_like_copies(name: str) -> bool:
    """Whether a column seems to say how often a card is printed: `Anzahl`, `Quantité`."""
    words = {word for word in name.casefold().split("_") if word} - _BESIDE_COPIES
    return bool(words) and words <= _COPIES_WORDS


def _copies_column(
    headers: Sequence[str], names: Sequence[str], fields: Mapping[str, FieldSpec]
) -> int | None:
    """Which column says how often a card is printed."""
    folded = [header.strip().casefold() for header in headers]
    for wanted in COPIES_HEADERS:
        for index, header in enumerate(folded):
            if header == wanted and names[index] not in fields:
                return index
    return None
