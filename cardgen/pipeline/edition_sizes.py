"""The sizes of texts that are the same in all editions: `fit: editions`.

In      a game, the names of its editions.
Out     by layout and text, the size that the edition with the longest words allows.

A text is the same in two editions if it stands in the same place of the same layout file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardgen.bind.game.binding import begin_binding
from cardgen.core.findings import Report
from cardgen.files.game_files import GameFiles
from cardgen.layout.face.layouter import Layouter
from cardgen.layout.face.measure import Key
from cardgen.read.game import read_game

Sizes = Mapping[tuple[str, Key], float]


def find_shared_sizes(
    game: GameFiles, editions: Iterable[str], settings: Mapping[str, str]
) -> Sizes:
    """The smallest size that another edition, or the game as it is, has for each text.

    Args:
        game: One of the editions, whose own sizes are left out.
        editions: The names of all.
        settings: Constants that are set anew.
    """
    smallest: dict[tuple[str, Key], float] = {}
    for name in ("", *editions):
        if name != game.edition:
            for key, size in _sizes_of(game.in_edition(name), settings).items():
                smallest[key] = min(size, smallest.get(key, size))
    return smallest


def _sizes_of(game: GameFiles, settings: Mapping[str, str]) -> Sizes:
    """What an edition has by itself; what is wrong with it is told where it is looked at."""
    report = Report()
    spec = read_game(game, report, settings)
    if spec is None:
        return {}
    layouter = Layouter(report)
    layouter.add(face for deck in begin_binding(spec, game, report).decks() for face in deck.faces)
    return layouter.edition_sizes()
