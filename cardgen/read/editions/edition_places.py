"""Which editions have what is written at a place of a game's files.

In      the root of `game.yaml`, places.
Out     those that editions write, with the names of all that have what is written there.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.core.findings import Report, Span
from cardgen.read.editions.merging import edition_chain, edition_names, scalars
from cardgen.read.syntax.nodes import Node, find, list_spans

OwnPlaces = dict[Span, tuple[str, ...]]
"""Places that editions write, and the editions that have what is there."""


def list_own_places(root: Node | None, places: Iterable[Span]) -> OwnPlaces:
    """Those of some places that are not the game's own."""
    names = edition_names(root)
    chains = {name: edition_chain(root, name, Report()) or () for name in names}
    found = {}
    for place in places:
        owners = {name for name in names if _writes(root, name, place)}
        if owners:
            found[place] = tuple(one for one in names if owners & {*chains[one]})
    return found


def _writes(root: Node | None, name: str, place: Span) -> bool:
    """Whether something stands there in an edition, or in a file of layouts that it alone has."""
    edition = find(root, "editions", name)
    if place.file in [path.text for path in scalars(find(edition, "layouts"))]:
        own = [path.text for path in scalars(find(root, "layouts"))]
        return place.file not in (own or ["layouts.yaml"])
    return any(
        (span.file, span.line, span.column) == (place.file, place.line, place.column)
        for span in list_spans(edition)
    )
