"""A short key that stands for a value: all of its content, and nothing else.

In      values that can be pickled.
Out     16 bytes, equal for values that are equal in every part, places in files included.

`hash` differs from run to run, and `repr` leaves parts out. Pickled without memory of what was
met before, equal values are equal bytes, and nothing is ever read back from them.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Callable
from typing import IO, Any


class _Writer(pickle.Pickler):
    """By a method: Python 3.13.0 takes no attribute."""

    def __init__(self, out: IO[bytes], name_of: Callable[[Any], str | None]) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self.fast = True
        self._name_of = name_of

    def persistent_id(self, value: Any) -> str | None:
        return self._name_of(value)


def make_content_key(value: object, name_of: Callable[[Any], str | None] = lambda _: None) -> bytes:
    """Return the key of a value.

    Args:
        value: Anything without cycles.
        name_of: Gives what stands for the content of large parts, such as fonts; None for all
            others.
    """
    out = io.BytesIO()
    _Writer(out, name_of).dump(value)
    return hashlib.blake2b(out.getbuffer(), digest_size=16).digest()
