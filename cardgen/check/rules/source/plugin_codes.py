"""The code of plug-ins that bring rules and cannot be used.

In      nothing: `check.engine.registry` finds these faults while it loads and runs plug-ins.
Out     `PluginCodes`, their explanation.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding


class PluginCodes(Rule):
    """What is reported of plug-ins themselves."""

    heading = "Plug-ins"
    codes = (
        Explanation(
            "broken-plugin",
            "a plug-in that brings rules cannot be loaded, or failed",
            "What its rules would have found goes unseen, and the game counts as checked.",
            "Update or mend the package that the message names, or remove it with `pip "
            "uninstall`. Its author sees the whole error with `python -c 'import …'`.",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return ()
