"""Other editions of a game, laid out for targets that show them beside the one that is built.

In      a game's files, the names of editions.
Out     a `Job` an edition; of some cards (`--only`) those alone.

What is read is recorded with the game, so that a change of a translation is a change of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.bind.game.binding import begin_binding
from cardgen.check.engine.levels import Levels
from cardgen.core.findings import Report
from cardgen.layout.face.layouter import Layouter
from cardgen.pipeline.card_selection import select_same
from cardgen.pipeline.edition_sizes import find_shared_sizes
from cardgen.read.game import NO_SETTINGS, read_game
from cardgen.targets.contract import Job, OptionError

if TYPE_CHECKING:
    from cardgen.files.game_files import GameFiles


def lay_out_editions(
    job: Job, game: GameFiles, names: Iterable[str], settings: Mapping[str, str] = NO_SETTINGS
) -> Mapping[str, Job]:
    """Lay out editions of the game that a job is of.

    Args:
        job: What they are to stand beside.
        game: The game's files.
        names: Of the editions; "" is the game as it is.
        settings: Constants that are set anew.

    Raises:
        OptionError: one of them has errors.
    """
    return {name: _lay_out(job, game.in_edition(name), settings) for name in dict.fromkeys(names)}


def _lay_out(job: Job, game: GameFiles, settings: Mapping[str, str]) -> Job:
    report = Report()
    spec = read_game(game, report, settings)
    if spec is not None:
        binding, layouter = begin_binding(spec, game, report, draft=job.draft), Layouter(report)
        for deck in binding.decks():
            layouter.add(deck.faces)
        bound = binding.finish()
        if layouter.shares_editions():
            layouter.limit_sizes(find_shared_sizes(game, spec.file.editions, settings))
        laid = layouter.finish()
        levels = Levels(spec, bound)
        if all(one.severity != "error" for one in levels.apply(report.findings)):
            shown = bound.printed()
            if job.only:
                shown = select_same(shown, job.game)
            return replace(job, game=shown, scenes=laid.scenes, edition=game.edition)
    hint = f"`cardgen check --edition {game.edition}` shows them" if game.edition else ""
    name = f"the edition `{game.edition}`" if game.edition else "the game as it is"
    raise OptionError(f"{name} has errors", hint or "`cardgen check` shows them", option="editions")
