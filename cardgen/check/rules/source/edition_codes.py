"""The codes that reading editions and their corrections reports.

In      nothing: the phases find these faults themselves, with place and hint.
Out     `EDITION_CODES`, a part of those of `check.rules.source.source_codes`.
"""

from __future__ import annotations

from cardgen.check.engine.rule import Explanation

EDITION_CODES = (
    Explanation(
        "unknown-edition",
        "The game has no edition of that name.",
        "Another edition than the one that was asked for would be printed.",
        "Take a name that stands under `editions:` in game.yaml.",
        fixed=True,
    ),
    Explanation(
        "circular-edition",
        "An edition extends itself, by itself or through others.",
        "It has no beginning to be laid over.",
        "Let it extend another, or none.",
        fixed=True,
    ),
    Explanation(
        "bad-edition",
        "An edition's name cannot be the name of a folder of its own.",
        "What it prints would stand in the place of something else.",
        "Take letters, digits and hyphens; no target's name, nor `all`, `draft` or `only`.",
        fixed=True,
    ),
    Explanation(
        "stale-correction",
        "The words that a correction replaces are not in the card's field.",
        "The table was changed since: the edition would print it uncorrected, and nobody would "
        "notice.",
        "Write the words as the table has them now, or remove the correction.",
        fixed=True,
    ),
    Explanation(
        "bad-correction",
        "A correction changes nothing, or it is not clear what.",
        "It is there twice, fits several places, or its field has no text of its own.",
        "Mend it as the hint says.",
        fixed=True,
    ),
)
