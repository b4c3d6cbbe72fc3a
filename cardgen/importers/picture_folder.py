"""Import a folder of pictures: a game of full-bleed cards, one a picture.

In      a folder with PNG, JPEG, WebP or AVIF files; one called `back` is the back of all.
Out     a game that shows them to the edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from cardgen.importers.contract import (
    ImportedFile,
    ImportedGame,
    Importer,
    ImportFault,
    find_beside,
    find_source_in,
)
from cardgen.importers.game_text import game_yaml, quote

_KINDS = (".png", ".jpg", ".jpeg", ".webp", ".avif")
_OTHERS = frozenset((".tif", ".tiff", ".gif", ".bmp", ".svg", ".psd", ".heic", ".ai", ".pdf"))
"""What cards are drawn or saved as, too, and is not imported."""
_TOLD = 3
MOST = 2_000
_NAMES = "checks: [{code: field-not-shown, level: off, reason: names are on the pictures}]\n"


class PictureFolderImporter(Importer):
    """Reads a folder of finished pictures of cards."""

    name = "picture-folder"
    about = "a folder of pictures of whole cards (PNG, JPEG, WebP, AVIF)"

    def accepts(self, source: Path) -> bool:
        return source.is_dir() and bool(_pictures(source))

    def read(self, source: Path, title: str) -> Mapping[str, ImportedFile]:
        found = _pictures(source)
        backs = [path for path in found if path.stem.casefold() in ("back", "cardback")]
        fronts = [path for path in found if path not in backs]
        if not fronts or len(found) > MOST:
            raise ImportFault(f"`{source}` holds {len(fronts)} pictures; 1 to {MOST} can be read")
        files: dict[str, ImportedFile] = {f"art/{path.name}": path for path in found}
        cards = [PictureCard(path.stem, f"art/{path.name}") for path in fronts]
        game = picture_game(title, cards, f"art/{backs[0].name}" if backs else "")
        made = ImportedGame(files | game)
        made.notes += [*_describe_source(find_source_in(source)), *_describe_left(source, found)]
        return made


def _describe_source(held: Path | None) -> list[str]:
    """What is said where pictures lie beside a table: they may be parts of cards."""
    if held is None:
        return []
    return [
        f"each picture is a whole card; `{held}` was not read: if the cards are in it, import it"
    ]


def _describe_left(folder: Path, taken: Sequence[Path]) -> list[str]:
    """What is said of pictures that are not imported: of other kinds, in folders below, links to
    nothing."""
    left = sorted(
        path.relative_to(folder).as_posix()
        for path in (*folder.iterdir(), *folder.glob("*/*"))
        if path not in taken
        and not (path.parent != folder and path.parent.is_symlink())
        and path.suffix.lower() in (*_KINDS, *_OTHERS)
        and path.name[0] != "."
        and not path.is_dir()
    )
    if not left:
        return []
    named = ", ".join(f"`{name}`" for name in left[:_TOLD])
    more = f" and {len(left) - _TOLD} more" if len(left) > _TOLD else ""
    return [
        f"not imported: {named}{more}; PNG, JPEG, WebP and AVIF files in the folder itself are read"
    ]


def _pictures(folder: Path) -> list[Path]:
    named = sorted(p.name for p in folder.iterdir() if p.suffix.lower() in _KINDS)
    return [folder / name for name in named if find_beside(folder, name)]


class PictureCard(Struct, frozen=True):
    """A card that is a picture, or one on each side."""

    name: str
    art: str
    """The file of its front."""
    copies: int = 1
    back: str = ""
    """The file of a back of its own."""


def picture_game(
    title: str, cards: Sequence[PictureCard], back: str, size: str = "poker", more: str = ""
) -> dict[str, bytes]:
    """The text files of a game whose cards are pictures.

    Args:
        title: The game's name.
        cards: Its cards.
        back: The picture of the back that cards have without one of their own; "" for a plain one.
        size: The cards' size.
        more: What stands at the end of `game.yaml`.
    """
    several = any(card.back for card in cards)
    rows = "".join(_row(card, (card.back or back) if several else "") for card in cards)
    whole = "left: 0, right: 0, top: 0, bottom: 0"
    shown = "{{ back }}" if several else back
    paint = f"picture: {quote(shown)}, {whole}" if shown else "shape: rectangle, fill: '#31505f'"
    layouts = (
        f'layouts:\n  card:\n    bleed:\n      - {{picture: "{{{{ art }}}}", {whole}}}\n'
        f"  back:\n    bleed:\n      - {{{paint}}}\n"
    )
    deck = f"{{cards: cards.yaml, size: {size}, front: card, back: back}}"
    return {
        "game.yaml": f"{game_yaml(title, {'cards': deck}, drawn=False)}{_NAMES}{more}".encode(),
        "cards.yaml": rows.encode(),
        "layouts.yaml": layouts.encode(),
    }


def _row(card: PictureCard, back: str) -> str:
    own = f", back: {quote(back)}" if back else ""
    return f"- {{name: {quote(card.name)}, art: {quote(card.art)}{own}, copies: {card.copies}}}\n"
