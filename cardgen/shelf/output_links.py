"""What has been written for a game, as links from the shelf.

In      the output folder, the name of a game's folder in it.
Out     `Made`: a target and its files that people open. Nothing that is not there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from msgspec import Struct

from cardgen.files.output_folder import written_files
from cardgen.targets.installed import target_names
from cardgen.targets.option_error import BrokenTargetError
from cardgen.targets.registry import find_target

_OPENED = (".pdf", ".html", ".pcio")
_MOST = 4
"""Files that a target shows by name; the rest is in its folder."""


class Link(Struct, frozen=True):
    text: str
    address: str


class Made(Struct, frozen=True):
    """What a target wrote: its folder, and the files to open."""

    target: str
    about: str
    folder: str
    files: tuple[Link, ...]


def made_of(output: Path, game: str) -> list[Made]:
    """Every target that has written something for the game, in the catalogue's order."""
    return [_made(output, game, name) for name in target_names() if _there(output / game / name)]


def _there(folder: Path) -> bool:
    return any((folder / name).is_file() for name in written_files(folder))


def _made(output: Path, game: str, target: str) -> Made:
    links = tuple(_links(output, f"{game}/{target}"))
    return Made(target, _about(target), address(f"{game}/{target}/"), links[:_MOST])


def _about(target: str) -> str:
    """What a target says of itself; nothing, if it is a plug-in that is broken now."""
    try:
        return find_target(target).about
    except BrokenTargetError:
        return ""


def _links(output: Path, folder: str) -> Iterator[Link]:
    for name in written_files(output / folder):
        if name.endswith(_OPENED) and (output / folder / name).is_file():
            yield Link(name, address(f"{folder}/{name}"))


def address(path: str) -> str:
    """A path below the page's folder, as a link that can be nothing else."""
    return f"./{quote(os.fsencode(path))}"


def gallery_of(made: list[Made]) -> str:
    """The address of the game's gallery, "" if it has none."""
    pages = (one.files for one in made if one.target == "gallery")
    return next((link.address for links in pages for link in links), "")
