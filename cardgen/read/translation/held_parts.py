"""Parts of a text that its translation must have too: icons, templates, numbers, emphasis.

In      a text, its translation.
Out     `TranslationFault`s in words.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from cardgen.expressions.printed_words import expression_shapes
from cardgen.text.markup import parse_markup

_TEMPLATE = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}", re.DOTALL)
_STATEMENT = re.compile(r"\{%(?:(?!\{%).)*?%\}", re.DOTALL)
_BRACED = re.compile(r"(?<!\\)\{([^{}\n]+)\}")
_STYLED = re.compile(r"\]\{([^{}\n]*)\}")
_OF_LANGUAGE = re.compile(r"ruby=|upright\Z")
_LINK = re.compile(
    r"\]\([^()\n]*\)|\[![\w-]+\]|(?<=\])\[[^\[\]\n]+\]|<(?:[a-z]+://|mailto:)[^<>\s]+>"
)
_NUMBER = re.compile(r"\d{1,3}(?: \d{3})+(?!\d)|\d+(?:[.,’٫٬\u00a0\u202f]\d+)*")
_BLOCK = re.compile(
    r"[ \t]*(?P<mark>(?P<item>(?:[-+*]|(?P<number>\d{1,9})[.)])(?=\s|\Z))"
    r"|(?P<heading>\#{1,6}(?=\s|\Z))|(?P<quotation>>)|(?P<code>```|~~~))"
)
_BAR = re.compile(r"(?<!\\)\|")
_BLOCKS = {"item": "a list", "heading": "a heading", "quotation": "a quotation", "code": "code"}
_STARS = re.compile(r"(?<!\\)\*{1,3}")


class TranslationFault(Struct, frozen=True):
    """A part that a translation lost, added or changed."""

    code: str
    message: str
    hint: str


def compare_texts(source: str, translated: str) -> Iterator[TranslationFault]:
    """What a translation lost or added of the parts that are no words."""
    yield from _templates(source, translated)
    plain, other = _TEMPLATE.sub(" ", source), _TEMPLATE.sub(" ", translated)
    yield from _braced(plain, other)
    yield from _lost_marks(source, translated)
    yield from _links(plain, other)
    plain, other = _LINK.sub("]", plain), _LINK.sub("]", other)
    plain, other = _BRACED.sub(" ", plain), _BRACED.sub(" ", other)
    yield from _numbers(plain, other)
    yield from _emphasis(plain, other)


def compare_blocks(source: str, translated: str) -> Iterator[TranslationFault]:
    """What of a booklet's text is read as the beginning of a block: `2. Oktober` as a list; rows
    of a table that lost or won cells, for which it is no table any more."""
    if source.startswith("|"):
        yield from _rows(source, translated.strip())
        return
    marks = Counter(_begun_blocks(translated)) - Counter(_begun_blocks(source))
    kind, mark = next(iter(marks), ("", ""))
    if kind:
        message = f"`{mark}` begins {_BLOCKS[kind]}, and the source has none there"
        plain = f"{mark[:-1]}\\{mark[-1]}" if kind == "item" else f"\\{mark}"
        yield TranslationFault("translation-markup", message, f"write `{plain}` to have it printed")
    parts, known = (len(re.split(r"\n\s*\n", text.strip())) for text in (translated, source))
    if parts > known:
        message = f"the translation has {parts} paragraphs, the source {known}"
        yield TranslationFault("translation-markup", message, "leave out the line without words")


def _rows(source: str, translated: str) -> Iterator[TranslationFault]:
    bars, wanted = (len(_BAR.findall(text)) for text in (translated, source))
    message = ""
    if "\n" in translated:
        message = "a row of a table is one line"
    elif bars != wanted:
        message = f"this row has {bars} bars, that of the source {wanted}"
    if message:
        hint = "write as many cells, in one line; a bar that is printed is `\\|`"
        yield TranslationFault("translation-markup", message, hint)


def _begun_blocks(text: str) -> Iterator[tuple[str, str]]:
    """Marks at the beginning of lines; a list that begins within a paragraph begins with 1."""
    for number, line in enumerate(text.split("\n")):
        found = _BLOCK.match(line)
        if found and not (number and found["number"] and int(found["number"]) != 1):
            yield next(kind for kind in _BLOCKS if found[kind]), found["mark"]


def _templates(source: str, translated: str) -> Iterator[TranslationFault]:
    if not (_TEMPLATE.search(source) or _TEMPLATE.search(translated)):
        return
    statements = _STATEMENT.findall(source) != _STATEMENT.findall(translated)
    if (
        statements
        or expression_shapes(source) != expression_shapes(translated)
        or (len(_TEMPLATE.findall(source)) != len(_TEMPLATE.findall(translated)))
    ):
        wanted = ", ".join(f"`{one}`" for one in dict.fromkeys(_TEMPLATE.findall(source)))
        message = "the expressions are not those of the source"
        hint = f"keep {wanted or 'none'}; only words in quotes that are printed may differ"
        yield TranslationFault("translation-placeholder", message, hint)


def _braced(source: str, translated: str) -> Iterator[TranslationFault]:
    before, after = Counter(_list_names(source)), Counter(_list_names(translated))
    lost, added = before - after, after - before
    if not added:  # a heading that lacks the name by which links find it is given it
        lost = Counter({name: count for name, count in lost.items() if not name.startswith("#")})
    if lost or added:
        parts = [f"lacks `{{{one}}}`" for one in lost] + [f"has `{{{one}}}`" for one in added]
        message = f"the translation {' and '.join(parts)}, the source has {_listed(before)}"
        yield TranslationFault(
            "translation-placeholder", message, "icons and styles keep their names"
        )


def _list_names(text: str) -> Iterator[str]:
    """What stands in braces, but for how the words of one language are read and set."""
    for braced in _BRACED.findall(text):
        names = [name for name in braced.split() if not _OF_LANGUAGE.match(name)]
        if names or not _OF_LANGUAGE.match(braced):
            yield " ".join(names) if len(names) < len(braced.split()) else braced


def _links(source: str, translated: str) -> Iterator[TranslationFault]:
    """Links, pictures and kinds of boxes of a booklet's text."""
    before, after = Counter(_LINK.findall(source)), Counter(_LINK.findall(translated))
    if before != after:
        wanted = ", ".join(f"`{one}`" for one in before) or "none"
        message = "links, pictures or boxes differ from those of the source"
        yield TranslationFault("translation-placeholder", message, f"keep {wanted}")


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"`{{{one}}}`" for one in counts.elements()) or "none"


