"""Which cards of earlier processes a command may use, and which files they do not depend on.

In      a view of a game: its files, constants that are set anew.
Out     its `KeptCards`; what a run adds to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardgen.bind.kept.kept_cards import KeptCards
from cardgen.cache.project_cache import project_cache
from cardgen.cache.result_store import ResultStore
from cardgen.files.game_files import GameFiles
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.keyed_files import list_keyed, list_texts
from cardgen.read.kept_specs import MAX_BYTES, KeptSpecs


def open_cards(
    game: GameFiles,
    settings: Mapping[str, str],
    *,
    recalls: bool = True,
) -> KeptCards | None:
    """Return what earlier processes bound of a view; None if the game is in no project.

    Args:
        game: The files of the view.
        settings: Constants that are set anew.
        recalls: Whether this one has a use for their cards. If all faces are rendered from the
            start, all are bound; what it binds is kept.
    """
    if game.project is None:
        return None
    changed = (f"{name}={value}" for name, value in sorted(settings.items()))
    words = (str(game.folder), game.edition, *changed)
    folder = project_cache(game.project)
    specs = KeptSpecs(ResultStore(game.project, "specs", MAX_BYTES), recalls=recalls)
    return KeptCards(folder, words, specs, recalls=recalls)


def save_cards(cards: KeptCards, checked: Checked) -> None:
    """Keep the cards of a run, and what was validated in it."""
    cards.specs.save()
    folder, spec = checked.game.folder, checked.spec
    keyed, texts = list_keyed(spec), list_texts(spec)
    own, others = (
        frozenset(folder / name for name in names) if folder else frozenset[Path]()
        for names in (keyed, texts)
    )
    cards.save(checked.game.inputs, own, others, checked.bound.pictures)
