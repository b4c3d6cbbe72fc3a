"""Cards bound before, for a process that binds the same game again and again.

In      a row as it was read, what else its card depends on.
Out     the `BoundCard` of last time, if nothing of that has changed.

A card is kept only if nothing was found wrong with it: a finding has to be made again, with
its place. The places in a kept card are right, because rows that moved are bound anew. All
is forgotten when anything but a card table changes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from msgspec import Struct, field

from cardgen.bind.booklet.kept_texts import KeptTexts
from cardgen.bind.bound_faces import BoundCard
from cardgen.bind.pictures import PictureStore
from cardgen.core.findings import Report
from cardgen.core.sizes import Size
from cardgen.read.tables.cards import CardSpec


class BindCache(Struct):
    """The cards of the last run, and the pictures that they show."""

    pictures: PictureStore = field(default_factory=PictureStore)
    keeps: bool = True
    """Whether there will be a next run to remember cards for."""
    texts: KeptTexts = field(default_factory=KeptTexts)
    """The texts of booklets."""
    _last: dict[Hashable, BoundCard] = field(default_factory=dict)
    _now: dict[Hashable, BoundCard] = field(default_factory=dict)

    def begin(self) -> None:
        """A new run: what the last one did not use is dropped."""
        self._last, self._now = self._now, {}
        self.texts.begin()

    def card(
        self,
        row: CardSpec,
        about: Hashable,
        report: Report,
        bind: Callable[[], BoundCard | None],
    ) -> BoundCard | None:
        """The card of a row: the one of last time, or what `bind` makes."""
        if not self.keeps:
            return bind()
        key = (about, row.id, row.copies, repr(row.node), repr(row.values))
        found = self._last.get(key)
        if found is None:
            before = len(report)
            found = bind()
            if found is None or len(report) != before:
                return found
        self._now[key] = found
        return found


def card_cache_key(deck: str, ident: str, size: Size, columns: tuple[str, ...]) -> Hashable:
    """What a card depends on beside its row and the layouts."""
    return deck, ident, size, columns
