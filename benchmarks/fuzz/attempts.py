"""Check one game as the command line does, and tell what goes wrong."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.fuzz.games import Files
from cardgen.core.findings import Finding, Report, findings_to_json, format_findings
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game


def looked_at(files: Files) -> list[str]:
    """Check the game and print what is found; the findings that have no place."""
    game, report = MemoryGame(files), Report()
    check_game(game, report)
    put_into_words(report.findings, files)
    return [f.code for f in report.findings if f.span is None or f.span.file not in files]


def put_into_words(findings: Sequence[Finding], files: Mapping[str, str | bytes]) -> None:
    """Say findings as the command line does, for people and for machines."""

    def line(file: str, number: int) -> str | None:
        content = files.get(file)
        lines = content.splitlines() if isinstance(content, str) else []
        return lines[number - 1] if number <= len(lines) else None

    format_findings(findings, line, "", color=False)
    findings_to_json(findings, "").encode("utf-8", "surrogatepass")


def fault_of(files: Files) -> str:
    """What goes wrong with a game: an exception and where, or ""."""
    try:
        placeless = looked_at(files)
    except Exception as error:  # whatever it is, it is what we look for
        return tell_error(error)
    return f"no place: {placeless[0]}" if placeless else ""


def tell_error(error: BaseException) -> str:
    """An exception, and where in cardgen it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "cardgen" in Path(frame.filename).parts] or list(frames)
    last = ours[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.name}: {str(error)[:80]}"


def fault_kind(fault: str) -> str:
    """Where it is, without what was wrong in this game."""
    return ":".join(fault.split(":")[:2])
