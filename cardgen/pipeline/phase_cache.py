"""What one process keeps of its last look at a game, so that the next is quick.

Cards whose rows and definitions (layouts, styles and the rest of `game.yaml`) are as they were are
neither bound nor laid out again; when any other file changes, a font or a picture, all is
forgotten. Editions of a game share it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardgen.bind.game.bind_cache import BindCache
from cardgen.files.game_files import GameFiles
from cardgen.files.input_record import State, is_as_recorded
from cardgen.layout.face.face_memo import FaceMemo
from cardgen.pipeline.keyed_files import list_keyed
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
        self._starts: dict[tuple[str, str], int] = {}
        """Where the entries of layouts began."""

    def begin(self) -> Mapping[Path, State]:
        """Forget what may no longer be true of the game's files.

        Returns:
            The inputs of what is left. They count as read by the run that begins: fonts and
            pictures in memory are not read again.
        """
        states = self._states.items()
        if not states or not all(is_as_recorded(path, state) for path, state in states):
            self.forget()
        return self._states

    def forget(self) -> None:
        """Forget all."""
        self.bound, self.laid, self._states = BindCache(), FaceMemo(), {}

    def suit(self, spec: GameSpec) -> None:
        """Begin with a game as it was read; of one that is too large nothing is kept.

        Cards that were bound before entries of the layouts moved are forgotten."""
        if self._most is not None and sum(map(len, spec.cards.values())) > self._most:
            self.bound, self.laid = BindCache(keeps=False), None
        starts = spec.layout_starts
        if any(self._starts.get(entry, line) != line for entry, line in starts.items()):
            self.bound.forget_cards()
            if self.laid is not None:
                self.laid.move(starts)
        self._starts |= starts
        if self.laid is not None:
            self.laid.begin()

    def end(self, game: GameFiles, spec: GameSpec) -> None:
        """Note how the files were when this run read them, but for those that are in the keys of
        cards."""
        keyed = {game.folder / name for name in list_keyed(spec)} if game.folder else set[Path]()
        states = game.inputs.states.items()
        self._states = {path: state for path, state in states if path not in keyed}
