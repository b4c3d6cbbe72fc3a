"""Fold warnings about style into one while a game says that it is a draft.

In      the findings of a game that says `draft: yes`, at the levels that the game gives them.
Out     the same findings, with one warning in place of all that are about style. What is ordered is
        paid for: there, what is about ink and the print service stays.
Not here  which codes are about style (`check.engine.rule.Explanation`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cardgen.check.engine.registry import all_rules, find_explanation
from cardgen.core.findings import Finding, Span, plural
from cardgen.read.models.game_file import GameFile

CODE = "draft-style"
PRINT_HEADINGS = frozenset(("Ink, type and pictures in print", "The print service"))
"""Rules under them are about what a press makes of the cards, and what it costs."""


def fold_style(
    findings: Iterable[Finding], file: GameFile, *, ordered: bool = False
) -> tuple[Finding, ...]:
    """Replace the findings about style by one that counts them.

    What the game itself has raised to an error stays.

    Args:
        findings: All of the game.
        file: Its `game.yaml`.
        ordered: Whether something is written that will be paid for.
    """
    every = tuple(findings)
    told = {entry.code for entry in file.checks if entry.level == "error"}
    told |= _list_print_codes() if ordered else set()
    waiting = [finding for finding in every if finding.code not in told and _is_style(finding)]
    if not waiting:
        return every
    rest = set(waiting)
    return (*(one for one in every if one not in rest), _count(waiting, file.place("draft")))


def _list_print_codes() -> set[str]:
    rules = (rule for rule in all_rules() if rule.heading in PRINT_HEADINGS)
    return {one.code for rule in rules for one in rule.codes}


def _is_style(finding: Finding) -> bool:
    known = find_explanation(finding.code)
    return known is not None and known.style


def _count(waiting: list[Finding], place: Span) -> Finding:
    codes = Counter(finding.code for finding in waiting).most_common()
    listed = ", ".join(f"{code} ×{count}" for code, count in codes)
    message = f"{plural(len(waiting), 'style warning')} while this is a draft: {listed}"
    hint = "`cardgen check --all` shows them; take `draft: yes` out before you print"
    return Finding(CODE, message, place, "warning", hint=hint)
