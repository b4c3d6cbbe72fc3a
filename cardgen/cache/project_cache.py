"""Where the faces and fingerprints of one project are kept: in the user's cache, by its path.

In      the folder of a project.
Out     a folder of the user's own for it.

Never in the project: whoever passes on a game could put faces there that it never drew. What was
kept for a project that is gone is dropped by the next build of any other.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from cardgen.files.atomic_write import remove_tree, write_atomically
from cardgen.files.regular_files import read_regular
from cardgen.files.user_cache import user_cache

_PLACE = "project"
_LONGEST_PATH = 100_000


def project_cache(project: Path) -> Path:
    """Return the folder of a project, which need not be there yet.

    Where there is no cache, nothing can be written below the path that is returned.
    """
    above = user_cache() or Path(os.devnull)
    digest = hashlib.blake2b(os.fsencode(project), digest_size=10).hexdigest()
    return above / "projects" / digest


def keep_project_cache(project: Path) -> None:
    """Note whose folder it is, and drop those of projects that are gone."""
    folder = project_cache(project)
    with suppress(OSError):
        if not (folder / _PLACE).exists():
            write_atomically(folder / _PLACE, os.fsencode(project))
            _drop_gone(folder.parent)


def _drop_gone(folder: Path) -> None:
    for cache in folder.iterdir():
        with suppress(OSError):
            place = os.fsdecode(read_regular(cache / _PLACE, _LONGEST_PATH))
            if not Path(place).exists():
                remove_tree(cache)
