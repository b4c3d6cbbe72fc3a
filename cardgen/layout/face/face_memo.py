"""Faces that were laid out before, for a process that lays out a game again and again.

In      faces, the sizes that their decks forced on them.
Out     their scenes, and what their decks have to know of them.

Cards are edited one at a time: all other faces are those of the last run.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_faces import BoundFace
from cardgen.core.entry_lines import Starts, keep_place, restore_place
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.kept_layouts import Forced, Shares
from cardgen.layout.face.measure import Key
from cardgen.layout.face.scene_store import KnownScene
from cardgen.scene.items import Scene

KEPT_RUNS = 8
"""Runs for which a face is remembered: editions that are looked at in turns share a memo."""


class SeenFace(Struct, frozen=True):
    """What stays of a face that was laid out: its scene, and what its deck has to know."""

    scene: Scene | None
    """None if an earlier process laid it out."""
    known: KnownScene | None
    """None if nothing is kept for later processes."""
    blends: int
    shares: Shares
    sound: bool
    """Nothing is to be said of it but that its deck is set larger."""
    face: BoundFace
    placed: tuple[PlacedElement, ...] | None
    """The elements of this very face, whose places are its own, if they are kept."""


class FaceMemo:
    """Faces laid out before, each with the sizes that were forced on it, for a process that lays
    out a game again and again. What none of the last runs used is forgotten: a session of hours
    holds no more than one of minutes."""

    def __init__(self) -> None:
        self._run = 0
        self._seen: dict[tuple[BoundFace, Forced], tuple[int, SeenFace]] = {}

    def begin(self) -> None:
        """A new run."""
        self._run += 1
        oldest = self._run - KEPT_RUNS
        old = [key for key, (used, _) in self._seen.items() if used < oldest]
        for key in old:
            del self._seen[key]

    def move(self, starts: Starts) -> None:
        """Take places in layouts to be where entries are now."""
        self._seen = {
            (face, _move_forced(forced, starts)): (used, _move(seen, starts))
            for (face, forced), (used, seen) in self._seen.items()
        }

    def get(self, face: BoundFace, forced: Forced) -> SeenFace | None:
        found = self._seen.get((face, forced))
        return found[1] if found else None

    def put(self, face: BoundFace, forced: Forced, seen: SeenFace) -> None:
        self._seen[face, forced] = self._run, seen

    def __len__(self) -> int:
        return len(self._seen)


def _move(seen: SeenFace, starts: Starts) -> SeenFace:
    shares = [replace(one, key=_move_key(one.key, starts)) for one in seen.shares]
    return replace(seen, shares=tuple(shares)) if shares else seen


def _move_forced(forced: Forced, starts: Starts) -> Forced:
    return tuple((_move_key(key, starts), size) for key, size in forced)


def _move_key(key: Key, starts: Starts) -> Key:
    element, span = key
    return element, restore_place(keep_place(span), starts) or span
