"""What faces show that an earlier process has bound: told apart by digests, bound when they are
asked for.

In      the elements of a face, or their digest and facts and what binds them.
Out     a `KnownBody`.

Two known bodies are equal if all that is on them is, places in rows and in entries of layouts
included. No check of all cards asks for one that it knows: its layout, and what rules find on it,
are kept under its digest.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec

from cardgen.bind.bound_faces import Body, BodySource, BoundFace
from cardgen.bind.bound_texts import RichText
from cardgen.bind.card.face_facts import FaceFacts, collect_facts
from cardgen.cache.content_key import UNPACKABLE, StandIns, make_content_key
from cardgen.core.entry_lines import EntryLine
from cardgen.text.fonts import Face


class BodyEncoder:
    """Packs what is on faces, to be told apart. Of fonts it writes bytes and name as one key."""

    def __init__(self) -> None:
        self.fonts: dict[str, Face] = {}
        self._encoder = msgspec.msgpack.Encoder(enc_hook=self._content_of)
        """It writes the names of records' fields, by which the classes on a face, and in scenes,
        are told apart."""

    def pack(self, value: Any) -> bytes:
        """Return a value as bytes.

        Raises:
            UNPACKABLE: it has no such form.
        """
        return self._encoder.encode(value)

    def digest(self, value: Any) -> bytes:
        """Return what stands for all of a value, places in files included."""
        try:
            return blake2b(self._encoder.encode(value), digest_size=16).digest()
        except UNPACKABLE:
            return make_content_key(value, _FONTS)

    def know_fonts(self, faces: list[Face]) -> None:
        """Remember fonts that stand on faces which nobody may pack."""
        self.fonts |= {face.identity: face for face in faces}

    def _content_of(self, value: Any) -> Any:
        """What stands for values that are no records."""
        if type(value) is EntryLine:
            return value.key
        if type(value) is Face:
            self.fonts[value.identity] = value
            return value.identity
        if type(value) is RichText:
            return value.paragraphs
        return make_content_key(value)


_FONTS: StandIns = {Face: lambda face: face.identity}


class KnownBody:
    """A body that is there when somebody asks for it."""

    __slots__ = ("_body", "digest", "facts")

    def __init__(
        self, digest: bytes, facts: FaceFacts, body: BodySource | Callable[[], BodySource]
    ) -> None:
        """Make a body.

        Args:
            digest: What stands for all of it.
            facts: What rules ask of it.
            body: The body, or what binds it.
        """
        self.digest, self.facts, self._body = digest, facts, body

    @property
    def is_bound(self) -> bool:
        """Whether somebody asked for it, or it was bound in this process."""
        return not callable(self._body)

    def open(self) -> Body:
        if callable(self._body):
            self._body = self._body()
        return self._body.open()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, KnownBody) and other.digest == self.digest)

    def __hash__(self) -> int:
        return int.from_bytes(self.digest[:8], "little")

    def __reduce__(self) -> tuple[Any, ...]:
        """Where a value is packed to be told from others, its digest stands for it."""
        return _find_no_body, (self.digest,)


def _find_no_body(_digest: bytes) -> KnownBody:
    raise ValueError


def find_facts(face: BoundFace) -> FaceFacts:
    """Return the facts of a face; of one whose facts nobody knows they are collected."""
    drawn = face.drawn
    return drawn.facts if isinstance(drawn, KnownBody) else collect_facts(face.body.elements)
