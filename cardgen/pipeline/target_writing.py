"""Write what was planned: each target into its own folder, which is put in place whole.

In      `TargetPlan`s, and the `Job` that their targets are given.
Out     `Written`; output folders that are whole or untouched.
Not here  whether anything may be written at all (`pipeline.build`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.files.atomic_write import is_real_folder
from cardgen.files.output_folder import UnwritableError, replace_output
from cardgen.pipeline.build_record import Written
from cardgen.pipeline.target_plans import TargetPlan
from cardgen.targets.contract import Job
from cardgen.targets.shared.dropped_finishes import describe_dropped

if TYPE_CHECKING:
    from cardgen.pipeline.card_selection import SwapList


def write_plans(job: Job, plans: Sequence[TargetPlan], folder: Path, root: Path) -> list[Written]:
    """Write targets one by one. What is in the way of one is not in the way of the next.

    Those that this process makes alone come first: workers render meanwhile what the others wait
    for.

    Args:
        job: What each of them is given.
        plans: What they are about to write.
        folder: Where their folders stand.
        root: The folder that the user named, below which no link is followed.

    Raises:
        UnwritableError: some were not written; the message says which, and which were.
    """
    found, faults = dict[str, Written](), list[str]()
    for planned in sorted(plans, key=lambda one: not one.target.paints_alone):
        try:
            found[planned.target.name] = _write(job, planned, folder, root)
        except UnwritableError as error:
            faults.append(str(error))
    written = [found[one.target.name] for one in plans if one.target.name in found]
    if faults:
        done = ", ".join(one.target for one in written if one.folder)
        raise UnwritableError("; ".join(faults) + (f"; written all the same: {done}" * bool(done)))
    return written


def _write(job: Job, planned: TargetPlan, folder: Path, root: Path) -> Written:
    target = planned.target
    if planned.refusal:
        return Written(target.name, None, planned.refusal, planned.faulty)
    with replace_output(folder / target.name, root) as output:
        what = target.write(job, planned.plan, output)
    if target.drops_finishes:
        what += describe_dropped(job.scenes)
    return Written(target.name, folder / target.name, what)


def write_swaps(swaps: SwapList, folder: Path, plans: Sequence[TargetPlan], root: Path) -> Written:
    """Write which cards to take out of the old print, and which to put in. Where nothing is to
    be printed, no part of an earlier print stays beside the list."""
    for old in sorted(folder.iterdir()) if folder.is_dir() and not plans else ():
        if is_real_folder(old):
            with replace_output(old, root):
                pass
    with replace_output(folder / "swap", root) as output:
        output.write("SWAP.md", swaps.markdown.encode("utf-8"))
    return Written("swap", folder / "swap", swaps.summary)
