"""Where a field belongs that was written in another place.

In      the name of a field, and the model that has no such field.
Out     a hint that names the file or entry that has it; the form of a mapping, or of a list of so
        many parts, in one line; what to write where a mapping stands in the place of a name, or
        lacks a field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache, lru_cache

from cardgen.core.findings import find_closest
from cardgen.read.models.boxes import BoxSpec
from cardgen.read.models.components import SizeSpec
from cardgen.read.models.element import Element
from cardgen.read.models.elements import KINDS
from cardgen.read.models.game_file import DeckComposition, DeckSpec, GameFile
from cardgen.read.models.layouts import LAYOUT_PARTS, LayoutsFile, LayoutSpec, PieceSpec
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import TextStyle

_HOMES: tuple[tuple[type[Spec], str], ...] = (
    (LayoutsFile, "belongs in layouts.yaml"),
    (DeckSpec, "belongs to a deck, below `decks:` in game.yaml"),
    (GameFile, "belongs in game.yaml"),
    (DeckComposition, "belongs in composition.yaml, below the name of a deck"),
    (LayoutSpec, "belongs to a layout, below `layouts:` in layouts.yaml"),
    (SizeSpec, "belongs to a size, below `sizes:` in game.yaml"),
    (BoxSpec, "belongs to a box, below `boxes:` in game.yaml"),
)
"""Models by where they stand; of several that have a field, the first is meant."""
_NEARER: dict[type[Spec], tuple[type[Spec], ...]] = {
    GameFile: (LayoutsFile, DeckSpec, DeckComposition),
    DeckSpec: (SizeSpec, DeckComposition, GameFile),
    SizeSpec: (DeckSpec, BoxSpec, GameFile),
    LayoutsFile: (GameFile, LayoutSpec),
    LayoutSpec: (LayoutsFile, DeckSpec),
}
"""What is meant before the others, where a field stands in a model by mistake."""
_FILES = frozenset(("layouts", "composition"))
"""Fields of game.yaml that name files, and are often taken for what stands in these."""
_NAMES = {
    "build": "here stand names of targets, as `[mpc, sheets]`; their options are under `targets:`",
    "size": "here stands the name of a size; give it one under `sizes:`, and write that here",
    "front": "here stands the name of a layout; put what you typed under `layouts:`",
    "back": "here stands the name of a layout; put what you typed under `layouts:`",
    "color": 'write one color, as in `sea / 50%` or `"#ff0000"`',
    "stroke": "write the color alone, as in `stroke: sea, stroke-width: 0.5mm`",
}
"""Fields that name what stands elsewhere, and are often taken for that."""
_FROM_CORNER = "the distances from the left and the top"
_LISTS = {
    "center": f"`[50%, 20%]`: {_FROM_CORNER}",
    "crop": "`[0%, 0%, 50%, 100%]`: left, top, width and height",
    "focus": f"`[30%, 20%]`: {_FROM_CORNER}",
    "join": "`{table: art.csv, on: name}`: the other table, and a field that both have",
    "line": "`[[0%, 50%], [100%, 50%]]`: its two ends",
    "points": f"`[[0%, 0%], [100%, 0%], [50%, 100%]]`: of each point {_FROM_CORNER}",
    "range": "`[0, 10]`: the least and the greatest",
    "share": "`[10%, 30%]`: the least and the greatest",
    "slice": "`[25%, 25%, 25%, 25%]`: top, right, bottom and left",
    "tail": f"`[20%, 130%]`: {_FROM_CORNER}",
    "view": "`[0, 0, 100, 100]`: left, top, width and height",
    "wrap": "`{shape: ellipse, width: 15mm, height: 15mm}`: what a text flows around; long lines "
    "are broken without it",
    "word-space": "`[75%, 160%]`: the narrowest and the widest",
}
"""Fields that are a list of so many parts, each with a meaning of its own."""
_COPIES = (
    "it belongs on the rows of the table, or below `defaults:` for all of them; a column of another"
    " name is told below `fields:`, as `copies: {from: Qty}`"
)
_ONE_SLIP = 0.8
"""How alike words are that differ in a letter of five."""


def find_home(name: str, owner: type[Spec]) -> str:
    """A hint on the place that has the field; empty where none has."""
    if owner is DeckSpec and name in ("copies", "qty"):
        return _COPIES
    if issubclass(owner, (Element, TextStyle)):
        return _list_kinds(name)
    homes = dict(_HOMES)
    nearer = _NEARER.get(owner, ())
    for model in (*nearer, *homes):
        if model is not owner and name in _names(model):
            return f"`{name}` {homes[model]}"
    if owner is LayoutSpec and _list_kinds(name):
        return "elements are entries of a list, below `bleed:`, `trim:` or `safe:`"
    return ""


@lru_cache(1024)
def find_nearer(name: str, owner: type[Spec]) -> str:
    """A hint on a field of other elements that is nearer to the name than the owner's; none where
    a slip of one letter makes one of these of it: `stile` is `style` in a text, not `tile`."""
    own = _names(owner)
    if not issubclass(owner, Element) or is_one_slip(name, own):
        return ""
    guess = find_closest(name, own | _list_element_fields())
    if guess is None or guess in own:
        return ""
    kinds = _list_kinds(guess)
    return kinds if guess == name else f"did you mean `{guess}`? {kinds}"


def is_field(name: str) -> bool:
    """Whether anything in layouts.yaml, game.yaml or composition.yaml has a field of that name."""
    return name in _list_fields()


def is_one_slip(name: str, known: Iterable[str]) -> bool:
    """Whether a slip of one letter makes one of the known names of a name."""
    return bool(get_close_matches(name, [*known], n=1, cutoff=_ONE_SLIP))


def explain_elements(model: type[Spec]) -> str:
    """What to do with a list of elements where a mapping of the model stands; empty if that holds
    no elements."""
    if model is PieceSpec:
        return "write `draw: {overlay: […]}` around the list: a piece is one element"
    keys = ", ".join(f"`{name}:`" for name in LAYOUT_PARTS)
    return f"put the list below a key: {keys}" if model is LayoutSpec else ""


@cache
def _list_element_fields() -> frozenset[str]:
    """The fields of all elements."""
    return frozenset().union(*map(_names, _elements().values()))


@cache
def _list_fields() -> frozenset[str]:
    """The fields of whatever a file can describe."""
    return frozenset().union(*map(_names, _below(Spec)))


@cache
def _elements() -> dict[str, type[Spec]]:
    """The models of the elements, by kind."""
    models = {kind: model_named(f"{kind.capitalize()}Element") for kind in KINDS}
    return {kind: model for kind, model in models.items() if model}


def _list_kinds(name: str) -> str:
    """The kinds of elements that have a field."""
    kinds = [f"`{kind}`" for kind, model in _elements().items() if name in _names(model)]
    if not kinds:
        return ""
    return f"`{name}` is a field of elements of the kind {', '.join(kinds)}"


def explain_content(name: str) -> str:
    """What to do with content in the place of a name; empty for fields that are no such names."""
    if name in _FILES:
        return (
            f"here stands the name of a file, as `{name}.yaml`; put what you typed into that file"
        )
    return _NAMES.get(name, "")


def explain_list(name: str) -> str:
    """How a field that is a list of certain parts is written; empty for other fields."""
    return f"write {_LISTS[name]}" if name in _LISTS else ""


def explain_sequence(name: str) -> str:
    """What to write where a list stands in the place of a text; empty for most fields."""
    if name in ("color", "fill", "stroke"):
        mixed = ", or a gradient: `{from: red, to: blue}`" if name == "fill" else ""
        return f'write one color, as in `sea / 50%` or `"#ff0000"`{mixed}'
    if name != "repeat":
        return ""
    return "write an expression in quotes: a number, a field, or a list as in `\"['a', 'b']\"`"


def explain_missing(name: str, around: str) -> str:
    """What to add to a mapping that lacks a field; `around` is the field that it is typed in."""
    if (around, name) == ("cards", "file"):
        return "cards stand in a file of their own: put the rows into it, and write its name here"
    return f"add `{name}: …`"


def model_named(name: str) -> type[Spec] | None:
    """The model of that class name; none for those of whole files."""
    models = (model for model in _below(Spec) if model not in (GameFile, LayoutsFile))
    return next((model for model in models if model.__name__ == name), None)


def _below(model: type[Spec]) -> Iterator[type[Spec]]:
    for derived in model.__subclasses__():
        yield derived
        yield from _below(derived)


@cache
def _names(model: type[Spec]) -> frozenset[str]:
    return frozenset(info.alias or name for name, info in model.model_fields.items())
