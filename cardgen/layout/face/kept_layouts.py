"""What stays of a face's layout from one process to the next.

In      a bound face, the sizes that its deck decided; the face laid out.
Out     a key of both; a `KeptLayout` of an earlier process, and its scene where scenes are kept.
Not here  the stores (`cache.result_store`).

A layout depends on nothing but the face and the sizes that are forced on it, and on the program,
which the stores know. The key of a face takes a fiftieth of its layout (0.02 ms against 1.1 ms,
215 faces), to read its scene a tenth. Scenes are read as plain data of the types that scenes have,
and are those that were kept if they have the same digest.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.card.known_bodies import BodyEncoder, KnownBody
from cardgen.cache.content_key import UNPACKABLE, make_record_key
from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.cache.result_store import ResultStore
from cardgen.core.entry_lines import KeptPlace, keep_place, restore_place
from cardgen.core.geometry import Extent, Rect
from cardgen.layout.face.measure import Key
from cardgen.layout.text.fit import Ladder
from cardgen.scene.items import Item, Layer, Scene, count_blends
from cardgen.scene.outlines import Outline
from cardgen.scene.scene_digest import scene_digest
from cardgen.text.fonts import Face

Forced = tuple[tuple[Key, float], ...]
"""Sizes decided by the deck."""


class SharedText(Struct, frozen=True):
    """A text whose size a deck shares."""

    key: Key
    size: float
    """As large as its face allows."""
    fit: str
    ladder: Ladder
    """The sizes that it may have."""


Shares = tuple[SharedText, ...]


class KeptLayout(Struct, frozen=True, array_like=True):
    """What a game has to know of a face whose scene nobody has asked for."""

    digest: str
    """Of its scene: of all that changes pixels."""
    look: bytes
    """The key of its scene: equal for scenes that are equal, names of elements included."""
    sound: bool
    blends: int
    shares: tuple[tuple[float, str, KeptPlace, str, Ladder], ...]
    """Texts: their sizes, elements, places, who shares them, and which sizes there are."""


MAX_SCENE_BYTES = 8_000_000
"""Of the scenes of a game; those of 216 cards are 1.7 MB. A game with twice as much keeps none."""


class _PackedScene(Struct, frozen=True, array_like=True):
    page: Extent
    trim: Rect
    ground: tuple[Item, ...]
    marks: tuple[Item, ...]
    cut: Outline
    folds: tuple[Outline, ...]


class KeptLayouts:
    """The layouts of a game that earlier processes made."""

    def __init__(
        self,
        results: ResultStore,
        scenes: ResultStore | None = None,
        encoder: BodyEncoder | None = None,
    ) -> None:
        """Open what is kept.

        Args:
            results: Holds what there is to know of layouts; rules keep theirs there too.
            scenes: Holds scenes, which only some commands ask for.
            encoder: Tells what is on faces; scenes show the fonts that it knows.
        """
        self.results, self._scenes = results, scenes
        self._encoder = encoder or BodyEncoder()
        self._decoder = msgspec.msgpack.Decoder(_PackedScene, dec_hook=self._find_font)

    def suits(self, rows: int) -> bool:
        """Whether layouts of a game with so many rows are kept. Scenes of more than are in memory
        anyway are not, and without them a command that asks for all has no use for the rest."""
        return self._scenes is None or rows <= MAX_IN_MEMORY

    def make_key(self, face: BoundFace, decided: object) -> bytes:
        """What stands for a face, places in files included, and for what was decided elsewhere,
        such as the sizes forced on it."""
        drawn = face.drawn
        digest = drawn.digest if isinstance(drawn, KnownBody) else self._encoder.digest(face.body)
        return make_record_key("layout", face.size, digest, decided)

    def recall(self, key: bytes) -> tuple[KeptLayout, Shares] | None:
        """Return what is known of a layout, and its texts whose size the deck shares; None if
        nothing is, or if an entry in which such a text stands is gone."""
        try:
            found = msgspec.convert(self.results.get(key), KeptLayout, builtin_types=(bytes,))
        except msgspec.ValidationError:
            return None
        shares = self._list_shares(found)
        return None if shares is None else (found, shares)

    def _list_shares(self, kept: KeptLayout) -> Shares | None:
        made = []
        for size, element, place, fit, ladder in kept.shares:
            span = restore_place(place, self.results.starts)
            if span is None:
                return None
            made.append(SharedText((element, span), size, fit, ladder))
        return tuple(made)

    def keep(self, key: bytes, scene: Scene, shares: Shares, sound: bool) -> KeptLayout:
        """Keep a face laid out."""
        look, packed = self._pack_scene(scene)
        told = tuple(_pack_shared(one) for one in shares)
        found = KeptLayout(scene_digest(scene), look, sound, count_all_blends(scene), told)
        self.results.put(key, msgspec.to_builtins(found, builtin_types=(bytes,)))
        self._keep_scene(key, packed)
        return found

    def _pack_scene(self, scene: Scene) -> tuple[bytes, bytes]:
        """The key of a scene, and the scene itself; empty if it has no form."""
        ground, marks = scene.ground.items, scene.marks.items
        parts = _PackedScene(scene.page, scene.trim, ground, marks, scene.cut, scene.folds)
        try:
            packed = self._encoder.pack(parts)
        except UNPACKABLE:
            return self._encoder.digest(parts), b""
        return blake2b(packed, digest_size=16).digest(), packed

    def _keep_scene(self, key: bytes, packed: bytes) -> None:
        if self._scenes is not None and packed:
            self._scenes.put(key, packed)

    def make_scene(self, key: bytes, digest: str, lay_out: Callable[[], Scene]) -> Scene:
        """A scene that is kept, or the one that `lay_out` makes, which is kept from now on."""
        found = self._read_scene(key)
        if found is None or scene_digest(found) != digest:
            found = lay_out()
            self._keep_scene(key, self._pack_scene(found)[1])
        return found

    def _read_scene(self, key: bytes) -> Scene | None:
        packed = self._scenes.get(key) if self._scenes is not None else None
        if not isinstance(packed, bytes):
            return None
        try:
            read = self._decoder.decode(packed)
        except (msgspec.DecodeError, LookupError):
            return None
        ground, marks = Layer(read.ground), Layer(read.marks)
        return Scene(read.page, read.trim, ground, marks, read.cut, read.folds)

    def save(self) -> None:
        """Write what was added, for the next process."""
        self.results.save()
        if self._scenes is not None:
            self._scenes.save()

    def forget_unused(self) -> None:
        """Let go of what nobody asked for. A process that looks again and again would hold all that
        is kept once for each of its last looks: their faces know where to ask for scenes."""
        self.results.forget_unused()
        if self._scenes is not None:
            self._scenes.forget_unused()

    def _find_font(self, _kind: type, key: Any) -> Face:
        return self._encoder.fonts[key]


def open_layouts(
    project: Path | None, game: str, *, scenes: bool, encoder: BodyEncoder | None = None
) -> KeptLayouts:
    """Open what is kept of a game.

    Args:
        project: The folder of the project, None if there is none.
        game: The name of the game's folder.
        scenes: Whether scenes are kept: for commands that ask for all of them.
        encoder: Tells what is on faces.
    """
    kept = ResultStore(project, f"scenes-{game}", MAX_SCENE_BYTES) if scenes else None
    return KeptLayouts(ResultStore(project), kept, encoder)


def make_layout_key(face: BoundFace, decided: object) -> bytes:
    """The key of a face of which nothing is kept."""
    return KeptLayouts(ResultStore(None)).make_key(face, decided)


def count_all_blends(scene: Scene) -> int:
    """How often something on a face is mixed with what is below it."""
    return count_blends(scene.ground) + count_blends(scene.marks)


def _pack_shared(one: SharedText) -> tuple[float, str, KeptPlace, str, Ladder]:
    element, span = one.key
    return one.size, element, keep_place(span), one.fit, one.ladder
