"""The file that is probably meant where a game names one that is not there.

In      the path as it was typed, the files of the game and of the folders above it.
Out     a path that is there, or None.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from cardgen.core.findings import find_closest
from cardgen.files.game_files import GameFiles
from cardgen.files.spelling import compose

_NUMBER = re.compile(r"[0-9]{1,18}")


def guess_file(path: str, files: GameFiles, suffixes: tuple[str, ...]) -> str | None:
    """Return the file of one of these kinds that `path` was probably meant to be.

    One of that very name, in another folder, in capitals or small letters, without its suffix or of
    another kind (`fox.jpg` for `fox.png`), is meant before one of a similar path; none for a file
    that is there, and cannot be read, and none of another number: of `wolf-1.png` and `wolf-3.png`
    none is a slip for `wolf-2.png`.
    """
    names = sorted({*files.own_files(), *files.asset_names()})
    if compose(path) in names:
        return None
    known = [name for name in names if name.lower().endswith(suffixes)]
    if found := _find_same_name(path, known, suffixes):
        return found
    guess = find_near_path(path, known)
    return guess if guess is not None and _are_near(path, guess) else None


def _are_near(path: str, guess: str) -> bool:
    """Whether a path is a slip for another: not for what stands beside it in a long-named folder,
    or under another number."""
    stem, other = (PurePosixPath(one).stem for one in (path, guess))
    near = stem == other or find_closest(stem, [other]) is not None
    return near and not _differ_in_number(path, guess)


def find_near_path(path: str, known: Sequence[str]) -> str | None:
    """Return the path that is most similar; one that ends in the same suffix is so before it:
    `counts.yaml` is no slip for `layouts.yaml`."""
    stem, suffix = posixpath.splitext(path)
    near = (name for name in known if _is_near_before(stem, suffix, name))
    return find_closest(path, near)


def _is_near_before(stem: str, suffix: str, name: str) -> bool:
    other, other_suffix = posixpath.splitext(name)
    is_same_kind = suffix.casefold() == other_suffix.casefold()
    return not is_same_kind or find_closest(stem, (other,)) is not None


def _differ_in_number(path: str, name: str) -> bool:
    """Whether only the numbers of two paths differ; `02` is as much as `2`."""
    words, others = (_NUMBER.split(one.casefold()) for one in (path, name))
    numbers, other_numbers = ([int(n) for n in _NUMBER.findall(one)] for one in (path, name))
    return words == others and numbers != other_numbers


def _find_same_name(path: str, known: Sequence[str], suffixes: tuple[str, ...]) -> str | None:
    wanted = PurePosixPath(path.replace("\\", "/").casefold())
    files = [(name, PurePosixPath(name.casefold())) for name in known]
    same = (name for name, file in files if wanted.name and wanted.name in (file.name, file.stem))
    if found := next(same, None):
        return found
    stem = wanted.stem if wanted.suffix in suffixes else ""
    return next((name for name, file in files if stem and stem == file.stem), None)
