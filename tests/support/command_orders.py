"""What `commands` and `command_server` say to each other."""

from __future__ import annotations

from msgspec import Struct


class Order(Struct, frozen=True, kw_only=True):
    """A command, where it runs, and what it may use; 0 is no bound."""

    arguments: tuple[str, ...]
    folder: str
    environment: dict[str, str]
    out: str
    err: str
    addresses: int = 0
    seconds: int = 0
    """Of processor time."""
    patience: float = 300
    """Seconds by the clock on the wall."""


class Ended(Struct, frozen=True):
    """How a command ended, and what it used."""

    code: int
    seconds: float
    memory: int