def _numbers(source: str, translated: str) -> Iterator[TranslationFault]:
    before, after = Counter(_digits(source)), Counter(_digits(translated))
    if before != after:
        lost, added = list((before - after).elements()), list((after - before).elements())
        said = [f"lacks {', '.join(lost)}"] * bool(lost) + [f"has {', '.join(added)}"] * bool(added)
        message = f"numbers differ: the translation {' and '.join(said)}"
        yield TranslationFault(
            "translation-number", message, "write the numbers of the source, in figures"
        )


def _digits(text: str) -> list[str]:
    """The numbers of a text, whatever parts their thousands, and in whichever digits."""
    return ["".join(map(_digit, found)) for found in _NUMBER.findall(text)]


def _digit(character: str) -> str:
    """A digit of any script, as `٢`, as one of Latin script; "" for what parts thousands."""
    return str(unicodedata.decimal(character, ""))


def _emphasis(source: str, translated: str) -> Iterator[TranslationFault]:
    before = Counter(len(found) for found in _STARS.findall(source))
    after = Counter(len(found) for found in _STARS.findall(translated))
    if before != after:
        message = "emphasis differs: the translation has other `*` than the source"
        yield TranslationFault(
            "translation-markup", message, "keep `*italic*` and `**bold**` as they are"
        )


def _lost_marks(source: str, translated: str) -> Iterator[TranslationFault]:
    """Marks that are all there and set nothing apart: stars with a blank inside are signs."""
    if len(_STARS.findall(source)) != len(_STARS.findall(translated)) or "*" not in source:
        return
    before, after = _count_printed(source), _count_printed(translated)
    if 0 <= before < after:
        message = "stars of the translation are printed: those around words have a blank inside"
        hint = "write `*words*`, without a blank behind the first star or before the last"
        yield TranslationFault("translation-markup", message, hint)


def _count_printed(text: str) -> int:
    """How many stars are signs, but for those behind a backslash; -1 where the marks are at fault,
    which is told."""
    parsed = parse_markup(_TEMPLATE.sub("x", text).replace("\\*", "x"))
    if parsed.faults:
        return -1
    pieces = (piece for paragraph in parsed.paragraphs for line in paragraph for piece in line)
    return sum(piece.text.count("*") for piece in pieces)
