"""The importers that are installed: ours, and those of any other package.

In      entry points of the group `cardgen.importers`.
Out     `Importer`s, ours first; the one that reads a source.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardgen.cache.entry_points import EntryPoint, list_entry_points
from cardgen.importers.contract import Importer, ImportFault

GROUP = "cardgen.importers"


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
    raise ImportFault(f"nothing reads `{source}`; what can be imported: {known}")


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
