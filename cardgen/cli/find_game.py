"""Which game is meant: a folder, a name in ./card_data, or the only one there is.

In      what was typed.
Out     `DiskGame`s.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.cli.arguments import quote_argument
from cardgen.cli.terminal import UsageError

if TYPE_CHECKING:
    from cardgen.files.disk_game import DiskGame

_ALL = "all"
"""Asks for the game as it is, and for every edition (`read.editions.merging.ALL`)."""


def find_game(name: str | None, edition: str = "") -> DiskGame:
    """The game that the user means, or one edition of it.

    Raises:
        UsageError: there is none, or there are several, or no such edition; the message lists them.
    """
    found = _find_folder(name, edition)
    if edition == _ALL:
        raise UsageError(f"--edition: `{_ALL}` is several editions; name one")
    refuse_unknown_editions([found], [edition])
    return found


def _find_folder(name: str | None, edition: str) -> DiskGame:
    from cardgen.files.disk_game import DiskGame

    if name is None:
        return DiskGame(_only_game(), edition)
    for folder in (Path(name), Path("card_data") / name):
        if fault := _fault_of(folder / "game.yaml"):
            raise UsageError(f"`{(folder / 'game.yaml').as_posix()}` {fault}")
        if (folder / "game.yaml").is_file():
            return DiskGame(folder, edition)
    if Path(name).is_dir():
        raise UsageError(f"`{name}` is no game: it holds no game.yaml{_name_misnamed(Path(name))}")
    if Path(name).is_file():
        around = Path(name).parent.as_posix()
        raise UsageError(f"`{name}` is a file, and a game is a folder; write `{around}`")
    raise UsageError(f"there is no game `{name}`, neither a folder nor in ./card_data{_hint(name)}")


def _fault_of(file: Path) -> str:
    """Why what is there by the name of a game's first file is no file, or nobody may look; "" if
    nothing is there."""
    if fault := _why_unknown(file):
        return fault
    if file.is_symlink() and not file.exists():
        return "is a link to a file that is not there; put the file itself in its place"
    if file.is_dir():
        return "is a folder, and should be the file that says what the game is made of"
    odd = file.exists() and not file.is_file()
    return "is no regular file; put the text of the game in its place" if odd else ""


def _why_unknown(file: Path) -> str:
    """Why the system does not say whether there is such a file; "" if it does."""
    try:
        file.stat()
    except PermissionError:
        return "cannot be read: its folder may not be opened; change the folder's permissions"
    except OSError as error:
        known = error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
        return "" if known else f"cannot be read: {error.strerror}"  # a drive that is gone …
    return ""


def _name_misnamed(folder: Path) -> str:
    """What a folder has that is a game's first file but for its name."""
    likely = ("game.yaml", "game.yml", "game.yaml.txt")
    found = (file.name for file in sorted(folder.iterdir()) if file.name.lower() in likely)
    name = next(found, None)
    return f"; rename `{name}` to `game.yaml`" if name else ""


def _hint(name: str) -> str:
    """The game that may be meant, or those that there are."""
    from cardgen.core.findings import find_closest

    known = _games()
    near = find_closest(name, [*known, *(file.parent.name for file in Path().glob("*/game.yaml"))])
    if near:
        return f"; did you mean `{near}`?"
    return f"; in ./card_data there is {', '.join(known)}" if known else ""


def find_games(name: str | None) -> list[DiskGame]:
    """The game of that name; without one, where several are, all of them."""
    if name is None and not Path("game.yaml").is_file() and len(_games()) > 1:
        return list_games()
    return [find_game(name)]


def list_games() -> list[DiskGame]:
    """The games in ./card_data now, by name."""
    from cardgen.files.disk_game import DiskGame

    return [DiskGame(Path("card_data") / each) for each in _games()]


def refuse_unknown_editions(games: Sequence[DiskGame], asked: Sequence[str]) -> None:
    """Refuse the name of an edition that none of some games has.

    Raises:
        UsageError: there is one; the message lists those that there are.
    """
    names = [name for name in asked if name]
    if not names:
        return
    from cardgen.core.findings import did_you_mean
    from cardgen.read.game import list_sound_editions
    from cardgen.read.translation.longest import EDITION as LONGEST
    from cardgen.read.translation.pseudo import EDITION as PSEUDO

    listed = [list_sound_editions(game) for game in games]
    known = [PSEUDO, LONGEST, *(name for one in listed for name in one or ())]
    for name in names:
        if None not in listed and name not in (_ALL, *known):
            hint = did_you_mean(name, known, what="edition")
            raise UsageError(f"--edition: there is no edition `{name}`; {hint}")


def find_editions(game: DiskGame, asked: Sequence[str]) -> list[DiskGame]:
    """The editions of a game that the user means; `all` is the game as it is, and every edition.

    A name that the game has not is left as it is: reading the edition reports it, with its place.
    """
    if not asked:
        return [game]
    from cardgen.files.disk_game import DiskGame
    from cardgen.read.game import list_editions

    names: dict[str, None] = {}
    for name in asked:
        names |= dict.fromkeys(("", *list_editions(game)) if name == _ALL else (name,))
    return [DiskGame(game.folder, name) for name in names]


def _games() -> list[str]:
    """The names in ./card_data; a folder that may not be opened counts, as nobody knows better.

    Raises:
        UsageError: ./card_data itself may not be opened.
    """
    try:
        below = [one for one in Path("card_data").iterdir() if one.is_dir()]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise UsageError(f"the folder `card_data` cannot be read: {error.strerror}") from None
    files = [one / "game.yaml" for one in below]
    return sorted(file.parent.name for file in files if _why_unknown(file) or file.exists())


def _only_game() -> Path:
    if fault := _why_unknown(Path("game.yaml")):
        raise UsageError(f"`game.yaml` {fault}")
    if Path("game.yaml").is_file():
        return Path()
    known = _games()
    if len(known) == 1:
        return Path("card_data") / known[0]
    if known:
        raise UsageError(f"which game? There is {', '.join(known)}")
    near = [quote_argument(folder) for folder in _folders_near()]
    such = f", such as `{near[0]}`" if near else ""
    raise UsageError(
        f"no game here: name a folder with a game.yaml{such}, or run `cardgen new NAME`"
    )


def _folders_near() -> list[str]:
    """Folders with a game around this one, the nearest first, or in it."""
    here = Path().absolute()
    around = [
        "/".join([".."] * (at + 1)) for at, folder in enumerate(here.parents) if _is_game(folder)
    ]
    return around or [file.parent.as_posix() for file in sorted(Path().glob("*/game.yaml"))]


def _is_game(folder: Path) -> bool:
    try:
        return (folder / "game.yaml").is_file()
    except OSError:  # a folder above that nobody may look into
        return False
