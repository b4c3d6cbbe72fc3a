"""Checks that run in a copy of this process, while it runs others.

In      a `Subject`, checks.
Out     their findings, and what they kept for later runs.

To lay out booklets takes as long as all that rules do with cards, pixels included, and neither
needs anything of the other (`check.engine.registry.divide_checks`). A forked copy has the whole
game in memory; what it finds comes back as plain data (`core.forked_call`).

Measured in turns with and without: see docs/performance.md. Where hardly a face is new, as after an
edited word, no copy is made: each would import numpy and PDFium for itself (0.1 s of 1.05).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from cardgen.check.engine.subject import Check, Subject
from cardgen.core.findings import Finding
from cardgen.core.forked_call import ForkedCall, can_fork


class _ForkReport(Struct, frozen=True, array_like=True):
    """What the copy sends back."""

    findings: tuple[Finding, ...]
    kept: dict[bytes, Any]


class ForkedChecks:
    """Checks under way in a copy of this process, or still to be run in this one."""

    def __init__(self, subject: Subject, checks: Sequence[Check], *, forks: bool = True) -> None:
        """Begin to run checks; `collect` must be called. Unless `forks`, that runs them."""
        self._subject = subject
        run = partial(_run, subject, checks)
        self._call = ForkedCall(run, _ForkReport, forks=bool(checks) and forks and can_fork())

    def collect(self) -> tuple[Finding, ...]:
        """Wait for the checks, and return their findings."""
        report = self._call.result()
        for key, result in report.kept.items():
            self._subject.kept.put(key, result)
        return report.findings


def _run(subject: Subject, checks: Sequence[Check]) -> _ForkReport:
    findings = tuple(finding for check in checks for finding in check(subject))
    outdated = subject.bound.pictures.is_out_of_date
    return _ForkReport(findings, {} if outdated else subject.kept.added)
