"""Check a game and all its editions at once.

In      the game as it is and its editions, each as files.
Out     one report: what all share is said once, what only some have says which.

What nothing uses is judged over all of them: a style that only one edition sets text in is used.
What an edition adds is judged over those that have it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.check.engine.unused_codes import UNUSED
from cardgen.core.findings import Finding, Note, Report, Span
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import GameFiles
from cardgen.pipeline.check_record import (
    CheckResult,
    ProjectCheck,
    SharedPhases,
    check_project,
)
from cardgen.pipeline.editions_beside import EditionsBeside

NO_SETTINGS: Mapping[str, str] = {}


def check_views(
    views: Sequence[GameFiles], settings: Mapping[str, str] = NO_SETTINGS, *, folded: bool = True
) -> CheckResult:
    """Check some editions of a game, and make one result of theirs.

    Args:
        views: Its files, by edition.
        settings: Constants that are set anew.
        folded: Whether the style warnings of a game that is a draft become one.

    Raises:
        SettingError: the game has no constant that is set anew.
    """
    shared = SharedPhases() if len(views) > 1 else None
    judges = _judges(views)
    try:
        first, *others = [
            check_project(view, settings, folded=folded, unused=judges, shared=shared)
            for view in views
        ]
    finally:
        if shared is not None:
            shared.close()
    return _merge(views, first, others)


def check_all(
    game: DiskGame, settings: Mapping[str, str] = NO_SETTINGS, *, folded: bool = True
) -> tuple[list[DiskGame], CheckResult]:
    """Check a game as it is and all its editions; which they are the first check says."""
    own, shared = ProjectCheck(game, settings, folded=folded), SharedPhases(all_editions=True)
    beside = EditionsBeside(game, settings, own, folded=folded)
    try:
        first = own.result(shared)
        beside.begin_later(first, shared)
        others = [DiskGame(game.folder, name) for name in first.editions]
        found = {
            view.edition: check_project(view, settings, folded=folded, unused=True, shared=shared)
            for view in others
            if not beside.takes(view.edition)
        }
        found.update(beside.results(first.editions))
    finally:
        beside.close()
        shared.close()
    views = [game, *others]
    return views, _merge(views, first, [found[view.edition] for view in others])


def _judges(views: Sequence[GameFiles]) -> bool:
    """Whether it can be told what nothing uses: the game as it is is among the views."""
    return not views[0].edition


def _merge(
    views: Sequence[GameFiles], first: CheckResult, others: Sequence[CheckResult]
) -> CheckResult:
    if not others:
        return first
    found = [
        EditionFindings(
            view.edition, result.findings, frozenset(result.corrections), dict(result.own_places)
        )
        for view, result in zip(views, (first, *others), strict=True)
    ]
    shared = tuple(file for result in (first, *others) for file in result.shared)
    return replace(first, findings=merge_findings(found).findings, shared=shared)


class EditionFindings(Struct, frozen=True):
    """What was found in one view of a game."""

    edition: str
    """"" for the game as it is."""
    findings: tuple[Finding, ...]
    corrections: frozenset[str] = frozenset()
    """The files of its corrections."""
    own_places: Mapping[Span, tuple[str, ...]] = {}
    """Where what nothing uses is its own, or that of editions that it extends."""


def merge_findings(views: Sequence[EditionFindings]) -> Report:
    """One report of several views of a game."""
    where: dict[Finding, list[str]] = {}
    for view in views:
        for finding in view.findings:
            known = _as_known(finding, where, view)
            where.setdefault(known, []).append(view.edition)
    merged, names = Report(), {view.edition for view in views}
    owners = {
        place: names.intersection(editions)
        for view in views
        for place, editions in view.own_places.items()
    }
    for finding, editions in where.items():
        judges = owners.get(finding.span, names) if finding.span else names
        if len(editions) == len(judges):
            merged.add(finding)
        elif finding.code not in UNUSED:
            note = Note(_describe(editions))
            merged.add(replace(finding, notes=(*finding.notes, note)))
    return merged


def _as_known(
    finding: Finding, where: Mapping[Finding, list[str]], view: EditionFindings
) -> Finding:
    """The same fault of another view: a corrected field stands elsewhere, and is no news; what to
    write for a value that no card has depends on the cards."""
    if finding in where or finding.span is None:
        return finding
    if finding.code in UNUSED:
        idle = (finding.code, finding.span, finding.message)
        same = (one for one in where if (one.code, one.span, one.message) == idle)
        return next(same, finding)
    if finding.span.file not in view.corrections:
        return finding
    about = (finding.code, finding.message, finding.card, finding.severity)
    return next(
        (one for one in where if (one.code, one.message, one.card, one.severity) == about),
        finding,
    )


def _describe(editions: Sequence[str]) -> str:
    """`only in the edition `de``."""
    names = [f"`{name}`" for name in editions if name]
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
    noun = "edition" if len(names) == 1 else "editions"
    if len(names) == len(editions):
        return f"only in the {noun} {listed}"
    return f"in the game as it is, and the {noun} {listed}" if names else "in the game as it is"
