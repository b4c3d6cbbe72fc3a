"""The phases before rendering: load → bind → lay out → check.

In      a game's files.
Out     the game with every face laid out; a `Report`.
Not here  targets that are to be written (`pipeline.build`), printing (`cli`).

Phases go on past errors with what is sound, and checks look at the decks from which no error may
hide cards, so that one run shows all that is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.game.bind_cache import BindCache
from cardgen.bind.game.binding import begin_binding
from cardgen.bind.game.bound_game import BoundGame
from cardgen.bind.kept.kept_cards import KeptCards
from cardgen.check.engine.draft_style import fold_style
from cardgen.check.engine.forked_checks import ForkedChecks
from cardgen.check.engine.levels import Levels, is_of_phases, may_hide_cards
from cardgen.check.engine.registry import (
    all_checks,
    divide_checks,
    has_many_new_pixels,
)
from cardgen.check.engine.repeated_findings import merge_copies
from cardgen.check.engine.subject import Check, Subject
from cardgen.check.engine.unused_codes import UNUSED
from cardgen.check.engine.whole_decks import (
    AffectedParts,
    drop_consequences,
    find_affected_parts,
    is_any_whole,
    keep_whole,
)
from cardgen.check.engine.written_entries import WrittenEntries
from cardgen.check.rules.composition.deck_counts import check_composition
from cardgen.core.findings import Report
from cardgen.files.game_files import GameFiles
from cardgen.layout.face.kept_layouts import KeptLayouts, open_layouts
from cardgen.layout.face.layouter import LaidOut, Layouter
from cardgen.pipeline.defaults import DPI
from cardgen.pipeline.edition_sizes import find_shared_sizes
from cardgen.pipeline.pages_beside import BookletGame, PagesBeside
from cardgen.pipeline.phase_cache import PhaseCache
from cardgen.pipeline.target_plans import (
    check_edition_names,
    check_plans,
    check_target_entries,
    stops_build,
)
from cardgen.read.game import NO_SETTINGS, GameSpec, read_game
from cardgen.targets.contract import Job, Progress

if TYPE_CHECKING:
    from cardgen.pipeline.early_faces import EarlyFaces

_MOST_TOLD_APART = 100
"""Errors of which it is looked up which decks they affect; of more, all are."""
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
        kept = self.kept or _open_layouts(self.game)
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


def check_game(
    game: GameFiles, report: Report, *, checks: Sequence[Check] | None = None
) -> Checked | None:
    """Find out all about a game; see `inspect_game`.

    Returns:
        The laid-out game, or None if there were errors.
    """
    inspected = inspect_game(game, report, checks=checks)
    return None if report.count("error") else inspected


def inspect_game(  # noqa: PLR0913 - each is a choice of its own
    game: GameFiles,
    report: Report,
    *,
    checks: Sequence[Check] | None = None,
    cache: PhaseCache | None = None,
    settings: Mapping[str, str] = NO_SETTINGS,
    folded: bool = True,
    unused: bool | None = None,
    forks: bool = False,
    cards: KeptCards | None = None,
    pages: PagesBeside | None = None,
) -> Checked | None:
    """Go through all phases, and then the checks; nothing is to be written.

    Args:
        game: The game's files.
        report: Takes the findings, at the levels that the game gives them.
        checks: Those to run; all, if left out. If there are none, the caller runs them.
        cache: Kept by the caller between runs of one process.
        settings: Constants of the game that are set anew, by name.
        folded: Whether the style warnings of a game that is a draft become one.
        unused: Whether to say what nothing uses; see `run_checks`.
        forks: Whether all checks may run in two processes: in one that is the command's own.
        cards: What earlier processes bound.
        pages: Told of the booklets as soon as these are bound; closed by the caller.

    Returns:
        The game as far as it is sound, or None if not even its decks are known.
    """
    kept = None if checks == () else _open_layouts(game, cards)
    laid_out = lay_out_game(
        game, report, cache=cache, settings=settings, kept=kept, cards=cards, pages=pages
    )
    if laid_out is None:
        return None
    if not stops_build(report):
        check_plans(laid_out.job(DPI, lambda *_: None), laid_out.levels, report)
    if checks != ():
        run_checks(laid_out, report, checks, folded=folded, unused=unused, forks=forks)
        if kept is not None:
            kept.save()  # also where errors leave nothing to look at
    elif folded:
        _fold_style(laid_out, report)
    return laid_out


def lay_out_game(  # noqa: PLR0913 - each is a choice of its own
    game: GameFiles,
    report: Report,
    *,
    cache: PhaseCache | None = None,
    early: EarlyFaces | None = None,
    settings: Mapping[str, str] = NO_SETTINGS,
    draft: bool = False,
    kept: KeptLayouts | None = None,
    cards: KeptCards | None = None,
    pages: PagesBeside | None = None,
) -> Checked | None:
    """Load, bind and lay out a game.

    Args:
        game: The game's files.
        report: Takes the findings, at the levels that the game gives them.
        cache: Kept by the caller between runs of one process.
        early: Given each deck that it wants as soon as it is laid out.
        settings: Constants of the game that are set anew, by name.
        draft: Whether to print DRAFT on every card.
        kept: Results of earlier processes: faces that these laid out have scenes only when they
            are asked for.
        cards: Cards that earlier processes bound; their elements are bound when they are asked
            for.
        pages: Told of the booklets as soon as these are bound.

    Returns:
        The game as far as it is sound, or None if not even its decks are known.
    """
    found = Report()
    known = cards.begin() if cards else {}
    game.begin_record({**known, **(cache.begin() if cache else {})})
    spec = read_game(game, found, settings)
    if spec is None:
        report.extend(found.findings)
        return None
    if cache is not None:
        cache.match(spec)
    check_composition(spec, found)
    check_target_entries(spec.file, found)
    check_edition_names(spec.file, found)
    memo, results = cache.bound if cache else None, kept.results if kept else None
    before = len(found)
    binding = begin_binding(spec, game, found, memo, draft=draft, results=results, kept=cards)
    suits = kept is not None and kept.suits(sum(map(len, spec.cards.values())))
    layouter = Layouter(found, cache.laid if cache else None, kept if suits else None)
    for deck in binding.decks():
        if early is not None and not found.count("error") and early.wants(spec, deck):
            layouter.add(deck.faces)
            layouter.settle()
            early.begin(deck, layouter.scenes, binding.pictures)
    if cards is not None:
        sound = len(found) == before and not binding.pictures.placeholders
        _note_faults(cards, memo, sound=sound)
        if cards.is_doubtful(game.inputs, binding.pictures):
            cards.close()
            return lay_out_game(
                game, report, settings=settings, draft=draft, kept=kept, pages=pages
            )
    bound = binding.finish()
    if pages is not None and kept is not None and not found.count("error"):
        pages.begin(BookletGame(game, spec, bound, kept, cache, settings))
    layouter.add(bound.faces)
    if layouter.shares_editions():
        layouter.limit_sizes(find_shared_sizes(game, spec.file.editions, settings))
    laid = layouter.finish()
    if cache is not None:
        cache.end(game, spec, len(laid.scenes))
    levels = Levels(spec, bound)
    report.extend(levels.apply(merge_copies(bound, found.findings)))
    return Checked(spec, bound, laid, game, levels, kept, pages)


def _note_faults(cards: KeptCards, memo: BindCache | None, *, sound: bool) -> None:
    """Whether nothing was wrong with a card, here and where those in memory were bound."""
    cards.faultless = sound and (memo is None or memo.faultless)
    if memo is not None:
        memo.faultless = cards.faultless


def _open_layouts(game: GameFiles, cards: KeptCards | None = None) -> KeptLayouts:
    encoder = cards.encoder if cards else None
    return open_layouts(game.project, game.name, scenes=False, encoder=encoder)


def run_checks(
    checked: Checked,
    report: Report,
    checks: Sequence[Check] | None = None,
    *,
    folded: bool = True,
    unused: bool | None = None,
    forks: bool = False,
    ordered: bool = False,
) -> None:
    """Run checks, all if none are given; and look at the levels of the game.

    What an edition does not use another may, so that `unused` is true for the game as it is alone,
    unless the caller compares all of them.

    Errors that leave every card as it is (a count that is off, a text that does not fit, a
    character without a glyph) hide nothing: what the checks find is reported beside them. Others
    may leave cards out: then the checks look at the decks, boxes and booklets that are whole.

    With `ordered` something will be paid for: a draft is told what is wrong with its print.
    """
    hiding = tuple(filter(may_hide_cards, report.findings))
    few = len(hiding) <= _MOST_TOLD_APART
    written = WrittenEntries(checked.game, checked.spec) if few else None
    affected = find_affected_parts(checked.levels, hiding, written)
    found = Report()
    _check_whole_parts(checked, affected, found, checks, forks=forks)
    found.extend(checked.levels.find_faults(whole=not hiding and checks is None))
    wanted = not checked.game.edition if unused is None else unused
    wanted = wanted and not any(map(is_of_phases, report.findings))
    report.extend(one for one in found.findings if wanted or one.code not in UNUSED)
    if folded:
        _fold_style(checked, report, ordered=ordered)


def _check_whole_parts(
    checked: Checked,
    affected: AffectedParts,
    report: Report,
    checks: Sequence[Check] | None,
    *,
    forks: bool,
) -> None:
    """Run checks on what errors leave whole."""
    if affected != AffectedParts():
        if not is_any_whole(checked.bound, affected):
            return
        checked = replace(checked, bound=keep_whole(checked.bound, affected))
    found = Report()
    if checks is None and forks:
        checked.check(found, *divide_checks())
    else:
        checked.check(found, all_checks() if checks is None else checks)
    report.extend(drop_consequences(checked.levels, affected, found.findings))


def _fold_style(checked: Checked, report: Report, *, ordered: bool = False) -> None:
    if checked.spec.file.draft:
        report.replace(fold_style(report.findings, checked.spec.file, ordered=ordered))
