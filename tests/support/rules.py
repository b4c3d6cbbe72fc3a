"""The rules of one module or room, for tests that look at nothing else."""

from __future__ import annotations

from cardgen.check.engine.registry import all_rules
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Check

PRESS = tuple(
    f"press.{name}"
    for name in (
        "edges", "bleed", "creases", "overlap", "pictures", "fine_lines", "contrast",
    )
)  # fmt: skip
"""What is looked at on each face."""


def rules_of(*modules: str) -> list[Rule]:
    """The rules that modules of `check.rules` define."""
    wanted = {f"cardgen.check.rules.{module}" for module in modules}
    found = [rule for rule in all_rules() if type(rule).__module__ in wanted]
    assert {type(rule).__module__ for rule in found} == wanted
    return found


def checks_of(*modules: str) -> list[Check]:
    return [rule.find for rule in rules_of(*modules)]


def explanations_of(*modules: str) -> list[Explanation]:
    return [code for rule in rules_of(*modules) for code in rule.codes]
