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

from cardgen.check.engine.expression_sides import comparison, conjuncts
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.composition.card_group import GAME
from cardgen.check.rules.composition.card_rule import Fact, lines_of, plain, short, told
from cardgen.check.rules.composition.group_contents import held, place_of
from cardgen.core.findings import Finding, Note
from cardgen.expressions import syntax
from cardgen.expressions.faults import TemplateFault
from cardgen.read.deck_functions import Asked, Table, misused
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
        return facts(subject)


def held_to_rules(
    name: str, cards: Sequence[CardSpec], rules: Sequence[RuleSpec], asked: Asked
) -> Iterator[Finding]:
    """Where some cards do not keep their rules.

    Args:
        name: What findings call the cards: the deck's name, or `game` for all decks.
        cards: The cards.
        rules: What must be true of them.
        asked: All decks, for rules that ask them.
    """
    table = Table(name, tuple(cards))
    for spec in rules:
        fact = Fact(spec, table, asked)
        faults = list(_written_wrongly(fact, asked.tables))
        yield from faults or _kept(fact)


def _written_wrongly(fact: Fact, tables: Mapping[str, Table]) -> Iterator[Finding]:
    """Faults of the expressions themselves, each at its place."""
    spec = fact.spec
    sources = {"that": spec.that, "all": spec.all, "for": spec.for_, "by": spec.by}
    for key, source in sources.items():
        fault = misused(source, fact.table, tables, each=key != "all") if source else None
        if fault is not None:
            yield fact.at_fault(fault, key)
    for name in spec.holds:
        fault = misused(name, fact.table, tables)
        if fault is not None:
            yield Finding(fault.code, str(fault), place_of(fact, name), hint=fault.hint)


def _kept(fact: Fact) -> Iterator[Finding]:
    """Whether the cards keep a rule that is written well."""
    spec, key = fact.spec, "for"
    try:
        some = bool(fact.cards.cards)
        key = "by" if some else "for"
        groups = list(fact.groups()) if some else []
    except TemplateFault as fault:
        yield fact.at_fault(fault, key)
        return
    if not groups:
        yield _idle(fact, key)
    elif spec.that:
        yield from _each_card(fact)
    for value, table in groups:
        if spec.all:
            yield from _all_of(fact, value, table)
        yield from held(fact, value, table)


def _idle(fact: Fact, key: str) -> Finding:
    source = fact.spec.by if key == "by" else fact.spec.for_
    what = f"there is none with `{short(source)}`" if source else "there is none"
    hint = "correct the expression: a value is often typed otherwise on the cards"
    message = f"{fact.table.name}: a rule looks at no card: {what}"
    return Finding("idle-rule", message, fact.spec.place(key), "warning", hint=hint)


# --- each card -------------------------------------------------------------------------------


def _each_card(fact: Fact) -> Iterator[Finding]:
    """Cards for which `that` does not hold; where it cannot be worked out, the first of them."""
    for card in fact.cards.cards:
        try:
            if not fact.work_out(fact.spec.that, fact.table, card):
                yield _broken(fact, card)
        except TemplateFault as fault:
            yield fact.at_fault(fault, "that", Note("on the card", card.span))
            return


def _broken(fact: Fact, card: CardSpec) -> Finding:
    part = _first_false(fact, fact.spec.that, fact.table, card)
    sides = _sides(part)
    names = syntax.find_names(part, expression=True)
    fields = [n for n in fact.table.columns if n in names and n not in sides]
    fields.sort(key=lambda name: syntax.locate_word(part, name))
    shown = _worked_out(fact, sides, fact.table, card)
    shown += [f"`{name}` is {told(card.values.get(name))}" for name in fields]
    place = next((name for name in (*sides, *fields) if card.scalar(name)), "")
    return Finding(
        "composition-rule",
        f"{fact.table.name}: {fact.words}; here {', '.join(shown) or 'it is not so'}",
        card.place(place) if place else card.span,
        hint=_smallest_edit(fact, card, part, place),
        notes=(fact.asked_for("that"),),
    )


def _first_false(fact: Fact, source: str, table: Table, card: CardSpec | None) -> str:
    """Of what is joined by `and`, the first that does not hold."""
    parts = conjuncts(source)
    return next((part for part in parts if not fact.work_out(part, table, card)), source)


def _sides(part: str) -> list[str]:
    compared = comparison(part)
    return [compared.left, compared.right] if compared else []


def _worked_out(
    fact: Fact, sources: Sequence[str], table: Table, card: CardSpec | None = None
) -> list[str]:
    """What each expression is, those left out that say it themselves."""
    return [
        f"`{short(source)}` is {told(fact.work_out(source, table, card))}"
        for source in sources
        if "(" in source or syntax.find_names(source, expression=True)
    ]


def _smallest_edit(fact: Fact, card: CardSpec, part: str, place: str) -> str:
    compared = comparison(part)
    if compared and compared.operator == "==":
        for name, other in ((compared.left, compared.right), (compared.right, compared.left)):
            if name in fact.table.columns:
                return f"write `{name}: {plain(fact.work_out(other, fact.table, card))}`"
    return f"correct `{place}`, or the rule" if place else "correct the card, or the rule"


# --- a deck or a group -----------------------------------------------------------------------


def _all_of(fact: Fact, group: str, table: Table) -> Iterator[Finding]:
    """Whether `all` holds for some cards."""
    source = fact.spec.all
    try:
        if fact.work_out(source, table):
            return
        part = _first_false(fact, source, table, None)
        shown = _worked_out(fact, _sides(part) or [part], table)
    except TemplateFault as fault:
        yield fact.at_fault(fault, "all")
        return
    yield Finding(
        "composition-rule",
        f"{fact.called(group)}: {fact.words}; here {', '.join(shown)}",
        fact.spec.place("all"),
        hint="correct the cards, or the rule",
        notes=(Note(f"the cards: {lines_of(table.cards)}"),),
    )


# --- decks and the game ----------------------------------------------------------------------


def facts(subject: Subject) -> Iterator[Finding]:
    """Each deck, and all decks together, held to the rules of the composition."""
    spec = subject.spec
    if spec.composition is None:
        return
    asked = Asked({name: Table(name, cards) for name, cards in spec.cards.items()})
    for name, wanted in spec.composition.decks.items():
        if name in spec.cards and name not in spec.unread:
            yield from held_to_rules(name, spec.cards[name], wanted.rules, asked)
    over_all = spec.composition.game
    if over_all is not None and not spec.unread:
        every = [card for cards in spec.cards.values() for card in cards]
        yield from held_to_rules(GAME, every, over_all.rules, asked)
