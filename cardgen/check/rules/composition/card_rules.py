"""Hold cards to the rules of their composition: what must be true of each, or of them all.

In      cards, and `rules:` of `composition.yaml`, per deck or over all decks.
Out     findings at the card's own field, with the rule in the designer's words and what was
        worked out; at the rule itself where it cannot be worked out.
Not here  what expressions can ask (`expressions.text_functions`,
        `read.deck_functions`), the other parts of a
        composition (`check.rules.composition.deck_counts`, `check.rules.composition.value_counts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardgen.cache.result_store import ResultStore
from cardgen.check.engine.expression_sides import split_comparison, split_conjuncts
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.composition.card_group import GAME, list_places
from cardgen.check.rules.composition.card_rule import (
    DeckRule,
    format_plain,
    quote_value,
    shorten,
)
from cardgen.check.rules.composition.group_contents import check_contents, find_field
from cardgen.check.rules.composition.kept_rules import find_new_faults
from cardgen.core.findings import Finding, Note
from cardgen.expressions import syntax
from cardgen.expressions.faults import TemplateFault
from cardgen.read.deck_function_calls import find_misuse
from cardgen.read.deck_functions import DeckFunctions, DeckTable, make_tables
from cardgen.read.models.rules import RuleSpec
from cardgen.read.tables.cards import CardSpec


class CardRules(Rule):
    """Cards and decks held to `rules:` of the composition."""

    heading = "Rules of the composition"
    codes = (
        Explanation(
            "composition-rule",
            "cards do not keep a rule that the composition states",
            "The rule is what the game was designed with: players count on it, and no test at the "
            "table finds the one card that breaks it.",
            "Correct the card, or the rule under `rules:` in composition.yaml. What was worked "
            "out stands in the message.",
        ),
        Explanation(
            "composition-holds",
            "a deck, or a part of it, holds other cards than a rule says",
            "Each player's deck, each suit, each pile is a small deck of its own; the total may "
            "be right where two of them are not.",
            "Correct the value or the copies on the cards named, or the table under `holds:`.",
        ),
        Explanation(
            "idle-rule",
            "a rule of the composition looks at no card",
            "It can never be broken, so it holds nothing: mostly a value in its `for:` is typed "
            "otherwise on the cards.",
            "Correct the rule's `for:` or `by:`, or remove it.",
            "warning",
            style=True,
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return find_rule_faults(subject)


def check_rules(
    name: str,
    cards: Sequence[CardSpec],
    rules: Sequence[RuleSpec],
    deck_functions: DeckFunctions,
    kept: ResultStore | None = None,
) -> Iterator[Finding]:
    """Where some cards do not keep their rules.

    Args:
        name: What findings call the cards: the deck's name, or `game` for all decks.
        cards: The cards.
        rules: What must be true of them.
        deck_functions: All decks, for rules that ask them.
        kept: Results of earlier runs.
    """
    table = deck_functions.table_of(name, tuple(cards))
    for spec in rules:
        rule = DeckRule(spec, table, deck_functions)
        yield from find_new_faults(rule, _find_faults(rule), kept)


def _find_faults(rule: DeckRule) -> Iterator[Finding]:
    """What is wrong with a rule's expressions, or with the cards."""
    faults = list(_find_expression_faults(rule, rule.deck_functions.tables))
    yield from faults or _check_rule(rule)


def _find_expression_faults(rule: DeckRule, tables: Mapping[str, DeckTable]) -> Iterator[Finding]:
    """Faults of the expressions themselves, each at its place."""
    spec = rule.spec
    sources = {"that": spec.that, "all": spec.all, "for": spec.for_, "by": spec.by}
    for key, source in sources.items():
        fault = find_misuse(source, rule.table, tables, each=key != "all") if source else None
        if fault is not None:
            yield rule.report_fault(fault, key)
    for name in spec.holds:
        fault = find_misuse(name, rule.table, tables)
        if fault is not None:
            yield Finding(fault.code, str(fault), find_field(rule, name), hint=fault.hint)


def _check_rule(rule: DeckRule) -> Iterator[Finding]:
    """Whether the cards keep a rule that is written well."""
    spec, key = rule.spec, "for"
    try:
        some = bool(rule.cards.cards)
        key = "by" if some else "for"
        groups = list(rule.groups()) if some else []
    except TemplateFault as fault:
        yield rule.report_fault(fault, key)
        return
    if not groups:
        yield _report_idle_rule(rule, key)
    elif spec.that:
        yield from _check_each_card(rule)
    for value, table in groups:
        if spec.all:
            yield from _check_group(rule, value, table)
        yield from check_contents(rule, value, table)


