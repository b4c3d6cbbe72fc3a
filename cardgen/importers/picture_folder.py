"""Import a folder of pictures: a game of full-bleed cards, one a picture.

In      a folder with PNG or JPEG files; one called `back` is the back of all.
Out     a game that shows them to the edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.importers.contract import ImportedFile, Importer, ImportFault, find_beside
from cardgen.importers.game_text import game_yaml, quote

_KINDS = (".png", ".jpg", ".jpeg")
MOST = 2_000


class PictureFolderImporter(Importer):
    """Reads a folder of finished pictures of cards."""

    name = "picture-folder"
    about = "a folder of pictures of whole cards (PNG, JPEG)"

    def accepts(self, source: Path) -> bool:
        return source.is_dir() and bool(_pictures(source))

    def read(self, source: Path, title: str) -> Mapping[str, ImportedFile]:
        found = _pictures(source)
        backs = [path for path in found if path.stem.casefold() in ("back", "cardback")]
        fronts = [path for path in found if path not in backs]
        if not fronts or len(found) > MOST:
            raise ImportFault(f"`{source}` holds {len(fronts)} pictures; 1 to {MOST} can be read")
        files: dict[str, ImportedFile] = {f"art/{path.name}": path for path in found}
        cards = [(path.stem, f"art/{path.name}", 1) for path in fronts]
        return files | picture_game(title, cards, f"art/{backs[0].name}" if backs else "")


def _pictures(folder: Path) -> list[Path]:
    named = sorted(p.name for p in folder.iterdir() if p.suffix.lower() in _KINDS)
    return [folder / name for name in named if find_beside(folder, name)]


def picture_game(title: str, cards: Sequence[tuple[str, str, int]], back: str) -> dict[str, bytes]:
    """The text files of a game whose cards are pictures: names, files, copies."""
    rows = "".join(
        f"- {{name: {quote(name)}, art: {quote(file)}, copies: {copies}}}\n"
        for name, file, copies in cards
    )
    whole = "left: 0, right: 0, top: 0, bottom: 0"
    paint = f"picture: {quote(back)}, {whole}" if back else "shape: rectangle, fill: back"
    layouts = (
        f'layouts:\n  card:\n    bleed:\n      - {{picture: "{{{{ art }}}}", {whole}}}\n'
        f"  back:\n    bleed:\n      - {{{paint}}}\n"
    )
    deck = "{cards: cards.yaml, size: poker, front: card, back: back}"
    return {
        "game.yaml": game_yaml(title, {"cards": deck}, fonts=False).encode(),
        "cards.yaml": rows.encode(),
        "layouts.yaml": layouts.encode(),
    }
