"""Which files of a game need not stay as they are for cards that were bound before.

In      a game as it was read.
Out     the files whose content is in the keys of cards and booklets; those of booklets alone.
"""

from __future__ import annotations

from cardgen.read.file_trees import GAME_FILE
from cardgen.read.game import COMPOSITION_FILE, GameSpec


def list_keyed(spec: GameSpec) -> frozenset[str]:
    """The files that need not stay as they are: what cards and booklets take of them is in their
    keys, and they are read as nothing else."""
    tables = frozenset(name for names in spec.tables.values() for name in names)
    read_else = _list_booklet_files(spec) | _list_laid_over(spec)
    return (tables | {GAME_FILE} | spec.layout_files) - read_else


def list_texts(spec: GameSpec) -> frozenset[str]:
    """The files of which booklets are made, and no cards: the texts, and the composition."""
    others = {GAME_FILE, *spec.layout_files, *_list_laid_over(spec)}
    others.update(name for names in spec.tables.values() for name in names)
    return _list_booklet_files(spec) - others


def _list_booklet_files(spec: GameSpec) -> frozenset[str]:
    file, editions = spec.file, spec.file.editions.values()
    texts = {file.composition or COMPOSITION_FILE, *(one.text for one in file.booklets.values())}
    return frozenset(texts.union(*(one.composition for one in editions)))


def _list_laid_over(spec: GameSpec) -> frozenset[str]:
    """What editions lay over cards: corrections, translations."""
    editions = spec.file.editions.values()
    listed = ((*one.corrections, *one.translation, *one.glossary) for one in editions)
    return frozenset(name for names in listed for name in names)
