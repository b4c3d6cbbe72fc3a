"""The longest text of all languages in each place, to see what the layout must hold.

In      a text, the catalogs of the game's languages.
Out     its longest translation, or the text itself if none is longer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category, east_asian_width

from msgspec import Struct

from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.translation.messages import Message, message_text
from cardgen.read.translation.po_file import Catalog

EDITION = "longest"
"""The edition that every game with translations has."""
_UNSEEN = re.compile(
    r"\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}|\{[^{}]*\}|\]\([^()]*\)|[*\[\]]", re.DOTALL
)


class LongestTranslator(Struct, frozen=True):
    """Gives each text in the language that needs most letters for it."""

    catalogs: Sequence[Catalog]

    def __call__(self, node: ScalarNode, context: str, owner: str) -> ScalarNode:  # noqa: ARG002
        message = Message(context, message_text(node.text))
        entries = [catalog.find(message) for catalog in self.catalogs]
        known = [one for one in entries if one is not None and one.text and not one.fuzzy]
        longest = max(known, key=lambda one: _length(one.text), default=None)
        if longest is None or _length(longest.text) <= _length(message.text):
            return node
        ending = node.text[len(message.text) :]
        return ScalarNode(longest.span, longest.text.rstrip("\n") + ending, plain=False)


def _length(text: str) -> int:
    """Letters that are printed, about: wide ones of Chinese, Japanese and Korean are two, marks on
    a letter none."""
    return sum(map(_width, _UNSEEN.sub("", text)))


def _width(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "FW" else 1
