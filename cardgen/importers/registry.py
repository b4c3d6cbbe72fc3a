"""The importers that are installed: ours, and those of any other package.

In      entry points of the group `cardgen.importers`.
Out     `Importer`s, ours first; the one that reads a source.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.cache.entry_points import EntryPoint, list_entry_points
from cardgen.importers.contract import Importer, ImportFault, find_source_in

GROUP = "cardgen.importers"
_EXPORT = "export it as CSV or Excel, and import that"
_ELSEWHERE = {
    ".rb": "a script is not run: import the `layout.yml` of a game of Squib, or its table",
    ".cmp": "of a project of CardMaker import the table (.csv) that it refers to",
    ".nde": "of a script of nanDECK import the table that `LINK` names",
    ".txt": "of a script of nanDECK import the table that `LINK` names; call a table `.csv`",
    ".numbers": _EXPORT,
    ".gsheet": _EXPORT,
    ".pdf": "import the table or the pictures of which it was made",
}
"""Files that somebody may have of a game, and what of it is imported in their place."""


def installed_importers() -> list[Importer]:
    """Every importer; others' come last, so that they cannot take what ours read.

    Raises:
        ImportFault: one of another package cannot be loaded.
    """
    return list(_load(sorted(list_entry_points(GROUP), key=_order)))


def find_importer(source: Path) -> Importer:
    """The first importer that reads a source.

    Raises:
        ImportFault: there is none.
    """
    importers = installed_importers()
    for importer in importers:
        if importer.accepts(source):
            return importer
    known = "; ".join(importer.about for importer in importers)
    advice = advise_on(source) or f"what can be imported: {known}"
    raise ImportFault(f"nothing reads `{source}`; {advice}")


def advise_on(source: Path) -> str:
    """What to import in the place of something that nothing reads; "" where that is not known."""
    if source.is_dir():
        held = find_source_in(source)
        return f"import the file in it, `{held}`" if held else ""
    return _ELSEWHERE.get(source.suffix.lower(), "")


def _order(entry: EntryPoint) -> tuple[bool, str]:
    return not entry.is_own, entry.name


def _load(entries: list[EntryPoint]) -> Iterator[Importer]:
    for entry in entries:
        try:
            importer = entry.load()()
        except Exception as error:  # another package's code
            reason = f"{type(error).__name__}: {error}"
            message = f"the importer `{entry.name}` of `{entry.distribution}` cannot be loaded"
            raise ImportFault(f"{message} ({reason}); update or uninstall it") from None
        if isinstance(importer, Importer):
            yield importer
