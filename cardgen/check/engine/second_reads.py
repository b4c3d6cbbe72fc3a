"""Read a file of the game once more, for a rule that looks at it as it was typed.

In      a game that was read, the name of a file that was read for it.
Out     the file's text; none where it has gone since: editors delete a file to write it anew, and
        what is found then is found again after that save.
"""

from __future__ import annotations

from cardgen.files.game_files import GameFiles, UnreadableError


def read_again(game: GameFiles, file: str) -> str:
    """Return the text of a file; "" if it cannot be read any more."""
    try:
        return game.text(file)
    except UnreadableError:
        return ""
