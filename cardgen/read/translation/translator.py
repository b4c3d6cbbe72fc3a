"""Put translations in the place of texts, and find what is wrong with them.

In      texts one by one, a language's catalog.
Out     their translations, each at its place in the `.po`; findings.

A text that is not translated, or only for words that have changed since, is printed as it is and
reported: nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct, field

from cardgen.core.findings import Finding, Note, Report, Severity
from cardgen.expressions.language_functions import list_whole_forms
from cardgen.expressions.printed_words import count_plural_forms
from cardgen.read.syntax.nodes import ScalarNode
from cardgen.read.translation.glossary import Term
from cardgen.read.translation.held_parts import TranslationFault, compare_blocks, compare_texts
from cardgen.read.translation.messages import Message, message_text
from cardgen.read.translation.po_file import Catalog, PoEntry
from cardgen.read.translation.pseudo import pseudo_text
from cardgen.text.quotation_marks import foreign_marks

_HELD_AS_ERROR = ("translation-placeholder",)


class PseudoTranslator(Struct):
    """Accents and lengthens every text."""

    def __call__(self, node: ScalarNode, context: str, owner: str) -> ScalarNode:  # noqa: ARG002
        return ScalarNode(node.span, pseudo_text(node.text), plain=False)


class Translator(Struct):
    """Translates texts by a catalog."""

    catalog: Catalog
    language: str
    report: Report
    terms: Sequence[Term] = ()
    own_layouts: Collection[str] = ()
    """Files of layouts that the edition alone has: their texts may be in its language."""
    judged: set[Message] = field(default_factory=set)

    def __call__(self, node: ScalarNode, context: str, owner: str) -> ScalarNode:
        message = Message(context, message_text(node.text))
        entry = self.catalog.find(message)
        if message not in self.judged:
            self.judged.add(message)
            self.judge(message, entry, node, owner)
        if entry is None or entry.fuzzy or not entry.text:
            return node
        ending = node.text[len(message.text) :]
        return ScalarNode(entry.span, entry.text.rstrip("\n") + ending, plain=False)

    def judge(self, message: Message, entry: PoEntry | None, node: ScalarNode, owner: str) -> None:
        if entry is None and self.catalog.lost:
            return
        if entry is None:
            where = self.catalog.files[0] if self.catalog.files else "any file"
            text = f"{message} is not in {where}"
            hint = self.suggest(node, "`cardgen translate update` adds it")
            self.report.add(
                Finding("untranslated", text, node.span, "warning", hint=hint, card=owner)
            )
            return
        notes = (Note("the source is", node.span),)
        if not entry.text:
            text = f"{message} has no translation"
            hint = self.suggest(node, "the source is printed until it has")
            self.add("untranslated", text, entry, hint, notes)
        elif entry.fuzzy:
            text = f"{message} was translated from other words"
            hint = "correct the translation, and take the mark `fuzzy` away"
            self.add("stale-translation", text, entry, hint, notes)
        else:
            self.compare(message, entry, notes)

    def suggest(self, node: ScalarNode, hint: str) -> str:
        """A hint; of a text that the edition's own layouts hold, also how it says its language."""
        if node.span.file not in self.own_layouts:
            return hint
        said = f"if it is in `{self.language}`, write `language: {self.language}` beside the text"
        return f"{hint}; {said}"

    def compare(self, message: Message, entry: PoEntry, notes: tuple[Note, ...]) -> None:
        faults = [*compare_texts(message.text, entry.text), *self.wording(message, entry)]
        if message.context.endswith(".md"):
            faults += compare_blocks(message.text, entry.text)
        for fault in faults:
            self.add(fault.code, fault.message, entry, fault.hint, notes)

    def wording(self, message: Message, entry: PoEntry) -> Iterator[TranslationFault]:
        """What is wrong with the words of a translation: its marks, its terms."""
        marks = foreign_marks(entry.text, self.language)
        if marks:
            text = f"`{marks}` is no quotation mark of `{self.language}`"
            hint = "type straight marks, which become those of the language, or type its own"
            yield TranslationFault("translation-quotes", text, hint)
        yield from self.plurals(entry)
        for term in self.terms:
            if _has(message.text, term.term) and not _has_any(entry.text, term.translations):
                wanted = " or ".join(f"“{one}”" for one in term.translations)
                text = f"“{term.term}” is {wanted} in the glossary, and not here"
                hint = f"use the term, or add the form at {term.place}"
                yield TranslationFault("translation-term", text, hint)

    def plurals(self, entry: PoEntry) -> Iterator[TranslationFault]:
        """Words beside numbers that have the two forms of the source, where their language has
        more; what has too many is a fault where it is filled in."""
        if 2 not in count_plural_forms(entry.text):
            return
        own = list_whole_forms(self.language)
        if len(own) > 2:
            message = f"`plural` has 2 forms, and `{self.language}` has {len(own)}"
            hint = f"write `plural(n, …)` with {', '.join(own)}"
            yield TranslationFault("translation-plural", message, hint)

    def add(
        self, code: str, message: str, entry: PoEntry, hint: str, notes: tuple[Note, ...]
    ) -> None:
        severity: Severity = "error" if code in _HELD_AS_ERROR else "warning"
        self.report.add(Finding(code, message, entry.span, severity, hint=hint, notes=notes))

    def report_rest(self, left_out: Collection[str], others: Iterable[Message]) -> None:
        """Report entries whose text is not in the game any more.

        Args:
            left_out: Decks that the edition leaves out; the file may have their texts.
            others: The texts of other editions that read the same files; they are only asked for
                where an entry is left.
        """
        rest = list(self.find_rest(left_out))
        used = frozenset(others) if rest else frozenset()
        for message, entry in rest:
            if message not in used:
                where = f"in `{message.context}`" if message.context else "without a `msgctxt`"
                text = f"the game has no text {message} {where}"
                hint = "`cardgen translate update` moves the translation to the words of today"
                self.report.add(
                    Finding("stale-translation", text, entry.span, "warning", hint=hint)
                )

    def find_rest(self, left_out: Collection[str]) -> Iterator[tuple[Message, PoEntry]]:
        """The translations that no text of the edition asked for."""
        seen = {message.context for message in self.catalog.used}
        for message, entry in self.catalog.entries.items():
            part = message.context.partition(".")[0]
            elsewhere = part in left_out or (
                message.context.endswith(".md") and message.context not in seen
            )
            if message not in self.catalog.used and entry.text and not elsewhere:
                yield message, entry


def _has(text: str, term: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(term)}(?!\w)", text, re.IGNORECASE))


def _has_any(text: str, terms: Sequence[str]) -> bool:
    folded = text.casefold()
    return any(term.casefold() in folded for term in terms)
