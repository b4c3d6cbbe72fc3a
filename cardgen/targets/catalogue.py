"""The targets there are, by name. A target's module is imported when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from cardgen.targets.target import Target

NAMES = ("mpc", "proof")
DEFAULT = "mpc"


def find_target(name: str) -> Target:
    """The target of that name, which must be one of `NAMES`."""
    return cast(Target, import_module(f"cardgen.targets.{name}"))
