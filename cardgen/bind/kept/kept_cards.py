"""What stays of bound cards from one process to the next.

In      the key of a row: all that its card takes of card tables, `game.yaml` and the layouts, but
        for the names that are looked up; what these mean.
Out     what a later process has to know of its faces: layout, digest, facts (`FaceFacts`).

A view of a game (as it is, or an edition; constants set anew) has one file in the user's cache:
plain data under a checksum, written whole by the process that ends last. It counts as empty where
it is harmed, another program's, or where any file that was read last time, or looked for and not
found, is not as it was then, but for those that are in the keys and what booklets alone depend on.
So fonts and pictures are those that the cards were bound with; a file that nobody has looked for
is nothing to them. Those files count as read by this run, too. Where a text or the composition is
another, the cards are kept, and no booklet.

With a card the names are kept that were looked up for it. It is forgotten when one of them means
something else, or means something at last.

A card is kept only by a run in which nothing was wrong with any card: a finding has to be made
again, and what several cards share is found at fault on the first of them alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_faces import BoundCard, BoundFace
from cardgen.bind.card.face_facts import FaceFacts
from cardgen.bind.card.known_bodies import BodyEncoder, KnownBody
from cardgen.bind.card.look_ups import Name, Names, Noted
from cardgen.bind.kept.kept_blocks import KeptBlocks
from cardgen.bind.kept.named_values import NamedValues
from cardgen.bind.pictures import KnownPictures, PictureStore
from cardgen.cache.build_fingerprint import program
from cardgen.cache.content_key import UNPACKABLE
from cardgen.cache.sealed_bytes import seal_bytes, unseal_bytes
from cardgen.core.entry_lines import KeptPlace, Starts, keep_place, restore_place
from cardgen.files.atomic_write import remove_file, write_atomically
from cardgen.files.input_record import MIXED, InputRecord, State, is_as_recorded
from cardgen.files.regular_files import read_regular
from cardgen.read.kept_specs import NOT_KEPT, KeptSpecs

MAX_BYTES = 20_000_000
"""Of a file: ten thousand cards are a tenth of it. Of more, none is kept."""
MAX_VIEWS = 32
"""Files of a project: editions, and constants set anew. The oldest go first."""


class KeptFace(Struct, frozen=True, array_like=True, gc=False):
    """A face of a card that an earlier process bound."""

    layout: str
    digest: bytes
    facts: int
    """Which of those of the view."""


class KeptCard(Struct, frozen=True, array_like=True, gc=False):
    """A card that an earlier process bound."""

    front: KeptFace
    back: KeptFace | None
    names: int
    """Which of the sets of the view."""


class _PackedFacts(Struct, frozen=True, array_like=True):
    places: tuple[KeptPlace, ...]
    others: FaceFacts
    """Without places."""


class _PackedNames(Struct, frozen=True, array_like=True):
    names: list[Name]
    """Those that were looked up for a card."""
    meaning: bytes
    """What stands for all that they meant."""


class _View(Struct, frozen=True, array_like=True):
    program: str
    inputs: dict[str, State]
    texts: dict[str, State]
    """Files that booklets depend on, and no card."""
    pictures: KnownPictures
    facts: tuple[_PackedFacts, ...]
    names: tuple[_PackedNames, ...]
    cards: dict[bytes, KeptCard]
    booklets: dict[str, KeptBlocks]


class KeptCards:
    """The cards of one view of a game."""

    def __init__(
        self,
        folder: Path,
        words: Iterable[str],
        specs: KeptSpecs = NOT_KEPT,
        *,
        recalls: bool = True,
    ) -> None:
        """Prepare to read what is kept; nothing is read yet.

        Args:
            folder: Where the files of a project are.
            words: What tells the view from others.
            specs: The files of the game as earlier processes validated them.
            recalls: Whether cards of earlier processes are wanted.
        """
        name = blake2b("\0".join(words).encode("utf-8", "surrogatepass"), digest_size=12)
        self._file = folder / "cards" / name.hexdigest()
        self.specs, self.encoder = specs, BodyEncoder()
        self.faultless = True
        """Whether nothing was wrong with any card of this run so far."""
        self._view = _View("", {}, {}, KnownPictures(), (), (), {}, {})
        self._known: list[FaceFacts] = []
        """Those of the view."""
        self._facts: dict[FaceFacts, int] = {}
        self._known_names: list[Names] = []
        self._names: dict[Names, int] = {}
        self._values: NamedValues | None = None
        self._cards: dict[bytes, KeptCard] = {}
        """Those of this run."""
        self._booklets: dict[str, KeptBlocks] = {}
        self._recalls, self._recalled, self._closed = recalls, 0, False

    def begin(self) -> Mapping[Path, State]:
        """Read what is kept; gives the inputs that it was made of."""
        view = _read_view(self._file) if self._recalls else None
        if view is not None and _is_current(view):
            known = _is_recorded(view.texts)
            self._view = view if known else replace(view, texts={}, booklets={})
        inputs = {**self._view.inputs, **self._view.texts}
        return {Path(path): state for path, state in inputs.items()}

    def know_lines(self, starts: Starts) -> None:
        """Look up what is known of faces where it is now.

        Args:
            starts: Where the entries of layouts begin.
        """
        facts = [_unpack_facts(one, starts) for one in self._view.facts]
        self._known = [one for one in facts if one is not None]
        self._facts = {one: number for number, one in enumerate(self._known)}
        if len(self._facts) < len(facts):  # an entry is gone
            self._known, self._facts = [], {}
            self._view = replace(self._view, facts=(), cards={})

    def know_values(self, values: NamedValues) -> None:
        """Let go of cards for which a name was looked up that means something else now."""
        self._values, packed = values, self._view.names
        self._known_names = [frozenset(one.names) for one in packed]
        self._names = {names: number for number, names in enumerate(self._known_names)}
        same = [
            values.make_key(names) == one.meaning
            for names, one in zip(self._known_names, packed, strict=True)
        ]
        cards = {key: card for key, card in self._view.cards.items() if same[card.names]}
        self._view = replace(self._view, cards=cards)

    def make_key(self, names: Names) -> bytes:
        """Return what stands for all that some names mean."""
        return self._values.make_key(names) if self._values is not None else b""

    @property
    def pictures(self) -> KnownPictures:
        """The pictures on cards that are kept."""
        return self._view.pictures

    def recall(self, key: bytes) -> Noted[KeptCard] | None:
        """Return a card that an earlier process bound, and what it looked up for it; None if it
        has to be bound."""
        card = self._view.cards.get(key)
        if card is None:
            return None
        self._recalled += 1
        return Noted(card, self._known_names[card.names])

    def facts_of(self, face: KeptFace) -> FaceFacts:
        """Return what is known of a face of a card that was recalled."""
        return self._known[face.facts]

    def note(self, key: bytes, card: BoundCard, names: Names) -> None:
        """Note that the run has a card, and the names that were looked up for it; it is kept if its
        faces can be."""
        if key in self._view.cards:
            self._cards[key] = self._view.cards[key]
            return
        front, back = self._pack(card.front), self._pack(card.back) if card.back else None
        if front is not None and (back is not None or card.back is None):
            number = self._names.setdefault(names, len(self._names))
            self._cards[key] = KeptCard(front, back, number)

    @property
    def booklets(self) -> Mapping[str, KeptBlocks]:
        """The texts of booklets that earlier processes bound, by name."""
        return self._view.booklets

    def note_booklet(self, name: str, text: KeptBlocks) -> None:
        """Keep the text of a booklet."""
        self._booklets[name] = text

    def _pack(self, face: BoundFace) -> KeptFace | None:
        drawn = face.drawn
        if not isinstance(drawn, KnownBody):
            return None
        number = self._facts.setdefault(drawn.facts, len(self._facts))
        return KeptFace(face.layout, drawn.digest, number)

    def is_doubtful(self, inputs: InputRecord, pictures: PictureStore) -> bool:
        """Whether cards were recalled that this run might bind otherwise: a file changed
        meanwhile, or a picture was one too many beside those of cards that may be gone."""
        changed = MIXED in inputs.states.values()
        return self._recalled > 0 and (changed or pictures.is_over_with_known)

    def close(self) -> None:
        """Keep nothing of this run."""
        self._closed = True

    def save(
        self,
        inputs: InputRecord,
        keyed: Collection[Path],
        texts: Collection[Path],
        pictures: PictureStore,
    ) -> None:
        """Write the cards of this run, if there are others than last time.

        Args:
            inputs: What was read.
            keyed: Of that, what the keys of cards and booklets stand for.
            texts: Of the rest, what no card depends on.
            pictures: Those that stand on cards.
        """
        old, states = self._view.cards, inputs.states
        cards = {k: one for k, one in self._cards.items() if self.faultless or k in old}
        same = cards == old and self._booklets == self._view.booklets
        if self._closed or same or MIXED in states.values():
            return
        rest = {path: state for path, state in states.items() if path not in keyed}
        own = {str(path): state for path, state in rest.items() if path not in texts}
        others = {str(path): state for path, state in rest.items() if path in texts}
        known = pictures.list_known()
        facts, names, cards = self._number(cards)
        view = _View(program(), own, others, known, facts, names, cards, self._booklets)
        packed = _pack_view(view)
        if 0 < len(packed) <= MAX_BYTES:
            with suppress(OSError):
                write_atomically(self._file, packed, private=True)
                _drop_oldest(self._file.parent)

    def _number(
        self, cards: Mapping[bytes, KeptCard]
    ) -> tuple[tuple[_PackedFacts, ...], tuple[_PackedNames, ...], dict[bytes, KeptCard]]:
        """The facts and names that some cards have, and the cards with the numbers of those."""
        facts, names = dict[int, int](), dict[int, int]()

        def renumber(face: KeptFace) -> KeptFace:
            number = facts.setdefault(face.facts, len(facts))
            return face if number == face.facts else replace(face, facts=number)

        renumbered = {
            key: KeptCard(
                renumber(card.front),
                renumber(card.back) if card.back else None,
                names.setdefault(card.names, len(names)),
            )
            for key, card in cards.items()
        }
        every_facts, every_names = tuple(self._facts), tuple(self._names)
        packed_names = (every_names[number] for number in names)
        return (
            tuple(_pack_facts(every_facts[number]) for number in facts),
            tuple(_PackedNames(sorted(one), self.make_key(one)) for one in packed_names),
            renumbered,
        )


def _pack_facts(facts: FaceFacts) -> _PackedFacts:
    return _PackedFacts(tuple(map(keep_place, facts.spans)), replace(facts, spans=()))


def _unpack_facts(packed: _PackedFacts, starts: Starts) -> FaceFacts | None:
    spans = [restore_place(one, starts) for one in packed.places]
    known = tuple(span for span in spans if span is not None)
    return replace(packed.others, spans=known) if len(known) == len(spans) else None


def _is_current(view: _View) -> bool:
    """Whether every file is as it was when the cards were bound."""
    facts, names = range(len(view.facts)), range(len(view.names))
    sound = all(
        card.names in names
        and all(face.facts in facts for face in (card.front, card.back) if face is not None)
        for card in view.cards.values()
    )
    return sound and view.program == program() and _is_recorded(view.inputs)


def _is_recorded(inputs: Mapping[str, State]) -> bool:
    return all(is_as_recorded(Path(path), state) for path, state in inputs.items())


def _pack_view(view: _View) -> bytes:
    try:
        packed = msgspec.msgpack.encode(view)
    except UNPACKABLE:
        return b""
    return seal_bytes(packed)


def _read_view(file: Path) -> _View | None:
    try:
        packed = unseal_bytes(read_regular(file, MAX_BYTES))
        return msgspec.msgpack.decode(packed or b"", type=_View)
    except (OSError, msgspec.DecodeError, RecursionError):
        return None


def _drop_oldest(folder: Path) -> None:
    files = [file for file in folder.iterdir() if not file.name.startswith(".")]
    if len(files) > MAX_VIEWS:
        files.sort(key=lambda file: file.stat().st_mtime_ns)
        for file in files[:-MAX_VIEWS]:
            remove_file(file)
