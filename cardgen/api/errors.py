"""What the API raises: findings, not tracebacks from inside."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.core.findings import Finding, plural


class GameError(Exception):
    """A game has faults that forbid what was asked for.

    `findings` are all of them, warnings included; see `cardgen.Finding`.
    """

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        errors = [one for one in self.findings if one.severity == "error"] or self.findings
        lines = [f"{plural(len(errors), 'error')}", *map(_describe, errors[:5])]
        if len(errors) > 5:
            lines.append("…")
        super().__init__("\n".join(lines))


def _describe(finding: Finding) -> str:
    place = f"{finding.span.file}:{finding.span.line}: " if finding.span else ""
    hint = f" ({finding.hint})" if finding.hint else ""
    return f"{place}{finding.message} [{finding.code}]{hint}"
