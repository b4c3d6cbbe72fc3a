"""An expression taken apart for a finding: what it joins by `and`, what it compares.

In      an expression that parses.
Out     parts that are expressions themselves; the sides of a comparison.

Words in quotes and brackets are passed over. What is not plainly joined or compared (`or`,
`not`, `if`, chains of comparisons) stays whole: a finding then shows the fields it uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

_TOKEN = re.compile(
    r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|[A-Za-z_][A-Za-z_0-9]*|==|!=|<=|>=|[<>()\[\]{}]|\s+|.",
    re.DOTALL,
)
_COMPARING = ("==", "!=", "<=", ">=", "<", ">")
_WHOLE = frozenset(("or", "not", "if", "else", "in", "is"))


class ComparedSides(Struct, frozen=True):
    left: str
    operator: str
    right: str


def _list_outer_tokens(source: str) -> Iterator[tuple[str, int]]:
    """Each token that stands in no bracket, and where it starts."""
    depth = 0
    for found in _TOKEN.finditer(source):
        token = found[0]
        if token in ("(", "[", "{"):
            depth += 1
        elif token in (")", "]", "}"):
            depth -= 1
        elif not depth:
            yield token, found.start()


def split_conjuncts(source: str) -> list[str]:
    """What is joined by `and`, or the whole."""
    tokens = list(_list_outer_tokens(source))
    if any(token in ("or", "if", "else") for token, _ in tokens):
        return [source]
    cuts = [start for token, start in tokens if token == "and"]
    starts, ends = [0, *(cut + len("and") for cut in cuts)], [*cuts, len(source)]
    return [source[a:b].strip() for a, b in zip(starts, ends, strict=True)]


def split_comparison(source: str) -> ComparedSides | None:
    """The two sides, if it is a single comparison."""
    tokens = list(_list_outer_tokens(source))
    found = [(token, start) for token, start in tokens if token in _COMPARING]
    if len(found) != 1 or any(token in _WHOLE for token, _ in tokens):
        return None
    operator, start = found[0]
    left, right = source[:start].strip(), source[start + len(operator) :].strip()
    return ComparedSides(left, operator, right) if left and right else None
