"""Build a game: load → bind → lay out → check → render → write.

In      a game's files, what is asked for.
Out     a `BuildResult`, and output folders that are whole or untouched.
Not here  printing, exit codes (`cli`).

Read `build_game` from top to bottom: nothing in it is called back. Workers render faces from the
moment that these are laid out, into a temporary folder, while this process goes on and checks;
targets write only what passed.

The phases are imported where they are used: a build that finds nothing changed needs none of them
(0.11 s instead of 0.32 s, measured in turns).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.cache.build_fingerprint import BuildFingerprint
from cardgen.cache.face_cache import FaceCache
from cardgen.cache.project_cache import keep_project_cache
from cardgen.core.findings import Report
from cardgen.files.game_files import GameFiles
from cardgen.files.input_record import InputRecord
from cardgen.pipeline.build_record import (
    BuildResult,
    Written,
    load_record,
    record_plugins,
    save_record,
)
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.defaults import DRAFT
from cardgen.pipeline.earlier_work import open_earlier_work
from cardgen.pipeline.rendering import Rendering, open_rendering
from cardgen.targets.installed import DEFAULT

if TYPE_CHECKING:
    from cardgen.pipeline.card_selection import SwapList
    from cardgen.pipeline.checked_game import Checked
    from cardgen.pipeline.phase_cache import PhaseCache
    from cardgen.pipeline.target_plans import TargetPlan
    from cardgen.render.workers.face_renderer import FaceRenderer
    from cardgen.targets.contract import Job, Progress


def build_game(
    game: GameFiles,
    request: BuildRequest,
    report: Report,
    progress: Progress = lambda *_: None,
    cache: PhaseCache | None = None,
) -> BuildResult:
    """Build a game.

    Args:
        game: Its files.
        request: What is asked for.
        report: Takes the findings, also if this raises.
        progress: Told how far the targets are.
        cache: Kept by the caller between builds of one process.

    Raises:
        OptionError: a target does not take its options, or cannot do it.
        SelectionError: `only` selects no cards.
        RecordError: the game remembers no print `since`.
        SettingError: the game has no constant that is set anew.
        UnwritableError: an output folder cannot be written; the last output is as it was.
        ClusterError: the cluster is lost.
    """
    project = game.project
    fingerprint = BuildFingerprint(project, game, request.words(game)) if project else None
    if fingerprint and not request.fresh:
        past = load_record(fingerprint, request.output)
        if past is not None:
            report.extend(past.findings)
            return past
    from cardgen.pipeline.inspection import lay_out_game

    with open_rendering(request, project) as rendering:
        plugins = record_plugins()
        earlier = open_earlier_work(game, request, rendering, cache)
        checked = lay_out_game(
            game, report, cache=cache, early=earlier.faces, kept=earlier.layouts,
            settings=request.settings, draft=request.draft, cards=earlier.cards,
        )  # fmt: skip
        if checked is None or _stops(checked, report, request):
            return _failed(checked, report)
        chosen, swaps = _select(checked, request)
        job = _make_job(chosen, request, progress, rendering)
        plans = _plan(job, request, checked, report) if chosen.bound.decks else ()
        if _stops(checked, report, request, plans):
            return _failed(checked, report)
        _begin_files(rendering, job, plans)
        _begin_faces(rendering.faces, job, plans)
        _judge(checked, report, job, plans)
        plans = _hold_faulty(plans, checked, report)
        if _stops(checked, report, request, plans):
            return _failed(checked, report, judged=True)
        job = _with_editions(job, game, plans, request)
        written = _write(game, request, job, plans, swaps)
    result = _make_result(checked, chosen.bound.total, written, report, rendering.cache)
    earlier.save(checked)
    if project and fingerprint:
        return _remember(project, fingerprint, request, result, rendering.cache, plugins)
    return result


def _select(checked: Checked, request: BuildRequest) -> tuple[Checked, SwapList | None]:
    """The cards that are asked for; what to swap where only changed ones are.

    Raises:
        SelectionError: `only` selects no cards.
        RecordError: the game remembers no print `since`.
    """
    from cardgen.pipeline.card_selection import select_cards, select_reprint

    chosen = select_cards(checked, request.only) if request.only else checked
    return select_reprint(chosen, request.since) if request.since else (chosen, None)


def _make_job(
    chosen: Checked,
    request: BuildRequest,
    progress: Progress,
    rendering: Rendering,
) -> Job:
    """What targets are given, and by whom its faces are rendered."""
    return replace(
        chosen.job(request.dpi, progress),
        workers=rendering.workers,
        faces=rendering.faces,
        packer=rendering.packer,
        files=rendering.files,
        cache=rendering.cache,
        only=request.part,
        draft=request.draft,
    )


def _judge(checked: Checked, report: Report, job: Job, plans: Sequence[TargetPlan]) -> None:
    """Run the checks: all but those that need pixels, which are `check`'s."""
    from cardgen.check.engine.registry import all_checks
    from cardgen.pipeline.check_runs import run_checks

    paid = any(one.target.costs_money and not one.refusal for one in plans)
    run_checks(checked, report, all_checks(pixels=False), ordered=paid and not job.draft)


def _with_editions(
    job: Job, game: GameFiles, plans: Sequence[TargetPlan], request: BuildRequest
) -> Job:
    """The job with the editions that targets show beside it.

    Raises:
        OptionError: one of them has errors.
    """
    wanted = [name for one in plans if not one.refusal for name in one.target.editions(one.plan)]
    if not wanted:
        return job
    from cardgen.pipeline.shown_editions import lay_out_editions

    return replace(job, editions=lay_out_editions(job, game, wanted, request.settings))


