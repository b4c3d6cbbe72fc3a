"""Some cards of a game: those for which an expression holds (`--only`), those whose print differs
from one that is remembered (`--since`).

In      a laid-out game, an expression or the name of a print.
Out     the same game with those cards alone.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_faces import BoundCard, BoundDeck
from cardgen.bind.game.bound_game import BoundGame
from cardgen.expressions import syntax, template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.foreign_words import suggest_name
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.meant_cards import find_meant
from cardgen.read.deck_functions import CARDS, DECK_FUNCTIONS, DeckFunctions, make_tables


class SelectionError(ValueError):
    """An expression selects no cards; the message is one clear sentence."""


class SwapList(Struct, frozen=True):
    """What to do with the cards of an old print."""

    markdown: str
    summary: str


def select_reprint(checked: Checked, tag: str) -> tuple[Checked, SwapList]:
    """Return the game with the cards to print again, as often as they are needed, and what to
    take out and put in. The game may be left without decks: then there is nothing to print.

    Raises:
        RecordError: the game remembers no such print, or it is one of another edition.
    """
    from cardgen.core.findings import plural
    from cardgen.pipeline.print_sources import NOW, snapshot_checked
    from cardgen.prints.comparison import compare
    from cardgen.prints.records import RecordError, read_record
    from cardgen.prints.reprint import list_swaps, select_changed, swap_list

    record, edition = read_record(checked.game, tag), checked.game.edition
    if record.edition not in ("", edition):
        raise RecordError(f"`{tag}` is a print of the edition `{record.edition}`; "
                          f"add `--edition {record.edition}`")  # fmt: skip
    found = list_swaps(compare(record, snapshot_checked(checked, NOW)))
    out, put = sum(swap.out for swap in found), sum(swap.put for swap in found)
    summary = f"take out {plural(out, 'card')}, put in {plural(put, 'card')}"
    if record.game != checked.spec.file.game and record.edition == edition:
        summary += f"; `{tag}` is a print of `{record.game}`"
    now = f"{NOW}, edition {edition}" if edition else NOW
    swaps = SwapList(swap_list(checked.spec.file.game, tag, now, found), summary)
    return replace(checked, bound=select_changed(checked.bound, found)), swaps


def select_cards(checked: Checked, expression: str) -> Checked:
    """Return the game with only the cards for which `expression` holds.

    Raises:
        SelectionError: the expression is broken, uses a field that no card has, or is true
            for no card.
    """
    try:
        return _select(checked, expression)
    except TemplateFault as fault:
        meant = find_meant(checked.bound, expression)
        if meant:
            message = f"`{expression}` is no expression; did you mean `{meant}`?"
            raise SelectionError(message) from None
        raise SelectionError(f"{fault}; {fault.hint}" if fault.hint else str(fault)) from None


def select_same(game: BoundGame, chosen: BoundGame) -> BoundGame:
    """Return an edition of a game with only the cards, by deck and id, that are chosen of it."""
    wanted = {(deck.name, card.id) for deck in chosen.decks for card in deck.cards}
    decks = (
        replace(deck, cards=tuple(c for c in deck.cards if (deck.name, c.id) in wanted))
        for deck in game.decks
    )
    return replace(game, decks=tuple(deck for deck in decks if deck.cards))


def _select(checked: Checked, expression: str) -> Checked:
    bound = checked.bound
    spec = checked.spec
    known = {name for deck in bound.decks for card in deck.cards for name in card.values}
    known |= {*spec.constants, *DECK_FUNCTIONS, CARDS}
    unknown = syntax.find_unknown_names(expression, known, expression=True)
    if unknown:
        hint = suggest_name(unknown[0], known, source=expression)
        message = f"no card has a field `{unknown[0]}`; {hint}"
        raise TemplateFault("undefined-name", message)
    asked = DeckFunctions(make_tables(spec.cards, spec.constants))
    decks = tuple(replace(deck, cards=_holding(deck, expression, asked)) for deck in bound.decks)
    left = tuple(deck for deck in decks if deck.cards)
    if not left:
        raise SelectionError(f"`{expression}` is true for no card")
    return replace(checked, bound=replace(bound, decks=left))


def _holding(deck: BoundDeck, expression: str, asked: DeckFunctions) -> tuple[BoundCard, ...]:
    """Cards that lack a field which others have are as if it were empty."""
    table = asked.tables[deck.name]
    fields = {name for card in deck.cards for name in card.values}
    constants = {name: v for name, v in table.constants.items() if name not in fields}
    names = syntax.find_names(expression, expression=True)
    known = {**dict.fromkeys(names), **constants, **asked.functions_for(expression, table)}
    return tuple(c for c in deck.cards if template.is_true(expression, known | dict(c.values)))
