"""Which names a place takes: of colors, layouts, decks, files and the like.

In      a place in `game.yaml`, the layouts or the composition; the game when it was sound last.
Out     names, with the kind of each.
Not here  what the schema lists (`lsp.fields`), card tables (`lsp.card_values`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from cardgen.bind.booklet.booklets import page_sizes
from cardgen.bind.pictures import PICTURE_FILES
from cardgen.check.engine.levels import find_named_elements
from cardgen.core.sizes import size_names
from cardgen.lsp.card_values import list_choices, list_columns, list_values
from cardgen.lsp.composition_names import list_composed_keys, list_composed_values
from cardgen.lsp.cursor import Cursor
from cardgen.lsp.field_uses import DATA, DECLARED, TAKES, VALUES_TAKE
from cardgen.lsp.fields import find_field
from cardgen.lsp.names import list_names
from cardgen.lsp.parameter_uses import find_parameter_kind, list_parameters
from cardgen.pipeline.checked_game import Checked
from cardgen.read.models.showcase import TRANSPARENT
from cardgen.read.models.tables import WORKBOOKS
from cardgen.read.tables.reading import DELIMITED, JSON, JSON_LINES
from cardgen.text.font_collection import SUFFIXES as COLLECTIONS

Named = Iterator[tuple[str, Iterable[str]]]
"""A kind of name, and the names."""
_YAML = (".yaml", ".yml")
FONT_FILES = (".ttf", ".otf", ".woff", ".woff2", *COLLECTIONS)
_TABLES = (*DELIMITED, *JSON, *JSON_LINES, *WORKBOOKS, *_YAML)
_FILES = {
    **dict.fromkeys(("cards", "file", "table", "glossary", "corrections"), _TABLES),
    "translation": (".po", *_TABLES),
    "text": (".md",),
    **dict.fromkeys(("picture", "icons"), PICTURE_FILES),
    **dict.fromkeys(("composition", "layouts", "include"), _YAML),
    **dict.fromkeys(("regular", "bold", "italic", "bold-italic", "fonts"), FONT_FILES),
}
"""Fields that take files, and how these end."""
_OF_DECKS = ("fields", "defaults", "set", "join")
"""Parts of a deck that are about fields of its cards."""
_SIDES = frozenset(("left", "right", "top", "bottom", "flaps"))
"""Fields that take layouts among the panels of a box, and lengths elsewhere."""


def list_value_names(cursor: Cursor, kind: str, checked: Checked) -> Named:
    """The names that fit the field whose value is typed."""
    path = _find_home(cursor, kind)
    if kind == "composition":
        yield from list_composed_values(path, cursor.key, checked)
    elif kind == "corrections":
        yield from _list_corrected(cursor, checked)
    elif kind == "game":
        yield from _list_of_game(cursor, path, checked)
    else:
        yield from _list_of_field(cursor, kind, checked)


def _find_home(cursor: Cursor, kind: str) -> tuple[str, ...]:
    """The path of a place; of what an edition lays over the game, that in the game."""
    path = cursor.path
    is_laid_over = kind == "game" and path[:1] == ("editions",) and len(path) > 2
    return path[2:] if is_laid_over else path


def _list_of_game(cursor: Cursor, path: tuple[str, ...], checked: Checked) -> Named:
    key, file = cursor.key, checked.spec.file
    match path:
        case ("distinct", deck):
            yield f"`{key}`", list_values(deck, (key,), checked)
        case ("showcase", *_):
            yield from _list_of_scenes(cursor, checked)
        case ("checks",) if key == "card":
            yield "card", list_names(checked, "card")
        case ("checks",) if key == "element":
            yield "element", find_named_elements(checked.spec.layouts.node)
        case ("editions", name) if key == "extends":
            yield "edition", (one for one in file.editions if one != name)
        case ("editions", _) if key == "without":
            yield "deck, box or booklet", (*file.decks, *file.boxes, *file.booklets)
        case ("decks", deck, *_, part) if part in _OF_DECKS:
            yield from _list_of_deck(deck, part, key, checked)
        case _:
            yield from _list_of_field(cursor, "game", checked)


def _list_of_field(cursor: Cursor, kind: str, checked: Checked) -> Named:
    """Names and files that a field takes wherever it stands."""
    section = cursor.path[0] if cursor.path else ""
    yield from _list_declared(_find_kind(cursor, kind, checked), cursor, checked)
    field = section if cursor.path in (("fonts",), ("icons",)) else cursor.key
    if field != "text" or section == "booklets":
        yield from _list_files(field, checked)


def _list_of_deck(deck: str, part: str, key: str, checked: Checked) -> Named:
    """What fits in a part of a deck whose keys are fields of cards, or are about them."""
    if part == "fields":
        field = find_field("game", ("decks", deck, part, key), "type")
        yield "kind of value", field.values if field else ()
    elif part in ("defaults", "set"):
        yield f"`{key}`", list_choices(deck, key, checked) or list_values(deck, (key,), checked)
    elif key == "on":
        yield "field of a card", list_columns(deck, checked)
    else:
        yield from _list_files(key, checked)


def _list_corrected(cursor: Cursor, checked: Checked) -> Named:
    """What the row of a correction names."""
    if cursor.key == "card":
        yield "card", list_names(checked, "card")
    elif cursor.key == "field":
        deck = cursor.beside.get("card", "").partition("/")[0]
        decks = [deck] if deck in checked.spec.decks else checked.spec.decks
        yield "field of a card", (name for one in decks for name in _list_texts(one, checked))


def _list_texts(deck: str, checked: Checked) -> Iterator[str]:
    """The fields of a deck that hold what is typed, but for those that cards are known by."""
    fields = checked.spec.decks[deck].fields
    for name in list_columns(deck, checked):
        if name not in ("id", "copies") and not (name in fields and fields[name].value):
            yield name


def list_key_names(cursor: Cursor, kind: str, checked: Checked) -> Named:
    """The names that may be keys where one is typed."""
    path, laid_over = cursor.path, _find_home(cursor, kind)
    if path != laid_over and len(laid_over) == 1 and laid_over[0] in DECLARED:
        kind = DECLARED[laid_over[0]]
        yield kind, list_names(checked, kind, editions=True)
        return
    path = laid_over
    if kind == "composition":
        yield from list_composed_keys(path, checked)
    elif path == ("distinct",):
        yield "deck", checked.spec.decks
    elif (path[:1] == ("distinct",) and len(path) == 2) or (
        path[:1] == ("decks",) and path[2:] in (("fields",), ("defaults",), ("cards", "set"))
    ):
        yield "field of a card", list_columns(path[1], checked)
    elif piece := cursor.around.get("piece", ""):
        yield f"parameter of `{piece}`", list_parameters(checked.spec.layouts.node, piece)
    elif style := checked.spec.layouts.styles.get(cursor.around.get("style", "")):
        yield f"parameter of `{cursor.around['style']}`", style.params


def _list_of_scenes(cursor: Cursor, checked: Checked) -> Named:
    file = checked.spec.file
    match cursor.key:
        case "cards":
            yield "deck", file.decks
            yield "card", list_names(checked, "card")
        case "box":
            yield "box", file.boxes
        case "picture":
            yield "scene", (name for name in file.showcase if name not in cursor.path)
        case "ground":
            yield "color", (TRANSPARENT, *file.palette)
        case _:
            yield from _list_of_field(cursor, "game", checked)


def _list_declared(named: str, cursor: Cursor, checked: Checked) -> Named:
    names = list_names(checked, named, editions=cursor.in_edition)
    if cursor.path[-1:] == ("palette",):
        names = _list_above(cursor, names, checked)
    if named == "style" and cursor.key == "style" and "font" not in cursor.beside:
        names = [name for name in names if _has_font(name, checked)]
    yield named, names
    if (named == "size" and "decks" in cursor.path) or cursor.key == "like":
        yield "component size", sorted(size_names())
    if cursor.key == "page":
        yield "page size", (*page_sizes(), *sorted(size_names()))


def _list_above(cursor: Cursor, names: Iterable[str], checked: Checked) -> list[str]:
    """The colors that stand above the one that is typed: a palette is read from top to bottom,
    and that of the game before what an edition adds."""
    known = takewhile(lambda name: name != cursor.key, names)
    above = {*takewhile(lambda name: name != cursor.key, cursor.beside)}
    if cursor.in_edition:
        above |= {*list_names(checked, "color")}
    return [name for name in known if name in above]


def _list_files(field: str, checked: Checked) -> Named:
    if field in _FILES:
        files = dict.fromkeys((*checked.game.own_files(), *checked.game.asset_names()))
        yield "file", (name for name in files if name.lower().endswith(_FILES[field]))


def _find_kind(cursor: Cursor, kind: str, checked: Checked) -> str:
    """What kind of name a value is."""
    piece, style, name = _find_parameter(cursor)
    if piece or style:
        root = checked.spec.layouts.node
        return find_parameter_kind(root, name, TAKES, piece=piece, style=style)
    if kind == "game" and DATA & {*cursor.path}:
        return ""
    if cursor.path and cursor.path[-1] in VALUES_TAKE:
        return VALUES_TAKE[cursor.path[-1]]
    if cursor.key == "extends":
        return next((DECLARED[key] for key in cursor.path if key in DECLARED), "")
    if cursor.path[-1:] == ("styles",) and {"booklets", "showcase"} & {*cursor.path}:
        return "style"
    if cursor.key == "size" and "decks" not in cursor.path:
        return ""
    if cursor.key in _SIDES and "panels" not in cursor.path:
        return ""
    return TAKES.get(cursor.key, "")


def _find_parameter(cursor: Cursor) -> tuple[str, str, str]:
    """The piece, or the style, that is given what is typed, or has it by default; and the name of
    the parameter."""
    match cursor.path, cursor.key:
        case (("pieces", piece, "takes"), name) | (("pieces", piece, "params", name), "default"):
            return piece, "", name
        case ("styles", style, "params", name), "default":
            return "", style, name
    return cursor.around.get("piece", ""), cursor.around.get("style", ""), cursor.key


def _has_font(style: str, checked: Checked) -> bool:
    """Whether a style says all that a text needs; others stand in `[words]{style}`. One that an
    edition adds counts as such."""
    styles, seen = checked.spec.layouts.styles, set[str]()
    if style not in styles:
        return True
    found = styles.get(style)
    while found is not None and not found.font and found.extends and found.extends not in seen:
        seen.add(found.extends)
        found = styles.get(found.extends)
    return found is not None and bool(found.font)
