"""Cells that a spreadsheet program took for days: `2-Jan` among `1/3` and `4/4`.

In      the cells of a table, row by row.
Out     a warning at each such cell, where the others of its column are pairs of numbers.

Whoever types `1/2` or `3-4` into a spreadsheet gets a date if there is such a day, and what was
typed if there is none: half of a column of strengths is days, and the file has nothing else.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from cardgen.core.findings import Finding, Span
from cardgen.read.syntax.nodes import ScalarNode

_PAIR = re.compile(r"[*xX]?\d{1,2}\s?[/–-]\s?\d{1,2}|\d{1,2}\s?/\s?[*xX]|[*xX]\s?/\s?\d{1,2}")
_DAY = re.compile(
    r"""\d{1,2}[-./]\ ?(?P<month>[^\W\d_]{3,6})\.?      # 2-Jan, 02. Jan
      | (?P<first>[^\W\d_]{3,6})\.?[-.\ ]{1,2}\d{2}    # Jan-02
      | \d{1,2}[/.]\d{1,2}[/.](?:19|20)\d\d            # 1/2/2024
      | [0-3]\d[/.][0-3]\d[/.]\d\d                     # 01.02.24
      | (?:19|20)\d\d-[01]\d-[0-3]\d                   # 2024-01-02
    """,
    re.VERBOSE,
)
_MONTHS = frozenset(
    "jan feb mar apr may jun jul aug sep sept oct nov dec "
    "mär märz mrz mai juni juli okt dez janv févr mars avr avril juin juil août déc "
    "ene abr ago dic gen mag giu lug set ott fev out mei mrt maj des "
    "sty lut kwi cze lip sie wrz paź lis gru led úno bře dub kvě čvn čvc srp zář říj pro "
    "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu "
    "febr márc ápr máj jún júl szept".split()
)
"""Short names of months, as spreadsheet programs show them; `2-gold` is no day."""
_LONGEST = 12
"""Letters of a day."""
_FEWEST = 2
"""So many pairs make a column one of them."""


class TurnedDates:
    """What is counted while the rows of a table go by."""

    def __init__(self) -> None:
        self._pairs: dict[int, int] = defaultdict(int)
        self._others: dict[int, int] = defaultdict(int)
        self._days: dict[int, list[tuple[str, Span]]] = {}

    def look_at(self, cells: Sequence[ScalarNode]) -> None:
        """Look at a row."""
        for column, cell in enumerate(cells):
            text = cell.text
            if len(text) > _LONGEST or text.isalnum():
                self._others[column] += 1
            elif not text:
                continue
            elif _PAIR.fullmatch(text):
                self._pairs[column] += 1
            elif _is_day(text):
                self._days.setdefault(column, []).append((text, cell.span))
            else:
                self._others[column] += 1

    def findings(self) -> Iterator[Finding]:
        """The warnings."""
        for column, days in self._days.items():
            pairs = self._pairs[column]
            if pairs < _FEWEST or self._others[column] > pairs:
                continue
            for text, span in days:
                message = f"a spreadsheet program made the day `{text}` of what was typed here"
                hint = "format the column as text in that program, and type it again"
                yield Finding("table-cell", message, span, "warning", hint=hint)


def _is_day(text: str) -> bool:
    found = _DAY.fullmatch(text)
    month = found and (found["month"] or found["first"])
    return bool(found) and (not month or month.casefold() in _MONTHS)
