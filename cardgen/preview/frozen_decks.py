"""Keep the last good cards of decks that cannot be laid out, and show the new ones of all others.

In      a game as far as it is sound, its findings, the last good state of each deck.
Out     the decks that errors affect; a game in which these are as they were.
Not here  which findings hide cards (`preview.session`).

An error in a card table affects the decks that read it; one in the entry of a deck, that deck.
Errors in booklets, boxes and the composition affect no card. Anything else, such as an error in
`layouts.yaml`, may affect every deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from cardgen.bind.bound_faces import BoundDeck
from cardgen.check.engine.levels import FilePlaces
from cardgen.core.findings import Finding
from cardgen.pipeline.inspection import Checked
from cardgen.preview.finding_owners import FindingOwners
from cardgen.read.game import COMPOSITION_FILE
from cardgen.read.syntax.nodes import find

_SECTIONS = ("booklets", "boxes", "build", "targets")
"""Sections of `game.yaml` that no card depends on."""


def find_affected_decks(seen: Checked, findings: Iterable[Finding]) -> frozenset[str]:
    """Return the names of the decks whose cards may be missing or incomplete.

    Args:
        seen: The game as far as it is sound.
        findings: Those that may hide cards.
    """
    spec, owners = seen.spec, FindingOwners(seen)
    entries = {name: FilePlaces([deck.node]) for name, deck in spec.decks.items()}
    others = FilePlaces(find(spec.file.node, section) for section in _SECTIONS)
    affected = set(spec.unread)
    for finding in findings:
        elsewhere = finding.span is not None and others.contains(finding.span)
        if not elsewhere and owners.find_other(finding) is None:
            affected |= _find_decks(seen, finding, entries)
    return frozenset(affected)


def _find_decks(seen: Checked, finding: Finding, entries: Mapping[str, FilePlaces]) -> set[str]:
    spec, span = seen.spec, finding.span
    if span is None:
        named = finding.card.partition("/")[0]
        return {named} if named in spec.decks else set(spec.decks)
    if span.file == (spec.file.composition or COMPOSITION_FILE):
        return set()
    own = {name for name, files in spec.tables.items() if span.file in files}
    own |= {name for name, places in entries.items() if places.contains(span)}
    return own or set(spec.decks)


def freeze_decks(
    seen: Checked, good: Mapping[str, Checked], affected: frozenset[str]
) -> tuple[Checked, tuple[str, ...]]:
    """Replace the affected decks by their last good state.

    Args:
        seen: The game as far as it is sound.
        good: The last state in which each deck was whole.
        affected: The decks that errors affect.

    Returns:
        The game to show, and the names of the decks that are frozen. Affected decks without a
        good state are shown as far as they are sound.
    """
    frozen = tuple(name for name in seen.spec.decks if name in affected and name in good)
    if not frozen:
        return seen, ()
    if len({id(good[name]) for name in frozen}) == 1 and set(frozen) == set(seen.spec.decks):
        return good[frozen[0]], frozen
    decks = {deck.name: deck for deck in seen.bound.decks}
    for name in frozen:
        decks[name] = _carry_over(seen, good[name], name)
    ordered = tuple(decks[name] for name in seen.spec.decks if name in decks)
    return replace(seen, bound=replace(seen.bound, decks=ordered)), frozen


def _carry_over(seen: Checked, good: Checked, name: str) -> BoundDeck:
    """Add a deck's earlier scenes, sizes and pictures to the new game, and return the deck."""
    deck = next(deck for deck in good.bound.decks if deck.name == name)
    for face in deck.faces:
        seen.laid.add_scene(face, good.laid.scenes[face])
    fits = {key: fit for key, fit in good.laid.deck_fits.items() if key[0] == name}
    seen.laid.deck_fits.update(fits)
    seen.bound.pictures.include(good.bound.pictures)
    return deck
