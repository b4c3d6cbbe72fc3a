"""What there is to translate: a text, the kind of place it stands in, and where it was typed.

In      texts out of the trees of a game.
Out     `Message`s, collected by a `Visit`; a visit may also give another text in its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct, field

from cardgen.core.findings import Span
from cardgen.read.syntax.nodes import ScalarNode

Visit = Callable[[ScalarNode, str, str], ScalarNode]
"""Given a text, its context (`animals.rule`, `layouts.front`) and what it belongs to
(`animals/fox`, ""); returns what stands in its place, perhaps the same."""

_LETTER = re.compile(r"[^\W\d_]")
_TEMPLATE = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}", re.DOTALL)
_ICON = re.compile(r"\{[^{}]*\}")


class Message(Struct, frozen=True):
    """A text to translate; two of one context and text are one message."""

    context: str
    text: str

    def __str__(self) -> str:
        shown = self.text.replace("\n", "⏎")
        return f"“{shown[:50]}{'…' if len(shown) > 50 else ''}”"


class Source(Struct):
    """Where a message stands in a game."""

    spans: list[Span] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)
    """Cards, as `deck/id`."""


class Collector(Struct):
    """Collects messages, and leaves the texts as they are."""

    found: dict[Message, Source] = field(default_factory=dict)

    def __call__(self, node: ScalarNode, context: str, owner: str) -> ScalarNode:
        source = self.found.setdefault(Message(context, message_text(node.text)), Source())
        source.spans.append(node.span)
        if owner:
            source.owners.append(owner)
        return node


def message_text(text: str) -> str:
    """A text without the line breaks at its end, which YAML's blocks leave there."""
    return text.rstrip("\n")


def has_words(text: str) -> bool:
    """Whether a text holds words of its own, beside templates, icons and style names."""
    return bool(_LETTER.search(_ICON.sub("", _TEMPLATE.sub("", text))))
