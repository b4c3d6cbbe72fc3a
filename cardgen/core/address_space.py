"""How much memory the system lets this process map (`ulimit -v`, `ulimit -d`).

In      nothing.
Out     a number of bytes, or None where there is no bound.

Native libraries do not survive a request that is refused: some end the process, and a pool of
workers whose thread dies waits for ever. So a bound is asked about before work starts.
"""

from __future__ import annotations

import sys

LEAST = 256 * 2**20
"""What a command needs: Python, the libraries, and a small game in one process."""
LEAST_FOR_WORKERS = 1024 * 2**20
"""What leaves room for threads too, each of which maps 64 MB or more: workers, and a server."""


def bound() -> int | None:
    """Return the bytes that this process may map, or None if nothing bounds them."""
    if sys.platform == "win32":
        return None
    import resource

    bounds = [resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    finite = [most for most in bounds if most != resource.RLIM_INFINITY]
    return min(finite, default=None)


def has_room_for_workers() -> bool:
    """Whether worker processes can be started without a risk to the one that starts them."""
    most = bound()
    return most is None or most >= LEAST_FOR_WORKERS
