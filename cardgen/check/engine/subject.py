"""The game that rules look at: what was read, bound and laid out of it, and its faces.

In      the results of the phases.
Out     a `Subject`, and its distinct faces as `CheckedFace`s.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, field

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.game.bound_game import BoundGame
from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.cache.result_store import ResultStore
from cardgen.check.engine.ink_marks import InkMark, list_marks
from cardgen.core.findings import Finding, Span
from cardgen.core.sizes import Size
from cardgen.files.game_files import GameFiles
from cardgen.layout.face.boxes import PlacedElement
from cardgen.layout.face.layouter import LaidOut
from cardgen.layout.face.scene_store import count_kept_scenes, scene_key
from cardgen.read.game import GameSpec
from cardgen.read.syntax.nodes import MappingNode
from cardgen.scene.items import Scene

if TYPE_CHECKING:
    from cardgen.render.raster.pixel_arrays import Pixels

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class CheckedFace:
    """A distinct face: the first card that shows it, its scene and placed elements."""

    bound: BoundFace
    laid: LaidOut = dataclasses.field(repr=False)
    layout_place: Span
    """Where its layout begins: its name."""

    @property
    def scene(self) -> Scene:
        return self.laid.scenes[self.bound]

    @cached_property
    def elements(self) -> tuple[PlacedElement, ...]:
        return self.laid.elements(self.bound)

    @cached_property
    def marks(self) -> tuple[InkMark, ...]:
        """The ink of each element, in painting order."""
        return tuple(list_marks(self.elements))

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
    kept: ResultStore = field(default_factory=partial(ResultStore, None))
    """What rules worked out in earlier runs."""
    shared: dict[Callable[[Any], Any], Any] = field(default_factory=dict)
    """What several rules ask for, by what makes it."""

    def share(self, make: Callable[[Subject], T]) -> T:
        """What `make` makes of the game, made once for all rules; none may change it."""
        if make not in self.shared:
            self.shared[make] = make(self)
        made: T = self.shared[make]
        return made

    @property
    def faces(self) -> Iterator[CheckedFace]:
        """Every distinct face once, fronts first, in deck order. What was worked out for the
        first ones is kept, for the rest of a large game it is not, and for none of very many."""
        kept, further = self._faces
        yield from kept
        yield from map(self._make_face, further)

    @cached_property
    def _faces(self) -> tuple[tuple[CheckedFace, ...], tuple[BoundFace, ...]]:
        """The faces that are kept, and those that are made each time they are asked for. The
        same pixels on a piece of another outline or safe zone are another face."""
        first: dict[tuple[Hashable, Size], BoundFace] = {}
        for bound in dict.fromkeys(self.bound.faces):
            first.setdefault((scene_key(bound, self.laid.scenes), bound.size), bound)
        faces = tuple(first.values())
        kept = count_kept_scenes(len(faces))
        return tuple(map(self._make_face, faces[:kept])), faces[kept:]

    def _make_face(self, bound: BoundFace) -> CheckedFace:
        return CheckedFace(bound, self.laid, self._layout_places.get(bound.layout) or bound.span)

    @cached_property
    def _layout_places(self) -> Mapping[str, Span]:
        """Where the names of layouts stand."""
        node = self.spec.layouts.node
        layouts = node.value("layouts") if node else None
        entries = layouts.entries if isinstance(layouts, MappingNode) else {}
        return {name: key.span for name, (key, _) in entries.items()}

    def rasters(self, dpi: float = 150) -> Iterator[tuple[CheckedFace, Pixels]]:
        """The pixels of every distinct face, one at a time: nothing is kept."""
        return self.rasters_of(self.faces_by_size(), dpi)

    def faces_by_size(self) -> Iterator[CheckedFace]:
        """Every distinct face, those of one size after those of another."""
        kept, further = self._faces
        sizes = [*(face.size for face in kept), *(bound.size for bound in further)]
        for size in dict.fromkeys(sizes):
            yield from (face for face in kept if face.size == size)
            yield from (self._make_face(bound) for bound in further if bound.size == size)

    def rasters_of(
        self, faces: Iterable[CheckedFace], dpi: float
    ) -> Iterator[tuple[CheckedFace, Pixels]]:
        """The pixels of some faces; in one go those of a size that follow each other."""
        for size, alike in groupby(faces, key=lambda face: face.size):
            while part := list(islice(alike, MAX_IN_MEMORY)):
                from cardgen.render.face_pixels import rasterize  # none are drawn: none is needed

                scenes = [face.scene for face in part]
                drawn = rasterize(scenes, size.pixels(dpi), self.bound.pictures)
                yield from ((face, pixels) for face, (_, pixels) in zip(part, drawn, strict=True))


Check = Callable[[Subject], Iterable[Finding]]
"""A function that looks at a game."""
