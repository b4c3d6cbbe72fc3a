"""Names in the middle of texts: `{coin}`, `[words]{red}`, `count("beasts")`, `card("beasts/fox")`.

In      the lines of a file, the names that the game declares.
Out     `Use`s, each at the name alone.

Texts are read line by line, as they are typed: a name counts where it is one that there is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from cardgen.core.findings import Span
from cardgen.lsp.uses import Use

FUNCTIONS = (
    "card", "row", "hand", "count", "sum", "least", "most", "field", "table", "different", "total",
    "of",
)  # fmt: skip
"""Functions whose arguments are decks and cards."""
_ICON = re.compile(r"(?<![\]{])\{([^*{}\[\]\\\n]+)\}(?!\})")
_STYLED = re.compile(r"\]\{([^{}\n]*)\}")
_CALL = re.compile(rf"(?<![\w.])(?:{'|'.join(FUNCTIONS)})\(")
_ARGUMENTS = re.compile(
    r"""(?:[^()"']|\\?"[^"\\]*\\?"|'[^']*'|\((?:[^()"']|"[^"\\]*"|'[^']*'|\([^()]*\))*\))*"""
)
_STRING = re.compile(r"""(?<![=\w])\s*(?:\\?"([^"\\]+)\\?"|'([^']+)')""")


class KnownNames(Struct, frozen=True):
    """What a game declares, as far as texts name it."""

    by_kind: Mapping[str, Collection[str]]
    cards: Mapping[str, Collection[str]]
    """Ids by deck."""


def list_text_uses(lines: Sequence[str], file: str, known: KnownNames) -> Iterator[Use]:
    """The names in the texts of a file."""
    for number, line in enumerate(lines, 1):
        if "{" in line:
            yield from _list_markup(line, Span(file, number, 1, 1), known)
        if "(" in line:
            for call in _CALL.finditer(line):
                yield from _list_arguments(call, Span(file, number, 1, 1), known)


def _list_markup(line: str, start: Span, known: KnownNames) -> Iterator[Use]:
    for found in _ICON.finditer(line):
        if found[1] in known.by_kind.get("icon", ()):
            yield Use("icon", found[1], start.part(found.start(1), len(found[1])))
    for styled in _STYLED.finditer(line):
        for word in re.finditer(r"\S+", styled[1]):
            for kind in ("style", "color"):
                if word[0] in known.by_kind.get(kind, ()):
                    place = start.part(styled.start(1) + word.start(), len(word[0]))
                    yield Use(kind, word[0], place)
                    break


def _list_arguments(call: re.Match[str], start: Span, known: KnownNames) -> Iterator[Use]:
    """The decks and cards that a call names; calls in it are calls of their own too."""
    deck = ""
    given = _ARGUMENTS.match(call.string, call.end())
    for number, found in enumerate(_STRING.finditer(given[0] if given else "")):
        group = 1 if found[1] is not None else 2
        name, place = found[group], call.end() + found.start(group)
        first, slash, second = name.partition("/")
        if slash and second in known.cards.get(first, ()):
            yield Use("deck", first, start.part(place, len(first)))
            after = place + len(first) + 1
            yield Use("card", name, start.part(after, len(second)), text=second)
        elif not number and name in known.cards:
            deck = name
            yield Use("deck", name, start.part(place, len(name)))
        elif name in known.cards.get(deck, ()):
            yield Use("card", f"{deck}/{name}", start.part(place, len(name)), text=name)
