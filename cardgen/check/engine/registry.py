"""Every rule and check of cardgen, from the families that hold them.

In      the modules named in `FAMILIES`.
Out     the rules by code, and the functions that look at a game.

A family exports `RULES` and, if it looks at games itself, `CHECKS`. Checks that need pixels
stand in `PIXEL_CHECKS` instead: they cost a rendering of every face, so `cardgen build`
leaves them to `cardgen check`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType

from cardgen.check.engine.rule import Check, Rule

FAMILIES = (
    "source.source_codes", "engine.levels", "composition.value_counts", "composition.card_rules",
    "source.unused", "wording.consistency", "wording.quotations", "wording.typing",
    "press.print_rules", "press.color_vision", "service.print_service", "product.boxes",
    "product.booklets",
)  # fmt: skip


@cache
def families() -> tuple[ModuleType, ...]:
    """The modules of all families, in the order of the catalogue."""
    return tuple(import_module(_path(name)) for name in FAMILIES)


def _path(name: str) -> str:
    room = "cardgen.check" if name.startswith("engine.") else "cardgen.check.rules"
    return f"{room}.{name}"


@cache
def all_rules() -> tuple[Rule, ...]:
    return tuple(rule for family in families() for rule in getattr(family, "RULES", ()))


@cache
def _by_code() -> dict[str, Rule]:
    return {rule.code: rule for rule in all_rules()}


def find_rule(code: str) -> Rule | None:
    return _by_code().get(code)


def all_codes() -> tuple[str, ...]:
    return tuple(_by_code())


def all_checks(*, pixels: bool = True) -> tuple[Check, ...]:
    """Every check; without `pixels`, those that need no rendering."""
    kinds = ("CHECKS", "PIXEL_CHECKS") if pixels else ("CHECKS",)
    return tuple(
        check for family in families() for kind in kinds for check in getattr(family, kind, ())
    )


def sentence(rule: Rule) -> str:
    """What the rule is about, as a sentence, however its family wrote it down."""
    what = rule.what
    return f"{what[0].upper()}{what[1:].rstrip('.')}."
