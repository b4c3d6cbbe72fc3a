"""Games from Python: open, check, look at, build.

In      a folder, or rows and a layout.
Out     findings, pictures, files.
Not here  the phases (`pipeline`): this is a thin face of theirs. The command line calls the same
          functions of the pipeline, not this, because it shows progress, remembers between builds
          and prints findings as they are found.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from PIL import Image

from cardgen.api.errors import GameError
from cardgen.api.rows import Rows, make_table, plain_value, to_json
from cardgen.bind.bound_faces import BoundCard, BoundDeck, BoundFace
from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import GameFiles
from cardgen.files.memory_game import MemoryGame
from cardgen.files.overlay_game import OverlayGame
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_record import BuildResult
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.defaults import DPI
from cardgen.pipeline.inspection import inspect_game, lay_out_game
from cardgen.pipeline.target_requests import read_targets
from cardgen.render.face_pixels import rasterize

Side = Literal["front", "back"]
_THUMBNAIL_DPI = 100.0
_SHOWN = 12
"""Cards of a deck that a notebook shows, at most."""


def open_game(folder: str | os.PathLike[str], edition: str = "") -> Game:
    """Open a game folder, which holds a `game.yaml`; it is read when it is first needed.

    Args:
        folder: The folder.
        edition: One of the game's editions; the game as it is, if left out.

    Raises:
        FileNotFoundError: there is no `game.yaml`.
    """
    path = Path(folder)
    if not (path / "game.yaml").is_file():
        raise FileNotFoundError(f"`{path}` is no game: it holds no game.yaml")
    return Game(DiskGame(path, edition))


class Game:
    """A game as it was when it was first looked at; open it again to see later changes."""

    def __init__(self, files: GameFiles) -> None:
        """Make a game of files; `cardgen.open` and `Game.from_rows` are the usual ways."""
        self._files = files

    @classmethod
    def from_rows(
        cls,
        layout: str | os.PathLike[str] | Mapping[str, Any],
        rows: Rows,
        *,
        name: str = "game",
        size: str = "poker",
        front: str = "front",
        back: str = "",
        folder: str | os.PathLike[str] | None = None,
        **settings: Any,
    ) -> Game:
        """Make a game of one deck, in memory.

        Args:
            layout: What `layouts.yaml` holds: a path to one, or the same as mappings and lists.
            rows: A row a card: mappings, a pandas or polars frame, or the path of a table file.
            name: Of the game and its output folder.
            size: Of the cards, as in `cardgen sizes`.
            front: The layout of the fronts.
            back: The layout of the backs, if there is one.
            folder: Where fonts and pictures are looked for beside those that cardgen ships.
            **settings: Further entries of `game.yaml`, such as `palette` and `fonts`.

        Raises:
            OSError: a file that is named cannot be read.
            TypeError: `rows` are no rows, or something holds what no card can have.
        """
        table, content = make_table(rows)
        deck = {"cards": table, "size": size, "front": front} | ({"back": back} if back else {})
        game = {"game": name, **settings, "decks": {"cards": deck}}
        files: dict[str, str | bytes] = {
            "game.yaml": to_json(plain_value(game, "settings")),
            "layouts.yaml": _layouts(layout),
            table: content,
        }
        if folder is None:
            return cls(MemoryGame(files, name))
        return cls(OverlayGame(files, DiskGame(Path(folder)), name))

    @property
    def name(self) -> str:
        return self._files.name

    def __repr__(self) -> str:
        return f"<cardgen.Game {self.name!r}>"

    # --- what is wrong with it ---------------------------------------------------------

    def check(self) -> tuple[Finding, ...]:
        """Run all checks; return the findings, errors first."""
        report = Report()
        inspect_game(self._files, report)
        return report.findings

    @cached_property
    def _checked(self) -> Checked:
        report = Report()
        checked = lay_out_game(self._files, report)
        if checked is None or report.count("error"):
            raise GameError(report.findings)
        return checked

    # --- what is in it -----------------------------------------------------------------

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks, in the order of `game.yaml`.

        Raises:
            GameError: the game has errors.
        """
        return tuple(Deck(self, deck) for deck in self._checked.bound.decks)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of all decks, each once.

        Raises:
            GameError: the game has errors.
        """
        return tuple(card for deck in self.decks for card in deck)

    def __iter__(self) -> Iterator[Deck]:
        return iter(self.decks)

    def __getitem__(self, name: str) -> Deck:
        """Return the deck of that name."""
        found = next((deck for deck in self.decks if deck.name == name), None)
        if found is None:
            raise KeyError(name)
        return found

    # --- what is made of it ------------------------------------------------------------

    def render(self, card: Card | str, side: Side = "front", dpi: float = DPI) -> Image.Image:
        """Render one side of a card as it is printed, bleed included.

        Args:
            card: A card of this game, or its name: `deck/id`, or `id` where that is enough.
            side: `front` or `back`.
            dpi: Pixels per inch.

        Raises:
            KeyError: there is no such card.
            ValueError: the card has no such side.
            GameError: the game has errors.
        """
        found = self._find(card) if isinstance(card, str) else card
        face = found._face(side)
        checked = self._checked
        scene, size = checked.laid.scenes[face], face.size.pixels(dpi)
        ((_, pixels),) = rasterize([scene], size, checked.bound.pictures)
        return Image.fromarray(pixels)

    def _find(self, name: str) -> Card:
        found = [card for card in self.cards if name in (card.id, f"{card.deck}/{card.id}")]
        if len(found) != 1:
            raise KeyError(name)
        return found[0]

    def build(
        self,
        targets: Iterable[str] | str = (),
        output: str | os.PathLike[str] = "output",
        *,
        dpi: float = DPI,
        only: str = "",
        jobs: int | None = None,
        strict: bool = False,
        fresh: bool = False,
    ) -> BuildResult:
        """Check the game and write its files, as `cardgen build` does.

        Args:
            targets: Names with options as they are typed, such as `sheets:paper=a4`; if there
                are none, those that the game names, else `mpc`.
            output: Each target is written to `output/<game>/<target>/`.
            dpi: Pixels per inch.
            only: An expression that holds for the cards to write.
            jobs: Worker processes; one a core, if left out.
            strict: Warnings count as errors.
            fresh: Use nothing of earlier builds.

        Returns:
            What was found and written: `findings`, and `written` with a `target`, a `folder` and
            `what` for each target.

        Raises:
            GameError: the game has errors; nothing was written.
            ValueError: there is no such target or option, or it makes nothing of this game.
            cardgen.files.output_folder.UnwritableError: the output cannot be written.
        """
        typed = [targets] if isinstance(targets, str) else list(targets)
        request = BuildRequest(
            targets=read_targets(typed),
            output=Path(output),
            dpi=dpi,
            only=only,
            jobs=jobs,
            strict=strict,
            fresh=fresh,
            lenient="all" in typed,
        )
        result = build_game(self._files, request, Report())
        if result.written is None:
            raise GameError(result.findings)
        return result


class Deck:
    """A deck of a game: its cards, in order."""

    def __init__(self, game: Game, bound: BoundDeck) -> None:
        self._game, self._bound = game, bound

    @property
    def name(self) -> str:
        return self._bound.name

    @property
    def size(self) -> str:
        """The name of the cards' size."""
        return self._bound.size.name

    @property
    def total(self) -> int:
        """Cards to print: copies counted."""
        return self._bound.total

    def __len__(self) -> int:
        return len(self._bound.cards)

    def __iter__(self) -> Iterator[Card]:
        return (Card(self._game, card) for card in self._bound.cards)

    def __getitem__(self, id_: str) -> Card:
        """Return the card of that id."""
        found = next((card for card in self if card.id == id_), None)
        if found is None:
            raise KeyError(id_)
        return found

    def __repr__(self) -> str:
        return f"<cardgen.Deck {self.name!r}: {len(self)} cards>"

    def _repr_png_(self) -> bytes:
        """The first fronts side by side, for notebooks."""
        return _encode(_row([card.render(dpi=_THUMBNAIL_DPI) for card in list(self)[:_SHOWN]]))


