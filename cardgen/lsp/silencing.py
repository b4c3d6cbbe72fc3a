"""The edit that silences a finding: an entry of `checks:` in `game.yaml`, with room for a reason.

In      a finding, the game that it was found in, the lines of its `game.yaml`.
Out     a `Fix`, which puts the entry before those that there are, or `checks:` at the end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cardgen.check.engine.levels import FilePlaces, find_named_elements
from cardgen.core.findings import Finding, Span
from cardgen.pipeline.checked_game import Checked
from cardgen.read.file_trees import GAME_FILE
from cardgen.report.fix import Fix

_NAME = re.compile(r"[\w/-]+")
_SHARED = re.compile(r"on \d+ (?:cards|panels|of \d+ copies)\b")
"""A note of a finding that stands for those on other cards, or copies, too."""
_HEAD = re.compile(r"checks\s*:")
_ITEM = re.compile(r"( *)-(?: |\Z)")
_INDENT = "  "


def find_silencing(finding: Finding, checked: Checked | None, lines: Sequence[str]) -> Fix | None:
    """Return the edit that silences a finding; None where the list is written in another way.

    Args:
        finding: Of a code that can be silenced.
        checked: The game as it was read, None if it never could be.
        lines: Those of `game.yaml` as it is now, without their ends.
    """
    scope = _find_scope(finding, checked)
    about = "".join(f", {name}: {value}" for name, value in scope.items())
    entry = f'- {{code: {finding.code}{about}, level: off, reason: "…"}}'
    title = f"silence `{finding.code}` {_describe(scope)}, with a reason"
    head = next((number for number, line in enumerate(lines) if _HEAD.match(line)), None)
    if head is None:
        last = max((number for number, line in enumerate(lines) if line), default=0)
        lead = "\n" if lines and lines[last] else ""
        return _insert(title, last, lines, f"{lead}checks:\n{_INDENT}{entry}")
    if lines[head].split("#")[0].partition(":")[2].strip():
        return None
    return _insert(title, head, lines, f"\n{_find_indent(lines[head + 1 :])}{entry}")


def _find_indent(below: Sequence[str]) -> str:
    """How far the first entry of the list is indented; comments and empty lines before it may
    be otherwise."""
    written = (line for line in below if line.strip() and not line.lstrip().startswith("#"))
    item = _ITEM.match(next(written, ""))
    return item[1] if item else _INDENT


def _insert(title: str, number: int, lines: Sequence[str], new: str) -> Fix:
    end = len(lines[number]) + 1 if lines else 1
    return Fix(title, Span(GAME_FILE, number + 1, end, end), "", new, is_safe=False)


def _find_scope(finding: Finding, checked: Checked | None) -> dict[str, str]:
    """What an entry of `checks:` names for a finding to be silent. One that many cards share would
    be told at the next card: it is silent for its element, or in its deck."""
    if not _NAME.fullmatch(finding.card):
        return {}
    if not any(_SHARED.match(note.message) for note in finding.notes):
        return {"card": finding.card}
    deck = {"deck": finding.card.partition("/")[0]}
    if checked is None or finding.span is None:
        return deck
    named = find_named_elements(checked.spec.layouts.node)
    around = [name for name, nodes in named.items() if FilePlaces(nodes).contains(finding.span)]
    return {**deck, "element": around[-1]} if around and _NAME.fullmatch(around[-1]) else deck


def _describe(scope: Mapping[str, str]) -> str:
    """Where a finding is to be silent."""
    if "element" in scope:
        return f"at `{scope['element']}` on all cards of `{scope['deck']}`"
    if "deck" in scope:
        return f"on all cards of `{scope['deck']}`"
    return "here" if scope else "in the whole game"
