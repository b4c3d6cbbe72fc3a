"""Bind a game: every card's two faces with all names looked up.

In      `GameSpec`, the game's files.
Out     `BoundGame`; findings for every name that is not there.
"""

from __future__ import annotations

from collections.abc import Callable

from cardgen.bind.booklet.booklets import bind_booklets
from cardgen.bind.bound_faces import BoundDeck
from cardgen.bind.box.boxes import bind_boxes
from cardgen.bind.card.elements import ElementBinder
from cardgen.bind.card.face_bodies import BodyStore
from cardgen.bind.card.icons import open_icons
from cardgen.bind.card.inheritance import resolve_layouts, resolve_styles
from cardgen.bind.card.styles import Styles, open_palette
from cardgen.bind.component_sizes import open_sizes
from cardgen.bind.fonts import open_fonts
from cardgen.bind.game.bind_cache import BindCache
from cardgen.bind.game.bound_game import BoundGame
from cardgen.bind.game.deck import DeckBinder
from cardgen.bind.pictures import PictureStore
from cardgen.core.findings import Report
from cardgen.files.game_files import GameFiles
from cardgen.read.game import GameSpec


def bind_game(
    spec: GameSpec,
    game: GameFiles,
    report: Report,
    memo: BindCache | None = None,
    each: Callable[[BoundDeck, PictureStore], None] = lambda *_: None,
) -> BoundGame:
    """Look everything up. What is not there is left out, and in the report.

    Args:
        spec: The game as it was read.
        game: Its files.
        report: Takes the findings.
        memo: Kept by the caller between runs, as long as only card tables change.
        each: Told of every deck as soon as it is bound.
    """
    memo = memo or BindCache(keeps=False)
    memo.begin()
    pictures = memo.pictures
    styles = resolve_styles(spec.layouts.styles, report)
    layouts = resolve_layouts(spec.layouts.layouts, report)
    palette = open_palette(spec.file, spec.file.palette, report)
    fonts = open_fonts(spec.file, game, report)
    looked_up = Styles(styles, fonts, palette, spec.file.language, report)
    icons = open_icons(spec.file.icons, game, pictures, palette, report)
    pieces = spec.layouts.pieces
    binder = ElementBinder(game, looked_up, palette, icons, pictures, report, pieces=pieces)
    sizes = open_sizes(spec.file, report)
    decks, bodies = [], BodyStore()
    for name, deck in spec.decks.items():
        bound = DeckBinder(name, deck, spec, layouts, sizes, binder, report, memo, bodies).bind()
        if bound is not None:
            decks.append(bound)
            each(bound, pictures)
    boxes = bind_boxes(spec, decks, layouts, binder, report)
    booklets = bind_booklets(spec, game, decks, layouts, sizes, binder)
    return BoundGame(spec, tuple(decks), pictures, boxes, booklets)
