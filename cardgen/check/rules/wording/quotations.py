"""Quotations: marks that open and never close, sources left out, lengths in doubt.

In      the cards' texts and the booklets as they were typed, their languages.
Out     findings at the mark, or at the quote.
Not here  which marks are printed (`text.smart_punctuation`), straight marks on the page
          (`check.rules.wording.typing`).

Single marks that may be apostrophes are looked at in the field `quote` alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct, field

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.booklet_texts import (
    find_language,
    list_booklet_texts,
    recall_or_find,
)
from cardgen.check.rules.wording.text_languages import list_faulty_texts
from cardgen.check.rules.wording.typed_texts import TypedText, list_doubtful_texts
from cardgen.check.rules.wording.typing import locate_part
from cardgen.core.findings import Finding, Note, plural
from cardgen.read.tables.cards import CardSpec
from cardgen.text.quotation_marks import find_quotation_marks, list_quotation_pairs
from cardgen.text.smart_punctuation import (
    is_gershayim,
    is_in_word,
    is_opening,
    is_shortened,
    may_lack_h,
)

QUOTE = "quote"
_EVERYWHERE = "\"'“”„‘’‚"
"""Marks that are read whatever the language."""
_OPENING = ('"', "“", "„", "«", "»", "”", "「")
CREDITS = ("source", "author", "year")
DOUBTFUL_WORDS = 300
"""In Harper & Row v. Nation Enterprises, 471 U.S. 539 (1985), about 300 words out of a
book of 200,000 were too many."""


class QuotesWithoutSource(Rule):
    """Quotes that lack a credit which others have."""

    heading = "Quotations"
    codes = (
        Explanation(
            "quote-without-source",
            "a quote lacks the source, author or year that other quotes of the deck have",
            "A quote without its credit cannot be checked by a reader, and is the first thing "
            "that a rights holder asks about. On one card out of many it is a slip.",
            "Fill in the field. Where it is not known, write what is (`anonymous`, `c. 1200`).",
            "warning",
            style=True,
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_quotes_without_source(subject)


class UnbalancedQuotes(Rule):
    """Quotation marks that do not pair."""

    heading = "Quotations"
    codes = (
        Explanation(
            "unbalanced-quotes",
            "a quotation mark opens and never closes, or closes what was never opened",
            "The reader cannot tell where the speech ends, and typographic marks come out the "
            "wrong way round.",
            "Add the mark that is missing at the place pointed at, or remove the one too many. An "
            "excerpt that breaks off inside a speech closes its marks all the same.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_unbalanced_quotes(subject)


class LongQuotes(Rule):
    """Quotes longer than fair use surely covers."""

    heading = "Quotations"
    codes = (
        Explanation(
            "long-quote",
            f"a quote has over {DOUBTFUL_WORDS} words",
            "Short excerpts with a credit are often fair use; there is no number of words that is "
            "safe. In Harper & Row v. Nation Enterprises, 471 U.S. 539 (1985), about 300 words "
            "were too many. The rule is off unless the game asks for it.",
            "Shorten the quote, ask the rights holder, or take a work that is in the public "
            "domain.",
            None,
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_long_quotes(subject)


# --- credits -------------------------------------------------------------------------------


def find_quotes_without_source(subject: Subject) -> Iterator[Finding]:
    """Quotes that lack a credit which others in their deck have."""
    for deck, cards in subject.spec.cards.items():
        quoting = [card for card in cards if _is_filled(card, QUOTE)]
        usual = [name for name in CREDITS if any(_is_filled(card, name) for card in quoting)]
        for card in quoting:
            missing = [name for name in usual if not _is_filled(card, name)]
            if missing:
                have = sum(_is_filled(other, missing[0]) for other in quoting)
                yield _report_uncredited(subject, deck, card, missing, have)


def _is_filled(card: CardSpec, name: str) -> bool:
    return str(card.values.get(name) or "").strip() != ""


def _report_uncredited(
    subject: Subject, deck: str, card: CardSpec, missing: Sequence[str], have: int
) -> Finding:
    empty = card.scalar(missing[0])
    key = card.node.key(QUOTE)
    if key is not None and key.span.line < card.span.line:  # the head of a table
        key = card.scalar(QUOTE)
    words = " and no ".join(missing)
    verb = "has one" if have == 1 else "have one"
    return Finding(
        "quote-without-source",
        f"this quote has no {words}; {plural(have, 'other')} of the deck {verb}",
        empty.span if empty else key.span if key else card.span,
        "warning",
        hint=f"add `{missing[0]}: …`",
        card=format_label(subject, deck, card),
    )


def format_label(subject: Subject, deck: str, card: CardSpec) -> str:
    """What findings call a card: `deck/id`."""
    bound = (c for d in subject.bound.decks if d.name == deck for c in d.cards)
    return next((f"{deck}/{c.id}" for c in bound if c.span == card.span), deck)


def find_long_quotes(subject: Subject) -> Iterator[Finding]:
    """Quotes of more words than a court once allowed."""

    def is_long(typed: TypedText) -> bool:
        return typed.field == QUOTE and len(typed.text.split()) > DOUBTFUL_WORDS

    for typed in list_doubtful_texts(subject, "long quotes", is_long):
        words = len(typed.text.split())
        if typed.field == QUOTE and words > DOUBTFUL_WORDS:
            yield Finding(
                "long-quote",
                f"this quote has {words} words; over {DOUBTFUL_WORDS}, fair use is doubtful",
                typed.scalar.span,
                "warning",
                hint="shorten it, or ask for permission",
                card=typed.label,
            )


# --- balance -------------------------------------------------------------------------------


class UnpairedMark(Struct, frozen=True):
    """A mark without its partner, at an offset of the text."""

    offset: int
    mark: str
    closes: bool

    @property
    def may_be_word(self) -> bool:
        """Whether it may be an apostrophe."""
        return self.mark in "'’" or self.closes

    @property
    def message(self) -> str:
        return f"`{self.mark}` " + ("closes nothing" if self.closes else "is never closed")


class MarkReader(Struct):
    """Reads the marks of a text: which is open, which opened and closed, which are at fault."""

    text: str
    opening: str
    closing: str
    straight: str
    language: str
    apostrophe: str = ""
    open_at: int | None = None
    faults: list[UnpairedMark] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)

    def read(self) -> list[UnpairedMark]:
        for found in re.finditer(f"[{re.escape(self.marks)}]|\n[ \t]*\n", self.text):
            mark, at = found[0], found.start()
            if mark not in self.marks:
                self.paragraph(found.end())
            elif mark == '"' and is_gershayim(self.text, at):
                continue
            elif self.opens(mark, at):
                self.leave_open()
                self.open_at = at
                self.opened.append(at)
            elif not self.is_apostrophe(mark, at):
                self.close(mark, at)
        self.leave_open()
        return self.faults

    @property
    def marks(self) -> str:
        return self.opening + self.closing + self.straight

    def opens(self, mark: str, at: int) -> bool:
        """By the mark itself, or for one that opens and closes, by what is beside it."""
        if mark != self.straight and self.opening != self.closing:
            return mark == self.opening
        before = self.text[:at].rstrip("*[")[-1:] or " "
        after = self.text[at + 1 :].lstrip("*]")[:1]
        if mark in self.apostrophe and is_in_word(before):
            return False
        printed = "“" if before in "\"'" else before
        opens = is_opening(before, after, printed, is_open=self.open_at is not None)
        return opens and not self.is_elision(mark, at)

    def is_elision(self, mark: str, at: int) -> bool:
        """`'tis`, `'em`, `'90s`: an apostrophe before a shortened word."""
        rest = self.text[at + 1 :]
        english = self.language.partition("-")[0].lower() == "en"
        shortened = is_shortened(rest, self.language) or (english and may_lack_h(rest))
        return mark in self.apostrophe and shortened

    def is_apostrophe(self, mark: str, at: int) -> bool:
        """Inside or at the end of a word while nothing is open, or feet and inches."""
        before, after = self.text[at - 1 : at], self.text[at + 1 : at + 2]
        if mark in self.apostrophe:
            return after.isalnum() or self.open_at is None
        return mark == self.straight and before.isdigit() and self.open_at is None

    def close(self, mark: str, at: int) -> None:
        if self.open_at is None:
            self.faults.append(UnpairedMark(at, mark, True))
        else:
            self.closed.append(at)
        self.open_at = None

    def leave_open(self) -> None:
        """What is open when the text ends, or when another one opens."""
        if self.open_at is not None:
            self.faults.append(UnpairedMark(self.open_at, self.text[self.open_at], False))
        self.open_at = None

    def paragraph(self, at: int) -> None:
        """A speech of several paragraphs opens again at each of them."""
        if self.open_at is not None and self.text[at : at + 1] in (*self.opening, *self.straight):
            self.open_at = None


def find_unpaired_marks(text: str, language: str, *, singles: bool) -> list[UnpairedMark]:
    """The quotation marks of a text that lack their partner, in reading order."""
    if not has_marks(text, language):
        return []
    faults = [fault for reader in read_marks(text, language) for fault in reader.faults]
    faults += (fault for fault in _read_singles(text, language) if singles or not fault.may_be_word)
    return sorted(faults, key=lambda fault: fault.offset)


def has_marks(text: str, language: str) -> bool:
    """Whether any mark is in a text that may quote, or stand for an apostrophe."""
    return not _list_all_marks(language).isdisjoint(text)


@lru_cache(maxsize=256)
def _list_all_marks(language: str) -> frozenset[str]:
    return frozenset(find_quotation_marks(language) + _EVERYWHERE)


def read_marks(text: str, language: str) -> list[MarkReader]:
    """Read the double marks of a text: those of its language, and “these” where it has others. Of
    several pairs that its printers use it has the one with which most of its marks pair."""
    pairs = list_quotation_pairs(language)
    begun = [pair for pair in pairs if pair[0] in text] or pairs
    return min(
        (_read_pair(text, pair, language) for pair in begun),
        key=lambda readers: sum(len(reader.faults) for reader in readers),
    )


def _read_pair(text: str, pair: str, language: str) -> list[MarkReader]:
    opening, closing = tuple(pair)
    readers = [MarkReader(text, opening, closing, '"', language)]
    if not {"“", "”"} & {*pair, *find_quotation_marks(language)} and "„" not in text:
        readers.append(MarkReader(text, "“", "”", "", language))
    for reader in readers:
        reader.read()
    return readers


def _read_singles(text: str, language: str) -> list[UnpairedMark]:
    """The single marks that lack their partner, apostrophes apart."""
    opening, closing = quotation_marks("'", language)
    apostrophe = "'’" if closing == "’" else "'"
    return MarkReader(text, opening, closing, "'", language, apostrophe).read()


def quotation_marks(mark: str, language: str) -> tuple[str, str]:
    """The opening and the closing mark of a language."""
    opening, closing, inner, inner_closing = tuple(find_quotation_marks(language))
    return (opening, closing) if mark == '"' else (inner, inner_closing)


def find_unbalanced_quotes(subject: Subject) -> Iterator[Finding]:
    """Texts whose quotation marks do not pair; one finding for each text."""

    def find(typed: TypedText, language: str) -> list[UnpairedMark]:
        return find_unpaired_marks(typed.text, language, singles=typed.field == QUOTE)

    for typed, faults in list_faulty_texts(subject, find, "unbalanced quotes"):
        yield _report_unbalanced(subject, typed, faults)
    yield from recall_or_find(subject, "unbalanced quotes", _find_in_booklets)


def _find_in_booklets(subject: Subject) -> Iterator[Finding]:
    """Paragraphs whose double marks do not pair. A speech that goes on in the next paragraph, which
    opens with a mark too, is not closed."""
    paragraphs = list(list_booklet_texts(subject))
    for one, following in pairwise((*paragraphs, None)):
        assert one is not None
        language = find_language(subject, one)
        faults = find_unpaired_marks(one.text, language, singles=False) if language else []
        goes_on = following is not None and following.typed.lstrip()[:1] in _OPENING
        faults = [one for one in faults if one.closes or not goes_on]
        if faults:
            first, *others = faults
            missing = "opening" if first.closes else "closing"
            yield Finding(
                "unbalanced-quotes",
                f"{first.message} in this paragraph",
                one.locate(first.offset),
                "warning",
                hint=f"add the {missing} mark, or delete this one",
                notes=tuple(Note(fault.message, one.locate(fault.offset)) for fault in others),
            )


def _report_unbalanced(
    subject: Subject, typed: TypedText, faults: Sequence[UnpairedMark]
) -> Finding:
    first, *others = faults
    missing = "opening" if first.closes else "closing"
    return Finding(
        "unbalanced-quotes",
        f"{first.message} in `{typed.field}`",
        locate_part(subject, typed.scalar, first.offset),
        "warning",
        hint=f"add the {missing} mark, or delete this one",
        notes=tuple(
            Note(fault.message, locate_part(subject, typed.scalar, fault.offset))
            for fault in others
        ),
        card=typed.label,
    )
