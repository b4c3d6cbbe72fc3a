"""Files of targets that a copy of this process makes, while it checks the game.

In      what makes each file, by a key that stands for all that the file depends on.
Out     their bytes, when a target comes to write them.

Where one card was edited nearly all is known: what is left of a build is to paint a PDF of every
card, and no check waits for that. A build after an edited word takes 0.70 s instead of 0.77 (in
turns, two cores).
No copy is made beside workers, which use all cores, nor of a large game, for its memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from cardgen.core.forked_call import ForkedCalls


class FilesBeside:
    """Files under way in a copy of this process; none, where that would not help."""

    def __init__(self) -> None:
        """Begin nothing yet; `close` must be called after `begin`."""
        self._calls: ForkedCalls[bytes] | None = None
        self._waiting: deque[str] = deque()

    def begin(self, files: Mapping[str, Callable[[], bytes]]) -> None:
        """Begin to make files, by their keys; a copy must be safe to make (`can_fork`)."""
        if files:
            self._waiting.extend(files)
            self._calls = ForkedCalls([*files.values()], bytes, forks=True)

    def take(self, key: str) -> bytes | None:
        """Wait for a file; None if it is not made here. Files are asked for in their order."""
        if self._calls is None or key not in self._waiting:
            return None
        while self._waiting.popleft() != key:
            self._calls.next_result()
        return self._calls.next_result()

    def close(self) -> None:
        """End what nobody wants any more."""
        self._waiting.clear()
        if self._calls is not None:
            self._calls.close()
