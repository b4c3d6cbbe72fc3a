"""Check a game and all its editions at once.

In      the game as it is and its editions, each as files.
Out     one report: what all share is said once, what only some have says which.

What nothing uses is judged over all of them: a style that only one edition sets text in is used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.check.engine.unused_codes import UNUSED
from cardgen.core.findings import Finding, Note, Report
from cardgen.files.game_files import DiskGame, GameFiles
from cardgen.pipeline.check_record import CheckResult, SharedPhases, check_project

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
    first = check_project(views[0], settings, folded=folded, unused=judges, shared=shared)
    return _merge(views, first, settings, folded=folded, shared=shared)


def check_all(
    game: DiskGame, settings: Mapping[str, str] = NO_SETTINGS, *, folded: bool = True
) -> tuple[list[DiskGame], CheckResult]:
    """Check a game as it is and all its editions; which they are the first check says."""
    shared = SharedPhases()
    first = check_project(game, settings, folded=folded, shared=shared)
    views = [game, *(DiskGame(game.folder, name) for name in first.editions)]
    return views, _merge(views, first, settings, folded=folded, shared=shared)


def _judges(views: Sequence[GameFiles]) -> bool:
    """Whether it can be told what nothing uses: the game as it is is among the views."""
    return not views[0].edition


def _merge(
    views: Sequence[GameFiles],
    first: CheckResult,
    settings: Mapping[str, str],
    *,
    folded: bool,
    shared: SharedPhases | None,
) -> CheckResult:
    if len(views) == 1:
        return first
    judges = _judges(views)
    others = [
        check_project(one, settings, folded=folded, unused=judges, shared=shared)
        for one in views[1:]
    ]
    found = [
        EditionFindings(view.edition, result.findings, frozenset(result.corrections))
        for view, result in zip(views, (first, *others), strict=True)
    ]
    return replace(first, findings=merge_findings(found).findings)


class EditionFindings(Struct, frozen=True):
    """What was found in one view of a game."""

    edition: str
    """"" for the game as it is."""
    findings: tuple[Finding, ...]
    corrections: frozenset[str] = frozenset()
    """The files of its corrections."""


def merge_findings(views: Sequence[EditionFindings]) -> Report:
    """One report of several views of a game."""
    where: dict[Finding, list[str]] = {}
    for view in views:
        for finding in view.findings:
            known = _as_known(finding, where, view)
            where.setdefault(known, []).append(view.edition)
    merged = Report()
    for finding, editions in where.items():
        if len(editions) == len(views):
            merged.add(finding)
        elif finding.code not in UNUSED:
            note = Note(_describe(editions))
            merged.add(replace(finding, notes=(*finding.notes, note)))
    return merged


def _as_known(
    finding: Finding, where: Mapping[Finding, list[str]], view: EditionFindings
) -> Finding:
    """The same fault of another view: a corrected field stands elsewhere, and is no news."""
    if finding in where or finding.span is None or finding.span.file not in view.corrections:
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
