"""Which words of a YAML file are keys, as far as its lines and the models say.

In      a word, the lines of its file.
Out     whether it is a key there; no tree is needed, as the file may be one that cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import count

from cardgen.core.findings import ReadLine, Span
from cardgen.read.field_homes import is_field


def is_known_key(word: str, span: Span, read_line: ReadLine) -> bool:
    """Whether a word is a key of other lines, or a field of what the file describes; a table has
    fields of its own."""
    if is_key_elsewhere(word, span, read_line):
        return True
    return is_field(word) and not is_table(read_line, span.file)


def is_table(read_line: ReadLine, file: str) -> bool:
    """Whether a file is a list, as tables are."""
    for number in count(1):
        line = read_line(file, number)
        if line is None:
            return False
        if line.strip() and not line.lstrip("\ufeff").startswith(("#", "---")):
            return line.lstrip("\ufeff").startswith(("-", "["))
    return False


def is_key_elsewhere(word: str, span: Span, read_line: ReadLine) -> bool:
    """Whether the word before a colon may be the next key, in a line that lacks its end."""
    first, last = _find_keys(read_line, span.file).get(word, (span.line, span.line))
    return (first, last) != (span.line, span.line)


_KEY = re.compile(r"(?:\A *(?:- *)*|[{,] *)([\w-]+):")


@lru_cache(maxsize=1)
def _find_keys(read_line: ReadLine, file: str) -> Mapping[str, tuple[int, int]]:
    """The keys of a file, each with the first and the last line that it begins an entry in. Of
    thousands of findings all ask for them, with the same reader, which reads what was there."""
    found: dict[str, tuple[int, int]] = {}
    for number in count(1):
        line = read_line(file, number)
        if line is None:
            return found
        for key in _KEY.findall(line) if ":" in line else ():
            first, _ = found.get(key, (number, number))
            found[key] = (first, number)
    return found
