"""A game that went through all phases before rendering.

In      what each phase made of it.
Out     `Checked`: what targets are given of it, what checks look at.
Not here  how it comes about (`pipeline.inspection`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from cardgen.bind.game.bound_game import BoundGame
from cardgen.bind.kept.kept_cards import KeptCards
from cardgen.check.engine.forked_checks import ForkedChecks
from cardgen.check.engine.levels import Levels
from cardgen.check.engine.registry import DividedChecks, has_many_new_pixels, look_at_pixels
from cardgen.check.engine.subject import Check, Subject
from cardgen.core.findings import Report
from cardgen.files.game_files import GameFiles
from cardgen.layout.face.kept_layouts import KeptLayouts, open_layouts
from cardgen.layout.face.layouter import LaidOut
from cardgen.pipeline.pages_beside import PagesBeside
from cardgen.read.game import GameSpec
from cardgen.targets.contract import Job, Progress

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

    def check(self, report: Report, checks: Sequence[Check]) -> None:
        """Run checks; their findings go into `report` at the levels that the game gives them."""
        kept = self.open_kept()
        self._run(checks, self._make_subject(kept), report)
        self.save(kept)

    def check_beside(self, report: Report, checks: DividedChecks) -> None:
        """As `check`, in two processes where much is new: a copy of this process looks at pages and
        at some cards already (`pages`), or looks at all cards while this looks at pages."""
        kept = self.open_kept()
        subject = self._make_subject(kept)
        edition, pages = self.game.edition, self.pages or PagesBeside()
        alone = not self.bound.has_booklets or not has_many_new_pixels(subject)
        if alone or pages.is_under_way(edition):
            self._run(checks.game, subject, report)
            if pages.looks_at_cards(edition):
                faces = subject.faces_by_size()
                look_at_pixels(subject, (face for face in faces if face.bound not in pages.faces))
            pages.collect_cards(edition, kept.results)
            self._run(checks.faces, subject, report)
            pages.collect(edition, kept.results)
            self._run(checks.pages, subject, report)
        else:
            others = ForkedChecks(subject, (*checks.game, *checks.faces))
            self._run(checks.pages, subject, report)
            report.extend(self.levels.apply(others.collect()))
        self.save(kept)

    def save(self, kept: KeptLayouts) -> None:
        """Keep what is known of faces for later processes, if their pictures are as they were."""
        if not self.bound.pictures.is_out_of_date:
            kept.save()

    def open_kept(self) -> KeptLayouts:
        """What earlier processes laid out and found."""
        kept = self.kept or open_kept_layouts(self.game)
        kept.results.starts.update(self.spec.starts)
        return kept

    def _make_subject(self, kept: KeptLayouts) -> Subject:
        return Subject(self.game, self.spec, self.bound, self.laid, kept.results)

    def _run(self, checks: Sequence[Check], subject: Subject, report: Report) -> None:
        for check in checks:
            report.extend(self.levels.apply(check(subject)))


def open_kept_layouts(game: GameFiles, cards: KeptCards | None = None) -> KeptLayouts:
    """Return what earlier processes laid out and found, for one that renders nothing."""
    encoder = cards.encoder if cards else None
    return open_layouts(game.project, game.name, scenes=False, encoder=encoder)
