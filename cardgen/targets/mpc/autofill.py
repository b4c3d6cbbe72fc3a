"""An order as the desktop tool of mpc-autofill reads it: `<game>.xml`.

In      an order of the one product that the tool knows, the two sides, what to order.
Out     XML; or why there is none.
Not here  the picture files (`mpc`), stocks that the service does not sell
        (`check.rules.service.print_service`).

The tool knows no size, finish or packaging: it always orders the 63 x 88 mm product. It
passes over what it does not understand (a slot without a face, a file that is not there, a
foil typed `True`), so what is written leaves nothing to guess: each slot stands in the fronts
once, and has the card back unless the backs name it.

Source  chilli-axe/mpc-autofill at ceb7c3b (2026-08-09): desktop-tool/src/order.py, constants.py.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from html import escape

from cardgen.check.rules.service.print_service import load_service
from cardgen.core.sizes import Size
from cardgen.files.file_names import file_name
from cardgen.read.models.game_file import OrderSpec
from cardgen.targets.mpc.sides import OrderSide
from cardgen.targets.shared.print_slots import Order

BLANK = "blank-back.png"
"""The card back of an order without backs."""


def find_obstacle(size: Size, spec: OrderSpec) -> str:
    """Why there is no order for the tool, or ""."""
    known = load_service()["autofill"]
    if size.code != known["product"]:
        return (
            f"its desktop tool orders the {known['name']} only, and these are `{size.name}` cards"
        )
    if spec.stock not in known["stocks"]:
        words = ", ".join(known["stocks"])
        return f"it does not know the stock {spec.stock}; it knows {words}"
    if spec.foil and spec.stock in known["without_foil"]:
        return f"it takes no foil on the stock {spec.stock}"
    return ""


def make_xml_name(game: str, order: Order) -> str:
    """Return the file's name, which the tool gives to its project: `game.xml`, of an order
    that is split `game-2.xml`."""
    return f"{file_name(game, 'game')}{order.name.removeprefix(order.size.name)}.xml"


def make_order_xml(order: Order, made: Sequence[OrderSide], spec: OrderSpec) -> str:
    """The order, with paths from the XML's own folder.

    There must be no `find_obstacle`.
    """
    stock = load_service()["autofill"]["stocks"][spec.stock]
    cardback, others = _common_back(made)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<order>",
        "  <details>",
        f"    <quantity>{len(order.slots)}</quantity>",
        f"    <stock>{escape(stock, quote=False)}</stock>",
        f"    <foil>{'true' if spec.foil else 'false'}</foil>",
        "  </details>",
        "  <fronts>",
        *_card_lines(order, made[0], made[0].slots),
        "  </fronts>",
    ]
    if others:
        lines += ["  <backs>", *_card_lines(order, made[1], others), "  </backs>"]
    return "\n".join(
        [*lines, f"  <cardback>{escape(cardback, quote=False)}</cardback>", "</order>", ""]
    )


def _common_back(made: Sequence[OrderSide]) -> tuple[str, dict[Hashable, list[int]]]:
    """The back that most cards have, and the other backs with their slots."""
    if len(made) < 2:
        return f"./{BLANK}", {}
    backs = made[1].slots
    usual = max(backs, key=lambda face: len(backs[face]))
    others = {face: slots for face, slots in backs.items() if face != usual}
    return _path(made[1], backs[usual][0]), others


def _path(side: OrderSide, slot: int) -> str:
    return f"./{side.folder}/{side.names[slot]}"


def _card_lines(order: Order, side: OrderSide, faces: dict[Hashable, list[int]]) -> Iterator[str]:
    for slots in faces.values():
        first = slots[0]
        slot = order.slots[first]
        yield "    <card>"
        yield f"      <id>{escape(_path(side, first), quote=False)}</id>"
        yield "      <sourceType>Local File</sourceType>"
        yield f"      <slots>{','.join(map(str, slots))}</slots>"
        yield f"      <name>{escape(side.names[first], quote=False)}</name>"
        yield f"      <query>{escape(f'{slot.deck} {slot.card.id}', quote=False)}</query>"
        yield "    </card>"
