"""Which names a place takes: of colors, layouts, decks, files and the like.

In      a place in `game.yaml`, the layouts or the composition; the game when it was sound last.
Out     names, with the kind of each.
Not here  what the schema lists (`lsp.fields`), card tables (`lsp.card_values`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardgen.bind.booklet.booklets import page_sizes
from cardgen.core.sizes import size_names
from cardgen.lsp.card_values import list_columns, list_values
from cardgen.lsp.cursor import Cursor
from cardgen.lsp.field_uses import DECLARED, TAKES
from cardgen.lsp.names import list_names
from cardgen.lsp.parameter_uses import find_parameter_kind, list_parameters
from cardgen.pipeline.checked_game import Checked
from cardgen.read.models.showcase import TRANSPARENT
from cardgen.read.models.tables import WORKBOOKS
from cardgen.read.tables.reading import DELIMITED, JSON, JSON_LINES

Named = Iterator[tuple[str, Iterable[str]]]
"""A kind of name, and the names."""
_YAML = (".yaml", ".yml")
_FONTS = (".ttf", ".otf", ".woff", ".woff2", ".ttc")
_TABLES = (*DELIMITED, *JSON, *JSON_LINES, *WORKBOOKS, *_YAML)
_FILES = {
    **dict.fromkeys(("cards", "file", "table", "glossary", "corrections"), _TABLES),
    "translation": (".po", *_TABLES),
    "text": (".md",),
    **dict.fromkeys(
        ("picture", "icons"), (".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".pdf")
    ),
    **dict.fromkeys(("composition", "layouts", "include"), _YAML),
    **dict.fromkeys(("regular", "bold", "italic", "bold-italic", "fonts"), _FONTS),
}
"""Fields that take files, and how these end."""
_SIDES = frozenset(("left", "right", "top", "bottom", "flaps"))
"""Fields that take layouts among the panels of a box, and lengths elsewhere."""
_COUNTED = frozenset(("count", "range", "expect", "copies"))
"""Fields of the composition whose keys are fields of a deck."""


def list_value_names(cursor: Cursor, kind: str, checked: Checked) -> Named:
    """The names that fit the field whose value is typed."""
    path, key = cursor.path, cursor.key
    section = path[0] if path else ""
    if kind == "composition":
        if key in ("unique", "required") and len(path) == 1:
            yield "field of a card", list_columns(section, checked)
    elif kind == "corrections":
        yield from _list_corrected(cursor, checked)
    elif (kind, section, len(path)) == ("game", "distinct", 2):
        yield f"`{key}`", list_values(path[1], (key,), checked)
    elif (kind, section) == ("game", "showcase"):
        yield from _list_of_scenes(cursor, checked)
    elif (kind, section, key) == ("game", "editions", "extends"):
        yield "edition", (name for name in checked.spec.file.editions if name not in path)
    elif (kind, section, key) == ("game", "editions", "without"):
        file = checked.spec.file
        yield "deck, box or booklet", (*file.decks, *file.boxes, *file.booklets)
    else:
        yield from _list_declared(_find_kind(cursor, checked), cursor, checked)
        field = section if path in (("fonts",), ("icons",)) else key
        if field != "text" or section == "booklets":
            yield from _list_files(field, checked)


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
    path = cursor.path
    if kind == "composition":
        yield from _list_counted(path, checked)
    elif path == ("distinct",):
        yield "deck", checked.spec.decks
    elif path[:1] == ("distinct",) and len(path) == 2:
        yield "field of a card", list_columns(path[1], checked)
    elif path[:1] == ("editions",) and len(path) == 3 and path[2] in DECLARED:
        yield DECLARED[path[2]], list_names(checked, DECLARED[path[2]], editions=True)
    elif path[:1] == ("decks",) and path[2:] in (("fields",), ("defaults",)):
        yield "field of a card", list_columns(path[1], checked)
    elif piece := cursor.around.get("piece", ""):
        yield f"parameter of `{piece}`", list_parameters(checked.spec.layouts.node, piece)
    elif style := checked.spec.layouts.styles.get(cursor.around.get("style", "")):
        yield f"parameter of `{cursor.around['style']}`", style.params


def _list_counted(path: tuple[str, ...], checked: Checked) -> Named:
    if not path:
        yield "deck", checked.spec.decks
    elif len(path) == 2 and path[1] in _COUNTED:
        yield "field of a card", list_columns(path[0], checked)
    elif len(path) == 3 and path[1] in ("count", "copies"):
        yield f"`{path[2]}`", list_values(path[0], path[2:], checked)


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
            yield from _list_declared(_find_kind(cursor, checked), cursor, checked)
            yield from _list_files(cursor.key, checked)


def _list_declared(named: str, cursor: Cursor, checked: Checked) -> Named:
    names = list_names(checked, named, editions=cursor.in_edition)
    if named == "style" and cursor.key == "style" and "font" not in cursor.beside:
        names = [name for name in names if _has_font(name, checked)]
    yield named, names
    if (named == "size" and "decks" in cursor.path) or cursor.key == "like":
        yield "component size", sorted(size_names())
    if cursor.key == "page":
        yield "page size", (*page_sizes(), *sorted(size_names()))


def _list_files(field: str, checked: Checked) -> Named:
    if field in _FILES:
        files = dict.fromkeys((*checked.game.own_files(), *checked.game.asset_names()))
        yield "file", (name for name in files if name.lower().endswith(_FILES[field]))


def _find_kind(cursor: Cursor, checked: Checked) -> str:
    """What kind of name a value is."""
    piece, style = (cursor.around.get(one, "") for one in ("piece", "style"))
    if piece or style:
        root = checked.spec.layouts.node
        return find_parameter_kind(root, cursor.key, TAKES, piece=piece, style=style)
    if cursor.key == "extends":
        return next((DECLARED[key] for key in cursor.path if key in DECLARED), "")
    if cursor.path[-1:] == ("styles",) and {"booklets", "showcase"} & {*cursor.path}:
        return "style"
    if cursor.key == "size" and "decks" not in cursor.path:
        return ""
    if cursor.key in _SIDES and "panels" not in cursor.path:
        return ""
    return TAKES.get(cursor.key, "")


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
