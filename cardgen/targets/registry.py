"""The targets there are, by name. A target's module is imported when it is used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import cast

from cardgen.targets.contract import Job, OptionError, Target

NAMES = (
    "mpc",
    "sheets",
    "proof",
    "gamecrafter",
    "box",
    "drivethru",
    "pdfx4",
    "booklet",
    "images",
    "gallery",
    "data",
    "tts",
    "pcio",
    "tabletopia",
)
_MODULES = {name: f"cardgen.targets.press.{name}" for name in ("drivethru", "pdfx4")}
DEFAULT = "mpc"
ALL = "all"
"""Asks for every target."""


def check_options(name: str, options: Mapping[str, str]) -> None:
    """Refuse options that the target does not take, before anything is written.

    Raises:
        OptionError: an option is unknown, or cannot be had.
    """
    reader = getattr(find_target(name), "read_options", None)
    if reader is None:
        if options:
            raise OptionError(f"the target `{name}` takes no options", f"write `-t {name}`")
        return
    try:
        reader(options)
    except OptionError as error:
        known = option_help(name)
        if known and not options.keys() <= known.keys():
            end = "" if error.hint.endswith(("?", ".")) else "."
            hint = f"{error.hint}{end} See `cardgen targets {name}`"
            raise OptionError(str(error), hint, option=error.option) from None
        raise


def check_plan(name: str, job: Job) -> None:
    """Refuse what cannot be done for this game, before anything is written.

    Raises:
        OptionError: it cannot be done with these options.
        UnsuitableError: the target makes nothing of this game.
    """
    plan = getattr(find_target(name), "plan", None)
    if plan is not None:
        plan(job)


def option_help(name: str) -> Mapping[str, str]:
    """What can be chosen for a target, a line each; empty if it says nothing of it."""
    found: Mapping[str, str] = getattr(find_target(name), "OPTION_HELP", {})
    return found


def find_target(name: str) -> Target:
    """The target of that name, which must be one of `NAMES`."""
    return cast(Target, import_module(_MODULES.get(name, f"cardgen.targets.{name}.target")))
