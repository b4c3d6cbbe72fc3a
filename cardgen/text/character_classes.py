"""Classes of characters, from the tables of Unicode that come with cardgen.

In      the name of a table in `cardgen/data`, a character.
Out     its class there.
Not here  what classes mean: `text.line_breaking`, `text.graphemes`, `text.vertical`, `text.bidi`.

Python knows the classes of another version of Unicode in each of its own versions: the same text
would have other lines on another machine.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from importlib.resources import files


@cache
def _read_table(name: str) -> tuple[list[int], list[tuple[int, str]]]:
    """The first code points of all ranges, and for each its last one and its class."""
    source = files("cardgen").joinpath("data", name).read_text("utf-8")
    ranges: list[tuple[int, int, str]] = []
    for line in source.splitlines():
        if line.startswith("#"):
            continue
        kind, *spans = line.split()
        for span in spans:
            first, _, last = span.partition("-")
            ranges.append((int(first, 16), int(last or first, 16), kind))
    ranges.sort()
    return [entry[0] for entry in ranges], [entry[1:] for entry in ranges]


def look_up_class(table: str, character: str) -> str:
    """The class that a table lists a character in; "" if it lists it in none."""
    starts, entries = _read_table(table)
    code = ord(character)
    index = bisect_right(starts, code) - 1
    return "" if index < 0 or entries[index][0] < code else entries[index][1]
