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

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.cache.build_fingerprint import BuildFingerprint
from cardgen.cache.face_cache import FaceCache
from cardgen.cache.project_cache import keep_project_cache, project_cache
from cardgen.core.findings import Report
from cardgen.files.atomic_write import is_real_folder
from cardgen.files.game_files import GameFiles
from cardgen.files.output_folder import UnwritableError, replace_output
from cardgen.pipeline.build_record import BuildResult, Written, load_record, save_record
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.defaults import DRAFT
from cardgen.targets.installed import DEFAULT
from cardgen.targets.shared.dropped_finishes import describe_dropped

if TYPE_CHECKING:
    from cardgen.pipeline.card_selection import SwapList
    from cardgen.pipeline.inspection import Checked
    from cardgen.pipeline.phase_cache import PhaseCache
    from cardgen.pipeline.target_plans import Options, TargetPlan
    from cardgen.render.workers.face_renderer import FaceRenderer
    from cardgen.render.workers.pool import Workers
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
    if fingerprint and not request.fresh and (past := load_record(fingerprint)) is not None:
        report.extend(past.findings)
        return past
    from cardgen.check.engine.registry import all_checks
    from cardgen.layout.face.kept_layouts import open_layouts
    from cardgen.pipeline.early_faces import EarlyFaces
    from cardgen.pipeline.inspection import lay_out_game, run_checks
    from cardgen.pipeline.kept_views import open_cards, save_cards

    faces_cache = FaceCache(project_cache(project)) if project and not request.fresh else None
    with _rendering(request, faces_cache) as (workers, faces):
        begins_early = _begins_early(request, workers, faces_cache, cache)
        early = EarlyFaces(faces, request.targets, request.dpi) if begins_early else None
        keeps_cards = faces_cache and not (early or cache or request.draft)
        cards = open_cards(game, request.settings, fingerprint) if keeps_cards else None
        encoder = cards.encoder if cards else None
        kept = None
        if faces_cache:
            kept = open_layouts(project, game.name, scenes=True, encoder=encoder)
        checked = lay_out_game(
            game, report, cache=cache, early=early, kept=kept,
            settings=request.settings, draft=request.draft, cards=cards,
        )  # fmt: skip
        if checked is None or _stops(report, request):
            return _failed(checked, report)
        chosen, swaps = _select(checked, request)
        job = _make_job(chosen, request, progress, (workers, faces, faces_cache))
        plans = _plan(job, request, checked, report) if chosen.bound.decks else ()
        if _stops(report, request):
            return _failed(checked, report)
        _begin_faces(faces, job, plans)
        ordered = any(p.target.costs_money and not p.refusal for p in plans) and not job.draft
        run_checks(checked, report, all_checks(pixels=False), ordered=ordered)
        if _stops(report, request):
            return _failed(checked, report, judged=True)
        job = _with_editions(job, game, plans, request)
        folder = _choose_folder(game, request, job)
        written = _write_all(job, plans, folder, request.output)
        if swaps is not None:
            written.append(_write_swaps(swaps, folder, plans, request.output))
    result = _make_result(checked, chosen.bound.total, written, report, faces_cache)
    if kept is not None:
        kept.save()
    if cards is not None:
        save_cards(cards, checked)
    if project and fingerprint:
        return _remember(project, fingerprint, request, result, faces_cache)
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
    rendering: tuple[Workers, FaceRenderer, FaceCache | None],
) -> Job:
    """What targets are given, and by whom its faces are rendered."""
    workers, faces, cache = rendering
    job = replace(chosen.job(request.dpi, progress), workers=workers, faces=faces, cache=cache)
    return replace(job, only=request.part, draft=request.draft)


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


def _stops(report: Report, request: BuildRequest) -> bool:
    """Whether nothing is written: pictures that are missing make a draft."""
    from cardgen.pipeline.target_plans import stops_build

    return stops_build(report) or (request.strict and has_failed(report, strict=True))


def has_failed(report: Report, strict: bool) -> bool:
    """Whether a report forbids to write."""
    return bool(report.count("error") or (strict and report.count("warning")))


def write_targets(job: Job, targets: Mapping[str, Options], folder: Path) -> list[Written]:
    """Plan and write targets of a game that was checked, each into its folder below `folder`.

    Raises:
        OptionError: a target does not take its options, or cannot do it; nothing was written.
        UnwritableError: the output folder cannot be written; the last output is as it was.
    """
    from cardgen.check.engine.levels import Levels
    from cardgen.pipeline.target_plans import plan_targets

    plans = plan_targets(job, targets, Levels(job.game.spec, job.game), Report())
    return _write_all(job, plans, folder, folder)


