"""Editions that a target shows beside the one that is built: `editions=de+he`, or all.

In      the option's text; the job.
Out     names of editions, "" for the game as it is; what to call them.
Not here  laying them out (`pipeline.shown_editions`).
"""

from __future__ import annotations

from cardgen.core.findings import did_you_mean
from cardgen.read.translation.longest import EDITION as LONGEST
from cardgen.read.translation.pseudo import EDITION as PSEUDO
from cardgen.targets.contract import Job, OptionError

ALL = "all"
_ANY_GAME = (LONGEST, PSEUDO)
"""Editions that every game has, and that are part of nothing else."""
AS_IT_IS = "as it is"
"""What the game without an edition is called."""


def read_editions(option: str, text: str) -> tuple[str, ...]:
    """Read the names of editions.

    Raises:
        OptionError: a name is missing.
    """
    names = tuple(dict.fromkeys(name.strip() for name in text.split("+")))
    if not all(names):
        hint = f"write names with `+` between them, as in `{option}=de+fr`, or `{option}=all`"
        raise OptionError(f"`{option}`: a name is missing", hint, option=option)
    return names


def choose_editions(job: Job, asked: tuple[str, ...]) -> tuple[str, ...]:
    """The editions that are asked for, without the one that is built.

    Raises:
        OptionError: the game has no such edition.
    """
    known = tuple(job.game.spec.file.editions)
    for name in asked:
        if name not in (*known, *_ANY_GAME, ALL):
            hint = did_you_mean(name, (*known, *_ANY_GAME), what="edition")
            raise OptionError(f"the game has no edition `{name}`", hint, option="editions")
    every = ("", *known) if ALL in asked else ()
    names = dict.fromkeys((*every, *(name for name in asked if name != ALL)))
    return tuple(name for name in names if name != job.edition)


def name_edition(name: str) -> str:
    """What an edition is called beside others."""
    return name or AS_IT_IS
