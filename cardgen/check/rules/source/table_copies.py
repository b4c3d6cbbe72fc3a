"""Copies of card tables that nothing reads: the newer one, mostly.

In      the files of the game, the tables that its cards are from.
Out     a finding for each copy, by the names that browsers and cloud folders give.

Who downloads a table again has `cards (1).csv` beside `cards.csv`, and prints the old one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.check.engine.rule import Explanation
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.source.mentions import list_scalars
from cardgen.core.findings import Finding, Span
from cardgen.read.models.tables import split_sheet
from cardgen.read.tables.file_patterns import compile_pattern, is_pattern
from cardgen.read.tables.reading import KINDS

UNREAD_COPY = Explanation(
    "unread-copy",
    "a file that is called as a copy of a card table is read by nothing",
    "A table that is downloaded again is `cards (1).csv`, and `cards.csv` is still the old one. "
    "Cloud folders keep both sides of a conflict in this way.",
    "Put the newer file in the place of the older one, or delete it.",
    "warning",
)
_COPY = re.compile(
    r"(?P<folder>.*/)?(?:Copy of |Kopie von )?(?P<stem>[^/]+?)"
    r"(?P<mark>(?: ?\((?:\d{1,3}|[^()/]*(?:copy|conflict|kopie|konflikt)[^()/]*)\)"
    r"| - (?:Copy|Kopie)| copy| Kopie)*)(?P<suffix>\.\w+)",
    re.IGNORECASE,
)


def find_unread_copies(subject: Subject) -> Iterator[Finding]:
    """One finding for each copy of a table."""
    read = {split_sheet(card.span.file)[0] for cards in subject.spec.cards.values()
            for card in cards}  # fmt: skip
    named = [split_sheet(scalar.text)[0] for _, scalar in list_scalars(subject.spec.file.node)]
    patterns = [compile_pattern(name) for name in named if is_pattern(name)]
    known = {*read, *named}
    for path in subject.game.own_files():
        found = _COPY.fullmatch(path)
        if found is None or found["suffix"].lower() not in KINDS or path in known:
            continue
        original = f"{found['folder'] or ''}{found['stem']}{found['suffix']}"
        if original != path and original in read and not any(p.fullmatch(path) for p in patterns):
            yield Finding(
                "unread-copy",
                f"nothing reads `{path}`, which is called as a copy of `{original}`",
                Span(path, 1, 1, 2),
                "warning",
                hint=f"put it in the place of `{original}` if it is the newer one, or delete it",
            )
