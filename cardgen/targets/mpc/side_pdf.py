"""The PDF of one side of an order: page N is slot N, read as the words of its card.

In      an order, one of its sides.
Out     a file; the one of an earlier build, if every page of it is the same.

An edit of a card's front leaves the backs as they are, one of a rule or a count both files: in a
build after an edited word the backs alone take 8 % of the processor time (measured in turns).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import partial
from itertools import groupby

from cardgen.cache.build_fingerprint import program
from cardgen.cache.content_key import make_record_key
from cardgen.cache.face_cache import checksum
from cardgen.files.output_folder import OutputFolder
from cardgen.render.pdf.color_spaces import SCREEN
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.face_pages import show_face
from cardgen.render.pdf.tag_tree import TagTree
from cardgen.targets.contract import Job
from cardgen.targets.mpc.sides import OrderSide, list_sides
from cardgen.targets.shared.card_text import describe_face
from cardgen.targets.shared.print_slots import Order, list_runs


def write_side_pdf(job: Job, order: Order, side: OrderSide, output: OutputFolder) -> None:
    """Write a side's PDF into the folder of its order."""
    file = output.path(f"{order.name}/{side.folder}.pdf")
    key = _make_key(job, order, side)
    if job.cache is not None and key and job.cache.recall(key, file) is not None:
        return
    data = job.files.take(key) or _paint_new(job, order, side)
    file.write_bytes(data)
    if job.cache is not None and key and not job.game.pictures.is_out_of_date:
        job.cache.keep(key, file, checksum(data), hashlib.sha256(data).hexdigest())


def _paint_new(job: Job, order: Order, side: OrderSide) -> bytes:
    """Make the file here, its pictures packed by workers."""
    scenes = (side.scene(slots[0]) for slots in side.slots.values())
    job.pack_ahead(scenes, SCREEN)
    return _paint(job, order, side)


def _paint_beside(job: Job, order: Order, side: OrderSide) -> bytes:
    """Make the file in a copy of the process that has the store of faces and no workers; nothing,
    if it has to be made anew here."""
    data = _paint(job, order, side)
    if job.packer is not None:
        job.packer.note_uses()
    return b"" if job.game.pictures.is_out_of_date else data


def list_new_pdfs(job: Job, orders: Iterable[Order]) -> dict[str, Callable[[], bytes]]:
    """What paints the PDFs that no earlier build wrote, by their keys."""
    found: dict[str, Callable[[], bytes]] = {}
    for order in orders:
        for side in list_sides(order):
            key = _make_key(job, order, side)
            if key and not (job.cache and job.cache.knows(key)):
                found[key] = partial(_paint_beside, job, order, side)
    return found


def _make_key(job: Job, order: Order, side: OrderSide) -> str:
    """What stands for all that the file depends on; nothing, where a face has no key that another
    process would give it too."""
    faces = [_blank(order) if face is None else face for face in side.faces]
    if not all(isinstance(face, bytes) for face in faces):
        return ""
    cards = [(slot.deck, slot.card.id) for slot in order.slots]
    return make_record_key(
        "pages", program(), _title(job, side), job.game.spec.file.language, cards, faces
    ).hex()


def _blank(order: Order) -> object:
    """What stands for the empty page of a slot without a back: its size is that of the first."""
    first = order.slots[0].sides[0]
    return b"blank " + first if isinstance(first, bytes) else None


def _paint(job: Job, order: Order, side: OrderSide) -> bytes:
    """Make the file, with an outline entry for each deck."""
    tags = TagTree(job.game.spec.file.language, accessible=True)
    title = _title(job, side)
    file = PdfFile(job.game.pictures, title=title, forgets=True, tags=tags, packer=job.packer)
    starts = {first: deck for deck, first, _ in list_runs(order.slots)}
    number = 1
    for _, alike in groupby(range(len(side.faces)), side.faces.__getitem__):
        scene = side.scene(number - 1)
        words = describe_face(scene) or order.slots[number - 1].card.id
        for _ in alike:
            show_face(file, scene, bookmark=starts.get(number, ""), words=words)
            number += 1
    return file.save()


def _title(job: Job, side: OrderSide) -> str:
    return f"{job.name}: {side.folder}"
