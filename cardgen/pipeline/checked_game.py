"""A game that went through all phases before rendering.

In      what each phase made of it.
Out     `Checked`: what targets are given of it, what checks look at.
Not here  how it comes about (`pipeline.inspection`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.bind.game.bound_game import BoundGame
from cardgen.bind.kept.kept_cards import KeptCards
from cardgen.check.engine.forked_checks import ForkedChecks
from cardgen.check.engine.levels import Levels
from cardgen.check.engine.registry import (
    has_many_new_pixels,
)
from cardgen.check.engine.subject import Check, Subject
from cardgen.core.findings import Report
from cardgen.files.game_files import GameFiles
from cardgen.layout.face.kept_layouts import KeptLayouts, open_layouts
from cardgen.layout.face.layouter import LaidOut
from cardgen.pipeline.pages_beside import PagesBeside
from cardgen.read.game import GameSpec
from cardgen.targets.contract import Job, Progress

if TYPE_CHECKING:
    pass


OUTSIDE_OPTIONS = ("printer", "profile")
"""Options that name files outside the game."""
NO_TARGETS: Mapping[str, Mapping[str, str]] = {}


class Checked(Struct, frozen=True):
    """A game that went through all phases before rendering."""

    spec: GameSpec
    bound: BoundGame
    laid: LaidOut
    game: GameFiles
    levels: Levels
    kept: KeptLayouts | None = None
    """What was worked out in earlier processes, if it was asked for."""
    pages: PagesBeside | None = None
    """Booklets that a copy of this process looks at, where there may be one."""

    def job(self, dpi: float, progress: Progress) -> Job:
        """What a target is given of it."""
        printed = self.bound.printed()
        missing = printed.missing_pictures()
        return Job(
            printed,
            self.laid.scenes,
            dpi,
            progress,
            folder=self.game.folder,
            missing_pictures=missing,
            edition=self.game.edition,
        )

    def reads_outside(self, targets: Mapping[str, Mapping[str, str]] = NO_TARGETS) -> bool:
        """Whether an option, of those given or of the game's own, names a file of which the
        game's record knows nothing."""
        given = (*targets.values(), *self.spec.file.targets.values())
        return any(name in OUTSIDE_OPTIONS for options in given for name in options)

    def check(self, report: Report, checks: Sequence[Check], beside: Sequence[Check] = ()) -> None:
        """Run checks; their findings go into `report` at the levels that the game gives them.

        Args:
            report: Takes the findings.
            checks: Run in this process.
            beside: Run in a copy of this process meanwhile, where there can be one and many faces
                are new, unless one looks at pages already.
        """
        kept = self.kept or open_kept_layouts(self.game)
        subject = Subject(self.game, self.spec, self.bound, self.laid, kept.results)
        edition, pages = self.game.edition, self.pages or PagesBeside()
        alone = pages.is_under_way(edition)
        forks = bool(beside) and not alone and has_many_new_pixels(subject)
        others = ForkedChecks(subject, beside, forks=forks)
        found = () if forks else others.collect()
        pages.collect(edition, kept.results)
        for check in checks:
            report.extend(self.levels.apply(check(subject)))
        report.extend(self.levels.apply(others.collect() if forks else found))
        kept.save()


def open_kept_layouts(game: GameFiles, cards: KeptCards | None = None) -> KeptLayouts:
    """Return what earlier processes laid out and found, for one that renders nothing."""
    encoder = cards.encoder if cards else None
    return open_layouts(game.project, game.name, scenes=False, encoder=encoder)
