"""What expressions can ask of lists: `all(tags, "item != ''")`, `map(costs, "item + 1")`.

In      a list, an expression in quotes that is worked out for each `item`.
Out     whether it holds for all or any, the items for which it holds, its values, their sum.

The expression knows what the expression around it knows. All expressions in one another take
from one budget of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

MOST_STEPS = 20_000
BUDGET = " steps"
"""Its name among the values: none that could be typed."""

Evaluate = Callable[[str, Mapping[str, Any]], Any]
Values = Mapping[str, Any]


class ListFault(ValueError):
    """A list function is called wrongly."""


class _Budget:
    def __init__(self) -> None:
        self.left = MOST_STEPS

    def take(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise ListFault(f"this takes over {MOST_STEPS} steps")


def _each(items: Any, expression: Any, values: Values, evaluate: Evaluate) -> Iterator[Any]:
    if not isinstance(items, list | tuple):
        said = "nothing" if items is None else f"`{items}`"
        raise ListFault(f"expected a list, not {said}")
    if not isinstance(expression, str):
        raise ListFault("the second value is an expression in quotes over `item`")
    budget = values.get(BUDGET) or _Budget()
    for item in items:
        budget.take()
        yield evaluate(expression, {**values, "item": item, BUDGET: budget})


def _all(found: Iterator[Any], _items: Any) -> bool:
    return all(found)


def _any(found: Iterator[Any], _items: Any) -> bool:
    return any(found)


def _map(found: Iterator[Any], _items: Any) -> list[Any]:
    return list(found)


def _filter(found: Iterator[Any], items: Any) -> list[Any]:
    held = list(found)
    return [item for item, holds in zip(items, held, strict=True) if holds]


def _sum(found: Iterator[Any], _items: Any) -> float:
    total = 0.0
    for value in found:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ListFault(f"`{value}` is no number to add")
        total += value
    return int(total) if total.is_integer() else total


LIST_FUNCTIONS: Mapping[str, Callable[[Iterator[Any], Any], Any]] = {
    "all": _all, "any": _any, "map": _map, "filter": _filter, "sum": _sum,
}  # fmt: skip


def call_list_function(
    name: str, values: Values, evaluate: Evaluate, items: Any, expression: Any = "item"
) -> Any:
    """Work out a list function.

    Raises:
        ListFault: there is no list, or the expression is none.
    """
    return LIST_FUNCTIONS[name](_each(items, expression, values, evaluate), items)
