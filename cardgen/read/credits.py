"""Read `credits.yaml` (`credits.csv` …), and what `{{ credits() }}` prints of it.

In      a game's files.
Out     its credits, each with its place; findings for entries at fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import translate

from cardgen.core.findings import Finding, Report
from cardgen.files.game_files import GameFiles
from cardgen.files.spelling import compose
from cardgen.read.kept_specs import NOT_KEPT, KeptSpecs
from cardgen.read.models.credits import CreditSpec
from cardgen.read.syntax.nodes import Node
from cardgen.read.tables.reading import KINDS, TableSource, read_rows

NAMES = tuple(f"credits{kind}" for kind in KINDS)
"""What such files are called: tables of any kind."""
MAX_PATTERNS = 2_000
"""Of files in the credits of a game: each may be looked for among 5,000."""
MAX_LENGTH = 1_000
"""Of one of them."""


def read_credits(
    files: GameFiles, report: Report, specs: KeptSpecs = NOT_KEPT
) -> tuple[CreditSpec, ...]:
    """The credits of a game; none if it has no such file."""
    found: list[CreditSpec] = []

    def take(node: Node) -> None:
        credit: CreditSpec | None = specs.validate(node, CreditSpec, report)
        if credit is not None:
            found.append(credit)

    for name in filter(files.exists, NAMES):
        read_rows(files, TableSource(name, row="credit"), {}, take, report)
    return () if _is_over_budget(found, report) else tuple(found)


def _is_over_budget(found: list[CreditSpec], report: Report) -> bool:
    """Whether there are more patterns, or longer ones, than are looked for; a finding, if so."""
    long = next((one for one in found if any(len(name) > MAX_LENGTH for name in one.file)), None)
    many = sum(len(credit.file) for credit in found) > MAX_PATTERNS
    if long is None and not many:
        return False
    message = f"the credits name over {MAX_PATTERNS:,} files"
    if long is not None:
        message = f"the name of a file has {MAX_LENGTH:,} characters at most"
    place = (long or found[-1]).place("file")
    hint = "name many files by one pattern: `art/*.svg`"
    report.add(Finding("over-budget", message, place, hint=hint))
    return True


def print_credits(works: Iterable[CreditSpec]) -> str:
    """A line each, those that are alike once."""
    return "\n".join(dict.fromkeys(credit.line for credit in works))


class FilePatterns:
    """Names and patterns of files, each compiled once."""

    def __init__(self, patterns: Iterable[str]) -> None:
        every = [*map(compose, patterns)]
        self._names = {*every}
        marked = dict.fromkeys(one for one in every if set(one) & {*"*?["})
        self._patterns = [re.compile(translate(one)) for one in marked]

    def holds(self, path: str) -> bool:
        """Whether one of them is a file's."""
        return path in self._names or any(one.match(path) for one in self._patterns)
