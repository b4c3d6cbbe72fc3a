"""Where on this system cardgen keeps what it can make again: the user's cache folder.

In      the environment.
Out     a folder that is there and can be written, or None.

A game folder is never used for this: what a stranger's game brings along must not be taken for
our own. `CARDGEN_CACHE` names another folder. Without a home directory the temporary folder
serves, in a folder that nobody else may write to.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path


def user_cache() -> Path | None:
    """Return the user's cache folder, made if it is missing; None if none can be written."""
    given = os.environ.get("CARDGEN_CACHE")
    if given:
        return _usable(_expanded(given))
    usual = _usual_folder()
    return (_usable(usual) if usual else None) or _private_temporary_folder()


def _expanded(given: str) -> Path:
    try:
        return Path(given).expanduser().absolute()
    except RuntimeError:  # `~nobody`
        return Path(given).absolute()


def _usual_folder() -> Path | None:
    """What the platform asks for. No path is better than one in the current folder, which is
    what an environment without a home directory comes to."""
    if os.environ.get("HOME") == "":
        return None
    import platformdirs

    try:
        found = Path(platformdirs.user_cache_dir("cardgen", appauthor=False))
    except (OSError, RuntimeError, KeyError):
        return None
    return found if found.is_absolute() else None


def _usable(folder: Path) -> Path | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError):
        return None
    return folder if os.access(folder, os.W_OK) else None


def _private_temporary_folder() -> Path | None:
    """A folder of this user's among the temporary ones; not if somebody else made it first."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    try:
        folder = Path(tempfile.gettempdir()) / f"cardgen-{user}"
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    private = status.st_uid == user and not status.st_mode & 0o022
    return folder if stat.S_ISDIR(status.st_mode) and (private or os.name == "nt") else None
