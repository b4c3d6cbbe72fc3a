"""How a process that rasterises holds its memory.

Each face takes some megabytes (its pixels, its PNG) that the next wants as well; a picture, once
unpacked, takes more that nobody wants again. glibc gives back what is free at the end of its
heap, a page fault for every four kilobytes that are then taken anew: half a millisecond a face.
So it is told to keep a heap, and to map what is large for as long as it is used. Other systems
are left as they are.

Source  mallopt(3).
"""

from __future__ import annotations

import ctypes
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""glibc's names."""
_KEPT = 64 * 2**20
"""Free memory that is not given back."""
_LARGE = 4 * 2**20
"""From here on memory is mapped, and given back at once: above a card's pixels, below most
pictures."""


def keep_what_is_wanted_again() -> None:
    """For the rest of this process."""
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, _LARGE)
        mallopt(_TRIM_THRESHOLD, _KEPT)
