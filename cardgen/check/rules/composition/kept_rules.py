"""Rules of a composition that are known to hold: cards that have not changed keep them still.

In      a `DeckRule`, the results of earlier runs.
Out     whether the rule was kept by the very same values.

Only that nothing was found is kept, and only of rules that ask nothing of all cards: what these
say depends on the values that their expressions name, and on no place in a file. A rule over
all cards counts its steps (`read.deck_functions.MOST_STEPS`), and is worked out in every run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.cache.content_key import make_record_key
from cardgen.cache.result_store import ResultStore
from cardgen.check.rules.composition.card_rule import DeckRule
from cardgen.core.findings import Finding
from cardgen.expressions.list_functions import LIST_FUNCTIONS
from cardgen.read.deck_functions import CARDS, DECK_FUNCTIONS

_ASKING = "|".join((*DECK_FUNCTIONS, *LIST_FUNCTIONS))
_OVER_CARDS = re.compile(rf"\b(?:{_ASKING})\s*\(|\b{CARDS}\b|\\")
_WORD = re.compile(r"\w+")


def find_new_faults(
    rule: DeckRule, faults: Iterator[Finding], kept: ResultStore | None
) -> Iterator[Finding]:
    """What is wrong with a rule or its cards; not worked out if it is known that nothing is.

    Args:
        rule: The rule.
        faults: Works out what is wrong.
        kept: Results of earlier runs.
    """
    key = _make_key(rule) if kept is not None and _looks_at_each_card(rule) else None
    if kept is None or key is None:
        yield from faults
    elif kept.get(key) is not True:
        found = tuple(faults)
        if not found:
            kept.put(key, True)
        yield from found


def _looks_at_each_card(rule: DeckRule) -> bool:
    """Whether neither expression of a rule asks anything of all cards."""
    spec = rule.spec
    return bool(spec.that) and not any(map(may_ask_all_cards, (spec.that, spec.for_)))


def may_ask_all_cards(source: str) -> bool:
    """Whether an expression may call a function over decks, itself or in what it works out for each
    entry of a list. A text that only reads like one counts too."""
    return _OVER_CARDS.search(source) is not None


def _make_key(rule: DeckRule) -> bytes:
    """What stands for the expressions, and for all values that they can name."""
    spec, table = rule.spec, rule.table
    named = {*_WORD.findall(spec.that), *_WORD.findall(spec.for_)}
    fields = sorted(named & table.columns)
    constants = sorted((name, table.constants[name]) for name in named & table.constants.keys())
    values = [
        (card.copies, card.id, [card.values.get(name) for name in fields]) for card in table.cards
    ]
    tables = [(one.name, sorted(one.known)) for one in rule.deck_functions.tables.values()]
    parts = (spec.that, spec.for_, table.name, sorted(table.known), tables, constants, values)
    return make_record_key("rule holds", fields, *parts)
