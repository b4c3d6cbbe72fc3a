"""All editions of a game side by side: what each makes of a card, laid out when it is looked at.

In      a game's files, the revision that the preview shows.
Out     cards with the key of their faces in each edition; these faces as pictures.
Not here  the edition that the preview is open on (`preview.session`), the page
        (`static/editions.js`).

Beside the game as it is and its editions stands `longest`, where there are translations: each text
in the language that needs most letters for it, which is what a layout must hold.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.bind.bound_faces import BoundCard, BoundFace
from cardgen.core.findings import Report, plural
from cardgen.files.game_files import GameFiles
from cardgen.files.input_record import State
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import inspect_game
from cardgen.pipeline.phase_cache import PhaseCache
from cardgen.preview.face_images import FaceImages
from cardgen.preview.face_index import FaceIndex, IndexedFace
from cardgen.read.game import list_editions, list_po_files
from cardgen.read.translation.longest import EDITION as LONGEST

Data = dict[str, Any]
_MOST_BYTES = 48_000_000
"""Of pictures kept for an edition."""


class _EditionView:
    """One edition: read again with what is kept of the last time."""

    def __init__(self, game: GameFiles) -> None:
        self.game = game
        self.images = FaceImages(_MOST_BYTES)
        self.shown: Checked | None = None
        self.errors = 0
        self.faces: Mapping[BoundFace, IndexedFace] = {}
        self._phases = PhaseCache()
        self._index = FaceIndex()

    def refresh(self) -> None:
        report = Report()
        self.shown = inspect_game(self.game, report, checks=(), cache=self._phases)
        self.errors = report.count("error")
        if self.shown is not None:
            self.faces = dict(self._index.update(self.shown.laid))
            named = {known.key: face for face, known in self.faces.items()}
            self.images.take(named, self.shown.laid.scenes, self.shown.bound.pictures)

    def describe(self) -> Data:
        file = self.shown.spec.file if self.shown else None
        return {
            "name": self.game.edition,
            "game": file.game if file else "",
            "language": file.language if file else "",
            "fault": f"{plural(self.errors, 'error')} in this edition" if self.errors else "",
        }

    def list_cards(self) -> Iterator[BoundCard]:
        for deck in self.shown.bound.decks if self.shown else ():
            yield from deck.cards


class _CardFaces(Struct, frozen=True):
    """A card in one edition."""

    view: _EditionView
    card: BoundCard

    def describe(self) -> Data:
        sides = {"front": self.card.front, "back": self.card.back}
        return {
            side: {"key": known.key, "text": known.words}
            for side, face in sides.items()
            if face is not None and (known := self.view.faces.get(face)) is not None
        }


class EditionViews:
    """The editions of the game that is previewed. Methods may be called from several threads."""

    def __init__(self, game: GameFiles) -> None:
        self._game = game
        self._views: dict[str, _EditionView] = {}
        self._revision = -1
        self._lock = threading.Lock()

    def describe(self, revision: int) -> Data:
        """Describe every card in every edition, as of a revision of the files."""
        with self._lock:
            if revision != self._revision:
                self._refresh()
                self._revision = revision
            views = list(self._views.values())
            return {
                "revision": revision,
                "editions": [view.describe() for view in views],
                "cards": _describe_cards(views),
            }

    def list_shared(self) -> dict[Path, State]:
        """Return the files beside the game that editions include, as they were read."""
        with self._lock:
            views = list(self._views.values())
        return {file: state for view in views for file, state in view.game.inputs.shared.items()}

    def png(self, edition: str, key: str, width: int) -> bytes | None:
        """Return a face of an edition; None if there is no such face."""
        with self._lock:
            view = self._views.get(edition)
        return view.images.png(key, width) if view else None

    def _refresh(self) -> None:
        game = self._game.in_edition("")
        longest = (LONGEST,) if list_po_files(game) else ()
        names = ("", *list_editions(game), *longest)
        self._views = {
            name: self._views.get(name) or _EditionView(game.in_edition(name)) for name in names
        }
        for view in self._views.values():
            view.refresh()


def _describe_cards(views: list[_EditionView]) -> list[Data]:
    """Every card that some edition has, in the order of the first that has it."""
    found: dict[tuple[str, str], dict[str, _CardFaces]] = {}
    for view in views:
        for card in view.list_cards():
            known = found.setdefault((card.deck, card.id), {})
            known[view.game.edition] = _CardFaces(view, card)
    return [
        {
            "deck": deck,
            "id": card,
            "size": next(iter(editions.values())).card.front.size.name,
            "editions": {name: one.describe() for name, one in editions.items()},
        }
        for (deck, card), editions in found.items()
    ]
