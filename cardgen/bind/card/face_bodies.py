"""What the faces of a large game show, set aside until it is laid out.

In      the elements of a face.
Out     the same, or what stands for them and is equal to them.
"""

from __future__ import annotations

from typing import Any

from cardgen.bind.bound_faces import Body, BodySource
from cardgen.bind.bound_texts import ZERO, TextSetting
from cardgen.bind.card.face_facts import collect_facts
from cardgen.bind.card.known_bodies import BodyEncoder, KnownBody
from cardgen.cache.disk_store import LARGE_GAME, PickleStore
from cardgen.scene.items import Bitmap
from cardgen.svg.drawing import Drawing
from cardgen.text.fonts import Face

_SHARED = frozenset((Face, Bitmap, Drawing, TextSetting))
_RECENT = 16
"""Bodies kept last: backs come again with every card, and two that stand for one body are both
opened to be compared."""


class BodyStore:
    """The bodies of a game's faces: the first as they are, further ones in a file."""

    def __init__(self, encoder: BodyEncoder | None = None) -> None:
        """Begin with none.

        Args:
            encoder: Tells bodies from others, for later processes; left out, none is known to
                these.
        """
        self._count = 0
        self._encoder = encoder
        self._pickles = PickleStore(_is_shared)
        self._recent: dict[Body | bytes, BodySource] = {}

    def keep(self, body: Body) -> BodySource:
        """The body itself, what stands for it, or the one of a card before that is equal."""
        if self._encoder is None:
            return self._keep(body, body)
        digest = self._encoder.digest(body)
        kept = self._keep(body, digest)
        if not isinstance(kept, KnownBody):
            kept = self._recent[digest] = KnownBody(digest, collect_facts(body.elements), kept)
        return kept

    def _keep(self, body: Body, key: Body | bytes) -> BodySource:
        self._count += 1
        kept = self._recent.pop(key, None)
        if kept is None:
            kept = body if self._count <= LARGE_GAME else StoredBody(body, self._pickles)
        self._recent[key] = kept
        if len(self._recent) > _RECENT:
            del self._recent[next(iter(self._recent))]
        return kept


class StoredBody:
    """A body that was set aside; equal to those with the same elements."""

    __slots__ = ("_hash", "_pickles", "_place")

    def __init__(self, body: Body, pickles: PickleStore) -> None:
        self._hash = hash(body)
        self._pickles, self._place = pickles, pickles.put(body)

    def open(self) -> Body:
        body = self._pickles.get(self._place)
        assert isinstance(body, Body)
        return body

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Body | StoredBody) or hash(other) != self._hash:
            return False
        return self.open() == other.open()

    def __hash__(self) -> int:
        return self._hash


def _is_shared(value: Any) -> bool:
    return type(value) in _SHARED or value is ZERO
