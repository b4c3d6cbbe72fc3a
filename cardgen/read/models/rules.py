"""The model of a composition's `rules:`: what must be true of cards, of a deck, of its parts.

In      a mapping of `composition.yaml`.
Out     `RuleSpec`s: one way of saying it each; expressions are not looked at.
"""

from __future__ import annotations

from cardgen.read.models.declarations import Field, model_validator
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Count, Text, value_error


class RuleSpec(Spec):
    """A rule that cards must keep: `that` each card, or `all` or `holds` the deck or a part."""

    that: Text = Field("", description="Expression that must hold for each card.")
    all: Text = Field("", description="Expression that must hold for the deck, or each group.")
    holds: dict[str, dict[str, Count]] = Field(
        {}, description="Cards that the deck, or each group, has by the value of a field."
    )
    for_: Text = Field("", description="Only the cards for which this expression holds.")
    by: Text = Field("", description="Field or expression; cards with one value are a group.")
    because: Text = Field("", description="The rule in words, as findings say it.")

    @model_validator(mode="after")
    def _says_one_thing(self) -> RuleSpec:
        said = [key for key in ("that", "all", "holds") if getattr(self, key)]
        if len(said) != 1:
            hint = "write `that:` for each card, `all:` or `holds:` for the deck or each group"
            raise value_error("rule", "a rule has one of `that`, `all` and `holds`", hint)
        if self.by and said == ["that"]:
            hint = "leave out `by`, or write `all:` or `holds:`"
            raise value_error("rule", "what must hold for each card needs no groups", hint)
        return self
