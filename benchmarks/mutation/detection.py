"""Whether an edit is found: a new finding that stands where the edit was made."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from benchmarks.mutation.novelty_text import (
    COMPOSITION,
    LAYOUTS,
    LETTERS,
    MOTIFS,
    Edit,
    assets,
    novelty,
)  # fmt: skip
from cardgen.check.engine.registry import all_checks
from cardgen.core.findings import Finding, Report, Span
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import check_game

Files = Mapping[str, str | bytes]


def looked_at(files: Files, *, pixels: bool) -> tuple[Checked | None, tuple[Finding, ...]]:
    report = Report()
    checked = check_game(
        MemoryGame({**assets(), **files}), report, checks=all_checks(pixels=pixels)
    )
    return checked, report.findings


def cards_of(checked: Checked) -> Counter[tuple[str, int, int | None]]:
    """What is printed: how many cards of a deck have these two faces."""
    scenes = checked.laid.scenes
    counts: Counter[tuple[str, int, int | None]] = Counter()
    for deck in checked.bound.decks:
        for card in deck.cards:
            back = hash(scenes[card.back]) if card.back else None
            counts[deck.name, hash(scenes[card.front]), back] += card.copies
    return counts


def _key(finding: Finding) -> tuple[str, str]:
    """What stays the same where an edit only moves a finding to another line."""
    return finding.code, "\n".join([finding.message, *(note.message for note in finding.notes)])


@cache
def before() -> tuple[Counter[tuple[str, str]], Counter[tuple[str, int, int | None]]]:
    """What is found in Novelty as it stands, and what is printed."""
    checked, found = looked_at(novelty(), pixels=True)
    assert checked is not None, found
    return Counter(map(_key, found)), cards_of(checked)


def new_findings(found: tuple[Finding, ...]) -> Iterator[Finding]:
    known = Counter(before()[0])
    for finding in found:
        known[_key(finding)] -= 1
        if known[_key(finding)] < 0:
            yield finding


@dataclass(frozen=True)
class Seen:
    """The new findings that stand where the edit was made, all new ones, and whether the edit
    leaves every card as it was."""

    placed: list[Finding]
    new: list[Finding]
    idle: bool


def look(edit: Edit) -> Seen:
    files: dict[str, str | bytes] = {**novelty(), edit.file: edit.text}
    if edit.asset:
        files[edit.asset[0]] = edit.asset[1]
    for pixels in (False, True):
        checked, found = looked_at(files, pixels=pixels)
        new = list(new_findings(found))
        placed = [finding for finding in new if _is_placed(finding, edit, files)]
        if placed or checked is None:
            return Seen(placed, new, False)
        if not new and cards_of(checked) == before()[1]:
            return Seen([], [], edit.file != COMPOSITION)
    return Seen([], new, False)


def _is_placed(finding: Finding, edit: Edit, files: Files) -> bool:
    spans = (finding.span, *(note.span for note in finding.notes))
    return any(span is not None and _depends(span, edit, files) for span in spans)


def _depends(span: Span, edit: Edit, files: Files) -> bool:
    """Whether a place is in the row or element that was edited, counts the edited cards, or is
    in a row or element that names what was edited."""
    if span.file == edit.file and _holds(_around(edit.file, edit.text, edit.lines), span.line):
        return True
    if span.file == COMPOSITION and edit.file in (LETTERS, MOTIFS):
        return True
    content = edit.text if span.file == edit.file else files.get(span.file, "")
    if not isinstance(content, str):
        return False
    first, last = _around(span.file, content, (span.line, span.line))
    block = "\n".join(content.split("\n")[first - 1 : last])
    return any(re.search(rf"(?<![\w-]){re.escape(w)}(?![\w-])", block) for w in edit.words)


def _holds(lines: tuple[int, int], line: int) -> bool:
    return lines[0] <= line <= lines[1]


def _around(file: str, text: str, edited: tuple[int, int]) -> tuple[int, int]:
    """The lines of the row or element that some lines are in.

    It begins with the `- ` that the first line is indented behind, and ends before a line that
    is indented no deeper. Files of one entry a line are taken line by line.
    """
    lines, (first, last) = text.split("\n"), edited
    if file not in (MOTIFS, LAYOUTS) or first > len(lines):
        return edited
    inside = _indent(lines[first - 1])
    for number in range(first, 0, -1):
        line = lines[number - 1]
        if line.lstrip().startswith("- ") and (number == first or _indent(line) <= inside - 2):
            while last < len(lines) and (
                not lines[last].strip() or _indent(lines[last]) > _indent(line)
            ):
                last += 1
            return number, last
    return edited


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
