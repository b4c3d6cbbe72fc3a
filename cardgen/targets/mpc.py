"""Target `mpc`: everything to upload to Make Playing Cards, slot by slot.

Out     for each size a folder with a PNG a printed card and side, two PDFs of all of
        them, `manifest.json`, and `ORDER.md` that says what to click.

Decks of one size are one order. File names sort in slot order, because the service's
uploader fills slots in that order.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from cardgen.geometry import POINTS_PER_INCH
from cardgen.read.model import OrderSpec
from cardgen.render.faces import write_pngs
from cardgen.render.pdf import PdfFile, show_face
from cardgen.scene import Layer, Scene
from cardgen.sizes import Size, bracket, millimetres
from cardgen.targets.order import Order, Slot, orders, runs
from cardgen.targets.target import Job
from cardgen.workspace import Output

NAME = "mpc"
ABOUT = "Make Playing Cards: PNGs by slot, PDFs, manifest and order guide"


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of an order: its folder, and each slot's scene and file."""

    folder: str
    scenes: tuple[Scene, ...]
    names: tuple[str, ...]


def write(job: Job, output: Output) -> str:
    """Write every order of the game."""
    made = orders(job.game.decks, job.scenes)
    total = sum(len(_distinct(order)) for order in made)
    done = 0
    for order in made:
        sides = _sides(order)
        hashes: dict[str, str] = {}
        for side in sides:
            done = _pngs(job, order, side, output, hashes, done, total)
            output.write(f"{order.name}/{side.folder}.pdf", _pdf(job, order, side))
        _manifest(job, order, sides, hashes, output)
        guide = _guide(job, order, sides)
        output.write(f"{order.name}/ORDER.md", guide.encode("utf-8"))
    cards = sum(len(order.slots) for order in made)
    count = sum(len(order.slots) * len(_sides(order)) for order in made)
    return f"{cards} cards as {count} PNGs and {2 * len(made)} PDFs"


def _distinct(order: Order) -> tuple[Scene, ...]:
    return tuple(dict.fromkeys(scene for side in _sides(order) for scene in side.scenes))


def _sides(order: Order) -> tuple[_Side, ...]:
    digits = max(3, len(str(len(order.slots))))
    fronts = tuple(
        f"{slot.number:0{digits}d}-{slot.deck}-{slot.card.id}.png" for slot in order.slots
    )
    sides = [_Side("fronts", tuple(slot.front for slot in order.slots), fronts)]
    backs = tuple(slot.back for slot in order.slots)
    if any(back is not None for back in backs):
        own = _own_backs(order.slots)
        names = tuple(
            f"{slot.number:0{digits}d}-{slot.deck}-{_back_name(slot, own)}.png"
            for slot in order.slots
        )
        blank = next(slot.front for slot in order.slots)
        empty = Scene(blank.page, blank.trim, Layer(()), Layer(()))
        sides.append(_Side("backs", tuple(back or empty for back in backs), names))
    return tuple(sides)


def _own_backs(slots: Sequence[Slot]) -> frozenset[str]:
    """Decks whose cards do not all share one back."""
    seen: dict[str, set[Scene | None]] = {}
    for slot in slots:
        seen.setdefault(slot.deck, set()).add(slot.back)
    return frozenset(deck for deck, backs in seen.items() if len(backs) > 1)


def _back_name(slot: Slot, own: frozenset[str]) -> str:
    return f"{slot.card.id}-back" if slot.deck in own else "back"


def _pngs(
    job: Job,
    order: Order,
    side: _Side,
    output: Output,
    hashes: dict[str, str],
    done: int,
    total: int,
) -> int:
    """A file a slot: each distinct face rendered once, its other slots links to it."""
    places: dict[Scene, list[str]] = {}
    for scene, name in zip(side.scenes, side.names, strict=True):
        places.setdefault(scene, []).append(f"{side.folder}/{name}")
    size = order.size.pixels(job.dpi)
    wanted = [(scene, output.path(f"{order.name}/{files[0]}")) for scene, files in places.items()]
    for scene, digest in write_pngs(wanted, size, job.dpi, job.game.pictures, job.workers):
        first, *rest = places[scene]
        for name in rest:
            output.link(f"{order.name}/{name}", f"{order.name}/{first}")
        hashes.update(dict.fromkeys(places[scene], digest))
        done += 1
        job.progress("faces", done, total)
    return done


def _pdf(job: Job, order: Order, side: _Side) -> bytes:
    """Page N is slot N; an outline entry for each deck."""
    file = PdfFile(job.game.pictures, title=f"{job.name}: {side.folder}")
    starts = {first: deck for deck, first, _ in runs(order.slots)}
    for number, scene in enumerate(side.scenes, 1):
        show_face(file, scene, bookmark=starts.get(number, ""))
    return file.save()


