"""A small game whose files are saved while it is built."""

from __future__ import annotations

import threading
from pathlib import Path

from cardgen.core.findings import Report
from cardgen.files.disk_game import DiskGame
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_record import BuildResult
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.phase_cache import PhaseCache

GAME = """\
game: Saves
palette: {sand: "#eeddaa"}
fonts: {text: EBGaramond-Regular.ttf}
decks: {cards: {cards: cards.yaml, size: mini, front: front}}
"""
LAYOUTS = """\
layouts:
  front:
    bleed: [{shape: rectangle, fill: sand}]
    safe: [{text: "{{ name }}", font: text, size: 14pt}]
"""
VERSIONS = {
    "game.yaml": (GAME, GAME.replace("#eeddaa", "#aaddee")),
    "cards.yaml": ("- {name: One}\n- {name: Two}\n", "- {name: Eno}\n- {name: Two}\n"),
    "layouts.yaml": (LAYOUTS, LAYOUTS.replace("14pt", "16pt")),
}
"""Each file as it was and as it is saved: of one length, so that only its content tells."""


class SavedGame:
    """A game on disk, its prints, and what one process keeps of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "saves"
        self.folder.mkdir(parents=True)
        self.output = folder / "out"
        self.version = dict.fromkeys(VERSIONS, 0)
        self.watched: PhaseCache | None = None
        """Kept between builds, as `--watch` does."""
        for name, versions in VERSIONS.items():
            (self.folder / name).write_text(versions[0], "utf-8")

    def save(self, name: str) -> None:
        """Save the other version of a file, as an editor does: beside its place, then moved."""
        self.version[name] = 1 - self.version[name]
        beside = self.folder / f".{name}.tmp"
        beside.write_text(VERSIONS[name][self.version[name]], "utf-8")
        beside.replace(self.folder / name)

    def build(self) -> BuildResult:
        request = BuildRequest(targets={"mpc": {}}, output=self.output, dpi=72, jobs=1)
        result = build_game(DiskGame(self.folder), request, Report(), cache=self.watched)
        assert result.written is not None, result.findings
        return result

    def save_during_build(self, name: str, delay: float) -> None:
        """Build, and save a file so many seconds after the build began."""
        timer = threading.Timer(delay, self.save, (name,))
        timer.start()
        self.build()
        timer.join()

    def print(self) -> dict[str, bytes]:
        files = (self.output / "saves").rglob("*.png")
        return {file.name: file.read_bytes() for file in files}

    def expected(self, folder: Path) -> dict[str, bytes]:
        """The print of the files as they are now, made by a process that knows nothing."""
        request = BuildRequest(targets={"mpc": {}}, output=folder, dpi=72, jobs=1, fresh=True)
        build_game(DiskGame(self.folder), request, Report())
        return {file.name: file.read_bytes() for file in (folder / "saves").rglob("*.png")}
