"""What is said of decks whose bleed is less than a service wants."""

from __future__ import annotations

from msgspec.structs import replace

from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.sizes import load_sizes
from cardgen.targets.shared.short_bleed import tell_short_bleed

POKER = load_sizes()["poker"]


def test_bleed_that_is_a_hair_short_is_no_news() -> None:
    own = replace(POKER, bleed=3 * POINTS_PER_MM)
    assert tell_short_bleed({"a": POKER, "b": own}) == ""


def test_a_deck_without_bleed_is_named_with_what_there_is() -> None:
    own = replace(POKER, bleed=1.5 * POINTS_PER_MM)
    told = tell_short_bleed({"usual": POKER, "bare": replace(POKER, bleed=0.0), "thin": own})
    assert "`bare` 0 mm, `thin` 1.5 mm" in told
    assert "usual" not in told
