"""What is said of an error that nobody foresaw."""

from __future__ import annotations

from pathlib import Path


def describe_fault(error: Exception) -> str:
    """An unexpected error and the place in the program, in one line."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f" ({Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno})" if place else ""
    return f"{type(error).__name__}: {error}{where}".replace("\n", " ")
