"""Which names of a game are looked up while something is bound.

In      colors, styles, pieces and icons by name.
Out     the same, watched; what is made, with the names that were asked for meanwhile, those that
        mean nothing among them.

What is made once and stands on several cards brings its names along each time it is taken. To list
all names, as hints do ("did you mean"), looks up none: a card with a finding is not kept. That
something was found wrong is noted as a name, too: what is made once is at fault on each card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

from msgspec import Struct

from cardgen.core.findings import Report

Name = tuple[str, str]
"""What it is a name of ("color"), and the name."""
Names = frozenset[Name]
FAULT: Name = ("fault", "")
"""Stands among the names of what something was found wrong with."""
T = TypeVar("T")
V = TypeVar("V")


class Noted(Struct, Generic[T], frozen=True):
    """Something, and the names that were looked up for it."""

    value: T
    names: Names

    @property
    def is_faulty(self) -> bool:
        """Whether something was found wrong with it, told on another card perhaps."""
        return FAULT in self.names


class LookUps:
    """Notes the names that are looked up."""

    def __init__(self, report: Report) -> None:
        """Note nothing yet; `report` takes what is found wrong."""
        self._report = report
        self._names: set[Name] = set()
        self._known: dict[Names, Names] = {}
        """Most cards have the names of others."""

    def watch(self, kind: str, entries: Mapping[str, V]) -> Mapping[str, V]:
        """Return entries of which it is noted when one is asked for."""
        return _WatchedEntries(kind, entries, self._names)

    def collect(self, make: Callable[[], T]) -> Noted[T]:
        """Make something; the names that are looked up for it count for what is being made around
        it, too."""
        outer, told = set(self._names), self._report.told
        self._names.clear()
        try:
            made = make()
            if self._report.told != told:
                self._names.add(FAULT)
            names = frozenset(self._names)
        finally:
            self._names |= outer
        return Noted(made, self._known.setdefault(names, names))

    def take(self, noted: Noted[T]) -> T:
        """Return what was made before, for something that is being made now."""
        self._names |= noted.names
        return noted.value


class _WatchedEntries(Mapping[str, V]):
    def __init__(self, kind: str, entries: Mapping[str, V], names: set[Name]) -> None:
        self._kind, self._entries, self._names = kind, entries, names

    def __getitem__(self, name: str) -> V:
        self._names.add((self._kind, name))
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
