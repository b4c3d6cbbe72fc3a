"""`ORDER.md`: what to click at Make Playing Cards, with an order's own figures.

In      an order, its two sides, what to order, whether mpc-autofill can place it.
Out     Markdown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from cardgen.check.rules.service.print_service import PRINT_DPI, load_service
from cardgen.core.findings import plural
from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.core.sizes import Size, find_bracket, millimeters
from cardgen.read.models.game_file import OrderSpec
from cardgen.targets.mpc.autofill import make_xml_name
from cardgen.targets.mpc.other_services import NO_GAME, OrderedGame, list_other_services
from cardgen.targets.mpc.sides import OrderSide
from cardgen.targets.shared.markdown_names import escape_name, quote_name
from cardgen.targets.shared.print_slots import Order, list_runs

Row = tuple[str, ...]


def _unsold_decks(decks: Sequence[str], advice: str) -> list[str]:
    """What has to be printed elsewhere."""
    if not decks:
        return []
    names = ", ".join(map(quote_name, decks))
    said = "Make Playing Cards does not sell its size" if len(decks) == 1 else (
        "Make Playing Cards does not sell their sizes"
    )  # fmt: skip
    but = f" But {advice}." if advice else ""
    return [f"**Not in any order:** {names}. {said}; print at home with `-t sheets`.{but}", ""]


def write_order_guide(
    game: str,
    order: Order,
    made: Sequence[OrderSide],
    spec: OrderSpec,
    *,
    dpi: float,
    obstacle: str = "",
    whole: OrderedGame = NO_GAME,
) -> str:
    """The guide. `obstacle` says why mpc-autofill cannot place it, "" if it can; `whole`
    is the game that the order is of."""
    count = len(order.slots)
    decks = [
        (escape_name(deck), f"{first}–{last}", str(last - first + 1))
        for deck, first, last in list_runs(order.slots)
    ]
    lines = [
        f"# {escape_name(game)}: ordering {plural(count, 'card')} from Make Playing Cards",
        "",
        *_low_resolution(dpi),
        *_table([("what", "this order"), *_facts(order, made, spec, dpi)]),
        "",
        *_unsold_decks(whole.left_out, whole.advice),
        "## What to click",
        "",
        *_table([("", "on the page", "choose"), *_steps(order, made, spec)]),
        "",
        "The images have their bleed. Leave size and position as they are: no zoom, no rotation.",
        "",
        "## Without clicking",
        "",
        *_autofill(make_xml_name(game, order), obstacle),
        "",
        "## At another service",
        "",
        *_table(
            [
                ("service", "what to send", "how sure"),
                *list_other_services(order.size, count, spec, whole),
            ]
        ),
        "",
        "No test order was placed at any of them.",
        "",
        "## What is in which slot",
        "",
        *_table([("deck", "slots", "cards"), *decks]),
        "",
        "`manifest.json` lists every slot with its files, their hashes and the line of the card "
        "table it comes from.",
        "",
    ]
    return "\n".join(lines)


def _low_resolution(dpi: float) -> list[str]:
    """Files that are no good to upload."""
    if not is_low_resolution(dpi):
        return []
    return [
        f"**Do not upload these files: they have {dpi:g} dpi.** Make Playing Cards asks for "
        f"{PRINT_DPI}; with less, text and lines print soft. Build again with "
        f"`--dpi {PRINT_DPI}`, or without `--dpi`.",
        "",
    ]


def is_low_resolution(dpi: float) -> bool:
    """Whether the service wants more pixels."""
    return dpi < PRINT_DPI


def _table(rows: Iterable[Row]) -> list[str]:
    head, *body = list(rows)
    rule = "|" + "---|" * len(head)
    return [_table_row(head), rule, *map(_table_row, body)]


def _table_row(cells: Row) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _facts(order: Order, made: Sequence[OrderSide], spec: OrderSpec, dpi: float) -> list[Row]:
    size, count = order.size, len(order.slots)
    trim = f"{millimeters(size.trim.width):g} × {millimeters(size.trim.height):g} mm"
    inches = f"{size.trim.width / POINTS_PER_INCH:g} × {size.trim.height / POINTS_PER_INCH:g} in"
    width, height = size.pixels(dpi)
    rows: list[Row] = [
        ("product", f"{size.product} (`{size.code}`)"),
        ("size", f"{size.name}: {trim}, {inches} trimmed"),
        ("quantity", f"{plural(count, 'card')} of at most {size.max_cards} in one order"),
        *_parts(order),
        ("bracket", _bracket(size, count)),
        ("stock", _stock(spec)),
        ("finish", spec.finish),
        ("print", _print(spec, made)),
        ("images", f"{width} × {height} pixels, {dpi:g} dpi, bleed {millimeters(size.bleed):g} mm"),
    ]
    if size.window:
        rows.append(("frame", "the service prints the frame; the images fill its window"))
    return rows


def _parts(order: Order) -> list[Row]:
    """Which of several orders it is."""
    if len(order.parts) < 2:
        return []
    number = order.parts.index(order.name) + 1
    others = ", ".join(f"`../{name}/`" for name in order.parts if name != order.name)
    return [
        (
            "order",
            f"{number} of {len(order.parts)}: the other {order.size.name} cards are in {others}",
        )
    ]


def _bracket(size: Size, count: int) -> str:
    fitting = find_bracket(size, count)
    if fitting is None:
        cards = plural(count, "card")
        return f"the smallest that holds {cards} (not published for this size)"
    blanks = plural(fitting - count, "blank") if fitting > count else "no blanks"
    return f"{fitting} cards ({blanks})"


def _stock(spec: OrderSpec) -> str:
    named: str = load_service()["autofill"]["stocks"].get(spec.stock, spec.stock)
    return named


def _print(spec: OrderSpec, made: Sequence[OrderSide]) -> str:
    foil = ", holographic foil on the front" if spec.foil else ""
    sides = "on both sides" if len(made) > 1 else "on the front, the back stays blank"
    return f"full color {sides}{foil}"


def _steps(order: Order, made: Sequence[OrderSide], spec: OrderSpec) -> list[Row]:
    count, size = len(order.slots), order.size
    fitting = find_bracket(size, count)
    fronts = made[0].names
    steps = [
        ("product", f"{size.product}, item `{size.code}`"),
        ("number of cards", f"up to {fitting}" if fitting else f"the smallest of {count} or more"),
        ("card stock", _stock(spec)),
        ("print type", _print(spec, made)),
        ("finish", spec.finish),
        ("packaging", "shrink-wrapped, or a box that the page offers for this size and number"),
        ("cards in the deck", f"{count}"),
        ("card fronts", "“different images”; upload all of `fronts/` at once: they fill the slots "
         "in the order of their names"),
        ("card backs", _backs(made)),
        ("preview", f"slot 1 is `{_stem(fronts[0])}`, slot {count} is `{_stem(fronts[-1])}`"),
    ]  # fmt: skip
    return [(str(number), *step) for number, step in enumerate(steps, 1)]


def _stem(name: str) -> str:
    return PurePosixPath(name).stem


def _backs(made: Sequence[OrderSide]) -> str:
    if len(made) < 2:
        return "the game has none: “same image”, and a blank one"
    backs = made[1]
    if len(set(backs.faces)) == 1:
        return f"“same image”; upload `backs/{backs.names[0]}`"
    return (
        "“different images”; upload all of `backs/` at once: they too fill the slots in the "
        f"order of their names ({len(backs.names)} files)"
    )


def _autofill(file: str, obstacle: str) -> list[str]:
    if obstacle:
        return [f"There is no `{file}` for mpc-autofill: {obstacle}."]
    return [
        f"`{file}` is this order for the desktop tool of "
        "[mpc-autofill](https://github.com/chilli-axe/mpc-autofill), which clicks the table above "
        "by itself: start the tool in this folder, or with `--directory` and the whole path of "
        "this folder (a relative one fails). Its project has the file's name. It chooses "
        "product, number, stock and foil; choose finish and packaging yourself.",
    ]
