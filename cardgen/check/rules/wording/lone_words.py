"""The words that stand alone in the last lines of balanced texts.

In      a face, laid out.
Out     its lone words; those of an earlier process if the face is the same.
Not here  the finding (`check.rules.wording.typing`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from cardgen.bind.bound_elements import TextBox
from cardgen.bind.bound_texts import TextLine, TextRun
from cardgen.cache.content_key import make_record_key
from cardgen.cache.result_store import ResultStore
from cardgen.check.engine.kept_findings import make_key
from cardgen.check.engine.subject import CheckedFace
from cardgen.core.entry_lines import as_kept, restore_lines
from cardgen.core.findings import Span
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.text.placed_text import PlacedRun, SetLine


class LoneWord(Struct, frozen=True):
    """A word alone in the last line of a text."""

    word: str
    element: str
    span: Span
    """Where the layout has the text."""
    source: Span
    """Where it was typed."""
    text: bytes
    """A key: equal for equal texts."""


_BUILTIN = (bytes,)


def recall_lone_words(store: ResultStore, face: CheckedFace) -> tuple[LoneWord, ...]:
    """Return the lone words of a face, which need not be laid out if they are known."""
    key = make_record_key("lone words", face.laid.key(face.bound))
    stored = restore_lines(store.get(key), store.starts)
    try:
        return msgspec.convert(stored, tuple[LoneWord, ...], builtin_types=_BUILTIN)
    except msgspec.ValidationError:
        found = tuple(list_lone_words(face.elements))
    store.put(key, [_pack(one) for one in found])
    return found


def _pack(word: LoneWord) -> Any:
    return msgspec.to_builtins(word, builtin_types=_BUILTIN, enc_hook=as_kept)


def list_lone_words(elements: Sequence[PlacedElement]) -> Iterator[LoneWord]:
    """The lone words of placed elements."""
    for placed in _list_balanced_texts(elements):
        word, box = find_lone_word(placed), placed.box
        if word and isinstance(box, TextBox):
            yield LoneWord(word, box.element, box.span, box.source, make_key(box.text))


def _list_balanced_texts(elements: Sequence[PlacedElement]) -> Iterator[PlacedElement]:
    for placed in elements:
        if placed.block is not None:
            yield placed
        yield from _list_balanced_texts(placed.children)


def find_lone_word(placed: PlacedElement) -> str:
    """The word that the last line of a balanced text consists of, "" if it has more."""
    box, block = placed.box, placed.block
    if not isinstance(box, TextBox) or block is None or not box.setting.balance:
        return ""
    if len(block.lines) < 2 or not block.lines[-1].lone or all(map(_is_one_word, block.lines)):
        return ""
    word = _line_text(block.lines[-1]).strip()
    typed = _typed_text(box.text.paragraphs[-1][-1]).strip()
    return "" if len(word) >= len(typed) else word


def _line_text(line: SetLine) -> str:
    runs = (part for part in line.parts if isinstance(part, PlacedRun))
    return "".join(glyph.text for run in runs for glyph in run.glyphs)


def _is_one_word(line: SetLine) -> bool:
    return len(_line_text(line).split()) < 2


def _typed_text(line: TextLine) -> str:
    return "".join(inline.text for inline in line if isinstance(inline, TextRun))
