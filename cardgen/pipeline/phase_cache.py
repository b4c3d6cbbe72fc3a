"""What one process keeps of its last look at a game, so that the next is quick.

As long as only card tables change, cards that did not are neither bound nor laid out again; when
any other file does, all is forgotten. Editions of a game share it too; one that changes more than
words of cards uses nothing of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardgen.bind.game.bind_cache import BindCache
from cardgen.cache.content_key import make_record_key
from cardgen.files.game_files import GameFiles
from cardgen.files.input_record import State, is_as_recorded
from cardgen.layout.face.face_memo import FaceMemo
from cardgen.read.game import GameSpec


class PhaseCache:
    """Bound cards and laid-out faces of one game."""

    def __init__(self, most: int | None = None) -> None:
        """Make an empty cache.

        Args:
            most: Rows of card tables; of a game with more nothing is kept.
        """
        self._most = most
        self.bound = BindCache()
        self.laid: FaceMemo | None = FaceMemo()
        self._states: Mapping[Path, State] = {}
        self._made_of = b""

    def begin(self) -> Mapping[Path, State]:
        """Forget what may no longer be true of the game's files.

        Returns:
            The inputs of what is left. They count as read by the run that begins: fonts and
            pictures in memory are not read again.
        """
        states = self._states.items()
        if not states or not all(is_as_recorded(path, state) for path, state in states):
            self.bound, self.laid, self._states = BindCache(), FaceMemo(), {}
        return self._states

    def match(self, spec: GameSpec) -> None:
        """Forget what was made of another edition, unless it differs in nothing but its cards."""
        made_of = make_record_key(spec.file.node, spec.layouts.node, spec.constants)
        if self._made_of not in (b"", made_of):
            self.bound, self.laid = BindCache(), FaceMemo()
        if self._most is not None and sum(map(len, spec.cards.values())) > self._most:
            self.bound, self.laid = BindCache(keeps=False), None
        self._made_of = made_of
        if self.laid is not None:
            self.laid.begin()

    def end(self, game: GameFiles, spec: GameSpec) -> None:
        """Note how the files were when this run read them, but for card tables."""
        tables = {name.rpartition("/")[2] for files in spec.tables.values() for name in files}
        states = game.inputs.states.items()
        self._states = {path: state for path, state in states if path.name not in tables}
