"""The targets there are, by name. A target's module is imported when it is used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import cast

from cardgen.targets.target import OptionError, Target

NAMES = ("mpc", "sheets", "proof")
DEFAULT = "mpc"
ALL = "all"
"""Asks for every target."""


def check_options(name: str, options: Mapping[str, str]) -> None:
    """Refuse options that the target does not take, before anything is written.

    Raises:
        OptionError: an option is unknown, or cannot be had.
    """
    reader = getattr(find_target(name), "read_options", None)
    if reader is not None:
        reader(options)
    elif options:
        raise OptionError(f"the target `{name}` takes no options", f"write `-t {name}`")


def find_target(name: str) -> Target:
    """The target of that name, which must be one of `NAMES`."""
    return cast(Target, import_module(f"cardgen.targets.{name}"))
