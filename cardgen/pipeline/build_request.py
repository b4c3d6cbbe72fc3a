"""What a build is asked for: targets, cards, resolution, and where it goes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.files.game_files import GameFiles
from cardgen.pipeline.defaults import DPI, ONLY, SINCE
from cardgen.targets.installed import describe_plugin_state

if TYPE_CHECKING:
    from cardgen.pipeline.target_plans import Options
    from cardgen.render.workers.dask_cluster import Cluster


class BuildRequest(Struct, frozen=True):
    """What is to be built, of any game."""

    targets: Mapping[str, Options] = {}
    """Options by target, as they were typed; none: what the game names under `build:`."""
    output: Path = Path("output")
    dpi: float = DPI
    only: str = ""
    """An expression that holds for the cards to write."""
    since: str = ""
    """A print that the game remembers: only cards that print otherwise are written."""
    draft: bool = False
    """Print DRAFT on every card, and let targets that cost money write it."""
    settings: Mapping[str, str] = {}
    """Constants of the game that are set anew."""
    jobs: int | None = None
    """Worker processes; as many as there are cores, if left out."""
    strict: bool = False
    """Warnings count as errors."""
    fresh: bool = False
    """Use nothing of earlier builds."""
    lenient: bool = False
    """Pass over targets that make nothing of a game."""
    everything: bool = False
    """If no target is named: the game's gallery, its booklets and boxes too."""
    cluster: Cluster | None = None

    def folder(self, game: GameFiles) -> Path:
        """Where the targets of a game go: some of its cards never over all of them, and an
        edition never over the game as it is."""
        whole = self.output / game.name / game.edition
        if self.since:
            return whole / SINCE
        return whole / ONLY if self.only else whole

    @property
    def part(self) -> str:
        """What is said of a print of some cards; "" of one of all."""
        changed = f"changed since {self.since}" if self.since else ""
        return "; ".join(filter(None, (self.only, changed)))

    def words(self, game: GameFiles) -> list[str]:
        """What tells this request from others in the same project."""
        targets = [f"{name}:{sorted(options.items())}" for name, options in self.targets.items()]
        rest = (
            self.dpi,
            self.only,
            self.since,
            self.strict,
            self.everything,
            self.lenient,
            self.draft,
            *sorted(targets),
            *filter(None, map(describe_plugin_state, sorted(self.targets))),
        )
        changed = sorted(self.settings.items())
        edition = [f"edition {game.edition}"] if game.edition else []
        named = (game.folder, self.output.resolve(), *rest, *changed, *edition)
        return [str(one) for one in named]
