"""Run the checks of a game on what errors leave whole of it.

In      a `Checked` game, the findings of the phases before.
Out     findings, at the levels that the game gives them.
Not here  the rules (`check`), reading and layout (`pipeline.inspection`).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cardgen.check.engine.draft_style import fold_style
from cardgen.check.engine.levels import is_of_phases, may_hide_cards
from cardgen.check.engine.registry import all_checks, divide_checks
from cardgen.check.engine.spilled_texts import drop_spills
from cardgen.check.engine.subject import Check
from cardgen.check.engine.unused_codes import UNUSED
from cardgen.check.engine.whole_decks import (
    AffectedParts,
    drop_consequences,
    find_affected_parts,
    is_any_whole,
    keep_whole,
)
from cardgen.check.engine.written_entries import WrittenEntries
from cardgen.core.findings import Report
from cardgen.pipeline.checked_game import Checked

_MOST_TOLD_APART = 100
"""Errors of which it is looked up which decks they affect; of more, all are."""


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
    told = drop_spills(report.findings, found.findings)
    report.extend([one for one in told if wanted or one.code not in UNUSED])
    if folded:
        fold_draft_style(checked, report, ordered=ordered)


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
        checked.check_beside(found, divide_checks())
    else:
        checked.check(found, all_checks() if checks is None else checks)
    report.extend(drop_consequences(checked.levels, affected, found.findings))


def fold_draft_style(checked: Checked, report: Report, *, ordered: bool = False) -> None:
    """Make one finding of what a game that is a draft is told of its style."""
    if checked.spec.file.draft:
        report.replace(fold_style(report.findings, checked.spec.file, ordered=ordered))
