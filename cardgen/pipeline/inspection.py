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

from cardgen.bind.game.bind_cache import BindCache
from cardgen.bind.game.binding import GameBinding, begin_binding
from cardgen.bind.kept.kept_cards import KeptCards
from cardgen.check.engine.levels import Levels
from cardgen.check.engine.repeated_findings import merge_copies
from cardgen.check.engine.subject import Check
from cardgen.check.rules.composition.deck_counts import check_composition
from cardgen.core.findings import Report
from cardgen.files.game_files import GameFiles
from cardgen.layout.face.kept_layouts import KeptLayouts
from cardgen.layout.face.layouter import Layouter
from cardgen.pipeline.check_runs import fold_draft_style, run_checks
from cardgen.pipeline.checked_game import Checked, open_kept_layouts
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
from cardgen.read.kept_specs import NOT_KEPT, KeptSpecs

if TYPE_CHECKING:
    from cardgen.pipeline.early_faces import EarlyFaces


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
    kept = None if checks == () else open_kept_layouts(game, cards)
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
            laid_out.save(kept)  # also where errors leave nothing to look at
    elif folded:
        fold_draft_style(laid_out, report)
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
    specs = cards.specs if cards else NOT_KEPT
    spec = _read_spec(game, found, settings, specs)
    if spec is None:
        report.extend(found.findings)
        return None
    if cache is not None:
        cache.suit(spec)
    if kept is not None:
        kept.results.starts.update(spec.starts)
    memo, results = cache.bound if cache else None, kept.results if kept else None
    told = found.told
    binding = begin_binding(spec, game, found, memo, draft=draft, results=results, kept=cards)
    suits = kept is not None and kept.suits(sum(map(len, spec.cards.values())))
    layouter = Layouter(found, cache.laid if cache else None, kept if suits else None)
    _bind_decks(spec, binding, layouter, early, found)
    if cards is not None:
        sound = found.told == told and not binding.pictures.placeholders
        _note_faults(cards, memo, sound=sound)
        if cards.is_doubtful(game.inputs, binding.pictures):
            cards.close()
            return lay_out_game(
                game, report, settings=settings, draft=draft, kept=kept, pages=pages
            )
    if cache is not None and binding.pictures.is_over_with_known:
        cache.forget()
        return lay_out_game(
            game, report, settings=settings, draft=draft, kept=kept, cards=cards, pages=pages
        )
    bound = binding.finish()
    if pages is not None and kept is not None and not found.count("error"):
        pages.begin(BookletGame(game, spec, bound, kept, cache, settings))
        layouter.add(face for face in bound.faces if face not in pages.faces)
        pages.collect_layouts(game.edition, kept.results)
    layouter.add(bound.faces)
    if layouter.shares_editions():
        layouter.limit_sizes(find_shared_sizes(game, spec.file.editions, settings))
    laid = layouter.finish()
    if cache is not None:
        cache.end(game, spec)
    levels = Levels(spec, bound)
    report.extend(levels.apply(merge_copies(bound, found.findings)))
    return Checked(spec, bound, laid, game, levels, kept, pages)


def _read_spec(
    game: GameFiles, report: Report, settings: Mapping[str, str], specs: KeptSpecs
) -> GameSpec | None:
    """A game's files, held against its composition and against the targets that there are."""
    spec = read_game(game, report, settings, specs=specs)
    if spec is not None:
        check_composition(spec, report)
        check_target_entries(spec.file, report)
        check_edition_names(spec.file, report)
    return spec


def _bind_decks(
    spec: GameSpec,
    binding: GameBinding,
    layouter: Layouter,
    early: EarlyFaces | None,
    report: Report,
) -> None:
    """Bind one deck after the other; those that are rendered early are laid out at once."""
    for deck in binding.decks():
        if early is not None and not report.count("error") and early.wants(spec, deck):
            layouter.add(deck.faces)
            layouter.settle()
            early.begin(spec, deck, layouter.scenes, binding.pictures)


def _note_faults(cards: KeptCards, memo: BindCache | None, *, sound: bool) -> None:
    """Whether nothing was wrong with a card, here and where those in memory were bound."""
    cards.faultless = sound and (memo is None or memo.faultless)
    if memo is not None:
        memo.faultless = cards.faultless
