"""The pipeline on one screen: read → bind → check → lay out → write.

In      a game's files, the targets to write.
Out     a `Report`, and output folders that are whole or untouched.
Not here  printing, exit codes (`cli`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cardgen.bind.faces import BoundGame, bind_game
from cardgen.check.composition import check_composition
from cardgen.diagnostics import PhaseError, Report
from cardgen.layout.face import LaidOut, lay_out
from cardgen.read.game import GameSpec, read_game
from cardgen.targets.catalogue import find_target
from cardgen.targets.target import Job, Progress
from cardgen.workspace import Game, replacing


@dataclass(frozen=True)
class Checked:
    """A game that went through all phases before rendering."""

    spec: GameSpec
    bound: BoundGame
    laid: LaidOut


def check_game(game: Game, report: Report) -> Checked | None:
    """Everything that can be found out without rendering.

    Returns:
        The laid-out game, or None where errors kept a phase from ending.
    """
    try:
        spec = read_game(game, report)
        check_composition(spec, report)
        bound = bind_game(spec, game, report)
        laid = lay_out(bound.faces, report)
    except PhaseError:
        return None
    return Checked(spec, bound, laid)


@dataclass(frozen=True, slots=True)
class Written:
    """What a target wrote, and where."""

    target: str
    folder: Path
    what: str


def write_targets(
    checked: Checked, names: Iterable[str], folder: Path, dpi: float, progress: Progress
) -> list[Written]:
    """Write each target into its own folder below `folder`.

    Raises:
        UnwritableError: the output folder cannot be written; the last output is as it was.
    """
    job = Job(checked.bound, checked.laid.scenes, dpi, progress)
    written = []
    for name in names:
        target = find_target(name)
        with replacing(folder / name) as output:
            what = target.write(job, output)
        written.append(Written(name, folder / name, what))
    return written
