"""Read `credits.yaml`, and what `{{ credits() }}` prints of it.

In      a game's files.
Out     its credits, each with its place; findings for entries at fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from cardgen.core.findings import Report
from cardgen.files.game_files import GameFiles
from cardgen.read.models.credits import CreditSpec
from cardgen.read.syntax.nodes import Node
from cardgen.read.tables.reading import TableSource, read_rows
from cardgen.read.validate import validate_node

CREDITS_FILE = "credits.yaml"


def read_credits(files: GameFiles, report: Report) -> tuple[CreditSpec, ...]:
    """The credits of a game; none if it has no such file."""
    if not files.exists(CREDITS_FILE):
        return ()
    found: list[CreditSpec] = []

    def take(node: Node) -> None:
        credit: CreditSpec | None = validate_node(node, CreditSpec, report)
        if credit is not None:
            found.append(credit)

    read_rows(files, TableSource(CREDITS_FILE), {}, take, report)
    return tuple(found)


def print_credits(works: Iterable[CreditSpec]) -> str:
    """A line each, those that are alike once."""
    return "\n".join(dict.fromkeys(credit.line for credit in works))


def find_credits(path: str, works: Iterable[CreditSpec]) -> Iterator[CreditSpec]:
    """The credits of a file."""
    for credit in works:
        if any(fnmatchcase(path, pattern) for pattern in credit.file):
            yield credit
