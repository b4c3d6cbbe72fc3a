"""What a rule is: a code with its page in `cardgen explain`, and a function that looks.

In      a `Subject`: a game that went through all phases, its faces ready to look at.
Out     `Finding`s with the rule's code.

A family of rules is a module with `RULES` (the codes it may report) and `CHECKS` (its
functions). `check.engine.registry` lists the families; `check.engine.levels` lets a game raise,
        lower
or silence a code.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.game.bound_game import BoundGame
from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.core.findings import Finding, Severity
from cardgen.core.sizes import Size
from cardgen.files.game_files import GameFiles
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.layouter import LaidOut
from cardgen.layout.face.scene_store import count_kept_scenes, scene_key
from cardgen.read.game import GameSpec
from cardgen.scene.items import Scene

if TYPE_CHECKING:
    from cardgen.render.raster.pixel_arrays import Pixels


class Rule(Struct, frozen=True):
    """A code and what `cardgen explain` says of it.

    `what` names the fault in a line; `why` says what it does in print or play; `fix` how
    to mend it. `level` is "off" for rules that a game has to ask for.
    """

    code: str
    what: str
    why: str
    fix: str
    level: Severity | None = "error"


@dataclass(frozen=True)
class Face:
    """A distinct face: the first card that shows it, its scene and placed elements."""

    bound: BoundFace
    laid: LaidOut = field(repr=False)

    @property
    def scene(self) -> Scene:
        return self.laid.scenes[self.bound]

    @cached_property
    def elements(self) -> tuple[PlacedElement, ...]:
        return self.laid.elements(self.bound)

    @property
    def size(self) -> Size:
        return self.bound.size

    @property
    def card(self) -> str:
        """What findings call the card: `deck/id`."""
        return f"{self.bound.deck}/{self.bound.card}"


class Subject(Struct, frozen=True, dict=True):
    """A game to look at."""

    game: GameFiles
    spec: GameSpec
    bound: BoundGame
    laid: LaidOut

    @property
    def faces(self) -> Iterator[Face]:
        """Every distinct face once, fronts first, in deck order. What was worked out for the
        first ones is kept, for the rest of a large game it is not, and for none of very many."""
        kept, further = self._faces
        yield from kept
        yield from (Face(bound, self.laid) for bound in further)

    @cached_property
    def _faces(self) -> tuple[tuple[Face, ...], tuple[BoundFace, ...]]:
        """The faces that are kept, and those that are made each time they are asked for. The
        same pixels on a piece of another outline or safe zone are another face."""
        first: dict[tuple[Hashable, Size], BoundFace] = {}
        for bound in dict.fromkeys(self.bound.faces):
            first.setdefault((scene_key(bound, self.laid.scenes), bound.size), bound)
        faces = tuple(first.values())
        kept = count_kept_scenes(len(faces))
        return tuple(Face(bound, self.laid) for bound in faces[:kept]), faces[kept:]

    def rasters(self, dpi: float = 150) -> Iterator[tuple[Face, Pixels]]:
        """The pixels of every distinct face, one at a time: nothing is kept."""
        from cardgen.render.raster.face_pixels import rasterise

        for size in dict.fromkeys(face.size for face in self.faces):
            faces = iter([face for face in self.faces if face.size == size])
            while part := list(islice(faces, MAX_IN_MEMORY)):
                scenes = [face.scene for face in part]
                drawn = rasterise(scenes, size.pixels(dpi), self.bound.pictures)
                yield from ((face, pixels) for face, (_, pixels) in zip(part, drawn, strict=True))


Check = Callable[[Subject], Iterable[Finding]]