@contextmanager
def _rendering(
    request: BuildRequest, cache: FaceCache | None
) -> Iterator[tuple[Workers, FaceRenderer]]:
    """The workers, started before the game is read, and what they render."""
    from cardgen.render.workers.pool import Workers, default_count

    cluster = request.cluster
    count = request.jobs or (cluster.size if cluster else default_count())
    with Workers(count, cluster.executor if cluster else None) as workers:
        from cardgen.render.workers.face_renderer import FaceRenderer

        faces = FaceRenderer(workers, cache, near=request.output)
        try:
            yield workers, faces
        finally:
            faces.close()


def _begins_early(
    request: BuildRequest, workers: Workers, faces: FaceCache | None, phases: PhaseCache | None
) -> bool:
    """Whether most faces will have to be rendered, here, and a core is free for it."""
    if request.part or request.cluster or phases is not None or workers.count < 2:
        return False
    return faces is None or faces.is_empty()


def _plan(
    job: Job, request: BuildRequest, checked: Checked, report: Report
) -> Sequence[TargetPlan]:
    """Plan what is asked for; if nothing is, what the game names, or the usual."""
    from cardgen.pipeline.target_plans import plan_targets

    usual = _usual_targets(checked, everything=request.everything)
    return plan_targets(
        job,
        request.targets or {name: {} for name in usual},
        checked.levels,
        report,
        lenient=request.lenient,
        whole=not request.part,
    )


def _usual_targets(checked: Checked, *, everything: bool) -> list[str]:
    """The targets of a game for which none was named."""
    bound = checked.bound
    has = {"booklet": bound.booklets, "box": bound.boxes, "gallery": bound.total}
    further = [name for name, some in has.items() if some] if everything else []
    return list(dict.fromkeys([*(checked.spec.file.build or [DEFAULT]), *further]))


def _begin_faces(faces: FaceRenderer, job: Job, plans: Sequence[TargetPlan]) -> None:
    """Render what the targets want, meanwhile."""
    for planned in plans:
        faces.begin(planned.target.faces(job, planned.plan) if not planned.refusal else ())


def _write_all(job: Job, plans: Sequence[TargetPlan], folder: Path, root: Path) -> list[Written]:
    """Write targets one by one. What is in the way of one is not in the way of the next. Below
    `root`, which the user named, no link is followed.

    Raises:
        UnwritableError: some were not written; the message says which, and which were.
    """
    written, faults = list[Written](), list[str]()
    for planned in plans:
        try:
            written.append(_write(job, planned, folder, root))
        except UnwritableError as error:
            faults.append(str(error))
    if faults:
        done = ", ".join(one.target for one in written if one.folder)
        raise UnwritableError("; ".join(faults) + (f"; written all the same: {done}" * bool(done)))
    return written


def _write(job: Job, planned: TargetPlan, folder: Path, root: Path) -> Written:
    """Write a target into its own folder, which is put in place whole."""
    target = planned.target
    if planned.refusal:
        return Written(target.name, None, planned.refusal)
    with replace_output(folder / target.name, root) as output:
        what = target.write(job, planned.plan, output)
    if target.drops_finishes:
        what += describe_dropped(job.scenes)
    return Written(target.name, folder / target.name, what)


def _write_swaps(swaps: SwapList, folder: Path, plans: Sequence[TargetPlan], root: Path) -> Written:
    """Write which cards to take out of the old print, and which to put in. Where nothing is to
    be printed, no part of an earlier print stays beside the list."""
    for old in sorted(folder.iterdir()) if folder.is_dir() and not plans else ():
        if is_real_folder(old):
            with replace_output(old, root):
                pass
    with replace_output(folder / "swap", root) as output:
        output.write("SWAP.md", swaps.markdown.encode("utf-8"))
    return Written("swap", folder / "swap", swaps.summary)


def _remember(
    project: Path,
    fingerprint: BuildFingerprint,
    request: BuildRequest,
    result: BuildResult,
    faces: FaceCache | None,
) -> BuildResult:
    """Keep what the next build of the project may use; gives the result with its fingerprint."""
    result = replace(result, fingerprint=fingerprint.name)
    if result.checked is not None and not result.checked.reads_outside(request.targets):
        save_record(fingerprint, result.checked.game.inputs, result)
    if faces is not None:
        faces.used(fingerprint.name)
        keep_project_cache(project)
    return result


def _failed(checked: Checked | None, report: Report, *, judged: bool = False) -> BuildResult:
    """Nothing is written. The checks run all the same, so that one run shows all that is wrong."""
    if checked is not None and not judged:
        from cardgen.check.engine.registry import all_checks
        from cardgen.pipeline.inspection import run_checks

        run_checks(checked, report, all_checks(pixels=False))
    cards = checked.bound.total if checked else None
    return BuildResult(
        findings=report.findings,
        written=None,
        cards=cards,
        chosen=cards,
        checked=checked,
    )
