"""A picture that is dropped on a card: copied into the game, and how a field would name it.

In      a game's folder, the layout's picture elements, a file's name and bytes.
Out     a new file beside the game's other pictures; the text that refers to it.
Not here  writing that text (`editing.game_editor`): it is offered, and saved as any other value.

A copy never takes the place of another file: an equal one is used as it is, a different one of the
same name gets a number.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from msgspec import Struct

from cardgen.bind.bound_elements import PictureBox
from cardgen.bind.pictures import PictureError, PictureStore
from cardgen.core.findings import Report
from cardgen.core.geometry import POINTS_PER_INCH, Rect
from cardgen.editing.refusal import RefusedError
from cardgen.files.atomic_write import find_link, remove_file
from cardgen.files.file_names import file_name
from cardgen.files.game_files import MAX_ASSET_BYTES, Asset
from cardgen.read.models.drawn_elements import PictureElement
from cardgen.read.models.element import Element
from cardgen.scene.items import Bitmap

_TEMPLATE = re.compile(r"([^{}]*)\{\{\s*(\w+)\s*\}\}([^{}]*)")
_KINDS = (".png", ".jpg", ".jpeg", ".webp", ".avif", ".svg")
_MAX_SAME = 1_000
_WITHOUT_A_FOLDER = "pictures"


class PictureSlot(Struct, frozen=True):
    """A picture of a layout whose file a field names: `art/{{ picture }}.png`."""

    before: str
    field: str
    after: str

    def refer(self, file: str) -> str | None:
        """What the field says for a file; None if it can name no such file."""
        if not file.startswith(self.before) or not file.endswith(self.after):
            return None
        return file[len(self.before) : len(file) - len(self.after)] or None


class DroppedPicture(Struct, frozen=True):
    """A picture in the game, and how a field names it."""

    file: str
    field: str
    text: str
    pixels: tuple[int, int] | None
    """None for a drawing, which has none."""
    is_new: bool


def find_slot(elements: Iterable[Element], fields: Iterable[str]) -> PictureSlot:
    """Return the first picture whose file one of some fields names.

    Raises:
        RefusedError: there is none.
    """
    known = set(fields)
    for element in elements:
        if not isinstance(element, PictureElement):
            continue
        found = _TEMPLATE.fullmatch(element.picture.strip())
        if found and found[2] in known and found[3] in ("", *_KINDS):
            return PictureSlot(found[1].lstrip(), found[2], found[3])
    raise RefusedError(
        'no picture of this side comes from a field; write `picture: "{{ picture }}"` in its layout'
    )


def keep_picture(
    folder: Path, slot: PictureSlot, now: str, dropped: tuple[str, bytes]
) -> DroppedPicture:
    """Copy a picture into the game.

    Args:
        folder: The game's.
        slot: The picture that it is for.
        now: What the field says now: the new file comes to stand beside that.
        dropped: Its name where it came from, and its bytes.

    Raises:
        RefusedError: it is no picture, or cannot be copied.
    """
    name, data = dropped
    suffix = PurePosixPath(name.replace("\\", "/")).suffix.lower()
    if suffix not in _KINDS or (slot.after and suffix != slot.after):
        wanted = f"{slot.after} files" if slot.after else "PNG, JPEG, WebP, AVIF and SVG"
        raise RefusedError(f"{name} cannot be used: the pictures of this card are {wanted}")
    pixels = _measure(name, data)
    stem = file_name(PurePosixPath(name.replace("\\", "/")).stem, "picture")
    parent = _find_parent(slot, now)
    for file in _list_names(parent, stem, suffix):
        known = _read_own(folder, file)
        if known is None:
            _copy(folder, file, data)
        elif known != data:
            continue
        text = slot.refer(file)
        if text is None:
            raise RefusedError(f"the field `{slot.field}` cannot name {file}")
        return DroppedPicture(file, slot.field, text, pixels, known is None)
    raise RefusedError(f"there are {_MAX_SAME:,} pictures of that name")


def measure_resolution(box: PictureBox, rect: Rect, pixels: tuple[int, int]) -> float:
    """Return how many pixels an inch a picture has in a box, where it has fewest."""
    wide, high = box.crop[2:] if box.crop else (1.0, 1.0)
    across = pixels[0] * wide / max(rect.width, 0.01) * POINTS_PER_INCH
    down = pixels[1] * high / max(rect.height, 0.01) * POINTS_PER_INCH
    return max(across, down) if box.fit == "contain" else min(across, down)


def _measure(name: str, data: bytes) -> tuple[int, int] | None:
    if len(data) > MAX_ASSET_BYTES:
        raise RefusedError(f"{name} is larger than {MAX_ASSET_BYTES // 1_000_000} MB")
    try:
        opened = PictureStore().open(Asset(name.lower(), data), Report())
    except PictureError as error:
        raise RefusedError(f"{name} {error}") from None
    return (opened.width, opened.height) if isinstance(opened, Bitmap) else None


def _find_parent(slot: PictureSlot, now: str) -> str:
    """The folder of the picture that is there now, else that of the layout, else a common one."""
    for known in (f"{slot.before}{now}{slot.after}" if now else "", slot.before):
        parent = known.rpartition("/")[0]
        if parent or (known and now):
            return f"{parent}/" if parent else ""
    return "" if slot.before else f"{_WITHOUT_A_FOLDER}/"


def _list_names(parent: str, stem: str, suffix: str) -> Iterator[str]:
    yield f"{parent}{stem}{suffix}"
    for number in range(2, _MAX_SAME):
        yield f"{parent}{stem}-{number}{suffix}"


def _own_path(folder: Path, file: str) -> Path:
    """The path of a file in the game.

    Raises:
        RefusedError: it would lie outside, or behind a link.
    """
    path = folder.joinpath(*file.split("/"))
    inside = all(part not in ("", ".", "..") for part in file.split("/")) and "\\" not in file
    if not inside or ":" in file or find_link(path, folder):
        raise RefusedError(f"{file} is no place in this game's folder, or a link")
    return path


def _read_own(folder: Path, file: str) -> bytes | None:
    """What is in a file; None if there is none."""
    path = _own_path(folder, file)
    if not os.path.lexists(path):
        return None
    if not path.is_file() or path.stat().st_size > MAX_ASSET_BYTES:
        return b""
    return path.read_bytes()


def _copy(folder: Path, file: str, data: bytes) -> None:
    """Write a new file, whole; never over one that came meanwhile."""
    path = _own_path(folder, file)
    beside = path.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(data)
        try:
            os.link(beside, path)
        except FileExistsError:
            raise
        except OSError:  # no hard links there
            with path.open("xb") as made:
                made.write(data)
    except OSError as error:
        raise RefusedError(f"{file} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            remove_file(beside)
