"""A table of sixty cards in every format that is read: the same cards from all of them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from tests.support.workbooks import open_document, workbook

DATA = Path(__file__).parents[1] / "data" / "tables"

HEADERS = ["Karten Name", "cost", "share", "day", "tags", "rule", "Qty"]
_RULES = (
    "Draw a card; then discard one, if you can.",
    'Say "Fox" aloud | or pay 2.',
    "Für jede Mühle: 1 Öl.",
    "Two lines,\nthe second here.",
)


def rows() -> list[list[str]]:
    """The texts that the cells show, the headers left out."""
    return [
        [
            f"Käfer {n}",
            str(n % 7) if n % 5 else f"{n % 7}.5",
            f"{n % 10 * 10}%",
            f"{n % 28 + 1}. March 2026",
            "red; blue" if n % 2 else "green",
            _RULES[n % len(_RULES)],
            str(n % 3),
        ]
        for n in range(1, 61)
    ]


def delimited(cells: list[list[str]], separator: str, encoding: str) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerows([HEADERS, *cells])
    return out.getvalue().encode(encoding)


def excel(cells: list[list[str]]) -> bytes:
    """Numbers, percentages and dates as Excel stores them: values with a format."""
    return workbook(
        [HEADERS, *([_typed(i, text) for i, text in enumerate(r)] for r in cells)], "Units"
    )


def _typed(column: int, text: str) -> Any:
    if column == 1 or column == 6:
        try:
            return float(text)
        except ValueError:
            return text
    if column == 2:
        return float(text.removesuffix("%")) / 100, "0%"
    if column == 3:
        return date(2026, 3, int(text.split(".")[0])), 'd". "mmmm yyyy'
    return text


def as_json(cells: list[list[str]], *, lines: bool) -> bytes:
    objects = [
        {
            name: _json_value(i, text)
            for i, (name, text) in enumerate(zip(HEADERS, row, strict=True))
        }
        for row in cells
    ]
    if lines:
        return "\n".join(json.dumps(one) for one in objects).encode()
    return json.dumps(objects, indent=2, ensure_ascii=False).encode()


def _json_value(column: int, text: str) -> Any:
    if column in (1, 6):
        return json.loads(text) if text.replace(".", "").isdigit() else text
    return text


Make = Callable[[list[list[str]]], bytes]

FORMATS: Mapping[str, tuple[str, Make]] = {
    "comma": ("cards.csv", lambda cells: delimited(cells, ",", "utf-8")),
    "semicolon": ("cards.csv", lambda cells: delimited(cells, ";", "utf-8-sig")),
    "bar": ("cards.csv", lambda cells: delimited(cells, "|", "windows-1252")),
    "tab": ("cards.csv", lambda cells: delimited(cells, "\t", "utf-16")),
    "tsv": ("cards.tsv", lambda cells: delimited(cells, "\t", "utf-8")),
    "utf-16 without a mark": ("cards.csv", lambda cells: delimited(cells, ";", "utf-16-le")),
    "xlsx": ("cards.xlsx", excel),
    "ods": ("cards.ods", lambda cells: open_document([HEADERS, *cells], "Units")),
    "json": ("cards.json", lambda cells: as_json(cells, lines=False)),
    "jsonl": ("cards.jsonl", lambda cells: as_json(cells, lines=True)),
}
"""How a format is called, its file, and what makes it."""
