"""Texts that are at fault in the language that they are printed in.

In      the decks, the layouts, the texts as they were typed.
Out     each text with its faults, equal ones of a deck once.
Not here  in which language a text is printed (`check.rules.wording.printed_languages`).

Faces are looked at only where the languages that a game names disagree about a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.printed_languages import PrintedLanguages
from cardgen.check.rules.wording.typed_texts import TypedText, list_doubtful_texts
from cardgen.read.models.templated import has_template
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode

_DOUBTFUL = re.compile(r"[\"'“”‘’„‚«»‹›「」『』]| [,;]")
"""What may be a fault in some language."""
_MARKED = re.compile(r"\blang=([A-Za-z0-9_-]+)")


class _TextFault(Protocol):
    """What is wrong at an offset of a text."""

    @property
    def offset(self) -> int: ...


Fault = TypeVar("Fault", bound=_TextFault)
FindFaults = Callable[[TypedText, str], Iterable[Fault]]
"""Finds the faults that a text has in a language."""


class TextLanguages(Struct, frozen=True):
    """The languages of a game's texts."""

    own: dict[str, str]
    """Of each deck."""
    named: tuple[str, ...]
    """By styles and elements of the layouts."""
    source: str = ""
    """Of the tables, where an edition leaves a text as it is."""

    @property
    def is_one(self) -> bool:
        """Whether a text that names no language is in its deck's."""
        return not self.named and not self.source

    def list_languages(self, typed: TypedText) -> tuple[str, ...]:
        """The languages that a text may be in, its deck's first."""
        marked = _MARKED.findall(typed.text) if "lang=" in typed.text else ()
        source = filter(None, (self.find_source(typed),))
        return tuple(dict.fromkeys((self.own[typed.deck], *source, *self.named, *marked)))

    def find_source(self, typed: TypedText) -> str:
        """The language of a text that an edition leaves as it is."""
        return "" if typed.scalar.span.file.endswith(".po") else self.source


def list_faulty_texts(
    subject: Subject, find: FindFaults[Fault], rule: str
) -> Iterator[tuple[TypedText, list[Fault]]]:
    """The texts that have faults in every language that they are printed in.

    An untranslated text of an edition is none if it is sound in the language of the tables.
    """
    languages, printed = find_text_languages(subject), PrintedLanguages(subject)
    settled: set[tuple[str, str, str]] = set()
    judged: dict[tuple[str, str, str], _FaultTable[Fault]] = {}

    def may_fault(typed: TypedText) -> bool:
        if languages.is_one and "lang=" not in typed.text:
            return any(True for _ in find(typed, languages.own[typed.deck]))
        return not _FaultTable(typed, find, languages).is_faultless

    context = languages.own, languages.named, languages.source
    for typed in list_doubtful_texts(subject, rule, may_fault, context):
        key = typed.deck, typed.field, typed.text
        if key in settled:
            continue
        if languages.is_one and "lang=" not in typed.text:
            settled.add(key)
            if found := list(find(typed, languages.own[typed.deck])):
                yield typed, found
            continue
        table = judged.get(key) or _FaultTable(typed, find, languages)
        faults = table.list_faults(typed, printed)
        if faults or table.is_faultless:
            settled.add(key)
        else:
            judged[key] = table  # another card may print it in another language
        if faults:
            yield typed, faults


class _FaultTable(Generic[Fault]):
    """The faults of a text in each language, by their offset."""

    def __init__(self, typed: TypedText, find: FindFaults[Fault], languages: TextLanguages) -> None:
        self.typed, self.find = typed, find
        self.source = languages.find_source(typed)
        named = languages.list_languages(typed)
        self.named = [name for name in named if not has_template(name)]
        self.is_open = len(self.named) < len(named) and bool(_DOUBTFUL.search(typed.text))
        """Whether each card says which language the text is in."""
        self.found: dict[str, dict[int, list[Fault]]] = {}

    @property
    def is_faultless(self) -> bool:
        """Whether no language finds a fault."""
        return not self.is_open and not any(map(self.find_in, self.named))

    def find_in(self, language: str) -> Mapping[int, list[Fault]]:
        if language not in self.found:
            faults = self.found[language] = {}
            for fault in self.find(self.typed, language):
                faults.setdefault(fault.offset, []).append(fault)
        return self.found[language]

    def list_faults(self, typed: TypedText, printed: PrintedLanguages) -> list[Fault]:
        """The faults of the text where a card prints it, in reading order."""
        names = {*self.named, *(printed.list_languages(typed, 0) if self.is_open else ())}
        offsets = sorted({at for name in names for at in self.find_in(name)})
        return [fault for at in offsets for fault in self.find_at(at, typed, printed)]

    def find_at(self, at: int, typed: TypedText, printed: PrintedLanguages) -> list[Fault]:
        """The faults at an offset: some in every language that the character is printed in."""
        names = self.named
        if self.is_open or not all(at in self.find_in(name) for name in names):
            names = sorted(printed.list_languages(typed, at)) or names[:1]
        sources = [self.source] if self.source else []
        faults = [self.find_in(name).get(at, []) for name in (*names, *sources)]
        return faults[0] if all(faults) else []


def find_text_languages(subject: Subject) -> TextLanguages:
    """Look up the languages that a game names."""
    spec = subject.spec
    own = {name: deck.language or spec.file.language for name, deck in spec.decks.items()}
    named = tuple(dict.fromkeys(_list_named(spec.layouts.node)))
    source = spec.source_language if spec.source_language != spec.file.language else ""
    return TextLanguages(own, named, source)


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
