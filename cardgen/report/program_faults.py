"""What is said of an error that nobody foresaw."""

from __future__ import annotations

from pathlib import Path

_LONGEST = 300
"""Characters of an error that are shown: some hold a whole face, or a file."""


def describe_fault(error: Exception) -> str:
    """An unexpected error and the place in the program, in one short line."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f" ({Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno})" if place else ""
    said = " ".join(str(error).split())
    if len(said) > _LONGEST:
        half = _LONGEST // 2
        said = f"{said[:half]} … {said[-half:]}"
    return f"{type(error).__name__}: {said}{where}"
