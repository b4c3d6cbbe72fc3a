"""Running a target as the pipeline does: read its options, plan, have its faces begun, write."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import field

from cardgen.check.engine.levels import Levels
from cardgen.core.findings import Report
from cardgen.files.output_folder import OutputFolder, replace_output
from cardgen.pipeline.build_record import Written
from cardgen.pipeline.target_plans import Options, plan_targets
from cardgen.pipeline.target_writing import write_plans
from cardgen.targets.contract import Job
from cardgen.targets.registry import AnyTarget


class AskedJob(Job, frozen=True):
    """A job with the options that a target is asked for, as they are typed."""

    options: Mapping[str, str] = field(default_factory=dict)


def with_options(job: Job, options: Mapping[str, str]) -> AskedJob:
    fields = {name: getattr(job, name) for name in Job.__struct_fields__}
    return AskedJob(**fields, options=options)


def run_target(target: AnyTarget, job: Job, output: OutputFolder) -> str:
    """Write a target; its options are those of an `AskedJob`."""
    pairs = job.options if isinstance(job, AskedJob) else {}
    plan = target.plan(job, target.read_options(pairs))
    job.faces.begin(target.faces(job, plan))
    return target.write(job, plan, output)


def write_target(target: AnyTarget, folder: Path, job: Job, options: str = "") -> str:
    """Write a target into a folder; options as they are typed: `paper=a4,gap=2mm`."""
    if options:
        job = with_options(job, dict(pair.split("=", 1) for pair in options.split(",") if pair))
    with replace_output(folder) as output:
        return run_target(target, job, output)


def write_targets(job: Job, targets: Mapping[str, Options], folder: Path) -> list[Written]:
    """Plan and write targets as a build does, each into its folder below `folder`."""
    plans = plan_targets(job, targets, Levels(job.game.spec, job.game), Report())
    return write_plans(job, plans, folder, folder)
