"""Cards bound before, for a process that binds the same game again and again.

In      a row as it was read, what else its card depends on.
Out     the `BoundCard` of last time, if nothing of that has changed.

A card is kept only if nothing was found wrong with it: a finding has to be made again, with
its place. The places in a kept card are right, because rows that moved in their file are bound
anew, or recalled as another process bound them, and so are all cards when entries of the layouts
moved.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, field

from cardgen.bind.booklet.kept_texts import KeptTexts
from cardgen.bind.bound_faces import BoundCard
from cardgen.bind.pictures import PictureStore
from cardgen.core.findings import Report


class BindCache(Struct):
    """The cards of the last run, and the pictures that they show."""

    pictures: PictureStore = field(default_factory=PictureStore)
    keeps: bool = True
    """Whether there will be a next run to remember cards for."""
    texts: KeptTexts = field(default_factory=KeptTexts)
    """The texts of booklets."""
    faultless: bool = True
    """Whether nothing was wrong with any card that was bound."""
    _last: dict[bytes, BoundCard] = field(default_factory=dict)
    _now: dict[bytes, BoundCard] = field(default_factory=dict)

    def begin(self, shared_key: bytes) -> None:
        """A new run: what the last one did not use is dropped.

        Args:
            shared_key: What stands for what all cards and booklets share.
        """
        self._last, self._now = self._now, {}
        self.texts.begin(shared_key)

    def forget_cards(self) -> None:
        """Bind all cards anew: places in layouts moved."""
        self._last, self._now = {}, {}

    def card(
        self, key: bytes, report: Report, bind: Callable[[], BoundCard | None]
    ) -> BoundCard | None:
        """The card of a row: the one of last time, or what `bind` makes.

        Args:
            key: Stands for the row, and for what else its card depends on.
            report: Takes what `bind` finds.
            bind: Makes the card.
        """
        if not self.keeps:
            return bind()
        found = self._last.get(key)
        if found is None:
            before = len(report)
            found = bind()
            if found is None or len(report) != before:
                return found
        self._now[key] = found
        return found
