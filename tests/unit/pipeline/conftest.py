"""What tests of the pipeline share."""

from __future__ import annotations

import pytest

from cardgen.bind.bound_faces import BoundCard
from cardgen.bind.game.card_values import PrintedCard
from cardgen.bind.game.deck import DeckBinder
from cardgen.bind.game.faces import NO_FACES, KnownFaces
from cardgen.core.sizes import Size


@pytest.fixture
def bound(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cards that were bound since it was cleared."""
    names: list[str] = []
    real = DeckBinder.bind_card

    def bind(
        self: DeckBinder, printed: PrintedCard, size: Size, known: KnownFaces = NO_FACES
    ) -> BoundCard | None:
        names.append(printed.ident)
        return real(self, printed, size, known)

    monkeypatch.setattr(DeckBinder, "bind_card", bind)
    return names
