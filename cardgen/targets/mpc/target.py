"""Target `mpc`: everything to upload to Make Playing Cards, slot by slot.

Out     for each size a folder with a PNG a printed card and side, two PDFs of all of
        them, `manifest.json`, `ORDER.md` that says what to click, and `<game>.xml` where
        mpc-autofill can click it.

Decks of one size are one order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from cardgen.bind.bound_faces import BoundDeck
from cardgen.check.rules.service.print_service import PRINT_DPI
from cardgen.core.findings import plural
from cardgen.core.sizes import find_bracket, millimeters
from cardgen.files.output_folder import OutputFolder
from cardgen.render.finish_plates import plate_pixels
from cardgen.render.workers.face_painting import FaceRequest, Look
from cardgen.targets.contract import Job, Target, UnsuitableError
from cardgen.targets.mpc.autofill import BLANK, find_obstacle, make_order_xml, make_xml_name
from cardgen.targets.mpc.guide import is_low_resolution, write_order_guide
from cardgen.targets.mpc.other_services import OrderedGame
from cardgen.targets.mpc.side_pdf import list_new_pdfs, write_side_pdf
from cardgen.targets.mpc.sides import OrderSide, list_sides
from cardgen.targets.no_options import NoOptions
from cardgen.targets.shared.finish_masks import (
    Masks,
    describe_masks,
    guide_to_masks,
    write_masks,
)
from cardgen.targets.shared.guides import write_guide
from cardgen.targets.shared.manifest import plain_dpi, source_of, write_manifest
from cardgen.targets.shared.print_slots import Order, Slot, split_orders
from cardgen.targets.shared.sold_sizes import find_trade_name


class MpcTarget(Target[NoOptions, tuple[Order, ...]]):
    """Orders at Make Playing Cards; decks of sizes that it does not sell are left out."""

    name = "mpc"
    costs_money = True
    about = (
        "Make Playing Cards: PNGs, PDFs, guide, mpc-autofill; stock, finish, foil: `order:` in "
        "game.yaml"
    )
    options = NoOptions
    choices = "stock, finish and foil stand in game.yaml, under `order:`"

    def renders_deck(self, deck: BoundDeck) -> bool:
        return bool(deck.size.product)

    def plan(self, job: Job, options: NoOptions) -> tuple[Order, ...]:
        """Return the orders of a game.

        Raises:
            UnsuitableError: The service sells none of the game's sizes.
        """
        del options
        made = split_orders([deck for deck in job.game.decks if deck.size.product], job.scenes)
        if not made:
            message = "Make Playing Cards sells none of this game's sizes"
            ways = "print them at home with `-t sheets`, or give a deck a size of `cardgen sizes`"
            raise UnsuitableError(message, _advise_trade_sizes(job) or ways)
        return made

    def faces(self, job: Job, plan: tuple[Order, ...]) -> Iterator[FaceRequest]:
        for order in plan:
            for side in list_sides(order):
                for alike in side.slots.values():
                    yield _request_face(job, order, side, alike[0])

    def slow_files(self, job: Job, plan: tuple[Order, ...]) -> Mapping[str, Callable[[], bytes]]:
        return list_new_pdfs(job, plan)

    def write(self, job: Job, plan: tuple[Order, ...], output: OutputFolder) -> str:
        count = _FaceCount(job, sum(map(_count_faces, plan)))
        files = pdfs = 0
        for order in plan:
            count_of_sides = _write_order(job, order, count, output)
            files, pdfs = files + len(order.slots) * count_of_sides, pdfs + count_of_sides
        return _summary(job, plan, files, pdfs)


def _summary(job: Job, made: Sequence[Order], files: int, pdfs: int) -> str:
    cards = sum(len(order.slots) for order in made)
    missing = list_unsold_decks(job)
    without = f"; not {', '.join(missing)}: they sell no such size" if missing else ""
    advice = _advise_trade_sizes(job)
    without += f", but {advice}" if advice else ""
    what = f"{plural(cards, 'card')} as {plural(files, 'PNG')} and {plural(pdfs, 'PDF')}"
    return f"{what}{_blanks(made)}{without}{_low_resolution(job.dpi)}"


def _write_order(job: Job, order: Order, count: _FaceCount, output: OutputFolder) -> int:
    """Write one order, and let go of its scenes; gives the number of its sides."""
    both = list_sides(order)
    for side in both:
        write_side_pdf(job, order, side, output)
    hashes: dict[str, str] = {}
    for side in both:
        hashes |= _write_pngs(job, order, side, count, output)
    masks = _write_masks(job, order, both, output)
    _write_manifest(job, order, both, hashes, masks, output)
    _write_guides(job, order, both, masks, output)
    return len(both)


def _write_masks(
    job: Job, order: Order, both: tuple[OrderSide, ...], output: OutputFolder
) -> Masks:
    """Write a mask for each file whose face has a finish."""
    size, pictures = order.size.pixels(job.dpi), job.game.pictures
    faces = (
        (side.scene(alike[0]), [f"{side.folder}/{side.names[index]}" for index in alike])
        for side in both
        for alike in side.slots.values()
        if order.slots[alike[0]].is_finished
    )
    paint = partial(plate_pixels, size=size, pictures=pictures)
    return write_masks(faces, paint, output, folder=order.name, dpi=job.dpi)


def _request_face(job: Job, order: Order, side: OrderSide, slot: int) -> FaceRequest:
    look = Look(order.size.pixels(job.dpi), job.dpi, job.game.pictures)
    return FaceRequest(side.faces[slot], lambda: side.scene(slot), look, side.digests[slot])


def _write_pngs(
    job: Job, order: Order, side: OrderSide, count: _FaceCount, output: OutputFolder
) -> dict[str, str]:
    """Write a file a slot: each distinct face rendered once, its other slots links to it. Gives
    each file's SHA-256."""
    hashes: dict[str, str] = {}
    for alike in side.slots.values():
        first, *rest = [f"{side.folder}/{side.names[index]}" for index in alike]
        file = output.path(f"{order.name}/{first}")
        sha256 = job.faces.write(_request_face(job, order, side, alike[0]), file)
        for name in rest:
            output.link(f"{order.name}/{name}", f"{order.name}/{first}")
        hashes |= dict.fromkeys((first, *rest), sha256)
        count.one_more()
    return hashes


