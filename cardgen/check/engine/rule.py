"""What a rule is: the codes that it reports, what it looks at, and how it finds faults.

In      a `Subject`: a game that went through all phases, its faces ready to look at.
Out     `Finding`s with the rule's codes.

A rule is a class, found through the entry points `cardgen.checks` (`check.engine.registry`).
`check.engine.levels` lets a game raise, lower or silence a code.

    Rule        looks at the game as a whole
    FaceRule    looks at one face at a time: where which element put its ink
    MarkRule    looks at the ink of one element at a time
    PixelRule   looks at the pixels of one face at a time

Those that look at faces report `Fault`s. What is wrong with one element on many cards is one
finding: `check.engine.repeated_findings` folds them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct

from cardgen.core.findings import Finding, Severity

if TYPE_CHECKING:
    from cardgen.check.engine.ink_marks import Mark
    from cardgen.check.engine.repeated_findings import Fault
    from cardgen.check.engine.subject import LaidFace, Subject
    from cardgen.render.raster.pixel_arrays import Pixels

LooksAt = Literal["files", "game", "faces", "pixels"]
"""What a rule needs: "files" are the files as they were read, before names are resolved; such
rules run with the phases. "pixels" costs a rendering of every face, so `cardgen build` leaves
it to `cardgen check`."""


class Explanation(Struct, frozen=True):
    """A code, and what `cardgen explain` says of it.

    `what` names the fault in a line; `why` says what it does in print or play; `fix` how
    to mend it. `level` is None for codes that a game has to ask for; a `fixed` code cannot be
    lowered or switched off.
    """

    code: str
    what: str
    why: str
    fix: str
    level: Severity | None = "error"
    fixed: bool = False

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


class FaceRule(Rule):
    """A rule that looks at each distinct face by itself."""

    looks_at = "faces"

    @abstractmethod
    def find_on_face(
        self, subject: Subject, face: LaidFace, marks: Sequence[Mark]
    ) -> Iterable[Fault]:
        """Look at a face.

        Args:
            subject: The game.
            face: One distinct face of it.
            marks: The ink of each element of the face, in painting order.
        """

    def find(self, subject: Subject) -> Iterable[Finding]:
        from cardgen.check.engine.face_pass import look_at_faces

        return look_at_faces(subject, (self,))


class MarkRule(FaceRule):
    """A rule that looks at the ink of each element by itself."""

    @abstractmethod
    def find_in_mark(self, subject: Subject, face: LaidFace, mark: Mark) -> Iterable[Fault]:
        """Look at the ink of one element."""

    def find_on_face(
        self, subject: Subject, face: LaidFace, marks: Sequence[Mark]
    ) -> Iterable[Fault]:
        for mark in marks:
            yield from self.find_in_mark(subject, face, mark)


class PixelRule(Rule):
    """A rule that looks at the pixels of each distinct face."""

    looks_at = "pixels"

    @abstractmethod
    def find_in_pixels(self, subject: Subject, face: LaidFace, pixels: Pixels) -> Iterable[Fault]:
        """Look at a face as it is printed, at `face_pass.DPI`.

        Args:
            subject: The game.
            face: One distinct face of it.
            pixels: Height x width x 3 bytes of sRGB, the bleed included.
        """

    def find(self, subject: Subject) -> Iterable[Finding]:
        from cardgen.check.engine.face_pass import look_at_pixels

        return look_at_pixels(subject, (self,))