# --- manifest ------------------------------------------------------------------------------


def _manifest(
    job: Job, order: Order, sides: tuple[_Side, ...], hashes: dict[str, str], output: Output
) -> None:
    size, dpi = order.size, job.dpi
    slots = [_slot(index, slot, sides, hashes) for index, slot in enumerate(order.slots)]
    manifest = {
        "game": job.name,
        "target": NAME,
        "size": {
            "name": size.name,
            "trim_mm": [millimetres(size.trim.width), millimetres(size.trim.height)],
            "bleed_mm": millimetres(size.bleed),
            "safe_mm": millimetres(size.safe),
            "pixels": list(size.pixels(dpi)),
            "dpi": int(dpi) if dpi == int(dpi) else dpi,
        },
        "slots": slots,
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    output.write(f"{order.name}/manifest.json", text.encode("utf-8"))


def _slot(
    index: int, slot: Slot, sides: tuple[_Side, ...], hashes: dict[str, str]
) -> dict[str, object]:
    files = [f"{side.folder}/{side.names[index]}" for side in sides] + [None]
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
        "source": f"{slot.card.span.file}:{slot.card.span.line}",
    }


# --- order guide ---------------------------------------------------------------------------


def _guide(job: Job, order: Order, sides: tuple[_Side, ...]) -> str:
    """ORDER.md: what to click, with this order's own figures."""
    size, count = order.size, len(order.slots)
    spec = job.game.spec.file.order
    lines = [
        f"# {job.name}: ordering {count} cards from Make Playing Cards",
        "",
        *_table(_facts(size, count, spec, job.dpi)),
        "",
        "## What to click",
        "",
        *_steps(order, sides, spec),
        "",
        "## What is in which slot",
        "",
        *_table([("deck", "slots", "cards")] + [
            (deck, f"{first}–{last}", str(last - first + 1))
            for deck, first, last in runs(order.slots)
        ]),
        "",
        "`manifest.json` lists every slot with its files, their hashes and the line of the card "
        "table it comes from.",
        "",
    ]  # fmt: skip
    return "\n".join(lines)


def _facts(size: Size, count: int, order: OrderSpec, dpi: float) -> list[tuple[str, ...]]:
    fitting = bracket(size, count)
    blanks = f"{fitting - count} blanks" if fitting and fitting > count else "no blanks"
    sold = f"{fitting} cards ({blanks})" if fitting else f"the smallest that holds {count} cards"
    trim = f"{millimetres(size.trim.width):g} × {millimetres(size.trim.height):g} mm"
    inches = f"{size.trim.width / POINTS_PER_INCH:g} × {size.trim.height / POINTS_PER_INCH:g} in"
    width, height = size.pixels(dpi)
    return [
        ("what", "this order"),
        ("product", f"{size.product} (`{size.code}`)"),
        ("size", f"{size.name}: {trim}, {inches} trimmed"),
        ("quantity", f"{count} cards"),
        ("bracket", sold),
        ("stock", order.stock),
        ("finish", order.finish),
        ("images", f"{width} × {height} pixels, {dpi:g} dpi, bleed {millimetres(size.bleed):g} mm"),
    ]


def _table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    head, *body = list(rows)
    rule = "|" + "---|" * len(head)
    return [_table_row(head), rule, *map(_table_row, body)]


def _table_row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |"


def _steps(order: Order, sides: tuple[_Side, ...], spec: OrderSpec) -> list[str]:
    count, size = len(order.slots), order.size
    fitting = bracket(size, count)
    quantity = f"up to {fitting}" if fitting else f"the smallest with at least {count}"
    steps = [
        f"Choose the product {size.product}, custom game cards, full colour on both sides.",
        f"Number of cards: {quantity}. Card stock: {spec.stock}. Finish: {spec.finish}.",
        f"When asked how many cards the deck has, enter {count}.",
        "Fronts: “different images”. Upload all of `fronts/` at once; they fill the slots in "
        "the order of their names.",
        _backs_step(order, sides),
        "Look through the preview: slot 1 is "
        f"`{PurePosixPath(sides[0].names[0]).stem}`, slot {count} is "
        f"`{PurePosixPath(sides[0].names[-1]).stem}`.",
        "The images have their bleed. Leave size and position as they are: no zoom, no rotation.",
    ]
    return [f"{number}. {step}" for number, step in enumerate(steps, 1)]


def _backs_step(order: Order, sides: tuple[_Side, ...]) -> str:
    if len(sides) < 2:
        return "Backs: the game has none; choose “same image” and a blank one."
    if len(set(sides[1].scenes)) == 1:
        return f"Backs: “same image”. Upload `backs/{sides[1].names[0]}`."
    return (
        "Backs: “different images”. Upload all of `backs/` at once; they too fill the slots in "
        f"the order of their names ({len(order.slots)} files)."
    )
