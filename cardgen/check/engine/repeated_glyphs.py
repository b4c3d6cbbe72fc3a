"""Many characters that one font lacks, as one finding with all of them.

In      the findings of a game.
Out     the same, but for a font that lacks more than a few: one finding where the first stands;
        without characters that are told as none that is printed.

A text in Greek in a font without Greek letters would be a finding for each of its letters.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from cardgen.core.findings import Finding, Note

CODE = "missing-glyph"
_LACKING = re.compile(r"no glyph for `(?P<character>.)` \(U\+[0-9A-F]+, [^)]*\) in (?P<fonts>.+)")
_FEW = 4
"""As many characters of one font are told one by one, wherever they stand."""


def fold_glyphs(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """One finding for all characters that a font, or its chain of fallbacks, lacks."""
    every = tuple(_drop_refused(tuple(findings)))
    groups: dict[tuple[str, str], list[tuple[str, Finding]]] = defaultdict(list)
    for one in every:
        found = _LACKING.fullmatch(one.message) if one.code == CODE else None
        if found:
            groups[found["fonts"], one.severity].append((found["character"], one))
    gone: set[Finding] = set()
    told: dict[Finding, Finding] = {}
    for (fonts, _), lacking in groups.items():
        characters = "".join(dict.fromkeys(character for character, _ in lacking))
        if len(characters) > _FEW:
            first = lacking[0][1]
            gone.update(one for _, one in lacking)
            told[first] = _tell(first, characters, fonts, [one for _, one in lacking])
    return tuple(told.get(one, one) for one in every if one in told or one not in gone)


def _drop_refused(every: Sequence[Finding]) -> Iterator[Finding]:
    """The findings without those at characters that are refused already, whatever their font."""
    refused = {_begin(one) for one in every if one.code == "control-character"}
    for one in every:
        if one.code != CODE or one.span is None or _begin(one) not in refused:
            yield one


def _begin(one: Finding) -> tuple[str, int, int] | None:
    return None if one.span is None else (one.span.file, one.span.line, one.span.column)


def _tell(first: Finding, characters: str, fonts: str, all_of_them: list[Finding]) -> Finding:
    message = f"no glyph for {len(characters)} characters in {fonts}: {' '.join(characters)}"
    places = len({one.span for one in all_of_them})
    cards = len({one.card for one in all_of_them if one.card})
    where = f"at {places} places" + (f", on {cards} cards" if cards > 1 else "")
    where += "; `cardgen check --all` shows each"
    return replace(first, message=message, notes=(*first.notes, Note(where)))