def _write(
    game: GameFiles,
    request: BuildRequest,
    job: Job,
    plans: Sequence[TargetPlan],
    swaps: SwapList | None,
) -> list[Written]:
    """Write the targets, and which cards to swap where only changed ones are printed."""
    from cardgen.pipeline.target_writing import write_plans, write_swaps

    folder = _choose_folder(game, request, job)
    written = write_plans(job, plans, folder, request.output)
    if swaps is not None:
        written.append(write_swaps(swaps, folder, plans, request.output))
    return written


def _make_result(
    checked: Checked,
    chosen: int,
    written: Sequence[Written],
    report: Report,
    faces: FaceCache | None,
) -> BuildResult:
    """What was written, and how much of it was rendered anew."""
    return BuildResult(
        findings=report.findings,
        written=tuple(written),
        cards=checked.bound.total,
        chosen=chosen,
        rendered=faces.made if faces else 0,
        reused=faces.found if faces else 0,
        corrected=tuple(n for n, e in checked.spec.file.editions.items() if e.corrections),
        checked=checked,
    )


def _choose_folder(game: GameFiles, request: BuildRequest, job: Job) -> Path:
    """Where the targets are written: a draft never over a print."""
    folder = request.folder(game)
    return folder / DRAFT if job.missing_pictures or job.draft else folder


def _stops(
    checked: Checked, report: Report, request: BuildRequest, plans: Sequence[TargetPlan] = ()
) -> bool:
    """Whether nothing is written: pictures that are missing make a draft, and errors in a booklet
    are in the way of what prints it."""
    from cardgen.pipeline.target_plans import list_set_aside, stops_build

    if request.strict and _has_findings(report):
        return True
    held = bool(plans) and all(plan.faulty for plan in plans)
    return held or stops_build(report, list_set_aside(checked.spec, checked.game))


def _hold_faulty(
    plans: Sequence[TargetPlan], checked: Checked, report: Report
) -> Sequence[TargetPlan]:
    """The plans, those of targets passed over that print booklets with errors."""
    from cardgen.pipeline.target_plans import count_faults, hold_faulty, list_set_aside

    return hold_faulty(plans, count_faults(list_set_aside(checked.spec, checked.game), report))


def _has_findings(report: Report) -> bool:
    return bool(report.count("error") or report.count("warning"))


def _plan(
    job: Job, request: BuildRequest, checked: Checked, report: Report
) -> Sequence[TargetPlan]:
    """Plan what is asked for; if nothing is, what the game names, or the usual."""
    from cardgen.pipeline.target_plans import count_faults, list_set_aside, plan_targets

    usual = _usual_targets(checked, everything=request.everything)
    return plan_targets(
        job,
        request.targets or {name: {} for name in usual},
        checked.levels,
        report,
        lenient=request.lenient,
        whole=not request.part,
        faults=count_faults(list_set_aside(checked.spec, checked.game), report),
    )


def _usual_targets(checked: Checked, *, everything: bool) -> list[str]:
    """The targets of a game for which none was named."""
    bound = checked.bound
    has = {"booklet": bound.booklets, "box": bound.boxes, "gallery": bound.total}
    further = [name for name, some in has.items() if some] if everything else []
    return list(dict.fromkeys([*(checked.spec.file.build or [DEFAULT]), *further]))


def _begin_files(rendering: Rendering, job: Job, plans: Sequence[TargetPlan]) -> None:
    """Make files of targets in a copy of this process, meanwhile."""
    from cardgen.cache.disk_store import MAX_IN_MEMORY
    from cardgen.core.forked_call import can_fork

    if rendering.workers.count < 2 or job.game.total > MAX_IN_MEMORY or not can_fork():
        return
    files: dict[str, Callable[[], bytes]] = {}
    for planned in plans:
        if not planned.refusal:
            files |= planned.target.slow_files(job, planned.plan)
    rendering.files.begin(files)


def _begin_faces(faces: FaceRenderer, job: Job, plans: Sequence[TargetPlan]) -> None:
    """Render what the targets want, meanwhile."""
    for planned in plans:
        faces.begin(planned.target.faces(job, planned.plan) if not planned.refusal else ())


def _remember(
    project: Path,
    fingerprint: BuildFingerprint,
    request: BuildRequest,
    result: BuildResult,
    faces: FaceCache | None,
    plugins: InputRecord,
) -> BuildResult:
    """Keep what the next build of the project may use; gives the result with its fingerprint."""
    result = replace(result, fingerprint=fingerprint.name)
    if result.checked is not None and not result.checked.reads_outside(request.targets):
        inputs = result.checked.game.inputs
        save_record(fingerprint, inputs, result, request.output, plugins)
    if faces is not None:
        faces.used(fingerprint.name)
        keep_project_cache(project)
    return result


def _failed(checked: Checked | None, report: Report, *, judged: bool = False) -> BuildResult:
    """Nothing is written. The checks run all the same, so that one run shows all that is wrong."""
    from cardgen.check.engine.repeated_glyphs import fold_glyphs

    if checked is not None and not judged:
        from cardgen.check.engine.registry import all_checks
        from cardgen.pipeline.check_runs import run_checks

        run_checks(checked, report, all_checks(pixels=False))
    report.replace(fold_glyphs(report.findings))
    cards = checked.bound.total if checked else None
    return BuildResult(
        findings=report.findings,
        written=None,
        cards=cards,
        chosen=cards,
        checked=checked,
    )
