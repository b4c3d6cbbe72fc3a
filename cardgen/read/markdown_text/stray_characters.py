r"""Characters of a Markdown file that are no text: what programs leave in it, and what they spoil.

In      the text of a booklet, as its file has it.
Out     findings; the text with a space for each such character.
Not here  characters that print nothing but belong to texts (`text.hidden_characters`).

A zero byte is printed as `\ufffd`; a byte order mark, which stands between two files that were put
one behind the other, keeps a heading from being one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardgen.core.findings import Finding, Report, Span
from cardgen.read.markdown_text.word_places import place_of_line
from cardgen.read.tables.decoding import doubt_letters, span_of

_STRAY = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff]")
_HINTS = dict.fromkeys(
    "\x0b\x85", "it is another program's line break: write a line break in its place"
)


def replace_stray(text: str, file: str, places: Sequence[Span | None], report: Report) -> str:
    """The text without what is none, each kind of which is told once.

    Args:
        places: Where each line was typed, if that is elsewhere than in the file.
    """
    seen: set[str] = set()
    for found in _STRAY.finditer(text):
        if found[0] not in seen:
            seen.add(found[0])
            report.add(_make_finding(text, found, file, places))
    spoiled = None if places else doubt_letters(text, file, "the text")
    if spoiled is not None:
        report.add(spoiled)
    return _STRAY.sub(" ", text) if seen else text


def _make_finding(
    text: str, found: re.Match[str], file: str, places: Sequence[Span | None]
) -> Finding:
    message = f"the character U+{ord(found[0]):04X} prints nothing"
    hint = _HINTS.get(found[0], "delete it; it is invisible")
    stands = span_of(text, found.start(), found[0], file)
    place = place_of_line(places, stands.line - 1) or stands
    return Finding("control-character", message, place, hint=hint)
