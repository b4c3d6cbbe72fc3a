"""Bytes that tell whether they are whole: what is kept carries the hash of its content.

In      bytes, of a file in the user's cache.
Out     the same bytes with their hash before them; None for what was cut short or changed.

MessagePack and JSON of which a bit was lost are often still such, and say something else.
"""

from __future__ import annotations

from hashlib import blake2b

_SIZE = 16


def seal_bytes(data: bytes) -> bytes:
    """Put the hash of bytes before them."""
    return _digest(data) + data


def unseal_bytes(stored: bytes) -> memoryview | None:
    """Return the bytes that were sealed; None if these are not they."""
    data = memoryview(stored)[_SIZE:]
    return data if _digest(data) == stored[:_SIZE] else None


def _digest(data: bytes | memoryview) -> bytes:
    return blake2b(data, digest_size=_SIZE).digest()
