"""Whether the print service takes the order: quantity, stock, backs, sizes, files.

In      the decks of a game, grouped into orders as the `mpc` target does.
Out     findings at the decks and the order in `game.yaml`.

The figures are data: `data/services.json`, and sizes, brackets and stock codes in
`data/sizes.json`, each with its source.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Any

from msgspec import Struct

from cardgen.bind.bound_faces import BoundDeck
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding, Note, did_you_mean, plural
from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.sizes import Size, find_bracket, list_stock_codes

PRINT_DPI = 300
TARGET = "mpc"
"""What `build:` calls the service; it is built if nothing is named."""


class Orders(Rule):
    """Quantities, backs and sizes of each order."""

    heading = "The print service"
    codes = (
        Explanation(
            "too-many-cards",
            "more cards of one size than the service prints in one order",
            "The order is split: two deliveries may differ a little in color and cut, and each "
            "part pays for its own bracket.",
            "Remove cards, or split the decks so that cards that are shuffled together come from "
            "one order.",
            "warning",
        ),
        Explanation(
            "bracket-waste",
            "the order pays for many blank cards",
            "Services sell decks in brackets: 168 cards cost as much as 180. The blanks are paid "
            "for.",
            "Fill the bracket with cards that are useful (spare copies, a rules summary, a "
            "reference card), or drop to the bracket below.",
            "warning",
            style=True,
        ),
        Explanation(
            "no-back",
            "a deck without a back is in one order with decks that have backs",
            "In one order every card has the same kind of back or one of its own. A deck without "
            "a back comes out white behind, and is told apart in the hand.",
            "Give the deck a `back:` layout.",
            "warning",
            style=True,
        ),
        Explanation(
            "mixed-sizes",
            "two decks have sizes that differ by a millimeter or two",
            "Nearly equal sizes are two orders, and are told apart in a shuffled deck. `poker` "
            "(63.5 × 88.9 mm) and `game` (63 × 88 mm) are often taken for each other.",
            "Give both decks the same `size:`.",
            "warning",
            style=True,
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return check_orders(subject)


class Stock(Rule):
    """The stock that is to be ordered."""

    heading = "The print service"
    codes = (
        Explanation(
            "unknown-stock",
            "the service does not sell this stock, or not in this size",
            "The order page does not offer it: the order cannot be placed as it stands.",
            "Choose another code under `order: stock:`. S30 is the usual standard, S33 the better "
            "one.",
        ),
        Explanation(
            "stock-minimum",
            "the service sells this stock only in large orders",
            "Some stocks are made for the press run of a publisher, not for a prototype.",
            "Choose another stock unless the order is that large.",
            "warning",
        ),
        Explanation(
            "stock-foil",
            "the service prints no foil on this stock",
            "The order page does not offer the two together: the order cannot be placed as it "
            "stands.",
            "Choose another `stock:`, or leave out `foil: yes`.",
        ),
        Explanation(
            "autofill-stock",
            "mpc-autofill cannot order this stock",
            "Its desktop tool knows five stocks by name and stops at any other, so no order for it "
            "is written beside the files. The order can still be placed by hand.",
            "Choose S27, S30, S33, M31 or P10, or silence this if you order by hand.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return check_stock(subject)


class UploadSizes(Rule):
    """Files too large to upload."""

    heading = "The print service"
    codes = (
        Explanation(
            "large-files",
            "the files to upload are very large",
            "Large uploads time out, and the press prints no more than about 300 pixels an inch.",
            "Build with a lower `--dpi`; 300 is what the service asks for.",
            "warning",
            style=True,
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return check_files(subject)


@cache
def load_service() -> dict[str, Any]:
    """What the service takes, as in `data/services.json`."""
    text = resources.files("cardgen").joinpath("data/services.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)["mpc"]
    return loaded


class OrderedDecks(Struct, frozen=True):
    """The decks of one size: what is ordered together."""

    size: Size
    decks: tuple[BoundDeck, ...]

    @property
    def total(self) -> int:
        return sum(deck.total for deck in self.decks)


def group_decks_by_size(decks: Sequence[BoundDeck]) -> tuple[OrderedDecks, ...]:
    """Decks by size, in the order of the game; sizes that the service does not sell left out."""
    sizes = dict.fromkeys(deck.size for deck in decks if deck.total and deck.size.product)
    return tuple(
        OrderedDecks(size, tuple(deck for deck in decks if deck.size == size)) for size in sizes
    )


def list_ordered(subject: Subject) -> tuple[OrderedDecks, ...]:
    """What is ordered from this service: nothing, if `build:` names other targets alone."""
    build = subject.spec.file.build
    return group_decks_by_size(subject.bound.decks) if not build or TARGET in build else ()


def check_orders(subject: Subject) -> Iterator[Finding]:
    """Quantities and backs of each order, and sizes beside each other."""
    made = list_ordered(subject)
    for batch in made:
        yield from _find_too_many_cards(subject, batch)
        yield from _find_waste(subject, batch)
        yield from _find_missing_backs(subject, batch)
    for first, second in combinations(made, 2):
        yield from _find_nearly_equal(subject, first, second)


def _find_too_many_cards(subject: Subject, batch: OrderedDecks) -> Iterator[Finding]:
    most = batch.size.max_cards
    if batch.total > most:
        orders = -(-batch.total // most)
        message = (
            f"{batch.total} cards of size `{batch.size.name}` are more than the {most} of one "
            f"order: they are split into {orders}"
        )
        hint = f"remove {plural(batch.total - most, 'card')}, or order in {orders} parts"
        place = subject.spec.decks[batch.decks[0].name].place("size")
        yield Finding("too-many-cards", message, place, "warning", hint=hint)


def _find_waste(subject: Subject, batch: OrderedDecks) -> Iterator[Finding]:
    """Blanks of the last order; those before it are full, and the smallest has no choice."""
    count = batch.total % batch.size.max_cards or batch.size.max_cards
    sold, lower = find_bracket(batch.size, count), _smaller_bracket(batch.size, count)
    if not sold or not lower or sold - count <= load_service()["blanks"]["share"] * sold:
        return
    blanks = plural(sold - count, "blank")
    message = f"{count} cards cost the bracket of {sold}: {blanks}"
    hint = (
        f"add {plural(sold - count, 'card')}, or remove {count - lower} for the bracket of {lower}"
    )
    place = subject.spec.decks[batch.decks[0].name].place("size")
    yield Finding("bracket-waste", message, place, "warning", hint=hint)


def _smaller_bracket(size: Size, count: int) -> int | None:
    """The largest bracket that is smaller than `count`."""
    return next((n for n in range(count - 1, 0, -1) if find_bracket(size, n) == n), None)


def _find_missing_backs(subject: Subject, batch: OrderedDecks) -> Iterator[Finding]:
    with_back = [deck for deck in batch.decks if _has_back(subject, deck)]
    if not with_back:
        return
    for deck in batch.decks:
        if not _has_back(subject, deck):
            spec = subject.spec.decks[deck.name]
            other = with_back[0].name
            message = f"`{deck.name}` has no back, and is ordered together with `{other}`"
            hint = f"add `back: {_write_text(subject.spec.decks[other].back)}`, or another layout"
            yield Finding("no-back", message, spec.place("front"), "warning", hint=hint)


def _write_text(text: str) -> str:
    """A text as YAML has it: in quotes if it begins with a brace."""
    return json.dumps(text, ensure_ascii=False) if text.startswith("{") else text


def _has_back(subject: Subject, deck: BoundDeck) -> bool:
    return bool(subject.spec.decks[deck.name].back)


def _find_nearly_equal(
    subject: Subject, first: OrderedDecks, second: OrderedDecks
) -> Iterator[Finding]:
    ours, theirs = first.size.trim, second.size.trim
    apart = max(abs(ours.width - theirs.width), abs(ours.height - theirs.height))
    if apart > 2 * POINTS_PER_MM:
        return
    names = first.decks[0].name, second.decks[0].name
    message = (
        f"`{names[1]}` has the size `{second.size.name}` and `{names[0]}` the size "
        f"`{first.size.name}`: they differ by {apart / POINTS_PER_MM:.1f} mm and are two orders"
    )
    notes = (Note("the other size is", subject.spec.decks[names[0]].place("size")),)
    hint = f"write `size: {first.size.name}` if the cards belong together"
    place = subject.spec.decks[names[1]].place("size")
    yield Finding("mixed-sizes", message, place, "warning", hint=hint, notes=notes)


# --- stock ---------------------------------------------------------------------------------


def check_stock(subject: Subject) -> Iterator[Finding]:
    """The stock that is to be ordered, for every size of the game."""
    code = subject.spec.file.order.stock
    place = subject.spec.file.order.place("stock")
    if not subject.spec.file.order.node or not list_ordered(subject):
        return
    if code not in list_stock_codes():
        hint = did_you_mean(code, list_stock_codes(), what="stock")
        yield Finding("unknown-stock", f"there is no stock `{code}`", place, hint=hint)
        return
    yield from _find_missing_foil(subject)
    yield from _check_autofill_stock(subject)
    for batch in list_ordered(subject):
        if not is_offered(code, batch.size):
            sold = [stock for stock in list_stock_codes() if is_offered(stock, batch.size)]
            message = f"the stock `{code}` is not offered for the size `{batch.size.name}`"
            hint = f"offered are {', '.join(f'`{stock}`' for stock in sold)}"
            yield Finding("unknown-stock", message, place, hint=hint)
    least = load_service()["stocks"]["from_decks"].get(code)
    if least:
        message = f"the stock `{code}` is sold from {least} decks on"
        hint = "choose `S30` or `S33` for fewer"
        yield Finding("stock-minimum", message, place, "warning", hint=hint)


def _find_missing_foil(subject: Subject) -> Iterator[Finding]:
    order, plain = subject.spec.file.order, load_service()["stocks"]["full_colour_only"]
    if order.foil and order.stock in plain:
        message = f"the stock `{order.stock}` is printed in full color only, without foil"
        hint = "choose `S30` or `S33`, or write `foil: no`"
        yield Finding("stock-foil", message, order.place("stock"), hint=hint)


def _check_autofill_stock(subject: Subject) -> Iterator[Finding]:
    """The stock in the words of the tool that orders one of the sizes."""
    order, known = subject.spec.file.order, load_service()["autofill"]
    sizes = {batch.size.code for batch in list_ordered(subject)}
    if known["product"] in sizes and order.stock not in known["stocks"]:
        stocks = ", ".join(f"`{stock}`" for stock in known["stocks"])
        message = f"mpc-autofill does not know the stock `{order.stock}`: there is no order for it"
        hint = f"it knows {stocks}"
        yield Finding("autofill-stock", message, order.place("stock"), "warning", hint=hint)


def is_offered(stock: str, size: Size) -> bool:
    """Whether the service sells this stock in this size."""
    listed = load_service()["stocks"]
    name = size.name.removesuffix("-landscape")
    only = listed["only_for"].get(stock)
    return name not in listed["not_for"].get(stock, ()) and (only is None or name in only)


# --- files ---------------------------------------------------------------------------------


def check_files(subject: Subject) -> Iterator[Finding]:
    """Files of a build at the usual resolution."""
    return find_large_files(subject, PRINT_DPI)


def find_large_files(subject: Subject, dpi: float) -> Iterator[Finding]:
    """Files that may be larger than the service takes.

    The estimate is the picture uncompressed, which no file exceeds: a size below the limit
    is certain to pass.
    """
    limit = load_service()["file"]["max_bytes"]
    for batch in list_ordered(subject):
        width, height = batch.size.pixels(dpi)
        if 3 * width * height > limit:
            megabytes = 3 * width * height / 1e6
            message = (
                f"at {dpi:g} dpi a `{batch.size.name}` file may have {megabytes:.0f} MB; "
                f"over {limit / 1e6:.0f} MB uploads are known to fail"
            )
            hint = f"build with `--dpi {PRINT_DPI}`"
            place = subject.spec.decks[batch.decks[0].name].place("size")
            yield Finding("large-files", message, place, "warning", hint=hint)
