"""What every target is given, and what it promises.

A target is a module with `NAME`, `ABOUT`, `write(job, output)`, and

- `read_options(options)`, if it takes any; it raises `OptionError`;
- `plan(job)`, if options may not suit a game: it raises in little time, and before anything is
  written, what `write` would;
- `shows(deck)`, if it renders every face of a deck as large as the deck's size has it, so that
  work can begin early (`build.Early`).

It turns faces and copies into files in `output`; it never lays out a face. `targets.registry`
lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, field

from cardgen.render.workers.pool import Workers

if TYPE_CHECKING:
    from cardgen.bind.bound_faces import BoundFace
    from cardgen.bind.game.bound_game import BoundGame
    from cardgen.cache.face_cache import FaceCache
    from cardgen.files.output_folder import OutputFolder
    from cardgen.render.workers.early_faces import Ahead
    from cardgen.scene.items import Scene

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


class OptionError(ValueError):
    """An option is unknown or cannot be had; `hint` says what to type instead."""

    def __init__(self, message: str, hint: str, *, option: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        self.option = option
        """The option at fault, if it is a single one."""


class UnsuitableError(OptionError):
    """This target makes nothing of this game; asked for `all` targets, it is passed over."""


class Job(Struct, frozen=True):
    """A laid-out game on its way to a target."""

    game: BoundGame
    scenes: Mapping[BoundFace, Scene]
    dpi: float
    progress: Progress
    workers: Workers = field(default_factory=Workers)
    store: FaceCache | None = None
    """Faces rendered before."""
    ahead: Ahead | None = None
    """Faces that are being rendered."""
    meanwhile: Callable[[], None] = lambda: None
    """To be called when the workers have something to do: what is left to be done here. It
    may raise, and then nothing is written."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What was asked of this target, as it was typed: `-t sheets:paper=a4`."""
    folder: Path | None = None
    """The game's own folder, where files that options name are looked for."""

    @property
    def name(self) -> str:
        return self.game.spec.file.game


class Target(Protocol):
    """A destination."""

    NAME: str
    ABOUT: str

    def write(self, job: Job, output: OutputFolder) -> str:
        """Write all files; returns what was written, for the last line of a run."""
        ...
