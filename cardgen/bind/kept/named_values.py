"""What the names mean that cards and booklets look up, as keys.

In      the colors, styles, pieces and icons of a game; names that were looked up.
Out     a key of what those names mean now, those that mean nothing among them.

Of a style and a piece the places in the layouts are part of its key (`core.entry_lines`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.bind.card.look_ups import Name, Names
from cardgen.bind.card.palette import Palette
from cardgen.bind.kept.definitions_key import leave_places
from cardgen.cache.content_key import make_record_key
from cardgen.read.models.game_file import GameFile
from cardgen.read.models.layouts import PieceSpec
from cardgen.read.models.styles import StyleSpec
from cardgen.read.syntax.nodes import MappingNode

COLOR, STYLE, PIECE, ICON = "color", "style", "piece", "icon"


class NamedValues:
    """Makes keys of what names mean."""

    def __init__(
        self,
        file: GameFile,
        palette: Palette,
        styles: Mapping[str, StyleSpec],
        pieces: Mapping[str, PieceSpec],
    ) -> None:
        """Take the definitions of a game, `styles` with what they inherit."""
        self._values: dict[str, Mapping[str, object]] = {
            COLOR: palette.colors,
            STYLE: {name: (style.node,) for name, style in styles.items()},
            PIECE: {name: (piece.node,) for name, piece in pieces.items()},
            ICON: dict(_list_icons(file, palette)),
        }
        self._keys: dict[Name, bytes] = {}
        self._made: dict[Names, bytes] = {}

    def make_key(self, names: Names) -> bytes:
        """Return what stands for all that some names mean."""
        if names not in self._made:
            self._made[names] = make_record_key([(one, self._find(one)) for one in sorted(names)])
        return self._made[names]

    def make_whole_key(self) -> bytes:
        """Return what stands for all that any name means."""
        return self.make_key(
            frozenset((kind, name) for kind, named in self._values.items() for name in named)
        )

    def _find(self, name: Name) -> bytes:
        if name not in self._keys:
            kind, own = name
            self._keys[name] = make_record_key(self._values[kind].get(own))
        return self._keys[name]


def _list_icons(file: GameFile, palette: Palette) -> Iterator[tuple[str, object]]:
    """The name of each icon, what was written of it, and its color; an alias stands for the first
    that has it, and what is bound goes by the name of that."""
    written = file.node.value("icons") if file.node else None
    taken = set[str]()
    for name, icon in file.icons.items():
        own = written.value(name) if isinstance(written, MappingNode) else None
        value = name, leave_places(own), palette.find(icon.color) if icon.color else None
        for alias in (name, *icon.aliases):
            if alias not in taken:
                taken.add(alias)
                yield alias, value
