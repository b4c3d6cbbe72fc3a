"""Checks that run in a copy of this process, while it runs others.

In      a `Subject`, checks.
Out     their findings, and what they kept for later runs.

The checks that need numpy and PDFium are the dearest, and need nothing of the others. A forked
copy has the whole game in memory; what it finds comes back as plain data. Only on Linux, in a
process without threads and with a second core; elsewhere, and where no process can be had, they
run here.

Measured in turns with and without: see docs/performance.md. Where hardly a face is new, as after an
edited word, no copy is made: each would import numpy and PDFium for itself (0.1 s of 1.05).
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from cardgen.check.engine.subject import Check, Subject
from cardgen.core.findings import Finding


class _ForkReport(Struct, frozen=True, array_like=True):
    """What the copy sends back."""

    findings: tuple[Finding, ...]
    kept: dict[bytes, Any]


class ForkedChecks:
    """Checks under way in a copy of this process, or still to be run in this one."""

    def __init__(self, subject: Subject, checks: Sequence[Check], *, forks: bool = True) -> None:
        """Begin to run checks; `collect` must be called. Unless `forks`, that runs them."""
        self._subject, self._checks = subject, checks
        self._copy = _fork(subject, checks) if checks and forks and can_fork() else None

    def collect(self) -> tuple[Finding, ...]:
        """Wait for the checks, and return their findings. What failed in the copy is run here,
        and fails here."""
        sent = _receive(*self._copy) if self._copy else b""
        try:
            report = msgspec.msgpack.decode(sent, type=_ForkReport)
        except msgspec.DecodeError:
            return _run(self._subject, self._checks)
        for key, result in report.kept.items():
            self._subject.kept.put(key, result)
        return report.findings


def can_fork() -> bool:
    """Whether a copy of this process is safe to make and has a core of its own."""
    if not sys.platform.startswith("linux") or threading.active_count() > 1:
        return False
    return len(os.sched_getaffinity(0)) > 1


def _run(subject: Subject, checks: Sequence[Check]) -> tuple[Finding, ...]:
    return tuple(finding for check in checks for finding in check(subject))


def _fork(subject: Subject, checks: Sequence[Check]) -> tuple[int, int] | None:
    """The copy's process, and where it writes; None where no process can be had."""
    try:
        reading, writing = os.pipe()
    except OSError:
        return None
    try:
        process = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        return None
    if process == 0:
        _work(subject, checks, reading, writing)
    os.close(writing)
    return process, reading


def _work(subject: Subject, checks: Sequence[Check], reading: int, writing: int) -> None:
    """The copy's whole life: whatever happens, it never goes on as if it were the process."""
    code = 1
    try:
        os.close(reading)
        findings = _run(subject, checks)
        packed = msgspec.msgpack.encode(_ForkReport(findings, subject.kept.added))
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(packed)
        code = 0
    except BaseException:  # the parent runs the checks again, and says what is wrong
        code = 1
    finally:
        os._exit(code)


def _receive(process: int, reading: int) -> bytes:
    """All that the copy writes; nothing, if it failed."""
    with os.fdopen(reading, "rb") as pipe:
        sent = pipe.read()
    _, status = os.waitpid(process, 0)
    return sent if os.waitstatus_to_exitcode(status) == 0 else b""
