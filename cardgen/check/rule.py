"""What a rule is: a code with its page in `cardgen explain`, and a function that looks.

In      a `Subject`: a game that went through all phases, its faces ready to look at.
Out     `Finding`s with the rule's code.

A family of rules is a module with `RULES` (the codes it may report) and `CHECKS` (its
functions). `check.catalogue` lists the families; `check.levels` lets a game raise, lower
or silence a code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cardgen.bind.faces import BoundGame
from cardgen.bind.tree import BoundFace
from cardgen.diagnostics import Finding, Severity
from cardgen.layout.boxes import Placed
from cardgen.layout.face import LaidOut, place_face
from cardgen.read.game import GameSpec
from cardgen.render.faces import rasterise
from cardgen.render.png import Pixels
from cardgen.scene import Scene
from cardgen.sizes import Size
from cardgen.workspace import Game


@dataclass(frozen=True, slots=True)
class Rule:
    """A code and what `cardgen explain` says of it.

    `what` names the fault in a line; `why` says what it does in print or play; `fix` how
    to mend it. `level` is "off" for rules that a game has to ask for.
    """

    code: str
    what: str
    why: str
    fix: str
    level: Severity | None = "error"


@dataclass(frozen=True, slots=True)
class Face:
    """A distinct face: the first card that shows it, its scene and placed elements."""

    bound: BoundFace
    scene: Scene
    elements: tuple[Placed, ...]

    @property
    def size(self) -> Size:
        return self.bound.size

    @property
    def card(self) -> str:
        """What findings call the card: `deck/id`."""
        return f"{self.bound.deck}/{self.bound.card}"


@dataclass(frozen=True)
class Subject:
    """A game to look at."""

    game: Game
    spec: GameSpec
    bound: BoundGame
    laid: LaidOut

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """Every distinct face once, fronts first, in deck order."""
        seen: dict[Scene, Face] = {}
        for bound in self.bound.faces:
            scene = self.laid.scenes[bound]
            if scene not in seen:
                placed = place_face(bound, self.laid.deck_fits)
                seen[scene] = Face(bound, scene, placed)
        return tuple(seen.values())

    def rasters(self, dpi: float = 150) -> Iterator[tuple[Face, Pixels]]:
        """The pixels of every distinct face, one at a time: nothing is kept."""
        for size in dict.fromkeys(face.size for face in self.faces):
            faces = [face for face in self.faces if face.size == size]
            scenes = [face.scene for face in faces]
            drawn = rasterise(scenes, size.pixels(dpi), self.bound.pictures)
            yield from ((face, pixels) for face, (_, pixels) in zip(faces, drawn, strict=True))


Check = Callable[[Subject], Iterable[Finding]]