def _report_idle_rule(rule: DeckRule, key: str) -> Finding:
    source = rule.spec.by if key == "by" else rule.spec.for_
    what = f"there is none with `{shorten(source)}`" if source else "there is none"
    hint = "correct the expression: a value is often typed otherwise on the cards"
    message = f"{rule.table.name}: a rule looks at no card: {what}"
    return Finding("idle-rule", message, rule.spec.place(key), "warning", hint=hint)


# --- each card -------------------------------------------------------------------------------


def _check_each_card(rule: DeckRule) -> Iterator[Finding]:
    """Cards for which `that` does not hold; where it cannot be worked out, the first of them."""
    for card in rule.cards.cards:
        try:
            if not rule.evaluate(rule.spec.that, rule.table, card):
                yield _report_broken_rule(rule, card)
        except TemplateFault as fault:
            yield rule.report_fault(fault, "that", Note("on the card", card.span))
            return


def _report_broken_rule(rule: DeckRule, card: CardSpec) -> Finding:
    part = _find_first_false(rule, rule.spec.that, rule.table, card)
    sides = _split_sides(part)
    names = syntax.find_names(part, expression=True)
    fields = [n for n in rule.table.columns if n in names and n not in sides]
    fields.sort(key=lambda name: syntax.locate_word(part, name))
    shown = _describe_values(rule, sides, rule.table, card)
    shown += [f"`{name}` is {quote_value(card.values.get(name))}" for name in fields]
    place = next((name for name in (*sides, *fields) if card.scalar(name)), "")
    return Finding(
        "composition-rule",
        f"{rule.table.name}: {rule.wording}; here {', '.join(shown) or 'it is not so'}",
        card.place(place) if place else card.span,
        hint=_suggest_edit(rule, card, part, place),
        notes=(rule.note_rule("that"),),
    )


def _find_first_false(rule: DeckRule, source: str, table: DeckTable, card: CardSpec | None) -> str:
    """Of what is joined by `and`, the first that does not hold."""
    parts = split_conjuncts(source)
    return next((part for part in parts if not rule.evaluate(part, table, card)), source)


def _split_sides(part: str) -> list[str]:
    compared = split_comparison(part)
    return [compared.left, compared.right] if compared else []


def _describe_values(
    rule: DeckRule, sources: Sequence[str], table: DeckTable, card: CardSpec | None = None
) -> list[str]:
    """What each expression is, those left out that say it themselves."""
    return [
        f"`{shorten(source)}` is {quote_value(rule.evaluate(source, table, card))}"
        for source in sources
        if "(" in source or syntax.find_names(source, expression=True)
    ]


def _suggest_edit(rule: DeckRule, card: CardSpec, part: str, place: str) -> str:
    compared = split_comparison(part)
    if compared and compared.operator == "==":
        for name, other in ((compared.left, compared.right), (compared.right, compared.left)):
            if name in rule.table.columns:
                return f"write `{name}: {format_plain(rule.evaluate(other, rule.table, card))}`"
    return f"correct `{place}`, or the rule" if place else "correct the card, or the rule"


# --- a deck or a group -----------------------------------------------------------------------


def _check_group(rule: DeckRule, group: str, table: DeckTable) -> Iterator[Finding]:
    """Whether `all` holds for some cards."""
    source = rule.spec.all
    try:
        if rule.evaluate(source, table):
            return
        part = _find_first_false(rule, source, table, None)
        shown = _describe_values(rule, _split_sides(part) or [part], table)
    except TemplateFault as fault:
        yield rule.report_fault(fault, "all")
        return
    yield Finding(
        "composition-rule",
        f"{rule.describe_group(group)}: {rule.wording}; here {', '.join(shown)}",
        rule.spec.place("all"),
        hint="correct the cards, or the rule",
        notes=(Note(f"the cards: {list_places(table.cards)}"),),
    )


# --- decks and the game ----------------------------------------------------------------------


def find_rule_faults(subject: Subject) -> Iterator[Finding]:
    """Each deck, and all decks together, held to the rules of the composition."""
    spec = subject.spec.as_composed
    if spec.composition is None:
        return
    kept, deck_functions = subject.kept, DeckFunctions(make_tables(spec.cards, spec.constants))
    for name, wanted in spec.composition.decks.items():
        if name in spec.cards and name not in spec.uncounted:
            yield from check_rules(name, spec.cards[name], wanted.rules, deck_functions, kept)
    over_all = spec.composition.game
    if over_all is not None and not spec.uncounted:
        every = [card for cards in spec.cards.values() for card in cards]
        yield from check_rules(GAME, every, over_all.rules, deck_functions, kept)
