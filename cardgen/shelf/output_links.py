"""Links from the shelf to the files that were written for a game.

In      the output folder, the name of a game's folder in it.
Out     a `TargetOutput` per target: the existing files that people open.
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
_MAX_FILES = 4
"""Files listed by name per target; the folder holds the rest."""


class FileLink(Struct, frozen=True):
    text: str
    address: str


class TargetOutput(Struct, frozen=True):
    """The output of one target: its folder, and the files to open."""

    target: str
    about: str
    folder: str
    files: tuple[FileLink, ...]


def list_outputs(output: Path, game: str) -> list[TargetOutput]:
    """Return the output of every target that has written files, in catalog order."""
    return [
        _describe_output(output, game, name)
        for name in target_names()
        if _is_written(output / game / name)
    ]


def _is_written(folder: Path) -> bool:
    return any((folder / name).is_file() for name in written_files(folder))


def _describe_output(output: Path, game: str, target: str) -> TargetOutput:
    links = tuple(_links(output, f"{game}/{target}"))
    return TargetOutput(
        target, _describe_target(target), format_link(f"{game}/{target}/"), links[:_MAX_FILES]
    )


def _describe_target(target: str) -> str:
    """Return a target's description; empty if its plug-in is broken."""
    try:
        return find_target(target).about
    except BrokenTargetError:
        return ""


def _links(output: Path, folder: str) -> Iterator[FileLink]:
    for name in written_files(output / folder):
        if name.endswith(_OPENED) and (output / folder / name).is_file():
            yield FileLink(name, format_link(f"{folder}/{name}"))


def format_link(path: str) -> str:
    """Return a path below the page's folder as a relative, quoted link."""
    return f"./{quote(os.fsencode(path))}"


def find_gallery(made: list[TargetOutput]) -> str:
    """Return the address of the game's gallery, or an empty string."""
    pages = (one.files for one in made if one.target == "gallery")
    return next((link.address for links in pages for link in links), "")
