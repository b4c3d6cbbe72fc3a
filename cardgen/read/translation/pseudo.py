"""A translation before there is one: every text accented, and 35 % longer.

In      a text.
Out     the same text as it might look in a longer language; what is no word stays as it is.
"""

from __future__ import annotations

import re

EDITION = "pseudo"
"""The edition that every game has."""
_LONGER = 0.35
_HELD = re.compile(
    r"\[![\w-]+\]|\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}|\]\([^()]*\)|\]\[[^\[\]]*\]"
    r"|\]\{[^{}]*\}|\{[^{}]*\}|\\."
    r"|<(?:[a-z]+://|mailto:|/?br)[^<>]*>|&(?:\w+|\#\w+);|\n",
    re.DOTALL,
)
_PLAIN = "AaCcEeIiNnOoUuYy"
_ACCENTED = "ÅåÇçÉéÎîÑñÖöÜüÝý"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_FILLER = "ñé ôñè tèxt "
"""In letters that nearly every font has."""


def pseudo_text(text: str) -> str:
    """A text accented and longer; templates, icons, styles and line breaks are kept."""
    held = _HELD.findall(text)
    words = [part.translate(_ACCENTS) for part in _HELD.split(text)]
    more = round(_LONGER * sum(map(len, words)))
    if more:
        words = _lengthened(words, more)
    out = [words[0]]
    for part, after in zip(held, words[1:], strict=True):
        out += [part, after]
    return "".join(out)


def _lengthened(words: list[str], more: int) -> list[str]:
    """Words with so many characters more, behind the last part that has letters."""
    index = max(range(len(words)), key=lambda i: (any(map(str.isalpha, words[i])), i))
    part = words[index]
    if not any(map(str.isalpha, part)):
        return words
    end = max(i for i, character in enumerate(part) if character.isalpha()) + 1
    filler = " " * (more > 3) + _FILLER * (more // len(_FILLER) + 1)
    added = filler[:more]
    if added.endswith(" "):
        added = added[:-1] + "é"
    words[index] = f"{part[:end]}{added}{part[end:]}"
    return words
