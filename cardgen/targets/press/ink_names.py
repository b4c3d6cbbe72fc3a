"""Inks of their own: the options `spot` and `die` of a press target.

In      `PANTONE 185 C:red; Gold:#c0a040`, `die=yes` or the name of an ink.
Out     names of inks that a press can tell from its process inks, each with a color's text.
"""

from __future__ import annotations

import re

from cardgen.targets.options import make_refusal

CUT_INK = "CutContour"
"""What cutters look for."""

_PROCESS = ("cyan", "magenta", "yellow", "black", "all", "none")
_LONGEST = 60
_INK = re.compile(rf"[A-Za-z0-9 ._+-]{{1,{_LONGEST}}}")

SpotInks = tuple[tuple[str, str], ...]
"""Inks, each with the color as it was written."""


def read_die_ink(option: str, text: str) -> str:
    """Read the ink of the die line; "" for none.

    Raises:
        OptionError: It is a process ink, or no name.
    """
    if text.casefold() in ("no", "false", ""):
        return ""
    if text.casefold() in ("yes", "true"):
        return CUT_INK
    return _ink_name(option, text, text)


def read_spot_inks(option: str, text: str) -> SpotInks:
    """Read inks with the colors that they take the place of, several with `;`.

    Raises:
        OptionError: A part lacks its ink or color, or an ink is named twice.
    """
    made = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        ink, _, color = (piece.strip() for piece in part.rpartition(":"))
        if not ink or not color:
            hint = "write the ink and the color it takes the place of: `spot=PANTONE 185 C:red`"
            raise make_refusal(option, text, hint)
        made.append((_ink_name(option, text, ink), color))
    if len({ink.casefold() for ink, _ in made}) < len(made):
        raise make_refusal(option, text, "name each ink once")
    return tuple(made)


def _ink_name(option: str, text: str, ink: str) -> str:
    if ink.casefold() in _PROCESS:
        raise make_refusal(option, text, f"`{ink}` is a process ink; name a spot color")
    if not _INK.fullmatch(ink):
        hint = f"an ink's name is up to {_LONGEST} plain letters and figures"
        raise make_refusal(option, text, hint)
    return ink
