"""Marks beside a space too many: quotation marks, opening ones that end, commas.

In      the cards' texts and the booklets as they were typed, their languages.
Out     findings at the mark.
Not here  marks without their partner (`check.rules.wording.quotations`).

French sets spaces inside its quotation marks and before semicolons, and is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.wording.booklet_texts import (
    find_language,
    list_booklet_texts,
    recall_or_find,
)
from cardgen.check.rules.wording.quotations import has_marks, quotation_marks, read_marks
from cardgen.check.rules.wording.text_languages import list_faulty_texts
from cardgen.check.rules.wording.typed_texts import TypedText
from cardgen.check.rules.wording.typing import locate_part
from cardgen.core.findings import Finding, Note

_COMMA = re.compile(r"(?<=[\w)\]}*”’»!?]) +([,;])(?=[\s\w*{\[“‘\"'”]|\Z)")
"""After a word, its markup or its mark; emoticons and code have none there."""


class QuoteSpacing(Rule):
    """Spaces inside quotation marks and before commas, opening marks where one closes."""

    heading = "Quotations"
    codes = (
        Explanation(
            "quote-spacing",
            "a space stands inside quotation marks",
            "A mark with a space inside it belongs to neither side: at a line's end it is "
            "parted from its words, and a typewriter mark is turned the wrong way round.",
            "Delete the space: `“Go.”`, not `“ Go. ”`. French sets spaces there; it is left alone.",
            "warning",
            style=True,
        ),
        Explanation(
            "turned-quote",
            "an opening quotation mark stands where one closes",
            "It looks at the words that follow, though the speech ends there. Word processors set "
            "it so after a dash.",
            "Type the closing mark, or a typewriter mark, which is turned as the words ask.",
            "warning",
            style=True,
        ),
        Explanation(
            "space-before-comma",
            "a space stands before a comma or a semicolon",
            "The mark belongs to the word before it. Behind a space it may begin a line, and the "
            "gap is seen by every reader.",
            "Delete the space: `word, then`, not `word ,then`. French sets one before a semicolon; "
            "it is left alone.",
            "warning",
            style=True,
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_quote_spacing(subject)


class MisplacedMark(Struct, frozen=True):
    """A mark that is wrong where it stands."""

    offset: int
    code: str
    message: str
    hint: str


def find_quote_spacing(subject: Subject) -> Iterator[Finding]:
    """One finding for each code and text, at its first mark; equal texts once."""

    def find(typed: TypedText, language: str) -> list[MisplacedMark]:
        return find_misplaced_marks(typed.text, language)

    for typed, found in list_faulty_texts(subject, find, "quote spacing"):
        for code in dict.fromkeys(one.code for one in found):
            yield _report_misplaced_mark(subject, typed, [one for one in found if one.code == code])
    yield from recall_or_find(subject, "quote spacing", _find_in_booklets)


def _find_in_booklets(subject: Subject) -> Iterator[Finding]:
    """One finding for each code and paragraph."""
    for text in list_booklet_texts(subject):
        language = find_language(subject, text)
        found = find_misplaced_marks(text.text, language) if language else []
        for code in dict.fromkeys(one.code for one in found):
            first, *others = (one for one in found if one.code == code)
            notes = tuple(Note(one.message, text.locate(one.offset)) for one in others)
            message, place = f"{first.message} in this paragraph", text.locate(first.offset)
            yield Finding(code, message, place, "warning", hint=first.hint, notes=notes)


def find_misplaced_marks(text: str, language: str) -> list[MisplacedMark]:
    """The marks of a text that have a space inside them, or are turned, in reading order."""
    if language.split("-")[0].lower() == "fr":
        return []
    commas = _find_spaced_commas(text)
    if not has_marks(text, language):
        return list(commas)
    opening, closing = quotation_marks('"', language)
    turned = list(_find_turned_marks(text, opening, closing)) if opening != closing else []
    known = {one.offset for one in turned}
    spaced = [one for one in _find_spaced_marks(text, language) if one.offset not in known]
    return sorted((*turned, *spaced, *commas), key=lambda one: one.offset)


def _find_spaced_commas(text: str) -> Iterator[MisplacedMark]:
    for found in _COMMA.finditer(text):
        message = f"a space stands before `{found[1]}`"
        yield MisplacedMark(found.start(1), "space-before-comma", message, "delete the space")


def _find_turned_marks(text: str, opening: str, closing: str) -> Iterator[MisplacedMark]:
    """Opening marks after a dash that nothing but a space, a stop or the end follows."""
    for found in re.finditer(rf"[—–]\s?({re.escape(opening)})(?=[\s.,;:!?)\]]|\Z)", text):
        message = f"`{opening}` opens after a dash where the speech ends"
        yield MisplacedMark(found.start(1), "turned-quote", message, f"type `{closing}`")


def _find_spaced_marks(text: str, language: str) -> Iterator[MisplacedMark]:
    for reader in read_marks(text, language):
        for at in reader.opened:
            if text[at + 1 : at + 2].isspace():
                yield _follow(text, at)
        for at in reader.closed:
            if text[at - 1 : at].isspace():
                yield _precede(text, at)
    yield from _find_spaced_singles(text, language)


def _find_spaced_singles(text: str, language: str) -> Iterator[MisplacedMark]:
    """Single marks that a space parts from their words, straight ones that belong to none."""
    opening, closing = quotation_marks("'", language)
    opens, closes = ("‘‚" if closing == "’" else opening), ("’" if opening == "‘" else closing)
    for found in re.finditer(rf"[{opens}](?=\s)|(?<!\S)'(?=\s)", text):
        yield _follow(text, found.start())
    for found in re.finditer(
        rf"(?<=\s)[{closes}](?=[\s.,;:!?)]|\Z)|(?<=\s)'(?=[.,;:!?)]|\Z)", text
    ):
        yield _precede(text, found.start())


def _follow(text: str, at: int) -> MisplacedMark:
    message = f"a space follows the opening `{text[at]}`"
    return MisplacedMark(at, "quote-spacing", message, "delete the space")


def _precede(text: str, at: int) -> MisplacedMark:
    message = f"a space stands before the closing `{text[at]}`"
    return MisplacedMark(at, "quote-spacing", message, "delete the space")


def _report_misplaced_mark(
    subject: Subject, typed: TypedText, found: Sequence[MisplacedMark]
) -> Finding:
    first, *others = found
    return Finding(
        first.code,
        f"{first.message} in `{typed.field}`",
        locate_part(subject, typed.scalar, first.offset),
        "warning",
        hint=first.hint,
        notes=tuple(
            Note(one.message, locate_part(subject, typed.scalar, one.offset)) for one in others
        ),
        card=typed.label,
    )
