"""Names that a game declares, and where each is used.

In      the files of a game, as they were read.
Out     `Use`s: a name, its kind, its place, whether it is declared there.

A name is used where a field that takes such names holds it, plainly and whole: what a template
works out is left to the checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from cardgen.core.file_lines import YAML_FILES, split_lines, strip_end
from cardgen.lsp.edition_files import (
    list_edition_compositions,
    list_edition_layouts,
    list_edition_texts,
    list_entries,
    read_text,
    read_tree,
)
from cardgen.lsp.field_uses import (
    DATA,
    DECLARED,
    GIVEN,
    TAKES,
    list_aliases,
    list_declared,
    list_shown,
    list_used,
)
from cardgen.lsp.parameter_uses import list_parameter_uses
from cardgen.lsp.text_uses import KnownNames, list_text_uses
from cardgen.lsp.translation_uses import PO_FILE, list_translation_uses, list_translations
from cardgen.lsp.uses import Use
from cardgen.pipeline.checked_game import Checked
from cardgen.read.game import COMPOSITION_FILE, GameSpec
from cardgen.read.syntax.nodes import Node, ScalarNode, SequenceNode, find
from cardgen.read.tables.reading import DELIMITED

TEXT_FILES = (*YAML_FILES, *DELIMITED, ".md")


def list_uses(checked: Checked) -> list[Use]:
    """Every name of a game at every place, declarations first."""
    spec = checked.spec
    layouts = [spec.layouts.node, *list_edition_layouts(checked)]
    found: list[Use] = []
    for root in (spec.file.node, *layouts):
        for field, kind in DECLARED.items():
            found += list_declared(find(root, field), kind)
        found += list_aliases(root)
    found += _list_cards(checked)
    found += _list_added(spec, found)
    known = {(use.kind, use.name) for use in found}
    used = [*list_used(spec.file.node, DATA)]
    for root in layouts:
        used += [*list_used(root, GIVEN), *list_parameter_uses(root, TAKES)]
    used += (Use(one.kind, one.name, one.span) for one in _list_keys(checked))
    used += _list_corrected(checked)
    found += [use for use in used if (use.kind, use.name) in known]
    found += _list_in_texts(checked, found)
    places = {(use.kind, use.name, use.span) for use in found if use.is_declared}
    return [
        use
        for use in dict.fromkeys(found)
        if use.is_declared or (use.kind, use.name, use.span) not in places
    ]


def _list_added(spec: GameSpec, declared: Iterable[Use]) -> Iterator[Use]:
    """Names that editions add to the game's own."""
    known = {(use.kind, use.name) for use in declared}
    for _, edition in list_entries(find(spec.file.node, "editions")):
        for field, kind in DECLARED.items():
            if field != "layouts":  # files
                named = list_declared(find(edition, field), kind)
                yield from (use for use in named if (kind, use.name) not in known)
        yield from list_aliases(edition)


def _list_in_texts(checked: Checked, declared: Iterable[Use]) -> Iterator[Use]:
    """Names in the words of cards, layouts and booklets."""
    names: dict[str, set[str]] = {}
    for use in declared:
        if use.is_declared:
            names.setdefault(use.kind, set()).add(use.name)
    cards: dict[str, set[str]] = {name: set() for name in names.get("deck", ())}
    for name in names.get("card", ()):
        deck, _, ident = name.partition("/")
        cards.setdefault(deck, set()).add(ident)
    known = KnownNames(names, cards)
    for file in (*list_text_files(checked), *list_translations(checked.spec)):
        text = read_text(checked, file)
        if text is None:
            continue
        lines = [strip_end(line) for line in split_lines(text, file)]
        find_names = list_translation_uses if file.endswith(PO_FILE) else list_text_uses
        yield from find_names(lines, file, known)


def list_text_files(checked: Checked) -> list[str]:
    """The files of a game whose words cardgen sets, in YAML, CSV and Markdown."""
    spec = checked.spec
    tables = (name for files in spec.tables.values() for name in files)
    booklets = (booklet.text for booklet in spec.file.booklets.values())
    composition = spec.file.composition or COMPOSITION_FILE
    layouts = (*spec.file.layouts, *sorted(spec.layout_files))
    laid_over = _list_files(checked, list_edition_texts(spec))
    every = ("game.yaml", *layouts, composition, *tables, *booklets, *laid_over)
    return [name for name in dict.fromkeys(every) if name.endswith(TEXT_FILES)]


def _list_files(checked: Checked, named: Iterable[str]) -> Iterator[str]:
    """Files by their names, or by patterns."""
    for name in named:
        if "*" in name:
            yield from (file for file in checked.game.own_files() if fnmatchcase(file, name))
        else:
            yield name


def _list_keys(checked: Checked) -> Iterator[Use]:
    """Names that are keys elsewhere: of the composition, of what an edition changes, of values to
    tell apart; and the styles of booklets."""
    spec = checked.spec
    root = spec.file.node
    composition = spec.composition.node if spec.composition else None
    for node in (composition, *list_edition_compositions(checked), find(root, "distinct")):
        yield from list_declared(node, "deck")
    editions = [edition for _, edition in list_entries(find(root, "editions"))]
    for edition in editions:
        yield from list_declared(find(edition, "distinct"), "deck")
        for field, kind in DECLARED.items():
            yield from list_declared(find(edition, field), kind)
    for one in (root, *editions):
        for _, booklet in list_entries(find(one, "booklets")):
            for _, style in list_entries(find(booklet, "styles")):
                if isinstance(style, ScalarNode):
                    yield Use("style", style.text, style.span)


def _list_corrected(checked: Checked) -> Iterator[Use]:
    """The cards that editions correct, in YAML."""
    editions = checked.spec.file.editions.values()
    for file in dict.fromkeys(path for one in editions for path in one.corrections):
        rows = read_tree(checked, file) if file.endswith(YAML_FILES) else None
        for row in rows.items if isinstance(rows, SequenceNode) else ():
            yield from list_shown(find(row, "card"))


def _list_cards(checked: Checked) -> Iterator[Use]:
    for deck in checked.bound.decks:
        for card in deck.cards:
            name = f"{deck.name}/{card.id}"
            yield Use("card", name, card.span, is_declared=True, text=None)
    for deck_name, rows in checked.spec.cards.items():
        for row in rows:
            typed = row.scalar("id")
            if typed is not None and typed.text == row.id and not row.span.cell:
                name = f"{deck_name}/{row.id}"
                yield Use("card", name, typed.span, is_declared=True, text=row.id)


def list_names(checked: Checked, kind: str, *, editions: bool = False) -> list[str]:
    """The names of a kind that a game declares, with those that its editions add."""
    if kind == "card":
        return [f"{deck.name}/{card.id}" for deck in checked.bound.decks for card in deck.cards]
    roots: list[Node | None] = [checked.spec.file.node, checked.spec.layouts.node]
    if editions:
        roots += [one for _, one in list_entries(find(checked.spec.file.node, "editions"))]
        roots += list_edition_layouts(checked)
    fields = [field for field, one in DECLARED.items() if one == kind]
    named = (
        name for root in roots for field in fields for name, _ in list_entries(find(root, field))
    )
    aliases = [use.name for root in roots for use in list_aliases(root)] if kind == "icon" else []
    return list(dict.fromkeys((*named, *aliases)))
