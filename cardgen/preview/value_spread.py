"""How the values of fields are spread over the decks, as the preview shows it beside the counts.

In      the shown game.
Out     data for the page: what `cardgen stats` prints without options.
"""

from __future__ import annotations

from typing import Any

from cardgen.pipeline.checked_game import Checked
from cardgen.report.statistics import Distribution, count_distributions

_MOST_BARS = 40


def describe_spread(shown: Checked) -> list[dict[str, Any]]:
    """Return a distribution for each field with few values or with numbers."""
    return [_describe(one) for one in count_distributions(shown.spec) if len(one.counts) > 1]


def _describe(one: Distribution) -> dict[str, Any]:
    return {
        "deck": one.deck,
        "what": one.what,
        "cards": one.cards,
        "sum": one.sum,
        "mean": one.mean,
        "least": one.least,
        "most": one.most,
        "counts": [list(pair) for pair in one.counts[:_MOST_BARS]],
        "more": max(0, len(one.counts) - _MOST_BARS),
    }
