"""Names in translations: the layout, piece or deck that a text stands in, icons and styles in it.

In      the `.po` files of a game's editions, the names that it declares.
Out     `Use`s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardgen.core.findings import Span
from cardgen.lsp.text_uses import KnownNames, list_text_uses
from cardgen.lsp.uses import Use
from cardgen.read.game import GameSpec
from cardgen.read.translation.po_file import usual_files

PO_FILE = ".po"
_CONTEXT = re.compile(r'msgctxt\s+"(?P<group>[^"\\.]+)(?:\.(?P<name>[^"\\]+))?"')
_GROUPS = {"layouts": "layout", "pieces": "piece"}


def list_translations(spec: GameSpec) -> list[str]:
    """The `.po` files of a game, whether they are there or not."""
    found: list[str] = []
    for edition in spec.file.editions.values():
        usual = usual_files(edition.language) if edition.language else ()
        found += [name for name in edition.translation or usual if name.endswith(PO_FILE)]
    return list(dict.fromkeys(found))


def list_translation_uses(lines: Sequence[str], file: str, known: KnownNames) -> Iterator[Use]:
    """The names in a `.po` file; comments are none of it."""
    texts = ["" if line.startswith("#") else line for line in lines]
    for number, line in enumerate(texts, 1):
        context = _CONTEXT.match(line)
        if context is not None:
            yield from _list_context(context, Span(file, number, 1, 1), known)
    yield from list_text_uses(texts, file, known)


def _list_context(context: re.Match[str], start: Span, known: KnownNames) -> Iterator[Use]:
    """What `layouts.front` or `beasts.name` names."""
    kind, part = _GROUPS.get(context["group"], ""), "name"
    if not kind:
        kind, part = "deck", "group"
    name = context[part]
    if name in known.by_kind.get(kind, ()):
        yield Use(kind, name, start.part(context.start(part), len(name)))
