"""What an edition that names a language says itself: it is in that language already.

In      the root of `game.yaml`, the editions that one is made of.
Out     the places of its texts; tables and booklets that it alone names, and which may be in its
        language, too.

Titles, heads and computed texts are a few words beside `language: de`. Of a table or a booklet
nobody knows what it is written in: it may be there to be translated like the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from cardgen.core.findings import Finding, Span
from cardgen.read.models.editions import OWN_KEYS
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find, list_spans

_FILES = {"decks": "cards", "booklets": "text"}
"""What names files with texts, and where."""


def list_own_layouts(root: Node | None, chain: Sequence[str]) -> frozenset[str]:
    """The layout files that editions name which name a language."""
    editions = (find(root, "editions", name) for name in chain)
    named = (one for one in editions if find(one, "language") is not None)
    return frozenset(path.text for one in named for path in _texts(find(one, "layouts")))


class OwnSource(Struct, frozen=True):
    """A deck or a booklet whose texts an edition has from files of its own."""

    part: str
    name: str
    file: ScalarNode

    def owns(self, context: str) -> bool:
        """Whether a context of translations is one of its texts'."""
        return context == self.file.text or (
            self.part == "decks" and context.partition(".")[0] == self.name
        )

    def report(self, language: str) -> Finding:
        message = f"`{self.file.text}` is this edition's own, and nothing of it is translated"
        hint = (
            f"if it is in `{language}`, write `translate: no` under `{self.name}:`; if not, "
            "`cardgen translate update` asks for its texts"
        )
        return Finding("untranslated", message, self.file.span, "warning", hint=hint)


def list_own_texts(root: Node | None, chain: Sequence[str]) -> frozenset[Span]:
    """The places of what the editions say that name a language."""
    editions = (find(root, "editions", name) for name in chain)
    return frozenset(
        span
        for edition in editions
        if isinstance(edition, MappingNode) and edition.value("language") is not None
        for key, (_, value) in edition.entries.items()
        if key not in OWN_KEYS
        for span in list_spans(value)
    )


def list_own_sources(
    root: Node | None, merged: Node | None, own: Collection[Span]
) -> list[OwnSource]:
    """The decks and booklets with files that the game as it is does not read, and that do not say
    whether they are translated.

    Args:
        root: The root of `game.yaml`.
        merged: The same as the edition has it.
        own: Places of what it says itself.
    """
    found = []
    for part, key in _FILES.items() if own else ():
        shared = {one.text for entry in _entries(root, part) for one in _texts(find(entry, key))}
        for name, entry in _named_entries(merged, part):
            files = list(_texts(find(entry, key)))
            alone = [one for one in files if one.span in own and one.text not in shared]
            if alone and find(entry, "translate") is None and len(alone) == len(files):
                found.append(OwnSource(part, name, alone[0]))
    return found


def leave_untranslated(merged: Node | None, sources: Sequence[OwnSource]) -> Node | None:
    """The root of `game.yaml` with these decks and booklets as if they said `translate: no`."""
    for one in sources:
        entry = find(merged, one.part, one.name)
        assert isinstance(merged, MappingNode)
        assert isinstance(entry, MappingNode)
        no = ScalarNode(one.file.span, "no", plain=True)
        made = MappingNode(entry.span, {**entry.entries, "translate": (no, no)})
        part = merged.value(one.part)
        assert isinstance(part, MappingNode)
        named = MappingNode(
            part.span, {**part.entries, one.name: (part.entries[one.name][0], made)}
        )
        merged = MappingNode(
            merged.span, {**merged.entries, one.part: (merged.entries[one.part][0], named)}
        )
    return merged


def _named_entries(root: Node | None, part: str) -> Iterator[tuple[str, Node]]:
    node = find(root, part)
    if isinstance(node, MappingNode):
        yield from ((name, value) for name, (_, value) in node.entries.items())


def _entries(root: Node | None, part: str) -> Iterator[Node]:
    return (value for _, value in _named_entries(root, part))


def _texts(node: Node | None) -> Iterator[ScalarNode]:
    """The files of a deck or a booklet: a name, several, or what a `file:` says."""
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _texts(item)
    elif isinstance(node, MappingNode):
        yield from _texts(node.value("file"))