class Card:
    """A card of a deck."""

    def __init__(self, game: Game, bound: BoundCard) -> None:
        self._game, self._bound = game, bound

    @property
    def deck(self) -> str:
        """The deck's name."""
        return self._bound.deck

    @property
    def id(self) -> str:
        return self._bound.id

    @property
    def copies(self) -> int:
        return self._bound.copies

    @property
    def values(self) -> Mapping[str, Any]:
        """The fields of the card's row, and what every card has (`id`, `copies`, …)."""
        return self._bound.values

    def render(self, side: Side = "front", dpi: float = DPI) -> Image.Image:
        """Render one side; see `Game.render`."""
        return self._game.render(self, side, dpi)

    def __repr__(self) -> str:
        return f"<cardgen.Card {self.deck}/{self.id}>"

    def _repr_png_(self) -> bytes:
        """The front, for notebooks."""
        return _encode(self.render(dpi=_THUMBNAIL_DPI))

    def _face(self, side: Side) -> BoundFace:
        if side not in ("front", "back"):
            raise ValueError(f"a side is `front` or `back`, not `{side}`")
        face = self._bound.front if side == "front" else self._bound.back
        if face is None:
            raise ValueError(f"{self.deck}/{self.id} has no back")
        return face


def _layouts(layout: str | os.PathLike[str] | Mapping[str, Any]) -> str | bytes:
    """The content of `layouts.yaml`; JSON is YAML."""
    if isinstance(layout, Mapping):
        known = layout if "layouts" in layout else {"layouts": {"front": layout}}
        return to_json(plain_value(known, "layout"))
    return Path(layout).read_bytes()


def _row(pictures: list[Image.Image]) -> Image.Image:
    width = sum(picture.width for picture in pictures) or 1
    height = max((picture.height for picture in pictures), default=1)
    row = Image.new("RGB", (width, height), "white")
    left = 0
    for picture in pictures:
        row.paste(picture, (left, 0))
        left += picture.width
    return row


def _encode(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