def _low_resolution(dpi: float) -> str:
    """That the files are good to look at only."""
    if not is_low_resolution(dpi):
        return ""
    return f"; only {dpi:g} dpi, do not upload them: the service asks for {PRINT_DPI}"


def _blanks(made: Sequence[Order]) -> str:
    """How many cards are paid for and stay blank, where the service's brackets are known."""
    sold = [(find_bracket(order.size, len(order.slots)), len(order.slots)) for order in made]
    left = sum(size - count for size, count in sold if size is not None)
    return f", {plural(left, 'blank')} to the next bracket" if left else ""


def list_unsold_decks(job: Job) -> tuple[str, ...]:
    """The decks whose sizes the service does not sell."""
    return tuple(deck.name for deck in job.game.decks if not deck.size.product)


def _advise_trade_sizes(job: Job) -> str:
    """Which trade size is as large as a deck's own, if one is."""
    unsold = (deck for deck in job.game.decks if not deck.size.product)
    names = {deck.name: find_trade_name(deck.size, MpcTarget.name) for deck in unsold}
    said = (f"`{deck}` is as large as `size: {name}`" for deck, name in names.items() if name)
    return ", ".join(said)


def _count_faces(order: Order) -> int:
    """Faces to render, equal ones once."""
    cards = [slot.card for slot in order.slots]
    backs = {card.back for card in cards} if any(card.back for card in cards) else set()
    return len({card.front for card in cards} | backs)


class _FaceCount(Struct):
    """How far the faces of all orders are."""

    job: Job
    total: int
    done: int = 0

    def one_more(self) -> None:
        self.done += 1
        self.job.progress("faces", self.done, self.total)


# --- manifest ------------------------------------------------------------------------------


def _write_manifest(
    job: Job,
    order: Order,
    both: tuple[OrderSide, ...],
    hashes: dict[str, str],
    masks: Masks,
    output: OutputFolder,
) -> None:
    size, dpi = order.size, job.dpi
    slots = [_slot(index, slot, both, hashes) for index, slot in enumerate(order.slots)]
    facts = {
        "size": {
            "name": size.name,
            "trim_mm": [millimeters(size.trim.width), millimeters(size.trim.height)],
            "bleed_mm": millimeters(size.bleed),
            "safe_mm": millimeters(size.safe),
            "pixels": list(size.pixels(dpi)),
            "dpi": plain_dpi(dpi),
        },
        **({"finishes": describe_masks(masks)} if masks else {}),
        "slots": slots,
    }
    write_manifest(output, job, MpcTarget.name, facts, f"{order.name}/")


def _slot(
    index: int, slot: Slot, both: tuple[OrderSide, ...], hashes: dict[str, str]
) -> dict[str, object]:
    files = [f"{side.folder}/{side.names[index]}" for side in both] + [None]
    front, back = files[0], files[1]
    assert front is not None
    return {
        "slot": slot.number,
        "deck": slot.deck,
        "card": slot.card.id,
        "copy": slot.copy,
        "front": front,
        "back": back,
        "front_sha256": hashes[front],
        "back_sha256": hashes[back] if back else None,
        "source": source_of(slot.card),
    }


# --- how to order --------------------------------------------------------------------------


def _write_guides(
    job: Job, order: Order, both: tuple[OrderSide, ...], masks: Masks, output: OutputFolder
) -> None:
    """What to click, and the same for a program."""
    spec = job.game.spec.file.order
    against = find_obstacle(order.size, spec)
    unsold, advice = list_unsold_decks(job), _advise_trade_sizes(job)
    whole = OrderedGame(job.game.printed().decks, job.edition, unsold, advice)
    guide = write_order_guide(
        job.name, order, both, spec, dpi=job.dpi, obstacle=against, whole=whole
    )
    write_guide(output, job, f"{order.name}/ORDER.md", guide + guide_to_masks(masks))
    if against:
        return
    xml = make_order_xml(order, both, spec).encode("utf-8")
    output.write(f"{order.name}/{make_xml_name(job.name, order)}", xml)
    if len(both) < 2:
        output.write(f"{order.name}/{BLANK}", _blank(order.size.pixels(job.dpi), job.dpi))


def _blank(size: tuple[int, int], dpi: float) -> bytes:
    from cardgen.render.raster.png_encode import encode_rows, paper

    return encode_rows(paper(*size), dpi)
