"""Paper with places of its own, labels and perforated cards: known by its maker's name.

In      a stock as typed: `avery-5371`.
Out     a `LabelStock`, its measures in points.

Source  `data/stocks.json`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, Literal

from msgspec import Struct

from cardgen.core.findings import did_you_mean
from cardgen.core.geometry import POINTS_PER_MM, Extent
from cardgen.targets.option_error import OptionError
from cardgen.targets.shared.papers import Paper, load_papers


class LabelStock(Struct, frozen=True):
    """Places on a sheet, in columns and rows, from the upright paper's top left; `sure` if the
    figures are the maker's beyond doubt."""

    key: str
    label: str
    paper: Paper
    shape: Literal["rectangle", "circle"]
    place: Extent
    grid: tuple[int, int]
    first: tuple[float, float]
    pitch: tuple[float, float]
    sure: bool = True

    def starts(self, axis: Literal[0, 1]) -> tuple[float, ...]:
        """Where places begin across (0) or down (1) the upright paper."""
        return tuple(self.first[axis] + n * self.pitch[axis] for n in range(self.grid[axis]))


@cache
def load_stocks() -> dict[str, LabelStock]:
    """Return all stocks by name, those that are cut alike too."""
    text = resources.files("cardgen").joinpath("data/stocks.json").read_text("utf-8")
    rows: list[dict[str, Any]] = json.loads(text)["stocks"]
    return {name: _make_stock(row) for row in rows for name in (row["name"], *row["also"])}


def _make_stock(row: dict[str, Any]) -> LabelStock:
    (width, height), (left, top), (across, down) = (
        [length * POINTS_PER_MM for length in row[name]]
        for name in ("place_mm", "first_mm", "pitch_mm")
    )
    columns, rows = row["grid"]
    return LabelStock(
        row["name"],
        row["label"],
        load_papers()[row["paper"]],
        row["shape"],
        Extent(width, height),
        (columns, rows),
        (left, top),
        (across, down),
        row.get("sure", True),
    )


def find_stock(option: str, text: str) -> LabelStock:
    """The stock of that name; `5371` is Avery's.

    Raises:
        OptionError: there is no such stock.
    """
    stocks, wanted = load_stocks(), text.strip().casefold().replace(" ", "-")
    found = stocks.get(wanted) or stocks.get(f"avery-{wanted}")
    if found is None:
        names = dict.fromkeys(stock.key for stock in stocks.values())
        hint = did_you_mean(wanted, names, what="stock")
        raise OptionError(f"there is no stock `{text}`", hint, option=option)
    return found
