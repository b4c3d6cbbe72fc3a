"""What earlier builds left for the next: laid-out faces, bound cards.

In      a build's request, and who renders for it.
Out     `EarlierWork`: what is there already; or who renders faces early, where nothing is.
Not here  how it is kept (`layout.face.kept_layouts`, `bind.kept`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.files.game_files import GameFiles
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.rendering import Rendering

if TYPE_CHECKING:
    from cardgen.bind.kept.kept_cards import KeptCards
    from cardgen.layout.face.kept_layouts import KeptLayouts
    from cardgen.pipeline.checked_game import Checked
    from cardgen.pipeline.early_faces import EarlyFaces
    from cardgen.pipeline.phase_cache import PhaseCache


class EarlierWork(Struct, frozen=True):
    """What earlier builds left for this one; or what is rendered early, where they left nothing."""

    faces: EarlyFaces | None
    layouts: KeptLayouts | None
    cards: KeptCards | None

    def save(self, checked: Checked) -> None:
        """Keep what this build added."""
        if self.layouts is not None:
            checked.save(self.layouts)
        if self.cards is not None:
            from cardgen.pipeline.kept_views import save_cards

            save_cards(self.cards, checked)


def open_earlier_work(
    game: GameFiles,
    request: BuildRequest,
    rendering: Rendering,
    cache: PhaseCache | None,
) -> EarlierWork:
    """Return what this build may use of earlier ones: nothing, if it is to be made anew."""
    from cardgen.layout.face.kept_layouts import open_layouts
    from cardgen.pipeline.early_faces import EarlyFaces
    from cardgen.pipeline.kept_views import open_cards

    if _begins_early(request, rendering, cache):
        early = EarlyFaces(rendering.faces, request.targets, request.dpi)
    else:
        early = None
    cards = layouts = None
    if rendering.cache:
        if not (cache or request.draft):
            cards = open_cards(game, request.settings, recalls=early is None)
        encoder = cards.encoder if cards else None
        layouts = open_layouts(game.project, game.name, scenes=True, encoder=encoder)
    return EarlierWork(early, layouts, cards)


def _begins_early(request: BuildRequest, rendering: Rendering, phases: PhaseCache | None) -> bool:
    """Whether most faces will have to be rendered, here, and a core is free for it."""
    if request.part or request.cluster or phases is not None or rendering.workers.count < 2:
        return False
    return rendering.cache is None or rendering.cache.is_empty()
