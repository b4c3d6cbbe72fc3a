"""What other services make of an order's files, for `ORDER.md`.

In      an order, what to order.
Out     rows: the service, what to send it, how sure that is.
Not here  their sizes (`data/sizes.json`), the target `gamecrafter`, the target `drivethru`.

Source  services' product data as `data/sizes.json` has it; mpc-autofill at ceb7c3b places orders
        at PrinterStudio's sites, too, without S27 and foil; BoardGamesMaker belongs to the same
        group and has the same editor, which is all that is known of its pixels.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.findings import plural
from cardgen.core.sizes import Size
from cardgen.read.models.game_file import OrderSpec

ServiceRow = tuple[str, str, str]

_NOT_THERE = ("S27",)
"""Stocks that PrinterStudio does not have."""


def list_other_services(size: Size, cards: int, spec: OrderSpec) -> Iterator[ServiceRow]:
    """A row for each service that prints single decks."""
    yield "PrinterStudio", _at_printerstudio(size, cards, spec), "product data of January 2025"
    same = "the same files" if not spec.foil else "the same files; ask whether it has this foil"
    yield "BoardGamesMaker", same, "assumed: its editor is the same; compare the pixels it names"
    component = next(iter(size.sold_by("gamecrafter")), None)
    crafted = (
        f"`cardgen build -t gamecrafter`: it asks for other pixels ({component.code})"
        if component
        else f"nothing: it has no component of the size {size.name}"
    )
    yield "The Game Crafter", crafted, "product data as another program restates it"
    poker = size.name in ("poker", "poker-landscape")
    drive = "`cardgen build -t drivethru`" if poker else "nothing: it prints poker cards"
    yield "DriveThruCards", drive, "its help pages"
    yield "Print & Play Productions", "nothing", "its site said that it closed on 27 March 2026"


def _at_printerstudio(size: Size, cards: int, spec: OrderSpec) -> str:
    product = next(iter(size.sold_by("printerstudio")), None)
    if product is None:
        return f"nothing: it does not sell the size {size.name}"
    said = [f"the same files; {product.name}, item `{product.code}`"]
    if product.max_cards:
        said.append(f"at most {plural(product.max_cards, 'card')} in one order")
        if cards > product.max_cards:
            said.append("so this one has to be divided")
    if spec.stock in _NOT_THERE:
        said.append(f"no stock `{spec.stock}`")
    if spec.foil:
        said.append("no foil")
    return ", ".join(said)
