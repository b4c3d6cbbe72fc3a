"""Two texts compared word by word.

In      a text as it was, and as it is.
Out     parts in order: what stayed, what went, what came.
"""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

Part = tuple[Literal["same", "old", "new"], str]

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
_MOST_WORDS = 4_000
_MOST_PAIRS = 20_000
"""Beyond either a text is shown as wholly changed: comparing takes time that grows with the pairs
of equal words, and with their square where words repeat without end."""


def word_changes(old: str, new: str) -> tuple[Part, ...]:
    """Return the parts of two texts, in order; joined, `same` and `new` give the new text."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    if len(before) + len(after) > _MOST_WORDS or _count_pairs(before, after) > _MOST_PAIRS:
        return (("old", old), ("new", new))
    return tuple(_parts(before, after))


def _count_pairs(before: list[str], after: list[str]) -> int:
    """How many words of one text are a word of the other, each counted with each; blanks are not
    searched for."""
    old, new = Counter(before), Counter(after)
    return sum(count * new[word] for word, count in old.items() if not word.isspace())


def _parts(before: list[str], after: list[str]) -> Iterator[Part]:
    matcher = difflib.SequenceMatcher(str.isspace, before, after, autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind == "equal":
            yield "same", "".join(before[i:j])
            continue
        if j > i:
            yield "old", "".join(before[i:j])
        if m > k:
            yield "new", "".join(after[k:m])


def show_value(value: Any) -> str:
    """Return a field's value as text: as it is typed, or as JSON if it is no text or number."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
