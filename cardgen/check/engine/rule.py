"""What a rule is: the codes that it reports, what it looks at, and how it finds faults.

In      a `Subject`: a game that went through all phases, its faces ready to look at.
Out     `Finding`s with the rule's codes.
Not here  rules that look at one face at a time (`check.engine.face_rules`).

A rule is a class, found through the entry points `cardgen.checks` (`check.engine.registry`).
`check.engine.levels` lets a game raise, lower or silence a code.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct

from cardgen.core.findings import Finding, Severity

if TYPE_CHECKING:
    from cardgen.check.engine.subject import Subject

LooksAt = Literal["files", "game", "faces", "pixels", "pages"]
"""What a rule needs: "files" are the files as they were read, before names are resolved; such
rules run with the phases. "pixels" costs a rendering of every face, and "pages" a layout of every
booklet, so `cardgen build` leaves them to `cardgen check`."""


class Explanation(Struct, frozen=True):
    """A code, and what `cardgen explain` says of it.

    `what` names the fault in a line; `why` says what it does in print or play; `fix` how
    to mend it. `level` is None for codes that a game has to ask for; a `fixed` code cannot be
    lowered or switched off. Warnings about `style` (finish, or what is not used yet) wait while
    the game is a draft.
    """

    code: str
    what: str
    why: str
    fix: str
    level: Severity | None = "error"
    fixed: bool = False
    style: bool = False

    @property
    def sentence(self) -> str:
        """What the code is about, with a capital and a full stop."""
        return f"{self.what[0].upper()}{self.what[1:].rstrip('.')}."


class Rule(ABC):
    """Something that `cardgen check` looks for."""

    heading: ClassVar[str]
    """The part of `docs/checks.md` that the codes stand in."""
    codes: ClassVar[tuple[Explanation, ...]]
    """Every code that the rule may report."""
    looks_at: ClassVar[LooksAt] = "game"

    @abstractmethod
    def find(self, subject: Subject) -> Iterable[Finding]:
        """Look at a game, and report what is wrong with it."""
