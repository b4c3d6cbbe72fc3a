"""The codes of entries under `checks:` that are wrong themselves.

In      nothing: `check.engine.levels` finds these faults while it applies the entries.
Out     `LevelCodes`, their explanations.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding


class LevelCodes(Rule):
    """What `checks:` of a game reports about its own entries."""

    heading = "Levels in game.yaml"
    codes = (
        Explanation(
            "unknown-code",
            "An entry under `checks:` names a code that does not exist.",
            "The entry does nothing, and what it was meant for goes on as before.",
            "Correct the code; `cardgen explain` lists them all.",
            fixed=True,
        ),
        Explanation(
            "fixed-level",
            "An entry under `checks:` lowers a code that stands for something missing.",
            "A value that cannot be read, or a name that leads nowhere, cannot be printed on.",
            "Mend the fault, and remove the entry.",
            fixed=True,
        ),
        Explanation(
            "useless-level",
            "An entry under `checks:` fits no finding.",
            "Its fault is gone, or it never fitted; it would hide the next such fault unseen.",
            "Remove the entry, or correct its `deck`, `card` or `element`.",
            "warning",
            fixed=True,
            style=True,
        ),
        Explanation(
            "draft-style",
            "Warnings about style wait while `draft: yes` stands in game.yaml.",
            "They are about finish and about what is not used yet: too early to mend, and too many "
            "beside what matters now.",
            "Read them with `cardgen check --all`, and take `draft: yes` out before you print.",
            "warning",
            fixed=True,
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return ()
