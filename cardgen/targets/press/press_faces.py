"""What targets for a press have in common: the profile, faces made fit for ink, the manifest.

In      a job, the name of a profile, the bleed and ink limit that a printer asks for.
Out     faces ready to be painted with ink, and what has become of them.
Not here  which pages a file has (`targets.press.drivethru`, `targets.press.pdfx4`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from cardgen.core.sizes import Size, millimeters
from cardgen.files.disk_game import read_option_file
from cardgen.files.file_names import file_name, part_name
from cardgen.files.game_files import UnreadableError
from cardgen.render.press.bleed import with_bleed
from cardgen.render.press.flatten import Flattened, flatten
from cardgen.render.press.jpeg import LEAST, MOST
from cardgen.render.press.profile import (
    MAX_BYTES,
    Profile,
    ProfileError,
    read_profile,
    shipped_profile,
)
from cardgen.render.press.separation import Separation, check_convertible
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job, OptionError, UnsuitableError
from cardgen.targets.options import WholeNumber
from cardgen.targets.shared.manifest import source_of
from cardgen.targets.shared.print_slots import Order, Slot, split_orders

PROFILE_HELP = "an ICC profile (CMYK), by its file; the one that cardgen ships if left out"

JPEG = WholeNumber(LEAST, MOST)
JPEG_HELP = f"quality {LEAST} to {MOST}: pictures as JPEG, smaller; exactly as they are if left out"


class PrintBatch(Struct, frozen=True):
    """Cards of one size: what goes into one file, or a pair of them."""

    name: str
    """The file's, without its ending."""
    size: Size
    slots: tuple[Slot, ...]


class PressFaces(Struct, frozen=True):
    """The faces of a job as they are painted, by the face that was laid out."""

    faces: Mapping[Scene, Scene]
    flattened: Flattened | None


def find_profile(job: Job, name: str) -> Profile:
    """The profile that an option names, or the one that is shipped.

    Raises:
        OptionError: there is none, or it is not one of a CMYK press.
    """
    if not name:
        return shipped_profile()
    folders = [Path.cwd(), *([job.folder] if job.folder else [])]
    try:
        profile = read_profile(read_option_file(name, folders, MAX_BYTES), Path(name).name)
        check_convertible(profile)
    except UnreadableError as error:
        hint = "write its path from the working folder or the game folder"
        raise OptionError(f"the profile `{name}` {error.reason}", hint, option="profile") from None
    except ProfileError as error:
        hint = "take the CMYK profile that the printer names, or leave `profile` out"
        raise OptionError(f"the profile `{name}` {error}", hint, option="profile") from None
    return profile


def check_pikepdf(target: str) -> None:
    """Refuse a target whose files need pikepdf where that is not installed.

    It is an extra: macOS 13 on Apple silicon has no wheel of it.

    Raises:
        UnsuitableError: pikepdf is not installed.
    """
    if find_spec("pikepdf") is None:
        message = f"`{target}` needs the package pikepdf, which is not installed"
        raise UnsuitableError(message, 'write `pip install "cardgen[press]"`')


def batch_by_size(job: Job, *, copies: bool) -> tuple[PrintBatch, ...]:
    """The cards of each size in printing order; with `copies`, each as often as printed."""
    found: dict[str, list[Order]] = {}
    for order in split_orders(job.game.decks, job.scenes):
        found.setdefault(order.size.name, []).append(order)
    alone = len(found) == 1
    stem = file_name(job.name)
    return tuple(
        PrintBatch(
            stem if alone else f"{stem}-{part_name(name, 'size')}",
            parts[0].size,
            tuple(_slots(parts, copies)),
        )
        for name, parts in found.items()
    )


def _slots(parts: Iterable[Order], copies: bool) -> Iterator[Slot]:
    for part in parts:
        yield from (slot for slot in part.slots if copies or slot.copy == 1)


def prepare_faces(
    job: Job, made: Sequence[PrintBatch], bleed: float | None, *, opaque: bool
) -> PressFaces:
    """Faces with a printer's bleed (None: their own), without transparency if `opaque`."""
    asked: dict[Scene, float] = {}
    for batch in made:
        for slot in batch.slots:
            own = batch.size.bleed if bleed is None else bleed
            asked |= dict.fromkeys([slot.front, *([slot.back] if slot.back else [])], own)
    flat = (
        flatten(asked, job.game.pictures, job.workers, partial(job.progress, "transparency"))
        if opaque
        else None
    )
    faces = {
        face: with_bleed(flat.faces[face] if flat else face, own) for face, own in asked.items()
    }
    return PressFaces(faces, flat)


# --- what was done -------------------------------------------------------------------------


def size_facts(size: Size, bleed: float) -> dict[str, object]:
    width, height = size.trim.width, size.trim.height
    return {
        "name": size.name,
        "page_mm": [millimeters(width + 2 * bleed), millimeters(height + 2 * bleed)],
        "trim_mm": [millimeters(width), millimeters(height)],
        "bleed_mm": millimeters(bleed),
    }


def profile_facts(profile: Profile) -> dict[str, object]:
    return {
        "file": profile.name,
        "condition": profile.condition,
        "about": profile.about,
        "icc_version": profile.version,
        "sha256": profile.sha256,
    }


def ink_facts(separation: Separation) -> dict[str, object]:
    mean, largest = separation.loss
    return {
        "limit_percent": separation.limit,
        "most_percent": round(float(separation.cube.sum(axis=-1).max()) * 100, 1),
        "limit_costs_delta_e": {"mean": round(mean, 2), "largest": round(largest, 2)},
    }


def flattened_facts(plate: PressFaces, batch: PrintBatch) -> list[dict[str, object]]:
    """What is pixels on each card, and which text is among it."""
    if plate.flattened is None:
        return []
    told: dict[tuple[str, str, Scene], dict[str, object]] = {}
    for slot in batch.slots:
        for side, face in (("front", slot.front), ("back", slot.back)):
            patches = plate.flattened.patches.get(face, ()) if face else ()
            if face and patches and (slot.deck, side, face) not in told:
                told[slot.deck, side, face] = {
                    "deck": slot.deck,
                    "card": slot.card.id,
                    "side": side,
                    "patches": [
                        {
                            "from_trim_mm": [
                                millimeters(patch.box.left - face.trim.left),
                                millimeters(patch.box.top - face.trim.top),
                            ],
                            "mm": [millimeters(patch.box.width), millimeters(patch.box.height)],
                            "dpi": patch.dpi,
                            "text": patch.text,
                        }
                        for patch in patches
                    ],
                }
    return list(told.values())


def slot_facts(slot: Slot) -> dict[str, object]:
    return {
        "deck": slot.deck,
        "card": slot.card.id,
        "copy": slot.copy,
        "source": source_of(slot.card),
    }
