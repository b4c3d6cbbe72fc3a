"""Findings for people, long runs of the same one folded.

In      findings in the order to show them.
Out     their text, each run cut after the first few with a line on the rest.
Not here  how one finding looks (`diagnostics.human`); JSON, GitHub, SARIF: programs get all.

Findings are more of the same if they share their code and what causes them: the place, of
the finding or its notes, that most others of that code point at too. A text too long on
forty cards points at one element of the layout; forty typing errors point at nothing
together, and are folded by their code alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from cardgen.core.findings import Finding, ReadLine, Span, format_findings, join_place
from cardgen.core.printable_text import escape_controls

SHOWN = 5
_NAMED = 12

_Key = tuple[str, str, Span | None]


class FindingRun(Struct, frozen=True):
    """Findings that are more of the same: those to show, and the rest."""

    shown: tuple[Finding, ...]
    rest: tuple[Finding, ...]


def group_runs(findings: Sequence[Finding]) -> list[FindingRun]:
    """The findings by what they have in common, in the order in which each begins."""
    shared = Counter((f.code, span) for f in findings for span in set(_list_spans(f)))
    grouped: dict[_Key, list[Finding]] = defaultdict(list)
    for finding in findings:
        grouped[finding.severity, finding.code, _find_shared_cause(finding, shared)].append(finding)
    return [_shorten_run(group) for group in grouped.values()]


def _shorten_run(group: Sequence[Finding]) -> FindingRun:
    """A single one too many is shown: the line about it would take its place."""
    shown = SHOWN if len(group) > SHOWN + 1 else len(group)
    return FindingRun(tuple(group[:shown]), tuple(group[shown:]))


def _list_spans(finding: Finding) -> tuple[Span, ...]:
    spans = (finding.span, *(note.span for note in finding.notes))
    return tuple(span for span in spans if span is not None)


def _find_shared_cause(finding: Finding, shared: Counter[tuple[str, Span]]) -> Span | None:
    """The place that most findings of the same code point at, if there is such a place."""
    spans = _list_spans(finding)
    best = max(spans, key=lambda span: shared[finding.code, span], default=None)
    return best if best is not None and shared[finding.code, best] > 1 else None


def format_folded(
    findings: Sequence[Finding], read_line: ReadLine, prefix: str, *, color: bool
) -> str:
    """The findings as `format_findings` shows them, in their order, the rest of each run in a line.

    Args:
        findings: In the order to show them.
        read_line: Gives line *n* of a file of the game folder, or None.
        prefix: Put before file names, so that they can be opened from where the user is.
        color: Whether to use ANSI colors.
    """
    hidden: set[Finding] = set()
    more: dict[Finding, str] = {}
    for run in group_runs(findings):
        if run.rest:
            hidden.update(run.rest)
            more[run.shown[-1]] = _describe_rest(run.rest, prefix)
    blocks = []
    for finding in findings:
        if finding not in hidden:
            blocks.append(format_findings([finding], read_line, prefix, color=color))
        if finding in more:
            blocks.append(more[finding])
    return "\n".join(blocks)


def _describe_rest(rest: Sequence[Finding], prefix: str) -> str:
    cards = _join_names(finding.card for finding in rest if finding.card)
    places = _join_names(join_place(prefix, _format_place(f.span)) for f in rest if f.span)
    where = f" on cards {cards}" if cards else f" at {places}" if places else ""
    return escape_controls(f"… and {len(rest)} more like this{where}; `--all` shows them\n")


def _format_place(span: Span) -> str:
    return str(span) if span.cell else f"{span.file}:{span.line}"


def _join_names(names: Iterable[str]) -> str:
    distinct = list(dict.fromkeys(names))
    left = len(distinct) - _NAMED
    return ", ".join(distinct[:_NAMED]) + (f" and {left} others" if left > 0 else "")
