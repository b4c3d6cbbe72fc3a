"""Which languages a text of a card may be in.

In      the decks, the layouts, a text as it was typed.
Out     its deck's language first, then those that layouts name and its own marks do; that of
        the tables too, where an edition leaves texts as they are.

Which element shows a field is not looked up: a fault of wording that one of these languages
does not know is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from msgspec import Struct

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.typing import TypedText
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode

_MARKED = re.compile(r"\blang=([A-Za-z0-9_-]+)")


Fault = TypeVar("Fault")


class TextLanguages(Struct, frozen=True):
    """The languages of a game's texts."""

    own: dict[str, str]
    """Of each deck."""
    named: tuple[str, ...]
    """By styles and elements of the layouts."""
    source: str = ""
    """Of the tables, where an edition leaves a text as it is."""

    def list_languages(self, typed: TypedText) -> tuple[str, ...]:
        """The languages that a text may be in, its deck's first."""
        marked = _MARKED.findall(typed.text) if "lang=" in typed.text else ()
        translated = typed.scalar.span.file.endswith(".po")
        source = (self.source,) if self.source and not translated else ()
        return tuple(dict.fromkeys((self.own[typed.deck], *source, *self.named, *marked)))

    def find_faults(
        self,
        typed: TypedText,
        find: Callable[[str], Iterable[Fault]],
        place: Callable[[Fault], int],
    ) -> list[Fault]:
        """The faults of a text that are some in every language that it may be in."""
        first, *others = self.list_languages(typed)
        faults = list(find(first))
        for language in others if faults else ():
            known = {place(fault) for fault in find(language)}
            faults = [fault for fault in faults if place(fault) in known]
        return faults


def find_text_languages(subject: Subject) -> TextLanguages:
    """Look up the languages that a game names."""
    spec = subject.spec
    own = {name: deck.language or spec.file.language for name, deck in spec.decks.items()}
    named = tuple(dict.fromkeys(_list_named(spec.layouts.node)))
    return TextLanguages(own, named, spec.source_language)


def _list_named(node: Node | None) -> Iterator[str]:
    """What stands under `language` anywhere below a node."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _list_named(item)
    elif isinstance(node, MappingNode):
        for key, (_, value) in node.entries.items():
            if key == "language" and isinstance(value, ScalarNode):
                yield value.text
            else:
                yield from _list_named(value)
