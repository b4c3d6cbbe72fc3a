"""What other services make of an order's files, for `ORDER.md`.

In      an order, what to order.
Out     rows: the service, what to send it, how sure that is.
Not here  their sizes (`data/sizes.json`), the target `gamecrafter`, the target `drivethru`.

Source  services' product data as `data/sizes.json` has it; mpc-autofill at ceb7c3b places orders
        at PrinterStudio's sites, too, without S27 and foil; BoardGamesMaker belongs to the same
        group and has the same editor, which is all that is known of its pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from cardgen.bind.bound_faces import BoundDeck
from cardgen.core.findings import plural
from cardgen.core.sizes import Size
from cardgen.read.models.game_file import OrderSpec
from cardgen.targets.shared.markdown_names import quote_name
from cardgen.targets.shared.sold_sizes import find_products

ServiceRow = tuple[str, str, str]

_NOT_THERE = ("S27",)
"""Stocks that PrinterStudio does not have."""
_POKER = ("poker", "poker-landscape")


class OrderedGame(Struct, frozen=True):
    """What other targets would be built of: all decks of the game, and which edition it is."""

    decks: Sequence[BoundDeck] = ()
    edition: str = ""
    left_out: Sequence[str] = ()
    """Decks that are in no order."""
    advice: str = ""
    """Which of them are as large as a size that is sold."""

    def command(self, target: str) -> str:
        edition = f" --edition {self.edition}" if self.edition else ""
        return f"`cardgen build{edition} -t {target}`"


NO_GAME = OrderedGame()


def list_other_services(
    size: Size, cards: int, spec: OrderSpec, game: OrderedGame = NO_GAME
) -> Iterator[ServiceRow]:
    """A row for each service that prints single decks."""
    yield "PrinterStudio", _at_printerstudio(size, cards, spec), "product data of January 2025"
    same = "the same files" if not spec.foil else "the same files; ask whether it has this foil"
    yield "BoardGamesMaker", same, "assumed: its editor is the same; compare the pixels it names"
    component = next(iter(find_products(size, "gamecrafter")), None)
    crafted = (
        f"{game.command('gamecrafter')}: it asks for other pixels ({component.code})"
        if component
        else f"nothing: it has no component of the size {size.name}"
    )
    yield "The Game Crafter", crafted, "product data as another program restates it"
    yield "DriveThruCards", _at_drivethru(size, game), "its help pages"
    yield "Print & Play Productions", "nothing", "its site said that it closed on 27 March 2026"


def _at_drivethru(size: Size, game: OrderedGame) -> str:
    """The target refuses a game that has cards without backs, and other sizes if it is not told."""
    if size.name not in _POKER:
        return "nothing: it prints poker cards"
    bare = [deck.name for deck in game.decks if any(card.back is None for card in deck.cards)]
    if bare:
        return f"nothing: it prints both sides of each card, and {quote_name(bare[0])} has no back"
    if any(deck.size.name not in _POKER for deck in game.decks):
        return f"of {game.command('drivethru:size=any')} the file of the {size.name} cards"
    return game.command("drivethru")


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
