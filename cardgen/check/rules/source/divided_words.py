"""Words that `hyphenation:` divides, and that nothing prints.

In      the bound faces of cards, boxes and covers, the bound booklets.
Out     a finding for each listed word that is in no text.

A listed word stands for itself alone: `far-mer` says nothing of farmers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from cardgen.bind.bound_elements import BoundElement, SpaceBox, TextBox
from cardgen.bind.bound_texts import RichText
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding, Span, find_closest
from cardgen.text.hyphenation import WORD

_MOST_HINTS = 20
"""Words for which the closest one is looked up, among all that are printed."""
_BOOKLET = "cardgen.bind.booklet.bound_booklet"


def find_unused_divisions(subject: Subject) -> Iterator[Finding]:
    """Entries of `hyphenation:` whose word no text has."""
    listed = list(_list_entries(subject))
    if not listed:
        return
    printed, looked_up = _collect_words(subject), 0
    for word, place in listed:
        plain = word.replace("-", "").casefold()
        if plain not in printed:
            looked_up += 1
            near = find_closest(plain, printed) if looked_up <= _MOST_HINTS else None
            hint = f"`{near}` is printed; " if near else ""
            yield Finding(
                "unused-hyphenation",
                f"no text has the word `{plain}`, which `{word}` divides",
                place,
                "warning",
                hint=f"{hint}list each form of a word that is printed, or remove it",
            )


def _list_entries(subject: Subject) -> Iterator[tuple[str, Span]]:
    file = subject.spec.file
    for language, words in file.hyphenation.items():
        for index, word in enumerate(words):
            path = (language, index) if language else (index,)
            yield word, file.place("hyphenation", *path)


def _collect_words(subject: Subject) -> set[str]:
    """Every word that is printed, in small letters."""
    bound = subject.bound
    texts = [
        text for face in dict.fromkeys(bound.faces) for text in _list_texts(face.body.elements)
    ]
    for booklet in (*bound.booklets, *bound.sell_sheets):
        texts += _find_texts(booklet.blocks)
    return {word for text in texts for word in _split_words(text)}


def _split_words(text: RichText) -> Iterator[str]:
    for line in (line for paragraph in text.paragraphs for line in paragraph):
        joined = "".join(inline.text for inline in line).replace("\u00ad", "").casefold()
        yield from WORD.findall(joined)


def _list_texts(elements: Iterable[BoundElement]) -> Iterator[RichText]:
    for element in elements:
        if isinstance(element, TextBox):
            yield element.text
        elif not isinstance(element, SpaceBox):
            yield from _list_texts(element.held)


def _find_texts(part: object) -> list[RichText]:
    """The texts in a part of a booklet, wherever they are."""
    if isinstance(part, RichText):
        return [part]
    if isinstance(part, tuple | list):
        return [text for one in part for text in _find_texts(one)]
    if isinstance(part, Struct) and type(part).__module__ == _BOOKLET:
        return [
            text for name in part.__struct_fields__ for text in _find_texts(getattr(part, name))
        ]
    return []
